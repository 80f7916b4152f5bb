"""The templates of `formatString`: texts with `${…}` in which a path, a literal or a call with named arguments stands.

The parser is `a2ui-core`'s, with two things of the protocol that it lacks: the escapes of a JSON Pointer in a path,
and v1.0's `@index`.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from a2ui.core.exceptions import A2uiError
from a2ui.core.expressions.expression_parser import ExpressionParser, Scanner

from ui_server.expressions import Expression, Unevaluable
from ui_server.protocol import dynamic

_SHOWN: Final = 60
_EXPLAINED: Final = (
    (re.compile(r"\$\{[^{}]*$"), "Close each ${ with a }."),
    (re.compile(r"\(\s*(?:\$\{|['\"/\d]|[\w/.-]+\s*[,)])"), "Name the arguments: ${formatNumber(value: /total)}."),
    (re.compile(r"\[['\"\w]+\]"), "Write the path with slashes, such as /items/0/name."),
    (re.compile(r"[*+?=<>|&%]|\s-\s|\s/\s"), "It has no operators: put the finished value into the data."),
)
_OTHERWISE: Final = (
    "In ${…} write a path, a literal, or a function with named arguments: ${formatNumber(value: /total)}."
)


class _Parser(ExpressionParser):
    def scan_path_or_identifier(self, scanner: Scanner) -> str:
        start = scanner.pos
        scanner.match("@")
        while not scanner.is_at_end() and (scanner.peek() in "/.-~" or self.is_alnum(scanner.peek())):
            scanner.advance()
        return scanner.input[start : scanner.pos]


@functools.lru_cache(maxsize=1024)
def parse_template(template: str) -> tuple[Expression, ...]:
    """The parts of a `formatString` template, in order; raises Unevaluable when it cannot be parsed."""
    try:
        parts = _Parser().parse(template)
    except A2uiError as fault:
        message = f"formatString cannot read {template[:_SHOWN]!r}: {fault}."
        raise Unevaluable("unevaluable", message, _hint(template)) from fault
    return tuple(dynamic.read(part, dynamic.V09) for part in parts)


def _hint(template: str) -> str:
    return next((hint for pattern, hint in _EXPLAINED if pattern.search(template)), _OTHERWISE)
