"""Paths as people write them, and the files behind them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scenarios.world.domains.file_system.paths import absolute, read_file, tilde, write_file
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.owner import Owner
from scenarios.world.world import World

NORA = Owner(1, "nora.lindqvist@example.com", "Nora", "Lindqvist", "5550000001")


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("~/documents/route.txt", "/home/nora/documents/route.txt"),
        ("documents/route.txt", "/home/nora/documents/route.txt"),
        ("/home/nora/a/../b.txt", "/home/nora/b.txt"),
        ("~", "/home/nora"),
        ("/etc/hosts", "/etc/hosts"),
    ],
)
def test_a_path_is_made_absolute_from_the_owners_home(written: str, place: str) -> None:
    assert absolute(NORA, written) == place


def test_a_place_in_the_home_has_a_short_form() -> None:
    assert tilde(NORA, "/home/nora/downloads/a.txt") == "~/downloads/a.txt"
    assert tilde(NORA, "/etc/hosts") == "/etc/hosts"


def test_a_file_is_read_by_any_way_of_writing_its_path(world: World) -> None:
    assert read_file(world, "~/documents/route.txt") == read_file(world, "/home/nora/documents/./route.txt")
    with pytest.raises(NotFound):
        read_file(world, "~/documents/none.txt")


def test_writing_adds_the_missing_levels_and_touches_the_folder(world: World) -> None:
    with world.attempt() as attempt:
        write_file(world, "~/a/b/c.txt", "hello")
    assert [change.new["tilde_path"] for change in attempt.changes] == ["~/a/", "~/a/b/", "~/a/b/c.txt"]
    with world.attempt() as attempt:
        write_file(world, "~/documents/new.txt", "hello")
    told = [(change.table, change.operation, change.derived) for change in attempt.changes]
    assert told == [("file_system.files", "create", False)], "the folder was made in the same second"
    world.clock.advance(timedelta(minutes=1))
    with world.attempt() as attempt:
        write_file(world, "~/documents/newer.txt", "hello")
    (folder,) = [change for change in attempt.changes if change.table == "file_system.directories"]
    assert (folder.operation, folder.new, folder.derived) == ("update", {"updated_at": "2026-05-04T09:01:00"}, True)


def test_a_file_is_overwritten_only_when_asked_for(world: World) -> None:
    with pytest.raises(Conflict), world.attempt():
        write_file(world, "~/documents/route.txt", "new")
    with world.attempt() as attempt:
        write_file(world, "~/documents/route.txt", "new", overwrite=True)
    (change,) = [change for change in attempt.changes if change.table == "file_system.files"]
    assert (change.operation, change.new) == ("update", {"content": "new"})
