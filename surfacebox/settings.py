"""Every setting, and where its value comes from: default < surfacebox.toml < SURFACEBOX_… < flag."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator

from renderer.browser import BrowserSettings
from renderer.picture import MAX_PICTURE_HEIGHT, Frame
from surfacebox.errors import InputUnreadable, SettingInvalid

FILE_NAME = "surfacebox.toml"
PREFIX = "SURFACEBOX_"
VIEWPORT = "viewport"
"""Not a field: a short way to give `width` and `height` at once, wherever settings are given."""

FLAGS = {
    "full_page": "--full-page/--viewport-only",
    "deadline_s": "--deadline",
    "allow_hosts": "--allow-host",
}
"""How a setting's flag is spelled, where that is not its name."""

_HOST = re.compile(r"(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?")


def _split_list(value: object) -> object:
    return value.replace(",", " ").split() if isinstance(value, str) else value


class Settings(BaseModel):
    """What a person may set. Lengths are CSS pixels unless said otherwise, times seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    browser: Path | None = Field(None, description="Chromium program to use; found on the machine when not given.")
    width: int = Field(Frame().width, ge=100, le=4096, description="Width of the window.")
    height: int = Field(Frame().height, ge=100, le=8192, description="Height of the window.")
    scale: float = Field(Frame().scale, ge=0.25, le=4, description="Picture pixels per CSS pixel.")
    theme: Literal["light", "dark"] = Field("light", description="Colours of the screen.")
    locale: str = Field("en-US", description="Language and region of numbers and dates, such as de-DE.")
    full_page: bool = Field(Frame().full_page, description="Show the whole screen, not only the window.")
    max_height: int = Field(
        MAX_PICTURE_HEIGHT, ge=100, le=MAX_PICTURE_HEIGHT, description="Height at which a full-page picture is cut."
    )
    pages: int = Field(BrowserSettings().pages, ge=1, le=32, description="Browser pages that draw at the same time.")
    deadline_s: float = Field(20, gt=0, le=600, description="Seconds that one screen may take.")
    allow_hosts: Annotated[tuple[str, ...], BeforeValidator(_split_list)] = Field(
        (),
        description="Hosts that images may be fetched from, such as cdn.example.com or *.example.com; none if empty.",
    )

    @field_validator("browser")
    @classmethod
    def _find_home(cls, value: Path | None) -> Path | None:
        return value.expanduser() if value else value

    @field_validator("locale")
    @classmethod
    def _know_locale(cls, value: str) -> str:
        from babel import Locale, UnknownLocaleError

        tag = value.replace("_", "-")
        try:
            Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError) as error:
            raise ValueError("a known language tag such as en-US") from error
        return tag

    @field_validator("allow_hosts")
    @classmethod
    def _read_hosts(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        hosts = tuple(host.lower() for host in value)
        if not all(_HOST.fullmatch(host) for host in hosts):
            raise ValueError("host names without scheme or path, such as cdn.example.com or *.example.com")
        return hosts

    @property
    def frame(self) -> Frame:
        """The window that a screen is shown in."""
        return Frame(
            width=self.width,
            height=self.height,
            scale=self.scale,
            full_page=self.full_page,
            max_height=self.max_height,
        )


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings in force. `places` tells for each name where its value was given: `default` if nowhere."""

    settings: Settings
    places: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Given:
    value: object
    place: str


def resolve_settings(*, flags: Mapping[str, object], environ: Mapping[str, str], folder: Path) -> Resolved:
    """Joins all sources; a later source wins field by field. `flags` holds only what was on the command line.

    Raises `SettingInvalid` for the first wrong value, naming its place, and `InputUnreadable` for a broken file.
    """
    given = _from_file(folder / FILE_NAME) | _from_environ(environ) | _from_flags(flags)
    try:
        settings = Settings.model_validate({name: one.value for name, one in given.items()})
    except ValidationError as error:
        raise _explain(error, given) from error
    return Resolved(
        settings, {name: given[name].place if name in given else "default" for name in Settings.model_fields}
    )


def flag_of(name: str) -> str:
    """The flag that sets `name` on the command line."""
    return FLAGS.get(name, f"--{name.replace('_', '-')}")


def _from_file(path: Path) -> dict[str, _Given]:
    if not path.is_file():
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputUnreadable(path.name, str(error), hint=f"Mend or remove {path}.") from error
    for name in table.keys() - Settings.model_fields.keys() - {VIEWPORT}:
        raise _unknown(name, table[name], place=path.name)
    return _spread({name: _Given(value, path.name) for name, value in table.items()})


def _from_environ(environ: Mapping[str, str]) -> dict[str, _Given]:
    variables = {name: PREFIX + name.upper() for name in (*Settings.model_fields, VIEWPORT)}
    return _spread({name: _Given(environ[key], key) for name, key in variables.items() if environ.get(key)})


def _from_flags(flags: Mapping[str, object]) -> dict[str, _Given]:
    return _spread({name: _Given(value, flag_of(name)) for name, value in flags.items()})


def _spread(layer: dict[str, _Given]) -> dict[str, _Given]:
    """Puts a viewport's width and height in its place, unless the same source gives them one by one."""
    viewport = layer.pop(VIEWPORT, None)
    if viewport is None:
        return layer
    size = re.fullmatch(r"(\d{1,5})[xX](\d{1,5})", str(viewport.value).strip())
    if size is None:
        expected = "width x height in pixels, such as 600x800"
        raise SettingInvalid(VIEWPORT, place=viewport.place, got=viewport.value, expected=expected)
    sides = {"width": _Given(size[1], viewport.place), "height": _Given(size[2], viewport.place)}
    return sides | layer


def _unknown(name: str, value: object, *, place: str) -> SettingInvalid:
    near = get_close_matches(name, [*Settings.model_fields, VIEWPORT], n=1)
    hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(sorted(Settings.model_fields))}."
    return SettingInvalid(name, place=place, got=value, expected="no such setting", hint=hint)


def _explain(error: ValidationError, given: Mapping[str, _Given]) -> SettingInvalid:
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    said = first["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    help_text = Settings.model_fields[name].description or ""
    return SettingInvalid(
        name, place=given[name].place, got=given[name].value, expected=said, hint=f"{name}: {help_text}"
    )
