"""Questions to the live page that shows a view, and short ways to make the view."""

from __future__ import annotations

from typing import Any

from renderer.pages import Canvas
from renderer.picture import Frame
from renderer.view import Button, Column, Node, Row, View
from tests.renderer.drawn import RENDERER, make, text


def boxes_of(selector: str) -> str:
    return f"""() => [...document.querySelectorAll({selector!r})].map((one) => {{
      const {{ x, y, width, height, right, bottom }} = one.getBoundingClientRect();
      return {{ x, y, width, height, right, bottom }};
    }})"""


async def ask(canvas: Canvas, shown: View, question: str, *, width: int = 600) -> Any:
    """Draws the view and asks the page that shows it."""
    frame = Frame(width=width, height=400)
    await canvas.draw(shown, frame)
    body = RENDERER.markup(shown).body
    showing = (
        kept.page for kept in canvas.pages if kept.shown and kept.shown.body == body and kept.shown.frame == frame
    )
    return await next(showing).evaluate(question)


def row(*items: Node, **properties: Any) -> Row:
    made: Row = make(Row, "row", items=items, **properties)
    return made


def column(*items: Node, **properties: Any) -> Column:
    made: Column = make(Column, "column", items=items, **properties)
    return made


def button(words: str) -> Button:
    made: Button = make(Button, f"b-{words}", child=text(words))
    return made
