"""Tool calls in a world: checked, run as one step, and recorded with all that they changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from agent_bridge.toolkit.errors import ToolError
from agent_bridge.toolkit.registry import Registry
from scenarios.world import device
from scenarios.world.changes import Change
from scenarios.world.columns import to_json_text
from scenarios.world.database import Attempt
from scenarios.world.errors import ToolCrashed, ToolMisled
from scenarios.world.world import World
from ui_server.expressions import Json


@dataclass(frozen=True, slots=True)
class Call:
    """One call as evidence. Arguments and answer are kept as text, so that nobody can alter them afterwards.

    `digest` is that of the state after the call, `at` the time of the episode when it was made.
    """

    index: int
    tool: str
    at: str
    arguments_text: str
    result_text: str
    error_text: str
    changes: tuple[Change, ...]
    digest: str

    @property
    def ok(self) -> bool:
        return not self.error_text

    @property
    def arguments(self) -> dict[str, Json]:
        arguments: dict[str, Json] = json.loads(self.arguments_text)
        return arguments

    @property
    def result(self) -> Json:
        """What the tool returned; None if it was refused."""
        return _parsed(self.result_text) if self.ok else None

    @property
    def error(self) -> dict[str, Json] | None:
        """Code, message and hint of the refusal."""
        return json.loads(self.error_text) if self.error_text else None

    @property
    def answer(self) -> Json:
        """What the caller is told: the result, or an object whose only entry is `error`."""
        return self.result if self.ok else {"error": self.error}

    def to_json(self) -> dict[str, Json]:
        return {
            "index": self.index,
            "tool": self.tool,
            "at": self.at,
            "arguments": self.arguments,
            "ok": self.ok,
            "result": self.result,
            "error": self.error,
            "changes": [change.to_json() for change in self.changes],
            "digest": self.digest,
        }


class Calls:
    """Runs the tools of a registry in one world, one after the other, and remembers every call."""

    def __init__(self, world: World, registry: Registry) -> None:
        self.world = world
        self.registry = registry
        self._made: list[Call] = []

    @property
    def made(self) -> tuple[Call, ...]:
        return tuple(self._made)

    def run(self, tool: str, arguments: Mapping[str, Json]) -> Call:
        """Makes one call. A wrong call and one that the world refuses are recorded too, and change nothing.

        Raises ToolCrashed if the tool itself fails, ToolMisled where the scenario's rows may be to blame. Its changes
        are rolled back and the call is recorded.
        """
        try:
            attempt, result = self._attempt(tool, arguments)
        except ToolError as error:
            return self._record(tool, arguments, error=to_json_text(error.to_json()))
        except Exception as error:
            crash = (ToolMisled if self.world.report.misfits else ToolCrashed)(tool, error)
            self._record(tool, arguments, error=to_json_text({"code": "tool_crashed", "message": str(crash)}))
            raise crash from error
        return self._record(tool, arguments, result=result, changes=attempt.changes)

    def _attempt(self, name: str, arguments: Mapping[str, Json]) -> tuple[Attempt, str]:
        tool = self.registry.get(name)
        accepted = tool.arguments.accept(arguments)
        device.require(self.world, tool.needs)
        with self.world.attempt() as attempt:
            result = to_json_text(tool.function(self.world, **accepted))
        return attempt, result

    def _record(
        self,
        tool: str,
        arguments: Mapping[str, Json],
        *,
        result: str = "",
        error: str = "",
        changes: tuple[Change, ...] = (),
    ) -> Call:
        call = Call(
            index=len(self._made),
            tool=tool,
            at=self.world.now(),
            arguments_text=to_json_text(dict(arguments)),
            result_text=result,
            error_text=error,
            changes=changes,
            digest=self.world.rows.digest,
        )
        self._made.append(call)
        self.world.clock.tick()
        return call


def _parsed(text: str) -> Json:
    value: Json = json.loads(text)
    return value
