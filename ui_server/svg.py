"""Whether an SVG is a plain drawing: no scripts, no links, nothing fetched, nothing that moves or multiplies.

A pattern may be painted with a pattern, a mask be masked: a few such lines are drawn more often than there is time for.
So the work that a drawing refers to is counted first, each part as often as it is drawn.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import Final

MAX_BYTES: Final = 300_000
MAX_DRAWN: Final = 200_000
"""Elements drawn, those that others refer to once for each time; honest drawings have thousands."""
MAX_FILTER_STEPS: Final = 100
"""Steps of one filter; a shadow has six."""
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
_STYLE: Final = re.compile(
    r"@import|@font-face|@keyframes|animation|--[\w-]+\s*:[^;]*url\(|\\|url\(\s*['\"]?\s*(?!#|['\"\s])", re.IGNORECASE
)


_OWN: Final = frozenset({"mask", "clip-path", "filter", "mask-image", "href"})
"""What an element refers to for itself; all else may be inherited by everything inside it."""
_MARKER: Final = "marker"
_REFERENCE: Final = re.compile(r"url\(\s*['\"]?\s*#([^'\")]+?)\s*['\"]?\s*\)")
_NUMBER: Final = re.compile(r"[0-9.]+")
_RULE: Final = re.compile(r"([^{}]*)\{([^{}]*)\}")
_CLASSES: Final = re.compile(r"\s*\.[\w-]+\s*(?:,\s*\.[\w-]+\s*)*")


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
    return next((found for element in root.iter() if (found := _element_fault(element))), "") or _Work(root).fault()


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


class _Work:
    """How much there is to draw once every reference is followed."""

    def __init__(self, root: ElementTree.Element) -> None:
        self._root = root
        self._steps = 0
        self._costs: dict[str, int] = {}
        self._open: set[str] = set()
        self._named: dict[str, ElementTree.Element] = {}
        for element in root.iter():
            self._named.setdefault(element.get("id", ""), element)
        self._by_class, self._everywhere = _styled(root)

    def fault(self) -> str:
        """ "" where the drawing can be drawn."""
        for element in self._root.iter():
            if _kind(element) == "filter" and sum(1 for _ in element.iter()) > MAX_FILTER_STEPS:
                return "SVG with a filter of too many steps"
        try:
            too_much = self._cost(self._root) > MAX_DRAWN
        except RecursionError:
            too_much = True
        return "SVG whose parts multiply" if too_much else ""

    def _cost(self, element: ElementTree.Element) -> int:
        """Elements drawn for this one; stops counting beyond what is allowed."""
        total = 0
        for inner in element.iter():
            self._steps += 1
            total += 1 + sum(self._cost_of(name) * times for name, times in self._references(inner))
            if max(total, self._steps) > MAX_DRAWN:
                return MAX_DRAWN + 1
        return total

    def _cost_of(self, name: str) -> int:
        if name in self._open:
            # What refers to itself is not drawn; browsers see to that.
            return 1
        if name not in self._costs:
            self._open.add(name)
            self._costs[name] = self._cost(self._named[name])
            self._open.discard(name)
        return self._costs[name]

    def _references(self, element: ElementTree.Element) -> Iterator[tuple[str, int]]:
        """What the element refers to, and how often that may be drawn for it."""
        for name, value in self._properties(element):
            found = [value.strip()[1:]] if name == "href" else _REFERENCE.findall(value)
            known = [target for target in found if target in self._named]
            if known:
                times = 1 if name in _OWN else _places(element, name)
                yield from ((target, times) for target in known)

    def _properties(self, element: ElementTree.Element) -> Iterator[tuple[str, str]]:
        for key, value in element.attrib.items():
            name = key.rpartition("}")[2].lower()
            yield from _declarations(value) if name == "style" else [(name, value)]
        yield from self._everywhere
        for name in element.get("class", "").split():
            yield from self._by_class.get(name, ())


def _places(element: ElementTree.Element, name: str) -> int:
    """On how many elements, or with a marker on how many points, an inherited property shows."""
    if not name.startswith(_MARKER):
        return sum(1 for _ in element.iter())
    paths = (inner.get("d", "") + inner.get("points", "") for inner in element.iter())
    return sum(1 + len(_NUMBER.findall(path)) for path in paths)


def _styled(root: ElementTree.Element) -> tuple[dict[str, list[tuple[str, str]]], list[tuple[str, str]]]:
    """The declarations of style sheets that refer to something: by class, and those that may hold for any element."""
    by_class: dict[str, list[tuple[str, str]]] = {}
    everywhere: list[tuple[str, str]] = []
    for element in root.iter():
        sheet = "".join(element.itertext()) if _kind(element) == "style" else ""
        for selectors, body in _RULE.findall(sheet):
            declared = [(name, value) for name, value in _declarations(body) if "url(" in value.lower()]
            if not _CLASSES.fullmatch(selectors):
                everywhere += declared
                continue
            for selector in selectors.split(","):
                by_class.setdefault(selector.strip()[1:], []).extend(declared)
    return by_class, everywhere


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    for declaration in style.split(";"):
        name, _, value = declaration.partition(":")
        yield name.strip().lower(), value


def _kind(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2].lower()
