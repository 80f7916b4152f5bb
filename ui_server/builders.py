"""One builder for each kind of component: its properties, evaluated, as a node of the tree."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from renderer import view
from renderer.view import Node
from ui_server.component import ChoiceItem
from ui_server.expressions import Json
from ui_server.functions import is_number, to_text
from ui_server.moments import moment_kind, moment_text

if TYPE_CHECKING:
    from ui_server.resolve import Place, Walk

FARTHEST_END: Final = 1e15
"""The farthest from zero that an end of a slider may lie."""
MENU_FROM: Final = 8
"""From this many options on, a choice of one is a closed menu instead of a list of radio buttons."""
MAX_SOURCE: Final = 8_000
"""Characters of an address that the screen report repeats; the picture of a longer data: URI is shown all the same."""
MAX_SELECTED: Final = 1_000
"""Entries of a selection that are looked at."""


def _one_of(value: Json, allowed: tuple[str, ...], default: str) -> Any:
    return value if isinstance(value, str) and value in allowed else default


_TEXT_VARIANTS = ("h1", "h2", "h3", "h4", "h5", "caption", "body")
_FITS = ("contain", "cover", "fill", "none", "scaleDown")
_SIZES = ("icon", "avatar", "smallFeature", "mediumFeature", "largeFeature", "header")
_JUSTIFY = ("start", "center", "end", "spaceBetween", "spaceAround", "spaceEvenly", "stretch")
_ALIGN = ("start", "center", "end", "stretch")


def _text(walk: Walk, place: Place) -> Node:
    variant = _one_of(walk.value(place, "variant"), _TEXT_VARIANTS, "body")
    return view.Text(**walk.common(place), text=walk.text(place, "text"), variant=variant)


def _image(walk: Walk, place: Place) -> Node:
    source = to_text(walk.value(place, "url"))
    picture, refusal = walk.picture(source, place.component)
    return view.Image(
        **walk.common(place),
        source=source if len(source) <= MAX_SOURCE else f"{source[:MAX_SOURCE]}…",
        picture=picture,
        refusal=refusal,
        description=walk.text(place, "description"),
        fit=_one_of(walk.value(place, "fit"), _FITS, "fill"),
        variant=_one_of(walk.value(place, "variant"), _SIZES, "mediumFeature"),
    )


def _icon(walk: Walk, place: Place) -> Node:
    name = walk.value(place, "name")
    path = name.get("svgPath") if isinstance(name, dict) else None
    return view.Icon(
        **walk.common(place),
        name="" if isinstance(name, dict) else to_text(name),
        path=to_text(path) if path is not None else None,
    )


def _video(walk: Walk, place: Place) -> Node:
    poster = to_text(walk.value(place, "posterUrl"))
    return view.Video(
        **walk.common(place),
        source=walk.text(place, "url"),
        poster=walk.picture(poster, place.component)[0] if poster else None,
        description=walk.text(place, "description"),
    )


def _audio(walk: Walk, place: Place) -> Node:
    source, description = walk.text(place, "url"), walk.text(place, "description")
    return view.AudioPlayer(**walk.common(place), source=source, description=description)


def _stack(kind: type[view.Row] | type[view.Column]) -> Callable[[Walk, Place], Node]:
    def build(walk: Walk, place: Place) -> Node:
        return kind(
            **walk.common(place),
            items=walk.items(place),
            justify=_one_of(walk.value(place, "justify"), _JUSTIFY, "start"),
            align=_one_of(walk.value(place, "align"), _ALIGN, "stretch"),
        )

    return build


def _list(walk: Walk, place: Place) -> Node:
    return view.List(
        **walk.common(place),
        items=walk.items(place),
        direction=_one_of(walk.value(place, "direction"), ("vertical", "horizontal"), "vertical"),
        align=_one_of(walk.value(place, "align"), _ALIGN, "stretch"),
    )


def _card(walk: Walk, place: Place) -> Node:
    return view.Card(**walk.common(place), child=walk.slot(place, "child"))


def _tabs(walk: Walk, place: Place) -> Node:
    items = walk.within_limit(place, place.component.tabs)
    selected = min(walk.surface.local.open_tabs.get(place.local_key, 0), max(len(items) - 1, 0))
    heads = tuple(view.Tab(walk.words(place, item.title), number) for number, item in enumerate(items))
    pane = walk.node(items[selected].child, place.scope, place.trail, place.depth) if items else None
    return view.Tabs(**walk.common(place), tabs=heads, selected=selected, pane=pane)


def _modal(walk: Walk, place: Place) -> Node:
    is_open = place.local_key in walk.surface.local.open_modals
    trigger = walk.slot(place, "trigger")
    content = walk.slot(place, "content") if is_open else None
    return view.Modal(**walk.common(place), trigger=trigger, content=content, open=is_open)


def _divider(walk: Walk, place: Place) -> Node:
    axis = _one_of(walk.value(place, "axis"), ("horizontal", "vertical"), "horizontal")
    return view.Divider(**walk.common(place), axis=axis)


def _button(walk: Walk, place: Place) -> Node:
    messages = walk.messages(place)
    action = place.component.action
    return view.Button(
        **walk.common(place),
        child=walk.slot(place, "child"),
        variant=_one_of(walk.value(place, "variant"), ("default", "primary", "borderless"), "default"),
        enabled=not messages,
        action=action.name if action else None,
        messages=messages,
    )


def _text_field(walk: Walk, place: Place) -> Node:
    return view.TextField(
        **walk.input(place),
        value=walk.cut(place, to_text(walk.local(place))),
        variant=_one_of(walk.value(place, "variant"), ("shortText", "longText", "number", "obscured"), "shortText"),
        placeholder=walk.text(place, "placeholder"),
    )


def _check_box(walk: Walk, place: Place) -> Node:
    return view.CheckBox(**walk.input(place), checked=walk.local(place) is True)


def _choice_picker(walk: Walk, place: Place) -> Node:
    multiple = walk.value(place, "variant") == "multipleSelection"
    items = walk.within_limit(place, distinct(place.component.options))
    chosen = selection(walk.local(place), items, multiple=multiple)
    options = tuple(view.Option(item.value, walk.words(place, item.label), item.value in chosen) for item in items)
    # The box to filter by is `<key>#filter`; an option of that name would be the same element.
    filterable = walk.value(place, "filterable") is True and all(item.value != "filter" for item in items)
    typed = walk.surface.local.filters.get(place.local_key, "") if filterable else ""
    chips = walk.value(place, "displayStyle") == "chips"
    closed = len(options) >= MENU_FROM and not multiple and not filterable
    most = int(_number(walk.value(place, "most"), 0))
    return view.ChoicePicker(
        **walk.input(place),
        options=options,
        shown=tuple(option for option in options if typed.casefold() in option.label.casefold()),
        multiple=multiple,
        layout="chips" if chips else "menu" if closed else "list",
        filterable=filterable,
        filter=typed,
        most=most if most > 0 else None,
    )


def distinct(options: Sequence[ChoiceItem]) -> Sequence[ChoiceItem]:
    """The options without those whose value came before: no one could tell which of the two was chosen."""
    first: dict[str, ChoiceItem] = {}
    for item in options:
        first.setdefault(item.value, item)
    return tuple(first.values())


def selection(value: Json, options: Sequence[ChoiceItem], *, multiple: bool) -> frozenset[str]:
    """The chosen among the options; agents bind lists, and now and then a single text.

    Of a choice of one the first that is offered counts.
    """
    written = value[:MAX_SELECTED] if isinstance(value, list) else [] if value is None or value == "" else [value]
    offered = {item.value for item in options}
    chosen = [text for item in written if item is not None and (text := to_text(item)) in offered]
    return frozenset(chosen if multiple else chosen[:1])


def _slider(walk: Walk, place: Place) -> Node:
    low, high, step = slider_range(walk.value(place, "min"), walk.value(place, "max"), walk.value(place, "steps"))
    value = walk.local(place)
    number = _number(value, low)
    return view.Slider(
        **walk.input(place),
        value=min(max(number, low), high),
        min=low,
        max=high,
        step=step,
    )


def slider_range(low: Json, high: Json, steps: Json) -> tuple[float, float, float | None]:
    """Least, greatest and step of a slider: reversed ends are swapped, `steps` (v1.0) divides the range evenly.

    Ends beyond FARTHEST_END are brought to it: no control can tell such numbers apart, and their difference overflows.
    """
    least, greatest = (
        max(-FARTHEST_END, min(FARTHEST_END, _number(end, default))) for end, default in ((low, 0), (high, 100))
    )
    if least > greatest:
        least, greatest = greatest, least
    parts = _number(steps, 0)
    step = (greatest - least) / parts if parts >= 1 and greatest > least else None
    return least, greatest, step if step is not None and 0 < step < math.inf else None


def _number(value: Json, default: float) -> float:
    if is_number(value):
        return value
    try:
        number = float(value) if isinstance(value, str) else default
    except ValueError:
        return default
    return number if math.isfinite(number) else default


def _date_time(walk: Walk, place: Place) -> Node:
    kind = moment_kind(walk.value(place, "enableDate") is True, walk.value(place, "enableTime") is True)
    return view.DateTimeInput(
        **walk.input(place),
        value=moment_text(to_text(walk.local(place)), kind),
        kind=kind,
        min=moment_text(walk.text(place, "min"), kind),
        max=moment_text(walk.text(place, "max"), kind, end_of_day=True),
    )


def unknown(walk: Walk, place: Place) -> Node:
    return view.Missing(**walk.common(place), reason="unknown")


BUILDERS: Final[Mapping[str, Callable[[Walk, Place], Node]]] = {
    "Text": _text,
    "Image": _image,
    "Icon": _icon,
    "Video": _video,
    "AudioPlayer": _audio,
    "Row": _stack(view.Row),
    "Column": _stack(view.Column),
    "List": _list,
    "Card": _card,
    "Tabs": _tabs,
    "Modal": _modal,
    "Divider": _divider,
    "Button": _button,
    "TextField": _text_field,
    "CheckBox": _check_box,
    "ChoicePicker": _choice_picker,
    "Slider": _slider,
    "DateTimeInput": _date_time,
}
