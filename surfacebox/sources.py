"""What the command line reads and writes: payload files, folders, stdin, steps, images, reports."""

from __future__ import annotations

import itertools
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from surfacebox.errors import InputUnreadable

SUFFIXES = (".json", ".jsonl", ".txt", ".md")


@dataclass(frozen=True, slots=True)
class Payload:
    """`name` is the file's name without its ending; `content` its bytes as they are."""

    name: str
    source: str
    content: bytes


def read_payloads(paths: Iterable[Path]) -> list[Payload]:
    """The payloads of files, of all files in folders, and of stdin (`-`); raises InputUnreadable."""
    payloads = [payload for path in paths for payload in _read(path)]
    if not payloads:
        raise InputUnreadable("the input", "there is no payload", hint=f"Name files ending in {', '.join(SUFFIXES)}.")
    return _distinct(payloads)


def _distinct(payloads: list[Payload]) -> list[Payload]:
    """Names that differ, since each becomes a file's: the second `a` is `a-2`."""
    taken: set[str] = set()
    named = []
    for payload in payloads:
        names = itertools.chain([payload.name], (f"{payload.name}-{number}" for number in itertools.count(2)))
        name = next(name for name in names if name not in taken)
        taken.add(name)
        named.append(replace(payload, name=name))
    return named


def _read(path: Path) -> list[Payload]:
    if str(path) == "-":
        return [Payload("stdin", "stdin", sys.stdin.buffer.read())]
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix in SUFFIXES and file.is_file())
        return [_read_file(file) for file in files]
    return [_read_file(path)]


def _read_file(path: Path) -> Payload:
    try:
        return Payload(path.stem, path.name, path.read_bytes())
    except OSError as fault:
        raise InputUnreadable(str(path), fault.strerror or str(fault), hint="Check the path.") from fault


def read_steps(given: str) -> Any:
    """Steps from a file, stdin (`-`) or the JSON text itself; raises InputUnreadable."""
    text = given
    if given == "-":
        text = sys.stdin.read()
    elif not given.lstrip().startswith(("[", "{")):
        text = _read_file(Path(given)).content.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except ValueError as fault:
        hint = 'Write a JSON list such as [{"do": "click", "element": "save"}].'
        raise InputUnreadable("--steps", str(fault), hint=hint) from fault


def read_images(given: Iterable[str]) -> dict[str, bytes]:
    """Images named on the command line as NAME=FILE; raises InputUnreadable."""
    images = {}
    for item in given:
        name, equals, path = item.partition("=")
        if not equals or not name:
            raise InputUnreadable("--image", f"{item!r} is not NAME=FILE")
        images[name] = _read_file(Path(path)).content
    return images


def write_json(path: Path, value: Any) -> None:
    """Write to `path`, whole or not at all; `-` is stdout."""
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    if str(path) == "-":
        sys.stdout.write(text)
    else:
        write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write under a temporary name, then rename, so that no half-written file is ever seen.

    Raises OSError with `path` as its `filename`, also where the disk is full.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)
        raise
