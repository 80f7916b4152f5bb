"""Steps of a task."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.todoist.access import Place, Priority, TaskId, Title, in_order, own_task
from scenarios.world.domains.todoist.order import make_room, place_for
from scenarios.world.domains.todoist.tables import SUB_TASKS, SubTask
from scenarios.world.edits import edited
from scenarios.world.errors import NotFound
from scenarios.world.parameters import When, WhenOrNever
from scenarios.world.results import plain
from scenarios.world.world import World
from ui_server.expressions import Json

SubTaskId = Annotated[int, Field(description="The sub-task's id, as todoist_show_sub_tasks gives it.")]


def create_sub_task(
    world: World,
    task_id: TaskId,
    title: Title,
    description: str | None = None,
    due_date: When | None = None,
    priority: Priority = "medium",
    order_index: Place | None = None,
) -> Json:
    """Add a step to a task, at the end unless a place is given.

    >>> todoist_create_sub_task(task_id=321, title="Measure the beds")
    """
    task = own_task(world, task_id)
    siblings = world.rows.find(SUB_TASKS, task_id=task.id)
    place = place_for(siblings, order_index)
    make_room(world, SUB_TASKS, siblings, place)
    sub_task = SubTask(
        id=world.rows.next_id(SUB_TASKS),
        task_id=task.id,
        title=title,
        description=description,
        due_date=due_date,
        priority=priority,
        order_index=place,
        created_at=world.now(),
    )
    world.rows.add(SUB_TASKS, sub_task)
    return {"message": f"Sub-task {title!r} was added to {task.title!r}.", "sub_task_id": sub_task.id}


def show_sub_tasks(world: World, task_id: TaskId) -> Json:
    """List the steps of a task in their order.

    >>> todoist_show_sub_tasks(task_id=321)
    """
    sub_tasks = in_order(world.rows.find(SUB_TASKS, task_id=own_task(world, task_id).id))
    return {"sub_tasks": [plain(sub_task) for sub_task in sub_tasks]}


def update_sub_task(
    world: World,
    sub_task_id: SubTaskId,
    title: Title | None = None,
    description: Annotated[str | None, Field(description="Empty text clears it.")] = None,
    due_date: WhenOrNever | None = None,
    priority: Priority | None = None,
    is_completed: bool | None = None,
    order_index: Place | None = None,
) -> Json:
    """Change a step of a task, complete it or open it again. What is not given stays as it is.

    >>> todoist_update_sub_task(sub_task_id=331, is_completed=True)
    """
    sub_task = _own(world, sub_task_id)
    changed = edited(
        sub_task,
        clears=("description", "due_date"),
        title=title,
        description=description,
        due_date=due_date,
        priority=priority,
        is_completed=is_completed,
        order_index=order_index,
    )
    if changed.order_index != sub_task.order_index:
        siblings = world.rows.find(SUB_TASKS, task_id=sub_task.task_id)
        make_room(world, SUB_TASKS, [other for other in siblings if other.id != sub_task.id], changed.order_index)
    world.rows.put(SUB_TASKS, changed)
    return {"message": f"Sub-task {changed.title!r} was updated.", "sub_task_id": sub_task.id}


def delete_sub_task(world: World, sub_task_id: SubTaskId) -> Json:
    """Delete a step of a task.

    >>> todoist_delete_sub_task(sub_task_id=331)
    """
    sub_task = _own(world, sub_task_id)
    world.rows.remove(SUB_TASKS, sub_task)
    return {"message": f"Sub-task {sub_task.title!r} was deleted.", "sub_task_id": sub_task.id}


def _own(world: World, sub_task_id: int) -> SubTask:
    """Raises NotFound for a sub-task of a task that the owner cannot see."""
    sub_task = world.rows.get(SUB_TASKS, sub_task_id)
    if sub_task is None:
        raise NotFound("sub-task of yours with the id", sub_task_id, hint="Find its id with todoist_show_sub_tasks.")
    own_task(world, sub_task.task_id)
    return sub_task


TOOLS = tools(
    "todoist",
    {
        create_sub_task: "new add step checklist",
        show_sub_tasks: "list steps checklist",
        update_sub_task: "edit complete tick off step checklist",
        delete_sub_task: "remove step checklist",
    },
    needs=(NETWORK,),
)
