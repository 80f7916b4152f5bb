from __future__ import annotations

import copy

import pytest
from hypothesis import given

from tests.ui_server.building import Raw, column, component, field, json_values, rows, text
from ui_server.expressions import Json
from ui_server.protocol.operations import (
    AgentFunctionResponse,
    CreateSurface,
    DeleteData,
    DeleteSurface,
    Operation,
    PutComponents,
    PutData,
)
from ui_server.protocol.versions import operations_of
from ui_server.surface import Theme, Version
from ui_server.surfaces import Refusal, Surfaces, same_protocol


def create(surface_id: str = "s", version: Version = "v0.9", **more: Json) -> CreateSurface:
    return CreateSurface(surface_id=surface_id, version=version, pointer="/0", **more)  # type: ignore[arg-type]


def put(*components: Raw, surface_id: str = "s", version: Version = "v0.9") -> PutComponents:
    made = tuple(component(raw, version) for raw in components)
    return PutComponents(surface_id=surface_id, version=version, pointer="/0", components=made)


def write(path: str, value: Json, surface_id: str = "s", version: Version = "v0.9") -> PutData:
    return PutData(surface_id=surface_id, version=version, pointer="/0", path=path, value=value)


def erase(path: str, version: Version = "v0.9") -> DeleteData:
    return DeleteData(surface_id="s", version=version, pointer="/0", path=path)


def remove(surface_id: str = "s", version: Version = "v0.9") -> DeleteSurface:
    return DeleteSurface(surface_id=surface_id, version=version, pointer="/0")


def applied(*operations: Operation, to: Surfaces | None = None, owner: str = "agent") -> Surfaces:
    state = to or Surfaces()
    for operation in operations:
        state = state.apply(operation, owner)
    return state


def sent(*messages: Raw, to: Surfaces | None = None) -> Surfaces:
    """v0.8 messages in one payload."""
    state = to or Surfaces()
    for index, message in enumerate(messages):
        state = applied(*operations_of(message, index, "v0.8", batch=1), to=state)
    return state.with_initial_values()


def data_of(state: Surfaces, surface_id: str = "s") -> Json:
    surface = state.get(surface_id)
    assert surface is not None
    return surface.data


def refused(state: Surfaces, operation: Operation, owner: str = "agent") -> Refusal:
    """The refusal; nothing may have changed."""
    before = copy.deepcopy(state)
    with pytest.raises(Refusal) as caught:
        state.apply(operation, owner)
    assert state == before
    return caught.value


# -- life ------------------------------------------------------------------------------------------------------------


def test_a_created_surface_is_live_and_empty() -> None:
    state = applied(create(theme=Theme(font="Inter")))  # type: ignore[arg-type]
    surface = state.get("s")
    assert surface is not None
    assert (surface.root, surface.data, dict(surface.components), surface.theme.font) == ("root", {}, {}, "Inter")


def test_a_surface_that_lives_cannot_be_created_again() -> None:
    assert refused(applied(create()), create()).code == "surface_exists"


def test_a_deleted_surface_leaves_nothing_to_its_successor() -> None:
    state = applied(create(), put(field("x", {"path": "/v"})), write("/v", "stale"), remove(), create())
    surface = state.get("s")
    assert surface is not None
    assert (surface.data, dict(surface.components)) == ({}, {})


def test_deleting_what_is_not_there_is_nothing() -> None:
    assert list(applied(remove())) == []


def test_surfaces_come_in_the_order_of_their_creation() -> None:
    state = applied(create("b"), create("a"), write("/x", 1, "b"))
    assert [surface.surface_id for surface in state] == ["b", "a"]


def test_a_function_answer_of_the_agent_changes_nothing() -> None:
    state = applied(create())
    answer = AgentFunctionResponse(surface_id="", version="v1.0", pointer="/0", call_id="1")
    assert state.apply(answer, "agent") == state


# -- data ------------------------------------------------------------------------------------------------------------


def test_null_is_written_and_deletion_removes() -> None:
    state = applied(create(), write("/", {"a": 1, "b": 2}), write("/a", None), erase("/b"))
    assert data_of(state) == {"a": None}


def test_version_1_0_deletes_with_null_and_makes_no_branch_on_the_way() -> None:
    start = applied(create(version="v1.0", data={"profile": {"name": "Kim", "city": "Oslo"}}))
    state = applied(erase("/profile/name", "v1.0"), erase("/ghost/deep", "v1.0"), to=start)
    assert data_of(state) == {"profile": {"city": "Oslo"}}


def test_deleting_a_list_item_keeps_the_places_of_the_others() -> None:
    assert data_of(applied(create(), write("/xs", ["a", "b", "c"]), erase("/xs/1"))) == {"xs": ["a", None, "c"]}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/n/x", "not_a_container"),
        ("/items/100000000", "bad_index"),
        ("/items/-1", "bad_index"),
        ("/items/01", "bad_index"),
        ("/a~x", "invalid_pointer"),
        ("/a" * 5000, "limit_reached"),
    ],
)
def test_a_write_that_makes_no_sense_is_refused_and_changes_nothing(path: str, code: str) -> None:
    state = applied(create(), write("/", {"n": 1, "items": [0]}))
    refusal = refused(state, write(path, "x"))
    assert (refusal.code, refusal.place) == (code, "/path")


def test_writing_inside_a_root_that_is_a_number_is_refused() -> None:
    assert refused(applied(create(), write("/", 1)), write("/a", 2)).code == "not_a_container"


def test_deleting_at_a_bad_path_is_refused() -> None:
    assert refused(applied(create()), erase("/a~")).code == "invalid_pointer"


@given(json_values)
def test_what_was_written_at_the_root_is_the_data(value: Json) -> None:
    assert data_of(applied(create(), write("/", value))) == value


# -- who may ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", [write("/a", 1), erase("/a"), remove(), create(), put(text("t", "x"))])
def test_no_agent_touches_the_surface_of_another(operation: Operation) -> None:
    assert refused(applied(create(), owner="bank"), operation, "weather").code == "not_owner"


def test_no_agent_takes_an_id_for_which_another_has_sent_something() -> None:
    assert refused(applied(write("/a", 1), owner="bank"), create(), "weather").code == "not_owner"


def test_one_surface_speaks_one_version() -> None:
    assert refused(applied(create(version="v0.9")), remove(version="v0.8")).code == "version_mismatch"
    assert refused(applied(create(version="v1.0")), write("/a", 1)).code == "version_mismatch"


def test_version_0_9_1_is_the_protocol_of_0_9() -> None:
    assert same_protocol("v0.9", "v0.9.1") and same_protocol("v1.0", "v1.0")
    assert not same_protocol("v0.9", "v1.0") and not same_protocol("v0.9.1", "v0.8")
    assert data_of(applied(create(version="v0.9.1"), write("/a", 1, version="v0.9"))) == {"a": 1}


# -- v0.8 ------------------------------------------------------------------------------------------------------------


def begin(root: str = "root", surface_id: str = "s") -> Raw:
    return {"beginRendering": {"surfaceId": surface_id, "root": root}}


def update(*components: Raw, surface_id: str = "s") -> Raw:
    return {"surfaceUpdate": {"surfaceId": surface_id, "components": [*components]}}


def contents(*entries: Raw, path: str | None = None) -> Raw:
    body: Raw = {"surfaceId": "s", "contents": [*entries]}
    return {"dataModelUpdate": body | ({} if path is None else {"path": path})}


def old_text(component_id: str, **bound: Json) -> Raw:
    return {"id": component_id, "component": {"Text": {"text": bound}}}


def test_what_comes_before_begin_rendering_waits_and_is_not_lost() -> None:
    waiting = sent(contents({"key": "t", "valueString": "Ready"}), update(old_text("main", path="/t")))
    assert list(waiting) == []
    surface = sent(begin("main"), to=waiting).get("s")
    assert surface is not None
    assert (surface.root, surface.data, list(surface.components)) == ("main", {"t": "Ready"}, ["main"])


def test_a_second_begin_rendering_is_a_new_root_on_the_same_surface() -> None:
    state = sent(update(old_text("a"), old_text("b")), begin("a"), contents({"key": "n", "valueNumber": 1}), begin("b"))
    surface = state.get("s")
    assert surface is not None
    assert (surface.root, surface.data, len(surface.components)) == ("b", {"n": 1}, 2)


def test_contents_replace_what_is_at_their_path_and_at_the_root_without_one() -> None:
    state = sent(begin(), contents({"key": "a", "valueNumber": 1}), contents({"key": "b", "valueNumber": 2}))
    assert data_of(state) == {"b": 2}
    state = sent(contents({"key": "text", "valueString": "Paid."}, path="/draft/"), to=state)
    assert data_of(state) == {"b": 2, "draft": {"text": "Paid."}}


def test_a_dot_sets_a_single_value_at_the_path() -> None:
    state = sent(
        begin(), contents({"key": "a", "valueNumber": 1}), contents({"key": ".", "valueString": "x"}, path="/a")
    )
    assert data_of(state) == {"a": "x"}


def test_an_empty_update_waits_like_any_other() -> None:
    assert "s" in sent(update()).waiting
    assert sent(update(), {"deleteSurface": {"surfaceId": "s"}}).waiting == {}


GUEST: Raw = {"path": "/name", "literalString": "Guest"}


def old_field(bound: Raw) -> Raw:
    return {"id": "root", "component": {"TextField": {"label": {"literalString": "Name"}, "text": bound}}}


def test_a_path_with_a_literal_gives_the_data_its_first_value() -> None:
    assert data_of(sent(update(old_field(GUEST)), begin())) == {"name": "Guest"}


def test_a_literal_that_is_sent_again_does_not_overwrite_what_is_there() -> None:
    state = sent(update(old_field(GUEST)), begin())
    typed = state.live["s"].with_value(("name",), "Mia")
    assert data_of(sent(update(old_field(GUEST)), to=state.with_surface(typed))) == {"name": "Mia"}


def test_null_and_false_are_values_and_are_kept() -> None:
    state = sent(contents({"key": "name", "valueBoolean": False}), update(old_field(GUEST)), begin())
    assert data_of(state) == {"name": False}


def test_a_relative_path_outside_templates_starts_at_the_root() -> None:
    assert data_of(sent(update(old_field({**GUEST, "path": "name"})), begin())) == {"name": "Guest"}
    assert data_of(sent(update(old_field({**GUEST, "path": "a.b"})), begin())) == {"a": {"b": "Guest"}}


def test_a_relative_path_in_a_template_gives_each_row_its_first_value() -> None:
    row = old_field({"path": "qty", "literalNumber": 1}) | {"id": "row"}
    template: Raw = {"template": {"componentId": "row", "dataBinding": "/items"}}
    state = sent(
        update({"id": "root", "component": {"List": {"children": template}}}, row),
        contents(
            {"key": "a", "valueMap": [{"key": "name", "valueString": "x"}]},
            {"key": "b", "valueMap": [{"key": "qty", "valueNumber": 5}]},
            path="/items",
        ),
        begin(),
    )
    assert data_of(state) == {"items": {"a": {"name": "x", "qty": 1}, "b": {"qty": 5}}}


def test_a_literal_whose_path_is_none_or_leads_into_a_value_is_only_shown() -> None:
    assert data_of(sent(update(old_field({**GUEST, "path": "/bad~x"})), begin())) == {}
    blocked = sent(contents({"key": "a", "valueNumber": 1}), update(old_field({**GUEST, "path": "/a/b"})), begin())
    assert data_of(blocked) == {"a": 1}


def test_first_values_are_written_only_once_the_surface_is_begun() -> None:
    assert sent(update(old_field(GUEST))).waiting["s"].data == {}


def test_versions_after_0_8_have_no_first_values() -> None:
    state = applied(create(), put(column("f"), field("f", {"path": "/v"}), rows("l", "/xs", "f")))
    assert state.with_initial_values() == state
