"""Whether a function can do what it was called for: patterns, ranges, templates, date patterns, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from renderer.markdown import LINK_SCHEMES
from ui_server.catalog import Catalog
from ui_server.catalogs import catalog_for
from ui_server.component import Component
from ui_server.diagnostics import hints
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.locations import Steps
from ui_server.diagnostics.parts import plain_text
from ui_server.diagnostics.patterns import compile_fault, repeats_a_repeat
from ui_server.diagnostics.place import quote
from ui_server.diagnostics.screen import Judged
from ui_server.expressions import Call, Expression, Literal, Unevaluable, calls
from ui_server.templates import parse_template

_RANGED: Final = {"numeric", "length"}
_DELIMITED: Final = re.compile(r"/\^?.+/[gimsuy]*", re.DOTALL)
_SCHEME: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):")
_QUOTED: Final = re.compile(r"('[^']*')")
_STRFTIME: Final = {"Y": "yyyy", "y": "yy", "m": "MM", "B": "MMMM", "b": "MMM", "d": "dd", "A": "EEEE", "a": "EEE",
                    "H": "HH", "I": "hh", "M": "mm", "S": "ss", "p": "a"}  # fmt: skip
_NAMED: Final = {"short": "M/d/yy", "medium": "MMM d, yyyy", "long": "MMMM d, yyyy", "full": "EEEE, MMMM d, yyyy",
                 "date": "MMM d, yyyy", "time": "h:mm a", "datetime": "MMM d, yyyy, h:mm a", "PPP": "MMMM d, yyyy",
                 "PP": "MMM d, yyyy", "P": "M/d/yyyy", "p": "h:mm a", "relative": "MMM d"}  # fmt: skip
_WORD: Final = re.compile(r"(?<![A-Za-z])(?:at|on|of|the|de|del|um|to|and|in)(?![A-Za-z])")
_MISREAD: Final = (
    (re.compile(r"Y+"), "y", "Y is the year of a week", lambda plain: "w" not in plain),
    (re.compile(r"D+"), "d", "D is the day of the year", lambda plain: True),
    (re.compile(r"(?<!d)d{3,4}(?!d)"), "E", "d is the day of the month", lambda plain: True),
    (re.compile(r"m+"), "M", "m is the minute", lambda plain: not re.search("[hHkKs]", plain)),
    (re.compile(r"(?<=[hHkK]:)M+"), "m", "M is the month", lambda plain: True),
    (re.compile(r"A"), "a", "A is a count of milliseconds", lambda plain: re.search("[hK]", plain)),
)
"""Letters of other date libraries: what they mean in TR35, what was meant, and when that is plain."""


def check_call(
    judged: Judged, component: Component, steps: Steps, call: Call, *, in_text: bool = False
) -> Iterator[Diagnostic]:
    """What is wrong with a call at `steps`; one that stands in a template (`in_text`) has no places of its own."""

    def at(name: str) -> Steps:
        return steps if in_text else (*steps, "args", name)

    match call.name:
        case "regex":
            yield from check_pattern(judged, component, at("pattern"), call.args.get("pattern"))
        case "numeric" | "length":
            yield from _range(judged, component, at("max"), call)
        case "formatString":
            yield from _template(judged, component, at("value"), plain_text(call.args.get("value")))
        case "formatDate":
            yield from _date_pattern(judged, component, at("format"), plain_text(call.args.get("format")))
        case "formatCurrency":
            yield from _currency(judged, component, at("currency"), plain_text(call.args.get("currency")))
        case "openUrl":
            yield from _address(judged, component, at("url"), plain_text(call.args.get("url")))


def check_pattern(judged: Judged, component: Component, steps: Steps, given: Expression | None) -> Iterator[Diagnostic]:
    """What is wrong with a regular expression that is written down, not bound."""
    pattern = plain_text(given)
    if pattern is None:
        return
    place = judged.place(component, steps)
    if compile_fault(pattern):
        what = f"The pattern {quote(pattern)} ({place.label}) cannot be compiled"
        hint = "Check its brackets and write \\\\ for each backslash."
        yield judged.fault("invalid_pattern", component, place, what, hint, got=pattern)
    elif repeats_a_repeat(pattern):
        what = f"The pattern {quote(pattern)} ({place.label}) repeats a repeat and can take very long"
        hint = "Repeat only once: a+ instead of (a+)+."
        yield judged.fault("costly_pattern", component, place, what, hint, got=pattern)
    elif _DELIMITED.fullmatch(pattern):
        what = f"The slashes around the pattern {quote(pattern)} ({place.label}) count as part of it"
        hint = f"Write {quote(pattern[1 : pattern.rindex('/')])}."
        yield judged.fault("invalid_pattern", component, place, what, hint, got=pattern, severity="warning")


def _range(judged: Judged, component: Component, steps: Steps, call: Call) -> Iterator[Diagnostic]:
    least, most = number(call.args.get("min")), number(call.args.get("max"))
    if least is not None and most is not None and most < least:
        place = judged.place(component, steps)
        what = f"{place.label} is {most:g}, less than the minimum {least:g}, so no value passes"
        yield judged.fault("reversed_range", component, place, what, "Swap them.")


def number(expression: Expression | None) -> float | None:
    """The number that an expression is, when it is just that."""
    value = expression.value if isinstance(expression, Literal) else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _template(judged: Judged, component: Component, steps: Steps, text: str | None) -> Iterator[Diagnostic]:
    """A template that cannot be read, and calls in it that cannot be made: no schema looks into a text."""
    if text is None or "${" not in text:
        return
    try:
        parts = parse_template(text)
    except Unevaluable as fault:
        place = judged.place(component, steps)
        what = f"The template {quote(text)} ({place.label}) cannot be read, so nothing is shown"
        yield judged.fault("unevaluable", component, place, what, fault.hint, got=quote(text))
        return
    catalog = catalog_for(judged.surface.version, judged.surface.catalog_id)
    for call in (inner for part in parts for inner in calls(part)):
        if catalog is not None:
            yield from _called(judged, component, steps, call, catalog)
        yield from check_call(judged, component, steps, call, in_text=True)


def _called(judged: Judged, component: Component, steps: Steps, call: Call, catalog: Catalog) -> Iterator[Diagnostic]:
    place = judged.place(component, steps)
    if call.name == "@index":
        return
    if call.name not in catalog.functions:
        what = f"There is no function {quote(call.name)} ({place.label})"
        hint = hints.unknown_function(call.name, catalog)
        yield judged.fault("unknown_function", component, place, what, hint, got=call.name, severity="warning")
        return
    shape = catalog.arguments(call.name)
    for name in shape.required:
        if name not in call.args:
            what = f"{call.name} in {place.label} lacks {quote(name)}"
            hint = f"Write ${{{call.name}({', '.join(f'{each}: …' for each in shape.required)})}}."
            yield judged.fault("missing_property", component, place, what, hint, expected=name, severity="warning")
    for name in call.args:
        if name not in shape.properties:
            what = f"{call.name} in {place.label} has no argument {quote(name)}"
            hint = f"It takes: {', '.join(shape.properties)}."
            yield judged.fault("unknown_property", component, place, what, hint, got=name, severity="warning")


def _date_pattern(judged: Judged, component: Component, steps: Steps, pattern: str | None) -> Iterator[Diagnostic]:
    mended, meanings = meant_pattern(pattern or "")
    if meanings:
        place = judged.place(component, steps)
        what = f"In the date pattern {quote(pattern)} ({place.label}) {' and '.join(meanings)}"
        hint = f"Write {quote(mended)}, or put plain letters between apostrophes."
        yield judged.fault("date_pattern", component, place, what, hint, got=quote(pattern), expected=mended)


def meant_pattern(pattern: str) -> tuple[str, list[str]]:
    """A date pattern with the letters that other libraries use put right, and what each means in TR35."""
    if pattern in _NAMED:
        return _NAMED[pattern], ["a name is no pattern"]
    if re.search(r"%[A-Za-z]", pattern):
        return re.sub(r"%(.)", lambda found: _STRFTIME.get(found[1], ""), pattern), ["% is plain text"]
    pieces = _QUOTED.split(pattern)
    plain = "".join(pieces[::2])
    meanings: list[str] = []
    for letters, meant, meaning, is_plain in _MISREAD:
        if letters.search(plain) and is_plain(plain):
            meanings.append(meaning)
            pieces[::2] = [letters.sub(lambda found, to=meant: to * len(found[0]), piece) for piece in pieces[::2]]
    if words := _WORD.findall("".join(f"{piece}'" for piece in pieces[::2])):
        meanings.append(f"the letters of {quote(words[0])} stand for parts of the date")
        pieces[::2] = [_WORD.sub(r"'\g<0>'", piece) for piece in pieces[::2]]
    return "".join(pieces), meanings


def _currency(judged: Judged, component: Component, steps: Steps, code: str | None) -> Iterator[Diagnostic]:
    if code is not None and re.fullmatch(r"[A-Za-z]{3}", code) is None:
        place = judged.place(component, steps)
        what = f"{place.label} is {quote(code)}, which is no code of a currency"
        hint = 'Write an ISO 4217 code, such as "USD".'
        yield judged.fault("bad_format", component, place, what, hint, got=quote(code), severity="warning")


def _address(judged: Judged, component: Component, steps: Steps, url: str | None) -> Iterator[Diagnostic]:
    scheme = _SCHEME.match(url or "")
    if scheme is not None and scheme[1].lower() not in LINK_SCHEMES:
        place = judged.place(component, steps)
        what = f"{place.label} is {quote(url)}, which no client opens"
        hint = f"Allowed: {', '.join(sorted(LINK_SCHEMES))}."
        yield judged.fault("not_allowed", component, place, what, hint, got=quote(url), severity="warning")
