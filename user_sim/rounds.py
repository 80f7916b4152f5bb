"""What the user wants, round by round: what it says, what it keeps to itself, and how it decides on a screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ui_server.expressions import Json

Kind = Literal["any", "says", "least", "most", "over", "earliest", "latest"]
NUMERIC: frozenset[Kind] = frozenset({"least", "most", "over"})


@dataclass(frozen=True, slots=True)
class Criterion:
    """How to choose among candidates by what the screen says about each.

    `least` and `most` compare the number that the group of `pattern` finds, `over` takes all above `limit`; `earliest`
    and `latest` compare what it finds as text, which orders dates and times as they are written in ISO 8601. `says`
    takes the first that shows a text, `any` the first.
    """

    kind: Kind = "any"
    pattern: str = ""
    limit: float = 0.0


@dataclass(frozen=True, slots=True)
class Decision:
    """A private choice. `press` is the action, component or visible name of what it is made with.

    With `tick`, named in the same way, what is chosen is ticked and `press` sends it off. `fill` maps inputs, named in
    the same way too, to what is entered before that. `spoken` is what is said when there is no screen, `ask` what is
    said when the screen does not show what the choice needs.
    """

    press: str
    by: Criterion = field(default_factory=Criterion)
    spoken: str = ""
    tick: str = ""
    fill: Mapping[str, Json] = field(default_factory=dict)
    ask: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """`query` is said aloud, `private` never; `images` are handed over with the query."""

    query: str
    private: str = ""
    images: tuple[int, ...] = ()
    decisions: tuple[Decision, ...] = ()
    needs_screen: bool = False
