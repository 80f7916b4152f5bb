"""Whether an SVG is a plain drawing: no scripts, no links, nothing fetched, nothing that moves."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from typing import Final

MAX_BYTES: Final = 300_000
NAMESPACE: Final = "http://www.w3.org/2000/svg"
_XHTML: Final = "http://www.w3.org/1999/xhtml"
_REFUSED: Final = frozenset(
    {"script", "foreignobject", "animate", "animatemotion", "animatetransform", "animatecolor", "set", "discard",
     "image", "feimage", "use", "handler", "listener"}
)  # fmt: skip
"""Elements that run, fetch, move, or can repeat themselves without end."""
_DECLARATION: Final = re.compile(r"<\?xml\s[^?]*\?>")
_ENCODING: Final = re.compile(r"encoding\s*=\s*['\"](?!utf-8['\"]|us-ascii['\"])", re.IGNORECASE)
_BESIDES_XML: Final = re.compile(r"<!DOCTYPE|<!ENTITY|<\?", re.IGNORECASE)
_STYLE: Final = re.compile(r"@import|@font-face|@keyframes|animation|\\|url\(\s*['\"]?\s*(?!#|['\"\s])", re.IGNORECASE)


def fault(content: bytes) -> str:
    """Why this SVG is not shown, in a few words; "" for a plain drawing."""
    if len(content) > MAX_BYTES:
        return f"SVG larger than {MAX_BYTES // 1000} kB"
    try:
        text = content.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        return "SVG that is not UTF-8"
    declaration = _DECLARATION.match(text)
    body = text[declaration.end() :] if declaration else text
    if (declaration and _ENCODING.search(declaration[0])) or _BESIDES_XML.search(body):
        return "SVG with a document type, entities or instructions"
    try:
        # Entities need a document type, which has just been refused.
        root = ElementTree.fromstring(body)
    except (ElementTree.ParseError, ValueError):
        return "no well-formed SVG"
    if root.tag != f"{{{NAMESPACE}}}svg":
        return "no SVG: the root must be svg in the namespace of SVG"
    return next((found for element in root.iter() if (found := _element_fault(element))), "")


def _element_fault(element: ElementTree.Element) -> str:
    namespace, _, name = element.tag.removeprefix("{").rpartition("}")
    if name.lower() in _REFUSED or namespace == _XHTML:
        return f"SVG with {name}"
    if name.lower() == "style" and _STYLE.search("".join(element.itertext())):
        return "SVG with a style that fetches or moves"
    for key, value in element.attrib.items():
        attribute = key.rpartition("}")[2].lower()
        if attribute.startswith("on") or (attribute == "href" and not value.strip().startswith("#")):
            return f"SVG with {attribute}"
        if _STYLE.search(value):
            return "SVG with a style that fetches or moves"
    return ""
