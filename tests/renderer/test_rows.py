"""How a row is laid out by what is in it, and where the messages of its buttons are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from renderer.rows import Told, style_of, tail_of, told_under
from renderer.view import Button, Card, CheckBox, Column, Icon, Image, List, Modal, Node, Row, Tabs, TextField
from tests.renderer.drawn import make, text

ICON: Icon = make(Icon, name="home")
BUTTON: Button = make(Button, "b", child=text("Go"))
FIELD: TextField = make(TextField, label="Name")
AVATAR: Image = make(Image, variant="avatar")
LONG = "Accept the terms before you go on"


def row(*items: Node, **properties: Any) -> Row:
    made: Row = make(Row, "row", items=items, **properties)
    return made


def heavy(node: Node) -> Node:
    return replace(node, weight=1)


def failing(key: str, *messages: str, **properties: Any) -> Button:
    made: Button = make(Button, key, child=text("Go"), enabled=False, messages=messages or (LONG,), **properties)
    return made


def told(container: Row | List) -> Told:
    found = told_under(container, "e1")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("items", "style"),
    [
        ((), ""),
        ((BUTTON,), ""),
        ((make(Card), make(Card)), "cards"),
        ((make(Column, items=(FIELD,)), make(Column)), "panes"),
        ((heavy(text("a")), heavy(text("b"))), "table"),
        ((heavy(text("a")), BUTTON, heavy(text("b"))), "table"),
        ((heavy(BUTTON), heavy(BUTTON)), "table"),
        ((heavy(text("a")), heavy(FIELD)), "table"),
        ((heavy(FIELD), heavy(FIELD), BUTTON), "fields"),
        ((FIELD, BUTTON), "fields"),
        ((text("a"), text("b")), "words"),
        ((text("a"), heavy(text("b"))), "words"),
        ((row(ICON, ICON), text("4.5")), "words"),
        ((ICON, ICON), "icons"),
        ((ICON, text("a")), ""),
        ((make(CheckBox), text("a")), ""),
        ((make(CheckBox), make(CheckBox)), "pack"),
        ((BUTTON, ICON, AVATAR), "pack"),
        ((BUTTON, row(BUTTON, BUTTON)), "pack"),
        ((text("a"), BUTTON, BUTTON), ""),
        ((text("a"), BUTTON, BUTTON, BUTTON), "pack"),
        ((heavy(text("a")), BUTTON), "fluid"),
        ((AVATAR, heavy(text("a")), BUTTON, BUTTON), "fluid"),
        ((heavy(text("a")), ICON), ""),
    ],
)
def test_what_is_in_a_row_decides_how_it_is_laid_out(items: tuple[Node, ...], style: str) -> None:
    assert style_of(row(*items)) == style


def test_a_text_gives_way_to_buttons_when_the_space_is_between_them() -> None:
    assert style_of(row(text("a"), BUTTON, justify="spaceBetween")) == "fluid"


def test_several_small_things_after_the_large_one_stay_together() -> None:
    assert tail_of(row(AVATAR, heavy(text("a")), BUTTON, BUTTON)) == 2
    assert tail_of(row(heavy(text("a")), BUTTON)) == 2


def test_nothing_is_told_while_all_checks_pass() -> None:
    assert told_under(row(BUTTON, text("a")), "e1") is None


def test_each_message_is_told_once_and_every_button_points_to_its_own() -> None:
    found = told(row(text("a"), failing("x", LONG, "Enter a name"), failing("y", "Enter a name")))
    assert found.messages == ((LONG, "e1-0"), ("Enter a name", "e1-1"))
    assert found.by_button == {"x": "e1-0 e1-1", "y": "e1-1"}


@pytest.mark.parametrize(
    ("items", "alone"),
    [
        ((failing("x", "Taken"), BUTTON), True),
        ((failing("x", "Taken"), failing("y", LONG)), False),
        ((failing("x", "Taken", "Full"), BUTTON), False),
        ((failing("x", "Taken"), text("a")), False),
        ((make(Modal, trigger=failing("x", "Taken")), BUTTON), False),
    ],
)
def test_messages_stand_under_their_own_button_only_where_all_fit(items: tuple[Node, ...], alone: bool) -> None:
    assert (told_under(row(*items), "e1") is None) is alone


@pytest.mark.parametrize(
    ("items", "justify", "side"),
    [
        ((text("a"), failing("x")), "start", "start"),
        ((text("a"), failing("x")), "center", "center"),
        ((text("a"), failing("x")), "spaceEvenly", "center"),
        ((text("a"), failing("x")), "end", "end"),
        ((text("a"), failing("x")), "spaceBetween", "end"),
        ((failing("x"), text("a")), "spaceBetween", "start"),
        ((text("a"), failing("x"), text("b")), "spaceBetween", "center"),
        ((BUTTON, failing("x")), "stretch", "end"),
        ((failing("x"),), "stretch", "start"),
        ((heavy(text("a")), failing("x")), "start", "end"),
        ((failing("x"), heavy(text("a"))), "start", "start"),
        ((FIELD, failing("x")), "start", "end"),
        ((make(Tabs), failing("x"), make(List)), "start", "center"),
    ],
)
def test_messages_stand_where_the_button_does(items: tuple[Node, ...], justify: str, side: str) -> None:
    assert told(row(*items, justify=justify)).side == side


def test_messages_of_a_list_begin_where_the_list_does() -> None:
    assert told(make(List, "list", items=(text("a"), failing("x")), direction="horizontal")).side == "start"
