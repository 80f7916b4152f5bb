"""A private choice, made from what the screen shows and from nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass

from renderer import view
from renderer.elements import Element
from renderer.markdown import plain
from ui_server.screen import Screen
from ui_server.steps import ClickStep, FillStep, Step, ToggleStep
from user_sim.rounds import Criterion, Decision


class Undecidable(Exception):
    """The screen does not show what the decision needs; `lacking` says it as the user would."""

    owner = "agent"
    code = "screen_lacks"

    def __init__(self, lacking: str) -> None:
        super().__init__(lacking)
        self.lacking = lacking


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that could be used, and all text that stands with it: its row's, or its own name."""

    element: Element
    text: str


def has_place_for(decision: Decision, screen: Screen) -> bool:
    """Whether the screen offers anything to make this choice with."""
    return bool(_matching(decision.press, screen))


def decide(decision: Decision, screen: Screen) -> tuple[Step, ...]:
    """The acts that make the choice; raises Undecidable."""
    filled = tuple(FillStep(element, str(value)) for element, value in (decision.fill or {}).items())
    if decision.tick:
        chosen = _choose(decision.by, _candidates(decision.tick, screen))
        press = _matching(decision.press, screen)
        if not press:
            raise Undecidable("I cannot see how to send off my choice.")
        ticks = tuple(ToggleStep(each.element.element_id, True) for each in chosen)
        return (*filled, *ticks, ClickStep(press[0].element_id))
    chosen = _choose(decision.by, _candidates(decision.press, screen))
    return (*filled, *(ClickStep(each.element.element_id) for each in chosen))


def _candidates(wanted: str, screen: Screen) -> list[Candidate]:
    return [Candidate(element, _text_with(element, screen)) for element in _matching(wanted, screen)]


def _matching(wanted: str, screen: Screen) -> list[Element]:
    """The operable elements with that action, else with that component id, else with that visible name."""
    usable = [element for element in screen.elements().values() if element.enabled and element.covered_by is None]
    for found in (
        [element for element in usable if element.action == wanted],
        [element for element in usable if element.component_id == wanted],
        [element for element in usable if wanted.casefold() in element.name.casefold()],
    ):
        if found:
            return found
    return []


def _text_with(element: Element, screen: Screen) -> str:
    """What a person would read as belonging to the element."""
    if element.row is None:
        return element.name
    nodes = (node for node in screen.scene.nodes.values() if _in_row(node, element))
    texts = [plain(node.text, node.variant) for node in nodes if isinstance(node, view.Text)]
    return " | ".join([*texts, element.name])


def _in_row(node: view.Node, element: Element) -> bool:
    if node.row is None or element.row is None or node.surface_id != element.surface_id:
        return False
    return node.row == element.row or node.row.startswith(f"{element.row}/")


def _choose(by: Criterion, candidates: list[Candidate]) -> list[Candidate]:
    if not candidates:
        raise Undecidable("I cannot see anything to choose with.")
    match by.kind:
        case "any":
            return candidates[:1]
        case "says":
            found = [each for each in candidates if by.pattern.casefold() in each.text.casefold()]
            if not found:
                raise Undecidable(f"I cannot find {by.pattern} on the screen.")
            return found[:1]
        case "over":
            return [each for each in candidates if _number(by, each) > by.limit]
        case "least":
            return [min(candidates, key=lambda each: _number(by, each))]
        case "most":
            return [max(candidates, key=lambda each: _number(by, each))]


def _number(by: Criterion, candidate: Candidate) -> float:
    found = re.search(by.pattern, candidate.text, re.IGNORECASE)
    if found is None:
        raise Undecidable("The screen does not show me what I need to decide.")
    return float(found[1].replace(",", ""))
