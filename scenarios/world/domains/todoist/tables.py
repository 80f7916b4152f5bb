"""The rows of the task app."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.world.columns import Moment
from scenarios.world.domains.accounts import users_table
from scenarios.world.tables import Table

MEDIUM = "medium"


@dataclass(frozen=True, slots=True)
class Project:
    id: int
    user_id: int
    name: str
    color: str = "charcoal"
    is_inbox: bool = False
    description: str = ""
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Membership:
    """That a user takes part in a project, and how they keep it; the project's owner has one too."""

    id: int
    project_id: int
    user_id: int
    is_favorite: bool = False
    is_archived: bool = False
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Section:
    id: int
    project_id: int
    name: str
    order_index: int = 1
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Task:
    """`order_index` counts from 1 among the tasks of a section, or of a project outside its sections."""

    id: int
    project_id: int
    section_id: int | None
    user_id: int
    title: str
    description: str | None = None
    due_date: Moment | None = None
    priority: str = MEDIUM
    is_completed: bool = False
    duration: float | None = None
    duration_unit: str | None = None
    order_index: int = 1
    assignee_id: int | None = None
    assigner_id: int | None = None
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class SubTask:
    id: int
    task_id: int
    title: str
    description: str | None = None
    due_date: Moment | None = None
    priority: str = MEDIUM
    is_completed: bool = False
    order_index: int = 1
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Label:
    id: int
    user_id: int
    name: str
    color: str = "charcoal"


@dataclass(frozen=True, slots=True)
class TaskLabel:
    id: int
    task_id: int
    label_id: int


@dataclass(frozen=True, slots=True)
class Comment:
    id: int
    task_id: int
    user_id: int
    content: str
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Attachment:
    id: int
    task_comment_id: int
    file_name: str = ""
    file_content: str = ""
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Invite:
    id: int
    project_id: int
    inviter_id: int
    invitee_id: int
    invite_code: str
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Notification:
    id: int
    user_id: int
    type: str
    title: str
    message: str = ""
    read: bool = False
    data: dict[str, object] | None = None
    created_at: Moment = ""


USERS = users_table("todoist")
PROJECTS = Table(Project, "todoist.projects", owner="user_id", references={"user_id": USERS.name})
MEMBERSHIPS = Table(
    Membership,
    "todoist.project_collaborator_links",
    owner="user_id",
    references={"project_id": PROJECTS.name, "user_id": USERS.name},
)
SECTIONS = Table(Section, "todoist.sections", references={"project_id": PROJECTS.name})
TASKS = Table(
    Task,
    "todoist.tasks",
    id_offset=6400,
    owner="user_id",
    references={
        "project_id": PROJECTS.name,
        "section_id": SECTIONS.name,
        "user_id": USERS.name,
        "assignee_id": USERS.name,
        "assigner_id": USERS.name,
    },
)
SUB_TASKS = Table(SubTask, "todoist.sub_tasks", references={"task_id": TASKS.name})
LABELS = Table(Label, "todoist.labels", id_offset=2300, owner="user_id", references={"user_id": USERS.name})
TASK_LABELS = Table(TaskLabel, "todoist.task_label_links", references={"task_id": TASKS.name, "label_id": LABELS.name})
COMMENTS = Table(
    Comment,
    "todoist.task_comments",
    owner="user_id",
    references={"task_id": TASKS.name, "user_id": USERS.name},
)
ATTACHMENTS = Table(Attachment, "todoist.attachments", references={"task_comment_id": COMMENTS.name})
INVITES = Table(
    Invite,
    "todoist.project_invites",
    owner="inviter_id",
    recipients=frozenset({"invitee_id"}),
    references={"project_id": PROJECTS.name, "inviter_id": USERS.name, "invitee_id": USERS.name},
)
NOTIFICATIONS = Table(Notification, "todoist.notifications", owner="user_id", references={"user_id": USERS.name})
TABLES = (
    USERS,
    PROJECTS,
    MEMBERSHIPS,
    SECTIONS,
    TASKS,
    SUB_TASKS,
    LABELS,
    TASK_LABELS,
    COMMENTS,
    ATTACHMENTS,
    INVITES,
    NOTIFICATIONS,
)
