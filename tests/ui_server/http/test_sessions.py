"""The calls on sessions over HTTP."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.ui_server.http.conftest import Api
from ui_server.http.models import HELLO

STEPS = [{"do": "fill", "element": "name", "value": "Grace"}, {"do": "click", "element": "send"}]


async def test_a_session_is_created_with_the_settings_that_are_asked_for(api: Api) -> None:
    asked = {
        "version": "v0.9",
        "viewport": [320, 640],
        "theme": "dark",
        "locale": "de-DE",
        "allow_hosts": ["cdn.example.com"],
        "repair": True,
    }

    answer = await api.client.post("/sessions", json=asked)

    assert answer.status_code == 201
    assert {name: answer.json()[name] for name in asked} == asked
    assert answer.headers["location"] == f"/sessions/{answer.json()['session_id']}"


async def test_a_session_needs_no_body_at_all(api: Api) -> None:
    answer = await api.client.post("/sessions")

    assert answer.status_code == 201
    assert (answer.json()["viewport"], answer.json()["theme"]) == ([600, 800], "light")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"viewport": [0, 800]}, "/viewport/0"),
        ({"viewport": [600]}, "/viewport/1"),
        ({"viewport": ["600", 800]}, "/viewport/0"),
        ({"scale": True}, "/scale"),
        ({"full_page": 0}, "/full_page"),
        ({"repair": "yes"}, "/repair"),
        ({"theme": "blue"}, "/theme"),
        ({"locale": "xx-nowhere"}, "/locale"),
        ({"allow_hosts": ["http://a.example"]}, "/allow_hosts/0"),
        ({"version": "v2"}, "/version"),
        ({"them": "dark"}, "/them"),
        ([], ""),
    ],
)
async def test_settings_that_do_not_hold_are_refused_with_their_place(api: Api, body: Any, pointer: str) -> None:
    answer = await api.client.post("/sessions", json=body)

    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["type"] == "/problems/invalid_request"
    assert [found["pointer"] for found in answer.json()["diagnostics"]] == [pointer]
    assert len(api.service.sessions) == 0


async def test_the_state_tells_surfaces_data_and_what_is_shown(api: Api) -> None:
    path = await api.greeting(shown=False)
    before = (await api.client.get(path)).json()
    await api.client.post(f"{path}/show")

    after = (await api.client.get(path)).json()

    assert (before["revision"], before["shown_revision"], after["shown_revision"]) == (1, None, 1)
    assert after["surfaces"] == [
        {"surface_id": "greeting", "protocol": "v0.9", "components": 4, "data_model": {"name": "Ada"}}
    ]


async def test_a_deleted_session_is_gone(api: Api) -> None:
    path = await api.new_session()

    assert (await api.client.delete(path)).status_code == 204

    answer = await api.client.get(path)
    assert (answer.status_code, answer.json()["type"]) == (404, "/problems/session_not_found")


async def test_sessions_are_listed(api: Api) -> None:
    await api.greeting()
    await api.new_session()

    listed = (await api.client.get("/sessions")).json()["sessions"]

    assert [(each["session_id"], each["shown_revision"]) for each in listed] == [("s1", 1), ("s2", None)]


@pytest.mark.parametrize(
    "messages",
    [HELLO, {"messages": HELLO}, f"Here it is:\n```json\n{json.dumps(HELLO)}\n```"],
    ids=["list", "object", "text"],
)
async def test_messages_come_as_list_object_or_text(api: Api, messages: Any) -> None:
    path = await api.new_session()

    answer = await api.client.post(f"{path}/messages", json={"messages": messages})

    assert answer.status_code == 200
    assert [surface["surface_id"] for surface in answer.json()["surfaces"]] == ["greeting"]


async def test_refused_messages_change_nothing_and_say_why(api: Api) -> None:
    path = await api.greeting()
    before = (await api.client.get(path)).json()
    faulty = [HELLO[2], {"version": "v0.9", "updateComponents": {"surfaceId": "greeting", "components": [{"id": "x"}]}}]

    answer = await api.client.post(f"{path}/messages", json={"messages": faulty})

    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/payload_refused")
    assert [found["pointer"] for found in answer.json()["diagnostics"]] == ["/1/updateComponents/components/0"]
    after = (await api.client.get(path)).json()
    assert (after["revision"], after["surfaces"]) == (before["revision"], before["surfaces"])


async def test_a_rendered_screen_is_reported_but_not_shown(api: Api) -> None:
    path = await api.greeting(shown=False)

    answer = await api.client.post(f"{path}/render", json={"viewport": [320, 400], "scale": 2})

    screen = answer.json()
    assert (screen["schema"], screen["screenshot"]["width"]) == ("surfacebox.screen/1", 640)
    assert screen["surfaces"][0]["texts"] == ["Your name", "Say hello"]
    assert (await api.client.get(path)).json()["shown_revision"] is None


@pytest.mark.parametrize("call", ["render", "show"])
async def test_a_surface_that_is_not_there_is_named_with_those_that_are(api: Api, call: str) -> None:
    path = await api.greeting()

    answer = await api.client.post(f"{path}/{call}", json={"surface_id": "booking"})

    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/surface_not_found")
    assert answer.json()["expected"] == "greeting"


async def test_showing_tells_what_the_user_sees(api: Api) -> None:
    path = await api.greeting(shown=False)

    shown = (await api.client.post(f"{path}/show")).json()

    assert (shown["revision"], shown["shown_revision"]) == (1, 1)
    assert [element["element_id"] for element in shown["elements"]] == ["name", "send"]


async def test_steps_lead_to_events_and_the_next_screen(api: Api) -> None:
    path = await api.greeting()

    answer = await api.client.post(f"{path}/interact", json={"revision": 1, "steps": STEPS})

    assert answer.status_code == 200
    filled, clicked = answer.json()["events"]
    assert (filled["event"], filled["changes"][0]["new"]) == (None, "Grace")
    assert clicked["event"]["action"] == {
        "name": "greet",
        "surfaceId": "greeting",
        "sourceComponentId": "send",
        "timestamp": "2026-01-05T09:00:00.000Z",
        "context": {"name": "Grace"},
    }
    assert answer.json()["screen"]["surfaces"][0]["data_model"] == {"name": "Grace"}


async def test_steps_before_anything_is_shown_are_a_conflict(api: Api) -> None:
    path = await api.greeting(shown=False)

    answer = await api.click(path)

    assert (answer.status_code, answer.json()["type"], answer.json()["code"]) == (
        409,
        "/problems/stale_screen",
        "not_shown",
    )


async def test_steps_meant_for_another_revision_are_a_conflict_and_do_nothing(api: Api) -> None:
    path = await api.greeting()

    answer = await api.client.post(f"{path}/interact", json={"revision": 7, "steps": STEPS})

    assert (answer.status_code, answer.json()["expected"], answer.json()["got"]) == (409, "1", "7")
    assert (await api.client.get(path)).json()["last"] == 0


async def test_steps_on_a_screen_that_the_agent_has_changed_are_a_conflict(api: Api) -> None:
    path = await api.greeting()
    await api.client.post(f"{path}/messages", json={"messages": [HELLO[2]]})

    answer = await api.click(path)

    assert (answer.status_code, answer.json()["code"]) == (409, "stale_screen")


async def test_what_cannot_be_done_is_refused_with_what_can_and_what_was_done_before(api: Api) -> None:
    path = await api.greeting()

    answer = await api.client.post(
        f"{path}/interact", json={"steps": [STEPS[0], {"do": "click", "element": "nowhere"}, STEPS[1]]}
    )

    refused = answer.json()
    assert (answer.status_code, refused["type"], refused["code"]) == (422, "/problems/act_refused", "unknown_element")
    assert refused["step"] == 1
    assert [event["changes"][0]["new"] for event in refused["events"]] == ["Grace"]
    assert [item["element_id"] for item in refused["possible"]] == ["name", "send"]


async def test_a_step_that_is_none_is_refused(api: Api) -> None:
    path = await api.greeting()

    answer = await api.client.post(f"{path}/interact", json={"steps": [{"do": "dance"}]})

    assert (answer.status_code, answer.json()["code"]) == (422, "bad_step")


async def test_calls_on_one_session_at_once_are_all_answered(api: Api) -> None:
    path = await api.greeting()
    asked = [api.client.post(f"{path}/messages", json={"messages": [HELLO[2]]}) for _ in range(10)]
    asked += [api.client.post(f"{path}/render") for _ in range(10)]

    answers = await asyncio.gather(*asked)

    assert [answer.status_code for answer in answers] == [200] * 20
    assert sorted(answer.json()["revision"] for answer in answers[:10]) == list(range(2, 12))


async def test_nothing_of_one_session_is_seen_in_another(api: Api) -> None:
    one = await api.greeting()
    other = await api.new_session(allow_hosts=["cdn.example.com"])
    await api.click(one)

    state = (await api.client.get(other)).json()

    assert (state["surfaces"], state["last"], state["revision"]) == ([], 0, 0)
    assert (await api.client.get(f"{other}/notifications")).json()["events"] == []
    assert (await api.client.get(one)).json()["allow_hosts"] == []
