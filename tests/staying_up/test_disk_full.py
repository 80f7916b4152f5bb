"""A real disk of a few kilobytes that fills up while pictures and episodes are written to it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "surfacebox" / "examples" / "hotel_filter.json"
Disk = Callable[[int], Path]
Done = subprocess.CompletedProcess[str]


def mount(*arguments: str) -> bool:
    return subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode == 0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Makes the disk, of so many kilobytes."""
    place = tmp_path / "disk"
    place.mkdir()

    def make(kilobytes: int) -> Path:
        if shutil.which("mount") is None or not mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(place)):
            pytest.skip("this user may not mount a file system of a given size")
        return place

    yield make
    if place.is_mount():
        subprocess.run(["umount", str(place)], check=True)


def grow(disk: Path, kilobytes: int) -> None:
    assert mount("-o", f"remount,size={kilobytes}k", str(disk))


def surfacebox(*arguments: str | Path) -> Done:
    command = [sys.executable, "-m", "surfacebox", *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=150, stdin=subprocess.DEVNULL, check=False
    )


def files(place: Path) -> dict[str, bytes]:
    return {str(file.relative_to(place)): file.read_bytes() for file in place.rglob("*") if file.is_file()}


def refused(done: Done, *named: Path) -> None:
    """The machine's fault, in two lines: what is full and was not written, and what to do."""
    assert done.returncode == 3, done.stderr
    first, second = done.stderr.splitlines()[-2:]
    assert first.startswith("surfacebox: the disk is full: ")
    assert all(str(path) in first for path in named)
    assert "Make room" in second
    assert "Traceback" not in done.stderr


def test_a_picture_that_does_not_fit_is_not_written_at_all(disk: Disk) -> None:
    place = disk(8)

    done = surfacebox("render", EXAMPLE, "-o", place / "screen.png", "--report", place / "screen.json")

    refused(done, place / "screen.png")
    assert files(place) == {}


def test_a_picture_that_was_there_before_is_left_as_it_was(disk: Disk) -> None:
    place = disk(12)
    (place / "screen.png").write_bytes(b"the old one")

    done = surfacebox("interact", EXAMPLE, "--steps", "[]", "-o", place / "screen.png")

    refused(done, place / "screen.png")
    assert files(place) == {"screen.png": b"the old one"}


def test_of_many_pictures_those_that_fit_are_whole(disk: Disk) -> None:
    place = disk(200)

    done = surfacebox("gallery", "--out", place)

    refused(done)
    kept = files(place)
    assert kept
    assert [name for name in kept if Path(name).name.startswith(".")] == []
    assert [name for name, content in kept.items() if name.endswith(".png") and content[-8:-4] != b"IEND"] == []
    assert all(json.loads(content) for name, content in kept.items() if name.endswith(".json"))


def run(place: Path, *more: str) -> Done:
    return surfacebox("run", "--mode", "ui", "--concurrency", "1", "--out", place / "run", *more)


def test_a_run_that_fills_the_disk_keeps_what_is_whole_and_goes_on_when_there_is_room(disk: Disk) -> None:
    place = disk(450)

    stopped = run(place)

    refused(stopped)
    lines = (place / "run" / "results.jsonl").read_text().splitlines()
    whole = {(line["scenario"], line["mode"], line["trial"]) for line in map(json.loads, lines)}
    assert whole
    stored = {(each.parent.name, *each.name.rpartition("-")[::2]) for each in place.glob("run/episodes/*/*")}
    assert {(scenario, mode, int(trial)) for scenario, mode, trial in stored} == whole
    assert list(place.rglob(".*")) == []
    before = files(place)

    grow(place, 20_000)
    resumed = run(place, "--resume")

    assert resumed.returncode == 0, resumed.stderr
    after = files(place)
    assert {name: after[name] for name in before if name.startswith("run/episodes/")} == {
        name: content for name, content in before.items() if name.startswith("run/episodes/")
    }
    assert after["run/results.jsonl"].startswith(before["run/results.jsonl"])
    results = [json.loads(line) for line in after["run/results.jsonl"].splitlines()]
    assert len({line["scenario"] for line in results}) == len(results) > len(whole)
    assert (place / "run" / "report.html").is_file()


@pytest.mark.parametrize("kilobytes", [4, 12])
def test_a_run_for_which_there_is_no_room_at_all_says_so(disk: Disk, kilobytes: int) -> None:
    place = disk(kilobytes)

    done = run(place, "--filter", "contact_for_a_text")

    refused(done)
    assert [name for name in files(place) if name not in ("run/run.json", "run/results.jsonl")] == []
