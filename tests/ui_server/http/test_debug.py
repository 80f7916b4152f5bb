"""The calls of the debug page: what they answer, and what they keep from strangers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from renderer.picture import Frame
from tests.ui_server.http.conftest import Api, Clock, Start
from ui_server.http.models import HELLO
from ui_server.session import SessionSettings


async def shown(api: Api, text: str, *, edit: int = 1) -> dict[str, object]:
    answer = await api.client.post("/debug/benches/mine", json={"edit": edit, "text": text})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


async def test_the_page_and_all_it_names_are_served(api: Api) -> None:
    page = await api.client.get("/")
    named = re.findall(r'(?:href|src)="(/[^"]+)"', page.text)
    script = (await api.client.get("/debug/static/debug.js")).text
    named += [f"/debug/static/{name}" for name in re.findall(r'from "\./(\w+\.js)"', script)]
    answers = [(await api.client.get(path)) for path in named]
    assert len(named) >= 9
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.headers["x-content-type-options"] for answer in answers} == {"nosniff"}


@pytest.mark.parametrize("name", ["nothing.js", "..%2fdebug.py", "%2e%2e"])
async def test_no_other_file_is_served(api: Api, name: str) -> None:
    assert (await api.client.get(f"/debug/static/{name}")).status_code == 404


async def test_none_of_it_is_in_the_description_of_the_api(api: Api) -> None:
    paths = (await api.client.get("/openapi.json")).json()["paths"]
    assert [path for path in paths if path == "/" or path.startswith("/debug")] == []


async def test_with_a_token_the_files_are_open_and_the_data_are_not(start: Start) -> None:
    api = await start(token="secret")
    assert (await api.client.get("/debug/static/debug.css")).status_code == 200
    for path in ("/", "/debug/live", "/debug/file", "/debug/examples", "/debug/benches/mine/looks/dark-600.png"):
        assert (await api.client.get(path)).status_code == 401


async def test_live_sessions_are_not_told_to_strangers(start: Start) -> None:
    api = await start(trusted=False)
    path = await api.greeting()
    assert (await api.client.get("/debug/live")).json() == {"sessions": []}
    assert (await api.client.get(f"/debug/live{path.removeprefix('/sessions')}")).status_code == 404


async def test_a_preview_is_no_session_of_the_store(api: Api) -> None:
    await shown(api, "[]")
    assert (await api.client.get("/debug/live")).json() == {"sessions": []}


async def test_a_payload_with_faults_is_shown_with_its_diagnostics(api: Api) -> None:
    answer = await api.client.post("/debug/benches/mine", json={"edit": 1, "text": "[{]"})
    report = answer.json()["report"]
    assert report["ok"] is False
    assert report["diagnostics"][0]["severity"] == "error"
    picture = await api.client.get(answer.json()["picture"])
    assert picture.content.startswith(b"\x89PNG")


async def test_an_unknown_locale_is_refused(api: Api) -> None:
    answer = await api.client.post("/debug/benches/mine", json={"edit": 1, "text": "[]", "locale": "nowhere"})
    assert answer.status_code == 422
    assert "language tag" in answer.json()["detail"]


async def test_half_a_surrogate_pair_breaks_nothing(api: Api) -> None:
    body = b'{"edit": 1, "text": "[{\\"a\\": \\"\\ud800\\"}]"}'
    answer = await api.client.post("/debug/benches/mine", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (200, 422)
    assert answer.json()


async def test_acts_on_an_edit_that_is_gone_are_refused(api: Api) -> None:
    await shown(api, "[]", edit=2)
    steps = {"edit": 1, "steps": [{"do": "click", "point": [1, 1]}]}
    assert (await api.client.post("/debug/benches/mine/steps", json=steps)).status_code == 409
    assert (await api.client.post("/debug/benches/other/steps", json=steps)).status_code == 404


async def test_an_act_that_cannot_be_done_is_told_as_a_problem(api: Api) -> None:
    await shown(api, "[]")
    steps = {"edit": 1, "steps": [{"do": "click", "element": "nowhere"}]}
    answer = await api.client.post("/debug/benches/mine/steps", json=steps)
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/act_refused")


async def test_being_looked_at_keeps_no_session_alive(api: Api, clock: Clock) -> None:
    path = await api.greeting()
    live = f"/debug/live{path.removeprefix('/sessions')}"
    clock.seconds = 1000.0
    assert (await api.client.get(live)).status_code == 200
    clock.seconds = 1900.0
    api.service.sweep()
    assert (await api.client.get(live)).status_code == 404


async def test_a_live_session_is_told_again_only_when_it_has_changed(api: Api) -> None:
    path = await api.greeting()
    live = f"/debug/live{path.removeprefix('/sessions')}"
    first = (await api.client.get(live)).json()
    assert first["report"]["revision"] == 1
    again = (await api.client.get(live, params={"seen": first["stamp"]})).json()
    assert (again["report"], again["events"]) == (None, [])
    await api.click(path)
    after = (await api.client.get(live, params={"seen": first["stamp"]})).json()
    assert [event["event"]["action"]["name"] for event in after["events"]] == ["greet"]


async def test_what_is_not_shown_yet_can_be_looked_at_without_showing_it(api: Api) -> None:
    path = await api.greeting(shown=False)
    live = f"/debug/live{path.removeprefix('/sessions')}"
    answer = (await api.client.get(live)).json()
    assert answer["report"]["revision"] == 1
    assert (await api.client.get(answer["picture"])).content.startswith(b"\x89PNG")
    assert (await api.client.get(path)).json()["shown_revision"] is None


async def test_the_look_starts_as_the_server_shows_screens(start: Start) -> None:
    api = await start(defaults=SessionSettings(theme="dark", frame=Frame(width=480), locale="de-DE"))
    assert (await api.client.get("/debug/look")).json() == {"theme": "dark", "width": 480, "locale": "de-DE"}


async def test_the_followed_file_is_told_by_name_alone(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    path.write_text("[1]")
    api = await start(follow=path)
    answer = (await api.client.get("/debug/file")).json()
    assert (answer["name"], answer["text"]) == ("screen.json", "[1]")
    assert str(tmp_path) not in str(answer)


async def test_without_a_file_none_is_followed(api: Api) -> None:
    assert (await api.client.get("/debug/file")).json() == {"name": None}


async def test_every_example_can_be_had_by_its_name(api: Api) -> None:
    listed = (await api.client.get("/debug/examples")).json()["examples"]
    assert len(listed) >= 20
    for example in listed:
        answer = (await api.client.get(f"/debug/examples/{example['name']}")).json()
        assert answer["title"] == example["title"] != ""
        assert "surfaceId" in answer["text"]


async def test_an_edit_of_the_data_tells_the_message_that_did_it(api: Api) -> None:
    answer = await api.client.post("/debug/benches/mine", json={"edit": 1, "text": json.dumps(HELLO)})
    surface = answer.json()["report"]["surfaces"][0]
    changed = await api.client.post(
        "/debug/benches/mine/data", json={"edit": 1, "surface_id": surface["surface_id"], "value": {"name": "Eve"}}
    )
    assert changed.json()["report"]["surfaces"][0]["data_model"] == {"name": "Eve"}
    assert changed.json()["message"]["updateDataModel"]["value"] == {"name": "Eve"}
