from __future__ import annotations

import pytest
from hypothesis import given

from tests.ui_server.building import json_values, nested
from ui_server.evaluate import CALL_COST, MAX_CALL_DEPTH, MAX_WORK, Evaluator, Scope
from ui_server.expressions import Binding, Call, Expression, Fields, Initial, Json, Literal, Sequence, Unevaluable
from ui_server.functions import MAX_TEXT, Functions
from ui_server.pointer import MISSING, PointerError
from ui_server.protocol import dynamic

DATA: Json = {"name": "Ana", "nil": None, "items": [{"qty": 2}, {"qty": 5}], "n": 3, "txt": "${/name}"}
ROOT = Scope()
ROW = Scope(("items", "1"), 1)


def value(expression: Expression, scope: Scope = ROOT, data: Json = DATA) -> object:
    return Evaluator(data, Functions("v0.9")).value(expression, scope)


def formatted(template: str, scope: Scope = ROOT, data: Json = DATA) -> object:
    return value(Call("formatString", {"value": Literal(template)}), scope, data)


def code_of(expression: Expression, scope: Scope = ROOT, data: Json = DATA) -> str:
    with pytest.raises(Unevaluable) as caught:
        value(expression, scope, data)
    return caught.value.code


def test_a_path_with_a_slash_starts_at_the_root_and_one_without_in_the_row() -> None:
    assert value(Binding("/name"), ROW) == "Ana"
    assert value(Binding("qty"), ROW) == 5
    assert value(Binding("."), ROW) == {"qty": 5}
    assert value(Binding(""), ROW) == {"qty": 5}


def test_nothing_is_told_from_null() -> None:
    assert value(Binding("/nil")) is None
    assert value(Binding("/ghost")) == MISSING


def test_a_path_with_a_literal_gives_the_literal_only_where_there_is_nothing() -> None:
    assert value(Initial("/ghost", "Guest")) == "Guest"
    assert value(Initial("/name", "Guest")) == "Ana"
    assert value(Initial("/nil", "Guest")) is None


def test_a_bad_path_is_a_typed_fault() -> None:
    with pytest.raises(PointerError):
        value(Binding("/a~x"))


def test_lists_and_objects_are_evaluated_inside() -> None:
    assert value(Sequence((Literal(1), Binding("/n"), Binding("/ghost")))) == [1, 3, None]
    assert value(Fields({"a": Binding("/n"), "gone": Binding("/ghost"), "nil": Binding("/nil")})) == {
        "a": 3,
        "nil": None,
    }


def test_calls_are_evaluated_from_the_inside() -> None:
    inner = Call("required", {"value": Binding("/name")})
    assert value(Call("not", {"value": inner})) is False


def test_a_template_writes_values_as_json_does_and_nothing_for_nothing() -> None:
    assert formatted("[${/nil}][${/ghost}][${/n}]") == "[][][3]"
    assert formatted("${/items} 100% {x} $5") == '[{"qty":2},{"qty":5}] 100% {x} $5'


def test_data_is_not_interpolated_a_second_time() -> None:
    assert formatted("${/txt}") == "${/name}"


def test_a_template_reads_the_row_it_stands_in() -> None:
    assert formatted("${qty} x ${/name}", ROW) == "5 x Ana"


def test_the_row_number_counts_from_zero_plus_the_offset() -> None:
    assert value(Call("@index"), ROW) == 1
    assert value(Call("@index", {"offset": Literal(1)}), ROW) == 2
    assert value(Call("@index", {"offset": Literal("x")}), ROW) == 1
    assert value(Call("@index", {"offset": Literal(True)}), ROW) == 1


def test_there_is_no_row_number_outside_a_template() -> None:
    assert code_of(Call("@index")) == "unevaluable"


def test_the_row_of_a_scope_is_a_pointer_and_the_root_has_none() -> None:
    assert Scope(("a/b", "0")).row == "/a~1b/0"
    assert Scope().row is None


def test_calls_inside_calls_end_at_a_limit() -> None:
    expression: Expression = Literal(1)
    for _ in range(MAX_CALL_DEPTH + 1):
        expression = Call("not", {"value": expression})
    assert code_of(expression) == "limit_reached"


def test_a_list_with_more_to_compute_than_a_screen_may_hold_ends_at_a_limit() -> None:
    assert code_of(Sequence((Binding("/n"),) * (MAX_WORK + 1))) == "limit_reached"
    calls = Sequence((Call("not", {"value": Literal(1)}),) * (MAX_WORK // CALL_COST + 1))
    assert code_of(calls) == "limit_reached"


def test_work_is_counted_over_the_whole_screen() -> None:
    evaluator = Evaluator(DATA, Functions("v0.9"))
    some = Sequence((Binding("/n"),) * (MAX_WORK // 2))
    evaluator.value(some, Scope())
    with pytest.raises(Unevaluable):
        evaluator.value(some, Scope())


def test_a_template_that_repeats_a_huge_text_stops_soon_after_what_can_be_shown() -> None:
    text = formatted("${/t}" * 1000, data={"t": "x" * 5_000_000})
    assert isinstance(text, str)
    assert MAX_TEXT < len(text) <= 2 * (MAX_TEXT + 1)


def test_costly_patterns_are_given_up_for_the_whole_screen_after_a_while() -> None:
    pattern = r"^(?:a|aa)+(?:a|aa)+(?:a|aa)+$"
    one = Call("regex", {"value": Literal("a" * 500 + "!"), "pattern": Literal(pattern)})
    evaluator = Evaluator({}, Functions("v0.9"))
    faults = []
    for _ in range(2000):
        with pytest.raises(Unevaluable) as caught:
            evaluator.value(one, Scope())
        faults.append(caught.value)
    assert {fault.code for fault in faults} == {"costly_pattern"}
    assert faults[-1].message != faults[0].message


def test_an_argument_that_is_bound_to_nothing_is_null() -> None:
    assert value(Call("required", {"value": Binding("/ghost")})) is False


@given(json_values, json_values)
def test_any_json_is_read_and_evaluated_or_typed_as_a_fault(raw: Json, data: Json) -> None:
    expression = dynamic.read(raw, dynamic.V09)
    try:
        value(expression, data=data)
    except (Unevaluable, PointerError) as fault:
        assert fault.code


@given(json_values)
def test_a_literal_is_its_own_value(raw: Json) -> None:
    assert value(Literal(raw)) == raw


def test_an_expression_nested_without_end_is_read_and_evaluated() -> None:
    deep = nested(10_000, {"path": "/n"})
    assert isinstance(value(dynamic.read(deep, dynamic.V09)), list)


def test_a_call_that_fails_leaves_a_gap_in_its_text_and_is_told() -> None:
    evaluator = Evaluator({"n": "many"}, Functions("v0.9"))
    template = Literal("Total: ${formatNumber(value: /n)} for ${/n} (${shout(value: /n)})")
    assert evaluator.value(Call("formatString", {"value": template}), ROOT) == "Total:  for many ()"
    assert [fault.code for fault in evaluator.faults()] == ["unevaluable", "unknown_function"]
    assert not evaluator.faults()
