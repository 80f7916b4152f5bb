"""A file that the debug page follows: read again whenever it changes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

LOOK_SECONDS: Final = 0.1
MAX_BYTES: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class FileState:
    """`stamp` differs whenever the file has changed; `fault` says why it cannot be read, else it is empty."""

    name: str
    stamp: str
    text: str = ""
    fault: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "stamp": self.stamp, "text": self.text, "fault": self.fault}


def stamp_of(path: Path) -> str:
    """Modification time, size and inode, so that a replaced file counts as changed too; "absent" without a file."""
    try:
        status = path.stat()
    except OSError:
        return "absent"
    return f"{status.st_mtime_ns}.{status.st_size}.{status.st_ino}"


def state_of(path: Path) -> FileState:
    """The file as it is now."""
    stamp = stamp_of(path)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        return FileState(path.name, stamp, fault=f"{path.name} cannot be read: {error.strerror or error}.")
    if len(content) > MAX_BYTES:
        return FileState(path.name, stamp, fault=f"{path.name} has more than {MAX_BYTES} bytes.")
    try:
        return FileState(path.name, stamp, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return FileState(path.name, stamp, fault=f"{path.name} is not UTF-8 at byte {error.start}.")


async def wait_for_change(path: Path, after: str, seconds: float) -> FileState:
    """The file's state once its stamp is no longer `after`, or after `seconds` whatever it is."""
    ends = asyncio.get_running_loop().time() + seconds
    while stamp_of(path) == after and asyncio.get_running_loop().time() < ends:  # noqa: ASYNC110 - files ring no bell
        await asyncio.sleep(LOOK_SECONDS)
    return await asyncio.to_thread(state_of, path)
