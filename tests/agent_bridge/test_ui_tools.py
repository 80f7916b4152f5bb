"""The agent's tools for screens in a real browser: what is accepted, what is said when not, and what the user gets."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_bridge.toolkit.errors import InvalidArguments
from agent_bridge.ui_tools import NoSuchImage, NoSuchPage, NothingToShow, ScreenDesk, run_ui_tool, ui_tools
from ui_server.expressions import Json
from ui_server.session import Session, SessionSettings
from ui_server.surface import Version

BASIC = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
CREATE: Json = {"version": "v0.9", "createSurface": {"surfaceId": "list", "catalogId": BASIC}}


def picture() -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (40, 30), "#1F6F78").save(content, "PNG")
    return content.getvalue()


class Album:
    """Image 0 is there; image 1 is known and its file is missing."""

    def image(self, image_id: int) -> bytes:
        return {0: picture()}[image_id]


def components(surface_id: str, *listed: Json) -> Json:
    return {"version": "v0.9", "updateComponents": {"surfaceId": surface_id, "components": [*listed]}}


def payload(*listed: Json, data: Json = None) -> list[Json]:
    update: Json = {"version": "v0.9", "updateDataModel": {"surfaceId": "list", "path": "/", "value": data}}
    return [CREATE, components("list", *listed), *([update] if data is not None else [])]


TITLE: Json = {"id": "root", "component": "Text", "text": "Hello", "variant": "h2"}
ROWS: tuple[Json, ...] = (
    {"id": "root", "component": "List", "children": {"componentId": "choose", "path": "/people"}},
    {"id": "choose", "component": "Button", "child": "name", "action": {"event": {"name": "pick", "context": {}}}},
    {"id": "name", "component": "Text", "text": {"path": "name"}},
)


@pytest.fixture
def desk(new_session: Callable[..., Session]) -> ScreenDesk:
    return ScreenDesk(new_session(), Album())


async def test_an_accepted_payload_is_drawn_and_told_by_what_can_be_done_in_it(desk: ScreenDesk) -> None:
    told = await desk.render(payload(*ROWS, data={"people": [{"name": "Ravn"}, {"name": "Elif"}]}), None)

    assert told["accepted"] is True
    assert told["surfaces"] == ["list"]
    assert told["elements"] == [
        {"name": "Ravn", "role": "button", "row": "/people/0", "action": "pick"},
        {"name": "Elif", "role": "button", "row": "/people/1", "action": "pick"},
    ]
    assert desk.drawn is not None
    assert told["screenshot"] == desk.drawn.drawing.picture.sha256
    assert told["problems"] == []


async def test_a_drawn_screen_is_not_yet_before_the_user(desk: ScreenDesk) -> None:
    await desk.render(payload(TITLE), None)

    assert desk.shown is None
    assert desk.session.shown is None


async def test_a_refused_payload_says_every_fault_with_its_place_and_remedy_and_changes_nothing(
    desk: ScreenDesk,
) -> None:
    await desk.render(payload(TITLE), None)
    before = desk.session.revision
    wrong: Json = {"id": "root", "component": "Txt", "text": "Hello"}
    worse: Json = {"id": "more", "component": "Button", "child": "nobody"}

    told = await desk.render([components("list", wrong, worse)], None)

    problems = told["problems"]
    assert told["accepted"] is False
    assert set(told) == {"accepted", "problems"}
    assert isinstance(problems, list) and len(problems) >= 2
    for problem in problems:
        assert isinstance(problem, dict)
        assert problem["code"] and problem["at"] and problem["problem"] and problem["remedy"]
    assert desk.session.revision == before


async def test_payloads_are_tallied_with_the_codes_of_what_was_refused(desk: ScreenDesk) -> None:
    await desk.render(payload(TITLE), None)
    told = await desk.render("this is no payload", None)

    problems = told["problems"]
    assert isinstance(problems, list) and isinstance(problems[0], dict)
    tally = desk.tally.to_json()
    assert (tally["tried"], tally["accepted"], tally["repaired"]) == (2, 1, 0)
    assert isinstance(tally["by_code"], dict) and tally["by_code"][str(problems[0]["code"])] == 1


async def test_a_payload_that_was_repaired_is_tallied_as_such(new_session: Callable[..., Session]) -> None:
    desk = ScreenDesk(new_session(SessionSettings(repair=True)), Album())

    told = await desk.render(f"```json\n{json.dumps(payload(TITLE))[:-1]},]\n```", None)

    assert told["accepted"] is True
    assert desk.tally.repaired == 1
    assert isinstance(told["repaired"], list) and "comma" in str(told["repaired"][0])
    assert desk.tally.to_json()["repairs"] == told["repaired"]


async def test_a_payload_that_repair_could_not_save_is_not_counted_as_repaired(
    new_session: Callable[..., Session],
) -> None:
    desk = ScreenDesk(new_session(SessionSettings(repair=True)), Album())
    wrong: Json = {"id": "root", "component": "Zebra"}

    told = await desk.render(json.dumps(payload(wrong))[:-1] + ",]", None)

    assert told["accepted"] is False
    assert (desk.tally.tried, desk.tally.repaired, desk.tally.repairs) == (1, 0, [])


async def test_nothing_can_be_shown_before_it_is_drawn(desk: ScreenDesk) -> None:
    with pytest.raises(NothingToShow) as caught:
        await desk.show(None)

    assert caught.value.to_json()["hint"] == "Draw one with render_ui_screen first."


async def test_showing_an_unknown_surface_names_those_there_are(desk: ScreenDesk) -> None:
    await desk.render(payload(TITLE), None)

    with pytest.raises(NothingToShow) as caught:
        await desk.show("lists")

    assert caught.value.to_json()["hint"] == "Surfaces: list."
    assert desk.shown is None


async def test_of_two_surfaces_the_one_asked_for_is_shown_and_without_a_name_both_are(desk: ScreenDesk) -> None:
    other: Json = {"version": "v0.9", "createSurface": {"surfaceId": "second", "catalogId": BASIC}}
    text: Json = {"id": "root", "component": "Text", "text": "Second"}
    await desk.render([*payload(TITLE), other, components("second", text)], None)

    one = await desk.show("list")
    shown = desk.shown
    both = await desk.show(None)

    assert one["surfaces"] == ["list"]
    assert shown is not None and [facts.texts for facts in shown.drawing.surfaces] == [("Hello",)]
    assert both["surfaces"] == ["list", "second"]


async def test_a_placeholder_is_drawn_as_its_image_and_stays_a_short_name_in_the_data(desk: ScreenDesk) -> None:
    image: Json = {"id": "root", "component": "Image", "url": {"path": "/photo"}, "description": "A light"}

    await desk.render(payload(image, data={"photo": "photo-a"}), {"photo-a": 0})

    assert desk.drawn is not None
    facts = desk.drawn.report()["surfaces"][0]
    assert [(each["alt"], each["loaded"]) for each in facts["images"]] == [("A light", True)]
    assert facts["data_model"] == {"photo": "photo-a"}
    assert len(json.dumps(desk.drawn.report())) < 5_000


@pytest.mark.parametrize("given", [7, 1, "0", True, None, {"image_id": 0}])
async def test_a_placeholder_for_what_is_no_image_is_refused_before_anything_is_drawn(
    desk: ScreenDesk, given: Any
) -> None:
    with pytest.raises(NoSuchImage) as caught:
        await desk.render(payload(TITLE), {"photo-a": given})

    assert caught.value.to_json()["hint"]
    assert desk.tally.tried == 0
    assert desk.session.revision == 0


PUBLISHED: dict[str, tuple[set[str], list[str]]] = {
    "render_ui_screen": ({"ui_json", "image_placeholders"}, ["ui_json"]),
    "show_ui_to_user": ({"surface_id"}, []),
    "ui_get_quick_start": (set(), []),
    "ui_explore_capabilities": (set(), []),
    "ui_list_items": ({"category"}, ["category"]),
    "ui_get_item_details": ({"category", "item_name"}, ["category", "item_name"]),
    "ui_search_docs": ({"query"}, ["query"]),
}


def test_the_tools_have_the_published_names_and_arguments_and_examples_that_fit() -> None:
    named = {tool.name: tool for tool in ui_tools()}

    assert named.keys() - PUBLISHED.keys() == {"ui_read_value"}
    assert {
        name: (set(tool.schema["properties"]), tool.schema.get("required", []))
        for name, tool in named.items()
        if name in PUBLISHED
    } == PUBLISHED
    for tool in named.values():
        assert tool.examples
        for example in tool.examples:
            assert tool.arguments.accept(example) == example


# -- the documentation -------------------------------------------------------------------------------------------------


async def ask(desk: ScreenDesk, name: str, **arguments: Json) -> Any:
    return await run_ui_tool(next(tool for tool in ui_tools() if tool.name == name), desk, arguments)


async def test_what_draws_and_what_looks_up_are_run_alike(desk: ScreenDesk) -> None:
    drawn = await ask(desk, "render_ui_screen", ui_json=payload(TITLE))
    shown = await ask(desk, "show_ui_to_user")
    found = await ask(desk, "ui_search_docs", query="dropdown")

    assert (drawn["accepted"], shown["shown"]) == (True, True)
    assert [page["item_name"] for page in found["results"]] == ["ChoicePicker"]


async def test_the_documentation_is_data_from_the_quick_start_down_to_a_page(desk: ScreenDesk) -> None:
    start = await ask(desk, "ui_get_quick_start")
    categories = await ask(desk, "ui_explore_capabilities")
    listed = await ask(desk, "ui_list_items", category="Components")
    page = await ask(desk, "ui_get_item_details", category="Components", item_name="slider")

    assert start["version"] == "v0.9" and "createSurface" in start["text"]
    assert "Components" in [each["category"] for each in categories["categories"]]
    assert "Slider" in [each["item_name"] for each in listed["items"]]
    assert page["item_name"] == "Slider" and page["properties"]
    for answer in (start, categories, listed, page):
        assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize(("version", "message"), [("v0.8", "beginRendering"), ("v1.0", "callRendererFunction")])
async def test_the_documentation_is_that_of_the_desk_s_version(
    new_session: Callable[..., Session], version: Version, message: str
) -> None:
    desk = ScreenDesk(new_session(), Album(), docs=version)

    listed = await ask(desk, "ui_list_items", category="Server Actions")

    assert listed["version"] == version
    assert message in [each["item_name"] for each in listed["items"]]
    assert (await ask(desk, "ui_get_quick_start"))["version"] == version


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("ui_list_items", {"category": "zebras"}),
        ("ui_get_item_details", {"category": "Examples", "item_name": "zebra"}),
    ],
)
async def test_a_page_that_is_not_there_is_refused_with_what_there_is(
    desk: ScreenDesk, name: str, arguments: dict[str, Json]
) -> None:
    with pytest.raises(NoSuchPage) as caught:
        await ask(desk, name, **arguments)

    told = caught.value.to_json()
    assert told["code"] == "no_such_page"
    assert "Components" in str(told["hint"]) or "booking_form" in str(told["hint"])


async def test_an_argument_too_few_is_refused_before_anything_is_looked_up(desk: ScreenDesk) -> None:
    with pytest.raises(InvalidArguments):
        await ask(desk, "ui_get_item_details", category="Components")


# -- what a refusal says -----------------------------------------------------------------------------------------------


async def test_each_problem_names_the_page_that_helps_and_the_page_is_there(desk: ScreenDesk) -> None:
    told: Any = await desk.render(
        payload(
            {"id": "root", "component": "Column", "children": ["size", "price"]},
            {"id": "size", "component": "Dropdown", "options": []},
            {"id": "price", "component": "Text", "text": {"call": "formatCurrency", "args": {"value": 3}}},
        ),
        None,
    )

    assert [(problem["code"], problem["see"]) for problem in told["problems"]] == [
        ("unknown_component", {"category": "Components", "item_name": "ChoicePicker"}),
        ("missing_property", {"category": "Client Actions", "item_name": "formatCurrency"}),
    ]
    for problem in told["problems"]:
        assert (await ask(desk, "ui_get_item_details", **problem["see"]))["item_name"] == problem["see"]["item_name"]


async def test_a_problem_that_its_remedy_explains_names_no_page(desk: ScreenDesk) -> None:
    told: Any = await desk.render(json.dumps(payload(TITLE))[:-3], None)

    assert told["problems"][0]["code"] == "truncated_json"
    assert "see" not in told["problems"][0]


async def test_a_payload_of_another_version_is_pointed_to_the_pages_the_agent_has(desk: ScreenDesk) -> None:
    chooser: Json = {"id": "root", "component": {"MultipleChoice": {"options": [], "selected": {"path": "/x"}}}}
    told: Any = await desk.render([{"surfaceUpdate": {"surfaceId": "s", "components": [chooser]}}], None)

    assert told["accepted"] is False
    assert {"category": "Components", "item_name": "ChoicePicker"} in [problem["see"] for problem in told["problems"]]


def spoken(told: Json) -> int:
    """Words of an answer as JSON; a path or a fragment without spaces counts once for every name in it."""
    return len(re.findall(r"[A-Za-z]+", json.dumps(told, ensure_ascii=False)))


FAULTY: dict[str, list[Json]] = {
    "nested": payload({"id": "root", "component": "Card", "child": {"component": "Text", "text": "Hello"}}),
    "label": payload({"id": "root", "component": "Button", "label": "Go", "action": {"event": {"name": "go"}}}),
    "styled": payload({"id": "root", "component": "Text", "text": "Hello", "style": {"color": "red"}}),
    "dropdown": payload({"id": "root", "component": "Select", "options": ["a"]}),
    "dangling": payload({"id": "root", "component": "Column", "children": ["a"]}, {"id": "b", "component": "Txt"}),
    "no version": [{"createSurface": {"surfaceId": "list", "catalogId": BASIC}}],
    "old action": payload({"id": "root", "component": "Button", "child": "root", "action": {"name": "go"}}),
}


@pytest.mark.parametrize("name", FAULTY)
async def test_a_typical_refusal_takes_less_than_150_words(desk: ScreenDesk, name: str) -> None:
    told = await desk.render(FAULTY[name], None)

    assert told["accepted"] is False
    assert spoken(told) < 150


async def test_no_refusal_of_a_mistake_of_models_takes_150_words(
    new_session: Callable[..., Session], shared: Path
) -> None:
    cases = json.loads((shared / "data" / "cases" / "llm_mistakes.json").read_text("utf-8"))
    refused = 0
    for case in cases:
        told = await ScreenDesk(new_session(), Album()).render(case["messages"], None)
        if told["accepted"] is False:
            refused += 1
            assert told["problems"] and spoken(told) < 150, case["id"]
    assert refused >= 12
