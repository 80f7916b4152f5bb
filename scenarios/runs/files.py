"""Files that are whole or not there at all, whenever the process is killed or the disk is full."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import RawIOBase
from pathlib import Path
from typing import Any


def write_json(path: Path, value: Any) -> None:
    """Whole or not at all: written under a temporary name, flushed, renamed."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1, sort_keys=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """As `write_json`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """As `write_json`. Raises OSError with `filename`, also where the disk is full."""
    draft = path.with_name(f".{path.name}.part")
    try:
        with naming(path), draft.open("wb", buffering=0) as file:
            _write_all(file, content)
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Says which file could not be written: the system names none when a write fails."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def _write_all(file: RawIOBase, content: bytes) -> None:
    """Unbuffered, so that nothing is left to be tried again when the file is closed."""
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def append_line(path: Path, line: str) -> None:
    """One more line, begun anew where a kill left half of one. Raises OSError with `filename` and then adds nothing."""
    begin = "\n" if _ends_inside_a_line(path) else ""
    before = path.stat().st_size if path.exists() else 0
    try:
        with path.open("ab", buffering=0) as file, naming(path):
            _write_all(file, f"{begin}{line}\n".encode())
            os.fsync(file.fileno())
    except OSError:
        if path.exists():
            os.truncate(path, before)
        raise


def is_draft(file: Path) -> bool:
    """Whether it is what a kill left of a file that was being written."""
    return file.name.startswith(".") and file.name.endswith(".part")


def _ends_inside_a_line(path: Path) -> bool:
    """Whether a kill left half a line at the end."""
    if not path.exists() or path.stat().st_size == 0:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"
