from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui_server.expressions import Binding, Call, Literal, Unevaluable
from ui_server.templates import parse_template


def test_a_template_is_read_into_texts_paths_and_calls() -> None:
    parts = parse_template("Hi ${/name}, ${formatNumber(value: ${n}, decimals: 1)}!")
    assert parts[:3] == (Literal("Hi "), Binding("/name"), Literal(", "))
    assert isinstance(parts[3], Call)
    assert dict(parts[3].args) == {"value": Binding("n"), "decimals": Literal(1)}


def test_an_escaped_mark_is_text() -> None:
    assert "".join(str(part.value) for part in parse_template(r"\${x}") if isinstance(part, Literal)) == "${x}"


@pytest.mark.parametrize("template", ["${", "${/a", "${f(", "${" * 3000, "${f(a:" * 500 + "1" + ")}" * 500])
def test_a_template_that_cannot_be_read_gives_no_value(template: str) -> None:
    with pytest.raises(Unevaluable) as caught:
        parse_template(template)
    assert caught.value.code == "unevaluable"
    assert len(caught.value.message) < 1000


@given(st.text(alphabet="${}()/abc,:'\"\\ 1.", max_size=30))
def test_any_text_is_a_template_or_a_typed_fault(template: str) -> None:
    try:
        parse_template(template)
    except Unevaluable as fault:
        assert fault.code == "unevaluable"


@pytest.mark.parametrize("path", ["/a~1b", "/a~0b", "/items/0/first-name", "a.b_c", "/naïve/ключ"])
def test_a_path_in_a_template_may_be_any_json_pointer_without_blanks(path: str) -> None:
    assert parse_template(f"${{{path}}}") == (Binding(path),)


@pytest.mark.parametrize(
    ("written", "args"), [("@index()", {}), ("@index(offset: 1)", {"offset": Literal(1)}), (" @index ( ) ", {})]
)
def test_the_number_of_a_row_can_be_asked_for_inside_a_template(written: str, args: dict[str, Literal]) -> None:
    assert parse_template(f"${{{written}}}") == (Call("@index", args),)


@pytest.mark.parametrize(
    ("template", "remedy"),
    [
        ("Hi ${/name", "Close each ${ with a }."),
        ("${formatDate(${/day}, 'yyyy')}", "Name the arguments"),
        ("${formatDate(/day, 'yyyy')}", "Name the arguments"),
        ("${/items[0]}", "with slashes"),
        ("${/price * 2}", "no operators"),
        ("${/done ? 'yes' : 'no'}", "no operators"),
        ("${/name | upper}", "no operators"),
        ("${/first name}", "In ${…} write a path"),
    ],
)
def test_a_template_that_cannot_be_read_comes_with_what_to_write(template: str, remedy: str) -> None:
    with pytest.raises(Unevaluable) as caught:
        parse_template(template)
    assert remedy in caught.value.hint
