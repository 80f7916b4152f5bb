"""What clients send, checked where it comes in. Each model's examples work as they stand on the OpenAPI page."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal

from babel import Locale, UnknownLocaleError
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from renderer.picture import Frame
from ui_server.http.problems import Problem

_HOST: Final = re.compile(r"(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?")
MAX_PICTURE_PIXELS: Final = 160_000_000
"""Beyond it the browser needs gigabytes for one picture, and soon dies of it."""
_CATALOG: Final = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
HELLO: Final[list[Any]] = [
    {"version": "v0.9", "createSurface": {"surfaceId": "greeting", "catalogId": _CATALOG}},
    {
        "version": "v0.9",
        "updateComponents": {
            "surfaceId": "greeting",
            "components": [
                {"id": "root", "component": "Column", "children": ["name", "send"]},
                {"id": "name", "component": "TextField", "label": "Your name", "value": {"path": "/name"}},
                {
                    "id": "send",
                    "component": "Button",
                    "child": "label",
                    "action": {"event": {"name": "greet", "context": {"name": {"path": "/name"}}}},
                },
                {"id": "label", "component": "Text", "text": "Say hello"},
            ],
        },
    },
    {"version": "v0.9", "updateDataModel": {"surfaceId": "greeting", "path": "/", "value": {"name": "Ada"}}},
]
"""The payload of the examples: one text field and one button."""
DOT: Final = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one pixel."""


def _locale(tag: str) -> str:
    try:
        Locale.parse(tag.replace("_", "-"), sep="-")
    except (UnknownLocaleError, ValueError) as error:
        raise ValueError("expected a known language tag such as en-US") from error
    return tag.replace("_", "-")


def _host(name: str) -> str:
    if not _HOST.fullmatch(name.lower()):
        raise ValueError("expected a host without scheme or path, such as cdn.example.com or *.example.com")
    return name.lower()


def _number(value: Any) -> Any:
    if isinstance(value, bool | str):
        raise ValueError("expected a number, not a text or a truth value")
    return value


OnlyNumber: Final = BeforeValidator(_number)
"""Refuses "600" and true, as the OpenAPI document does; 600.0 is a number like any other in JSON."""
Flag = Annotated[bool, Field(strict=True)]
Viewport = tuple[Annotated[int, Field(ge=100, le=4096), OnlyNumber], Annotated[int, Field(ge=100, le=8192), OnlyNumber]]
Scale = Annotated[float, Field(ge=0.25, le=4, allow_inf_nan=False), OnlyNumber]


class Body(BaseModel):
    """What is not known is refused, so that a misspelt setting does not pass for its default."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class NewSession(Body):
    """`version` is the protocol the agent prefers: messages in another one work and get a warning."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{}, {"version": "v0.9", "viewport": [600, 800], "theme": "dark"}]}
    )
    version: Literal["v0.8", "v0.9", "v0.9.1", "v1.0"] | None = None
    viewport: Viewport | None = Field(None, description="Width and height of the window in CSS pixels.")
    scale: Scale | None = Field(None, description="Picture pixels per CSS pixel.")
    full_page: Flag | None = Field(None, description="Pictures hold the whole screen, not only the window.")
    theme: Literal["light", "dark"] | None = None
    locale: Annotated[str, Field(max_length=40), AfterValidator(_locale)] | None = None
    allow_hosts: list[Annotated[str, Field(max_length=253), AfterValidator(_host)]] | None = Field(
        None, max_length=100, description="Hosts that images may be fetched from; none if empty."
    )
    repair: Flag = Field(False, description="Mend what has only one reading, and say so.")


class NewMessages(Body):
    """`images` names registered images as the payload does: `{"{{logo}}": "1"}` shows image 1 for url `{{logo}}`."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"messages": HELLO}]})
    messages: list[Any] | dict[str, Any] | str = Field(description="A list, one message, or a model's text.")
    images: dict[str, str | int] = Field(default_factory=dict, max_length=100)


class RenderRequest(Body):
    """Nothing given: all surfaces, as the session's settings say."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}, {"viewport": [320, 640], "scale": 2}]})
    surface_id: str | None = None
    viewport: Viewport | None = None
    scale: Scale | None = None
    full_page: Flag | None = None

    def frame(self, usual: Frame) -> Frame:
        return framed(usual, viewport=self.viewport, scale=self.scale, full_page=self.full_page)


class ShowRequest(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{}, {"surface_id": "greeting"}]})
    surface_id: str | None = None


class InteractRequest(Body):
    """`revision` is the one the steps were decided on; when another is shown, nothing is done."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "steps": [
                        {"do": "fill", "element": "name", "value": "Grace"},
                        {"do": "click", "element": "send"},
                    ]
                }
            ]
        }
    )
    revision: Annotated[int, Field(ge=0), OnlyNumber] | None = None
    steps: list[Any] = Field(description="As `surfacebox interact --steps` takes them (`docs/interact.md`).")


class NewImage(Body):
    """`name` is what the payload may write as an image's url; the image's id if not given."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "dot", "data": DOT}]})
    name: Annotated[str, Field(min_length=1, max_length=2000)] | None = None
    data: str = Field(description="A data:image/… URI.")


def framed(
    usual: Frame, *, viewport: tuple[int, int] | None, scale: float | None, full_page: Flag | None, scroll_y: int = 0
) -> Frame:
    """`usual` with what is given in its place; raises Problem for a window of more pixels than a picture may have.

    Of a page that is longer than fits into such a picture the end is cut off.
    """
    width, height = viewport or (usual.width, usual.height)
    scale = usual.scale if scale is None else scale
    most = int(MAX_PICTURE_PIXELS / (width * scale * scale))
    if height > most:
        raise Problem(
            "invalid_request",
            f"/viewport: at a scale of {scale:g} a window {width} wide may be {most} high.",
            expected=f"at most {MAX_PICTURE_PIXELS:,} pixels",
        )
    return Frame(
        width=width,
        height=height,
        scale=scale,
        full_page=usual.full_page if full_page is None else full_page,
        scroll_y=scroll_y,
        max_height=min(usual.max_height, most),
    )
