"""What no schema sees: whether the components and data of a surface make a screen that works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ui_server.component import INPUT_KINDS, Component
from ui_server.diagnostics.calls import check_call, number
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.graph import Graph, check_graph
from ui_server.diagnostics.locations import Steps
from ui_server.diagnostics.parts import parts, plain_text, within
from ui_server.diagnostics.paths import Data, check_paths, input_path
from ui_server.diagnostics.place import LONGEST_QUOTE, fragment, quote
from ui_server.diagnostics.scopes import tokens_of
from ui_server.diagnostics.screen import Judged
from ui_server.diagnostics.shown import check_shown, ends_of, kind_of
from ui_server.expressions import Binding, Call, Expression, Initial, Json
from ui_server.surface import Surface

_TAKING_MARKS: Final = frozenset({"formatString", "regex"})
_INTERPOLATION: Final = re.compile(r"\$\{[^}]*\}|\{\{\s*[\w./-]+\s*\}\}")


def check_surface(
    surface: Surface, *, batch: int, complete: bool, partial: bool = False, broken: bool = False
) -> list[Diagnostic]:
    """Everything that is wrong with `surface` as it would become. `batch` is the list of messages being judged.

    `complete`: a finished payload, in which a missing child is an error; otherwise it may still come and is a warning.
    `partial`: a message was refused whole, so nothing is said about what is missing. `broken`: components of it failed
    their check, so nothing is said about what they may refer to or fill.
    """
    judged = Judged(surface, batch, complete, partial, broken)
    graph = Graph.of(surface.components)
    data = Data.of(judged, graph)
    found = [*check_graph(judged, graph), *check_paths(judged, graph, data)]
    if partial or broken:
        found = [fault for fault in found if fault.code != "unwritten_path"]
    wanted = [fault.got for fault in found if fault.code == "unwritten_path"]
    for component in surface.components.values():
        if component.kind in INPUT_KINDS and input_path(component) is None:
            found.append(_unbound(judged, component, wanted))
        found += _component(judged, component, data)
        found += check_shown(judged, component, data)
    return [fault for fault in found if fault.severity != "info" or fault.pointer]


def _component(judged: Judged, component: Component, data: Data) -> Iterator[Diagnostic]:
    if component.kind == "ChoicePicker" and not component.options and "options" not in component.properties:
        place = judged.place(component, ("options",))
        what = f"{component.id} has no options, so nothing can be chosen"
        yield judged.fault("no_options", component, place, what, f"Write {quote([{'label': '…', 'value': '…'}])}.")
    yield from _duplicates(judged, component)
    yield from _range(judged, component)
    for steps, outer in parts(component):
        if (text := plain_text(outer)) is not None and _INTERPOLATION.search(text):
            yield _raw(judged, component, steps, text)
        if (
            steps[0] == "checks"
            and isinstance(outer, Call)
            and not any(_reads(part) for _, part in within(steps, outer))
        ):
            yield _constant(judged, component, steps)
        for inner, expression in within(steps, outer, texts=False):
            if (text := plain_text(expression)) is not None and (path := _path_in(text, data)) is not None:
                yield _plain_path(judged, component, inner, text, path)
            if isinstance(expression, Call):
                yield from _raw_arguments(judged, component, inner, expression)
                yield from check_call(judged, component, inner, expression)


def _unbound(judged: Judged, component: Component, wanted: list[str]) -> Diagnostic:
    """An input that keeps its value for itself; `wanted` are the paths that events read and nothing fills."""
    has_value = "value" in component.properties
    place = judged.place(component, ("value",) if has_value else ())
    name = place.label.rpartition(".")[2] if has_value else "value"
    key = "@path" if judged.surface.version == "v1.0" else "path"
    path = wanted[0] if len(wanted) == 1 else f"/{component.id}"
    what = f"What is entered in {component.id} is not kept in the data: its value is not bound"
    return judged.fault("unbound_input", component, place, what, f'Bind it: "{name}": {quote({key: path})}.')


def _raw_arguments(judged: Judged, component: Component, steps: Steps, call: Call) -> Iterator[Diagnostic]:
    """`${…}` in a text that a function takes as it is."""
    for name, argument in call.args.items() if call.name not in _TAKING_MARKS else ():
        if (text := plain_text(argument)) is not None and _INTERPOLATION.search(text):
            yield _raw(judged, component, (*steps, "args", name), text)


def _reads(outer: Expression) -> bool:
    """Whether the value of an expression can ever change."""
    inner = [part for _, part in within((), outer)]
    numbers = any(isinstance(part, Call) and part.name == "@index" for part in inner)
    return numbers or any(isinstance(part, Binding | Initial) for part in inner)


def _constant(judged: Judged, component: Component, steps: Steps) -> Diagnostic:
    """A check whose result never changes, because it reads no data."""
    place = judged.place(component, steps)
    value = component.properties.get("value")
    path = value.path if isinstance(value, Binding | Initial) else "/…"
    key = "@path" if judged.surface.version == "v1.0" else "path"
    what = f"{place.label} reads no data, so it always comes to the same"
    return judged.fault("constant_check", component, place, what, f"Bind what it checks: {quote({key: path})}.")


def _path_in(text: str, data: Data) -> str | None:
    """The path that a plain text is, when there is data at it."""
    path = text if text.startswith("/") else f"/{text[2:].replace('.', '/')}" if text.startswith("$.") else ""
    tokens = tokens_of(path, ()) if path and len(text) < LONGEST_QUOTE else None
    return path if tokens and data.holds(tokens) else None


def _plain_path(judged: Judged, component: Component, steps: Steps, text: str, path: str) -> Diagnostic:
    place = judged.place(component, steps)
    key = "@path" if judged.surface.version == "v1.0" else "path"
    what = f"{place.label} is the plain text {quote(text)}; nothing is read from that path"
    return judged.fault("plain_path", component, place, what, f"Write {quote({key: path})}.", got=quote(text))


def _duplicates(judged: Judged, component: Component) -> Iterator[Diagnostic]:
    """Options that cannot be told apart by what they write: the first is kept."""
    first: dict[str, int] = {}
    for index, option in enumerate(component.options):
        if option.value in first:
            place = judged.place(component, ("options", index, "value"))
            what = f"{place.label} is {quote(option.value)} like options[{first[option.value]}], so it is not offered"
            yield judged.fault("duplicate_option", component, place, what, "Give each option a value of its own.")
        first.setdefault(option.value, index)


def _range(judged: Judged, component: Component) -> Iterator[Diagnostic]:
    if component.kind == "DateTimeInput":
        earliest, latest = ends_of(component, kind_of(component))
        if earliest and latest and latest < earliest:
            place = judged.place(component, ("max",))
            what = f"{place.label} is {latest}, before the minimum {earliest}, so nothing can be chosen"
            yield judged.fault("reversed_range", component, place, what, "Swap them.")
    least, most = number(component.properties.get("min")), number(component.properties.get("max"))
    if component.kind != "Slider" or most is None:
        return
    least = least or 0.0
    if most <= least:
        place = judged.place(component, ("max",))
        what = f"{place.label} is {most:g} and does not exceed the minimum {least:g}"
        yield judged.fault("reversed_range", component, place, what, "Write a maximum above the minimum.")


def _raw(judged: Judged, component: Component, steps: tuple[str | int, ...], text: str) -> Diagnostic:
    """`${…}` where nothing evaluates it."""
    place = judged.place(component, steps)
    written = _INTERPOLATION.search(text)
    shown = quote(written[0] if written else text)
    template = re.sub(r"\{\{\s*([\w.-]+)\s*\}\}", lambda match: "${/" + match[1].replace(".", "/") + "}", text)
    single = re.fullmatch(r"\$\{([\w/~-]+)\}", template)
    later = judged.surface.version == "v1.0"
    mended: Json
    if single:
        mended = {"@path" if later else "path": single[1]}
    else:
        mended = {"@call" if later else "call": "formatString", "args": {"value": template}}
    if judged.surface.version == "v0.8" and not single:
        hint = 'v0.8 has no functions: put the finished text into the data and write {"path": "/…"}.'
    else:
        hint = f"Write {fragment(mended) or 'a call of formatString'}."
    what = f"{place.label} holds {shown} in plain text, which is shown as it stands"
    return judged.fault("raw_interpolation", component, place, what, hint, got=quote(text))
