"""What the calls answer, as the OpenAPI document tells those who make clients from it.

Nothing is built from these models: answers are the service's own, and tests hold them against the document. Every
object may have more fields than are named here.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from ui_server.http.problems import MEDIA_TYPE

BINARY: Final = {"schema": {"type": "string", "format": "binary"}}
TEXT: Final = {"schema": {"type": "string"}}


class Told(BaseModel):
    model_config = ConfigDict(extra="allow")


class ToldDiagnostic(Told):
    """As in `docs/diagnostics.md`; `pointer` is into the list of messages, or into the request's body."""

    severity: str
    code: str
    message: str
    hint: str
    pointer: str
    expected: str
    got: str
    surface_id: str | None
    component_id: str | None


class ToldSurface(Told):
    surface_id: str
    protocol: str
    components: int


class ToldSurfaceState(ToldSurface):
    data_model: Any


class SessionState(Told):
    session_id: str
    revision: int
    shown_revision: int | None
    shown_surface_id: str | None
    surfaces: list[ToldSurfaceState]
    last: int = Field(description="The number of the latest event.")
    version: str | None
    viewport: list[int]
    scale: float
    full_page: bool
    theme: str
    locale: str
    allow_hosts: list[str]
    repair: bool
    idle_seconds_left: float


class ListedSession(Told):
    session_id: str
    revision: int
    shown_revision: int | None
    surfaces: list[ToldSurface]


class ListedSessions(Told):
    sessions: list[ListedSession]


class MessagesTaken(Told):
    revision: int
    surfaces: list[ToldSurface]
    diagnostics: list[ToldDiagnostic]
    repairs: list[str]
    responses: list[dict[str, Any]] = Field(description="What the client owes the agent.")


class Screenshot(Told):
    width: int
    height: int
    scale: float
    sha256: str
    cut_from: int | None
    url: str
    html_url: str
    report_url: str


class ScreenReport(Told):
    """As in `docs/screen-report.md`."""

    session_id: str
    source: str
    protocol: str | None
    revision: int
    ok: bool
    surfaces: list[dict[str, Any]]
    diagnostics: list[ToldDiagnostic]
    repairs: list[str]
    screenshot: Screenshot
    viewport: dict[str, Any]
    timings_ms: dict[str, float]


class ScreenShown(ScreenReport):
    shown_revision: int
    elements: list[dict[str, Any]]


class ToldEvent(Told):
    """What one act led to; `event` is the message for the agent, null when it is sent nothing."""

    event: dict[str, Any] | None
    surface_id: str | None
    element_id: str | None
    row: str | None
    changes: list[dict[str, Any]]
    local: dict[str, Any] | None
    metadata: dict[str, Any] | None
    problems: list[str]


class StepsDone(Told):
    events: list[ToldEvent]
    screen: ScreenReport


class NumberedEvent(ToldEvent):
    n: int


class Notifications(Told):
    events: list[NumberedEvent]
    last: int
    revision: int


class RegisteredImage(Told):
    image_id: str
    name: str
    sha256: str
    media_type: str
    width: int
    height: int
    url: str


class Health(Told):
    status: str
    browser: str
    sessions: int


class ProblemType(Told):
    type: str
    title: str
    status: int
    detail: str


class ProblemDocument(ProblemType):
    """RFC 9457; `type` is a path that explains it. Some types have more members, told in `docs/http-api.md`."""

    diagnostics: list[ToldDiagnostic] = Field(default_factory=list)


def gives(model: type[Told], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route declares of its answer."""
    return {status: {"model": model}}


def gives_content(schema: dict[str, Any], *media_types: str) -> dict[int | str, dict[str, Any]]:
    """The same for what is no JSON."""
    return {200: {"content": {media_type: schema for media_type in media_types}}}


def complete(document: dict[str, Any]) -> None:
    """Put into an OpenAPI document what routes cannot declare: the token, and what a problem looks like."""
    parts = document["components"]
    whole = ProblemDocument.model_json_schema(ref_template="#/components/schemas/{model}")
    parts["schemas"] |= whole.pop("$defs") | {"ProblemDocument": whole}
    parts["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
    # The empty choice is for servers without a token.
    document["security"] = [{"bearer": []}, {}]
    for path in document["paths"].values():
        for operation in path.values():
            for answer in operation["responses"].values():
                if MEDIA_TYPE in answer.get("content", {}):
                    answer["content"][MEDIA_TYPE] = {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}
