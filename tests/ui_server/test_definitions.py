"""A surface can be had again, as it is now, from what was kept of its messages."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui_server.mcp.serving import EXAMPLES, button, example
from ui_server.definitions import Definitions, entries
from ui_server.protocol import v08
from ui_server.receive import receive
from ui_server.surface import Surface
from ui_server.surfaces import Surfaces

NAMES = sorted(path.name for path in EXAMPLES.glob("*.json"))

texts = st.text(max_size=6).filter(lambda text: text[:1] not in ("[", "{"))
values: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers(-9, 9) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=4), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("name", NAMES)
def test_every_example_is_made_anew_by_its_kept_messages(name: str) -> None:
    first, kept = _received(example(name))

    for surface in first:
        messages = kept.messages(surface)
        again = receive(Surfaces(), messages, purpose="validate")
        assert again.accepted, again.diagnostics
        made = again.surfaces.get(surface.surface_id)
        assert made is not None
        assert _gist(made) == _gist(surface)


def test_later_components_and_data_are_what_is_given_back() -> None:
    changed = [
        {
            "version": "v0.9",
            "updateComponents": {
                "surfaceId": "s",
                "components": [{"id": "label", "component": "Text", "text": "Later"}],
            },
        },
        {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/who", "value": "Ada"}},
    ]

    surfaces, kept = _received([*button(label="Sooner"), *changed])
    surface = surfaces.get("s")
    assert surface is not None
    messages = kept.messages(surface) or []

    assert len(messages) == 3
    assert "Sooner" not in json.dumps(messages)
    assert messages[-1] == {
        "version": "v0.9",
        "updateDataModel": {"surfaceId": "s", "path": "/", "value": {"who": "Ada"}},
    }


def test_a_deleted_surface_leaves_nothing_of_itself_in_its_successor() -> None:
    deleted = {"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}

    surfaces, kept = _received([*button(label="Old"), deleted, button()[0]])
    surface = surfaces.get("s")

    assert surface is not None
    assert kept.messages(surface) == [button()[0]]


def test_a_surface_that_was_defined_elsewhere_is_not_made_up() -> None:
    surfaces, _ = _received(button())
    surface = surfaces.get("s")

    assert surface is not None
    assert Definitions().messages(surface) is None


def test_what_is_given_back_is_a_copy() -> None:
    surfaces, kept = _received(button())
    surface = surfaces.get("s")
    assert surface is not None
    given_back = kept.messages(surface)
    assert given_back is not None
    given_back[0].clear()  # type: ignore[union-attr]

    assert kept.messages(surface) == button()


@given(st.dictionaries(st.text(min_size=1, max_size=4).filter(lambda key: key != "."), values, max_size=4))
def test_a_data_model_survives_the_form_of_v08(data: dict[str, Any]) -> None:
    assert v08.decode(entries(data)) == data


def test_null_has_no_form_in_v08_and_is_left_out() -> None:
    assert entries({"a": None, "b": True}) == [{"key": "b", "valueBoolean": True}]


def _received(messages: list[Any]) -> tuple[Surfaces, Definitions]:
    receipt = receive(Surfaces(), messages, purpose="validate")
    assert receipt.accepted, receipt.diagnostics
    kept = Definitions()
    kept.take(receipt.messages)
    return receipt.surfaces, kept


def _gist(surface: Surface) -> Surface:
    """The surface without where its components stood in which message."""
    components = {key: replace(each, pointer="", batch=0) for key, each in surface.components.items()}
    return replace(surface, components=components)
