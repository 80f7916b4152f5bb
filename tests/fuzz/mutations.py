"""Payloads as nobody would write them, and sound ones with something broken."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

scalars: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30)
    | st.sampled_from(
        ["root", "/", "/x/0", "${/x}", "{{x}}", "\u202e", "\u0000", "<b>", "javascript:alert(1)", "#ff0000"]
    )
)
anything: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["path", "call", "@path", "@call", "id", "args", "x"]) | st.text(max_size=5), inner
        )
    ),
    max_leaves=15,
)


def messages() -> st.SearchStrategy[Any]:
    """Lists that look like messages from afar."""
    kinds = ["createSurface", "updateComponents", "updateDataModel", "deleteSurface", "beginRendering", "surfaceUpdate"]
    bodies = st.fixed_dictionaries(
        {"surfaceId": st.sampled_from(["s", "t"])}, optional={"path": scalars, "value": anything}
    )
    components = st.lists(component(), max_size=6)
    envelope = st.builds(
        lambda version, kind, body, listed: {"version": version, kind: {**body, "components": listed}},
        st.sampled_from(["v0.8", "v0.9", "v0.9.1", "v1.0"]),
        st.sampled_from(kinds),
        bodies,
        components,
    )
    return st.lists(envelope | anything, max_size=6)


def component() -> st.SearchStrategy[Any]:
    types = ["Text", "Column", "Row", "List", "Card", "Tabs", "Modal", "Button", "TextField", "Slider", "ChoicePicker"]
    ids = st.sampled_from(["root", "a", "b", "c"])
    return st.fixed_dictionaries(
        {"id": ids, "component": st.sampled_from(types)},
        optional={
            "text": anything,
            "label": anything,
            "value": anything,
            "child": ids | anything,
            "trigger": ids,
            "content": ids,
            "children": st.lists(ids, max_size=4) | st.just({"path": "/x", "componentId": "a"}) | anything,
            "tabs": st.lists(st.fixed_dictionaries({"title": anything, "child": ids}), max_size=3),
            "action": anything,
            "max": scalars,
            "options": anything,
            "checks": anything,
        },
    )


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, the whole first."""
    found = [here]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*here, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found += places(inner, (*here, index))
    return found


@st.composite
def mutants(draw: Callable[..., Any], payloads: list[Any]) -> Any:
    """One of `payloads` with one to three places replaced, removed or doubled."""
    payload = copy.deepcopy(draw(st.sampled_from(payloads)))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(payload)[1:] or [()]))
        if not path:
            continue
        holder = payload
        for key in path[:-1]:
            holder = holder[key]
        _change(holder, path[-1], draw(st.sampled_from(["replace", "remove", "double"])), draw(anything))
    return payload


def _change(holder: Any, key: Any, how: str, value: Any) -> None:
    if how == "replace":
        holder[key] = value
    elif how == "remove":
        del holder[key]
    elif isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        holder[f"{key}2"] = copy.deepcopy(holder[key])


def load(files: list[Path]) -> list[Any]:
    """The messages of payload files."""
    found = []
    for file in files:
        if file.suffix == ".jsonl":
            found.append([json.loads(line) for line in file.read_text().splitlines() if line.strip()])
        else:
            content = json.loads(file.read_text())
            found.append(content["messages"] if isinstance(content, dict) else content)
    return found
