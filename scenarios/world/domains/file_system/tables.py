"""The rows of the file system. Paths are absolute; those of directories end with a slash."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.world.columns import Moment
from scenarios.world.domains.accounts import users_table
from scenarios.world.tables import Table


@dataclass(frozen=True, slots=True)
class Directory:
    id: int
    path: str
    tilde_path: str
    user_id: int
    created_at: Moment = ""
    updated_at: Moment = ""


@dataclass(frozen=True, slots=True)
class File:
    id: int
    path: str
    tilde_path: str
    user_id: int
    content: str = ""
    compressed_data: dict[str, object] | None = None
    created_at: Moment = ""
    updated_at: Moment = ""

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


USERS = users_table("file_system")
DIRECTORIES = Table(
    Directory,
    "file_system.directories",
    owner="user_id",
    references={"user_id": USERS.name},
    derived_columns=frozenset({"updated_at"}),
)
FILES = Table(File, "file_system.files", owner="user_id", references={"user_id": USERS.name})
