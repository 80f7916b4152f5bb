"""An agent's regular expressions: how large one may be, how long one may run, and what becomes of those that exceed it.

They are written for browsers, where `\\d` and `\\w` are ASCII, `$` is the very end and `\\k<name>` refers back.

Python's `regex` unrolls what must be there a fixed number of times when it compiles, so that a short `a{1000000000}`
takes all memory there is. How much a pattern unrolls to is therefore counted first.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import regex

from ui_server.expressions import Unevaluable

REGEX_SECONDS: Final = 0.05
"""How long one pattern may run before it counts as too costly; sound ones take microseconds, bad ones hours."""
MAX_REGEX_TEXT: Final = 10_000
MAX_PATTERN: Final = 2_000
"""Characters of one pattern."""
MAX_UNROLLED: Final = 20_000
"""Single characters that the fixed repeats of a pattern stand for; an honest pattern has dozens."""

_VERBOSE = regex.compile(r"(?<!\\)\(\?[a-zA-Z0-9]*x")
_COUNT = regex.compile(r"\{([0-9]*)(?:,[0-9]*)?\}")
_CLASS = regex.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]?", regex.DOTALL)
_TOKEN = regex.compile(rf"{_CLASS.pattern}|\\k<(?P<name>\w+)>|\\.|\$", regex.DOTALL)
_IN_CLASS = regex.compile(r"(?P<before>-?)\\(?P<kind>[dw])(?P<after>-?)|\\.", regex.DOTALL)
_KINDS: Final = {"d": "0-9", "w": "A-Za-z0-9_"}
_PYTHON: Final = {
    "$": r"\Z",
    r"\d": f"[{_KINDS['d']}]",
    r"\D": f"[^{_KINDS['d']}]",
    r"\w": f"[{_KINDS['w']}]",
    r"\W": f"[^{_KINDS['w']}]",
}


@functools.lru_cache(maxsize=512)
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """The compiled pattern; raises Unevaluable (`invalid_pattern`, `costly_pattern`)."""
    if len(pattern) > MAX_PATTERN or unrolled(pattern) > MAX_UNROLLED:
        raise Unevaluable(
            "costly_pattern",
            f"The pattern {pattern[:60]!r} is too large.",
            "Repeat less often: write {1,64} or + where {1000000} stands.",
        )
    if _VERBOSE.search(pattern):
        raise Unevaluable("invalid_pattern", f"The pattern {pattern[:60]!r} uses (?x), which browsers do not know.")
    try:
        return regex.compile(_in_python(pattern))
    except (regex.error, RecursionError, ValueError, OverflowError) as fault:
        raise Unevaluable("invalid_pattern", f"The pattern {pattern[:60]!r} cannot be compiled: {fault}.") from fault


def _in_python(pattern: str) -> str:
    """The same pattern for Python, with the meanings it has in a browser."""
    return _TOKEN.sub(_respelt, pattern)


def _respelt(token: regex.Match[str]) -> str:
    if token[0].startswith("["):
        return _IN_CLASS.sub(_respelt_in_class, token[0])
    return f"(?P={token['name']})" if token["name"] else _PYTHON.get(token[0], token[0])


def _respelt_in_class(token: regex.Match[str]) -> str:
    """Beside `\\d` and `\\w` a hyphen is no range, and must not become one."""
    if not token["kind"]:
        return token[0]
    before, after = (r"\-" if token[side] else "" for side in ("before", "after"))
    return f"{before}{_KINDS[token['kind']]}{after}"


def found(pattern: str, text: str) -> bool:
    """Whether `pattern` matches somewhere in `text`; raises Unevaluable (`invalid_pattern`, `costly_pattern`)."""
    try:
        # Concurrently: a search holds up no other thread until it is given up.
        compiled = compile_pattern(pattern)
        return compiled.search(text[:MAX_REGEX_TEXT], timeout=REGEX_SECONDS, concurrent=True) is not None
    except (TimeoutError, RecursionError, MemoryError) as fault:
        raise Unevaluable(
            "costly_pattern",
            f"The pattern {pattern[:60]!r} is too costly to try on this value.",
            "Avoid a repeat inside a repeat, such as (a+)+.",
        ) from fault


@dataclass(slots=True)
class _Group:
    """What stands in an open group so far: its size, and that of its last part, which a count may follow."""

    size: int = 0
    last: int = 0

    def add(self, size: int) -> None:
        self.size += self.last
        self.last = size

    def repeat(self, times: int) -> None:
        self.last *= max(times, 1)


def unrolled(pattern: str) -> int:
    """At most how many single characters `pattern` demands once each fixed repeat is written out."""
    groups = [_Group()]
    at = 0
    while at < len(pattern):
        count = _COUNT.match(pattern, at)
        if count is not None:
            groups[-1].repeat(_times(count[1]))
            at = count.end()
            continue
        if pattern[at] == "(":
            groups.append(_Group())
        elif pattern[at] == ")" and len(groups) > 1:
            closed = groups.pop()
            groups[-1].add(closed.size + closed.last)
        else:
            groups[-1].add(pattern[at] != "|")
        at += _length(pattern, at)
    return sum(group.size + group.last for group in groups)


def _times(digits: str) -> int:
    """A count as a number; one of many digits is simply too large."""
    return int(digits or 0) if len(digits) < 10 else MAX_UNROLLED + 1


def _length(pattern: str, at: int) -> int:
    if pattern[at] == "\\":
        return 2
    found = _CLASS.match(pattern, at) if pattern[at] == "[" else None
    return len(found[0]) if found else 1
