"""Whatever an agent sends: no crash, no hang, and always an answer."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from renderer.view import walk
from tests.fuzz.mutations import anything, load, messages, mutants
from ui_server import pointer
from ui_server.diagnostics.codes import CODES
from ui_server.diagnostics.repair import mend
from ui_server.functions import Functions
from ui_server.images import Images
from ui_server.receive import Receipt, receive
from ui_server.resolve import resolve
from ui_server.session import Session
from ui_server.surface import Surface
from ui_server.surfaces import Surfaces

OURS = sorted((Path(__file__).parents[2] / "surfacebox" / "examples").glob("*.json*"))
thorough = settings(max_examples=300, suppress_health_check=list(HealthCheck))
in_browser = settings(max_examples=25, suppress_health_check=list(HealthCheck))


def official(shared: Path) -> list[Any]:
    folders = ["v0_8/json/catalogs", "v0_9/catalogs", "v0_9_1/catalogs", "v1_0/npm_web_core_0.11.0/catalogs"]
    return load(
        sorted(file for folder in folders for file in (shared / "data/a2ui" / folder).glob("*/examples/*.json"))
    )


def leads_somewhere(place: str, sent: list[Any]) -> bool:
    """Whether a pointer leads to something in the messages as they were sent; without messages nothing is asked."""
    return not sent or not isinstance(pointer.read(sent, pointer.parse(place)), pointer.Missing)


def answered(payload: Any) -> Receipt:
    """Receive, resolve, and check all that must hold for any payload."""
    before = copy.deepcopy(payload)
    receipt = receive(Surfaces(), payload, purpose="salvage")
    assert payload == before, "the caller's JSON was changed"
    assert receipt.diagnostics or receipt.surfaces.live or receipt.surfaces.waiting or receipt.messages
    assert {diagnostic.code for diagnostic in receipt.diagnostics} <= CODES.keys()
    assert len(receipt.diagnostics) <= 21
    for diagnostic in receipt.diagnostics:
        assert leads_somewhere(diagnostic.pointer, list(receipt.messages)), diagnostic
        assert diagnostic.hint or diagnostic.severity == "info", diagnostic
        assert len(diagnostic.message) + len(diagnostic.hint) < 1200
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


@thorough
@given(mutants(load(OURS)))
def test_what_is_mended_needs_no_mending_again_and_the_given_is_left_alone(payload: Any) -> None:
    sent = payload if isinstance(payload, list) else [payload]
    before = copy.deepcopy(sent)
    mended, _ = mend(sent)
    assert sent == before
    assert mend(mended) == (mended, [])


@thorough
@given(st.sampled_from(load(OURS)), st.randoms(use_true_random=False))
def test_a_screen_is_the_same_in_whatever_pieces_and_order_its_components_come(payload: Any, chance: Random) -> None:
    pieces = [piece for message in payload for piece in split(message)]
    names = [str(name_of(piece)) for piece in pieces if is_components(piece)]
    assume(len(names) == len(set(names)))  # of two definitions of one component the later counts
    fixed = [piece for piece in pieces if not is_components(piece)]
    loose = [piece for piece in pieces if is_components(piece)]
    chance.shuffle(loose)
    one = receive(Surfaces(), payload, purpose="validate").surfaces
    other = receive(Surfaces(), [*fixed, *loose], purpose="validate").surfaces
    assert [drawing(surface) for surface in one] == [drawing(surface) for surface in other]


def is_components(message: Any) -> bool:
    return "updateComponents" in message or "surfaceUpdate" in message


def name_of(message: Any) -> tuple[str, str]:
    body = message.get("updateComponents") or message["surfaceUpdate"]
    return body["surfaceId"], body["components"][0]["id"]


def split(message: Any) -> list[Any]:
    """A message with several components as messages with one each."""
    kind = next((key for key in ("updateComponents", "surfaceUpdate") if key in message), None)
    if kind is None:
        return [message]
    body = message[kind]
    return [{**message, kind: {**body, "components": [component]}} for component in body["components"]]


def drawing(surface: Surface) -> str:
    return repr(resolve(surface, Functions(surface.version), Images()).view)


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
