"""Tasks: finding, making, changing, completing and assigning them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.todoist.access import (
    Place,
    Priority,
    ProjectId,
    SectionId,
    TaskId,
    Title,
    in_order,
    members,
    own_project,
    own_projects,
    own_section,
    own_task,
    own_tasks,
    tell,
)
from scenarios.world.domains.todoist.order import make_room, place_for
from scenarios.world.domains.todoist.removal import remove_task
from scenarios.world.domains.todoist.tables import (
    COMMENTS,
    LABELS,
    SUB_TASKS,
    TASK_LABELS,
    TASKS,
    USERS,
    Project,
    Task,
)
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import Email, From, Plus, UpTo, When, WhenOrNever
from scenarios.world.results import ordered, plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

Duration = Annotated[float, Field(gt=0, description="How long it takes, in duration_unit.")]
DurationUnit = Literal["minutes", "hours", "days"]
SortTasks = Annotated[
    Literal["order_index", "-order_index", "due_date", "-due_date", "created_at", "-created_at", "title", "-title"],
    Plus,
    Field(description="What to order by; a minus turns the order round."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What the tasks of a list have to be; None leaves it open."""

    project_id: int | None
    section_id: int | None
    assignee_id: int | None
    assigner_id: int | None
    priority: str | None
    is_completed: bool | None
    due_today: bool | None
    overdue: bool | None
    label_id: int | None
    min_due_date: str | None
    max_due_date: str | None

    def fits(self, world: World, task: Task) -> bool:
        return (
            self.project_id in (None, task.project_id)
            and self.section_id in (None, task.section_id)
            and self.assignee_id in (None, task.assignee_id)
            and self.assigner_id in (None, task.assigner_id)
            and self.priority in (None, task.priority)
            and self.is_completed in (None, task.is_completed)
            and self.due_today in (None, (task.due_date or "")[:10] == world.now()[:10])
            and self.overdue in (None, is_overdue(world, task))
            and (self.label_id is None or _has_label(world, task, self.label_id))
            and self._in_time(task)
        )

    def _in_time(self, task: Task) -> bool:
        if self.min_due_date is None and self.max_due_date is None:
            return True
        due = task.due_date
        return due is not None and (self.min_due_date or "") <= due <= (self.max_due_date or due)


def create_task(
    world: World,
    title: Title,
    project_id: Annotated[int | None, Field(description="Left out, it goes to your inbox.")] = None,
    section_id: SectionId | None = None,
    description: str | None = None,
    due_date: When | None = None,
    duration: Duration | None = None,
    duration_unit: DurationUnit | None = None,
    order_index: Place | None = None,
    priority: Priority = "medium",
) -> Json:
    """Make a new task in a project, at the end of its list unless a place is given.

    >>> todoist_create_task(project_id=301, title="Buy compost", due_date="2026-05-09", priority="high")
    """
    project = _inbox(world) if project_id is None else own_project(world, project_id)
    _check_section(world, project, section_id)
    _check_duration(duration, duration_unit)
    siblings = world.rows.find(TASKS, project_id=project.id, section_id=section_id)
    place = place_for(siblings, order_index)
    make_room(world, TASKS, siblings, place)
    task = Task(
        id=world.rows.next_id(TASKS),
        project_id=project.id,
        section_id=section_id,
        user_id=world.owner.id,
        title=title,
        description=description,
        due_date=due_date,
        priority=priority,
        duration=duration,
        duration_unit=duration_unit,
        order_index=place,
        created_at=world.now(),
    )
    world.rows.add(TASKS, task)
    return {"message": f"Task {title!r} was added to {project.name!r}.", "task_id": task.id}


def show_tasks(
    world: World,
    project_id: ProjectId | None = None,
    section_id: SectionId | None = None,
    assignee_email: Annotated[Email | None, Field(description="Only tasks given to this person.")] = None,
    assigner_email: Annotated[Email | None, Field(description="Only tasks given by this person.")] = None,
    priority: Priority | None = None,
    is_completed: Annotated[bool | None, Field(description="Only completed, or only open tasks.")] = None,
    due_today: Annotated[bool | None, Field(description="Only tasks due today, or only others.")] = None,
    label_id: Annotated[int | None, Field(description="Only tasks with this label.")] = None,
    overdue: Annotated[bool | None, Field(description="Only open tasks past their due date, or only others.")] = None,
    min_due_date: From | None = None,
    max_due_date: UpTo | None = None,
    sort_by: SortTasks | None = None,
) -> Json:
    """List tasks of one project or of all that you take part in.

    >>> todoist_show_tasks(project_id=301, is_completed=False)
    """
    wanted = Filter(
        project_id=None if project_id is None else own_project(world, project_id).id,
        section_id=None if section_id is None else own_section(world, section_id).id,
        assignee_id=_user_id(world, assignee_email),
        assigner_id=_user_id(world, assigner_email),
        priority=priority,
        is_completed=is_completed,
        due_today=due_today,
        overdue=overdue,
        label_id=label_id,
        min_due_date=min_due_date,
        max_due_date=max_due_date,
    )
    found = [task for task in in_order(own_tasks(world)) if wanted.fits(world, task)]
    by_list = sorted(found, key=lambda task: (task.project_id, task.section_id or 0))
    return {"tasks": [shown(world, task) for task in ordered(by_list, sort_by)], "total": len(found)}


def show_task(world: World, task_id: TaskId) -> Json:
    """See one task with its sub-tasks, labels and number of comments.

    >>> todoist_show_task(task_id=321)
    """
    task = own_task(world, task_id)
    sub_tasks = in_order(world.rows.find(SUB_TASKS, task_id=task.id))
    return {
        **shown(world, task),
        "sub_tasks": [plain(sub_task, without=("task_id",)) for sub_task in sub_tasks],
        "comments": world.rows.count(COMMENTS, task_id=task.id),
    }


def update_task(
    world: World,
    task_id: TaskId,
    title: Title | None = None,
    description: Annotated[str | None, Field(description="Empty text clears it.")] = None,
    due_date: WhenOrNever | None = None,
    duration: Duration | None = None,
    duration_unit: DurationUnit | None = None,
    is_completed: bool | None = None,
    order_index: Place | None = None,
    priority: Priority | None = None,
) -> Json:
    """Change a task, complete it or open it again. What is not given stays as it is.

    >>> todoist_update_task(task_id=321, is_completed=True)
    >>> todoist_update_task(task_id=322, priority="high", due_date="2026-05-10T18:00:00")
    """
    task = own_task(world, task_id)
    changed = edited(
        task,
        clears=("description", "due_date"),
        title=title,
        description=description,
        due_date=due_date,
        duration=duration,
        duration_unit=duration_unit,
        is_completed=is_completed,
        order_index=order_index,
        priority=priority,
    )
    _check_duration(changed.duration, changed.duration_unit)
    if changed.order_index != task.order_index:
        siblings = world.rows.find(TASKS, project_id=task.project_id, section_id=task.section_id)
        make_room(world, TASKS, [other for other in siblings if other.id != task.id], changed.order_index)
    world.rows.put(TASKS, changed)
    return {"message": f"Task {changed.title!r} was updated.", "task_id": task.id}


def delete_task(world: World, task_id: TaskId) -> Json:
    """Delete a task with its sub-tasks and comments.

    >>> todoist_delete_task(task_id=322)
    """
    task = own_task(world, task_id)
    remove_task(world, task)
    return {"message": f"Task {task.title!r} was deleted.", "task_id": task.id}


def assign_or_unassign_task(
    world: World,
    task_id: TaskId,
    assignee_email: Annotated[Email | None, Field(description="Left out, the task is nobody's any more.")] = None,
) -> Json:
    """Give a task to somebody who takes part in its project, or take it back.

    >>> todoist_assign_or_unassign_task(task_id=323, assignee_email="tove.arnesen@example.com")
    """
    task = own_task(world, task_id)
    if assignee_email is None:
        if task.assignee_id is None:
            raise Conflict(f"Task {task_id} is nobody's already.", hint="Nothing needs to be done.")
        world.rows.put(TASKS, replace(task, assignee_id=None, assigner_id=None))
        return {"message": f"Task {task.title!r} is nobody's now.", "task_id": task.id}
    people = members(world, own_project(world, task.project_id))
    found = [user for user in people if user.email.lower() == assignee_email]
    if not found:
        hint = f"Those in the project are: {', '.join(user.email for user in people)}."
        raise NotFound("person in the task's project with the address", assignee_email, hint=hint)
    world.rows.put(TASKS, replace(task, assignee_id=found[0].id, assigner_id=world.owner.id))
    message = f"{world.owner.name} gave you the task {task.title!r}."
    tell(world, found[0].id, kind="task_assigned", title="A task for you", message=message)
    return {"message": f"Task {task.title!r} was given to {found[0].name}.", "task_id": task.id}


def shown(world: World, task: Task) -> Row:
    links = world.rows.find(TASK_LABELS, task_id=task.id)
    labels = [label for link in links if (label := world.rows.get(LABELS, link.label_id)) is not None]
    return {
        **plain(task, without=("user_id", "assignee_id", "assigner_id")),
        "assignee": _address(world, task.assignee_id),
        "assigner": _address(world, task.assigner_id),
        "labels": [{"id": label.id, "name": label.name} for label in labels],
        "sub_task_count": world.rows.count(SUB_TASKS, task_id=task.id),
    }


def is_overdue(world: World, task: Task) -> bool:
    """Open past its due date. A task due on a day, at no time of it, has until the day is over."""
    due = task.due_date
    if due is None or task.is_completed:
        return False
    end = f"{due[:10]}T23:59:59" if due.endswith("T00:00:00") else due
    return end < world.now()


def _inbox(world: World) -> Project:
    inboxes = [project for project in own_projects(world) if project.is_inbox and project.user_id == world.owner.id]
    if not inboxes:
        raise Conflict("You have no inbox.", hint="Give a project_id from todoist_show_projects.")
    return inboxes[-1]


def _check_section(world: World, project: Project, section_id: int | None) -> None:
    if section_id is not None and own_section(world, section_id).project_id != project.id:
        hint = "See the sections of the project with todoist_show_sections."
        raise NotFound(f"section of {project.name!r} with the id", section_id, hint=hint)


def _check_duration(duration: float | None, unit: str | None) -> None:
    if (duration is None) != (unit is None):
        raise Conflict("A duration needs its unit, and a unit its duration.", hint="Give both, or neither.")


def _has_label(world: World, task: Task, label_id: int) -> bool:
    return world.rows.count(TASK_LABELS, task_id=task.id, label_id=label_id) > 0


def _user_id(world: World, email: str | None) -> int | None:
    """-1, which no task has, for an address that nobody has."""
    if email is None:
        return None
    return next((user.id for user in world.rows.find(USERS) if user.email.lower() == email), -1)


def _address(world: World, user_id: int | None) -> str | None:
    user = world.rows.get(USERS, user_id)
    return user.email if user else None


TOOLS = tools(
    "todoist",
    {
        create_task: "new add to-do item",
        show_tasks: "list find to-do items due today overdue open",
        show_task: "open to-do item details",
        update_task: "edit complete finish tick off reschedule postpone to-do item",
        delete_task: "remove to-do item",
        assign_or_unassign_task: "give delegate to-do item person",
    },
    needs=(NETWORK,),
)
