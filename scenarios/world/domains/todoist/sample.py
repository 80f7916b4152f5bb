"""Projects and tasks of the sample world."""

from __future__ import annotations

from scenarios.world.domains.accounts import sample_owner
from scenarios.world.domains.todoist.tables import (
    ATTACHMENTS,
    COMMENTS,
    INVITES,
    LABELS,
    MEMBERSHIPS,
    NOTIFICATIONS,
    PROJECTS,
    SECTIONS,
    SUB_TASKS,
    TASK_LABELS,
    TASKS,
    USERS,
)
from scenarios.world.owner import Rows

SAMPLE: Rows = {
    USERS.name: [
        sample_owner(),
        {"id": 201, "first_name": "Tove", "last_name": "Arnesen", "email": "tove.arnesen@example.com"},
        {"id": 202, "first_name": "Rasmus", "last_name": "Oyelaran", "email": "rasmus.oyelaran@example.com"},
        {"id": 203, "first_name": "Mirela", "last_name": "Quist", "email": "mirela.quist@example.com"},
    ],
    PROJECTS.name: [
        {"id": 301, "user_id": 1, "name": "Garden", "color": "green", "created_at": "2026-04-01T07:00:00"},
        {"id": 302, "user_id": 1, "name": "Hiking trip", "created_at": "2026-04-05T07:00:00"},
        {"id": 303, "user_id": 202, "name": "Office move", "color": "blue", "created_at": "2026-04-06T07:00:00"},
        {"id": 304, "user_id": 203, "name": "Choir tour", "created_at": "2026-04-07T07:00:00"},
    ],
    MEMBERSHIPS.name: [
        {"id": 305, "project_id": 301, "user_id": 1, "is_favorite": True},
        {"id": 306, "project_id": 302, "user_id": 1},
        {"id": 307, "project_id": 302, "user_id": 201},
        {"id": 308, "project_id": 303, "user_id": 202},
        {"id": 309, "project_id": 303, "user_id": 1},
        {"id": 310, "project_id": 304, "user_id": 203},
    ],
    SECTIONS.name: [
        {"id": 311, "project_id": 301, "name": "Spring", "order_index": 1},
        {"id": 312, "project_id": 301, "name": "Summer", "order_index": 2},
    ],
    TASKS.name: [
        {"id": 321, "project_id": 301, "user_id": 1, "title": "Plan the beds", "order_index": 1},
        {
            "id": 322,
            "project_id": 301,
            "user_id": 1,
            "title": "Repair the shed",
            "order_index": 2,
            "due_date": "2026-05-03T18:00:00",
        },
        {
            "id": 323,
            "project_id": 302,
            "user_id": 1,
            "title": "Book the hut",
            "priority": "high",
            "due_date": "2026-05-04T00:00:00",
        },
        {"id": 324, "project_id": 301, "section_id": 311, "user_id": 1, "title": "Sow peas", "is_completed": True},
        {
            "id": 325,
            "project_id": 303,
            "user_id": 202,
            "title": "Pack the archive",
            "assignee_id": 1,
            "assigner_id": 202,
        },
        {"id": 326, "project_id": 304, "user_id": 203, "title": "Print the scores"},
        {
            "id": 327,
            "project_id": 302,
            "user_id": 1,
            "title": "Buy a map",
            "assignee_id": 201,
            "assigner_id": 1,
            "order_index": 2,
        },
    ],
    SUB_TASKS.name: [
        {"id": 331, "task_id": 321, "title": "Draw a sketch", "order_index": 1},
        {"id": 332, "task_id": 321, "title": "Count the seeds", "order_index": 2},
        {"id": 333, "task_id": 326, "title": "Find a printer"},
    ],
    LABELS.name: [
        {"id": 341, "user_id": 1, "name": "outdoors", "color": "orange"},
        {"id": 342, "user_id": 1, "name": "urgent", "color": "red"},
        {"id": 343, "user_id": 203, "name": "music"},
    ],
    TASK_LABELS.name: [{"id": 345, "task_id": 321, "label_id": 341}],
    COMMENTS.name: [
        {"id": 351, "task_id": 321, "user_id": 201, "content": "Shall I help?", "created_at": "2026-05-02T08:00:00"},
        {"id": 352, "task_id": 321, "user_id": 1, "content": "Bring a spade.", "created_at": "2026-05-02T09:00:00"},
        {"id": 353, "task_id": 326, "user_id": 203, "content": "In colour."},
    ],
    ATTACHMENTS.name: [{"id": 357, "task_comment_id": 352, "file_name": "plan.txt", "file_content": "Dig, then sow."}],
    INVITES.name: [
        {"id": 355, "project_id": 304, "inviter_id": 203, "invitee_id": 1, "invite_code": "47110815"},
    ],
    NOTIFICATIONS.name: [
        {
            "id": 361,
            "user_id": 1,
            "type": "task_assigned",
            "title": "A task for you",
            "message": "Rasmus Oyelaran gave you the task 'Pack the archive'.",
            "created_at": "2026-05-01T10:00:00",
        },
        {"id": 362, "user_id": 203, "type": "reminder", "title": "Print the scores"},
    ],
}
