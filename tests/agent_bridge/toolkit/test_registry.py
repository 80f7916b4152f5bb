"""The registry finds tools by name, by older names and by domain, and says what was probably meant."""

from __future__ import annotations

import pytest

from agent_bridge.toolkit.errors import DuplicateTool, UnknownTool
from agent_bridge.toolkit.registry import Registry
from agent_bridge.toolkit.tiers import Tier
from agent_bridge.toolkit.tool import Tool
from ui_server.expressions import Json


def act(context: object) -> Json:
    """Act."""
    return None


def tool(name: str, *, domain: str = "market", **more: object) -> Tool:
    return Tool(name=name, domain=domain, function=act, **more)  # type: ignore[arg-type]


def test_a_tool_is_found_by_its_exact_name() -> None:
    registry = Registry([tool("market_buy"), tool("market_sell")])
    assert registry.get("market_sell").name == "market_sell"
    assert "market_buy" in registry
    assert "market_rent" not in registry
    assert len(registry) == 2


def test_an_unknown_name_is_told_the_nearest_ones() -> None:
    registry = Registry([tool("market_buy"), tool("market_sell")])
    with pytest.raises(UnknownTool) as caught:
        registry.get("market_bye")
    assert caught.value.near[0] == "market_buy"
    assert caught.value.to_json() == {
        "code": "unknown_tool",
        "message": "There is no tool 'market_bye'.",
        "hint": "Did you mean market_buy or market_sell?",
    }


def test_an_alias_is_no_name_to_call_but_the_first_to_be_meant() -> None:
    registry = Registry([tool("market_buy", aliases=("buy",))])
    with pytest.raises(UnknownTool) as caught:
        registry.get("buy")
    assert caught.value.near == ("market_buy",)


def test_a_tool_that_absorbs_others_is_known_by_their_names() -> None:
    wide = tool("market_trade", tier=Tier.MEDIUM, absorbs=("market_buy", "market_sell"))
    assert Registry([wide]).known_as("market_sell") == (wide,)


def test_the_tool_of_a_name_goes_before_those_that_absorb_it() -> None:
    narrow = tool("market_buy")
    wide = tool("market_trade", absorbs=("market_buy",))
    assert Registry([wide, narrow]).known_as("market_buy") == (narrow,)


def test_nothing_is_known_by_a_name_that_nobody_has() -> None:
    assert Registry().known_as("market_buy") == ()


def test_two_tools_of_one_name_are_a_fault_of_ours() -> None:
    with pytest.raises(DuplicateTool) as caught:
        Registry([tool("market_buy"), tool("market_buy")])
    assert caught.value.owner == "harness"


def test_domains_come_in_the_order_in_which_they_were_declared() -> None:
    registry = Registry([tool("b", domain="bank"), tool("a", domain="market"), tool("c", domain="bank")])
    assert registry.domains() == ("bank", "market")
    assert [found.name for found in registry.of_domain("bank")] == ["b", "c"]
