"""What holds for every tool of every app, whoever wrote it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agent_bridge.toolkit.tool import Tool
from scenarios.world.calls import Calls
from scenarios.world.domains import ALL
from scenarios.world.plan import Plan
from scenarios.world.world import World
from ui_server.expressions import Json

TOOLS = [tool for domain in ALL for tool in domain.tools]
LOOKING = {"show", "search", "list", "find", "get", "count", "check", "agenda", "due", "overdue", "upcoming", "next"}


def looks(tool: Tool) -> bool:
    """Whether a tool's name begins with a verb of looking, behind the name of its domain."""
    return tool.name.removeprefix(f"{tool.domain}_").partition("_")[0] in LOOKING


every_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
every_read = pytest.mark.parametrize("tool", [t for t in TOOLS if looks(t)], ids=lambda tool: tool.name)
every_write = pytest.mark.parametrize("tool", [t for t in TOOLS if not looks(t)], ids=lambda tool: tool.name)


@every_tool
def test_a_tool_says_what_it_does_in_a_sentence_or_a_few(tool: Tool) -> None:
    assert tool.description.endswith(".")
    assert tool.description[0].isupper()
    assert len(tool.description) <= 400


@every_tool
def test_a_tool_is_found_by_more_words_than_those_of_its_name(tool: Tool) -> None:
    assert tool.keywords


@every_tool
def test_the_schema_of_a_tool_is_closed_and_typed(tool: Tool) -> None:
    schema = tool.schema
    assert schema["additionalProperties"] is False
    for name, prop in schema["properties"].items():
        assert "type" in prop or "anyOf" in prop, name
        assert prop.get("description") or prop["type"] == "boolean" or len(name) > 3, name


@every_tool
def test_an_id_that_an_agent_has_to_give_says_where_it_comes_from(tool: Tool) -> None:
    for name, prop in tool.schema["properties"].items():
        if name.endswith("_id"):
            assert prop.get("description"), name


@every_tool
def test_every_example_of_a_tool_runs_in_the_sample_world(
    tool: Tool, open_world: Callable[..., World], plan: Plan
) -> None:
    assert tool.examples
    for example in tool.examples:
        call = Calls(open_world(), plan.registry).run(tool.name, example)
        assert call.ok, call.error
        assert isinstance(call.result, dict)


@every_tool
def test_the_same_call_in_an_equal_world_does_the_same(
    tool: Tool, open_world: Callable[..., World], plan: Plan
) -> None:
    made = [Calls(open_world(), plan.registry).run(tool.name, tool.examples[0]).to_json() for _ in range(2)]
    assert made[0] == made[1]


@every_read
def test_a_tool_that_looks_changes_nothing(tool: Tool, open_world: Callable[..., World], plan: Plan) -> None:
    for example in tool.examples:
        assert Calls(open_world(), plan.registry).run(tool.name, example).changes == ()


@every_write
def test_a_tool_that_acts_changes_something_and_says_so(
    tool: Tool, open_world: Callable[..., World], plan: Plan
) -> None:
    for example in tool.examples:
        call = Calls(open_world(), plan.registry).run(tool.name, example)
        result = call.result
        assert isinstance(result, dict)
        assert call.changes
        assert any(not change.derived for change in call.changes)
        assert str(result["message"]).endswith(".")


@every_write
def test_what_a_tool_did_can_be_undone_exactly(tool: Tool, open_world: Callable[..., World], plan: Plan) -> None:
    world = open_world()
    before = world.rows.all_rows()
    Calls(world, plan.registry).run(tool.name, tool.examples[0])
    world.rows.rewind()
    assert world.rows.all_rows() == before


@every_write
def test_times_that_a_tool_writes_are_those_of_the_episode(
    tool: Tool, open_world: Callable[..., World], plan: Plan
) -> None:
    call = Calls(open_world(), plan.registry).run(tool.name, tool.examples[0])
    stamps = ("created_at", "updated_at", "creation_datetime")
    written = {value for change in call.changes for name, value in change.new.items() if name in stamps}
    copied = {value for change in call.changes for name, value in change.old.items() if name in stamps}
    assert written - copied <= {"2026-05-04T09:00:00"}


@every_tool
def test_a_wrong_argument_is_told_before_anything_happens(
    tool: Tool, open_world: Callable[..., World], plan: Plan
) -> None:
    call = Calls(open_world(), plan.registry).run(tool.name, {**tool.examples[0], "no_such_argument": 1})
    assert call.error is not None
    assert call.error["code"] == "invalid_arguments"
    assert call.changes == ()


@every_tool
def test_an_id_that_nothing_has_is_refused_with_a_remedy(
    tool: Tool, open_world: Callable[..., World], plan: Plan
) -> None:
    ids = [name for name in tool.schema["required"] if name.endswith("_id")]
    for name in ids:
        nothing: Json = 987654 if tool.schema["properties"][name]["type"] == "integer" else "no-such-thing"
        call = Calls(open_world(), plan.registry).run(tool.name, {**tool.examples[0], name: nothing})
        assert call.error is not None, name
        assert call.error["code"] == "not_found"
        assert call.error["hint"]
        assert call.changes == ()


def test_no_two_apps_have_tools_of_one_name(plan: Plan) -> None:
    assert len(plan.registry) == len(TOOLS)
