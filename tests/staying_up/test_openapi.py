"""The service against its own OpenAPI document: requests that fit it, requests that do not, and what it answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.pages import Canvas
from tests.ui_server.http.test_server import Running
from ui_server.http.app import create_app
from ui_server.http.models import HELLO

SECONDS: Final = 30.0
EXAMPLES: Final = 20
CHECKS: Final = [
    checks.not_a_server_error,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]
DOCUMENT: Final[dict[str, Any]] = create_app(lambda: Canvas.open(Renderer(), BrowserSettings())).openapi()
# A stream ends only with its session; tests/ui_server/http/test_live.py hears it.
schema = schemathesis.openapi.from_dict(DOCUMENT).exclude(path_regex="/stream$")


@pytest.fixture
def session_id(server: Running) -> Iterator[str]:
    """A session that shows the greeting, for calls that would else find none."""
    with httpx.Client(base_url=server.address, timeout=SECONDS) as client:
        made = str(client.post("/sessions").json()["session_id"])
        client.post(f"/sessions/{made}/messages", json={"messages": HELLO})
        client.post(f"/sessions/{made}/show")
        yield made
        client.delete(f"/sessions/{made}")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
)
def test_whatever_is_asked_is_answered_as_the_document_says(
    case: schemathesis.Case[Any], server: Running, session_id: str
) -> None:
    if "session_id" in case.path_parameters and case.path != "/sessions/{session_id}":
        case.path_parameters["session_id"] = session_id
    if "wait" in (case.query or {}):
        case.query["wait"] = 0

    answer = case.call(base_url=server.address, timeout=SECONDS)

    case.validate_response(answer, checks=CHECKS)
    if answer.status_code >= 400:
        problem = json.loads(answer.content)
        assert problem["status"] == answer.status_code
