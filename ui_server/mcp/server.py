"""The MCP server: what it offers, and whose call each call is."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CLIENT_CAPABILITIES_META_KEY,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Tool,
    ToolAnnotations,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from ui_server.expressions import Json
from ui_server.mcp import resources
from ui_server.mcp.answers import REFUSED, refused
from ui_server.mcp.arguments import faults
from ui_server.mcp.errors import ToolRefused
from ui_server.mcp.seats import Seat, Seats
from ui_server.mcp.tools import TOOLS, Caller, ToolKind

NAME = "surfacebox"
INSTRUCTIONS = (
    "Draw a user interface with render_ui_screen: it takes A2UI messages, checks them and gives a picture and a report "
    "of the screen. Show it to the person with show_ui_to_user, then hear what they did with ui_notifications. "
    "ui_interact plays the person. ui_get_quick_start tells how screens are written. "
    "Every answer names its session_id; another client joins with ui_join_session."
)
Context = ServerRequestContext[Any, Any]
_SEAT = "surfacebox.seat"
log = logging.getLogger(__name__)


def new_server(seats: Seats, *, version: str, only_client: Seat | None = None) -> Server[Any]:
    """A server whose clients sit at `seats`. Over a pipe there is but one client, whose seat is `only_client`."""
    desk = _Desk(seats, only_client)
    server: Server[Any] = Server(
        NAME,
        version=version,
        title="Surfacebox",
        instructions=INSTRUCTIONS,
        on_list_tools=desk.list_tools,
        on_call_tool=desk.call_tool,
        on_list_resources=desk.list_resources,
        on_list_resource_templates=desk.list_templates,
        on_read_resource=desk.read_resource,
    )
    server.middleware.append(desk.greet)
    return server


class _Desk:
    """Answers requests."""

    def __init__(self, seats: Seats, only_client: Seat | None) -> None:
        self._seats = seats
        self._only_client = only_client
        self._tools = [_tool(name, kind) for name, kind in TOOLS.items()]

    async def greet(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Remember what a client says of itself when it connects: the SDK's own model drops what it does not know."""
        if ctx.method == "initialize":
            seat = self._seat(ctx)
            if seat is not None:
                seat.capabilities = _a2ui((ctx.params or {}).get("capabilities"))
        return await call_next(ctx)

    async def list_tools(self, _: Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=self._tools)

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        kind = TOOLS.get(params.name)
        if kind is None:
            known = ", ".join(TOOLS)
            raise MCPError(code=INVALID_PARAMS, message=f"There is no tool {params.name!r}; there are {known}.")
        caller = Caller(self._seats, self._seat(context), self._capabilities(context))
        try:
            arguments = kind.arguments.model_validate(params.arguments or {})
        except ValidationError as error:
            detail: dict[str, Json] = {"faults": faults(error)}
            message = f"The arguments of {params.name} are wrong."
            return refused(ToolRefused(message, code="bad_arguments", detail=detail))
        try:
            return await kind.run(caller, arguments)
        except Exception as error:
            if not hasattr(error, "owner"):
                log.exception("%s failed", params.name)
                return refused(ToolRefused("A fault of Surfacebox itself.", code="internal_error"))
            return refused(error)

    async def list_resources(self, context: Context, _: PaginatedRequestParams | None) -> ListResourcesResult:
        return ListResourcesResult(resources=resources.listed(self._seats, self._seat(context)))

    async def list_templates(self, _: Context, __: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(resource_templates=[*resources.TEMPLATES])

    async def read_resource(self, _: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        return await resources.read(self._seats, str(params.uri))

    def _seat(self, context: Context) -> Seat | None:
        """The caller's seat: its connection's, which is given up when that closes. None without a connection."""
        if self._only_client is not None:
            return self._only_client
        if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return None
        # The SDK keeps state and an exit stack for each connection, but has no public way to them from a handler.
        connection = context.session._connection
        if _SEAT not in connection.state:
            seat = connection.state[_SEAT] = Seat()
            connection.exit_stack.callback(self._seats.leave, seat)
        found: Seat = connection.state[_SEAT]
        return found

    def _capabilities(self, context: Context) -> Json:
        """What the client draws: as this call says, else as it said when it connected."""
        meta = (context.params or {}).get("_meta")
        if not isinstance(meta, Mapping):
            meta = {}
        seat = self._seat(context)
        said = _a2ui(meta), _a2ui(meta.get(CLIENT_CAPABILITIES_META_KEY)), seat.capabilities if seat else None
        return next((each for each in said if each is not None), None)


def _a2ui(holder: Any) -> Json:
    """`a2ui.clientCapabilities` in `holder`, None where there is none."""
    block = holder.get("a2ui") if isinstance(holder, Mapping) else None
    found: Json = block.get("clientCapabilities") if isinstance(block, Mapping) else None
    return found


def _tool(name: str, kind: ToolKind) -> Tool:
    lines = (kind.run.__doc__ or "").split("\n")
    described = " ".join(" ".join(lines).split())
    # Some clients hold what is refused against the schema as well, so both forms of an answer are in it.
    forms: list[Json] = [{"required": [*kind.gives]}, {"required": [*REFUSED]}]
    properties: dict[str, Json] = {field: {} for field in (*kind.gives, *REFUSED)}
    return Tool(
        name=name,
        title=kind.title,
        description=described,
        input_schema=kind.arguments.model_json_schema(),
        output_schema={"type": "object", "properties": properties, "anyOf": forms},
        annotations=ToolAnnotations(
            read_only_hint=kind.reads_only, destructive_hint=name == "ui_end_session", open_world_hint=False
        ),
    )
