"""What the official renderer shows and sends for the official examples, and how our screens differ from it."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from renderer.elements import Element
from ui_server.screen import Screen

Aspect = Literal["texts", "order", "elements", "names", "clicks"]
EXAMPLES = {
    "v0_8": "v0_8/json/catalogs/{catalog}/examples/{name}.json",
    "v0_9": "v0_9/catalogs/{catalog}/examples/{name}.json",
}
_KINDS_OF_ROLE = {
    "button": "press",
    "tab": "press",
    "link": "press",
    "option": "press",
    "checkbox": "switch",
    "radio": "switch",
    "textbox": "text box",
    "slider": "slider",
    "date": "moment",
    "time": "moment",
    "datetime": "moment",
    "combobox": "menu",
}
_KINDS_OF_INPUT = {
    "checkbox": "switch",
    "radio": "switch",
    "range": "slider",
    "date": "moment",
    "time": "moment",
    "datetime-local": "moment",
}


@dataclass(frozen=True, slots=True)
class Recording:
    """One example as the official renderer showed it."""

    version: str
    example: str
    content: dict[str, Any]

    @property
    def key(self) -> str:
        return f"{self.version}/{self.example}"

    def payload(self, examples: Path) -> bytes:
        catalog = "minimal" if self.example.startswith("minimal-") else "basic"
        name = self.example.removeprefix("minimal-")
        return (examples / EXAMPLES[self.version].format(catalog=catalog, name=name)).read_bytes()

    def clicks(self) -> list[tuple[int, list[dict[str, Any]]]]:
        """Which of its elements were clicked, and the actions that each click sent."""
        return [
            (entry["index"], [_action(message) for message in entry["actions"]])
            for entry in self.content.get("actions", [])
            if entry["kind"] == "click" and entry.get("actions")
        ]


def recordings(folder: Path) -> list[Recording]:
    files = sorted(folder.glob("*/*.json"))
    contents = [json.loads(file.read_text()) for file in files]
    return [Recording(content["version"], content["example"], content) for content in contents]


def differences(recording: Recording, screen: Screen) -> dict[Aspect, str]:
    """Each aspect in which our screen is not as recorded, with what differs."""
    theirs = _words(recording.content["visible_texts"])
    ours = _words([text for facts in screen.drawing.surfaces for text in facts.texts])
    elements = list(screen.elements().values())
    found: dict[Aspect, str] = {}
    if Counter(theirs) != Counter(ours):
        missing, extra = Counter(theirs) - Counter(ours), Counter(ours) - Counter(theirs)
        found["texts"] = f"missing {sorted(missing)}, extra {sorted(extra)}"
    elif theirs != ours:
        found["order"] = f"{theirs} against {ours}"
    their_kinds = _once_per_moment(Counter(_kind_of(each) for each in recording.content["interactive"]))
    our_kinds = _once_per_moment(Counter(_KINDS_OF_ROLE[element.role] for element in elements))
    if their_kinds != our_kinds:
        found["elements"] = f"{dict(their_kinds)} against {dict(our_kinds)}"
    unnamed = _unmatched_names(recording, elements)
    if unnamed:
        found["names"] = f"no element named {unnamed}"
    return found


def counterpart(recording: Recording, index: int, elements: list[Element]) -> Element | None:
    """Our element for the recording's element at `index`: the same one among those of the same component."""
    listed = recording.content["interactive"]
    component_id = listed[index]["component_id"]
    before = sum(each["component_id"] == component_id for each in listed[:index])
    same = [element for element in elements if element.component_id == component_id]
    return same[before] if before < len(same) else None


def _action(message: dict[str, Any]) -> dict[str, Any]:
    body = message.get("action") or message.get("userAction") or {}
    return {name: body.get(name) for name in ("name", "surfaceId", "sourceComponentId", "context")}


def sent(message: dict[str, Any]) -> dict[str, Any]:
    """The parts of our own message that the recording has."""
    return _action(message)


def _words(texts: list[str]) -> list[str]:
    return re.findall(r"\S+", " ".join(texts))


def _kind_of(element: dict[str, Any]) -> str:
    if element["tag"] in ("button", "a") or element["click_listener_only"]:
        return "press"
    if element["tag"] in ("input", "textarea"):
        return _KINDS_OF_INPUT.get(element["type"] or "", "text box")
    return str(element["tag"])


def _once_per_moment(kinds: Counter[str]) -> Counter[str]:
    """A date-and-time input is one control with us and two in the recordings."""
    return Counter({kind: 1 if kind == "moment" else count for kind, count in kinds.items()})


def _unmatched_names(recording: Recording, elements: list[Element]) -> list[str]:
    ours = {" ".join(element.name.split()) for element in elements}
    presses = [each for each in recording.content["interactive"] if _kind_of(each) == "press"]
    return [name for each in presses if (name := " ".join((each["text"] or "").split())) and name not in ours]
