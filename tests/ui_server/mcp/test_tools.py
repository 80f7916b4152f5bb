"""An agent's client draws, shows and hears; a person's client operates. Each client is the SDK's own, over HTTP."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import EmbeddedResource, TextContent, TextResourceContents

from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.pages import Canvas
from tests.hung import hung_canvas
from tests.ui_server.mcp.serving import button, call, example, picture, refusal, serving
from ui_server.mcp import media, tools
from ui_server.mcp.seats import Seats
from ui_server.session import SessionSettings
from ui_server.sessions import Limits, Sessions

BASIC = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_client_of_either_protocol_era_finds_every_tool_described(address: str, mode: str) -> None:
    async with Client(address, mode=mode) as client:
        found = {tool.name: tool for tool in (await client.list_tools()).tools}

    assert set(found) == {
        "render_ui_screen", "show_ui_to_user", "ui_interact", "ui_notifications", "validate", "ui_join_session", 
        "ui_open_session", "ui_end_session", "ui_get_quick_start", "ui_explore_capabilities", "ui_list_items",
        "ui_get_item_details", "ui_search_docs", "action", "error",
    }  # fmt: skip
    assert all(tool.description and tool.input_schema["type"] == "object" for tool in found.values())
    assert found["render_ui_screen"].input_schema["required"] == ["ui_json"]


async def test_an_agent_reads_how_screens_are_written_and_draws_the_example_of_a_page(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        start = await call(client, "ui_get_quick_start", version="v1.0")
        categories = await call(client, "ui_explore_capabilities")
        names = {each["category"] for each in categories["categories"]}
        components = await call(client, "ui_list_items", category="Components")
        page = await call(client, "ui_get_item_details", category="Examples", item_name="booking_form")
        drawn = await call(client, "render_ui_screen", ui_json=page["messages"])
        found = await call(client, "ui_search_docs", query="a button in each row")

    assert "v1.0" in start["text"]
    assert {"Concepts", "Components", "Examples"} <= names
    assert "ChoicePicker" in {item["item_name"] for item in components["items"]}
    assert drawn["accepted"]
    assert found["results"]


async def test_a_page_that_is_not_there_is_refused_with_what_there_is(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        refused = await refusal(client, "ui_get_item_details", category="Components", item_name="Hologram")

    assert refused["code"] == "unknown_item"
    assert "ChoicePicker" in refused["hint"]


async def test_a_screen_is_drawn_shown_operated_and_heard_of(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        drawn = await call(client, "render_ui_screen", ui_json=button())
        await call(client, "show_ui_to_user")
        steps = [{"do": "fill", "element": "who", "value": "Ada"}, {"do": "click", "element": "go"}]
        done = await call(client, "ui_interact", steps=steps, revision=drawn["revision"])
        heard = await call(client, "ui_notifications")

    assert [event["event"] is not None for event in done["events"]] == [False, True]
    [notification] = heard["notifications"]
    assert notification["number"] == heard["last"] == 2
    assert notification["event"]["action"]["name"] == "go"
    assert notification["event"]["action"]["context"] == {"who": "Ada"}
    assert notification["event"]["action"]["timestamp"] == "2026-01-05T09:00:00.000Z"
    assert [(change["path"], change["new"]) for change in notification["changes"]] == [("/who", "Ada")]


async def test_a_screen_comes_as_a_report_and_as_the_picture_the_report_names(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        result = await client.call_tool("render_ui_screen", {"ui_json": button(label="Press me")})
        screenshot = result.structured_content["screen"]["screenshot"]
        resource = await client.read_resource(screenshot["uri"])

    shown = picture(result)
    assert shown.mime_type == "image/png"
    assert base64.b64decode(shown.data).startswith(b"\x89PNG")
    assert resource.contents[0].model_dump()["blob"] == shown.data
    [surface] = result.structured_content["screen"]["surfaces"]
    assert "Press me" in [element["name"] for element in surface["elements"]]


async def test_the_text_of_an_answer_is_its_structured_content(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        result = await client.call_tool("render_ui_screen", {"ui_json": example("sign_in.json")})

    assert isinstance(result.content[0], TextContent)
    assert json.loads(result.content[0].text) == result.structured_content


async def test_refused_messages_are_a_tool_error_with_diagnostics_and_change_nothing(address: str) -> None:
    broken = [{"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [{"id": "a"}]}}]

    async with Client(address, mode="legacy") as client:
        before = await call(client, "render_ui_screen", ui_json=button())
        told = await refusal(client, "render_ui_screen", ui_json=broken)

    assert (told["code"], told["accepted"], told["revision"]) == ("payload_refused", False, before["revision"])
    assert told["diagnostics"][0]["pointer"].startswith("/0/updateComponents/components/0")
    assert told["diagnostics"][0]["hint"]


async def test_a_step_no_person_could_do_is_a_tool_error_with_what_can_be_done(address: str) -> None:
    steps = [{"do": "fill", "element": "who", "value": "Ada"}, {"do": "click", "element": "gone"}]

    async with Client(address, mode="legacy") as client:
        await call(client, "render_ui_screen", ui_json=button())
        await call(client, "show_ui_to_user")
        told = await refusal(client, "ui_interact", steps=steps)

    assert (told["code"], told["step"], len(told["events"])) == ("unknown_element", 1, 1)
    assert [item["element_id"] for item in told["possible"]] == ["who", "go"]


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("ui_interact", {"steps": [{"do": "hop"}]}, "bad_step"),
        ("ui_interact", {"steps": [{"do": "scroll", "y": 0}] * 201}, "bad_arguments"),
        ("ui_interact", {"steps": [{"do": "click", "element": "go"}]}, "not_shown"),
        ("show_ui_to_user", {"surface_id": "other"}, "unknown_surface"),
        ("ui_notifications", {"wait": 900}, "bad_arguments"),
        ("ui_notifications", {"sesion_id": "x"}, "bad_arguments"),
        ("ui_notifications", {"session_id": "guessed"}, "session_not_found"),
        ("ui_join_session", {"session_id": "guessed"}, "session_not_found"),
        ("render_ui_screen", {"ui_json": button("t"), "images": {"a": "bm90IGFuIGltYWdl"}}, "image_refused"),
        ("render_ui_screen", {"ui_json": {"mimeType": "text/html", "text": "<p>"}}, "wrong_media_type"),
    ],
)
async def test_what_cannot_be_done_is_told_by_a_stable_code(
    address: str, tool: str, arguments: dict[str, Any], code: str
) -> None:
    async with Client(address, mode="legacy") as client:
        await call(client, "render_ui_screen", ui_json=button())
        told = await refusal(client, tool, **arguments)

    assert told["code"] == code
    assert told["message"]


async def test_nothing_drawn_is_nothing_to_show(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        unseated = await refusal(client, "show_ui_to_user")
        await refusal(client, "render_ui_screen", ui_json=[])
        empty = await refusal(client, "show_ui_to_user")

    assert (unseated["code"], empty["code"]) == ("no_session", "nothing_to_show")


async def test_a_tool_that_does_not_exist_is_a_protocol_error(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        with pytest.raises(MCPError, match="no tool 'paint'"):
            await client.call_tool("paint", {})


async def test_a_browser_too_slow_is_a_tool_error_and_the_session_lives_on(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with hung_canvas(renderer, browser_settings) as canvas:
        hurried = Seats(Sessions(canvas), SessionSettings(deadline=0.3))
        async with serving(hurried) as address, Client(address, mode="legacy") as client:
            told = await refusal(client, "render_ui_screen", ui_json=button())
            [session] = hurried.sessions

    assert told["code"] == "deadline_exceeded"
    assert session.surfaces.get("s") is not None


async def test_validating_tells_every_fault_and_draws_nothing(address: str, seats: Seats) -> None:
    dangling = button()
    dangling[1]["updateComponents"]["components"].pop()

    async with Client(address, mode="legacy") as client:
        good = await call(client, "validate", ui_json=button())
        bad = await call(client, "validate", ui_json=dangling)
        mended = await call(client, "validate", ui_json=json.dumps(button())[:-1] + ",]", repair=True)

    assert (good["ok"], good["diagnostics"], bad["ok"]) == (True, [], False)
    assert mended["ok"] and mended["repairs"] and mended["messages"] == button()
    assert len(seats.sessions) == 0


@pytest.mark.parametrize("media_type", ["application/a2ui+json", "application/json+a2ui", "application/a2ui+json; x=1"])
async def test_a_payload_may_come_as_a_resource_of_either_spelling(address: str, media_type: str) -> None:
    contents = {"uri": "a2ui://mine", "mimeType": media_type, "text": json.dumps(button())}
    part = {"kind": "data", "data": button("part"), "metadata": {"mimeType": media_type}}

    async with Client(address, mode="legacy") as client:
        await call(client, "render_ui_screen", ui_json={"type": "resource", "resource": contents})
        drawn = await call(client, "render_ui_screen", ui_json=part)

    assert drawn["surfaces"] == ["s", "part"]


@pytest.mark.parametrize("source", [DOT, f"data:image/png;base64,{DOT}"])
async def test_an_image_sent_with_a_screen_is_seen_on_it(address: str, source: str) -> None:
    shown = [
        {"version": "v0.9", "createSurface": {"surfaceId": "i", "catalogId": BASIC}},
        {
            "version": "v0.9",
            "updateComponents": {
                "surfaceId": "i",
                "components": [{"id": "root", "component": "Image", "url": "dot", "description": "a dot"}],
            },
        },
    ]

    async with Client(address, mode="legacy") as client:
        without = await call(client, "render_ui_screen", ui_json=shown)
        again = {"version": "v0.9", "deleteSurface": {"surfaceId": "i"}}
        with_it = await call(client, "render_ui_screen", ui_json=[again, *shown], images={"dot": source})

    loaded = [each["screen"]["surfaces"][0]["images"][0]["loaded"] for each in (without, with_it)]
    assert loaded == [False, True]


async def test_waiting_for_a_notification_ends_when_the_person_has_acted(address: str) -> None:
    async with Client(address, mode="legacy") as agent, Client(address, mode="legacy") as person:
        drawn = await call(agent, "render_ui_screen", ui_json=button())
        await call(agent, "show_ui_to_user")
        waiting = asyncio.create_task(call(agent, "ui_notifications", wait=20))
        await call(person, "ui_join_session", session_id=drawn["session_id"])
        await call(person, "ui_interact", steps=[{"do": "click", "element": "go"}])
        heard = await asyncio.wait_for(waiting, 10)

    assert [each["event"]["action"]["name"] for each in heard["notifications"]] == ["go"]


async def test_only_what_came_after_is_told_again(address: str) -> None:
    press = [{"do": "click", "element": "go"}]

    async with Client(address, mode="legacy") as client:
        await call(client, "render_ui_screen", ui_json=button())
        await call(client, "show_ui_to_user")
        await call(client, "ui_interact", steps=press)
        first = await call(client, "ui_notifications")
        nothing = await call(client, "ui_notifications", after=first["last"])
        await call(client, "ui_interact", steps=press)
        second = await call(client, "ui_notifications", after=first["last"])

    assert [each["number"] for each in first["notifications"]] == [1]
    assert (nothing["notifications"], nothing["last"]) == ([], 1)
    assert [each["number"] for each in second["notifications"]] == [2]


@pytest.mark.parametrize(
    ("capabilities", "embedded"),
    [
        ({"v0.9": {"supportedCatalogIds": [BASIC]}}, ["s"]),
        ({"v0.9": {"supportedCatalogIds": ["https://example.com/other"]}}, []),
        ({"v1.0": {"supportedCatalogIds": [BASIC]}}, []),
        (None, []),
    ],
)
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_client_that_draws_the_catalog_itself_is_given_the_surface(
    address: str, mode: str, capabilities: Any, embedded: list[str]
) -> None:
    meta: Any = {"a2ui": {"clientCapabilities": capabilities}} if capabilities else None

    async with Client(address, mode=mode) as client:
        drawn = await call(client, "render_ui_screen", ui_json=button())
        arguments = {"session_id": drawn["session_id"]}
        result = await client.call_tool("show_ui_to_user", arguments, meta=meta)

    blocks = [block for block in result.content if isinstance(block, EmbeddedResource)]
    texts = [block.resource for block in blocks if isinstance(block.resource, TextResourceContents)]
    assert [media.read_address(each.uri).name for each in texts] == embedded  # type: ignore[union-attr]
    assert all(each.mime_type == "application/a2ui+json" and json.loads(each.text) == button() for each in texts)
    assert all(block.annotations and block.annotations.audience == ["user"] for block in blocks)


async def test_a_full_server_says_so_and_takes_clients_again_when_one_has_left(canvas: Canvas) -> None:
    small = Seats(Sessions(canvas, limits=Limits(sessions=1)))

    async with serving(small) as address, Client(address, mode="legacy") as second:
        async with Client(address, mode="legacy") as first:
            await call(first, "render_ui_screen", ui_json=button())
            told = await refusal(second, "render_ui_screen", ui_json=button())
            await call(first, "ui_end_session")
        after = await call(second, "render_ui_screen", ui_json=button())

    assert told["code"] == "too_many_sessions"
    assert after["accepted"]


async def test_a_session_may_be_opened_with_a_window_colours_and_version_of_its_own(address: str, seats: Seats) -> None:
    async with Client(address, mode="legacy") as client:
        first = await call(client, "render_ui_screen", ui_json=button())
        opened = await call(client, "ui_open_session", width=320, height=240, theme="dark", version="v1.0")
        narrow = await call(client, "render_ui_screen", ui_json=button())
        [session] = seats.sessions

    assert opened["session_id"] == narrow["session_id"] == session.session_id != first["session_id"]
    assert (opened["viewport"], session.settings.theme) == ([320, 240], "dark")
    assert narrow["screen"]["screenshot"]["width"] == 320
    assert "version_mismatch" in [found["code"] for found in narrow["diagnostics"]]


@pytest.mark.parametrize("wrong", [{"width": 5}, {"theme": "pink"}, {"locale": "tlh-Latn-ZZ-x"}, {"version": "v2"}])
async def test_a_session_is_not_opened_with_settings_that_make_no_sense(
    address: str, seats: Seats, wrong: dict[str, Any]
) -> None:
    async with Client(address, mode="legacy") as client:
        told = await refusal(client, "ui_open_session", **wrong)

    assert told["code"] == "bad_arguments"
    assert [fault["place"] for fault in told["faults"]] == [f"/{name}" for name in wrong]
    assert len(seats.sessions) == 0


async def test_a_call_that_waits_is_answered_before_its_client_gives_up(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "LONGEST_WAIT", 0.01)
    async with Client(address, mode="legacy") as client:
        await call(client, "render_ui_screen", ui_json=button())
        heard = await asyncio.wait_for(call(client, "ui_notifications", wait=60), 20)

    assert (heard["notifications"], heard["ended"]) == ([], False)


def test_the_longest_wait_ends_before_the_usual_patience_of_clients() -> None:
    assert tools.LONGEST_WAIT < 60
