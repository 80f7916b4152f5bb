"""What the tools take. The schemas that clients see are made from these models, descriptions and all."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from babel import Locale, UnknownLocaleError
from pydantic import BaseModel, ConfigDict, Field, field_validator

from renderer.view import Theme
from ui_server.expressions import Json
from ui_server.session import SessionSettings
from ui_server.surface import Version

MAX_WAIT = 60.0
"""Seconds that one call may ask to wait for notifications."""

MAX_STEPS = 200
"""Of one call, as over HTTP."""

Payload = Annotated[
    list[Any] | dict[str, Any] | str,
    Field(
        description="A2UI messages: a list, one message, JSON text, or a resource of type application/a2ui+json "
        "(application/json+a2ui is read as well)."
    ),
]


class Arguments(BaseModel):
    """Of a tool that takes nothing but the session."""

    model_config = ConfigDict(extra="forbid")

    session_id: str | None = Field(None, description="The session to act in; the connection's own when left out.")


class OpenArguments(BaseModel):
    """What is left out is as the server was started."""

    model_config = ConfigDict(extra="forbid")

    width: int | None = Field(None, ge=100, le=4096, description="Width of the window in CSS pixels.")
    height: int | None = Field(None, ge=100, le=8192, description="Height of the window in CSS pixels.")
    theme: Theme | None = Field(None, description="Colours of the screen.")
    locale: str | None = Field(None, max_length=40, description="Language and region, such as de-DE.")
    version: Version | None = Field(None, description="The A2UI version to hold to; others draw a warning.")
    repair: bool | None = Field(None, description="Mend what can be mended safely, and tell what was mended.")

    @field_validator("locale")
    @classmethod
    def _know_locale(cls, value: str | None) -> str | None:
        tag = value.replace("_", "-") if value is not None else None
        try:
            if tag is not None:
                Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError) as error:
            raise ValueError("no known language tag such as en-US") from error
        return tag

    def applied_to(self, settings: SessionSettings) -> SessionSettings:
        """`settings` with what is given here put in."""
        frame = {name: value for name in ("width", "height") if (value := getattr(self, name)) is not None}
        rest = {name: value for name in ("theme", "locale", "repair") if (value := getattr(self, name)) is not None}
        return replace(settings, frame=replace(settings.frame, **frame), **rest)


class RenderArguments(Arguments):
    ui_json: Payload
    images: dict[str, str] = Field(
        default_factory=dict,
        description="Pictures for this session: the text that ui_json uses as an image url -> a data: URI or base64.",
    )


class ShowArguments(Arguments):
    surface_id: str | None = Field(None, description="The surface to show; all of them when left out.")


class InteractArguments(Arguments):
    steps: list[dict[str, Any]] = Field(
        max_length=MAX_STEPS,
        description='Acts of a person on the shown screen, such as {"do": "click", "element": "book"}, '
        '{"do": "fill", "element": "name", "value": "Ada"}, {"do": "choose", "element": "fare", "values": ["flex"]}, '
        '{"do": "toggle", "element": "news"}, {"do": "set", "element": "cups", "value": 3}, '
        '{"do": "press", "key": "Escape"}, {"do": "scroll", "y": 400}.',
    )
    revision: int | None = Field(
        None, description="The revision that was looked at; the steps are refused when another one is on the screen."
    )


class NotificationsArguments(Arguments):
    after: int = Field(0, ge=0, description="The number of the last notification that is known already.")
    wait: float = Field(0, ge=0, le=MAX_WAIT, description="Seconds to wait when there is none yet.")


class ValidateArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")

    ui_json: Payload
    repair: bool = Field(False, description="Tell what the safe repairs make of it.")


class JoinArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")

    session_id: str = Field(description="The session to join, as its first client was told it.")


class DocsArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: Version = Field("v0.9", description="The A2UI version whose documentation is wanted.")


class CategoryArguments(DocsArguments):
    category: str = Field(max_length=200, description="A category that ui_explore_capabilities lists.")


class ItemArguments(CategoryArguments):
    item_name: str = Field(max_length=200, description="A page that ui_list_items lists, such as ChoicePicker.")


class QueryArguments(DocsArguments):
    query: str = Field(max_length=1000, description="A question in plain words.")


def faults(error: Any) -> list[Json]:
    """What is wrong with arguments, one entry a place."""
    return [
        {"place": "/" + "/".join(str(part) for part in each["loc"]), "message": each["msg"]}
        for each in error.errors(include_url=False, include_context=False, include_input=False)
    ]
