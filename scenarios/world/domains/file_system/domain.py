"""The file system of the device: the rows that attachments are read from and saved to."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.accounts import owner_rows
from scenarios.world.domains.file_system.paths import home, tilde
from scenarios.world.domains.file_system.tables import DIRECTORIES, FILES, USERS
from scenarios.world.owner import Owner, Rows
from scenarios.world.tables import Row

FOLDERS = ("documents/", "downloads/", "pictures/")


def base(owner: Owner, now: str) -> Rows:
    """An account, a home, and the usual folders in it."""
    paths = ["/home/", home(owner), *(home(owner) + folder for folder in FOLDERS)]
    rows: list[Row] = [
        {"id": number, "path": path, "tilde_path": tilde(owner, path), "user_id": owner.id}
        for number, path in enumerate(paths, start=1)
    ]
    return {**owner_rows(USERS, owner, now), DIRECTORIES.name: rows}


SAMPLE: Rows = {
    FILES.name: [
        {
            "id": 71,
            "path": "/home/nora/documents/route.txt",
            "tilde_path": "~/documents/route.txt",
            "user_id": 1,
            "content": "Larkstead - Old Mill - Heron Lake",
        },
    ],
}

DOMAIN = Domain("file_system", tables=(USERS, DIRECTORIES, FILES), base=base, sample=SAMPLE)
