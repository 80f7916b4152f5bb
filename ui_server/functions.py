"""The functions of the basic catalog: `a2ui-core`'s own, save for the four whose behaviour a session cannot accept.

Ours are `formatString` (the library's is tied to its own data context), `regex` (no time limit there), `formatDate`
(quoted text in a pattern and bare times go wrong there) and `openUrl` (recorded, never followed). What takes a number
gets one that browsers would take for one as well, and is rounded as `Intl.NumberFormat` rounds.
"""

from __future__ import annotations

import decimal
import functools
import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeGuard

from a2ui.core.basic_catalog import BasicCatalog
from a2ui.core.basic_catalog.locale_formatting import get_locale
from a2ui.core.exceptions import A2uiError
from babel.numbers import get_currency_precision

from ui_server import moments, patterns
from ui_server.expressions import Json
from ui_server.expressions import Unevaluable as Unevaluable
from ui_server.patterns import compile_pattern as compile_pattern
from ui_server.surface import Version

MAX_TEXT: Final = 100_000
"""Characters of one text that are shown; a longer one is cut and reported."""
MAX_DECIMALS: Final = 20
"""Decimal places a number may be given; the library would write out a billion zeros."""

_NUMBER: Final = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*")
_WRITING_NUMBERS: Final = frozenset({"formatNumber", "formatCurrency", "pluralize"})

Function = Callable[[Mapping[str, Json]], Json]
_FAILURES: Final = (A2uiError, ValueError, TypeError, ArithmeticError, LookupError, AttributeError, RecursionError)
"""What the library's functions raise for arguments they did not expect."""


_HINTS: Final = {
    "formatDate": "Write the value as 2026-01-31 or 2026-01-31T09:30:00Z, the format in letters of Unicode TR35.",
    "formatNumber": "Give it a number, or a text of digits.",
    "formatCurrency": "Give it a number, or a text of digits.",
    "pluralize": "Give it a number, or a text of digits.",
    "and": "Give it a list of two values or more.",
    "or": "Give it a list of two values or more.",
}


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
        function = self._own.get(name) or self._from_library(name)
        try:
            return function(args)
        except _FAILURES as fault:
            raise Unevaluable("unevaluable", f"{name} gives no value: {fault}.", _HINTS.get(name, "")) from fault

    def _from_library(self, name: str) -> Function:
        function = self._library.get(name)
        if function is None:
            known = ", ".join(self._library or self._own)
            raise Unevaluable("unknown_function", f"There is no function {name!r}.", f"Known: {known}.")
        if name in _WRITING_NUMBERS:
            return lambda args: _of_number(function, name, args)
        if name == "numeric":
            return lambda args: function.execute({**args, "value": _numeral(args.get("value"))})
        return lambda args: function.execute(dict(args))

    def _format_date(self, args: Mapping[str, Json]) -> Json:
        value = args.get("value")
        text = moments.of_milliseconds(value) if is_number(value) else to_text(value).strip()
        if text and moments.read(text) is None:
            raise ValueError(f"{text[:40]!r} is no ISO 8601 date or time")
        return moments.format_date(text, to_text(args.get("format")) or "yyyy-MM-dd", self._locale)


@functools.cache
def _library(version: Version, locale: str) -> Mapping[str, Any]:
    catalog = BasicCatalog(version, locale=locale)
    return {name: function for name, function in catalog.functions.items() if name != "formatString"}


def _of_number(function: Any, name: str, args: Mapping[str, Json]) -> Json:
    """A number as a text, nothing where there is none; raises ValueError where the library would work without end."""
    given = args.get("value")
    if given is None or given == "":
        return ""
    number = _numeral(given)
    if number is None:
        raise ValueError(f"{to_text(given)[:40]!r} is not a number")
    sound = {**args, "value": number}
    if name == "formatCurrency" and args.get("decimals") is None:
        sound["decimals"] = get_currency_precision(to_text(args.get("currency")).upper())
    decimals = sound.get("decimals")
    if decimals is not None and not (is_number(decimals) and 0 <= decimals <= MAX_DECIMALS):
        raise ValueError(f"decimals must be a number from 0 to {MAX_DECIMALS}")
    with decimal.localcontext(rounding=decimal.ROUND_HALF_UP):
        text: Json = function.execute(sound)
    return text


def _numeral(value: Json) -> Json:
    """`value` where it can be reckoned with, else None: Python takes "nan", "1_000" and other scripts for numbers."""
    if isinstance(value, str):
        return value if _NUMBER.fullmatch(value) and math.isfinite(float(value)) else None
    return value if isinstance(value, bool) or is_number(value) else None


def to_text(value: Json) -> str:
    """`value` as A2UI interpolates it: null is nothing, booleans and objects are JSON, 3.0 is 3."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float_text(value)
    try:
        return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        return "…"  # a number of thousands of digits, or data nested without end: neither can come as JSON


def _float_text(value: float) -> str:
    """As JavaScript writes it: plain from a millionth up to 1e21, an exponent without leading zeros beyond."""
    if value == 0 or 1e-6 <= abs(value) < 1e21:
        plain = format(decimal.Decimal(repr(value)), "f") if value else "0"
        return plain.rstrip("0").rstrip(".") if "." in plain else plain
    return re.sub(r"e([+-])0", r"e\1", repr(value))


def truth(value: Json) -> bool:
    """Whether a check's value passes; v1.0 validators answer with an object that says `valid`."""
    return bool(value.get("valid")) if isinstance(value, dict) and "valid" in value else bool(value)


def _regex(args: Mapping[str, Json]) -> Json:
    """`optional` is ours, for `validationRegexp`: an empty field passes it."""
    text = to_text(args.get("value"))
    return (args.get("optional") is True and not text) or patterns.found(to_text(args.get("pattern")), text)


def _capitalize(args: Mapping[str, Json]) -> Json:
    text = to_text(args.get("value"))
    return text[:1].upper() + text[1:]


def _no_value(args: Mapping[str, Json]) -> Json:
    return None


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether `value` is a number that can be reckoned with: finite, and not beyond what a float holds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False
