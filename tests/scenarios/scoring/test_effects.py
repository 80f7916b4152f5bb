"""Effects as a scenario writes them down."""

from __future__ import annotations

import pytest

from scenarios.scoring.effects import Effect


@pytest.mark.parametrize(
    ("effect", "covered"),
    [
        (Effect(table="venmo.transactions"), True),
        (Effect(table="venmo.*"), True),
        (Effect(table="VENMO.Transactions"), True),
        (Effect(table="amazon.*"), False),
        (Effect(table="venmo.*", operation="create"), True),
        (Effect(table="venmo.*", operation="delete"), False),
        (Effect(table="venmo.*", where={"receiver_id": 9}), True),
        (Effect(table="venmo.*", where={"receiver_id": 8}), False),
        (Effect(table="venmo.*", where={"note": None}), True),
        (Effect(table="venmo.*", columns=frozenset({"amount"})), False),
    ],
)
def test_an_effect_covers_rows_by_table_operation_and_values(effect: Effect, covered: bool) -> None:
    assert effect.covers("venmo.transactions", "create", {"receiver_id": 9, "amount": 5}) is covered


def test_an_effect_on_columns_covers_updates() -> None:
    assert Effect(table="SETTING", columns=frozenset({"wifi"})).covers("SETTING", "update", {"wifi": True})
