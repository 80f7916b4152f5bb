"""What the owner can see in the task app: their projects, those they were taken into, and all that is in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from scenarios.world.domains.accounts import User
from scenarios.world.domains.todoist.tables import (
    LABELS,
    MEMBERSHIPS,
    NOTIFICATIONS,
    PROJECTS,
    SECTIONS,
    TASKS,
    USERS,
    Label,
    Membership,
    Notification,
    Project,
    Section,
    SubTask,
    Task,
)
from scenarios.world.errors import NotAllowed, NotFound
from scenarios.world.world import World

ProjectId = Annotated[int, Field(description="The project's id, as todoist_show_projects gives it.")]
SectionId = Annotated[int, Field(description="The section's id, as todoist_show_sections gives it.")]
TaskId = Annotated[int, Field(description="The task's id, as todoist_show_tasks gives it.")]
LabelId = Annotated[int, Field(description="The label's id, as todoist_search_labels gives it.")]
Title = Annotated[str, Field(min_length=1)]
Color = Annotated[str, Field(min_length=1, description="Such as charcoal, red, orange, yellow, green, blue or violet.")]
Priority = Literal["high", "medium", "low"]
Place = Annotated[int, Field(ge=1, description="The place in its list, counted from 1; others move down.")]

Placed = TypeVar("Placed", Section, Task, SubTask)


def own_projects(world: World) -> list[Project]:
    """The projects that the owner has or takes part in."""
    joined = {link.project_id for link in world.rows.find(MEMBERSHIPS, user_id=world.owner.id)}
    return [
        project for project in world.rows.find(PROJECTS) if project.user_id == world.owner.id or project.id in joined
    ]


def own_project(world: World, project_id: int) -> Project:
    """Raises NotFound for a project that the owner has no part in."""
    for project in own_projects(world):
        if project.id == project_id:
            return project
    raise NotFound("project of yours with the id", project_id, hint="Find its id with todoist_show_projects.")


def led_project(world: World, project_id: int) -> Project:
    """Raises NotFound as `own_project` does, and NotAllowed for a project that is somebody else's."""
    project = own_project(world, project_id)
    if project.user_id != world.owner.id:
        leader = world.rows.get(USERS, project.user_id)
        hint = f"Ask {leader.name} <{leader.email}> for it." if leader else "Ask the project's owner for it."
        raise NotAllowed(f"Project {project.name!r} belongs to somebody else.", hint=hint)
    return project


def membership(world: World, project: Project, user_id: int) -> Membership | None:
    return world.rows.first(MEMBERSHIPS, project_id=project.id, user_id=user_id)


def members(world: World, project: Project) -> list[User]:
    """The project's owner and those who take part."""
    ids = [project.user_id, *(link.user_id for link in world.rows.find(MEMBERSHIPS, project_id=project.id))]
    return [user for user_id in dict.fromkeys(ids) if (user := world.rows.get(USERS, user_id)) is not None]


def own_section(world: World, section_id: int) -> Section:
    """Raises NotFound for a section outside the owner's projects."""
    section = world.rows.get(SECTIONS, section_id)
    if section is None or section.project_id not in {project.id for project in own_projects(world)}:
        raise NotFound("section of yours with the id", section_id, hint="Find its id with todoist_show_sections.")
    return section


def own_tasks(world: World) -> list[Task]:
    projects = {project.id for project in own_projects(world)}
    return [task for task in world.rows.find(TASKS) if task.project_id in projects]


def own_task(world: World, task_id: int) -> Task:
    """Raises NotFound for a task outside the owner's projects."""
    task = world.rows.get(TASKS, task_id)
    if task is None or task.project_id not in {project.id for project in own_projects(world)}:
        raise NotFound("task of yours with the id", task_id, hint="Find its id with todoist_show_tasks.")
    return task


def own_label(world: World, label_id: int) -> Label:
    """Raises NotFound for a label that is somebody else's."""
    label = world.rows.get(LABELS, label_id)
    if label is None or label.user_id != world.owner.id:
        raise NotFound("label of yours with the id", label_id, hint="Find its id with todoist_search_labels.")
    return label


def tell(world: World, user_id: int, *, kind: str, title: str, message: str) -> None:
    """Leaves a notification for somebody else; it follows from what the owner did."""
    if user_id == world.owner.id:
        return
    new_id = world.rows.next_id(NOTIFICATIONS)
    told = Notification(new_id, user_id, kind, title, message, created_at=world.now())
    world.rows.add(NOTIFICATIONS, told, derived=True)


def in_order(items: Iterable[Placed]) -> list[Placed]:
    """Sections, tasks or sub-tasks as they stand in their list."""
    return sorted(items, key=lambda item: (item.order_index, item.id))
