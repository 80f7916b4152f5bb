"""The task app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scenarios.world.calls import Call, Calls
from scenarios.world.changes import Change
from scenarios.world.plan import Plan
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]
TOVE, RASMUS, MIRELA = "tove.arnesen@example.com", "rasmus.oyelaran@example.com", "mirela.quist@example.com"


def of(changes: tuple[Change, ...], table: str) -> list[Change]:
    return [change for change in changes if change.table == f"todoist.{table}"]


def ids(items: Any) -> list[int]:
    return [item["id"] for item in items]


def test_a_new_project_comes_with_its_owners_place_in_it(call: Callable[..., Call]) -> None:
    made = call("todoist_create_project", name="Balcony", is_favorite=True)
    (project,), (link,) = of(made.changes, "projects"), of(made.changes, "project_collaborator_links")
    assert (project.new["user_id"], project.new["color"], project.new["is_inbox"]) == (1, "charcoal", False)
    assert (link.new["project_id"], link.new["user_id"], link.new["is_favorite"]) == (project.key, 1, True)
    assert (project.derived, link.derived) == (False, True)


def test_projects_are_those_that_the_owner_has_or_joined(ask: Ask) -> None:
    assert ids(ask("todoist_show_projects")["projects"]) == [1, 301, 302, 303]
    assert ids(ask("todoist_show_projects", is_favorite=True)["projects"]) == [301]
    assert ids(ask("todoist_show_projects", color="blue")["projects"]) == [303]
    assert ids(ask("todoist_show_projects", sort_by="-name", page_limit=2)["projects"]) == [303, 1]


def test_a_project_is_shown_with_its_people_sections_and_counts(ask: Ask) -> None:
    project = ask("todoist_show_project", project_id=302)
    assert [person["email"] for person in project["people"]] == ["nora.lindqvist@example.com", TOVE]
    garden = ask("todoist_show_project", project_id=301)
    assert [section["name"] for section in garden["sections"]] == ["Spring", "Summer"]
    assert (garden["open_tasks"], garden["completed_tasks"], garden["is_yours"]) == (2, 1, True)


def test_a_project_of_others_is_as_good_as_none(refusal: Refusal) -> None:
    assert refusal("todoist_show_project", project_id=304)[0] == "not_found"
    assert refusal("todoist_create_task", project_id=304, title="x")[0] == "not_found"
    assert refusal("todoist_show_task", task_id=326)[0] == "not_found"
    assert refusal("todoist_update_sub_task", sub_task_id=333, title="x")[0] == "not_found"
    assert refusal("todoist_show_task_comment", task_comment_id=353)[0] == "not_found"


def test_what_concerns_everyone_is_for_the_projects_owner(ask: Ask, refusal: Refusal, world: World) -> None:
    code, said = refusal("todoist_update_project", project_id=303, name="Move")
    assert code == "not_allowed"
    assert RASMUS in said
    assert refusal("todoist_delete_project", project_id=303)[0] == "not_allowed"
    ask("todoist_update_project", project_id=303, is_archived=True)
    assert [(change.table, change.key) for change in world.rows.changes()] == [
        ("todoist.project_collaborator_links", 309)
    ]


def test_favouring_a_project_without_a_place_in_it_makes_one(open_world: Callable[..., World], plan: Plan) -> None:
    world = open_world({"todoist.projects": [{"id": 410, "user_id": 47, "name": "Garden"}]})
    made = Calls(world, plan.registry).run("todoist_update_project", {"project_id": 410, "is_favorite": True})
    (change,) = made.changes
    assert (change.operation, change.new["user_id"], change.new["is_favorite"]) == ("create", 47, True)


def test_an_update_of_a_project_by_nothing_is_refused(refusal: Refusal) -> None:
    assert refusal("todoist_update_project", project_id=301)[0] == "conflict"


def test_deleting_a_project_takes_everything_in_it_along(call: Callable[..., Call], world: World) -> None:
    made = call("todoist_delete_project", project_id=301)
    assert all(change.operation == "delete" for change in made.changes)
    assert [(change.table, change.key) for change in made.changes if not change.derived] == [("todoist.projects", 301)]
    gone = {(change.table.removeprefix("todoist."), change.key) for change in made.changes}
    assert gone == {
        ("projects", 301),
        ("project_collaborator_links", 305),
        ("sections", 311),
        ("sections", 312),
        ("tasks", 321),
        ("tasks", 322),
        ("tasks", 324),
        ("sub_tasks", 331),
        ("sub_tasks", 332),
        ("task_label_links", 345),
        ("task_comments", 351),
        ("task_comments", 352),
        ("attachments", 357),
    }


def test_the_inbox_stays(refusal: Refusal) -> None:
    assert refusal("todoist_delete_project", project_id=1)[0] == "conflict"


def test_a_section_goes_to_the_end_or_to_a_place_and_others_move(ask: Ask, call: Callable[..., Call]) -> None:
    ask("todoist_create_section", project_id=301, name="Winter")
    made = call("todoist_create_section", project_id=301, name="February", order_index=1)
    assert [change.derived for change in of(made.changes, "sections") if change.operation == "update"] == [True] * 3
    names = [section["name"] for section in ask("todoist_show_sections", project_id=301)["sections"]]
    assert names == ["February", "Spring", "Summer", "Winter"]


def test_a_section_can_be_moved_and_deleted_with_its_tasks(ask: Ask, call: Callable[..., Call]) -> None:
    ask("todoist_update_section", section_id=312, order_index=1, name="High summer")
    assert ids(ask("todoist_show_sections", project_id=301)["sections"]) == [312, 311]
    made = call("todoist_delete_section", section_id=311)
    assert {(change.table, change.key, change.derived) for change in made.changes} == {
        ("todoist.sections", 311, False),
        ("todoist.tasks", 324, True),
    }


def test_a_new_task_stands_at_the_end_and_is_the_owners(call: Callable[..., Call]) -> None:
    (change,) = call(
        "todoist_create_task", project_id=301, title="Buy compost", due_date="2026-05-09T10:00:00+02:00"
    ).changes
    assert change.new == {
        "id": 328,
        "project_id": 301,
        "section_id": None,
        "user_id": 1,
        "title": "Buy compost",
        "description": None,
        "due_date": "2026-05-09T08:00:00",
        "priority": "medium",
        "is_completed": False,
        "duration": None,
        "duration_unit": None,
        "order_index": 3,
        "assignee_id": None,
        "assigner_id": None,
        "created_at": "2026-05-04T09:00:00",
    }


def test_a_task_without_a_project_goes_to_the_inbox(call: Callable[..., Call]) -> None:
    (change,) = call("todoist_create_task", title="Call the bank").changes
    assert change.new["project_id"] == 1


def test_a_task_put_at_a_place_moves_those_behind_it(call: Callable[..., Call], ask: Ask) -> None:
    made = call("todoist_create_task", project_id=301, title="First", order_index=1)
    assert [(change.key, change.new.get("order_index"), change.derived) for change in made.changes] == [
        (321, 2, True),
        (322, 3, True),
        (328, 1, False),
    ]


def test_a_free_place_moves_nobody(call: Callable[..., Call]) -> None:
    assert len(call("todoist_create_task", project_id=301, title="Ninth", order_index=9).changes) == 1


def test_a_task_fits_its_section_and_its_duration(refusal: Refusal) -> None:
    assert refusal("todoist_create_task", project_id=302, section_id=311, title="x")[0] == "not_found"
    assert refusal("todoist_create_task", project_id=301, title="x", duration=2)[0] == "conflict"
    assert refusal("todoist_update_task", task_id=321, duration_unit="hours")[0] == "conflict"
    assert refusal("todoist_create_task", project_id=301, title="x", priority="urgent")[0] == "invalid_arguments"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [321, 322, 324, 323, 327, 325]),
        ({"project_id": 301}, [321, 322, 324]),
        ({"section_id": 311}, [324]),
        ({"is_completed": True}, [324]),
        ({"priority": "high"}, [323]),
        ({"due_today": True}, [323]),
        ({"overdue": True}, [322]),
        ({"label_id": 341}, [321]),
        ({"assignee_email": TOVE}, [327]),
        ({"assigner_email": RASMUS}, [325]),
        ({"assignee_email": "nobody@example.com"}, []),
        ({"min_due_date": "2026-05-04"}, [323]),
        ({"max_due_date": "2026-05-03"}, [322]),
        ({"sort_by": "-title"}, [324, 322, 321, 325, 327, 323]),
        ({"project_id": 302, "sort_by": "due_date"}, [323, 327]),
    ],
)
def test_tasks_are_narrowed_by_what_is_asked_for(ask: Ask, wanted: dict[str, Any], found: list[int]) -> None:
    assert ids(ask("todoist_show_tasks", **wanted)["tasks"]) == found


def test_a_task_is_shown_with_its_steps_labels_and_people(ask: Ask) -> None:
    task = ask("todoist_show_task", task_id=321)
    assert ids(task["sub_tasks"]) == [331, 332]
    assert task["labels"] == [{"id": 341, "name": "outdoors"}]
    assert (task["comments"], task["sub_task_count"], task["assignee"]) == (2, 2, None)
    assert ask("todoist_show_task", task_id=325)["assigner"] == RASMUS


def test_completing_a_task_changes_that_and_nothing_else(call: Callable[..., Call]) -> None:
    (change,) = call("todoist_update_task", task_id=321, is_completed=True).changes
    assert (change.old, change.new, change.derived) == ({"is_completed": False}, {"is_completed": True}, False)


def test_empty_text_clears_a_date(ask: Ask) -> None:
    ask("todoist_update_task", task_id=322, due_date="")
    assert ask("todoist_show_task", task_id=322)["due_date"] is None


def test_a_task_can_be_moved_in_its_list(ask: Ask) -> None:
    ask("todoist_update_task", task_id=322, order_index=1)
    assert ids(ask("todoist_show_tasks", project_id=301, is_completed=False)["tasks"]) == [322, 321]


def test_deleting_a_task_takes_its_parts_along(call: Callable[..., Call]) -> None:
    made = call("todoist_delete_task", task_id=321)
    assert [(change.table, change.key) for change in made.changes if not change.derived] == [("todoist.tasks", 321)]
    assert len(made.changes) == 7


def test_a_task_is_given_to_somebody_in_its_project_who_is_told(call: Callable[..., Call], refusal: Refusal) -> None:
    made = call("todoist_assign_or_unassign_task", task_id=323, assignee_email=TOVE)
    (task,), (told,) = of(made.changes, "tasks"), of(made.changes, "notifications")
    assert task.new == {"assignee_id": 201, "assigner_id": 1}
    assert (told.new["user_id"], told.derived) == (201, True)
    code, said = refusal("todoist_assign_or_unassign_task", task_id=323, assignee_email=MIRELA)
    assert code == "not_found"
    assert TOVE in said


def test_a_task_is_taken_back_once(call: Callable[..., Call], refusal: Refusal) -> None:
    (change,) = call("todoist_assign_or_unassign_task", task_id=327).changes
    assert change.new == {"assignee_id": None, "assigner_id": None}
    assert refusal("todoist_assign_or_unassign_task", task_id=327)[0] == "conflict"


def test_taking_a_task_oneself_leaves_no_notice(call: Callable[..., Call]) -> None:
    made = call("todoist_assign_or_unassign_task", task_id=321, assignee_email="nora.lindqvist@example.com")
    assert [change.table for change in made.changes] == ["todoist.tasks"]


def test_steps_are_made_moved_completed_and_deleted(ask: Ask, world: World) -> None:
    made = ask("todoist_create_sub_task", task_id=321, title="Measure", order_index=1)
    assert ids(ask("todoist_show_sub_tasks", task_id=321)["sub_tasks"]) == [made["sub_task_id"], 331, 332]
    ask("todoist_update_sub_task", sub_task_id=332, order_index=1, is_completed=True)
    ask("todoist_delete_sub_task", sub_task_id=331)
    left = ask("todoist_show_sub_tasks", task_id=321)["sub_tasks"]
    assert [(step["id"], step["is_completed"]) for step in left] == [(332, True), (made["sub_task_id"], False)]


def test_a_label_has_a_name_of_its_own(ask: Ask, refusal: Refusal) -> None:
    assert refusal("todoist_create_label", name="urgent") == (
        "conflict",
        "You have a label called 'urgent' already. Use label 342.",
    )
    assert refusal("todoist_update_label", label_id=341, name="urgent")[0] == "conflict"
    ask("todoist_create_label", name="music")


def test_labels_are_found_by_name_task_colour_and_use(ask: Ask) -> None:
    def found(**wanted: Any) -> list[int]:
        return ids(ask("todoist_search_labels", **wanted)["labels"])

    assert found() == [341, 342]
    assert found(query="urgent") == [342]
    assert found(task_id=321) == [341]
    assert found(color="red") == [342]
    assert found(task_attached=False) == [342]
    assert ask("todoist_show_label", label_id=341)["tasks"] == 1


def test_a_label_is_put_on_once_and_taken_off_once(call: Callable[..., Call], refusal: Refusal) -> None:
    (change,) = call("todoist_add_label_to_task", task_id=322, label_id=342).changes
    assert (change.table, change.new["task_id"], change.new["label_id"]) == ("todoist.task_label_links", 322, 342)
    assert refusal("todoist_add_label_to_task", task_id=322, label_id=342)[0] == "conflict"
    assert [c.operation for c in call("todoist_remove_label_from_task", task_id=322, label_id=342).changes] == [
        "delete"
    ]
    assert refusal("todoist_remove_label_from_task", task_id=322, label_id=342)[0] == "not_found"


def test_a_deleted_label_comes_off_all_tasks(call: Callable[..., Call]) -> None:
    made = call("todoist_delete_label", label_id=341)
    assert {(change.table, change.derived) for change in made.changes} == {
        ("todoist.labels", False),
        ("todoist.task_label_links", True),
    }


def test_a_comment_may_carry_files_and_tells_whose_task_it_is(call: Callable[..., Call], ask: Ask) -> None:
    made = call(
        "todoist_post_task_comment",
        task_id=327,
        content="See the route.",
        attachment_file_paths=["~/documents/route.txt"],
    )
    assert {(change.table.removeprefix("todoist."), change.derived) for change in made.changes} == {
        ("task_comments", False),
        ("attachments", True),
        ("notifications", True),
    }
    (comment,) = ask("todoist_show_task_comments", task_id=327)["comments"]
    assert (comment["author"], comment["attachments"][0]["file_name"]) == ("Nora Lindqvist", "route.txt")


def test_only_ones_own_comments_are_changed(ask: Ask, refusal: Refusal) -> None:
    ask("todoist_update_task_comment", task_comment_id=352, content="Bring two.")
    assert ask("todoist_show_task_comment", task_comment_id=352)["content"] == "Bring two."
    assert refusal("todoist_update_task_comment", task_comment_id=351, content="x")[0] == "not_allowed"
    assert refusal("todoist_delete_task_comment", task_comment_id=351)[0] == "not_allowed"
    ask("todoist_delete_task_comment", task_comment_id=352)
    assert ask("todoist_show_task_comments", task_id=321)["total"] == 1


def test_an_invitation_is_sent_with_a_notice_and_an_email(call: Callable[..., Call], refusal: Refusal) -> None:
    made = call("todoist_send_project_invite", project_id=301, email=MIRELA)
    (invite,) = of(made.changes, "project_invites")
    assert (invite.new["inviter_id"], invite.new["invitee_id"]) == (1, 203)
    assert made.result["invite_code"] == invite.new["invite_code"]  # type: ignore[index,call-overload]
    (email,) = [change for change in made.changes if change.table == "gmail.emails"]
    assert (email.new["recipient_ids"], email.derived) == ([203], True)
    assert str(invite.new["invite_code"]) in str(email.new["body"])
    assert [change.derived for change in of(made.changes, "notifications")] == [True]
    assert refusal("todoist_send_project_invite", project_id=301, email=MIRELA)[0] == "conflict"


def test_an_invitation_needs_a_project_of_ones_own_and_somebody_new(refusal: Refusal) -> None:
    assert refusal("todoist_send_project_invite", project_id=303, email=MIRELA)[0] == "not_allowed"
    assert refusal("todoist_send_project_invite", project_id=302, email=TOVE)[0] == "conflict"
    assert refusal("todoist_send_project_invite", project_id=302, email="nobody@example.com")[0] == "not_found"


def test_an_accepted_invitation_opens_the_project(call: Callable[..., Call], ask: Ask, refusal: Refusal) -> None:
    made = call("todoist_accept_project_invite", invite_code="47110815")
    assert [(c.operation, c.derived) for c in of(made.changes, "project_collaborator_links")] == [("create", False)]
    assert [(c.operation, c.derived) for c in of(made.changes, "project_invites")] == [("delete", True)]
    assert ids(ask("todoist_show_tasks", project_id=304)["tasks"]) == [326]
    assert refusal("todoist_accept_project_invite", invite_code="47110815")[0] == "not_found"


def test_an_invitation_can_be_taken_back_and_turned_down(ask: Ask, refusal: Refusal) -> None:
    code = ask("todoist_send_project_invite", project_id=301, email=MIRELA)["invite_code"]
    assert refusal("todoist_accept_project_invite", invite_code=code)[0] == "not_found"
    ask("todoist_delete_project_invite", invite_code=code)
    ask("todoist_delete_project_invite", invite_code="47110815")
    assert refusal("todoist_delete_project_invite", invite_code=code)[0] == "not_found"


def test_somebody_removed_leaves_their_tasks_behind(call: Callable[..., Call], refusal: Refusal) -> None:
    made = call("todoist_remove_collaborator_from_project", project_id=302, email=TOVE)
    assert [(c.operation, c.derived) for c in of(made.changes, "project_collaborator_links")] == [("delete", False)]
    assert [(c.key, c.new, c.derived) for c in of(made.changes, "tasks")] == [
        (327, {"assignee_id": None, "assigner_id": None}, True)
    ]
    assert refusal("todoist_remove_collaborator_from_project", project_id=302, email=TOVE)[0] == "not_found"


def test_one_may_leave_but_not_ones_own_project(ask: Ask, refusal: Refusal) -> None:
    me = "nora.lindqvist@example.com"
    assert refusal("todoist_remove_collaborator_from_project", project_id=302, email=me)[0] == "conflict"
    assert refusal("todoist_remove_collaborator_from_project", project_id=303, email=RASMUS)[0] == "not_allowed"
    ask("todoist_remove_collaborator_from_project", project_id=303, email=me)
    assert refusal("todoist_show_project", project_id=303)[0] == "not_found"


def test_notifications_are_the_owners_and_marked_once(ask: Ask, refusal: Refusal) -> None:
    assert ids(ask("todoist_show_notifications", read=False)["notifications"]) == [361]
    ask("todoist_mark_notification", notification_id=361)
    assert ask("todoist_show_notifications", read=False)["total"] == 0
    assert refusal("todoist_mark_notification", notification_id=361)[0] == "conflict"
    assert refusal("todoist_mark_notification", notification_id=362)[0] == "not_found"


def test_all_notifications_are_marked_counted_and_deleted_at_once(open_world: Callable[..., World], plan: Plan) -> None:
    told: list[Any] = [{"id": number, "user_id": 1, "read": number == 3} for number in (1, 2, 3)]
    rows = {**plan.sample(), "todoist.notifications": [*told, {"id": 9, "user_id": 203}]}
    calls = Calls(open_world(rows), plan.registry)

    def count(**wanted: Any) -> Any:
        result: Any = calls.run("todoist_show_notifications_count", wanted).result
        return result["count"]

    assert (count(), count(read=False), count(read=True)) == (3, 2, 1)
    assert [change.key for change in calls.run("todoist_mark_notifications", {}).changes] == [1, 2]
    assert count(read=False) == 0
    assert not calls.run("todoist_mark_notifications", {"read": True}).ok
    assert not calls.run("todoist_delete_notifications", {"read": False}).ok
    assert [change.key for change in calls.run("todoist_delete_notification", {"notification_id": 2}).changes] == [2]
    assert not calls.run("todoist_delete_notification", {"notification_id": 9}).ok
    assert [change.key for change in calls.run("todoist_delete_notifications", {"read": True}).changes] == [1, 3]
    assert not calls.run("todoist_delete_notifications", {}).ok


def test_a_file_goes_to_a_comment_of_ones_own_and_comes_back_as_a_file(
    call: Callable[..., Call], ask: Ask, refusal: Refusal
) -> None:
    again: dict[str, Any] = {"task_comment_id": 352, "attachment_file_path": "~/documents/route.txt"}
    (change,) = call("todoist_upload_attachment", **again).changes
    assert (change.table, change.new["file_name"], change.derived) == ("todoist.attachments", "route.txt", False)
    assert refusal("todoist_upload_attachment", **again)[0] == "conflict"
    assert refusal("todoist_upload_attachment", **{**again, "task_comment_id": 351})[0] == "not_allowed"
    saved = call("todoist_download_attachment", attachment_id=357, download_to_file_path="~/plan.txt")
    (file,) = [change for change in saved.changes if change.table == "file_system.files"]
    assert file.new["content"] == "Dig, then sow."
    ask("todoist_delete_attachment", attachment_id=357)
    assert refusal("todoist_download_attachment", attachment_id=357, download_to_file_path="~/x.txt")[0] == "not_found"
    assert [each["file_name"] for each in ask("todoist_show_task_comment", task_comment_id=352)["attachments"]] == [
        "route.txt"
    ]


def test_people_are_found_by_name(ask: Ask) -> None:
    assert ask("todoist_search_users", query="Quist")["users"] == [{"name": "Mirela Quist", "email": MIRELA}]


def test_a_project_that_a_scenario_seeds_without_a_link_is_its_owners(
    open_world: Callable[..., World], plan: Plan
) -> None:
    rows = {
        "todoist.projects": [{"id": 410, "user_id": 47, "name": "Garden"}],
        "todoist.tasks": [{"id": 6510, "project_id": 410, "user_id": 47, "title": "Order tulip bulbs"}],
    }
    calls = Calls(open_world(rows), plan.registry)
    (change,) = calls.run("todoist_update_task", {"task_id": 6510, "is_completed": True}).changes
    assert (change.key, change.new) == (6510, {"is_completed": True})
