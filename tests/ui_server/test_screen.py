from __future__ import annotations

import json
from dataclasses import replace

import pytest

from renderer.elements import ImageFact, SurfaceFacts
from renderer.picture import Drawing, Frame, Picture
from tests.ui_server.building import button, column, field, picker, resolved, rows, scene, surface, text
from tests.ui_server.test_values import element
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.screen import SCHEMA, Screen, protocol_of, scene_of
from ui_server.surface import Surface

FORM = surface(
    column("p", "p#x", "t", "m", "list", "tabs"),
    picker("p", [], "a", "b#c", "@"),
    text("p#x", "[link](https://x)"),
    text("t", "T"),
    {"id": "m", "component": "Modal", "trigger": "t", "content": "t"},
    rows("list", "/xs", "f"),
    field("f", {"path": "."}),
    {"id": "tabs", "component": "Tabs", "tabs": [{"title": "A", "child": "t"}]},
    data={"xs": ["x"]},
)


@pytest.mark.parametrize(
    ("element_id", "key"),
    [
        ("p", "p"),
        ("p#a", "p"),
        ("p#b#c", "p"),
        ("p#@", "p"),
        ("p#filter", "p"),
        ("p#x", "p#x"),
        ("p#x@0", "p#x"),
        ("m#close", "m"),
        ("tabs#0", "tabs"),
        ("f:xs/0", "f:xs/0"),
    ],
)
def test_an_element_is_found_by_its_own_id_or_that_of_a_part(element_id: str, key: str) -> None:
    found = scene(FORM).node_of(element_id)
    assert found is not None
    assert found.key == key


@pytest.mark.parametrize(
    "element_id", ["", "#", "@0", "ghost", "p#z", "p#", "p@0", "tabs#1", "t#close", "f:xs/1", "p#x@"]
)
def test_what_is_not_there_is_not_found(element_id: str) -> None:
    assert scene(FORM).node_of(element_id) is None


def test_a_scene_knows_every_node_by_its_id_over_all_surfaces() -> None:
    one = surface(column("b"), button("b"), text("label", "x"), surface_id="one")
    two = surface(text("own", "y"), surface_id="two")
    shown = scene(one, two)
    assert list(shown.nodes) == ["root", "b", "label", "own"]
    assert [part.surface_id for part in shown.view.surfaces] == ["one", "two"]
    assert shown.surface("two") is two


def test_what_could_not_be_evaluated_is_told_for_each_surface() -> None:
    broken = surface(text("t", {"call": "formatNumber", "args": {"value": "x"}}), surface_id="b")
    told = scene(surface(text("a", "x")), broken).diagnostics
    assert [(one.code, one.surface_id, one.component_id) for one in told] == [("unevaluable", "b", "t")]


def test_the_protocol_is_that_of_the_first_surface() -> None:
    assert protocol_of([surface(version="v1.0"), surface()]) == "v1.0"
    assert protocol_of([]) is None


def screen_of(*surfaces: Surface, diagnostics: tuple[Diagnostic, ...] = ()) -> Screen:
    facts = tuple(
        SurfaceFacts(
            surface_id=one.surface_id,
            texts=("Hi",),
            images=(ImageFact("alt", "src", False, (0, 0, 1, 1)),),
            icons=("star",),
            elements=(replace(element("f", "TextField", "textbox"), value="x", surface_id=one.surface_id),),
        )
        for one in surfaces
    )
    picture = Picture(b"png", 600, 812, 1.0)
    return Screen(
        source="test@3",
        revision=3,
        frame=Frame(),
        scene=scene_of(((one, resolved(one)) for one in surfaces), theme="light", locale="en-US"),
        drawing=Drawing(facts, picture, 812),
        diagnostics=diagnostics,
        timings_ms={"total": 1.5},
        repaired=("a comma",),
    )


def test_the_report_has_the_fields_of_the_contract() -> None:
    shown = screen_of(surface(text("f", "x"), data={"a": [1]}))
    report = shown.report(path="out.png")
    assert {key: report[key] for key in ("schema", "source", "protocol", "revision", "ok")} == {
        "schema": SCHEMA,
        "source": "test@3",
        "protocol": "v0.9",
        "revision": 3,
        "ok": True,
    }
    (part,) = report["surfaces"]
    assert (part["surface_id"], part["texts"], part["icons"], part["data_model"]) == ("s", ["Hi"], ["star"], {"a": [1]})
    assert part["images"] == [{"alt": "alt", "src": "src", "loaded": False, "box": [0, 0, 1, 1]}]
    assert part["elements"][0]["element_id"] == "f"
    assert report["screenshot"]["path"] == "out.png"
    assert (report["screenshot"]["width"], report["screenshot"]["height"]) == (600, 812)
    assert len(report["screenshot"]["sha256"]) == 64
    assert report["timings_ms"] == {"total": 1.5}
    assert report["repairs"] == ["a comma"]
    assert json.loads(json.dumps(report))


def test_a_screen_with_errors_is_not_ok_and_one_with_warnings_is() -> None:
    warning = Diagnostic(severity="warning", code="orphan", message="x")
    error = replace(warning, severity="error", code="cycle")
    assert screen_of(surface(), diagnostics=(warning,)).ok
    broken = screen_of(surface(), diagnostics=(warning, error))
    assert not broken.ok
    assert [one["severity"] for one in broken.report()["diagnostics"]] == ["warning", "error"]


def test_a_report_that_is_changed_changes_nothing_of_the_surface() -> None:
    shown = screen_of(surface(text("f", "x"), data={"a": [1]}))
    shown.report()["surfaces"][0]["data_model"]["a"].append(2)
    assert shown.report()["surfaces"][0]["data_model"] == {"a": [1]}


def test_elements_of_all_surfaces_are_found_by_id() -> None:
    assert set(screen_of(surface(text("f", "x"))).elements()) == {"f"}
    assert screen_of().elements() == {}


def test_an_empty_screen_has_a_report_too() -> None:
    report = screen_of().report()
    assert (report["surfaces"], report["protocol"], report["screenshot"]["path"]) == ([], None, None)
