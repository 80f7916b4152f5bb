"""Nodes made by hand, and their HTML as a browser reads it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html.parser import HTMLParser
from typing import Any

from renderer.html import Renderer
from renderer.view import (
    AudioPlayer,
    Button,
    Card,
    CheckBox,
    ChoicePicker,
    Column,
    DateTimeInput,
    Divider,
    Icon,
    Image,
    Input,
    List,
    Missing,
    Modal,
    Node,
    Option,
    Row,
    Slider,
    SurfaceView,
    Tab,
    Tabs,
    Text,
    TextField,
    Video,
    View,
)

RENDERER = Renderer()
PIXEL = "0f" * 32
PICTURES = {PIXEL: ("image/png", b"\x89PNG")}


@dataclass(frozen=True)
class Tag:
    name: str
    attributes: dict[str, str | None]
    inside: str = ""
    """All text between this start tag and its end tag."""

    def __getitem__(self, attribute: str) -> str | None:
        return self.attributes[attribute]


class Parsed(HTMLParser):
    """The page as a browser reads it: start tags in order, each with its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[Tag] = []
        self.texts: list[str] = []
        self._open: list[int] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(Tag(tag, dict(attrs)))
        if tag not in ("input", "img", "hr", "br", "meta"):
            self._open.append(len(self.tags) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(Tag(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.tags[self._open.pop()].name == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        for place in self._open:
            self.tags[place] = replace(self.tags[place], inside=self.tags[place].inside + data)

    def all(self, name: str, **attributes: str) -> list[Tag]:
        wanted = {key.replace("_", "-"): value for key, value in attributes.items()}
        return [tag for tag in self.tags if tag.name == name and wanted.items() <= tag.attributes.items()]

    def one(self, name: str, **attributes: str) -> Tag:
        (found,) = self.all(name, **attributes)
        return found

    def element(self, key: str) -> Tag:
        (found,) = [tag for tag in self.tags if tag.attributes.get("data-element") == key]
        return found

    @property
    def shape(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(tag.name, tuple(tag.attributes)) for tag in self.tags]

    @property
    def strings(self) -> list[str]:
        values = [value for tag in self.tags for value in tag.attributes.values() if value is not None]
        return values + [tag.inside for tag in self.tags]


def make(kind: type[Any], key: str = "x", /, **properties: Any) -> Any:
    return kind(key=key, component_id=key, surface_id="s", component=kind.__name__, **properties)


def text(words: str, **properties: Any) -> Text:
    made: Text = make(Text, "words", text=words, **properties)
    return made


def screen(*roots: Node | None, **properties: Any) -> View:
    surfaces = tuple(SurfaceView(f"s{place}", root) for place, root in enumerate(roots, start=1))
    return View(surfaces=surfaces, pictures=PICTURES, **properties)


def draw(*roots: Node) -> Parsed:
    return Parsed(RENDERER.markup(screen(*roots)).body)


def picker(**properties: Any) -> ChoicePicker:
    options = (Option("s", "Small"), Option("l", "Large", selected=True))
    made: ChoicePicker = make(ChoicePicker, **({"label": "Size", "options": options, "shown": options} | properties))
    return made


TABS = (Tab("First", 0), Tab("Second", 1))
BUTTON: Button = make(Button, "press", child=text("Press"))
SAMPLES: list[Node] = [
    text("Hello"),
    text("Hello", variant="h2"),
    make(Image, source="https://example.com/a.png", description="A fox", refusal="too large"),
    make(Image, source="https://example.com/a.png", description="A fox", picture=PIXEL, variant="header"),
    make(Icon, name="unheardOf"),
    make(Icon, name="unheardOf", path="M0 0h24v24z"),
    make(Video, source="https://example.com/a.mp4", description="Launch"),
    make(AudioPlayer, source="https://example.com/a.mp3", description="Episode"),
    make(Row, items=(text("a"), BUTTON)),
    make(Column, items=(text("a"), text("b"))),
    make(List, items=(text("a"),), direction="horizontal"),
    make(Card, child=text("a")),
    make(Tabs, tabs=TABS, selected=1, pane=text("pane")),
    make(Modal, trigger=BUTTON, content=text("inside"), open=True),
    make(Modal, trigger=text("open"), content=text("inside"), open=True),
    make(Divider, axis="vertical"),
    make(Button, child=text("Press"), messages=("No",), enabled=False, action="go"),
    make(TextField, label="Name", value="Ada", placeholder="Your name", messages=("Too short",)),
    make(TextField, label="Bio", value="Writer", variant="longText"),
    make(TextField, label="Age", value="thirty", variant="number"),
    make(TextField, label="Password", value="secret", variant="obscured"),
    make(CheckBox, label="Agree", messages=("You must",)),
    picker(filterable=True, filter="sm", messages=("Choose",)),
    picker(layout="chips", filterable=True, filter="sm"),
    picker(layout="menu"),
    make(Slider, label="Volume", value=3, messages=("Too loud",)),
    make(DateTimeInput, label="When", value="2026-03-14T18:15", min="2026-01-01T00:00", max="2026-12-31T00:00"),
    make(Missing, reason="unknown"),
    make(Missing, reason="pending"),
]

INPUTS = [sample for sample in SAMPLES if isinstance(sample, Input)]
