"""Where the debug page tries things out: one session for each edit of a payload, apart from the sessions of agents.

BenchError
├── UnknownBench   nothing has been tried here yet, or so long ago that it is forgotten
└── Overtaken      a later edit has taken the place of the one that was meant
"""

from __future__ import annotations

import datetime as dt
import json
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any, Final

from renderer.pages import Canvas
from renderer.view import Theme
from ui_server.expressions import Json
from ui_server.hosted import HostedSession
from ui_server.screen import Screen
from ui_server.session import Session, SessionSettings
from ui_server.surface import Surface

MAX_BENCHES: Final = 32
MAX_PICTURES: Final = 8


class BenchError(Exception):
    """`code` is stable, `hint` the remedy."""

    owner = "caller"
    code = "bench_error"
    hint = "Show the payload again."


class UnknownBench(BenchError):
    code = "bench_not_found"

    def __init__(self) -> None:
        super().__init__("Nothing is shown here, or it has been forgotten.")


class Overtaken(BenchError):
    code = "edit_overtaken"

    def __init__(self, edit: int, latest: int) -> None:
        super().__init__(f"Edit {edit} is no longer shown; {latest} is.")
        self.edit = edit
        self.latest = latest


@dataclass(frozen=True, slots=True)
class Edit:
    """One state of the text in the editor, and the look it is to be shown in. `number` grows with each edit."""

    number: int
    text: str
    theme: Theme = "light"
    width: int = 600
    locale: str = "en-US"


@dataclass(slots=True)
class Bench:
    """The latest edit of one page, its session, and the last few pictures by name."""

    edit: int
    session: HostedSession
    pictures: OrderedDict[str, bytes] = field(default_factory=OrderedDict)

    def keep(self, screen: Screen) -> str:
        """The name under which the screen's picture can be had for a while."""
        name = f"{self.edit}-{screen.revision}"
        self.pictures[name] = screen.png
        while len(self.pictures) > MAX_PICTURES:
            self.pictures.popitem(last=False)
        return name


@dataclass(slots=True)
class Benches:
    """The benches of all open pages; beyond `MAX_BENCHES` the one not used for longest is forgotten."""

    canvas: Canvas
    usual: SessionSettings = field(default_factory=SessionSettings)
    _open: OrderedDict[str, Bench] = field(default_factory=OrderedDict)

    async def try_out(self, name: str, edit: Edit) -> tuple[Bench, Screen]:
        """Show whatever is sound of `edit` in a session of its own. Raises Overtaken, and renderer errors."""
        frame = replace(self.usual.frame, width=edit.width)
        settings = replace(self.usual, frame=frame, theme=edit.theme, locale=edit.locale)
        session = HostedSession(self.canvas, lambda: dt.datetime.now(dt.UTC), settings, session_id="preview")
        await session.take(edit.text, purpose="salvage")
        screen = await session.show()
        known = self._open.get(name)
        if known is not None and known.edit > edit.number:
            raise Overtaken(edit.number, known.edit)
        bench = Bench(edit.number, session, known.pictures if known else OrderedDict())
        self._open[name] = bench
        self._open.move_to_end(name)
        while len(self._open) > MAX_BENCHES:
            self._open.popitem(last=False)
        return bench, screen

    def get(self, name: str, edit: int | None = None) -> Bench:
        """The bench, with `edit` only while that is its latest. Raises UnknownBench and Overtaken."""
        bench = self._open.get(name)
        if bench is None:
            raise UnknownBench
        if edit is not None and edit != bench.edit:
            raise Overtaken(edit, bench.edit)
        self._open.move_to_end(name)
        return bench


async def look(session: Session, theme: Theme, width: int) -> bytes:
    """The picture of what the session shows, in another theme and width; the session does not notice."""
    frame = replace(session.settings.frame, width=width)
    settings = replace(session.settings, theme=theme, frame=frame)
    other = Session(session.canvas, session.clock, settings, session_id=session.session_id, surfaces=session.surfaces)
    other.images = session.images
    return (await other.render()).png


def data_message(surface: Surface, value: Json) -> dict[str, Any]:
    """The message by which an agent would replace the whole data model, in the surface's version."""
    if surface.version == "v0.8":
        return {"dataModelUpdate": {"surfaceId": surface.surface_id, "contents": _contents(value)}}
    body = {"surfaceId": surface.surface_id, "path": "/", "value": value}
    return {"version": surface.version, "updateDataModel": body}


def _contents(value: Json) -> list[dict[str, Json]]:
    """v0.8 entries. It has no null, which is left out; lists and maps travel as JSON in a `valueString`."""
    if not isinstance(value, dict):
        return [{"key": ".", **_typed(value)}]
    return [{"key": key, **_typed(item)} for key, item in value.items() if item is not None]


def _typed(value: Json) -> dict[str, Json]:
    match value:
        case bool():
            return {"valueBoolean": value}
        case int() | float():
            return {"valueNumber": value}
        case str():
            return {"valueString": value}
    return {"valueString": json.dumps(value, ensure_ascii=False)}
