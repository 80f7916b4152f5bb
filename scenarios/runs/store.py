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
from io import RawIOBase
from pathlib import Path
from typing import Any

from scenarios.episode.payloads import Payloads
from scenarios.episode.record import EpisodeRecord, Fault
from scenarios.format.scenario import NAME, Mode, SpecSet
from scenarios.runs.verdicts import Evidence, Verdict
from scenarios.scoring.effects import Effect, Severity
from scenarios.world.changes import Change
from ui_server.expressions import Json

SCHEMA = "surfacebox.run/1"
_DECIDED = ("class", "task", "reason", "side_effects", "owner", "paper_f1", "strict_f1")
_NEEDED = frozenset({"scenario", "mode", "trial", *_DECIDED, "ending", "steps", "screens", "bypasses", "seconds"})


class RunUnusable(ValueError):
    """A folder that is no run, or holds another one. `hint` says what to do."""

    owner = "harness"
    code = "run_unusable"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True, order=True)
class EpisodeKey:
    """What tells one episode of a run from all others."""

    scenario: str
    mode: Mode
    trial: int

    @property
    def folder(self) -> str:
        return f"{self.scenario}/{self.mode}-{self.trial}"


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
            if self.path.exists() and not all(_is_draft(file) for file in self.path.iterdir()):
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
        lines = (line for line in map(_line, texts) if line is not None)
        return list({_key_of(line): line for line in lines}.values())

    def done(self) -> set[EpisodeKey]:
        """The episodes that have their line and their evidence."""
        keys = map(_key_of, self.results())
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
        path = self.path / "results.jsonl"
        text = "\n" if _ends_inside_a_line(path) else ""
        before = path.stat().st_size if path.exists() else 0
        try:
            with path.open("ab", buffering=0) as file, naming(path):
                _write_all(file, f"{text}{json.dumps(line, ensure_ascii=False)}\n".encode())
                os.fsync(file.fileno())
        except OSError:
            os.truncate(path, before)
            raise

    def episodes(self) -> Iterator[tuple[EpisodeKey, Path]]:
        """Every stored episode, in order."""
        for key in sorted(map(_key_of, self.results())):
            yield key, self.path / "episodes" / key.folder


def read_evidence(folder: Path) -> Evidence:
    """What verdicts rest on, read back from an episode's folder; raises RunUnusable."""
    try:
        episode = json.loads((folder / "episode.json").read_text(encoding="utf-8"))
        state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise RunUnusable(f"{folder} holds no episode: {fault}", "Name the folder of a run.") from fault
    return Evidence(
        initial=state["initial"],
        final=state["final"],
        changes=[_change(raw) for raw in state["changes"]],
        log=[_change(raw) for call in episode["calls"] for raw in call["changes"]],
        expected=_expected(state["expected"]),
        process=episode["process"],
        tool_calls=len(episode["calls"]),
        screens_shown=sum(shot["shown"] for shot in episode["screens"]),
        ending=episode["ending"],
        fault=Fault(**episode["fault"]) if episode["fault"] else None,
    )


def evidence_of(record: EpisodeRecord) -> Evidence:
    """The same of an episode that has just been played."""
    return Evidence(
        initial=record.initial,
        final=record.final,
        changes=record.changes,
        log=[change for call in record.calls for change in call.changes],
        expected=record.scenario.expected,
        process=record.process.to_json(),
        tool_calls=len(record.calls),
        screens_shown=sum(shot.shown for shot in record.screens),
        ending=record.ending.value,
        fault=record.fault,
    )


def result_line(key: EpisodeKey, record: EpisodeRecord, verdict: Verdict) -> dict[str, Any]:
    """What the table at the end is made of."""
    return {
        "scenario": key.scenario,
        "mode": key.mode,
        "trial": key.trial,
        "scenario_hash": record.scenario.content_hash,
        **decided(verdict),
        "ending": record.ending.value,
        "steps": record.steps,
        "calls": len(record.calls),
        "screens": sum(shot.shown for shot in record.screens),
        "bypasses": record.process.bypasses,
        "payloads": Payloads.of(record.process.payloads).to_json(),
        "seconds": round(sum(record.timings.values()), 3),
    }


def decided(verdict: Verdict) -> dict[str, Any]:
    """The part of a line that a verdict decides, and scoring again may change."""
    scores, outcome = verdict.scores, verdict.outcome
    values = (
        outcome.episode_class,
        outcome.task.value,
        outcome.reason,
        len(outcome.side_effects),
        outcome.validity.owner.value if outcome.validity.owner else None,
        scores.paper.f1 if scores.paper else None,
        scores.strict.f1 if scores.strict else None,
    )
    return dict(zip(_DECIDED, values, strict=True))


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


def _write_episode(folder: Path, record: EpisodeRecord, verdict: Verdict) -> None:
    with naming(folder):
        (folder / "screens").mkdir(parents=True)
    _write_screens(folder / "screens", record)
    write_json(folder / "episode.json", record.to_json())
    write_json(folder / "timings.json", {"seconds": dict(record.timings)})
    write_json(folder / "state.json", _state(record))
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


def _state(record: EpisodeRecord) -> dict[str, Any]:
    expected = record.scenario.expected
    return {
        "initial": record.initial,
        "final": record.final,
        "changes": [change.to_json() for change in record.changes],
        "expected": {
            "specs": list(expected.specs),
            "allowed": [_effect_json(effect) for effect in expected.allowed],
            "forbidden": [_effect_json(effect) for effect in expected.forbidden],
        },
    }


def _effect_json(effect: Effect) -> dict[str, Any]:
    return {
        "table": effect.table,
        "operation": effect.operation,
        "where": dict(effect.where),
        "columns": sorted(effect.columns),
        "severity": effect.severity.value,
    }


def _expected(raw: Mapping[str, Any]) -> SpecSet:
    allowed, forbidden = (tuple(_effect(item) for item in raw[name]) for name in ("allowed", "forbidden"))
    return SpecSet(tuple(raw["specs"]), allowed, forbidden)


def _effect(raw: Mapping[str, Any]) -> Effect:
    return Effect(
        table=raw["table"],
        operation=raw["operation"],
        where=raw["where"],
        columns=frozenset(raw["columns"]),
        severity=Severity(raw["severity"]),
    )


def _change(raw: Mapping[str, Any]) -> Change:
    return Change(raw["table"], raw["key"], raw["operation"], raw["old"], raw["new"], raw["derived"])


def _line(text: bytes) -> dict[str, Any] | None:
    """The line of an episode, if it is one."""
    try:
        line = json.loads(text)
    except ValueError:
        return None
    if not isinstance(line, dict) or not line.keys() >= _NEEDED:
        return None
    name, mode, trial = line["scenario"], line["mode"], line["trial"]
    named = isinstance(name, str) and NAME.fullmatch(name) and mode in ("ui", "text")
    return line if named and isinstance(trial, int) and not isinstance(trial, bool) else None


def _key_of(line: Mapping[str, Any]) -> EpisodeKey:
    return EpisodeKey(line["scenario"], line["mode"], line["trial"])


def _is_draft(file: Path) -> bool:
    """Whether it is what a kill left of a file that was being written."""
    return file.name.startswith(".") and file.name.endswith(".part")


def _ends_inside_a_line(path: Path) -> bool:
    """Whether a kill left half a line at the end."""
    if not path.exists() or path.stat().st_size == 0:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"
