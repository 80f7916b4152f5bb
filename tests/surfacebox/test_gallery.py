"""The examples are sound and use all there is; the gallery draws them and its page holds together."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from renderer.browser import BrowserSettings
from renderer.pages import Canvas
from surfacebox.gallery import MORE, Example, Made, Shot, draw_shot, examples, make_gallery, page, shots
from surfacebox.screens import validate_payload
from surfacebox.settings import Settings
from surfacebox.sources import Payload
from ui_server.catalogs import Family, basic_catalog, family
from ui_server.protocol import v08, v10

EXAMPLES = examples()
VERSIONS: tuple[Family, ...] = ("v0.8", "v0.9", "v1.0")
EVERYWHERE = frozenset({"id", "component", "weight", "accessibility", "catalogId", "metadata"})
"""Properties that every component may have; used somewhere is enough."""

Json = dict[str, Any]


class Links(HTMLParser):
    """Every address on a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src", "srcset", "action") and value]


@pytest.fixture(scope="module")
async def made(tmp_path_factory: pytest.TempPathFactory, browser_settings: BrowserSettings) -> tuple[Made, list[str]]:
    """The gallery, made once, and what was said on the way."""
    said: list[str] = []
    out = tmp_path_factory.mktemp("gallery")
    return await make_gallery(out, Settings(browser=browser_settings.executable), say=said.append), said


def _bodies(message: Json) -> Iterator[Json]:
    yield from (body for body in message.values() if isinstance(body, dict))


def _components(line: Family) -> Iterator[tuple[str, Json]]:
    """Type and properties of every component of that version in the examples."""
    for example in EXAMPLES:
        for message in example.messages:
            if family(message.get("version", "v0.8")) == line:
                for body in _bodies(message):
                    for component in body.get("components", ()):
                        yield _flat(component)


def _flat(component: Json) -> tuple[str, Json]:
    kind = component["component"]
    if isinstance(kind, str):
        return kind, component
    ((name, properties),) = kind.items()
    return name, properties | ({"weight": component["weight"]} if "weight" in component else {})


def _calls(value: object) -> Iterator[tuple[str, str]]:
    """Function and argument of every call inside a value; in a template, function names alone."""
    if isinstance(value, dict):
        name = value.get("call", value.get("@call"))
        if isinstance(name, str):
            yield from ((name, argument) for argument in value.get("args", {}))
        for inner in value.values():
            yield from _calls(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _calls(inner)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_has_no_error_and_no_warning(example: Example) -> None:
    verdict = validate_payload(Payload(example.name, example.file_name, example.content), repair=False)

    assert [str(found) for found in verdict.receipt.diagnostics if found.severity != "info"] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_says_what_it_shows(example: Example) -> None:
    assert example.title
    assert example.description.endswith(".")


@pytest.mark.parametrize("line", VERSIONS)
def test_the_examples_use_every_property_of_every_component(line: Family) -> None:
    catalog = basic_catalog(line)
    used = {(kind, name) for kind, properties in _components(line) for name in properties}
    wanted = {(kind, name) for kind in catalog.components for name in catalog.properties(kind)}
    everywhere = {name for _, name in used} & EVERYWHERE

    assert sorted(pair for pair in wanted - used if pair[1] not in EVERYWHERE) == []
    assert everywhere >= {name for _, name in wanted} & EVERYWHERE


def test_the_examples_use_every_value_that_a_choice_of_looks_has() -> None:
    catalog = basic_catalog("v0.9")
    used = {
        (kind, v08.RENAMED.get(name, name), value)
        for line in VERSIONS
        for kind, properties in _components(line)
        for name, value in properties.items()
        if isinstance(value, str)
    }
    offered = {
        (kind, name, value)
        for kind in catalog.components
        for name, schema in catalog.properties(kind).items()
        for value in schema.get("enum", ())
    }

    assert len(offered) > 50
    assert sorted(offered - used) == []


@pytest.mark.parametrize("line", ["v0.9", "v1.0"])
def test_the_examples_use_every_argument_of_every_function(line: Family) -> None:
    catalog = basic_catalog(line)
    used = {call for _, properties in _components(line) for call in _calls(properties)}
    wanted = {(name, argument) for name in catalog.functions for argument in catalog.arguments(name).properties}

    assert sorted(wanted - used) == []


def test_the_examples_speak_all_versions_and_drafts() -> None:
    spoken = {version for example in EXAMPLES for version in example.versions}
    drafts = {
        example.name: any(v10.normalise(message).places for message in example.messages)
        for example in EXAMPLES
        if example.versions == ["v1.0"]
    }

    assert spoken == {"v0.8", "v0.9", "v0.9.1", "v1.0"}
    assert set(drafts.values()) == {True, False}
    assert "displayName" in str(next(example.messages for example in EXAMPLES if example.name == "survey"))


def test_no_picture_of_an_example_is_larger_than_a_few_kilobytes() -> None:
    sizes = [len(found) for example in EXAMPLES for found in re.findall(rb"data:image/[^\"]+", example.content)]

    assert len(sizes) > 15
    assert max(sizes) < 8_000


def test_every_shot_is_of_an_example_and_has_a_name_of_its_own() -> None:
    names = [shot.file_name for shot in shots(EXAMPLES)]

    assert {shot.example for shot in MORE} <= {example.name for example in EXAMPLES}
    assert len(set(names)) == len(names) == len(EXAMPLES) + len(MORE)


def test_all_pictures_are_drawn_and_none_has_a_fault(made: tuple[Made, list[str]]) -> None:
    gallery, said = made

    assert gallery.ok
    assert gallery.count == len(said) == len(EXAMPLES) + len(MORE)


def test_each_report_tells_of_the_picture_beside_it(made: tuple[Made, list[str]]) -> None:
    folder = made[0].index.parent
    for shot in shots(EXAMPLES):
        picture = folder / shot.file_name
        report = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))

        assert report["screenshot"]["path"] == shot.file_name
        assert report["screenshot"]["sha256"] == hashlib.sha256(picture.read_bytes()).hexdigest()


def test_the_page_leads_only_to_files_beside_it(made: tuple[Made, list[str]]) -> None:
    index = made[0].index
    html = index.read_text(encoding="utf-8")
    links = Links(html).found
    outside = [link for link in links if not link.startswith("#") and not (index.parent / link).is_file()]

    assert outside == []
    assert {f"payloads/{example.file_name}" for example in EXAMPLES} <= set(links)
    assert "<script" not in html
    assert "url(" not in html


def test_the_payloads_beside_the_page_are_the_examples_as_they_are(made: tuple[Made, list[str]]) -> None:
    folder = made[0].index.parent / "payloads"

    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        example.file_name: example.content for example in EXAMPLES
    }


def test_a_shot_with_steps_shows_the_screen_after_them(made: tuple[Made, list[str]]) -> None:
    folder = made[0].index.parent
    reports = [
        json.loads((folder / f"{name}.json").read_text()) for name in ("flight_booking", "flight_booking-agreed")
    ]
    enabled = [
        {element["element_id"]: element["enabled"] for element in report["surfaces"][0]["elements"]}["book"]
        for report in reports
    ]

    assert enabled == [False, True]


async def test_a_narrow_window_gives_a_narrow_picture(canvas: Canvas) -> None:
    sign_in = next(example for example in EXAMPLES if example.name == "sign_in")
    drawn = await draw_shot(canvas, sign_in, Shot("sign_in", "narrow", {"width": 320}), Settings())

    assert drawn.report["screenshot"]["width"] == 320
    assert drawn.report["source"] == "sign_in.json"


async def test_the_page_shows_markup_in_a_title_as_text(canvas: Canvas) -> None:
    example = next(example for example in EXAMPLES if example.name == "sign_in")
    example = replace(example, title="<img src=x onerror=alert(1)>")
    drawn = await draw_shot(canvas, example, Shot("sign_in", ""), Settings())
    html = page([example], [drawn])

    assert "<img src=x" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
