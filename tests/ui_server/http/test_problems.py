"""Every refusal is a documented problem document."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.errors import BrowserLost, BrowserMissing, DeadlineExceeded
from tests.ui_server.http.conftest import Api
from ui_server.errors import UnknownElement
from ui_server.hosted import StepFailed
from ui_server.http.problems import KINDS, Problem, encode, problem_of


@pytest.mark.parametrize(
    ("error", "status", "code", "retry"),
    [
        (BrowserLost("gone"), 503, "renderer_failed", 1.0),
        (BrowserMissing("/opt/secret/chromium does not start"), 503, "renderer_failed", 1.0),
        (DeadlineExceeded("draw", 5), 504, "renderer_late", 1.0),
        (StepFailed(3, BrowserLost("gone"), ()), 503, "renderer_failed", 1.0),
        (StepFailed(3, UnknownElement("no"), ()), 422, "act_refused", None),
        (KeyError("x"), 500, "internal", None),
    ],
)
def test_each_error_has_its_problem(error: Exception, status: int, code: str, retry: float | None) -> None:
    problem = problem_of(error)

    assert (problem.kind.status, problem.code, problem.retry_after) == (status, code, retry)


def test_a_problem_does_not_tell_where_the_browser_is() -> None:
    assert "secret" not in json.dumps(problem_of(BrowserMissing("/opt/secret/chromium does not start")).to_json())


def test_a_problem_of_a_step_tells_which() -> None:
    assert problem_of(StepFailed(3, BrowserLost("gone"), ())).to_json()["step"] == 3


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("PUT", "/sessions", 405, "method_not_allowed"),
        ("GET", "/sessions/s1/screens/x.png", 422, "invalid_request"),
        ("GET", "/sessions/s1/screens/1.gif", 404, "not_found"),
        ("GET", "/sessions/..%2f..%2fetc", 404, "not_found"),
        ("GET", "/problems/none", 404, "not_found"),
    ],
)
async def test_what_is_not_there_is_a_problem_too(api: Api, method: str, path: str, status: int, code: str) -> None:
    await api.new_session()

    answer = await api.client.request(method, path)

    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{code}")
    assert answer.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "detail"} <= set(answer.json())


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/sessions", "GET, HEAD, POST"),
        ("OPTIONS", "/sessions/s1", "DELETE, GET, HEAD"),
        ("GET", "/sessions/s1/messages", "POST"),
        ("DELETE", "/healthz", "GET, HEAD"),
    ],
)
async def test_a_method_that_does_not_fit_is_told_which_do(api: Api, method: str, path: str, allowed: str) -> None:
    answer = await api.client.request(method, path)

    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{", "application/json"),
        (b"\xff", "application/json"),
        (b"[" * 200_000, "application/json"),
        (b"1" * 10_000, "application/json"),
        (b'{"messages": []}', "text/plain"),
        (b"a=b", "application/x-www-form-urlencoded"),
    ],
)
async def test_a_body_that_is_no_json_is_a_problem(api: Api, body: bytes, kind: str) -> None:
    path = await api.new_session()

    answer = await api.client.post(f"{path}/messages", content=body, headers={"content-type": kind})

    assert (answer.status_code, answer.json()["type"]) == (400, "/problems/bad_request")


async def test_text_that_no_encoding_can_carry_comes_back_escaped(api: Api) -> None:
    path = await api.new_session()
    body = b'{"messages": [{"version": "v0.9", "createSurface": {"surfaceId": "\\ud800"}}]}'

    answer = await api.client.post(f"{path}/messages", content=body, headers={"content-type": "application/json"})

    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/payload_refused")


async def test_a_number_that_is_none_in_json_comes_back_as_json(api: Api) -> None:
    path = await api.greeting()
    body = b"""{"messages": [{"version": "v0.9", "updateDataModel":
        {"surfaceId": "greeting", "path": "/n", "value": NaN}}]}"""
    await api.client.post(f"{path}/messages", content=body, headers={"content-type": "application/json"})

    state = await api.client.get(path)

    assert state.status_code == 200
    assert "NaN" not in state.text


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
def test_whatever_an_agent_can_send_can_be_answered(content: object) -> None:
    json.loads(encode(content).decode(), parse_constant=lambda name: pytest.fail(name))


async def test_each_type_of_problem_explains_itself_where_its_type_points(api: Api) -> None:
    for code, kind in KINDS.items():
        told = (await api.client.get(Problem(code, "").to_json()["type"])).json()
        assert (told["title"], told["detail"]) == (kind.title, kind.meaning)


def test_the_documents_list_every_type_of_problem(root: Path) -> None:
    text = (root / "docs" / "http-api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*) \|$", text, re.MULTILINE)

    assert listed == [(code, str(kind.status), kind.meaning) for code, kind in KINDS.items()]
