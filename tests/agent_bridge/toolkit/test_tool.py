"""A tool is read off a function: name, description, examples, arguments."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import Field

from agent_bridge.toolkit.errors import BadTool, InvalidArguments
from agent_bridge.toolkit.tiers import Tier
from agent_bridge.toolkit.tool import Tool, tools
from ui_server.expressions import Json


def buy(shop: list[str], thing: str, count: Annotated[int, Field(ge=1)] = 1) -> Json:
    """Buy something.

    It is delivered tomorrow.

    >>> market_buy(thing="tea", count=2)
    >>> market_buy(thing="salt")
    """
    shop.extend([thing] * count)
    return {"bought": count}


def look(shop: list[str]) -> Json:
    """See what was bought."""
    return list(shop)


def market_tools() -> tuple[Tool, ...]:
    return tools("market", {buy: "shop purchase", look: "list"}, needs=("network",))


def test_the_first_parameter_is_the_context_and_no_argument() -> None:
    assert list(market_tools()[0].schema["properties"]) == ["thing", "count"]


def test_the_description_is_the_docstring_before_the_examples() -> None:
    assert market_tools()[0].description == "Buy something.\n\nIt is delivered tomorrow."


def test_the_examples_are_the_calls_in_the_docstring() -> None:
    assert market_tools()[0].examples == ({"thing": "tea", "count": 2}, {"thing": "salt"})


def test_a_function_is_named_after_its_domain_and_known_by_its_bare_name() -> None:
    tool = market_tools()[0]
    assert (tool.name, tool.aliases, tool.keywords) == ("market_buy", ("buy",), ("shop", "purchase"))
    assert tool.needs == ("network",)


def test_a_domain_without_a_prefix_keeps_the_functions_name() -> None:
    (tool,) = tools("market", {look: ""}, prefix=False)
    assert (tool.name, tool.aliases, tool.domain) == ("look", (), "market")


def test_an_underscore_that_keeps_clear_of_pythons_names_is_not_part_of_the_name() -> None:
    def list_(shop: list[str]) -> Json:
        """List everything."""
        return list(shop)

    (tool,) = tools("market", {list_: ""})
    assert (tool.name, tool.aliases) == ("market_list", ("list",))


def test_running_a_tool_runs_the_function_in_the_context() -> None:
    shop: list[str] = []
    assert market_tools()[0].run(shop, {"thing": "tea", "count": "2"}) == {"bought": 2}
    assert shop == ["tea", "tea"]


def test_a_call_that_does_not_fit_never_reaches_the_function() -> None:
    shop: list[str] = []
    with pytest.raises(InvalidArguments):
        market_tools()[0].run(shop, {"thing": "tea", "count": 0})
    assert shop == []


def test_a_function_without_a_docstring_makes_no_tool() -> None:
    def silent(context: object) -> Json:
        return None

    with pytest.raises(BadTool, match="no docstring"):
        Tool(name="silent", domain="market", function=silent)


@pytest.mark.parametrize("source", ["other_tool(thing=1)", "market_pay(1)", "3"])
def test_an_example_has_to_call_the_tool_by_keywords(source: str) -> None:
    def pay(context: object, amount: int) -> Json:
        return None

    pay.__doc__ = f"Pay.\n\n>>> {source}\n"
    with pytest.raises(BadTool):
        _ = Tool(name="market_pay", domain="market", function=pay).examples


def test_the_record_of_a_tool_holds_all_that_is_known_of_it() -> None:
    told = market_tools()[1].to_json()
    assert told == {
        "name": "market_look",
        "domain": "market",
        "tier": Tier.FULL.value,
        "extra": False,
        "description": "See what was bought.",
        "keywords": ["list"],
        "aliases": ["look"],
        "absorbs": [],
        "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
        "examples": [],
    }
