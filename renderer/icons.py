"""Google's Material Icons as inline SVG shapes, found by the names that agents use.

A2UI names are camelCase (`shoppingCart`); payloads in the field also use Material's own snake_case (`priority_high`).
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from importlib.resources import files
from xml.etree import ElementTree

from markupsafe import Markup

STYLES = ("rounded", "filled", "outlined")
"""The package's folders, the preferred one first."""
UNKNOWN = "help-outline"
LONGEST_NAME = 100
MAX_PATH_LENGTH = 10_000

ALIASES = {
    "play": "play-arrow",
    "rewind": "fast-rewind",
    "star-off": "star-border",
    "favorite-off": "favorite-border",
    "location": "location-on",
    "user": "person",
    "calendar": "calendar-today",
    "cart": "shopping-cart",
    "email": "mail",
}
"""A2UI names, and everyday names, that Material spells otherwise."""
_ENDINGS = ("", "-outline", "-filled", "-border", "-on")

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SEPARATORS = re.compile(r"[\s_-]+")
_PATH = re.compile(r"\s*[Mm][MmZzLlHhVvCcSsQqTtAaEe0-9+\-.,\s]*")
_NUMBERS = re.compile(r"[0-9eE+\-.,\s]+")
_TRANSFORM = re.compile(r"(?:matrix|translate|rotate|scale)\([0-9eE+\-.,\s]+\)")
_SHAPES = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "polygon": ("points",),
}


@dataclass(frozen=True, slots=True)
class Glyph:
    """The shapes of one icon on a 24 x 24 grid; `known` is false when they are the neutral fallback's."""

    shapes: Markup
    known: bool


class Icons:
    """The icons of the installed package, each read once."""

    def __init__(self) -> None:
        self._archive = zipfile.ZipFile(str(files("justmyresource_material_icons") / "icons.zip"))
        self._names = frozenset(self._archive.namelist())
        self._glyphs: dict[str | None, Glyph] = {}

    def find(self, name: str) -> Glyph:
        """The icon called `name` in camelCase, snake_case or kebab-case, else a question mark."""
        place = self._place(kebab(name)) if len(name) <= LONGEST_NAME else None
        # Kept by the file: a name can be spelt in as many ways as there are spaces to put into it.
        glyph = self._glyphs.get(place)
        if glyph is None:
            glyph = self._glyphs[place] = Glyph(self._read(place or f"{STYLES[0]}/{UNKNOWN}.svg"), place is not None)
        return glyph

    def _place(self, name: str) -> str | None:
        name = ALIASES.get(name, name)
        places = (f"{style}/{name}{ending}.svg" for ending in _ENDINGS for style in STYLES)
        return next((place for place in places if place in self._names), None)

    def _read(self, place: str) -> Markup:
        return _shapes(ElementTree.fromstring(self._archive.read(place)))


def kebab(name: str) -> str:
    """`shoppingCart`, `shopping_cart` and `Shopping Cart` as `shopping-cart`."""
    return _SEPARATORS.sub("-", _HUMP.sub("-", name.strip())).lower()


def readable(name: str) -> str:
    """An icon's name in words, `shoppingCart` as `Shopping cart`."""
    return kebab(name).replace("-", " ").capitalize()


def outline(path: str) -> Markup | None:
    """An agent's own path data as a shape; None when it is not path data, or longer than `MAX_PATH_LENGTH`."""
    if len(path) > MAX_PATH_LENGTH or not _PATH.fullmatch(path):
        return None
    return Markup('<path d="{}"/>').format(path)


def _shapes(element: ElementTree.Element) -> Markup:
    if element.get("fill") == "none" or element.get("display") == "none":
        return Markup("")
    tag = element.tag.rpartition("}")[2]
    if tag in _SHAPES:
        return _shape(element, tag)
    return Markup("").join(_shapes(child) for child in element)


def _shape(element: ElementTree.Element, tag: str) -> Markup:
    kept: list[tuple[str, str]] = []
    for name in _SHAPES[tag]:
        value = element.get(name, "")
        if (_PATH if name == "d" else _NUMBERS).fullmatch(value):
            kept.append((name, value))
    if _TRANSFORM.fullmatch(element.get("transform", "")):
        kept.append(("transform", element.get("transform", "")))
    if element.get("fill-rule") == "evenodd":
        kept.append(("fill-rule", "evenodd"))
    return Markup(f"<{tag}") + Markup("").join(Markup(' {}="{}"').format(*pair) for pair in kept) + Markup("/>")
