"""Modals: the trigger, the dialog over the page, and what lies beneath."""

from __future__ import annotations

from typing import Any

from renderer.view import Button, Card, Column, Modal, Node
from tests.renderer.drawn import BUTTON, SAMPLES, draw, make, text


def modal(key: str, inside: Node, /, **properties: Any) -> Modal:
    made: Modal = make(Modal, key, **({"trigger": text("Open"), "content": inside, "open": True} | properties))
    return made


def test_a_closed_modal_is_only_its_trigger() -> None:
    parsed = draw(modal("m", text("inside"), open=False, content=None))
    assert parsed.all("dialog") == []
    trigger = parsed.element("m")
    assert (trigger["data-role"], trigger["role"], trigger["tabindex"]) == ("button", "button", "0")
    assert trigger.inside == "Open"


def test_a_button_that_opens_a_modal_keeps_its_own_element() -> None:
    parsed = draw(modal("m", text("inside"), trigger=BUTTON))
    assert "role" not in parsed.element("m").attributes
    assert parsed.element("m").inside == parsed.element("press").inside == "Press"


def test_an_open_modal_covers_the_page_and_can_be_closed() -> None:
    parsed = draw(make(Card, "card", child=modal("m", text("inside"))))
    dialog = parsed.one("dialog")
    assert (dialog["aria-modal"], dialog["aria-label"], dialog.inside.strip()) == ("true", "Open", "inside")
    assert "open" in dialog.attributes
    assert parsed.one("div", **{"class": "backdrop"})["data-backdrop"] == "m"
    close = parsed.element("m#close")
    assert (close.name, close["aria-label"], close.inside) == ("button", "Close", "")


def test_all_but_the_dialog_is_inert() -> None:
    first, second = (body for body in _inert_parts(text("one"), make(Card, "c", child=modal("m", text("inside")))))
    assert first == "one"
    assert second == "Open"


def test_of_nested_dialogs_the_inner_one_lies_on_top() -> None:
    inner = modal("inner", text("deep"))
    parsed = draw(modal("outer", make(Column, "column", items=(text("shallow"), inner))))
    backdrops = [tag["data-backdrop"] for tag in parsed.tags if "data-backdrop" in tag.attributes]
    assert backdrops == ["outer", "inner"]
    layers = [tag for tag in parsed.tags if tag.attributes.get("class") == "layer"]
    assert ["inert" in layer.attributes for layer in layers] == [True, False]


def test_of_dialogs_on_two_surfaces_the_last_lies_on_top() -> None:
    parsed = draw(modal("a", text("one")), modal("b", text("two")))
    layers = [tag for tag in parsed.tags if tag.attributes.get("class") == "layer"]
    assert ["inert" in layer.attributes for layer in layers] == [True, False]


def test_without_a_dialog_nothing_is_inert() -> None:
    assert not [tag for sample in SAMPLES[:10] for tag in draw(sample).tags if "inert" in tag.attributes]


def test_links_in_a_dialog_that_a_button_holds_can_be_pressed() -> None:
    opener = modal("m", text("[Terms](https://example.com)"))
    parsed = draw(make(Button, "outer", child=opener))
    assert parsed.element("words@0")["data-url"] == "https://example.com"


def _inert_parts(*roots: Node) -> list[str]:
    return [tag.inside.strip() for tag in draw(*roots).tags if "inert" in tag.attributes]
