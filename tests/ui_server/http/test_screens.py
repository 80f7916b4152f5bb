"""Screens by revision."""

from __future__ import annotations

import hashlib

import pytest

from tests.ui_server.http.conftest import Api
from ui_server.hosted import MAX_SCREENS_KEPT
from ui_server.http.models import HELLO, MAX_PICTURE_PIXELS


async def test_the_picture_at_a_reports_address_is_the_reported_one(api: Api) -> None:
    path = await api.greeting()
    screen = (await api.client.post(f"{path}/render", json={"viewport": [320, 400], "full_page": False})).json()

    picture = await api.client.get(screen["screenshot"]["url"])

    assert picture.headers["content-type"] == "image/png"
    assert hashlib.sha256(picture.content).hexdigest() == screen["screenshot"]["sha256"]


async def test_a_picture_that_is_no_longer_held_is_drawn_anew_alike(api: Api) -> None:
    path = await api.greeting()
    screen = (await api.client.post(f"{path}/render")).json()["screenshot"]
    for width in range(200, 200 + MAX_SCREENS_KEPT):
        await api.client.post(f"{path}/render", json={"viewport": [width, 200]})
    assert api.service.sessions.get("s1").kept(1, None, api.service.defaults.frame) is None

    picture = await api.client.get(screen["url"])

    assert hashlib.sha256(picture.content).hexdigest() == screen["sha256"]


async def test_an_earlier_revision_can_be_had_after_it_changed(api: Api) -> None:
    path = await api.greeting(shown=False)
    change = {"version": "v0.9", "updateDataModel": {"surfaceId": "greeting", "path": "/name", "value": "Bob"}}
    await api.client.post(f"{path}/messages", json={"messages": [change]})

    earlier = (await api.client.get(f"{path}/screens/1.json")).json()
    present = (await api.client.get(f"{path}/screens/2.json")).json()

    assert [report["surfaces"][0]["elements"][0]["value"] for report in (earlier, present)] == ["Ada", "Bob"]
    assert "Ada" in (await api.client.get(f"{path}/screens/1.html")).text


@pytest.mark.parametrize("ending", ["png", "html", "json"])
async def test_a_revision_that_never_was_is_not_found(api: Api, ending: str) -> None:
    path = await api.greeting()

    answer = await api.client.get(f"{path}/screens/9.{ending}")

    assert (answer.status_code, answer.json()["type"], answer.json()["newest"]) == (
        404,
        "/problems/revision_not_found",
        1,
    )


async def test_a_page_can_do_nothing_in_the_browser_that_opens_it(api: Api) -> None:
    path = await api.greeting()

    page = await api.client.get(f"{path}/screens/1.html")

    assert page.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert "<script" not in page.text


async def test_a_screen_of_one_surface_is_found_again_by_its_address(api: Api) -> None:
    path = await api.greeting()
    await api.client.post(
        f"{path}/messages",
        json={"messages": [{**HELLO[0], "createSurface": {**HELLO[0]["createSurface"], "surfaceId": "ö&?"}}]},
    )

    screen = (await api.client.post(f"{path}/render", json={"surface_id": "ö&?"})).json()
    again = (await api.client.get(screen["screenshot"]["report_url"])).json()

    assert [surface["surface_id"] for surface in again["surfaces"]] == ["ö&?"]


async def test_a_window_of_more_pixels_than_a_picture_may_have_is_refused(api: Api) -> None:
    path = await api.greeting()
    query = {"width": 4096, "height": 8192, "scale": 4}

    drawn = await api.client.post(f"{path}/render", json={"viewport": [4096, 8192], "scale": 4})
    fetched = await api.client.get(f"{path}/screens/1.png", params=query)
    created = await api.client.post("/sessions", json={"viewport": [4096, 8192], "scale": 4})

    for answer in (drawn, fetched, created):
        assert (answer.status_code, answer.json()["type"]) == (422, "/problems/invalid_request")
        assert "2441 high" in answer.json()["detail"]


async def test_a_long_page_at_a_great_scale_is_cut_where_the_picture_has_pixels_enough(api: Api) -> None:
    path = await api.greeting()
    words = {"version": "v0.9", "updateDataModel": {"surfaceId": "greeting", "path": "/name", "value": "x"}}
    labels = [{"id": "label", "component": "Text", "text": "\n".join(["line"] * 3000)}]
    update = {"version": "v0.9", "updateComponents": {"surfaceId": "greeting", "components": labels}}
    await api.client.post(f"{path}/messages", json={"messages": [words, update]})

    screen = (await api.client.post(f"{path}/render", json={"viewport": [1280, 800], "scale": 4})).json()["screenshot"]

    assert screen["width"] * screen["height"] <= MAX_PICTURE_PIXELS
    assert screen["cut_from"] > screen["height"]
    picture = await api.client.get(screen["url"])
    assert hashlib.sha256(picture.content).hexdigest() == screen["sha256"]
