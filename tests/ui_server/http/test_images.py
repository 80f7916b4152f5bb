"""Images in and out."""

from __future__ import annotations

import asyncio
import base64
import io
from typing import Any

import pytest
from PIL import Image

from tests.ui_server.http.conftest import Api, Start
from ui_server.http.models import DOT, HELLO
from ui_server.sessions import Limits


def png(colour: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (4, 3), colour).save(buffer, "PNG")
    return buffer.getvalue()


def showing(url: str) -> list[Any]:
    picture = {"id": "root", "component": "Image", "url": url}
    return [HELLO[0], {"version": "v0.9", "updateComponents": {"surfaceId": "greeting", "components": [picture]}}]


async def register(api: Api, path: str, content: bytes, name: str | None = None) -> Any:
    query = {"name": name} if name else {}
    kind = {"content-type": "image/png"}
    answer = await api.client.post(f"{path}/images", content=content, headers=kind, params=query)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_an_image_comes_back_as_it_was_registered(api: Api) -> None:
    path = await api.new_session()

    told = await register(api, path, png("red"))

    assert (told["image_id"], told["width"], told["height"], told["media_type"]) == ("1", 4, 3, "image/png")
    read = await api.client.get(told["url"])
    assert (read.content, read.headers["content-type"]) == (png("red"), "image/png")


async def test_an_image_may_come_as_json(api: Api) -> None:
    path = await api.new_session()

    answer = await api.client.post(f"{path}/images", json={"name": "dot", "data": DOT})

    assert (answer.status_code, answer.json()["name"], answer.json()["width"]) == (201, "dot", 1)


async def test_a_payload_shows_an_image_by_the_name_it_was_registered_under(api: Api) -> None:
    path = await api.new_session()
    await register(api, path, png("red"), "logo.png")
    await api.client.post(f"{path}/messages", json={"messages": showing("logo.png")})

    screen = (await api.client.post(f"{path}/render")).json()

    assert [(image["src"], image["loaded"]) for image in screen["surfaces"][0]["images"]] == [("logo.png", True)]


async def test_a_placeholder_stands_for_the_image_it_is_mapped_to(api: Api) -> None:
    path = await api.new_session()
    image_id = (await register(api, path, png("red")))["image_id"]
    body = {"messages": showing("{{picture}}"), "images": {"{{picture}}": image_id}}
    assert (await api.client.post(f"{path}/messages", json=body)).status_code == 200

    screen = (await api.client.post(f"{path}/render")).json()

    assert [(image["src"], image["loaded"]) for image in screen["surfaces"][0]["images"]] == [("{{picture}}", True)]


async def test_a_placeholder_for_an_image_that_is_not_there_refuses_the_messages(api: Api) -> None:
    path = await api.new_session()

    answer = await api.client.post(f"{path}/messages", json={"messages": HELLO, "images": {"a": 7}})

    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/invalid_request")
    assert (await api.client.get(path)).json()["revision"] == 0


async def test_refused_messages_map_no_placeholder(api: Api) -> None:
    path = await api.new_session()
    image_id = (await register(api, path, png("red")))["image_id"]

    await api.client.post(f"{path}/messages", json={"messages": [{}], "images": {"picture": image_id}})
    await api.client.post(f"{path}/messages", json={"messages": showing("picture")})

    screen = (await api.client.post(f"{path}/render")).json()
    assert [image["loaded"] for image in screen["surfaces"][0]["images"]] == [False]


async def test_an_image_of_one_session_is_neither_read_nor_shown_in_another(api: Api) -> None:
    one, other = await api.new_session(), await api.new_session()
    await register(api, one, png("red"), "logo")
    await api.client.post(f"{other}/messages", json={"messages": showing("logo")})

    screen = (await api.client.post(f"{other}/render")).json()

    assert [image["loaded"] for image in screen["surfaces"][0]["images"]] == [False]
    assert (await api.client.get(f"{other}/images/1")).json()["type"] == "/problems/image_not_found"


@pytest.mark.parametrize(
    "content",
    [b"", b"GIF89a", b"<svg onload='x()' xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG\r\n\x1a\n" + b"0" * 99],
)
async def test_what_is_no_sound_image_is_refused(api: Api, content: bytes) -> None:
    path = await api.new_session()

    answer = await api.client.post(f"{path}/images", content=content, headers={"content-type": "image/png"})

    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/image_refused")


@pytest.mark.parametrize("body", [{"data": "nonsense"}, {"data": "data:image/png;base64,####"}, {}, {"data": 1}, 7])
async def test_json_that_carries_no_image_is_refused(api: Api, body: object) -> None:
    path = await api.new_session()

    answer = await api.client.post(f"{path}/images", json=body)

    assert answer.status_code == 422
    assert answer.json()["type"] in ("/problems/image_refused", "/problems/invalid_request")


async def test_a_drawing_cannot_run_anything_in_the_browser_that_opens_it(api: Api) -> None:
    path = await api.new_session()
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>'
    data = "data:image/svg+xml;base64," + base64.b64encode(drawing).decode()
    told = (await api.client.post(f"{path}/images", json={"data": data})).json()

    read = await api.client.get(told["url"])

    assert read.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert read.headers["x-content-type-options"] == "nosniff"


async def test_a_session_takes_only_so_many_images(start: Start) -> None:
    api = await start(limits=Limits(images=1))
    path = await api.new_session()
    await register(api, path, png("red"))

    answer = await api.client.post(f"{path}/images", json={"data": DOT})

    assert (answer.status_code, answer.json()["type"]) == (413, "/problems/too_many_images")


async def test_the_allow_list_of_one_session_opens_nothing_to_another(api: Api) -> None:
    asked = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await reader.readuntil(b"\r\n\r\n")
        content = png("red")
        writer.write(b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(content), content))
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        loaded = []
        for allowed in ([host], []):
            path = await api.new_session(allow_hosts=allowed)
            await api.client.post(f"{path}/messages", json={"messages": showing(f"http://{host}/a.png")})
            screen = (await api.client.post(f"{path}/render")).json()
            loaded.append(screen["surfaces"][0]["images"][0]["loaded"])

    assert loaded == [True, False]
    assert asked == 1


async def test_an_image_in_a_form_is_told_how_it_is_sent(api: Api) -> None:
    path = await api.new_session()

    answer = await api.client.post(f"{path}/images", files={"file": ("dot.png", b"content", "image/png")})

    assert (answer.status_code, "as the body itself" in answer.json()["detail"]) == (400, True)
