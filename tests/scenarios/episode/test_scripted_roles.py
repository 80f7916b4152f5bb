"""Scripted roles together: what the user cannot see it says, the agent may mend it, and the episode keeps both."""

from __future__ import annotations

from typing import Any

from scenarios.episode.record import EpisodeRecord
from scenarios.episode.scheduler import Ending
from scenarios.runs.stage import Stage
from tests.scenarios.plays import button, messages, scenario, scripted_agent, scripted_user, texts, verdict_of
from ui_server.expressions import Json
from ui_server.steps import ClickStep
from user_sim.scripted import NO_SCREEN, ScriptedUser

DELETE: dict[str, Any] = {"call": "simple_note_delete_note", "args": {"note_id": "{{click.context.id}}"}}
ROUND: dict[str, Any] = {
    "query": "One of my notes goes. Show me both.",
    "private": "The one with fewer words goes.",
    "needs_screen": True,
    "decisions": [
        {"press": "delete", "by": {"least": r"(\d+) words"}, "spoken": "The shorter one.", "ask": "How long are they?"}
    ],
}


def both(*lengths: str) -> dict[str, Any]:
    """The step that draws both notes, each with what is said of its length."""
    cards: list[Json] = []
    for key, title, length, note_id in (("a", "Packing list", lengths[0], 11), ("b", "Old code", lengths[1], 12)):
        press, word = button("delete", "Delete", {"id": note_id})
        assert isinstance(press, dict) and isinstance(word, dict)
        cards += [
            {"id": f"{key}_card", "component": "Card", "child": f"{key}_body"},
            {
                "id": f"{key}_body",
                "component": "Column",
                "children": [f"{key}_title", f"{key}_length", f"{key}_delete"],
            },
            {"id": f"{key}_title", "component": "Text", "text": title},
            {"id": f"{key}_length", "component": "Text", "text": length},
            {**press, "id": f"{key}_delete", "child": f"{key}_word"},
            {**word, "id": f"{key}_word"},
        ]
    root: Json = {"id": "root", "component": "Column", "children": ["a_card", "b_card"]}
    return {"screen": messages(root, *cards)}


def again(*lengths: str) -> dict[str, Any]:
    """The step that draws both notes anew on the surface that is there."""
    step = both(*lengths)
    return {"screen": step["screen"][1:]}


async def played(stage: Stage, *oracle: dict[str, Any], **more: Any) -> EpisodeRecord:
    found = scenario(modes=["ui"], rounds=[ROUND], oracle=[*oracle], **more)
    return await stage.play(found, "ui", scripted_agent, scripted_user)


async def test_a_screen_that_lacks_the_figures_is_asked_about_and_a_better_one_is_used(ui_stage: Stage) -> None:
    record = await played(
        ui_stage,
        both("long", "short"),
        {"show": None},
        {"say": "Which one goes?"},
        again("2 words", "1 words"),
        {"show": None},
        {"say": "Is that better?"},
        DELETE,
        {"say": "Deleted."},
    )

    assert texts(record)[1:4] == [
        ("agent", "Which one goes?"),
        ("user", "How long are they?"),
        ("agent", "Is that better?"),
    ]
    assert record.process.lacking == ["How long are they?"]
    assert [each.step for each in record.interactions] == [ClickStep("b_delete")]
    assert verdict_of(record).passed


async def test_a_user_that_never_sees_what_it_needs_gives_up(ui_stage: Stage) -> None:
    record = await played(ui_stage, both("long", "short"), {"show": None}, *([{"say": "Which one goes?"}] * 6))

    assert record.ending is Ending.USER_GAVE_UP
    assert record.process.lacking == ["How long are they?"] * 5
    assert record.interactions == ()
    assert not verdict_of(record).passed


async def test_a_round_that_needs_a_screen_and_gets_none_is_kept_as_lacking_and_as_no_bypass(ui_stage: Stage) -> None:
    delete = {"call": "simple_note_delete_note", "args": {"note_id": 12}}

    record = await played(ui_stage, {"say": "Which one goes?"}, delete, {"say": "Deleted."})

    assert record.process.lacking == [NO_SCREEN]
    assert record.process.bypasses == 0
    assert ("user", "The shorter one.") in texts(record)


async def test_a_choice_said_instead_of_clicked_is_counted_where_the_process_is_judged(ui_stage: Stage) -> None:
    delete = {"call": "simple_note_delete_note", "args": {"note_id": 12}}
    steps = [both("2 words", "1 words"), {"show": None}, {"say": "Which one goes?"}, delete, {"say": "Deleted."}]
    found = scenario(modes=["ui"], rounds=[ROUND], oracle=steps)

    def speaking(*_: object) -> ScriptedUser:
        return ScriptedUser(found.rounds, habit="speak")

    record = await ui_stage.play(found, "ui", scripted_agent, speaking)

    assert record.interactions == ()
    assert verdict_of(record).outcome.process.ui_bypassed == 1
    assert verdict_of(record).passed


async def test_an_oracle_that_gets_stuck_is_the_agents_failure(ui_stage: Stage) -> None:
    record = await played(ui_stage, {"say": "Which one goes?"}, DELETE)

    assert record.fault is not None
    assert (record.fault.owner, record.fault.code) == ("agent", "oracle_stuck")
    assert verdict_of(record).outcome.episode_class == "failure"
