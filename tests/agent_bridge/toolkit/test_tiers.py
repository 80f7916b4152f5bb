"""A tier offers what it brings, on top of a larger tier without what it stands for."""

from __future__ import annotations

from agent_bridge.toolkit.registry import Registry
from agent_bridge.toolkit.tiers import Tier
from agent_bridge.toolkit.tool import Tool
from ui_server.expressions import Json


def act(context: object) -> Json:
    """Act."""
    return None


def tool(name: str, tier: Tier = Tier.FULL, **more: object) -> Tool:
    return Tool(name=name, domain="market", function=act, tier=tier, **more)  # type: ignore[arg-type]


def every_tool() -> Registry:
    return Registry(
        [
            tool("buy"),
            tool("sell"),
            tool("weigh"),
            tool("haggle", extra=True),
            tool("show_screen", everywhere=True),
            tool("trade", Tier.MEDIUM, absorbs=("buy", "sell")),
            tool("handle", Tier.COMPACT, absorbs=("trade", "weigh")),
            tool("market", Tier.MINI, absorbs=("buy", "sell", "weigh")),
        ]
    )


def names(tier: Tier, *, extra: bool = False) -> list[str]:
    return [offered.name for offered in every_tool().at(tier, extra=extra)]


def test_full_offers_every_published_tool_and_no_merged_one() -> None:
    assert names(Tier.FULL) == ["buy", "sell", "weigh", "show_screen"]


def test_tools_of_our_own_come_only_when_asked_for() -> None:
    assert names(Tier.FULL, extra=True) == ["buy", "sell", "weigh", "haggle", "show_screen"]


def test_medium_is_full_without_what_it_absorbs() -> None:
    assert names(Tier.MEDIUM) == ["weigh", "show_screen", "trade"]


def test_compact_builds_on_medium() -> None:
    assert names(Tier.COMPACT) == ["show_screen", "handle"]


def test_mini_offers_only_what_it_brings_and_what_is_everywhere() -> None:
    assert names(Tier.MINI) == ["show_screen", "market"]
