"""The functions of the basic catalog: `a2ui-core`'s own, save for the four whose behaviour a session cannot accept.

Ours are `formatString` (the library's is tied to its own data context), `regex` (no time limit there), `formatDate`
(quoted text in a pattern and bare times go wrong there) and `openUrl` (recorded, never followed).
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import regex
from a2ui.core.basic_catalog import BasicCatalog
from a2ui.core.basic_catalog.locale_formatting import get_locale
from a2ui.core.exceptions import A2uiError
from a2ui.core.expressions.expression_parser import ExpressionParser

from ui_server.expressions import Expression, Json
from ui_server.moments import format_date
from ui_server.protocol import dynamic
from ui_server.surface import Version

REGEX_SECONDS: Final = 0.05
"""How long one pattern may run before it counts as too costly; sound ones take microseconds, bad ones hours."""
MAX_REGEX_TEXT: Final = 10_000

Function = Callable[[Mapping[str, Json]], Json]


class Unevaluable(Exception):
    """A function that gives no value. `code` is a diagnostic code."""

    owner = "agent"

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class Functions:
    """The functions a surface of `version` may call, formatting for `locale` (BCP 47)."""

    def __init__(self, version: Version, locale: str = "en-US") -> None:
        self._locale = get_locale(locale)
        self._library = {} if version == "v0.8" else _library(version, locale)
        self._own: dict[str, Function] = {
            "regex": _regex,
            "formatDate": self._format_date,
            "capitalize": _capitalize,
            "openUrl": _no_value,
        }

    def knows(self, name: str) -> bool:
        return name in self._own or name in self._library or name in ("formatString", "@index")

    def call(self, name: str, args: Mapping[str, Json]) -> Json:
        """The value of `name` for evaluated `args`; raises Unevaluable."""
        own = self._own.get(name)
        if own is not None:
            return own(args)
        function = self._library.get(name)
        if function is None:
            raise Unevaluable("unknown_function", f"There is no function {name!r}.")
        try:
            value: Json = function.execute(dict(args))
        except (A2uiError, ValueError, TypeError, OverflowError, ArithmeticError) as fault:
            raise Unevaluable("unevaluable", f"{name} gives no value: {fault}.") from fault
        return value

    def _format_date(self, args: Mapping[str, Json]) -> Json:
        return format_date(to_text(args.get("value")), to_text(args.get("format")) or "yyyy-MM-dd", self._locale)


@functools.cache
def _library(version: Version, locale: str) -> Mapping[str, Any]:
    catalog = BasicCatalog(version, locale=locale)
    return {name: function for name, function in catalog.functions.items() if name != "formatString"}


@functools.lru_cache(maxsize=1024)
def parse_template(template: str) -> tuple[Expression, ...]:
    """The parts of a `formatString` template, in order; raises Unevaluable when it cannot be parsed."""
    try:
        parts = ExpressionParser().parse(template)
    except A2uiError as fault:
        raise Unevaluable("unevaluable", f"formatString cannot read {template[:60]!r}: {fault}.") from fault
    return tuple(dynamic.read(part, dynamic.V09) for part in parts)


def to_text(value: Json) -> str:
    """`value` as A2UI interpolates it: null is nothing, booleans and objects are JSON, 3.0 is 3."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, int):
        return str(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def truth(value: Json) -> bool:
    """Whether a check's value passes; v1.0 validators answer with an object that says `valid`."""
    return bool(value.get("valid")) if isinstance(value, dict) and "valid" in value else bool(value)


def _regex(args: Mapping[str, Json]) -> Json:
    pattern, text = to_text(args.get("pattern")), to_text(args.get("value"))[:MAX_REGEX_TEXT]
    try:
        return compile_pattern(pattern).search(text, timeout=REGEX_SECONDS) is not None
    except TimeoutError as fault:
        raise Unevaluable(
            "costly_pattern",
            f"The pattern {pattern[:60]!r} is too costly to try on this value.",
            "Avoid a repeat inside a repeat, such as (a+)+.",
        ) from fault


@functools.lru_cache(maxsize=512)
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """The compiled pattern; raises Unevaluable (`invalid_pattern`)."""
    try:
        return regex.compile(pattern)
    except (regex.error, RecursionError) as fault:
        raise Unevaluable("invalid_pattern", f"The pattern {pattern[:60]!r} cannot be compiled: {fault}.") from fault


def _capitalize(args: Mapping[str, Json]) -> Json:
    text = to_text(args.get("value"))
    return text[:1].upper() + text[1:]


def _no_value(args: Mapping[str, Json]) -> Json:
    return None


def is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
