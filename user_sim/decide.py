"""A private choice, made from what the screen shows and from nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import regex

from renderer import view
from renderer.elements import Element
from renderer.markdown import plain
from ui_server.expressions import Json
from ui_server.functions import to_text
from ui_server.screen import Screen
from ui_server.steps import ChooseStep, ClickStep, FillStep, SetStep, Step, ToggleStep
from user_sim.rounds import NUMERIC, Criterion, Decision

_TICKED = ("checkbox", "radio", "option")

PATTERN_SECONDS = 0.5
"""How long a pattern may look at one text of a screen, which an agent wrote."""


class Undecidable(Exception):
    """The screen does not show what the decision needs; `lacking` says it as the user would."""

    owner = "agent"
    code = "screen_lacks"

    def __init__(self, lacking: str) -> None:
        super().__init__(lacking)
        self.lacking = lacking


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that could be chosen: the act that does it, and all text that a person reads as belonging to it."""

    act: Step
    text: str


def has_place_for(decision: Decision, screen: Screen) -> bool:
    """Whether the screen offers anything to make this choice with."""
    return bool(_matching(decision.tick or decision.press, screen))


def decide(decision: Decision, screen: Screen) -> tuple[Step, ...]:
    """The acts that make the choice; raises Undecidable."""
    try:
        return _acts(decision, screen)
    except Undecidable as fault:
        raise Undecidable(decision.ask or fault.lacking) from fault


def _acts(decision: Decision, screen: Screen) -> tuple[Step, ...]:
    filled = tuple(_filling(name, value, screen) for name, value in decision.fill.items())
    chosen = _choose(decision.by, _candidates(decision.tick or decision.press, screen))
    acts = (*filled, *(each.act for each in chosen))
    if not decision.tick:
        return acts
    press = _matching(decision.press, screen, also_disabled=True)
    if not press:
        raise Undecidable("I cannot see how to send off my choice.")
    return (*acts, ClickStep(press[0].element_id))


def _filling(name: str, value: Json, screen: Screen) -> Step:
    found = _matching(name, screen)
    if not found:
        raise Undecidable(f"I cannot see where to enter {to_text(value)}.")
    element = found[0]
    if element.role == "textbox":
        return FillStep(element.element_id, to_text(value))
    if element.role == "combobox":
        return ChooseStep(element.element_id, (to_text(value),))
    return SetStep(element.element_id, value)


# -- what there is to choose from --------------------------------------------------------------------------------------


def _candidates(wanted: str, screen: Screen) -> list[Candidate]:
    """The matching elements; of a closed menu, its options."""
    found = _matching(wanted, screen)
    keys = {_node_key(element) for element in found}
    return [candidate for element in found for candidate in _ways(element, screen, keys)]


def _ways(element: Element, screen: Screen, rivals: Collection[str]) -> list[Candidate]:
    if element.role == "combobox":
        options = element.options or ()
        return [Candidate(ChooseStep(element.element_id, (option.value,)), option.label) for option in options]
    ticked = element.role in _TICKED
    act: Step = ToggleStep(element.element_id, True) if ticked else ClickStep(element.element_id)
    return [Candidate(act, _text_with(element, screen, rivals))]


def _matching(wanted: str, screen: Screen, *, also_disabled: bool = False) -> list[Element]:
    """The operable elements with that action, else with that component id, else with that visible name."""
    usable = [
        element
        for element in screen.elements().values()
        if (element.enabled or also_disabled) and element.covered_by is None
    ]
    for found in (
        [element for element in usable if element.action == wanted],
        [element for element in usable if element.component_id == wanted],
        [element for element in usable if wanted.casefold() in element.name.casefold()],
    ):
        if found:
            return found
    return []


# -- what a person reads beside it -------------------------------------------------------------------------------------


def _text_with(element: Element, screen: Screen, rivals: Collection[str]) -> str:
    """The texts of its row; outside rows those of the widest part of the screen in which it has no rival."""
    if "#" in element.element_id:
        return element.name
    if element.row is not None:
        return _joined((node for node in screen.scene.nodes.values() if _in_row(node, element)), element)
    roots = (surface.root for surface in screen.scene.view.surfaces if surface.surface_id == element.surface_id)
    part = next((root for root in roots if root is not None), None)
    others = set(rivals) - {_node_key(element)}
    while part is not None and any(node.key in others for node in view.walk(part)):
        part = next((child for child in part.children() if _holds(child, element)), None)
    return _joined(view.walk(part) if part is not None else (), element)


def _joined(nodes: Iterable[view.Node], element: Element) -> str:
    texts = [text for node in nodes for text in _texts_of(node) if text]
    return " | ".join(dict.fromkeys([*texts, element.name]))


def _texts_of(node: view.Node) -> tuple[str, ...]:
    """What a person reads in it: text, and what stands in inputs and beside them."""
    match node:
        case view.Text():
            return (plain(node.text, node.variant),)
        case view.TextField() | view.DateTimeInput():
            return (node.label, node.value)
        case view.Slider():
            return (node.label, to_text(node.value))
        case view.ChoicePicker():
            return (node.label, *(option.label for option in node.options if option.selected))
        case view.CheckBox():
            return (node.label,)
    return ()


def _holds(part: view.Node, element: Element) -> bool:
    return any(node.key == element.element_id for node in view.walk(part))


def _in_row(node: view.Node, element: Element) -> bool:
    if node.row is None or element.row is None or node.surface_id != element.surface_id:
        return False
    return node.row == element.row or node.row.startswith(f"{element.row}/")


def _node_key(element: Element) -> str:
    return element.element_id.partition("#")[0]


# -- the choice --------------------------------------------------------------------------------------------------------


def _choose(by: Criterion, candidates: list[Candidate]) -> list[Candidate]:
    if not candidates:
        raise Undecidable("I cannot see anything to choose with.")
    if by.kind == "any":
        return candidates[:1]
    if by.kind == "says":
        found = [each for each in candidates if by.pattern.casefold() in each.text.casefold()]
        if not found:
            raise Undecidable(f"I cannot find {by.pattern} on the screen.")
        return found[:1]
    if by.kind in NUMERIC:
        return _by_number(by, [(_number(by, each), each) for each in candidates])
    order = sorted(((_found(by, each), each) for each in candidates), key=lambda pair: pair[0])
    return [order[0][1] if by.kind == "earliest" else order[-1][1]]


def _by_number(by: Criterion, rated: list[tuple[float, Candidate]]) -> list[Candidate]:
    if by.kind == "over":
        return [each for number, each in rated if number > by.limit]
    order = sorted(rated, key=lambda pair: pair[0] if by.kind == "least" else -pair[0])
    return [order[0][1]]


def _number(by: Criterion, candidate: Candidate) -> float:
    try:
        return float(_found(by, candidate).replace(",", ""))
    except ValueError as fault:
        raise Undecidable("I cannot read the figures on the screen.") from fault


def _found(by: Criterion, candidate: Candidate) -> str:
    try:
        found = regex.search(by.pattern, candidate.text, regex.IGNORECASE, timeout=PATTERN_SECONDS)
    except TimeoutError as fault:
        raise Undecidable("The screen shows me more than I can read.") from fault
    if found is None:
        raise Undecidable("The screen does not show me what I need to decide.")
    return found[1]
