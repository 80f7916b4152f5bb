"""Payloads of our own, and one call that judges a payload as the `validate` command does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ui_server.catalog import Catalog
from ui_server.diagnostics import schema, structure
from ui_server.diagnostics.diagnostic import Diagnostic, errors
from ui_server.expressions import Json
from ui_server.protocol import reading, v10
from ui_server.protocol.operations import CreateSurface
from ui_server.protocol.versions import operations_of
from ui_server.receive import receive
from ui_server.surfaces import Refusal, Surfaces

Check = Callable[..., list[Diagnostic]]
Screen = Callable[..., list[Any]]


@pytest.fixture
def check() -> Check:
    """All diagnostics of a finished payload."""

    def run(payload: Json, **options: Any) -> list[Diagnostic]:
        return list(receive(Surfaces(), payload, purpose="validate", **options).diagnostics)

    return run


@pytest.fixture
def screen() -> Screen:
    """A v0.9 payload: a surface `s` with these components, and data when given."""

    def messages(*components: Json, data: Json = None, version: str = "v0.9") -> list[Any]:
        site = "https://a2ui.org/specification"
        catalog = f"{site}/{'v1_0' if version == 'v1.0' else 'v0_9'}/catalogs/basic/catalog.json"
        sent: list[Any] = [
            {"version": version, "createSurface": {"surfaceId": "s", "catalogId": catalog}},
            {"version": version, "updateComponents": {"surfaceId": "s", "components": list(components)}},
        ]
        if data is not None:
            sent.append({"version": version, "updateDataModel": {"surfaceId": "s", "value": data}})
        return sent

    return messages


@pytest.fixture
def old_screen() -> Screen:
    """A v0.8 payload: a surface `s` with these components and data entries, begun at `root`."""

    def messages(*components: Json, contents: Json = None, root: str = "root") -> list[Any]:
        sent: list[Any] = [{"surfaceUpdate": {"surfaceId": "s", "components": list(components)}}]
        if contents is not None:
            sent.append({"dataModelUpdate": {"surfaceId": "s", "contents": contents}})
        return [*sent, {"beginRendering": {"surfaceId": "s", "root": root}}]

    return messages


def judge(payload: Json, catalog: Catalog) -> list[Diagnostic]:
    """All diagnostics of a payload whose components come from `catalog`, whatever catalog id it names."""
    read = reading.read(payload)
    found, surfaces, refused = list(read.diagnostics), Surfaces(), False
    touched: dict[str, bool] = {}
    for index, message in enumerate(read.messages):
        version, faults = schema.version_of(message, index)
        if version is None or not isinstance(message, dict):
            found += faults
            refused = True
            continue
        message = v10.normalise(message).message if version == "v1.0" else message
        faults += schema.check_message(message, index, version, catalog)
        found += faults
        refused = refused or bool(errors(faults))
        for operation in () if errors(faults) else operations_of(message, index, version, batch=1):
            try:
                surfaces = surfaces.apply(operation, "agent")
            except Refusal as refusal:
                found.append(Diagnostic(severity="error", code=refusal.code, message=refusal.message))
            touched[operation.surface_id] = isinstance(operation, CreateSurface) or touched.get(
                operation.surface_id, False
            )
    for surface_id, created in touched.items():
        surface = surfaces.live.get(surface_id) or surfaces.waiting.get(surface_id)
        if surface is not None:
            found += structure.check_surface(surface, batch=1, complete=created, partial=refused)
    return found


@pytest.fixture
def judge_with() -> Callable[[Json, Catalog], list[Diagnostic]]:
    return judge


@pytest.fixture
def one() -> Callable[[list[Diagnostic], str], Diagnostic]:
    """The single diagnostic of a code."""

    def pick(found: list[Diagnostic], code: str) -> Diagnostic:
        matching = [diagnostic for diagnostic in found if diagnostic.code == code]
        assert len(matching) == 1, [(diagnostic.code, diagnostic.pointer) for diagnostic in found]
        return matching[0]

    return pick


@pytest.fixture(scope="session")
def official(shared: Path) -> Path:
    """The official A2UI data; tests that need it skip where it is not."""
    return shared / "data" / "a2ui"


@pytest.fixture(scope="session")
def case_files(shared: Path) -> Callable[[str], list[dict[str, Any]]]:
    """The public cases of one file."""

    def load(name: str) -> list[dict[str, Any]]:
        cases: list[dict[str, Any]] = json.loads((shared / "data" / "cases" / name).read_text("utf-8"))
        return cases

    return load
