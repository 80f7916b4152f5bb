"""A2UI as MCP carries it: the media type, the addresses of resources, payloads that come wrapped in a resource."""

from __future__ import annotations

import base64
import binascii
import re
import urllib.parse
from dataclasses import dataclass
from typing import Final, Literal

from ui_server.expressions import Json
from ui_server.images import decode_data_uri
from ui_server.mcp.errors import ToolRefused
from ui_server.surface import Version

A2UI: Final = "application/a2ui+json"
A2UI_EARLIER: Final = "application/json+a2ui"
"""How v0.8 and v0.9 spelled the media type; both are read for every version."""
PNG: Final = "image/png"
JSON: Final = "application/json"

Kind = Literal["surfaces", "screens", "images"]
_ADDRESS: Final = re.compile(r"a2ui://sessions/([^/?#]+)/(surfaces|screens|images)/([^/?#]+)")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a resource is: `a2ui://sessions/<session>/<kind>/<name>`, the name percent-encoded."""

    session_id: str
    kind: Kind
    name: str

    def __str__(self) -> str:
        return f"a2ui://sessions/{_quoted(self.session_id)}/{self.kind}/{_quoted(self.name)}"


def read_address(uri: str) -> Address | None:
    """The address that `uri` spells, None when it is none of ours."""
    match = _ADDRESS.fullmatch(uri)
    if match is None:
        return None
    kind: Kind = match[2]  # type: ignore[assignment]  # the expression matches these three alone
    return Address(urllib.parse.unquote(match[1]), kind, urllib.parse.unquote(match[3]))


def _quoted(part: str) -> str:
    return urllib.parse.quote(part, safe="")


def unwrapped(payload: Json) -> Json:
    """The A2UI in `payload`: itself, or what an MCP resource or an A2A data part of either media type carries.

    Raises ToolRefused for a resource of another type.
    """
    if not isinstance(payload, dict):
        return payload
    inner = payload.get("resource")
    if payload.get("type") == "resource" and isinstance(inner, dict):
        return unwrapped(inner)
    if "mimeType" in payload and ("text" in payload or "blob" in payload):
        _check_type(payload["mimeType"])
        return _text_of(payload)
    metadata = payload.get("metadata")
    if "data" in payload and isinstance(metadata, dict) and "mimeType" in metadata:
        _check_type(metadata["mimeType"])
        return payload["data"]
    return payload


def _check_type(media_type: Json) -> None:
    if str(media_type).partition(";")[0].strip().lower() not in (A2UI, A2UI_EARLIER):
        raise ToolRefused(
            f"A resource of type {media_type!r} is no A2UI.",
            code="wrong_media_type",
            hint=f"Use {A2UI}; {A2UI_EARLIER} is read as well.",
        )


def _text_of(resource: dict[str, Json]) -> str:
    text = resource.get("text")
    if isinstance(text, str):
        return text
    try:
        return base64.b64decode(str(resource.get("blob")), validate=True).decode("utf-8")
    except (binascii.Error, ValueError) as fault:
        raise ToolRefused("The blob is no base64 of a UTF-8 text.", code="bad_encoding") from fault


def image_bytes(source: str) -> bytes:
    """The bytes of an image given as a `data:` URI or as base64 alone; raises ImageRefused."""
    return decode_data_uri(source if source[:5].lower() == "data:" else f"data:image/*;base64,{source}")


def supports(capabilities: Json, version: Version, catalog_id: str) -> bool:
    """Whether a client that declares `capabilities` draws surfaces of this version and catalog itself.

    v0.8 declares flat, later versions under the version's name; a client that lists no catalogs draws none.
    """
    if not isinstance(capabilities, dict):
        return False
    block = capabilities if version == "v0.8" and "supportedCatalogIds" in capabilities else capabilities.get(version)
    if block is None and version == "v0.9.1":
        block = capabilities.get("v0.9")
    listed = block.get("supportedCatalogIds") if isinstance(block, dict) else None
    return isinstance(listed, list) and bool(listed) and (not catalog_id or catalog_id in listed)
