"""Whatever an agent sends: no crash, no hang, and always an answer."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renderer.view import walk
from tests.fuzz.mutations import anything, load, messages, mutants
from ui_server.diagnostics.codes import CODES
from ui_server.functions import Functions
from ui_server.images import Images
from ui_server.receive import Receipt, receive
from ui_server.resolve import resolve
from ui_server.session import Session
from ui_server.surfaces import Surfaces

OURS = sorted((Path(__file__).parents[2] / "surfacebox" / "examples").glob("*.json*"))
thorough = settings(max_examples=300, suppress_health_check=list(HealthCheck))
in_browser = settings(max_examples=25, suppress_health_check=list(HealthCheck))


def official(shared: Path) -> list[Any]:
    folders = ["v0_8/json/catalogs", "v0_9/catalogs", "v0_9_1/catalogs", "v1_0/npm_web_core_0.11.0/catalogs"]
    return load(
        sorted(file for folder in folders for file in (shared / "data/a2ui" / folder).glob("*/examples/*.json"))
    )


def answered(payload: Any) -> Receipt:
    """Receive, resolve, and check all that must hold for any payload."""
    before = copy.deepcopy(payload)
    receipt = receive(Surfaces(), payload, purpose="salvage")
    assert payload == before, "the caller's JSON was changed"
    assert receipt.diagnostics or receipt.surfaces.live or receipt.surfaces.waiting or receipt.messages
    assert {diagnostic.code for diagnostic in receipt.diagnostics} <= CODES.keys()
    assert len(receipt.diagnostics) <= 21
    for surface in receipt.surfaces:
        shown = resolve(surface, Functions(surface.version), Images())
        keys = [node.key for node in walk(shown.view.root)]
        assert len(keys) == len(set(keys)), "two elements share an id"
    json.dumps([diagnostic.to_json() for diagnostic in receipt.diagnostics])
    return receipt


@thorough
@given(anything | messages())
def test_any_json_gets_an_answer(payload: Any) -> None:
    answered(payload)


@thorough
@given(st.text(max_size=400) | st.binary(max_size=400))
def test_any_text_and_any_bytes_get_an_answer(payload: str | bytes) -> None:
    receipt = receive(Surfaces(), payload)
    assert receipt.diagnostics or not payload.strip()


@thorough
@given(st.data())
def test_our_own_examples_with_something_broken_get_an_answer(data: st.DataObject) -> None:
    answered(data.draw(mutants(load(OURS))))


def test_official_examples_with_something_broken_get_an_answer(shared: Path) -> None:
    payloads = official(shared)

    @thorough
    @given(mutants(payloads))
    def broken(payload: Any) -> None:
        answered(payload)

    broken()


@thorough
@given(mutants(load(OURS)))
def test_a_refused_payload_leaves_everything_as_it_was(payload: Any) -> None:
    surfaces = receive(Surfaces(), load(OURS)[0]).surfaces
    receipt = receive(surfaces, payload, batch=2)
    assert receipt.accepted or receipt.surfaces is surfaces


@in_browser
@given(st.data())
async def test_our_own_examples_with_something_broken_are_drawn(
    new_session: Callable[..., Session], data: st.DataObject
) -> None:
    await drawn(new_session(), data.draw(mutants(load(OURS))))


@in_browser
@given(st.data())
async def test_official_examples_with_something_broken_are_drawn(
    new_session: Callable[..., Session], shared: Path, data: st.DataObject
) -> None:
    await drawn(new_session(), data.draw(mutants(official(shared))))


async def drawn(session: Session, payload: Any) -> None:
    """Whatever is sound is on a picture, and the report is plain JSON."""
    session.receive(payload, purpose="salvage")
    report = (await session.render()).report()
    assert report["screenshot"]["sha256"]
    assert json.loads(json.dumps(report))["schema"] == "surfacebox.screen/1"
