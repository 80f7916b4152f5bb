"""Answers of tools: structured content, the same as text, and blocks for pictures and surfaces."""

from __future__ import annotations

import base64
import json
from typing import Final

from mcp_types import (
    Annotations,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
)

from ui_server.expressions import Json
from ui_server.hosted import HostedSession
from ui_server.mcp import media
from ui_server.screen import Screen

REFUSED: Final = ("code", "message")
"""The fields that every tool error has."""


def describe(fault: Exception) -> dict[str, Json]:
    """A fault of ours as structured content: with `to_json` all it knows, else its code, message and hint."""
    known = getattr(fault, "to_json", None)
    if callable(known):
        told: dict[str, Json] = known()
        return told
    return {
        "code": str(getattr(fault, "code", "fault")),
        "message": str(fault),
        "hint": str(getattr(fault, "hint", "")),
    }


def refused(fault: Exception) -> CallToolResult:
    """The tool error that tells of `fault`."""
    return answer(describe(fault), is_error=True)


def answer(told: dict[str, Json], *blocks: ContentBlock, is_error: bool = False) -> CallToolResult:
    """`told` as structured content and as text, then `blocks`."""
    # Clients that do not know structured content get the same as text, as MCP asks.
    text = TextContent(text=json.dumps(told, ensure_ascii=False, separators=(",", ":")))
    return CallToolResult(content=[text, *blocks], structured_content=told, is_error=is_error)


def report(session: HostedSession, screen: Screen) -> dict[str, Json]:
    """The screen report, with the address of the picture."""
    told = screen.report()
    address = media.Address(session.session_id, "screens", f"{screen.revision}.png")
    return {**told, "screenshot": {**told["screenshot"], "uri": str(address)}}


def picture(screen: Screen) -> ImageContent:
    """The screen for clients and models that look."""
    return ImageContent(data=base64.b64encode(screen.png).decode(), mime_type=media.PNG)


def embedded(session: HostedSession, screen: Screen, capabilities: Json) -> list[ContentBlock]:
    """The shown surfaces as A2UI, for a client that said it draws them itself; the model need not read them."""
    blocks: list[ContentBlock] = []
    for surface in screen.scene.surfaces:
        messages = session.definitions.messages(surface)
        if messages is None or not media.supports(capabilities, surface.version, surface.catalog_id):
            continue
        address = media.Address(session.session_id, "surfaces", surface.surface_id)
        text = json.dumps(messages, ensure_ascii=False)
        contents = TextResourceContents(uri=str(address), mime_type=media.A2UI, text=text)
        blocks.append(EmbeddedResource(resource=contents, annotations=Annotations(audience=["user"])))
    return blocks
