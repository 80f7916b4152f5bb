"""One episode: the scheduler asks who acts, roles answer, calls run, screens are shown, all is recorded."""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import Awaitable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from agent_bridge.agent import Agent, AgentTurn, AgentView, sound_turn
from agent_bridge.messages import Role, ToolCall, ToolResult
from agent_bridge.notification import notification_of
from agent_bridge.toolkit.errors import ToolError
from agent_bridge.toolkit.tool import Tool
from agent_bridge.ui_tools import DOCS_VERSION, SCREEN_DOMAIN, ScreenDesk, run_ui_tool, ui_tools
from scenarios.episode.budgets import Spending
from scenarios.episode.conversation import Conversation
from scenarios.episode.errors import TurnTimedOut, UserStuck
from scenarios.episode.record import Counts, EpisodeRecord, Fault, Interaction, ScreenShot
from scenarios.episode.scheduler import MOST_GRACE_CALLS, Ending, Scheduler
from scenarios.format.scenario import Mode, Scenario
from scenarios.world import device
from scenarios.world.calls import Calls
from scenarios.world.world import World
from ui_server.errors import ActRefused, BadStep, StaleScreen
from ui_server.events import Event
from ui_server.expressions import Json
from ui_server.screen import Screen
from ui_server.session import Session
from ui_server.steps import SendStep, Step
from ui_server.surface import Version
from user_sim.user import User, UserTurn, UserView, sound_user_turn

T = TypeVar("T")


MOST_REFUSED_TURNS: Final = 25
"""Turns in a row of a user that end in a refused act; then the user is stuck, and the agent not to blame."""
GRACE_SECONDS: Final = 60.0
"""How long the agent may take over a turn when the wall clock budget has ended and a press is still to be answered."""
_UI_TOOLS: Final = {tool.name: tool for tool in ui_tools()}


@dataclass(slots=True)
class WorldImages:
    """The world's images by id, for the screens."""

    world: World

    def image(self, image_id: int) -> bytes:
        row = next((row for row in self.world.rows.rows(device.IMAGES.name) if row["image_id"] == image_id), None)
        if row is None or not row.get("image_content"):
            raise KeyError(image_id)
        return self.world.images.read(str(row["image_content"]))


@dataclass(slots=True)
class Episode:
    """Plays `scenario` once. World and session belong to this episode alone; whoever opened them closes them.

    `docs` is the version of A2UI whose documentation the agent reads.
    """

    scenario: Scenario
    mode: Mode
    agent: Agent
    user: User
    world: World
    calls: Calls
    session: Session | None
    spending: Spending
    docs: Version = DOCS_VERSION
    conversation: Conversation = field(default_factory=Conversation)
    scheduler: Scheduler = field(default_factory=Scheduler)
    process: Counts = field(default_factory=Counts)
    interactions: list[Interaction] = field(default_factory=list)
    screens: list[ScreenShot] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    _desk: ScreenDesk | None = field(init=False, default=None)
    _screen: Screen | None = field(init=False, default=None)
    _refused: ActRefused | None = field(init=False, default=None)
    _refusals: int = field(init=False, default=0)
    _last_words: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        if self.session is not None:
            self._desk = ScreenDesk(self.session, WorldImages(self.world), docs=self.docs)

    async def play(self) -> EpisodeRecord:
        """Play to the end. A fault of any role ends the episode and is recorded with its owner; nothing is raised."""
        initial = copy.deepcopy(self.world.rows.all_rows())
        ending, fault = Ending.FAULT, None
        try:
            self._open()
            ending = await self._loop()
        except Exception as error:  # noqa: BLE001  # one broken episode must not end a run
            fault = Fault.of(error)
        return self._record(initial, ending, fault)

    def _open(self) -> None:
        if self.scenario.policy:
            self.conversation.say(Role.SYSTEM, Role.AGENT, self.scenario.policy)
        first = self.scenario.rounds[0]
        self.conversation.say(Role.USER, Role.AGENT, first.query, images=first.images)

    async def _loop(self) -> Ending:
        while True:
            ended = self.spending.ended()
            if ended is not None:
                return await self._end_by(ended)
            if self.scheduler.stalled:
                return Ending.SILENCE
            if self.scheduler.next is Role.AGENT:
                try:
                    await self._agent_turn(self.spending.seconds_left)
                except TurnTimedOut:
                    return Ending.SECONDS
                continue
            ending = await self._user_turn()
            if ending is not None:
                return ending

    async def _end_by(self, ended: Ending) -> Ending:
        """Whatever budget has ended, a press that the agent has not answered yet is answered."""
        if self.scheduler.owed:
            self.process.grace_turns += 1
            await self._last_answer(self.scheduler.owed)
        return ended

    async def _last_answer(self, most_calls: int = MOST_GRACE_CALLS) -> None:
        """The agent finishes its turn; the user then says nothing more."""
        self._last_words = True
        for _ in range(most_calls):
            try:
                await self._agent_turn(max(GRACE_SECONDS, self.spending.seconds_left))
            except TurnTimedOut:
                return
            if self.scheduler.next is Role.USER:
                return

    # -- the agent -----------------------------------------------------------------------------------------------

    async def _agent_turn(self, seconds: float) -> None:
        view = AgentView(self.conversation.view(Role.AGENT), self._tools(), ui=self._desk is not None)
        turn = sound_turn(await self._turn(Role.AGENT, self.agent.act(view), seconds))
        self.spending.step(turn.usage)
        if turn.calls:
            await self._run_calls(turn)
            return
        showed = self._take_shown()
        if turn.text:
            self.conversation.say(Role.AGENT, Role.USER, turn.text)
        self.scheduler.agent_spoke(anything=bool(turn.text) or showed)

    async def _run_calls(self, turn: AgentTurn) -> None:
        if turn.text:
            self.conversation.say(Role.AGENT, Role.USER, turn.text)
        self.conversation.call(Role.AGENT, turn.calls)
        for call in turn.calls:
            result, screen = await self._run_call(call) if self._may_call() else (_too_late(call), None)
            self.conversation.answer(Role.AGENT, result, screen=screen)
        self.scheduler.agent_called()

    def _may_call(self) -> bool:
        """Whether a budget lets one more call through, or the answer to a press or a last word is still to be made."""
        return self._last_words or bool(self.scheduler.owed) or self.spending.ended() is None

    async def _run_call(self, call: ToolCall) -> tuple[ToolResult, str | None]:
        self.spending.step()
        if self._desk is not None and call.tool in _UI_TOOLS:
            return await self._run_ui_call(self._desk, call)
        started = time.perf_counter()
        made = self.calls.run(call.tool, call.arguments)
        self.timings["tool"] = self.timings.get("tool", 0.0) + time.perf_counter() - started
        self.process.count_call(made, self.calls.made)
        return ToolResult(call.call_id, call.tool, made.answer, ok=made.ok), None

    async def _run_ui_call(self, desk: ScreenDesk, call: ToolCall) -> tuple[ToolResult, str | None]:
        tool = _UI_TOOLS[call.tool]
        try:
            phase = "render" if tool.domain == SCREEN_DOMAIN else "tool"
            value = await self._timed(phase, run_ui_tool(tool, desk, call.arguments))
        except ToolError as refusal:
            self.process.count_refusal(refusal.code)
            return ToolResult(call.call_id, call.tool, {"error": refusal.to_json()}, ok=False), None
        drawn = desk.drawn if isinstance(value, dict) and "screenshot" in value else None
        rejected = isinstance(value, dict) and value.get("accepted") is False
        self.process.screens_rejected += rejected
        if drawn is not None:
            self._keep(drawn, shown=False)
        picture = drawn.drawing.picture.sha256 if drawn else None
        return ToolResult(call.call_id, call.tool, value, ok=not rejected), picture

    def _take_shown(self) -> bool:
        """What the agent showed in this turn is put before the user."""
        if self._desk is None or self._desk.shown is None:
            return False
        self._put_before_user(self._desk.shown)
        self._desk.shown = None
        return True

    def _put_before_user(self, screen: Screen) -> None:
        self._screen = screen
        self._keep(screen, shown=True)
        self.conversation.show(screen.drawing.picture.sha256)

    def _keep(self, screen: Screen, *, shown: bool) -> None:
        self.screens.append(ScreenShot(len(self.conversation.messages), screen, shown))

    def _tools(self) -> tuple[Tool, ...]:
        offered = tuple(self.calls.registry)
        return (*offered, *_UI_TOOLS.values()) if self._desk is not None else offered

    # -- the user ------------------------------------------------------------------------------------------------

    async def _user_turn(self) -> Ending | None:
        """Acts, then text and images, then the end; a refused act brings the turn back, and the rest of it is void."""
        view = UserView(self.conversation.view(Role.USER), self._screen, self._refused, ui=self.session is not None)
        self._refused = None
        turn = sound_user_turn(await self._turn(Role.USER, self.user.act(view), self.spending.seconds_left))
        self.spending.step(turn.usage)
        self.process.bypasses += turn.spoken
        self.process.lacking += [turn.lacking] if turn.lacking else []
        pressed = await self._act(turn.acts)
        if self._refused is None:
            self._refused = self._unknown_image(turn.images)
        if self._refused is not None:
            self._refusals = 0 if pressed else self._refusals + 1
            if self._refusals >= MOST_REFUSED_TURNS:
                raise UserStuck(self._refusals, self._refused)
            self.scheduler.user_acted(pressed=pressed)
            return None
        self._refusals = 0
        return await self._hand_over(turn, pressed=pressed)

    async def _hand_over(self, turn: UserTurn, *, pressed: bool) -> Ending | None:
        said = bool(turn.text or turn.images)
        if said:
            self.conversation.say(Role.USER, Role.AGENT, turn.text, images=turn.images)
        if turn.acts:
            self.scheduler.user_acted(pressed=pressed)
        if said or not turn.acts:
            self.scheduler.user_spoke(anything=said)
        if not turn.ended:
            return None
        if pressed or said:
            await self._last_answer()
        return Ending.USER_GAVE_UP if turn.gave_up else Ending.USER_DONE

    async def _act(self, acts: Iterable[Step]) -> bool:
        """Perform the acts in the live page, up to the first that is refused; True when the agent was told of any."""
        told = False
        for step in acts:
            try:
                events, screen = await self._timed("render", self._perform(step))
            except ActRefused as refusal:
                self._refused = refusal
                self.process.refused_acts += 1
                self.interactions.append(Interaction(step, (), refusal.to_json()))
                return told
            self._screen = screen
            self._keep(screen, shown=True)
            self.interactions.append(Interaction(step, events, None))
            told = self._tell_agent(events) or told
        return told

    async def _perform(self, step: Step) -> tuple[tuple[Event, ...], Screen]:
        if isinstance(step, SendStep):
            raise BadStep("Only the agent sends messages to a screen.")
        if self.session is None:
            raise StaleScreen("There is no screen in text mode.", code="not_shown", hint="Say it.")
        return await self.session.interact([step])

    def _tell_agent(self, events: tuple[Event, ...]) -> bool:
        if self._desk is None:
            return False
        told = [event for event in events if event.message is not None]
        for event in told:
            self.conversation.notify(notification_of(event, self._desk.values))
        return bool(told)

    def _unknown_image(self, images: Iterable[int]) -> ActRefused | None:
        known = {row["image_id"] for row in self.world.rows.rows(device.IMAGES.name)}
        unknown = [image for image in images if image not in known]
        listed = ", ".join(str(image) for image in sorted(known, key=str)) or "none"
        message, hint = "There is no image {}.", f"Images: {listed}."
        return ActRefused(message.format(unknown[0]), code="no_such_image", hint=hint) if unknown else None

    # -- the record ----------------------------------------------------------------------------------------------

    async def _turn(self, role: Role, work: Awaitable[T], seconds: float) -> T:
        """A role's turn; raises TurnTimedOut when it takes longer than `seconds`."""
        try:
            async with asyncio.timeout(seconds) as limit:
                return await self._timed(role.value, work)
        except TimeoutError as fault:
            if not limit.expired():
                raise
            raise TurnTimedOut(role, seconds) from fault

    async def _timed(self, phase: str, work: Awaitable[T]) -> T:
        started = time.perf_counter()
        try:
            return await work
        finally:
            self.timings[phase] = self.timings.get(phase, 0.0) + time.perf_counter() - started

    def _record(
        self, initial: Mapping[str, list[dict[str, Json]]], ending: Ending, fault: Fault | None
    ) -> EpisodeRecord:
        if self._desk is not None:
            self.process.payloads = self._desk.tally.to_json()
        return EpisodeRecord(
            scenario=self.scenario,
            mode=self.mode,
            ending=ending,
            fault=fault,
            messages=tuple(self.conversation.messages),
            calls=self.calls.made,
            interactions=tuple(self.interactions),
            screens=tuple(self.screens),
            initial=initial,
            final=self.world.rows.all_rows(),
            changes=self.world.rows.changes(),
            digest=self.world.rows.digest,
            process=self.process,
            steps=self.spending.steps,
            usage=self.spending.usage,
            timings=dict(self.timings),
        )


def _too_late(call: ToolCall) -> ToolResult:
    error: Json = {"code": "budget_ended", "message": "The episode's budget has ended: this call was not made."}
    return ToolResult(call.call_id, call.tool, {"error": error}, ok=False)
