from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ui_server.catalogs import BASIC_IDS
from ui_server.component import Component
from ui_server.diagnostics.check import MAX_DIAGNOSTICS
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.graph import MAX_DEPTH, Graph
from ui_server.diagnostics.structure import check_surface
from ui_server.expressions import Json, Literal
from ui_server.receive import receive
from ui_server.surface import Surface
from ui_server.surfaces import Surfaces

Check = Callable[..., list[Diagnostic]]
Screen = Callable[..., list[Any]]
One = Callable[[list[Diagnostic], str], Diagnostic]

HI: Json = {"id": "hi", "component": "Text", "text": "Hi"}
PLACE = "/1/updateComponents/components"


def column(own: str, *children: str) -> Json:
    return {"id": own, "component": "Column", "children": list(children)}


def card(own: str, child: str) -> Json:
    return {"id": own, "component": "Card", "child": child}


def codes(found: list[Diagnostic]) -> list[str]:
    return [diagnostic.code for diagnostic in found]


def test_a_sound_screen_has_no_fault(check: Check, screen: Screen) -> None:
    assert check(screen(column("root", "hi"), HI)) == []


def test_without_a_root_the_top_component_is_named(check: Check, screen: Screen, one: One) -> None:
    fault = one(check(screen(column("page", "hi"), HI)), "missing_root")
    assert (fault.severity, fault.pointer) == ("error", PLACE)
    assert '"page"' in fault.hint and '"root"' in fault.hint


def test_v08_without_its_root_is_told_what_to_begin_with(check: Check, old_screen: Screen, one: One) -> None:
    text: Json = {"id": "main", "component": {"Text": {"text": {"literalString": "Hi"}}}}
    assert '"root": "main"' in one(check(old_screen(text, root="top")), "missing_root").hint


def test_v08_components_that_are_never_begun_are_an_error(check: Check, old_screen: Screen, one: One) -> None:
    text: Json = {"id": "main", "component": {"Text": {"text": {"literalString": "Hi"}}}}
    fault = one(check(old_screen(text)[:1]), "not_begun")
    assert '{"beginRendering":{"surfaceId":"s","root":"main"}}' in fault.hint


@pytest.mark.parametrize(
    ("component", "pointer"),
    [
        (column("root", "hi", "titel"), "/0/children/1"),
        (card("root", "titel"), "/0/child"),
        ({"id": "root", "component": "Modal", "trigger": "hi", "content": "titel"}, "/0/content"),
        ({"id": "root", "component": "Tabs", "tabs": [{"title": "a", "child": "titel"}]}, "/0/tabs/0/child"),
        (
            {"id": "root", "component": "List", "children": {"path": "/x", "componentId": "titel"}},
            "/0/children/componentId",
        ),
    ],
)
def test_a_child_that_does_not_exist_is_found_in_every_kind_of_reference(
    component: Json, pointer: str, check: Check, screen: Screen, one: One
) -> None:
    title: Json = {"id": "title", "component": "Text", "text": "T"}
    fault = one(check(screen(component, HI, title, data={"x": [1]})), "dangling_child")
    assert (fault.severity, fault.pointer) == ("error", PLACE + pointer)
    assert '"title"' in fault.hint


def test_while_a_screen_arrives_what_is_missing_is_a_warning_and_orphans_are_a_note() -> None:
    root = Component(id="root", type="Card", kind="Card", slots={"child": "later"}, pointer="/0", batch=1)
    early = Component(id="early", type="Divider", kind="Divider", pointer="/1", batch=1)
    surface = Surface(surface_id="s", version="v0.9", components={"root": root, "early": early})
    found = {fault.code: fault.severity for fault in check_surface(surface, batch=1, complete=False)}
    assert found == {"dangling_child": "warning", "orphan": "info"}
    rootless = Surface(surface_id="s", version="v0.9", components={"early": early})
    assert [fault.severity for fault in check_surface(rootless, batch=1, complete=False)] == ["warning"]


def test_what_an_update_has_replaced_is_no_orphan() -> None:
    root = Component(id="root", type="Divider", kind="Divider", pointer="/0", batch=2)
    left = Component(id="left", type="Divider", kind="Divider", pointer="/1", batch=1)
    surface = Surface(surface_id="s", version="v0.9", components={"root": root, "left": left})
    assert check_surface(surface, batch=2, complete=False) == []


def test_a_component_inside_itself_is_an_error_however_long_the_way(check: Check, screen: Screen) -> None:
    found = check(screen(column("root", "me", "a"), card("me", "me"), card("a", "b"), card("b", "c"), card("c", "a")))
    circles = [(fault.code, fault.pointer) for fault in found if fault.severity == "error"]
    assert circles == [("self_reference", f"{PLACE}/1/child"), ("cycle", f"{PLACE}/4/child")]
    assert any("a → b → c → a" in fault.message for fault in found)


def test_two_circles_that_share_a_component_are_both_told(check: Check, screen: Screen) -> None:
    found = check(screen(column("root", "a"), column("a", "b", "c"), card("b", "a"), card("c", "a")))
    assert codes(found).count("cycle") == 2


def test_what_cannot_be_reached_is_told_once_for_each_top(check: Check, screen: Screen) -> None:
    lost = [column("lost", "x", "y"), {**HI, "id": "x"}, {**HI, "id": "y"}]  # type: ignore[dict-item]
    found = check(screen(column("root", "hi"), HI, *lost))
    assert [(fault.code, fault.severity, fault.pointer) for fault in found] == [("orphan", "warning", f"{PLACE}/2")]
    assert "the 2 below it" in found[0].message


def test_a_component_in_two_places_is_a_note_at_the_second(check: Check, screen: Screen) -> None:
    found = check(screen(column("root", "hi", "c"), card("c", "hi"), HI))
    assert [(fault.code, fault.severity, fault.pointer) for fault in found] == [
        ("two_parents", "info", f"{PLACE}/1/child")
    ]


def test_a_screen_of_empty_containers_shows_nothing(check: Check, screen: Screen, one: One) -> None:
    fault = one(check(screen(column("root", "c"), column("c"))), "empty_screen")
    assert (fault.severity, fault.pointer) == ("warning", f"{PLACE}/0")


def test_a_surface_without_components_shows_nothing(check: Check, screen: Screen) -> None:
    assert [(fault.code, fault.severity) for fault in check(screen()[:1])] == [("empty_screen", "warning")]


@pytest.mark.parametrize(("links", "codes_found"), [(MAX_DEPTH - 1, []), (MAX_DEPTH + 1, ["limit_reached"])])
def test_components_may_lie_only_so_deep(links: int, codes_found: list[str], check: Check, screen: Screen) -> None:
    chain = [card("root" if i == 0 else f"c{i}", f"c{i + 1}") for i in range(links)]
    assert codes(check(screen(*chain, {**HI, "id": f"c{links}"}))) == codes_found  # type: ignore[dict-item]


def test_a_chain_of_thousands_is_walked_without_recursion() -> None:
    components = {
        f"c{i}": Component(id=f"c{i}", type="Card", kind="Card", slots={"child": f"c{(i + 1) % 5000}"})
        for i in range(5000)
    }
    surface = Surface(surface_id="s", version="v0.9", root="c0", components=components)
    assert "cycle" in codes(check_surface(surface, batch=0, complete=True))


def test_an_unknown_type_may_refer_to_others_under_any_name() -> None:
    frame = Component(
        id="root",
        type="Frame",
        kind="Unknown",
        properties={"header": Literal("top"), "parts": Literal(["a", "none"]), "title": Literal("root")},
    )
    others = {name: Component(id=name, type="Divider", kind="Divider") for name in ("top", "a")}
    graph = Graph.of({"root": frame, **others})
    assert graph.reachable("root") == {"root", "top", "a"}


def test_when_part_was_refused_nothing_is_said_about_what_is_missing() -> None:
    root = Component(id="page", type="Card", kind="Card", slots={"child": "gone"}, pointer="/0", batch=1)
    loop = Component(id="loop", type="Card", kind="Card", slots={"child": "loop"}, pointer="/1", batch=1)
    surface = Surface(surface_id="s", version="v0.9", components={"page": root, "loop": loop})
    assert codes(check_surface(surface, batch=1, complete=True, partial=True)) == ["self_reference"]


def test_shared_children_that_multiply_are_walked_once() -> None:
    levels: list[Json] = [column(f"l{i}" if i else "root", *[f"l{i + 1}"] * 10) for i in range(14)]
    last: Json = {"id": "l14", "component": "Text", "text": "x"}
    messages: list[Json] = [
        {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": BASIC_IDS["v0.9"][0]}},
        {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [*levels, last]}},
    ]
    assert receive(Surfaces(), messages).accepted


def test_thousands_of_missing_children_are_told_and_only_those_that_are_shown_get_a_remedy(
    check: Check, screen: Screen
) -> None:
    """Looking for what each of them may mean took time that grows with the square of the payload."""
    names = [f"headline{number}" for number in range(3000)]
    found = check(screen(column("root", "headline", *names), {"id": "headline", "component": "Text", "text": "Hi"}))
    missing = [fault for fault in found if fault.code == "dangling_child"]

    assert len(missing) >= MAX_DIAGNOSTICS
    assert all('"headline"' in fault.hint for fault in missing[:MAX_DIAGNOSTICS])
    assert not any('"headline"' in fault.hint for fault in missing[MAX_DIAGNOSTICS:])
