"""The scripted user: goes through its rounds, clicks where it can, speaks where it must, asks when something lacks."""

from __future__ import annotations

import pytest

from agent_bridge.messages import Message, Role
from tests.user_sim.conftest import Show
from ui_server.errors import NotOperable, StaleScreen
from ui_server.expressions import Json
from ui_server.screen import Screen
from ui_server.steps import ClickStep
from user_sim.rounds import Criterion, Decision, Round
from user_sim.scripted import MOST_TRIES, NO_SCREEN, ScriptedUser
from user_sim.user import UserTurn, UserView

CHOICE = Decision("take", Criterion("says", "Brisk"), spoken="The Brisk one.", ask="What are they called?")
CHOOSING = Round("Which lamp?", "You want the Brisk one.", decisions=(CHOICE,), needs_screen=True)


class Talk:
    """The conversation as the user sees it."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def agent_says(self, text: str) -> None:
        index = len(self.messages)
        audience = frozenset({Role.AGENT, Role.USER})
        self.messages.append(Message(index=index, sender=Role.AGENT, audience=audience, text=text))

    def view(
        self, screen: Screen | None = None, *, refused: NotOperable | StaleScreen | None = None, ui: bool = True
    ) -> UserView:
        return UserView(tuple(self.messages), screen, refused, ui)


async def buttons(show: Show, *names: str) -> Screen:
    keys = [f"b{number}" for number in range(len(names))]
    listed: list[Json] = [{"id": "root", "component": "Column", "children": [*keys]}]
    for key, name in zip(keys, names, strict=True):
        listed += [
            {"id": key, "component": "Button", "child": f"{key}_text", "action": {"event": {"name": "take"}}},
            {"id": f"{key}_text", "component": "Text", "text": name},
        ]
    return await show(*listed)


async def test_it_goes_on_to_the_next_round_when_the_agent_has_answered() -> None:
    user, talk = ScriptedUser((Round("One."), Round("Two.", images=(1,)))), Talk()
    talk.agent_says("Done.")

    assert await user.act(talk.view()) == UserTurn(text="Two.", images=(1,))


async def test_it_ends_after_the_last_round_without_a_word() -> None:
    user, talk = ScriptedUser((Round("One."),)), Talk()
    talk.agent_says("Done.")

    assert await user.act(talk.view()) == UserTurn(ended=True)


async def test_it_never_repeats_the_first_query_nor_says_what_is_private() -> None:
    user, talk = ScriptedUser((Round("One.", "Secret."), Round("Two.", "Secret too."))), Talk()
    said = []
    for answer in ("Done.", "Done too."):
        talk.agent_says(answer)
        said.append((await user.act(talk.view())).text)

    assert said == ["Two.", ""]


async def test_it_clicks_where_the_screen_offers_the_choice(show: Show) -> None:
    user = ScriptedUser((CHOOSING,))

    assert await user.act(Talk().view(await buttons(show, "Halden", "Brisk"))) == UserTurn(acts=(ClickStep("b1"),))


async def test_after_its_choice_it_waits_for_an_answer(show: Show) -> None:
    user, talk = ScriptedUser((CHOOSING,)), Talk()
    screen = await buttons(show, "Halden", "Brisk")
    await user.act(talk.view(screen))

    assert await user.act(talk.view(screen)) == UserTurn(text="Is it done?")
    talk.agent_says("Yes.")
    assert await user.act(talk.view(screen)) == UserTurn(ended=True)


async def test_it_says_its_choice_in_text_mode_which_is_no_bypass() -> None:
    talk = Talk()
    talk.agent_says("Halden or Brisk?")

    assert await ScriptedUser((CHOOSING,)).act(talk.view(ui=False)) == UserTurn(text="The Brisk one.")


async def test_with_no_screen_where_one_was_needed_it_says_its_choice_and_that_is_noted(show: Show) -> None:
    talk = Talk()
    talk.agent_says("Halden or Brisk?")

    turn = await ScriptedUser((CHOOSING,)).act(talk.view())

    assert turn == UserTurn(text="The Brisk one.", lacking=NO_SCREEN)


async def test_the_habit_of_speaking_is_a_bypass_only_where_it_could_have_clicked(show: Show) -> None:
    screen = await buttons(show, "Halden", "Brisk")

    assert await ScriptedUser((CHOOSING,), habit="speak").act(Talk().view(screen)) == UserTurn(
        text="The Brisk one.", spoken=True
    )
    assert (await ScriptedUser((CHOOSING,), habit="speak").act(Talk().view())).spoken is False


async def test_it_asks_for_a_screen_where_it_has_no_words_for_its_choice() -> None:
    silent = Round("Which lamp?", decisions=(Decision("take"),))

    turn = await ScriptedUser((silent,)).act(Talk().view())

    assert turn == UserTurn(text="Please show me something I can choose from.")


async def test_it_asks_for_what_the_screen_does_not_show_and_decides_once_it_does(show: Show) -> None:
    user = ScriptedUser((CHOOSING,))

    asked = await user.act(Talk().view(await buttons(show, "The first", "The second")))
    decided = await user.act(Talk().view(await buttons(show, "Halden", "Brisk")))

    assert asked == UserTurn(text="What are they called?", lacking="What are they called?")
    assert decided == UserTurn(acts=(ClickStep("b1"),))


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (StaleScreen("Revision 3 is no longer on the screen."), "The screen has changed since you showed it to me."),
        (NotOperable("'b1' is disabled.", code="disabled"), "The button does not react when I press it."),
        (NotOperable("'b1' is covered.", code="covered"), "Something is in front of what I want to press."),
        (NotOperable("'b1' is a link.", code="wrong_kind"), "I cannot do that on the screen."),
    ],
)
async def test_a_refused_act_is_told_without_ids_and_the_choice_is_made_again(
    show: Show, refused: NotOperable | StaleScreen, said: str
) -> None:
    user, screen = ScriptedUser((CHOOSING,)), await buttons(show, "Halden", "Brisk")
    await user.act(Talk().view(screen))

    told = await user.act(Talk().view(screen, refused=refused))
    again = await user.act(Talk().view(screen))

    assert told.text.startswith(said)
    assert "b1" not in told.text
    assert again == UserTurn(acts=(ClickStep("b1"),))


async def test_several_decisions_of_a_round_are_made_one_after_the_other(show: Show) -> None:
    both = Round("Sort them.", decisions=(CHOICE, Decision("take", Criterion("says", "Halden"))))
    user, screen = ScriptedUser((both,)), await buttons(show, "Halden", "Brisk")

    assert await user.act(Talk().view(screen)) == UserTurn(acts=(ClickStep("b1"),))
    assert await user.act(Talk().view(screen)) == UserTurn(acts=(ClickStep("b0"),))


async def test_it_gives_up_after_as_many_tries_in_one_round(show: Show) -> None:
    user, screen = ScriptedUser((CHOOSING,)), await buttons(show, "The first")

    turns = [await user.act(Talk().view(screen)) for _ in range(MOST_TRIES)]

    assert [turn.ended for turn in turns] == [False] * (MOST_TRIES - 1) + [True]
    assert turns[-1].gave_up
    assert turns[-1].text == "What are they called?"


async def test_tries_are_counted_anew_in_every_round() -> None:
    user, talk = ScriptedUser((Round("One."), Round("Two."))), Talk()
    for _ in range(MOST_TRIES - 1):
        assert (await user.act(talk.view())).text == "Is it done?"
    talk.agent_says("Done.")
    await user.act(talk.view())

    assert await user.act(talk.view()) == UserTurn(text="Is it done?")
