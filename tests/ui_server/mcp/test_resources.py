"""Surfaces and pictures as resources, read by the SDK's own client."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import BlobResourceContents, TextResourceContents

from tests.ui_server.mcp.serving import button, call, example
from ui_server.mcp import media
from ui_server.mcp.media import Address


async def read(client: Client, uri: str) -> TextResourceContents | BlobResourceContents:
    [contents] = (await client.read_resource(uri)).contents
    assert str(contents.uri) == uri
    return contents


@pytest.mark.parametrize("name", ["sign_in.json", "podcast.json", "settings.json"])
async def test_a_surface_read_as_a_resource_draws_the_same_picture_elsewhere(address: str, name: str) -> None:
    async with Client(address, mode="legacy") as first, Client(address, mode="legacy") as second:
        drawn = await call(first, "render_ui_screen", ui_json=example(name))
        [surface_id] = drawn["surfaces"]
        resource = await read(first, f"a2ui://sessions/{drawn['session_id']}/surfaces/{surface_id}")
        again = await call(second, "render_ui_screen", ui_json=resource.model_dump(by_alias=True, mode="json"))

    assert resource.mime_type == "application/a2ui+json"
    assert again["session_id"] != drawn["session_id"]
    assert again["screen"]["screenshot"]["sha256"] == drawn["screen"]["screenshot"]["sha256"]


async def test_what_a_client_has_drawn_is_listed_and_every_listed_thing_can_be_read(address: str) -> None:
    dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

    async with Client(address, mode="legacy") as client:
        before = (await client.list_resources()).resources
        drawn = await call(client, "render_ui_screen", ui_json=button("a/b c"), images={"dot": dot})
        listed = (await client.list_resources()).resources
        found = {resource.name: await read(client, resource.uri) for resource in listed}

    assert before == []
    assert set(found) == {"surfaces/a/b c", "screens/1.png", "screens/1.json", "images/dot"}
    assert {resource.name: resource.mime_type for resource in listed} == {
        name: contents.mime_type for name, contents in found.items()
    }
    image, report = found["images/dot"], found["screens/1.json"]
    assert isinstance(image, BlobResourceContents) and image.blob == dot
    assert isinstance(report, TextResourceContents)
    assert json.loads(report.text)["surfaces"] == drawn["screen"]["surfaces"]


async def test_an_earlier_revision_can_still_be_looked_at(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        first = await client.call_tool("render_ui_screen", {"ui_json": button(label="Sooner")})
        told = first.structured_content
        await call(client, "render_ui_screen", ui_json=button("t", label="Later"))
        earlier = await read(client, told["screen"]["screenshot"]["uri"])
        now = await read(client, f"a2ui://sessions/{told['session_id']}/screens/2.png")

    assert isinstance(earlier, BlobResourceContents) and isinstance(now, BlobResourceContents)
    assert base64.b64decode(earlier.blob) != base64.b64decode(now.blob)
    assert earlier.blob == next(block.data for block in first.content if block.type == "image")


async def test_a_person_s_changes_are_in_the_surface_that_is_read(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        drawn = await call(client, "render_ui_screen", ui_json=button())
        await call(client, "show_ui_to_user")
        await call(client, "ui_interact", steps=[{"do": "fill", "element": "who", "value": "Ada"}])
        contents = await read(client, f"a2ui://sessions/{drawn['session_id']}/surfaces/s")

    assert isinstance(contents, TextResourceContents)
    assert json.loads(contents.text)[-1]["updateDataModel"]["value"] == {"who": "Ada"}


async def test_messages_sent_between_a_person_s_acts_are_in_the_surface_that_is_read(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        drawn = await call(client, "render_ui_screen", ui_json=button())
        await call(client, "show_ui_to_user")
        await call(client, "ui_interact", steps=[{"do": "send", "messages": button("t")}])
        contents = await read(client, f"a2ui://sessions/{drawn['session_id']}/surfaces/t")

    assert isinstance(contents, TextResourceContents)
    assert json.loads(contents.text) == button("t")


@pytest.mark.parametrize(
    "rest", ["surfaces/none", "screens/9.png", "screens/one.png", "images/none", "secrets/1", "surfaces/s/more", ""]
)
async def test_what_is_not_there_is_an_error_that_names_it(address: str, rest: str) -> None:
    async with Client(address, mode="legacy") as client:
        drawn = await call(client, "render_ui_screen", ui_json=button())
        uri = f"a2ui://sessions/{drawn['session_id']}/{rest}"
        with pytest.raises(MCPError, match="There is no resource"):
            await client.read_resource(uri)


@pytest.mark.parametrize("uri", ["file:///etc/passwd", "a2ui://sessions/guessed/surfaces/s", "http://127.0.0.1/"])
async def test_nothing_outside_a_known_session_can_be_read(address: str, uri: str) -> None:
    async with Client(address, mode="legacy") as client:
        with pytest.raises(MCPError, match="There is no resource"):
            await client.read_resource(uri)


@given(st.text(min_size=1), st.sampled_from(["surfaces", "screens", "images"]), st.text(min_size=1))
def test_an_address_is_read_as_it_was_written(session_id: str, kind: media.Kind, name: str) -> None:
    address = Address(session_id, kind, name)

    assert media.read_address(str(address)) == address
