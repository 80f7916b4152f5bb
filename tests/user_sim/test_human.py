"""A person at a terminal: what is told, what a line means, and that a slip of the pen costs nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent_bridge.messages import Message, Role
from ui_server.errors import BadStep, NotOperable
from ui_server.steps import ChooseStep, ClickStep, FillStep, SetStep, Step, ToggleStep
from user_sim.human import HELP, HumanUser, parse_line
from user_sim.rounds import Round
from user_sim.user import UserTurn, UserView

ROUNDS = (Round("Text Jonas.", "You mean the neighbour."), Round("Add this.", images=(0, 2)))


def said(index: int, text: str) -> Message:
    return Message(index=index, sender=Role.AGENT, audience=frozenset({Role.AGENT, Role.USER}), text=text)


def person(*lines: str) -> tuple[HumanUser, list[str]]:
    waiting: Iterator[str] = iter(lines)
    told: list[str] = []

    def ask(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return HumanUser(ROUNDS, ask, told.append, lambda screen: "screen.png"), told


def view(*messages: Message, refused: NotOperable | None = None) -> UserView:
    return UserView(messages, None, refused)


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("/click save", ClickStep("save")),
        ("/click pick:people/1", ClickStep("pick:people/1")),
        ("/fill note two words", FillStep("note", "two words")),
        ("/choose size small large", ChooseStep("size", ("small", "large"))),
        ("/toggle done", ToggleStep("done", None)),
        ("/set volume 3", SetStep("volume", 3)),
        ("/set day 2026-05-04", SetStep("day", "2026-05-04")),
    ],
)
def test_a_line_with_a_slash_is_an_act(line: str, step: Step) -> None:
    assert parse_line(line) == UserTurn(acts=(step,))


def test_any_other_line_is_said() -> None:
    assert parse_line("Which Jonas?") == UserTurn(text="Which Jonas?")


def test_an_image_is_handed_over_with_or_without_words() -> None:
    assert parse_line("/image 2 Here it is.") == UserTurn(text="Here it is.", images=(2,))
    assert parse_line("/image 0") == UserTurn(images=(0,))


@pytest.mark.parametrize("line", ["/dance save", "/click", "/image first", "/image"])
def test_a_line_that_means_nothing_is_refused(line: str) -> None:
    with pytest.raises(BadStep):
        parse_line(line)


async def test_it_asks_again_until_a_line_means_something() -> None:
    user, told = person("", "/dance", "/image x", "Yes.")

    assert await user.act(view()) == UserTurn(text="Yes.")
    assert any("dance" in line for line in told)
    assert any("'x' is no image's number." in line for line in told)


async def test_the_end_of_the_input_ends_the_conversation() -> None:
    user, _ = person()

    assert await user.act(view()) == UserTurn(ended=True)


async def test_the_person_is_told_once_what_it_wants_and_each_message_once() -> None:
    user, told = person("Yes.", "Now the other.")

    await user.act(view(said(0, "Which Jonas?")))
    await user.act(view(said(0, "Which Jonas?"), said(1, "Sent.")))

    assert told == [
        HELP,
        "Round 1: say 'Text Jonas.'. For you alone: You mean the neighbour.",
        "Round 2: say 'Add this.'. Hand over: 0, 2. For you alone: nothing",
        "agent> Which Jonas?",
        "agent> Sent.",
    ]


async def test_a_refused_act_is_told_with_what_to_do() -> None:
    user, told = person("/click save")

    await user.act(view(refused=NotOperable("'save' is disabled.", hint="Enter a name.")))

    assert told[-1] == "That cannot be done: 'save' is disabled. Enter a name."
