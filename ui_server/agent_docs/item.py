"""One page of the documentation, and the categories that pages are kept under."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from ui_server.expressions import Json

Category = Literal["Concepts", "Components", "Client Actions", "Server Actions", "Examples"]

CATEGORIES: Final[Mapping[Category, str]] = {
    "Concepts": "How a screen is put together: messages, binding, templates, actions, checks.",
    "Components": "What can stand on a screen, with every property.",
    "Client Actions": "What happens on the screen: the functions it evaluates, and what it tells you.",
    "Server Actions": "The messages that you send.",
    "Examples": "Whole screens to start from.",
}
OTHER_NAMES: Final[Mapping[str, Category]] = {
    "functions": "Client Actions",
    "function": "Client Actions",
    "actions": "Client Actions",
    "events": "Client Actions",
    "messages": "Server Actions",
    "widgets": "Components",
    "guides": "Concepts",
    "templates": "Examples",
}
"""What agents call a category instead, in lower case."""


class UnknownItem(LookupError):
    """No page is of this name, nor near to it; `hint` says what there is."""

    owner = "agent"
    code = "unknown_item"

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Item:
    """`body` is what the page says beyond its summary; `keywords` are other words it is found by."""

    category: Category
    name: str
    summary: str
    body: Mapping[str, Json]
    keywords: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {"category": self.category, "item_name": self.name, "summary": self.summary, **self.body}

    def entry(self) -> dict[str, Json]:
        """The page in one line of a list."""
        return {"item_name": self.name, "summary": self.summary}
