"""Both modes together: what always holds of them, and the shape in which they are told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.scoring.errors import RowsUnreadable, SpecUnreadable
from scenarios.scoring.scores import score

Rows = dict[str, list[dict[str, Any]]]
Spec = dict[str, Any]
TABLES = ("todoist.tasks", "simple_note.notes", "REMINDER")
KEYS = {"todoist.tasks": "id", "simple_note.notes": "id", "REMINDER": "reminder_id"}
WORDS = ["buy", "milk", "now", "paint", "60", "45"]

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
contents = st.fixed_dictionaries({"priority": st.sampled_from(["high", "low"]), "done": st.booleans(), "title": texts})


@st.composite
def tables(draw: Callable[..., Any]) -> Rows:
    """Up to four rows a table, with keys from 1."""
    return {
        table: [{KEYS[table]: key + 1, **row} for key, row in enumerate(draw(st.lists(contents, max_size=4)))]
        for table in TABLES
    }


def _in(table: str) -> Spec:
    return {"source": "appworld", "table": table} if "." in table else {"source": "agentsandbox", "namespace": table}


def spec_of_created(table: str, row: dict[str, Any]) -> Spec:
    values = {name: value for name, value in row.items() if name != KEYS[table]}
    return {**_in(table), "operation": "create", "entity_data": values}


def spec_of_kept(table: str, operation: str, row: dict[str, Any], fields: dict[str, Any]) -> Spec:
    key = {"entity_id_column": KEYS[table], "entity_id_value": row[KEYS[table]]}
    return {**_in(table), "operation": operation, **key, "expected_fields": fields}


@st.composite
def solved(draw: Callable[..., Any]) -> tuple[Rows, Rows, list[Spec]]:
    """Initial rows, the rows of a perfect run, and the specs that it fulfils: one operation a table."""
    initial = draw(tables())
    final: Rows = {table: [dict(row) for row in rows] for table, rows in initial.items()}
    specs: list[Spec] = []
    for table, rows in final.items():
        operation = draw(st.sampled_from(["create", "update", "delete", "nothing"]))
        if operation == "create":
            new = [
                {KEYS[table]: 100 + n, **row} for n, row in enumerate(draw(st.lists(contents, min_size=1, max_size=4)))
            ]
            final[table] = rows + new
            specs += [spec_of_created(table, row) for row in new]
        elif rows and operation == "update":
            rows[0]["done"] = not rows[0]["done"]
            rows[0]["priority"] = "urgent"
            specs.append(spec_of_kept(table, "update", rows[0], {"done": rows[0]["done"], "priority": "urgent"}))
        elif rows and operation == "delete":
            specs.append(spec_of_kept(table, "delete", rows[0], {}))
            final[table] = rows[1:]
    return initial, final, specs


@st.composite
def spoilt(draw: Callable[..., Any]) -> tuple[Rows, Rows, list[Spec]]:
    """As `solved`, with final rows dropped and values changed at random."""
    initial, final, specs = draw(solved())
    for table, rows in final.items():
        kept = [dict(row) for row in rows if draw(st.integers(0, 3))]
        for row in kept:
            if not draw(st.integers(0, 3)):
                row.update(draw(contents))
        final[table] = kept
    return initial, final, specs


def shuffled(rows: Rows, random: Any) -> Rows:
    return {table: random.sample(listed, len(listed)) for table, listed in rows.items()}


def f1s(initial: Rows, final: Rows, specs: list[Spec]) -> tuple[float, float]:
    found = score(initial, final, specs)
    assert found.paper and found.strict
    return found.paper.f1, found.strict.f1


@given(solved())
def test_specs_reached_exactly_score_1_in_both_modes(run: tuple[Rows, Rows, list[Spec]]) -> None:
    initial, final, specs = run
    found = score(initial, final, specs)
    assert found.paper and found.strict

    if specs:
        assert (found.paper.overall.precision, found.paper.overall.recall) == pytest.approx((1, 1))
    assert found.strict.f1 == 1
    assert found.strict.unexpected == () and found.strict.faults == ()


@given(tables())
def test_untouched_rows_without_specs_score_1_in_both_modes(rows: Rows) -> None:
    assert f1s(rows, {table: [dict(row) for row in listed] for table, listed in rows.items()}, []) == (1, 1)


@given(solved())
def test_doing_nothing_earns_nothing_in_strict_mode(run: tuple[Rows, Rows, list[Spec]]) -> None:
    initial, _, specs = run

    if specs:
        assert f1s(initial, initial, specs)[1] == 0


@given(spoilt(), st.randoms())
def test_the_order_of_rows_changes_nothing_in_strict_mode(run: tuple[Rows, Rows, list[Spec]], random: Any) -> None:
    initial, final, specs = run

    mixed = score(shuffled(initial, random), shuffled(final, random), specs, modes=["strict"])
    assert mixed == score(initial, final, specs, modes=["strict"])


@given(spoilt(), st.randoms())
def test_the_order_of_rows_changes_no_figure_of_paper_mode_but_the_guardrail(
    run: tuple[Rows, Rows, list[Spec]], random: Any
) -> None:
    initial, final, specs = run

    mixed = score(shuffled(initial, random), shuffled(final, random), specs, modes=["paper"]).paper
    straight = score(initial, final, specs, modes=["paper"]).paper
    assert mixed and straight
    assert mixed.overall.precision == pytest.approx(straight.overall.precision)
    assert mixed.overall.recall == pytest.approx(straight.overall.recall)


@given(spoilt(), st.randoms())
def test_the_order_of_specs_changes_no_figure(run: tuple[Rows, Rows, list[Spec]], random: Any) -> None:
    initial, final, specs = run

    assert f1s(initial, final, random.sample(specs, len(specs))) == pytest.approx(f1s(initial, final, specs))


@given(spoilt(), st.sampled_from([*TABLES, "venmo.transactions"]), contents)
def test_a_wrong_row_more_never_raises_strict_f1(
    run: tuple[Rows, Rows, list[Spec]], table: str, content: dict[str, Any]
) -> None:
    initial, final, specs = run
    wrong = {KEYS.get(table, "id"): 999, **content, "priority": "no spec asks for this"}
    before = f1s(initial, final, specs)[1]

    after = f1s(initial, {**final, table: [*final.get(table, []), wrong]}, specs)[1]

    assert after < before or (before == 0 and after == 0)


@given(spoilt())
def test_every_figure_lies_between_0_and_1(run: tuple[Rows, Rows, list[Spec]]) -> None:
    found = score(*run)
    assert found.paper and found.strict

    for ratio in (found.paper.overall, found.paper.micro, found.strict.overall, found.strict.macro):
        assert 0 <= ratio.precision <= 1 and 0 <= ratio.recall <= 1 and 0 <= ratio.f1 <= 1


@given(solved(), st.data())
def test_each_dropped_change_fails_in_strict_mode(run: tuple[Rows, Rows, list[Spec]], data: Any) -> None:
    initial, final, specs = run
    changed = [table for table in final if final[table] != initial[table]]
    if changed:
        dropped = data.draw(st.sampled_from(changed))
        assert f1s(initial, {**final, dropped: initial[dropped]}, specs)[1] < 1


# The published files.


def staged(scenario: dict[str, Any]) -> Rows:
    native = {name.upper(): rows for name, rows in scenario["agentsandbox_entities"].items()}
    return json.loads(json.dumps({**scenario["appworld_entities"], **native}))  # type: ignore[no-any-return]


def played(initial: Rows, specs: list[Spec]) -> Rows:
    """The rows after every spec has been carried out, with keys and a later timestamp of the world's own."""
    final: Rows = json.loads(json.dumps(initial))
    for number, spec in enumerate(specs):
        table = spec.get("table") or spec["namespace"]
        rows = final.setdefault(table, [])
        if spec["operation"] == "create":
            key = {"id": 9000 + number} if "." in table else {"reminder_id": f"uuid-{number}"}
            rows.append({**spec["entity_data"], **key})
            continue
        named = [row for row in rows if row[spec["entity_id_column"]] == spec["entity_id_value"]]
        if spec["operation"] == "delete":
            final[table] = [row for row in rows if row not in named]
        for row in named:
            row.update(spec.get("expected_fields", {}))
            row.update({"updated_at": "2027-01-01T00:00:00"} if "updated_at" in row else {})
    return final


@pytest.mark.parametrize("name", ["ui_0001", "text_0002", "state_0003"])
def test_the_published_scenarios_score_1_in_both_modes_when_their_own_changes_are_made(shared: Path, name: str) -> None:
    scenario = json.loads((shared / "data" / "scenarios" / f"scenario_synth_{name}.json").read_text())
    initial, specs = staged(scenario), scenario["entity_diff_specs"]

    assert f1s(initial, played(initial, specs), specs) == (1, 1)
    assert f1s(initial, initial, specs)[1] == 0


def test_doing_nothing_is_paid_for_as_published(shared: Path) -> None:
    # state_0003, with nothing done. Tasks, updates: the id of 2 alone, (1/2 + 1/2) / 2 = 1/2. Notes, update: the id 1,
    # content "Beans Peas Radish" in "Beans Chard Radish Dill": 2 common, of 3 and 4: F = 4/7; updated_at not later: 0;
    # mean (1 + 4/7 + 0) / 3 = 11/21. Both deletes 0. Over four groups: (1/2 + 11/21) / 4 = 43/168.
    scenario = json.loads((shared / "data" / "scenarios" / "scenario_synth_state_0003.json").read_text())
    initial = staged(scenario)

    assert f1s(initial, initial, scenario["entity_diff_specs"]) == pytest.approx((43 / 168, 0))


# The shape.


def test_the_scores_are_told_as_json() -> None:
    spec = spec_of_created("todoist.tasks", {"id": 1, "title": "x"})
    told: dict[str, Any] = score({}, {"todoist.tasks": [{"id": 2, "title": "x"}]}, [spec]).to_json()

    assert json.loads(json.dumps(told)) == told
    for figures in (told["paper"], told["strict"]):
        assert (figures["precision"], figures["recall"], figures["f1"], figures["guardrail"]) == (1, 1, 1, True)
        assert len(figures["groups"]) == 1
    assert told["strict"]["groups"][0] == {
        "table": "todoist.tasks",
        "operation": "create",
        "precision": 1,
        "recall": 1,
        "f1": 1,
        "expected": 1,
        "actual": 1,
        "scored": True,
        "rows": [
            {
                "spec": 0,
                "matched": 2,
                "similarity": 1,
                "columns": [
                    {
                        "column": "title",
                        "measure": "words",
                        "similarity": 1,
                        "expected": "x",
                        "actual": "x",
                        "reason": "",
                    }
                ],
                "reason": "as expected",
                "counted": True,
            }
        ],
        "unmatched": [],
    }


def test_only_the_modes_asked_for_are_scored() -> None:
    assert list(score({}, {}, [], modes=["paper"]).to_json()) == ["paper"]
    assert list(score({}, {}, [], modes=["strict"]).to_json()) == ["strict"]


@pytest.mark.parametrize(
    ("rows", "place"), [([], "/final"), ({"a.b": {}}, "/final/a.b"), ({"a.b": [{}, 3]}, "/final/a.b/1")]
)
def test_rows_that_are_none_are_refused_with_their_place(rows: Any, place: str) -> None:
    with pytest.raises(RowsUnreadable) as refused:
        score({}, rows, [])

    assert refused.value.place == place


def test_specs_that_are_none_are_refused() -> None:
    with pytest.raises(SpecUnreadable):
        score({}, {}, [{"operation": "create"}])
