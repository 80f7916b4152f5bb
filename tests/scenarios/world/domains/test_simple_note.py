"""The notes app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scenarios.world.calls import Call, Calls
from scenarios.world.plan import Plan
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]


def titles(result: Any) -> list[str]:
    return [note["title"] for note in result["notes"]]


def test_pinned_notes_come_first_unless_they_are_left_where_they_fall(ask: Ask) -> None:
    assert titles(ask("simple_note_search_notes", sort_by="created_at"))[0] == "Choir dates"
    plain = ask("simple_note_search_notes", sort_by="created_at", dont_reorder_pinned=True)
    assert titles(plain) == ["Old wifi code", "Packing list", "Choir dates"]


def test_notes_are_found_by_title_content_and_tag(ask: Ask) -> None:
    assert titles(ask("simple_note_search_notes", query="stove")) == ["Packing list"]
    assert titles(ask("simple_note_search_notes", query="choir")) == ["Choir dates"]
    assert titles(ask("simple_note_search_notes", tags=["home"], pinned=False)) == ["Old wifi code"]


def test_a_search_shows_the_beginning_of_a_long_note(ask: Ask) -> None:
    ask("simple_note_create_note", title="Long", content="x" * 500)
    (note,) = ask("simple_note_search_notes", query="Long")["notes"]
    assert note["excerpt"] == "x" * 160 + "…"


def test_a_new_note_is_the_owners_and_dated_now(call: Callable[..., Call]) -> None:
    (change,) = call("simple_note_create_note", title="Club", content="a\nb", tags=["x"], pinned=True).changes
    assert (change.table, change.operation) == ("simple_note.notes", "create")
    assert change.new == {
        "id": 14,
        "user_id": 1,
        "title": "Club",
        "content": "a\nb",
        "tags": ["x"],
        "pinned": True,
        "data": None,
        "created_at": "2026-05-04T09:00:00",
        "updated_at": "2026-05-04T09:00:00",
    }


def test_a_title_can_be_given_once(refusal: Refusal) -> None:
    code, said = refusal("simple_note_create_note", title="Packing list")
    assert code == "conflict"
    assert "note 11" in said
    assert refusal("simple_note_update_note", note_id=13, title="Packing list")[0] == "conflict"
    assert refusal("simple_note_duplicate_note", note_id=13, title="Packing list")[0] == "conflict"


def test_another_user_may_have_a_note_of_that_title(open_world: Callable[..., World], plan: Plan) -> None:
    theirs = {
        "simple_note.users": [{"id": 9, "email": "tove@x.example"}],
        "simple_note.notes": [{"id": 1, "user_id": 9, "title": "Club"}],
    }
    world = open_world(theirs)
    assert world.owner.id != 9
    assert Calls(world, plan.registry).run("simple_note_create_note", {"title": "Club"}).ok


def test_an_update_changes_what_was_given_and_the_time(call: Callable[..., Call]) -> None:
    (change,) = call("simple_note_update_note", note_id=11, content="Beans").changes
    assert change.new == {"content": "Beans", "updated_at": "2026-05-04T09:00:00"}


def test_an_update_of_nothing_is_refused(refusal: Refusal) -> None:
    assert refusal("simple_note_update_note", note_id=11) == (
        "conflict",
        "Nothing to change was given. Give at least one of title, content, tags, pinned.",
    )


def test_all_tags_can_be_taken_off(ask: Ask) -> None:
    ask("simple_note_update_note", note_id=11, tags=[])
    assert ask("simple_note_show_note", note_id=11)["tags"] == []


@pytest.mark.parametrize(
    ("where", "content"), [("append", "Tent\nStove\nMap\nRope"), ("prepend", "Rope\nTent\nStove\nMap")]
)
def test_content_is_added_on_a_line_of_its_own(ask: Ask, where: str, content: str) -> None:
    ask("simple_note_add_content_to_note", note_id=11, append_or_prepend=where, added_content="Rope")
    assert ask("simple_note_show_note", note_id=11)["content"] == content


def test_content_added_to_an_empty_note_makes_no_empty_line(ask: Ask) -> None:
    ask("simple_note_update_note", note_id=11, content="")
    ask("simple_note_add_content_to_note", note_id=11, append_or_prepend="append", added_content="Rope")
    assert ask("simple_note_show_note", note_id=11)["content"] == "Rope"


def test_a_deleted_note_is_gone(ask: Ask, refusal: Refusal, world: World) -> None:
    ask("simple_note_delete_note", note_id=12)
    assert [change.operation for change in world.rows.changes()] == ["delete"]
    assert refusal("simple_note_show_note", note_id=12)[0] == "not_found"


def test_somebody_elses_note_is_as_good_as_none(open_world: Callable[..., World], plan: Plan) -> None:
    notes = [{"id": 1, "user_id": 9, "title": "Theirs"}, {"id": 2, "user_id": 5, "title": "Mine"}]
    world = open_world({"simple_note.notes": [*notes, {"id": 3, "user_id": 5, "title": "Mine too"}]})
    assert world.owner.id == 5
    calls = Calls(world, plan.registry)
    for tool in ("simple_note_show_note", "simple_note_delete_note", "simple_note_pin_note"):
        error = calls.run(tool, {"note_id": 1}).error
        assert error is not None and error["code"] == "not_found"
    assert calls.run("simple_note_search_notes", {}).result["total"] == 2  # type: ignore[index,call-overload]


def test_text_is_replaced_wherever_it_occurs(ask: Ask, refusal: Refusal) -> None:
    ask("simple_note_update_note", note_id=11, content="one two one")
    ask("simple_note_replace_in_note", note_id=11, old_text="one", new_text="1")
    assert ask("simple_note_show_note", note_id=11)["content"] == "1 two 1"
    assert refusal("simple_note_replace_in_note", note_id=11, old_text="one", new_text="1")[0] == "not_found"


def test_the_first_of_equal_lines_is_removed(ask: Ask, refusal: Refusal) -> None:
    ask("simple_note_update_note", note_id=11, content="a\n b \na\nb")
    ask("simple_note_remove_line_from_note", note_id=11, line="b")
    assert ask("simple_note_show_note", note_id=11)["content"] == "a\na\nb"
    assert refusal("simple_note_remove_line_from_note", note_id=11, line="zzz")[0] == "not_found"


def test_pins_and_tags_are_set_once(ask: Ask, refusal: Refusal) -> None:
    ask("simple_note_pin_note", note_id=11)
    ask("simple_note_add_tag", note_id=11, tag="summer")
    assert refusal("simple_note_pin_note", note_id=11)[0] == "conflict"
    assert refusal("simple_note_unpin_note", note_id=12)[0] == "conflict"
    assert refusal("simple_note_add_tag", note_id=11, tag="summer")[0] == "conflict"
    assert refusal("simple_note_remove_tag", note_id=11, tag="winter") == (
        "not_found",
        "There is no tag on note 11 'winter'. Its tags are: travel, summer.",
    )


def test_tags_are_listed_with_how_often_they_are_used(ask: Ask) -> None:
    assert ask("simple_note_list_tags")["tags"] == [
        {"tag": "choir", "notes": 1},
        {"tag": "home", "notes": 2},
        {"tag": "travel", "notes": 1},
    ]


def test_a_copy_has_the_text_and_no_pin(ask: Ask) -> None:
    made = ask("simple_note_duplicate_note", note_id=13, title="Choir dates 2")
    copy = ask("simple_note_show_note", note_id=made["note_id"])
    assert (copy["content"], copy["pinned"], copy["created_at"]) == ("May 12\nMay 26", False, "2026-05-04T09:00:00")


def test_a_title_is_found_whatever_its_capitals(ask: Ask, refusal: Refusal) -> None:
    assert ask("simple_note_find_note_by_title", title="packing LIST ")["id"] == 11
    assert refusal("simple_note_find_note_by_title", title="packing")[0] == "not_found"
