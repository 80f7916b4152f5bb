"""Whether the paths of a surface lead to its data: their form, their place in a template, what fills them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ui_server import pointer
from ui_server.component import INPUT_KINDS, Component, Template
from ui_server.diagnostics import hints
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.graph import Graph
from ui_server.diagnostics.locations import Steps
from ui_server.diagnostics.parts import parts, within
from ui_server.diagnostics.place import quote
from ui_server.diagnostics.scopes import Rows, rows_of, tokens_of
from ui_server.diagnostics.screen import Judged
from ui_server.expressions import Binding, Initial, Json
from ui_server.pointer import Missing, Tokens

_DOTTED: Final = re.compile(r"/?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\])+|/?\w+(?:/\w+|\[\d+\])*\[\d+\](?:/\w+|\[\d+\])*")
_BRACES: Final = re.compile(r"^\s*(?:\$\{|\{\{?)\s*(.*?)\s*\}\}?\s*$")
_BRACKETS: Final = re.compile(r"\[([^\]]*)\]")
_ROW_WORDS: Final = frozenset({"item", "row", "this", "self", "current", "each", "element", "*"})
"""Words that other template languages have for a row."""
_NUMBER_WORDS: Final = frozenset({"index", "i", "n", "idx", "rownumber"})
"""Those they have for its number, when they are marked as one: `$index`, `[i]`."""
_PLAIN: Final = (str, int, float, bool)
_WRITTEN_STEPS: Final[Steps] = ("value",)


@dataclass(frozen=True, slots=True)
class Data:
    """What a surface's data holds and what its inputs will put there."""

    judged: Judged
    rows: Rows
    written: frozenset[Tokens]

    @classmethod
    def of(cls, judged: Judged, graph: Graph) -> Data:
        rows = rows_of(judged.surface, graph)
        written = {
            tokens
            for name, bases in rows.items()
            if (path := input_path(graph.components[name])) is not None
            for base in bases
            if (tokens := tokens_of(path, base)) is not None
        }
        return cls(judged, rows, frozenset(written))

    @property
    def empty(self) -> bool:
        return self.judged.surface.data in ({}, None)

    def holds(self, tokens: Tokens) -> bool:
        return not isinstance(self.judged.surface.read(tokens), Missing)

    def fills(self, tokens: Tokens) -> bool:
        """Whether the data or an input gives a value at `tokens`, above it or below it."""
        if self.holds(tokens):
            return True
        return any(path[: len(tokens)] == tokens or tokens[: len(path)] == path for path in self.written)


def input_path(component: Component) -> str | None:
    """Where an input keeps its value, None when it keeps it for itself."""
    value = component.properties.get("value") if component.kind in INPUT_KINDS else None
    return value.path if isinstance(value, Binding | Initial) else None


def check_paths(judged: Judged, graph: Graph, data: Data) -> Iterator[Diagnostic]:
    """What is wrong with the paths of each component."""
    for component in graph.components.values():
        if isinstance(component.children, Template):
            yield from _template(judged, component, component.children, data)
        for steps, outer in parts(component):
            for place, expression in within(steps, outer):
                if isinstance(expression, Binding | Initial):
                    yield from _path(judged, component, place, expression.path, data)


def _path(judged: Judged, component: Component, steps: Steps, path: str, data: Data) -> Iterator[Diagnostic]:
    bases = data.rows.get(component.id, ())
    meant = _in_row(path, bases, data)
    fault = _odd_in_row(judged, component, steps, path, meant) if meant else _form(judged, component, steps, path, data)
    if fault is not None:
        yield fault
        return
    reached = [tokens for base in bases if (tokens := tokens_of(path, base)) is not None]
    if not reached or any(data.fills(tokens) for tokens in reached):
        return
    rows = [base for base in bases if base]
    if path.startswith("/") and any(data.holds(base + pointer.parse(path)) for base in rows):
        yield _absolute(judged, component, steps, path, rows[0])
    elif steps[:3] == ("action", "event", "context"):
        yield _unwritten(judged, component, steps, path, data)
    elif steps != _WRITTEN_STEPS or component.kind not in INPUT_KINDS:
        yield from _unfilled(judged, component, steps, path, data)


def _in_row(path: str, bases: Iterable[Tokens], data: Data) -> str | None:
    """What a path with words for the row or its number means, None when it has none or holds data as it is."""
    tokens = [token for token in re.split(r"[/.]", _BRACKETS.sub(r"/[\1]", path)) if token]
    rows = [base for base in bases if base]
    marks = [index for index, token in enumerate(tokens) if _is_row_word(token)]
    climbs = path.startswith("../") and not marks
    written = [tokens_of(path, base) for base in rows]
    if not (marks or climbs) or any(data.fills(each) for each in written if each is not None):
        return None
    rest = tuple(tokens[marks[-1] + 1 :] if marks else tokens)
    if climbs:
        return pointer.join(rest) if data.holds(rest) else None
    if not rest:
        return "." if any(isinstance(data.judged.surface.read(base), _PLAIN) for base in rows) else None
    held = any(data.holds((*base, *rest)) for base in rows)
    return "/".join(pointer.escape(token) for token in rest) if held else None


def _is_row_word(token: str) -> bool:
    plain = token.strip("${}@:<>[]").lower()
    return plain in _ROW_WORDS or (plain != token and plain in _NUMBER_WORDS)


def _odd_in_row(judged: Judged, component: Component, steps: Steps, path: str, meant: str) -> Diagnostic:
    place = judged.place(component, steps)
    what = f"{place.label} reads {quote(path)}; a template has no word for its row, and no way up from it"
    hint = f"Write {quote(meant)}: a path without a slash in front starts at the row, one with a slash at the root."
    return judged.fault("not_a_pointer", component, place, what, hint, got=path, expected=meant)


def _form(judged: Judged, component: Component, steps: Steps, path: str, data: Data) -> Diagnostic | None:
    """A path that is no JSON Pointer, by what it seems to be."""
    place = judged.place(component, steps)
    if tokens_of(path, ()) is None:
        what = f"{place.label} reads {quote(path)}, which is not a JSON Pointer"
        return judged.fault(
            "invalid_pointer", component, place, what, "In a key write ~0 for ~ and ~1 for /.", got=path
        )
    kind, meant = foreign_form(path)
    if not kind or data.holds(tokens_of(path, ()) or ()):
        return None
    what = f"{place.label} reads {quote(path)}, which is {kind}, not a JSON Pointer"
    return judged.fault("not_a_pointer", component, place, what, f"Write {quote(meant)}.", got=path, expected=meant)


def foreign_form(path: str) -> tuple[str, str]:
    """What kind of path this is when it is no pointer, and the pointer it stands for."""
    if path.startswith("$"):
        braces = _BRACES.match(path)
        inner = braces[1] if braces else path.lstrip("$")
        return ("an interpolation" if braces else "JSONPath"), _slashed(inner)
    if braces := _BRACES.match(path):
        return "an interpolation", _slashed(braces[1])
    if path.startswith("#/"):
        return "a URL fragment", path[1:]
    return ("a dotted path", _slashed(path)) if _DOTTED.fullmatch(path) else ("", path)


def _slashed(path: str) -> str:
    plain = re.sub(r"\[['\"]?([^\]'\"]*)['\"]?\]", r".\1", path).strip(".")
    return "/" + plain.replace(".", "/").strip("/")


def _absolute(judged: Judged, component: Component, steps: Steps, path: str, row: Tokens) -> Diagnostic:
    place = judged.place(component, steps)
    relative = path.strip("/")
    template = pointer.join(row[:-1])
    return judged.fault(
        "absolute_path_in_template",
        component,
        place,
        f"{place.label} reads {quote(path)} from the root of the data, where it does not exist",
        f"Inside the template for {template} write the relative path {quote(relative)}; each row has it.",
        expected=relative,
        got=path,
    )


def _unwritten(judged: Judged, component: Component, steps: Steps, path: str, data: Data) -> Diagnostic:
    place = judged.place(component, steps)
    near = near_path(path, data)
    binding = quote({"@path" if judged.surface.version == "v1.0" else "path": path})
    return judged.fault(
        "unwritten_path",
        component,
        place,
        f"{place.label} reads {quote(path)}, which no data and no input fills",
        f"Write {quote(near)}." if near else f"Bind the value of an input to it, {binding}, or send data for it.",
        got=path,
    )


def _unfilled(judged: Judged, component: Component, steps: Steps, path: str, data: Data) -> Iterator[Diagnostic]:
    """Reported when all the data is here, or when the path looks like a slip for one that is."""
    near = near_path(path, data)
    if judged.partial or (not near and (not judged.complete or data.empty)):
        return
    place = judged.place(component, steps)
    yield judged.fault(
        "unfilled_path",
        component,
        place,
        f"{place.label} reads {quote(path)}, which no data fills",
        f"Write {quote(near)}." if near else "Send data for it, or correct the path.",
        got=path,
        severity="warning" if near else "info",
    )


def near_path(path: str, data: Data) -> str | None:
    """The path in the data that `path` most likely means: a key misspelt, or absolute and relative mixed up."""
    here: Json = data.judged.surface.data
    tokens = tokens_of(path, ())
    if tokens is None:
        return None
    if not path.startswith("/") and data.holds(tokens) and len(tokens) > 1:
        return f"/{path}"
    for index, token in enumerate(tokens):
        if not isinstance(here, dict):
            return None
        if token not in here:
            near = hints.nearest(token, here)
            mended = (*tokens[:index], near or "", *tokens[index + 1 :])
            return pointer.join(mended) if near and path.startswith("/") and data.holds(mended) else None
        here = here[token]
    return None


def _template(judged: Judged, component: Component, template: Template, data: Data) -> Iterator[Diagnostic]:
    """A template over something that has no rows."""
    for base in data.rows.get(component.id, ()):
        tokens = tokens_of(template.path, base)
        if tokens is None:
            continue
        value = judged.surface.read(tokens)
        if isinstance(value, list) or (judged.surface.version == "v0.8" and isinstance(value, dict | str)):
            return
        place = judged.place(component, ("children", "path"))
        if isinstance(value, Missing) or value is None:
            yield from _without_data(judged, component, template, data)
        else:
            yield judged.fault(
                "template_over_object",
                component,
                place,
                f"{place.label} leads to {_described(value)}, not a list",
                _list_inside(value, template.path),
                got=template.path,
                expected="the path of a list",
            )
        return


def _without_data(judged: Judged, component: Component, template: Template, data: Data) -> Iterator[Diagnostic]:
    near = near_path(template.path, data) or _whole_list(template.path, data)
    if judged.partial or (not near and not judged.complete) or tokens_of(template.path, ()) in data.written:
        return
    place = judged.place(component, ("children", "path"))
    yield judged.fault(
        "template_without_data",
        component,
        place,
        f"{place.label} is {quote(template.path)}, where there is no data, so no row is shown",
        f"Write {quote(near)}." if near else "Send a list for it, an empty one if there are no rows yet.",
        got=template.path,
    )


def _whole_list(path: str, data: Data) -> str | None:
    """The list that `/items/*` and the like mean."""
    plain = re.sub(r"(?:/(?:\*|-|\$?\{?(?:index|i|item)\}?)|\[\*?\])$", "", path)
    tokens = tokens_of(plain, ())
    return plain if plain != path and tokens is not None and data.holds(tokens) else None


def _described(value: Json) -> str:
    if isinstance(value, dict):
        keys = list(value)
        shown = ", ".join(quote(key) for key in keys[:3]) + (", …" if len(keys) > 3 else "")
        return f"an object with the key{'s' if len(keys) != 1 else ''} {shown}" if keys else "an empty object"
    return f"the value {quote(value)}"


def _list_inside(value: Json, path: str) -> str:
    inner = [key for key, entry in value.items() if isinstance(entry, list)] if isinstance(value, dict) else []
    if inner:
        return f"A template needs a list: write {quote(path.rstrip('/') + '/' + pointer.escape(inner[0]))}."
    return "A template needs a list: send one there, with an entry for each row."
