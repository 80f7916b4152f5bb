"""What the user wants, round by round: what it says, what it keeps to itself, and how it decides on a screen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ui_server.expressions import Json


class RoundUnreadable(ValueError):
    """A round or decision that is not one; its owner is whoever wrote the scenario."""

    owner = "harness"
    code = "round_unreadable"


@dataclass(frozen=True, slots=True)
class Criterion:
    """How to choose among candidates by what the screen says about each.

    `least` and `most` compare the number that `pattern` finds, `over` takes all above `limit`, `says` those that show a
    text, `any` the first.
    """

    kind: Literal["least", "most", "over", "says", "any"]
    pattern: str = ""
    limit: float = 0.0


@dataclass(frozen=True, slots=True)
class Decision:
    """A private choice. `press` is the action (or the visible name) of the elements it is made with.

    With `tick`, check boxes are ticked and `press` sends them off. `spoken` is what is said when there is no screen.
    """

    press: str
    by: Criterion
    spoken: str
    tick: str = ""
    fill: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """`query` is said aloud, `private` never; `images` are handed over with the query."""

    query: str
    private: str = ""
    images: tuple[int, ...] = ()
    decisions: tuple[Decision, ...] = ()
    needs_screen: bool = False


def read_rounds(raw: Json) -> tuple[Round, ...]:
    """The rounds of a native scenario; raises RoundUnreadable."""
    if not isinstance(raw, list) or not raw:
        raise RoundUnreadable("rounds must be a list with at least one round")
    return tuple(_round(item, number) for number, item in enumerate(raw, 1))


def read_decisions(raw: Json, place: str) -> tuple[Decision, ...]:
    listed = raw if isinstance(raw, list) else []
    return tuple(_decision(item, f"{place}, decision {number}") for number, item in enumerate(listed, 1))


def _round(raw: Json, number: int) -> Round:
    if not isinstance(raw, dict) or not isinstance(raw.get("query"), str):
        raise RoundUnreadable(f"round {number} lacks its query")
    images = raw.get("images", [])
    return Round(
        query=str(raw["query"]),
        private=str(raw.get("private", "")),
        images=tuple(int(image) for image in images if isinstance(image, int)) if isinstance(images, list) else (),
        decisions=read_decisions(raw.get("decisions"), f"round {number}"),
        needs_screen=raw.get("needs_screen") is True,
    )


def _decision(raw: Json, place: str) -> Decision:
    if not isinstance(raw, dict) or not isinstance(raw.get("press"), str):
        raise RoundUnreadable(f"{place} does not say what it presses")
    fill = raw.get("fill")
    return Decision(
        press=str(raw["press"]),
        by=_criterion(raw.get("by"), place),
        spoken=str(raw.get("spoken", "")),
        tick=str(raw.get("tick", "")),
        fill=fill if isinstance(fill, dict) else None,
    )


def _criterion(raw: Json, place: str) -> Criterion:
    if raw is None:
        return Criterion("any")
    match raw:
        case {"least": str(pattern)}:
            return Criterion("least", _checked(pattern, place))
        case {"most": str(pattern)}:
            return Criterion("most", _checked(pattern, place))
        case {"over": str(pattern), "limit": int(limit) | float(limit)}:
            return Criterion("over", _checked(pattern, place), float(limit))
        case {"says": str(text)}:
            return Criterion("says", text)
    raise RoundUnreadable(f"{place}: by is least, most, over with limit, or says")


def _checked(pattern: str, place: str) -> str:
    try:
        groups = re.compile(pattern).groups
    except re.error as fault:
        raise RoundUnreadable(f"{place}: {pattern!r} is no pattern: {fault}") from fault
    if groups != 1:
        raise RoundUnreadable(f"{place}: {pattern!r} needs one group around the number")
    return pattern
