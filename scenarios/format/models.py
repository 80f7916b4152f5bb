"""The fields of scenario files and of companion files, each with what it means; docs/scenario.schema.json is theirs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, field_validator, model_validator

from agent_bridge.oracle import Oracle, OracleStep
from scenarios.format.scenario import NAME
from scenarios.scoring.effects import Effect, Severity
from ui_server.surface import Version
from user_sim.rounds import NUMERIC, Criterion, Decision, Kind, Round

StepMode = Literal["ui", "text", "both"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# -- the user ----------------------------------------------------------------------------------------------------------


class CriterionModel(_Model):
    """What decides, read from the screen: exactly one of these (`over` with its `limit`)."""

    says: str | None = Field(None, min_length=1, description="Takes the first that shows this text.")
    least: str | None = Field(None, description="A pattern whose one group finds a number; the smallest is taken.")
    most: str | None = Field(None, description="As least; the greatest is taken.")
    over: str | None = Field(None, description="As least; all above limit are taken.")
    limit: float | None = None
    earliest: str | None = Field(None, description="A pattern whose one group finds a date or time as in ISO 8601.")
    latest: str | None = Field(None, description="As earliest; the last is taken.")

    @field_validator("least", "most", "over", "earliest", "latest")
    @classmethod
    def _has_one_group(cls, pattern: str | None) -> str | None:
        try:
            groups = 1 if pattern is None else re.compile(pattern).groups
        except re.error as fault:
            raise ValueError(f"{pattern!r} is no pattern: {fault}") from fault
        if groups != 1:
            raise ValueError(f"{pattern!r} needs one group around what is compared")
        return pattern

    @model_validator(mode="after")
    def _is_one(self) -> CriterionModel:
        if len(self._given()) != 1:
            raise ValueError("by takes exactly one of says, least, most, over, earliest, latest")
        if (self.over is None) != (self.limit is None):
            raise ValueError("over and limit go together")
        return self

    def _given(self) -> dict[Kind, str]:
        kinds: dict[Kind, str | None] = {
            "says": self.says,
            "least": self.least,
            "most": self.most,
            "over": self.over,
            "earliest": self.earliest,
            "latest": self.latest,
        }
        return {kind: text for kind, text in kinds.items() if text is not None}

    def criterion(self) -> Criterion:
        ((kind, text),) = self._given().items()
        return Criterion(kind, text, self.limit or 0.0) if kind in NUMERIC else Criterion(kind, text)


class DecisionModel(_Model):
    """A choice that the user keeps to itself until a screen offers it."""

    press: str = Field(min_length=1, description="Action, component id or visible name of what it is made with.")
    by: CriterionModel | None = Field(None, description="Left out, the first is taken.")
    tick: str = Field("", description="What is ticked, named as press is; press then sends it off.")
    fill: dict[str, Any] = Field(default_factory=dict, description="What is entered first, by the input's name.")
    spoken: str = Field("", description="What the user says where there is no screen for it.")
    ask: str = Field("", description="What the user says when the screen lacks what the choice needs.")

    def decision(self) -> Decision:
        by = self.by.criterion() if self.by else Criterion()
        return Decision(self.press, by, spoken=self.spoken, tick=self.tick, fill=self.fill, ask=self.ask)


class RoundModel(_Model):
    query: str = Field(min_length=1, description="Said aloud.")
    private: str = Field("", description="Never said; what a model in the user's role goes by.")
    images: list[int] = Field(default_factory=list, description="Ids of the images handed over with the query.")
    decisions: list[DecisionModel] = Field(default_factory=list)
    needs_screen: bool = False

    def round(self) -> Round:
        return Round(
            query=self.query,
            private=self.private,
            images=tuple(self.images),
            decisions=tuple(each.decision() for each in self.decisions),
            needs_screen=self.needs_screen,
        )


# -- the oracle --------------------------------------------------------------------------------------------------------


class _StepModel(_Model):
    mode: StepMode = Field("both", description="Played in this mode only.")


class CallModel(_StepModel):
    """Calls a tool."""

    call: str = Field(min_length=1)
    args: dict[str, Any] = Field(default_factory=dict)
    save: str = Field("", description="The result is kept under this name.")
    each: str | list[Any] | None = Field(None, description="A list; one call for every {{item}} of it.")

    def step(self) -> OracleStep:
        return OracleStep("call", self.call, self.args, self.save, self.each, self.mode)


class ScreenModel(_StepModel):
    """Draws A2UI messages; `images` maps texts used as image urls to image ids."""

    screen: list[dict[str, Any]] = Field(min_length=1)
    images: dict[str, Any] = Field(default_factory=dict)
    save: str = ""

    def step(self) -> OracleStep:
        return OracleStep("screen", "", {"messages": [*self.screen], "images": self.images}, self.save, None, self.mode)


class ShowModel(_StepModel):
    """Shows a surface to the user; without a name all of them."""

    show: str | None

    def step(self) -> OracleStep:
        return OracleStep("show", self.show or "", mode=self.mode)


class SayModel(_StepModel):
    """Says something, which ends the agent's turn."""

    say: str = Field(min_length=1)

    def step(self) -> OracleStep:
        return OracleStep("say", "", self.say, mode=self.mode)


class PickModel(_StepModel):
    """Keeps one item or several of the list `from`: least, most, where, all_where, all_over."""

    pick: dict[str, Any]
    save: str = Field(min_length=1)

    def step(self) -> OracleStep:
        return OracleStep("pick", "", self.pick, self.save, None, self.mode)


_KINDS = ("call", "screen", "show", "say", "pick")


def _kind(raw: object) -> str | None:
    if isinstance(raw, Mapping):
        return next((kind for kind in _KINDS if kind in raw), None)
    return next((kind for kind in _KINDS if hasattr(raw, kind)), None)


StepModel = Annotated[
    Annotated[CallModel, Tag("call")]
    | Annotated[ScreenModel, Tag("screen")]
    | Annotated[ShowModel, Tag("show")]
    | Annotated[SayModel, Tag("say")]
    | Annotated[PickModel, Tag("pick")],
    Discriminator(_kind, custom_error_type="step", custom_error_message="a step is call, screen, show, say or pick"),
]


def oracle_of(steps: Sequence[CallModel | ScreenModel | ShowModel | SayModel | PickModel]) -> Oracle | None:
    return Oracle(tuple(step.step() for step in steps)) if steps else None


# -- the rest ----------------------------------------------------------------------------------------------------------


class EffectModel(_Model):
    """A change named by what it does: `table` may end in `.*`."""

    table: str = Field(min_length=1)
    operation: Literal["create", "update", "delete"] | None = Field(None, description="Left out, any of them.")
    where: dict[str, Any] = Field(default_factory=dict, description="Values that the row has.")
    columns: list[str] = Field(default_factory=list, description="Only updates of these columns are meant.")
    severity: Severity = Field(Severity.WRITE, description="How bad it is, where it is forbidden.")

    def effect(self) -> Effect:
        return Effect(
            table=self.table,
            operation=self.operation,
            where=self.where,
            columns=frozenset(self.columns),
            severity=self.severity,
        )


class BudgetModel(_Model):
    steps: int = Field(100, ge=1, description="Turns of agent and user, and tool calls.")
    seconds: float = Field(600, gt=0, description="Wall clock.")
    tokens: int | None = Field(None, ge=1)
    dollars: float | None = Field(None, gt=0)


class ScenarioModel(_Model):
    """One native scenario: what the user wants, how the world starts, what it has to become, and how that is done."""

    name: str = Field(pattern=f"^{NAME.pattern}$", description="Unique; also the name of its folder.")
    version: str = Field("1", min_length=1, description="Raised whenever what counts as solved changes.")
    description: str = Field(min_length=1)
    owner: str = Field(pattern=r"^[^@\s]+@[^@\s]+$", description="E-mail address of the person whose device it is.")
    now: datetime = Field(description="The episode's clock, frozen; without an offset it is UTC.")
    modes: list[Literal["ui", "text"]] = Field(min_length=1)
    rows: dict[str, list[dict[str, Any]]] = Field(default_factory=dict, description="Initial rows by table.")
    images: list[str] = Field(default_factory=list, description="Image files, relative to this one; ids from 0.")
    rounds: list[RoundModel] = Field(min_length=1)
    expected: list[dict[str, Any]] = Field(
        default_factory=list, description="Expected changes, as entity_diff_specs in the published format."
    )
    allowed: list[EffectModel] = Field(default_factory=list, description="Changes that are fine besides.")
    forbidden: list[EffectModel] = Field(default_factory=list, description="Changes that are never fine.")
    oracle: list[StepModel] = Field(default_factory=list, description="The script that solves it.")
    policy: str = Field("", description="Told to the agent before anything else.")
    criteria: str = Field("", description="What a judge goes by.")
    budgets: BudgetModel = Field(default_factory=BudgetModel)
    tags: list[str] = Field(default_factory=list)
    tools: list[str] = Field(default_factory=list, description="Tools offered; all of the tier if empty.")
    denied_tools: list[str] = Field(default_factory=list, description="Tools never offered.")
    a2ui: Version | None = Field(None, description="Version of A2UI that the agent reads the documentation of.")
    seed: int = 0

    @model_validator(mode="after")
    def _has_its_images(self) -> ScenarioModel:
        known = range(len(self.images))
        missing = [image for each in self.rounds for image in each.images if image not in known]
        if missing:
            raise ValueError(f"a round hands over image {missing[0]}, but images has {len(self.images)}, from 0")
        return self


class CompanionModel(_Model):
    """What a published scenario file lacks: the oracle, the decisions of each round, and effects."""

    decisions: dict[int, list[DecisionModel]] = Field(default_factory=dict, description="By the round's number.")
    oracle: list[StepModel] = Field(default_factory=list)
    allowed: list[EffectModel] = Field(default_factory=list)
    forbidden: list[EffectModel] = Field(default_factory=list)
