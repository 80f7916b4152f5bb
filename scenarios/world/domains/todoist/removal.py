"""What goes with what: a project takes its tasks along, a task all that hangs on it."""

from __future__ import annotations

from scenarios.world.domains.todoist.tables import (
    ATTACHMENTS,
    COMMENTS,
    INVITES,
    LABELS,
    MEMBERSHIPS,
    PROJECTS,
    SECTIONS,
    SUB_TASKS,
    TASK_LABELS,
    TASKS,
    Comment,
    Label,
    Project,
    Section,
    Task,
)
from scenarios.world.world import World


def remove_project(world: World, project: Project) -> None:
    for section in world.rows.find(SECTIONS, project_id=project.id):
        remove_section(world, section, derived=True)
    for task in world.rows.find(TASKS, project_id=project.id):
        remove_task(world, task, derived=True)
    for invite in world.rows.find(INVITES, project_id=project.id):
        world.rows.remove(INVITES, invite, derived=True)
    for link in world.rows.find(MEMBERSHIPS, project_id=project.id):
        world.rows.remove(MEMBERSHIPS, link, derived=True)
    world.rows.remove(PROJECTS, project)


def remove_section(world: World, section: Section, *, derived: bool = False) -> None:
    for task in world.rows.find(TASKS, section_id=section.id):
        remove_task(world, task, derived=True)
    world.rows.remove(SECTIONS, section, derived=derived)


def remove_task(world: World, task: Task, *, derived: bool = False) -> None:
    for sub_task in world.rows.find(SUB_TASKS, task_id=task.id):
        world.rows.remove(SUB_TASKS, sub_task, derived=True)
    for link in world.rows.find(TASK_LABELS, task_id=task.id):
        world.rows.remove(TASK_LABELS, link, derived=True)
    for comment in world.rows.find(COMMENTS, task_id=task.id):
        remove_comment(world, comment, derived=True)
    world.rows.remove(TASKS, task, derived=derived)


def remove_comment(world: World, comment: Comment, *, derived: bool = False) -> None:
    for attachment in world.rows.find(ATTACHMENTS, task_comment_id=comment.id):
        world.rows.remove(ATTACHMENTS, attachment, derived=True)
    world.rows.remove(COMMENTS, comment, derived=derived)


def remove_label(world: World, label: Label) -> None:
    for link in world.rows.find(TASK_LABELS, label_id=label.id):
        world.rows.remove(TASK_LABELS, link, derived=True)
    world.rows.remove(LABELS, label)
