"""What no schema sees: whether the components and data of a surface make a screen that works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ui_server.component import INPUT_KINDS, Component
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.graph import Graph, check_graph
from ui_server.diagnostics.parts import parts, plain_text, within
from ui_server.diagnostics.paths import Data, check_paths, input_path
from ui_server.diagnostics.patterns import compile_fault, repeats_a_repeat
from ui_server.diagnostics.place import fragment, quote
from ui_server.diagnostics.screen import Judged
from ui_server.expressions import Call, Expression, Json, Literal
from ui_server.surface import Surface

_INTERPOLATION: Final = re.compile(r"\$\{[^}]*\}|\{\{\s*[\w./-]+\s*\}\}")
_RANGED: Final = {"numeric", "length"}


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
        found += _component(judged, component)
    return [fault for fault in found if fault.severity != "info" or fault.pointer]


def _component(judged: Judged, component: Component) -> Iterator[Diagnostic]:
    if component.kind == "ChoicePicker" and not component.options and "options" not in component.properties:
        place = judged.place(component, ("options",))
        what = f"{component.id} has no options, so nothing can be chosen"
        yield judged.fault("no_options", component, place, what, f"Write {quote([{'label': '…', 'value': '…'}])}.")
    yield from _range(judged, component)
    for steps, outer in parts(component):
        if (text := plain_text(outer)) is not None and _INTERPOLATION.search(text):
            yield _raw(judged, component, steps, text)
        for inner, expression in within(steps, outer):
            if isinstance(expression, Call):
                yield from _call(judged, component, inner, expression)


def _unbound(judged: Judged, component: Component, wanted: list[str]) -> Diagnostic:
    """An input that keeps its value for itself; `wanted` are the paths that events read and nothing fills."""
    has_value = "value" in component.properties
    place = judged.place(component, ("value",) if has_value else ())
    name = place.label.rpartition(".")[2] if has_value else "value"
    key = "@path" if judged.surface.version == "v1.0" else "path"
    path = wanted[0] if len(wanted) == 1 else f"/{component.id}"
    what = f"What is entered in {component.id} is not kept in the data: its value is not bound"
    return judged.fault("unbound_input", component, place, what, f'Bind it: "{name}": {quote({key: path})}.')


def _range(judged: Judged, component: Component) -> Iterator[Diagnostic]:
    least, most = _number(component.properties.get("min")), _number(component.properties.get("max"))
    if component.kind != "Slider" or most is None:
        return
    least = least or 0.0
    if most <= least:
        place = judged.place(component, ("max",))
        what = f"{place.label} is {most:g} and does not exceed the minimum {least:g}"
        yield judged.fault("reversed_range", component, place, what, "Write a maximum above the minimum.")


def _number(expression: Expression | None) -> float | None:
    value = expression.value if isinstance(expression, Literal) else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


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


def _call(judged: Judged, component: Component, steps: tuple[str | int, ...], call: Call) -> Iterator[Diagnostic]:
    if call.name == "regex":
        yield from _pattern(judged, component, (*steps, "args", "pattern"), plain_text(call.args.get("pattern")))
    if call.name in _RANGED:
        least, most = _number(call.args.get("min")), _number(call.args.get("max"))
        if least is not None and most is not None and most < least:
            place = judged.place(component, (*steps, "args", "max"))
            what = f"{place.label} is {most:g}, less than the minimum {least:g}, so no value passes"
            yield judged.fault("reversed_range", component, place, what, "Swap them.")


def _pattern(
    judged: Judged, component: Component, steps: tuple[str | int, ...], pattern: str | None
) -> Iterator[Diagnostic]:
    if pattern is None:
        return
    place = judged.place(component, steps)
    if compile_fault(pattern):
        what = f"The pattern {quote(pattern)} ({place.label}) cannot be compiled"
        hint = "Check its brackets and write \\\\ for each backslash."
        yield judged.fault("invalid_pattern", component, place, what, hint, got=pattern)
    elif repeats_a_repeat(pattern):
        what = f"The pattern {quote(pattern)} ({place.label}) repeats a repeat and can take very long"
        yield judged.fault(
            "costly_pattern", component, place, what, "Repeat only once: a+ instead of (a+)+.", got=pattern
        )
