"""Labels on tasks."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.todoist.access import Color, LabelId, TaskId, Title, own_label, own_task
from scenarios.world.domains.todoist.removal import remove_label
from scenarios.world.domains.todoist.tables import LABELS, TASK_LABELS, Label, TaskLabel
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import PageIndex, PageLimit, Query
from scenarios.world.ranking import ranked
from scenarios.world.results import page
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json


def create_label(world: World, name: Title, color: Color = "charcoal") -> Json:
    """Make a new label for tasks.

    >>> todoist_create_label(name="errand", color="blue")
    """
    _refuse_taken_name(world, name)
    label = Label(world.rows.next_id(LABELS), world.owner.id, name, color)
    world.rows.add(LABELS, label)
    return {"message": f"Label {name!r} was created.", "label_id": label.id}


def show_label(world: World, label_id: LabelId) -> Json:
    """See a label and how many tasks have it.

    >>> todoist_show_label(label_id=341)
    """
    return _shown(world, own_label(world, label_id))


def search_labels(
    world: World,
    query: Query = "",
    task_id: Annotated[int | None, Field(description="Only labels of this task.")] = None,
    color: Annotated[str | None, Field(description="Only labels of this colour.")] = None,
    task_attached: Annotated[
        bool | None, Field(description="Only labels that tasks have, or only unused ones.")
    ] = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Find your labels by name, colour or use.

    >>> todoist_search_labels(query="outdoors")
    """
    on_task = None if task_id is None else _on(world, own_task(world, task_id).id)
    kept = [
        label
        for label in world.rows.find(LABELS, user_id=world.owner.id)
        if (on_task is None or label.id in on_task)
        and color in (None, label.color)
        and task_attached in (None, world.rows.count(TASK_LABELS, label_id=label.id) > 0)
    ]
    found = ranked(query, kept, lambda label: label.name)
    return page("labels", found, page_index, page_limit, lambda label: _shown(world, label))


def update_label(world: World, label_id: LabelId, name: Title | None = None, color: Color | None = None) -> Json:
    """Rename or recolour a label.

    >>> todoist_update_label(label_id=341, color="green")
    """
    label = own_label(world, label_id)
    if name is not None and name != label.name:
        _refuse_taken_name(world, name)
    changed = edited(label, name=name, color=color)
    world.rows.put(LABELS, changed)
    return {"message": f"Label {changed.name!r} was updated.", "label_id": label.id}


def delete_label(world: World, label_id: LabelId) -> Json:
    """Delete a label; it comes off all tasks.

    >>> todoist_delete_label(label_id=341)
    """
    label = own_label(world, label_id)
    remove_label(world, label)
    return {"message": f"Label {label.name!r} was deleted.", "label_id": label.id}


def add_label_to_task(world: World, task_id: TaskId, label_id: LabelId) -> Json:
    """Put a label on a task.

    >>> todoist_add_label_to_task(task_id=322, label_id=341)
    """
    task, label = own_task(world, task_id), own_label(world, label_id)
    if label.id in _on(world, task.id):
        raise Conflict(f"Task {task.title!r} has the label {label.name!r} already.", hint="Nothing needs to be done.")
    world.rows.add(TASK_LABELS, TaskLabel(world.rows.next_id(TASK_LABELS), task.id, label.id))
    return {"message": f"Task {task.title!r} has the label {label.name!r} now.", "task_id": task.id}


def remove_label_from_task(world: World, task_id: TaskId, label_id: LabelId) -> Json:
    """Take a label off a task.

    >>> todoist_remove_label_from_task(task_id=321, label_id=341)
    """
    task, label = own_task(world, task_id), own_label(world, label_id)
    links = world.rows.find(TASK_LABELS, task_id=task.id, label_id=label.id)
    if not links:
        hint = "See the labels of a task with todoist_show_task."
        raise NotFound(f"label on task {task.title!r} with the id", label_id, hint=hint)
    for link in links:
        world.rows.remove(TASK_LABELS, link)
    return {"message": f"Task {task.title!r} has the label {label.name!r} no more.", "task_id": task.id}


def _refuse_taken_name(world: World, name: str) -> None:
    taken = world.rows.first(LABELS, user_id=world.owner.id, name=name)
    if taken is not None:
        raise Conflict(f"You have a label called {name!r} already.", hint=f"Use label {taken.id}.")


def _on(world: World, task_id: int) -> set[int]:
    return {link.label_id for link in world.rows.find(TASK_LABELS, task_id=task_id)}


def _shown(world: World, label: Label) -> Row:
    tasks = world.rows.count(TASK_LABELS, label_id=label.id)
    return {"id": label.id, "name": label.name, "color": label.color, "tasks": tasks}


TOOLS = tools(
    "todoist",
    {
        create_label: "new tag for to-do items",
        show_label: "tag details",
        search_labels: "list find tags",
        update_label: "rename recolour edit tag",
        delete_label: "remove tag",
        add_label_to_task: "tag to-do item attach",
        remove_label_from_task: "untag to-do item detach",
    },
    needs=(NETWORK,),
)
