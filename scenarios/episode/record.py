"""All that is known of an episode when it is over: the evidence, without any judgement."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent_bridge.agent import Usage
from agent_bridge.messages import Message
from agent_bridge.toolkit.errors import InvalidArguments
from scenarios.episode.scheduler import Ending
from scenarios.format.scenario import Mode, Scenario
from scenarios.world.calls import Call
from scenarios.world.changes import Change
from scenarios.world.tables import Row
from ui_server.events import Event
from ui_server.expressions import Json
from ui_server.screen import Screen
from ui_server.steps import Step, step_json


@dataclass(frozen=True, slots=True)
class Fault:
    """What broke an episode and whose it is: agent, user, environment, renderer, harness or provider."""

    owner: str
    code: str
    message: str
    trace: str = ""

    @classmethod
    def of(cls, error: Exception) -> Fault:
        """The owner follows from the error's type. One that names none is the harness's own, and those keep a trace."""
        owner = str(getattr(error, "owner", "harness"))
        trace = "".join(traceback.format_exception(error)) if owner == "harness" else ""
        return cls(owner, str(getattr(error, "code", type(error).__name__)), str(error), trace)

    def to_json(self) -> dict[str, str]:
        return {"owner": self.owner, "code": self.code, "message": self.message, "trace": self.trace}


@dataclass(frozen=True, slots=True)
class Interaction:
    """One act of the user on a screen, with what it led to or why it was refused."""

    step: Step
    events: tuple[Event, ...]
    refused: Mapping[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        return {
            "step": step_json(self.step),
            "events": [event.to_json() for event in self.events],
            "refused": dict(self.refused) if self.refused else None,
        }


@dataclass(frozen=True, slots=True)
class ScreenShot:
    """A screen of the episode: `at` counts the messages before it, `shown` tells whether the user saw it."""

    at: int
    screen: Screen
    shown: bool

    def to_json(self) -> dict[str, Any]:
        picture = self.screen.drawing.picture
        return {
            "at": self.at,
            "shown": self.shown,
            "revision": self.screen.revision,
            "sha256": picture.sha256,
            "width": picture.width,
            "height": picture.height,
        }


@dataclass(slots=True)
class Counts:
    """How it went so far, counted as it happens; the process axis of the outcome is made of it."""

    invalid_actions: int = 0
    invalid_arguments: int = 0
    recoveries: int = 0
    repeats: int = 0
    screens_rejected: int = 0
    refused_acts: int = 0
    bypasses: int = 0
    grace_turns: int = 0
    lacking: list[str] = field(default_factory=list)
    payloads: dict[str, Json] = field(default_factory=dict)

    def count_call(self, made: Call, before: Sequence[Call]) -> None:
        """`before` ends with `made` itself."""
        earlier = before[:-1]
        if not made.ok:
            self.count_refusal((made.error or {}).get("code"))
            return
        same = [call for call in earlier if call.tool == made.tool]
        self.repeats += any(call.arguments_text == made.arguments_text and call.changes for call in same)
        self.recoveries += bool(same) and not same[-1].ok

    def count_refusal(self, code: Json) -> None:
        """`code` is that of the error the agent was answered with."""
        self.invalid_arguments += code == InvalidArguments.code
        self.invalid_actions += code != InvalidArguments.code

    def to_json(self) -> dict[str, Json]:
        return {
            "invalid_actions": self.invalid_actions,
            "invalid_arguments": self.invalid_arguments,
            "recoveries": self.recoveries,
            "repeats": self.repeats,
            "screens_rejected": self.screens_rejected,
            "refused_acts": self.refused_acts,
            "bypasses": self.bypasses,
            "grace_turns": self.grace_turns,
            "lacking": list(self.lacking),
            "payloads": dict(self.payloads),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeRecord:
    """`initial` and `final` are all rows of all tables, `changes` what became of them, `timings` seconds by phase."""

    scenario: Scenario
    mode: Mode
    ending: Ending
    fault: Fault | None
    messages: tuple[Message, ...]
    calls: tuple[Call, ...]
    interactions: tuple[Interaction, ...]
    screens: tuple[ScreenShot, ...]
    initial: Mapping[str, list[Row]]
    final: Mapping[str, list[Row]]
    changes: tuple[Change, ...]
    digest: str
    process: Counts
    steps: int
    usage: Usage
    timings: Mapping[str, float]

    def to_json(self) -> dict[str, Any]:
        """episode.json without its timings, which are never the same twice."""
        return {
            "scenario": self.scenario.name,
            "mode": self.mode,
            "ending": self.ending.value,
            "fault": self.fault.to_json() if self.fault else None,
            "steps": self.steps,
            "usage": {
                "input_tokens": self.usage.input_tokens,
                "output_tokens": self.usage.output_tokens,
                "dollars": self.usage.dollars,
            },
            "process": self.process.to_json(),
            "digest": self.digest,
            "messages": [message.to_json() for message in self.messages],
            "calls": [call.to_json() for call in self.calls],
            "interactions": [interaction.to_json() for interaction in self.interactions],
            "screens": [shot.to_json() for shot in self.screens],
        }
