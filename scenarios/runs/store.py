"""The folder of a run: evidence and verdicts apart, every file whole or not there at all.

    RUN/run.json, results.jsonl, report.html
    RUN/episodes/<scenario>/<mode>-<trial>/episode.json, state.json, verdict.json, screens/

An episode's folder is written under a temporary name, flushed and renamed; then its line is appended to results.jsonl.
Killing the process at any moment loses at most the episodes in flight.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from scenarios.episode.record import EpisodeRecord
from scenarios.runs.errors import RunUnusable
from scenarios.runs.evidence import state_of
from scenarios.runs.files import append_line, is_draft, naming, write_bytes, write_json
from scenarios.runs.results import EpisodeKey, key_of, read_line, result_line
from scenarios.runs.verdicts import Verdict
from ui_server.expressions import Json

SCHEMA: Final = "surfacebox.run/1"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """`path` may exist already: with `resume`, episodes whose line is there are not played again."""

    path: Path

    @contextmanager
    def held(self) -> Iterator[None]:
        """Makes the folder where there is none, and keeps other runs out of it until the block or the process ends.

        Raises RunUnusable while another run holds it.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.path, os.O_RDONLY)
        try:
            self._lock(handle)
            yield
        finally:
            os.close(handle)

    def _lock(self, handle: int) -> None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            message = f"another run is being written to {self.path}"
            raise RunUnusable(message, "Wait for its end, or name another folder with --out.") from None

    def open(self, facts: Mapping[str, Json], *, resume: bool) -> None:
        """Write run.json, or check that the one that is there says the same. Raises RunUnusable."""
        written = self.path / "run.json"
        if not written.exists():
            if self.path.exists() and not all(is_draft(file) for file in self.path.iterdir()):
                raise RunUnusable(f"{self.path} is not empty and holds no run", "Name another folder with --out.")
            self.path.mkdir(parents=True, exist_ok=True)
            write_json(written, {"schema": SCHEMA, **facts})
            return
        if not resume:
            raise RunUnusable(f"{self.path} holds a run already", "Continue it with --resume, or name another folder.")
        there = self.facts().get("fingerprint")
        if there != facts["fingerprint"]:
            raise RunUnusable(
                f"{self.path} was made with other inputs (fingerprint {str(there)[:12]})",
                "A run never mixes fingerprints: name another folder with --out.",
            )

    def facts(self) -> dict[str, Any]:
        """What run.json says; raises RunUnusable where there is none that can be read."""
        try:
            found = json.loads((self.path / "run.json").read_text(encoding="utf-8"))
        except OSError as fault:
            raise RunUnusable(f"{self.path} holds no run: {fault.strerror}", "Name the folder of a run.") from fault
        except ValueError as fault:
            raise RunUnusable(f"{self.path}/run.json cannot be read: {fault}", "Name another folder.") from fault
        if not isinstance(found, dict):
            raise RunUnusable(f"{self.path}/run.json holds no object", "Name another folder.")
        return found

    def results(self) -> list[dict[str, Any]]:
        """The lines of results.jsonl, the last one of each episode. What is no such line, as one that was cut off by a
        kill, is left out, so its episode is played again."""
        path = self.path / "results.jsonl"
        texts = path.read_bytes().splitlines() if path.exists() else []
        lines = (line for line in map(read_line, texts) if line is not None)
        return list({key_of(line): line for line in lines}.values())

    def done(self) -> set[EpisodeKey]:
        """The episodes that have their line and their evidence."""
        keys = map(key_of, self.results())
        return {key for key in keys if (self.path / "episodes" / key.folder / "episode.json").is_file()}

    def save(self, key: EpisodeKey, record: EpisodeRecord, verdict: Verdict) -> None:
        """The episode's folder, then its line. Raises OSError with `filename`, and then neither of them is there."""
        final = self.path / "episodes" / key.folder
        draft = final.with_name(f".{final.name}.part")
        shutil.rmtree(draft, ignore_errors=True)
        try:
            _write_episode(draft, record, verdict)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        shutil.rmtree(final, ignore_errors=True)
        os.replace(draft, final)
        try:
            self.append(result_line(key, record, verdict))
        except BaseException:
            shutil.rmtree(final, ignore_errors=True)
            raise

    def append(self, line: Mapping[str, Json]) -> None:
        """One more line in results.jsonl. Raises OSError with `filename`, and then it is as it was."""
        append_line(self.path / "results.jsonl", json.dumps(line, ensure_ascii=False))

    def episodes(self) -> Iterator[tuple[EpisodeKey, Path]]:
        """Every stored episode, in order."""
        for key in sorted(map(key_of, self.results())):
            yield key, self.path / "episodes" / key.folder


def _write_episode(folder: Path, record: EpisodeRecord, verdict: Verdict) -> None:
    with naming(folder):
        (folder / "screens").mkdir(parents=True)
    _write_screens(folder / "screens", record)
    write_json(folder / "episode.json", record.to_json())
    write_json(folder / "timings.json", {"seconds": dict(record.timings)})
    write_json(folder / "state.json", state_of(record))
    write_json(folder / "verdict.json", verdict.to_json())


def _write_screens(folder: Path, record: EpisodeRecord) -> None:
    for shot in record.screens:
        name = shot.screen.drawing.picture.sha256
        picture = folder / f"{name}.png"
        if not picture.exists():
            write_bytes(picture, shot.screen.png)
            report = shot.screen.report(path=f"screens/{picture.name}")
            report.pop("timings_ms")
            write_json(folder / f"{name}.json", report)
