"""Which adapter reads a message."""

from __future__ import annotations

from ui_server.expressions import Json
from ui_server.protocol import v08, v09, v10
from ui_server.protocol.operations import Operation
from ui_server.surface import Version


def operations_of(
    message: dict[str, Json], index: int, version: Version, *, batch: int, invalid: frozenset[int] = frozenset()
) -> list[Operation]:
    """The operations of the checked message at `index` of its list; v1.0 messages must have been normalised.

    `invalid` are the indices of components that failed their check and become stand-ins.
    """
    pointer = f"/{index}"
    if version == "v0.8":
        return v08.operations(message, pointer, batch, invalid)
    if version == "v1.0":
        return v10.operations(message, pointer, batch, invalid)
    return v09.operations(message, pointer, version, batch, invalid)
