"""Files of the published format become worlds as they are, and the tools can do what the files expect."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scenarios.world.calls import Calls
from scenarios.world.changes import Change
from scenarios.world.images import Images, MissingImage
from scenarios.world.plan import Opening, Plan
from scenarios.world.tables import Row
from scenarios.world.world import World


class Published:
    """One file, and the worlds that are made of it."""

    def __init__(self, path: Path, plan: Plan, stack: ExitStack) -> None:
        self.file: dict[str, Any] = json.loads(path.read_text())
        self.plan = plan
        self.stack = stack

    @property
    def creates(self) -> dict[str, list[Row]]:
        """The rows that the file expects to be created, by table."""
        rows: dict[str, list[Row]] = {}
        for spec in self.file["entity_diff_specs"]:
            if spec["operation"] == "create":
                rows.setdefault(spec.get("table") or spec["namespace"], []).append(spec["entity_data"])
        return rows

    def open(self) -> World:
        opening = Opening(
            owner=self.file["device_state_id"],
            now=datetime.fromisoformat(self.file["reference_time"]),
            rows={**self.file["agentsandbox_entities"], **self.file["appworld_entities"]},
            expected=self.creates,
            images=Images.load(self.file["image_paths"], None),
        )
        return self.stack.enter_context(self.plan.open(opening))

    def play(self, *made: tuple[str, dict[str, Any]]) -> World:
        """Makes calls that all have to succeed, in a world of its own."""
        world = self.open()
        calls = Calls(world, self.plan.registry)
        for tool, arguments in made:
            call = calls.run(tool, arguments)
            assert call.ok, call.error
        return world


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def ui(shared: Path, plan: Plan, stack: ExitStack) -> Published:
    return Published(shared / "data/scenarios/scenario_synth_ui_0001.json", plan, stack)


@pytest.fixture
def text(shared: Path, plan: Plan, stack: ExitStack) -> Published:
    return Published(shared / "data/scenarios/scenario_synth_text_0002.json", plan, stack)


@pytest.fixture
def state(shared: Path, plan: Plan, stack: ExitStack) -> Published:
    return Published(shared / "data/scenarios/scenario_synth_state_0003.json", plan, stack)


def wanted(world: World) -> list[Change]:
    """What was asked for, without what followed from it by a rule."""
    return [change for change in world.rows.changes() if not change.derived]


def agrees(change: Change, expected: Row, *, without: set[str]) -> bool:
    """Whether a created row has the expected values, as a world holds them."""
    return all(change.new[name] == value for name, value in expected.items() if name not in without)


@pytest.mark.parametrize(("name", "owner_id"), [("ui", 12), ("text", 31), ("state", 47)])
def test_a_file_opens_unchanged_and_its_owner_is_found(
    name: str, owner_id: int, request: pytest.FixtureRequest
) -> None:
    published: Published = request.getfixturevalue(name)
    world = published.open()
    assert world.owner.id == owner_id
    assert world.report.added_columns == {}
    assert world.report.misfits == ()
    assert world.rows.changes() == ()
    assert [image.name for image in world.images.missing] == published.file["image_paths"]
    assert all(isinstance(image, MissingImage) for image in world.images.missing)


def test_seeded_rows_are_found_as_the_file_has_them(state: Published) -> None:
    world = state.open()
    for table, rows in state.plan.normal(state.file["appworld_entities"]).items():
        held = {row["id"]: row for row in world.rows.rows(table)}
        assert all(held[row["id"]] == {**held[row["id"]], **row} for row in rows)


def test_the_shopping_file_can_be_solved(ui: Published) -> None:
    world = ui.play(
        ("amazon_search_products", {"query": "lantern"}),
        ("amazon_add_product_to_cart", {"product_id": 211}),
        ("amazon_add_product_to_wish_list", {"product_id": 212}),
        ("contacts_search_contacts", {"query": "Tove"}),
        (
            "messages_send_text_message",
            {"phone_number": "5550140220", "message": "Hi Tove, I have ordered a lantern for our trip."},
        ),
    )
    changes = wanted(world)
    expected = ui.plan.normal(ui.creates)
    assert [change.table for change in changes] == [
        "amazon.cart_entries",
        "amazon.wish_list_entries",
        "phone.global_text_messages",
    ]
    assert all(agrees(change, expected[change.table][0], without=set()) for change in changes)


def test_the_club_file_can_be_solved(text: Published) -> None:
    note, mail = text.creates["simple_note.notes"][0], text.creates["gmail.emails"][0]
    world = text.play(
        ("simple_note_create_note", {"title": note["title"], "content": note["content"]}),
        ("add_reminder", {"content": "Pay the 45 dollar room fee", "reminder_datetime": "2026-05-20T18:00:00Z"}),
    )
    calls = Calls(world, text.plan.registry)
    found: Any = calls.run("search_reminder", {"content": "room fee"}).result
    corrected = {"content": "Pay the 60 dollar room fee", "reminder_datetime": "2026-05-20T18:00:00Z"}
    assert calls.run("remove_reminder", {"reminder_id": found["reminders"][0]["reminder_id"]}).ok
    assert calls.run("add_reminder", corrected).ok
    sent: Any = {"email_addresses": ["rasmus.oyelaran@example.com"], "subject": mail["subject"], "body": mail["body"]}
    assert calls.run("gmail_send_email", sent).ok
    changes = {change.table: change for change in wanted(world)}
    expected = text.plan.normal(text.creates)
    assert set(changes) == {"REMINDER", "gmail.emails", "simple_note.notes"} == set(expected)
    for table, change in changes.items():
        assert agrees(change, expected[table][0], without={"reminder_id"}), table


def test_the_garden_file_can_be_solved(state: Published) -> None:
    world = state.play(
        ("todoist_update_task", {"task_id": 6510, "is_completed": True}),
        ("simple_note_update_note", {"note_id": 3310, "content": "Beans\nChard\nRadish\nDill"}),
        ("simple_note_delete_note", {"note_id": 3311}),
        ("remove_reminder", {"reminder_id": "reminder_201"}),
        ("todoist_update_task", {"task_id": 6511, "priority": "high"}),
    )
    told = [(change.table, change.operation, change.key, change.new) for change in wanted(world)]
    assert told == [
        ("REMINDER", "delete", "reminder_201", {}),
        (
            "simple_note.notes",
            "update",
            3310,
            {"content": "Beans\nChard\nRadish\nDill", "updated_at": "2026-05-14T17:05:00"},
        ),
        ("simple_note.notes", "delete", 3311, {}),
        ("todoist.tasks", "update", 6510, {"is_completed": True}),
        ("todoist.tasks", "update", 6511, {"priority": "high"}),
    ]


def test_every_tool_that_a_file_expects_is_there_but_those_of_screens(
    ui: Published, text: Published, state: Published
) -> None:
    for published in (ui, text, state):
        expected = published.file["metadata"]["expected_tools"]
        unknown = [name for name in expected if not published.plan.registry.known_as(name)]
        assert all("ui" in name.split("_") for name in unknown)
