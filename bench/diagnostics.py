"""What it costs to say everything that is wrong with a payload. Target: 5 ms for thirty components, sound or faulty."""

from __future__ import annotations

import copy
import time
from typing import Any

from bench.machine import Figure, Report
from bench.payloads import booking
from ui_server.agent_docs.pointing import page_for
from ui_server.diagnostics.diagnostic import errors
from ui_server.receive import Receipt, receive
from ui_server.surfaces import Surfaces

ROUNDS = 300
WARM_UP = 20
COMPONENTS = 30


def measure() -> Report:
    """Each payload checked as a finished one, as `validate` does, with the pages that help with its faults."""
    report = Report([], [])
    for name, payload in {"sound": thirty(), "eight faults": faulty()}.items():
        report.figures.append(Figure.of(f"validate, {COMPONENTS} components, {name}", _times(payload)))
    report.ratio("errors told of the faulty payload", len(errors(_check(faulty()).diagnostics)), "8 or more")
    return report


def thirty() -> list[dict[str, Any]]:
    """The booking screen with as many fields under it as make it thirty components."""
    messages = booking()
    components, data = messages[1]["updateComponents"]["components"], messages[2]["updateDataModel"]["value"]
    for number in range(COMPONENTS - len(components)):
        field = f"field{number}"
        components[0]["children"].append(field)
        components.append(
            {"id": field, "component": "TextField", "label": f"Guest {number}", "value": {"path": f"/{field}"}}
        )
        data[field] = ""
    return messages


def faulty() -> list[dict[str, Any]]:
    """The same with a fault in each of eight components."""
    messages = copy.deepcopy(thirty())
    known = {each["id"]: each for each in messages[1]["updateComponents"]["components"]}
    known["title"]["variant"] = "huge"
    known["intro"]["text"]["call"] = "concat"
    known["room"]["child"] = "nobody"
    known["price"]["text"]["args"].pop("currency")
    known["pick"]["action"] = {"name": "pick"}
    known["guests"]["onChange"] = "x"
    known["quiet"]["component"] = "Switch"
    known["hint_icon"]["name"] = "information"
    return messages


def _check(payload: list[dict[str, Any]]) -> Receipt:
    return receive(Surfaces(), payload, purpose="validate")


def _times(payload: list[dict[str, Any]]) -> list[float]:
    values = []
    for _ in range(WARM_UP + ROUNDS):
        started = time.perf_counter()
        receipt = _check(payload)
        for fault in receipt.diagnostics:
            page_for(fault, receipt.messages, "v0.9")
        values.append((time.perf_counter() - started) * 1000)
    return values[WARM_UP:]
