"""The tools that look up how screens are written, as the agent of an episode can too. They need no session."""

from __future__ import annotations

from typing import Any

from mcp_types import CallToolResult

from ui_server.agent_docs import docs
from ui_server.mcp.answers import answer
from ui_server.mcp.arguments import CategoryArguments, DocsArguments, ItemArguments, QueryArguments


async def ui_get_quick_start(_: Any, given: DocsArguments) -> CallToolResult:
    """Says in short how screens are written: the messages, the rules, every component, and an example."""
    return answer({"version": given.version, "text": docs.quick_start(given.version)})


async def ui_explore_capabilities(_: Any, given: DocsArguments) -> CallToolResult:
    """Lists the categories of the documentation about screens."""
    return answer(docs.capabilities(given.version))


async def ui_list_items(_: Any, given: CategoryArguments) -> CallToolResult:
    """Lists the pages of a category of the documentation, each with one sentence."""
    return answer(docs.list_items(given.version, given.category))


async def ui_get_item_details(_: Any, given: ItemArguments) -> CallToolResult:
    """Gives one page of the documentation: every property with its type and default, and a whole example."""
    return answer(docs.item_details(given.version, given.category, given.item_name))


async def ui_search_docs(_: Any, given: QueryArguments) -> CallToolResult:
    """Finds the pages of the documentation that answer a question, best first."""
    return answer(docs.search(given.version, given.query))
