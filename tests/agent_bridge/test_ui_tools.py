"""The agent's tools for screens in a real browser: what is accepted, what is said when not, and what the user gets."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from agent_bridge.ui_tools import NoSuchImage, NothingToShow, ScreenDesk, ui_tools
from ui_server.expressions import Json
from ui_server.session import Session, SessionSettings

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


def test_both_tools_have_the_published_names_and_arguments_and_examples_that_fit() -> None:
    named = {tool.name: tool for tool in ui_tools()}

    assert set(named) == {"render_ui_screen", "show_ui_to_user"}
    assert set(named["render_ui_screen"].schema["properties"]) == {"ui_json", "image_placeholders"}
    assert named["render_ui_screen"].schema["required"] == ["ui_json"]
    assert set(named["show_ui_to_user"].schema["properties"]) == {"surface_id"}
    for tool in named.values():
        assert tool.examples
        for example in tool.examples:
            assert tool.arguments.accept(example) == example
