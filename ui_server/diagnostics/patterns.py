"""Whether a regular expression can be compiled, and whether it may take very long."""

from __future__ import annotations

from dataclasses import dataclass

from ui_server.functions import Unevaluable, compile_pattern

MOST_DIGITS = 9
"""Digits of a count in `{…}`; a longer one cannot be compiled anyway."""


@dataclass(slots=True)
class _Branch:
    """One alternative inside a group: what it must match once, and whether it repeats something without end."""

    fixed: int = 0
    endless: bool = False


def compile_fault(pattern: str) -> str:
    """Why `pattern` cannot be compiled, "" when it can."""
    try:
        compile_pattern(pattern)
    except Unevaluable as fault:
        return fault.message
    return ""


def repeats_a_repeat(pattern: str) -> bool:
    """Whether a group that can match by repeats alone is itself repeated without end, as in `(a+)+`.

    A repeat that is closed off by something fixed, as in `([a-z]+\\.)+`, is sound and passes.
    """
    groups: list[list[_Branch]] = [[_Branch()]]
    at = 0
    while at < len(pattern):
        character = pattern[at]
        if character == "(":
            groups.append([_Branch()])
            at += _group_opening(pattern, at)
            continue
        if character == "|":
            groups[-1].append(_Branch())
            at += 1
            continue
        closed = groups.pop() if character == ")" and len(groups) > 1 else None
        at += _atom_length(pattern, at)
        least, endless, length = _quantifier(pattern, at)
        at += length
        if closed is not None and endless and any(branch.endless and not branch.fixed for branch in closed):
            return True
        inner_endless = closed is not None and any(branch.endless for branch in closed)
        optional = least == 0 or (closed is not None and any(not branch.fixed for branch in closed))
        _count(groups[-1][-1], fixed=not optional and not endless, endless=endless or inner_endless)
    return False


def _count(branch: _Branch, *, fixed: bool, endless: bool) -> None:
    branch.fixed += fixed
    branch.endless = branch.endless or endless


def _group_opening(pattern: str, at: int) -> int:
    """The length of `(`, `(?:`, `(?<name>` and their like."""
    if pattern[at + 1 : at + 2] != "?":
        return 1
    end = at + 2
    while end < len(pattern) and pattern[end] not in ":=!>)":
        end += 1
    return end - at + (pattern[end : end + 1] != ")")


def _atom_length(pattern: str, at: int) -> int:
    """The length of one atom: an escape, a class, or a single character."""
    if pattern[at] == "\\":
        return 2
    if pattern[at] != "[":
        return 1
    end = at + 2 if pattern[at + 1 : at + 2] in ("]", "^") else at + 1
    while end < len(pattern) and pattern[end] != "]":
        end += 2 if pattern[end] == "\\" else 1
    return end - at + 1


def _quantifier(pattern: str, at: int) -> tuple[int, bool, int]:
    """How often the atom before `at` must match, whether without end, and how long its quantifier is."""
    character = pattern[at : at + 1]
    if character and character in "*+?":
        lazy = pattern[at + 1 : at + 2] == "?"
        return (1 if character == "+" else 0), character != "?", 1 + lazy
    if character == "{" and (end := pattern.find("}", at)) > 0:
        low, comma, high = pattern[at + 1 : end].partition(",")
        if _is_count(low) or comma:
            return int(low) if _is_count(low) else 0, bool(comma) and not high, end - at + 1
    return 1, False, 0


def _is_count(text: str) -> bool:
    """Whether `text` is a plain number of few digits: other scripts have digits too, and `int` refuses some of them."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
