"""Expected changes, read from the list that a published scenario file calls `entity_diff_specs`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scenarios.scoring.errors import SpecUnreadable
from scenarios.scoring.rows import Operation, Row
from scenarios.scoring.similarity import MEASURES
from ui_server.expressions import Json

Source = Literal["appworld", "agentsandbox"]

_OPERATIONS: dict[str, Operation] = {"create": "create", "update": "update", "delete": "delete"}
_SOURCES: dict[str, tuple[Source, str]] = {
    "appworld": ("appworld", "table"),
    "agentsandbox": ("agentsandbox", "namespace"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """One change that a solved task has made; `index` is its place in the list, from 0.

    `values` are the columns of the row to be created or the fields to be updated. `key_column` and `key` name the row
    to be updated or deleted. `measures` are the published measure names by column.
    """

    index: int
    operation: Operation
    source: Source
    table: str
    values: Row = field(default_factory=dict)
    key_column: str = ""
    key: Json = None
    measures: Mapping[str, str] = field(default_factory=dict)


def read_specs(specs: object, tables: Collection[str] = ()) -> tuple[Expected, ...]:
    """The expected changes of a list of specs. Raises SpecUnreadable with the place of what cannot be understood.

    A namespace is found among `tables` in whatever case it is written there.
    """
    if not isinstance(specs, Sequence) or isinstance(specs, str):
        raise SpecUnreadable("", "a list", _shown(specs))
    written = {name.upper(): name for name in tables}
    return tuple(_read(index, spec, tables, written) for index, spec in enumerate(specs))


def by_group(specs: Iterable[Expected]) -> dict[tuple[str, Operation], list[Expected]]:
    """Specs by table and operation, in the order in which the groups are first named."""
    groups: dict[tuple[str, Operation], list[Expected]] = {}
    for spec in specs:
        groups.setdefault((spec.table, spec.operation), []).append(spec)
    return groups


def _read(index: int, spec: object, tables: Collection[str], written: Mapping[str, str]) -> Expected:
    place = f"/{index}"
    if not isinstance(spec, Mapping):
        raise SpecUnreadable(place, "an object", _shown(spec))
    operation = _OPERATIONS.get(_text(spec, "operation", place))
    if operation is None:
        raise SpecUnreadable(f"{place}/operation", "create, update or delete", spec["operation"])
    source, field_name = _source(spec, place)
    table = _text(spec, field_name, place)
    if source == "agentsandbox" and table not in tables:
        table = written.get(table.upper(), table.upper())
    creates = operation == "create"
    return Expected(
        index=index,
        operation=operation,
        source=source,
        table=table,
        values={} if operation == "delete" else _object(spec, "entity_data" if creates else "expected_fields", place),
        key_column="" if creates else _text(spec, "entity_id_column", place),
        key=None if creates else _key(spec, place),
        measures=_measures(spec, place),
    )


def _source(spec: Mapping[str, Json], place: str) -> tuple[Source, str]:
    named = spec.get("source")
    if named is None:
        return _SOURCES["agentsandbox" if "namespace" in spec else "appworld"]
    found = _SOURCES.get(named) if isinstance(named, str) else None
    if found is None:
        raise SpecUnreadable(f"{place}/source", "appworld or agentsandbox", named)
    return found


def _measures(spec: Mapping[str, Json], place: str) -> dict[str, str]:
    measures: dict[str, str] = {}
    for column, name in _object(spec, "column_similarity_measure", place, required=False).items():
        if not isinstance(name, str) or name not in MEASURES:
            where = f"{place}/column_similarity_measure/{column}"
            raise SpecUnreadable(where, f"one of {', '.join(sorted(MEASURES))}", name)
        measures[column] = name
    return measures


def _text(spec: Mapping[str, Json], name: str, place: str) -> str:
    value = spec.get(name)
    if not isinstance(value, str) or not value:
        raise SpecUnreadable(f"{place}/{name}", "a text", value)
    return value


def _key(spec: Mapping[str, Json], place: str) -> Json:
    value = spec.get("entity_id_value")
    if value is None or isinstance(value, (list, dict)):
        raise SpecUnreadable(f"{place}/entity_id_value", "the key of a row", value)
    return value


def _object(spec: Mapping[str, Json], name: str, place: str, *, required: bool = True) -> dict[str, Json]:
    value = spec.get(name)
    if value is None and not required:
        return {}
    if not isinstance(value, Mapping):
        raise SpecUnreadable(f"{place}/{name}", "an object", value)
    return dict(value)


def _shown(value: object) -> Json:
    return value if isinstance(value, (str, int, float, bool)) else None
