"""Paths as people write them, and reading and writing a file behind one."""

from __future__ import annotations

import posixpath
from dataclasses import replace

from scenarios.world.domains.file_system.tables import DIRECTORIES, FILES, Directory, File
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.owner import Owner
from scenarios.world.world import World


def home(owner: Owner) -> str:
    """The owner's home directory, with a slash at its end."""
    return f"/home/{owner.first_name.lower() or 'owner'}/"


def absolute(owner: Owner, path: str) -> str:
    """`~` is the home, and so is the place where a relative path begins; dots are resolved."""
    plain = path.strip()
    if plain == "~" or plain.startswith("~/"):
        plain = home(owner) + plain[2:]
    return posixpath.normpath(posixpath.join(home(owner), plain))


def tilde(owner: Owner, path: str) -> str:
    """The short form of an absolute path."""
    return f"~/{path.removeprefix(home(owner))}" if path.startswith(home(owner)) else path


def read_file(world: World, path: str) -> File:
    """Raises NotFound for a path at which the owner has no file."""
    file = world.rows.first(FILES, user_id=world.owner.id, path=absolute(world.owner, path))
    if file is None:
        raise NotFound("file of yours at", path, hint="List the folder with file_system_show_directory.")
    return file


def write_file(world: World, path: str, content: str, *, overwrite: bool = False) -> File:
    """Writes a file and the directories it needs. Raises Conflict if it is there and may not be overwritten."""
    place, now = absolute(world.owner, path), world.now()
    there = world.rows.first(FILES, user_id=world.owner.id, path=place)
    if there is not None and not overwrite:
        raise Conflict(f"There is a file at {path} already.", hint="Set overwrite, or choose another name.")
    make_directories(world, posixpath.dirname(place))
    if there is not None:
        return world.rows.put(FILES, replace(there, content=content, updated_at=now))
    file = File(
        id=world.rows.next_id(FILES),
        path=place,
        tilde_path=tilde(world.owner, place),
        user_id=world.owner.id,
        content=content,
        created_at=now,
        updated_at=now,
    )
    return world.rows.add(FILES, file)


def make_directories(world: World, path: str) -> None:
    """Adds the rows of all levels of a directory that are not there yet, and marks the last as touched."""
    levels = [level for level in path.split("/") if level]
    now = world.now()
    for depth in range(1, len(levels) + 1):
        place = "/" + "/".join(levels[:depth]) + "/"
        there = world.rows.first(DIRECTORIES, user_id=world.owner.id, path=place)
        if there is None:
            new_id, short = world.rows.next_id(DIRECTORIES), tilde(world.owner, place)
            world.rows.add(DIRECTORIES, Directory(new_id, place, short, world.owner.id, now, now), derived=True)
        elif depth == len(levels):
            world.rows.put(DIRECTORIES, replace(there, updated_at=now), derived=True)
