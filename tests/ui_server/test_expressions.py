from __future__ import annotations

from ui_server.expressions import Binding, Call, Expression, Fields, Initial, Literal, Sequence, bindings, calls

INNER = Call("required", {"value": Binding("/a")})
NEST: Expression = Fields(
    {
        "x": Sequence((Literal(1), Binding("b"), INNER)),
        "y": Call("and", {"values": Sequence((Call("not", {"value": Initial("/c", 1)}), Literal(True)))}),
    }
)


def test_every_place_an_expression_reads_is_found_in_order() -> None:
    assert [found.path for found in bindings(NEST)] == ["b", "/a", "/c"]


def test_a_literal_reads_nothing_even_when_it_looks_like_a_path() -> None:
    assert list(bindings(Literal({"path": "/a"}))) == []


def test_every_call_is_found_the_outer_one_first() -> None:
    assert [call.name for call in calls(NEST)] == ["required", "and", "not"]


def test_a_plain_value_calls_nothing() -> None:
    assert list(calls(Binding("/a"))) == []
