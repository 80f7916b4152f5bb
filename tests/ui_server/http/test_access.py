"""Who may call."""

from __future__ import annotations

import pytest

from tests.ui_server.http.conftest import Api, Start


async def test_without_the_token_nothing_is_done(start: Start) -> None:
    api = await start(token="secret")

    answer = await api.client.post("/sessions")

    assert (answer.status_code, answer.json()["type"]) == (401, "/problems/unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert len(api.service.sessions) == 0


@pytest.mark.parametrize(
    "sent", ["Bearer wrong", "Bearer ", "Basic secret", "secret", "Bearer secret2", "Bearer sécret"]
)
async def test_a_wrong_token_is_no_token(start: Start, sent: str) -> None:
    api = await start(token="secret")

    answer = await api.client.get("/sessions", headers=[(b"authorization", sent.encode())])

    assert answer.status_code == 401


@pytest.mark.parametrize(
    "headers",
    [{"authorization": "Bearer secret"}, {"authorization": "bearer secret"}],
)
async def test_the_token_opens_the_service(start: Start, headers: dict[str, str]) -> None:
    api = await start(token="secret")

    assert (await api.client.get("/sessions", headers=headers)).status_code == 200


async def test_health_needs_no_token(start: Start) -> None:
    api = await start(token="secret")

    assert (await api.client.get("/healthz")).status_code == 200


async def test_the_debug_page_and_all_it_asks_for_need_the_token_and_its_files_do_not(start: Start) -> None:
    api = await start(token="secret")

    assert (await api.client.get("/")).status_code == 401
    assert (await api.client.get("/debug/live")).status_code == 401
    assert (await api.client.get("/debug/static/debug.css")).status_code == 200


async def test_a_cookie_that_holds_the_token_is_no_token(start: Start) -> None:
    api = await start(token="secret")

    assert (await api.client.get("/sessions", headers={"cookie": "surfacebox_token=secret"})).status_code == 401


async def test_a_page_of_another_site_may_not_call(api: Api) -> None:
    answer = await api.client.post("/sessions", headers={"origin": "https://evil.example"})

    assert (answer.status_code, answer.json()["type"]) == (403, "/problems/forbidden")
    assert len(api.service.sessions) == 0


async def test_the_servers_own_page_may_call(api: Api) -> None:
    assert (await api.client.post("/sessions", headers={"origin": "http://localhost"})).status_code == 201


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "[::1", ""])
async def test_a_name_that_is_not_ours_is_refused(start: Start, host: str) -> None:
    api = await start(hosts={"localhost"})

    assert (await api.client.get("/sessions", headers={"host": host})).status_code == 403


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8480"])
async def test_the_servers_own_names_are_taken(start: Start, host: str) -> None:
    api = await start(hosts={"localhost"})

    assert (await api.client.get("/sessions", headers={"host": host})).status_code == 200


@pytest.mark.parametrize("origin", ["http://[", "http://]", "null", "", "http://user@localhost", "http://localhost."])
async def test_an_origin_that_is_none_or_only_looks_like_ours_is_refused(api: Api, origin: str) -> None:
    answer = await api.client.get("/sessions", headers={"origin": origin})

    assert (answer.status_code, answer.json()["type"]) == (403, "/problems/forbidden")


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:80", "10.0.0.1", "169.254.169.254", "*.0.0.1", "*.254:80", "*.1", "127.1", "2130706433", "0x7f000001"],
)
async def test_strangers_cannot_have_images_fetched_from_inside(start: Start, host: str) -> None:
    api = await start(trusted=False)

    answer = await api.client.post("/sessions", json={"allow_hosts": [host]})

    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/invalid_request")


async def test_strangers_are_told_of_no_session_and_the_trusted_of_all(start: Start) -> None:
    for trusted in (True, False):
        api = await start(trusted=trusted)
        path = await api.new_session()
        told = [f"/sessions/{each['session_id']}" for each in (await api.client.get("/sessions")).json()["sessions"]]
        assert told == ([path] if trusted else [])
        assert (await api.client.get(path)).status_code == 200


async def test_those_who_are_trusted_may_name_addresses(api: Api) -> None:
    answer = await api.client.post("/sessions", json={"allow_hosts": ["127.0.0.1:80"]})

    assert answer.status_code == 201
