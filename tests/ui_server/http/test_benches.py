"""Trying payloads out: each edit in a session of its own, the latest one standing."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from renderer.pages import Canvas
from tests.ui_server.building import surface
from ui_server.expressions import Json
from ui_server.http.benches import MAX_BENCHES, MAX_PICTURES, Benches, Edit, Overtaken, UnknownBench, data_message, look
from ui_server.receive import receive
from ui_server.surface import Version
from ui_server.surfaces import Surfaces

CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"


def greeting(text: str) -> str:
    root = {"id": "root", "component": "Text", "text": text}
    return json.dumps(
        [
            {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": CATALOG}},
            {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [root]}},
        ]
    )


async def test_an_edit_is_shown_in_its_own_session(canvas: Canvas) -> None:
    benches = Benches(canvas)
    _, first = await benches.try_out("page", Edit(1, greeting("one")))
    bench, second = await benches.try_out("page", Edit(2, greeting("two")))
    assert [screen.drawing.surfaces[0].texts for screen in (first, second)] == [("one",), ("two",)]
    assert bench.session.revision == 1


async def test_what_is_sound_is_shown_beside_what_is_not(canvas: Canvas) -> None:
    text = greeting("one").replace('"text": "one"', '"text": "one", "colour": "red"')
    _, screen = await Benches(canvas).try_out("page", Edit(1, text))
    assert [found.code for found in screen.diagnostics] == ["unknown_property"]
    assert len(screen.drawing.surfaces) == 1


async def test_an_older_edit_never_replaces_a_newer_one(canvas: Canvas) -> None:
    benches = Benches(canvas)
    await benches.try_out("page", Edit(5, greeting("new")))
    with pytest.raises(Overtaken):
        await benches.try_out("page", Edit(4, greeting("old")))
    assert benches.get("page").edit == 5


async def test_an_act_meant_for_another_edit_is_refused(canvas: Canvas) -> None:
    benches = Benches(canvas)
    await benches.try_out("page", Edit(2, greeting("new")))
    with pytest.raises(Overtaken):
        benches.get("page", 1)


async def test_the_bench_not_used_for_longest_is_forgotten(canvas: Canvas) -> None:
    benches = Benches(canvas)
    for number in range(MAX_BENCHES + 1):
        await benches.try_out(f"page{number}", Edit(1, ""))
    with pytest.raises(UnknownBench):
        benches.get("page0")
    assert benches.get("page1").edit == 1


async def test_only_the_last_pictures_are_kept(canvas: Canvas) -> None:
    bench, screen = await Benches(canvas).try_out("page", Edit(1, greeting("one")))
    names = [bench.keep(replace(screen, revision=number)) for number in range(20)]
    assert list(bench.pictures) == names[-MAX_PICTURES:]


async def test_a_look_leaves_the_session_as_it_is(canvas: Canvas) -> None:
    bench, screen = await Benches(canvas).try_out("page", Edit(1, greeting("one")))
    dark = await look(bench.session, "dark", 360)
    assert dark != screen.png
    assert (bench.session.revision, bench.session.settings.theme) == (1, "light")
    assert bench.session.shown is not None and bench.session.shown.screen is screen


@pytest.mark.parametrize("version", ["v0.8", "v0.9", "v0.9.1", "v1.0"])
@pytest.mark.parametrize(
    "value", [{"a": "x", "n": 2, "yes": True, "list": [{"b": 1}], "deep": {"c": {"d": [1, 2]}}}, {}, ["a", "b"]]
)
def test_the_message_replaces_the_whole_data_model(version: Version, value: Json) -> None:
    given = surface({"id": "root", "component": "Text", "text": "x"}, data={"old": 1, "a": 0}, version=version)
    if version == "v0.8":
        given = surface({"id": "root", "component": {"Text": {}}}, data={"old": 1, "a": 0}, version=version)
    receipt = receive(Surfaces(live={"s": given}), [data_message(given, value)], purpose="salvage")
    changed = receipt.surfaces.get("s")
    assert [found.message for found in receipt.diagnostics if found.severity == "error"] == []
    assert changed is not None and changed.data == value
