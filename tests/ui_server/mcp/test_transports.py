"""The command as clients start it: what is on its pipes and ports, who is let in, and that nothing is left of it."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.ui_server.mcp.serving import DEADLINE, Watch, button, call, descendants, serving
from ui_server.mcp.seats import Seats

COMMAND = ("-m", "surfacebox", "mcp")
LEAST_PROCESSES = 4
"""A server, the browser's driver, the browser, and at least one process of its own."""

VANISHING = """
import asyncio, json, sys
from mcp import Client, StdioServerParameters

async def main():
    parameters = StdioServerParameters(command=sys.executable, args=["-m", "surfacebox", "mcp"])
    async with Client(parameters, mode=sys.argv[1]) as client:
        result = await client.call_tool("render_ui_screen", {"ui_json": json.loads(sys.argv[2])})
        print(json.dumps(result.structured_content["accepted"]), flush=True)
        await client.call_tool("ui_notifications", {"wait": 60})

asyncio.run(main())
"""


@asynccontextmanager
async def started(*arguments: str, **pipes: Any) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that is killed at the end if it is still there."""
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, **pipes)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def line(stream: asyncio.StreamReader | None) -> str:
    assert stream is not None
    return (await asyncio.wait_for(stream.readline(), DEADLINE)).decode()


# -- stdio -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_over_stdio_a_client_of_either_era_has_one_session_without_naming_it(mode: str) -> None:
    parameters = StdioServerParameters(command=sys.executable, args=[*COMMAND, "--viewport", "500x400"])

    async with Client(parameters, mode=mode) as client:
        drawn = await call(client, "render_ui_screen", ui_json=button())
        await call(client, "show_ui_to_user")
        done = await call(client, "ui_interact", steps=[{"do": "click", "element": "go"}])
        listed = (await client.list_resources()).resources

    assert {drawn["session_id"], done["session_id"]} == {drawn["session_id"]}
    assert drawn["screen"]["viewport"]["width"] == 500
    assert len(listed) == 3


async def test_stdout_carries_the_protocol_alone_and_the_process_ends_well_with_its_client() -> None:
    pipe = asyncio.subprocess.PIPE
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    sent = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        "this is no JSON",
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": _render(button())},
    ]

    async with started(*COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, limit=1 << 22) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        for message in sent:
            process.stdin.write((message if isinstance(message, str) else json.dumps(message)).encode() + b"\n")
        answers = [json.loads(await line(process.stdout)) for _ in range(2)]
        while answers[-1].get("id") != 2:
            answers.append(json.loads(await line(process.stdout)))
        process.stdin.close()
        rest = await asyncio.wait_for(process.stdout.read(), DEADLINE)
        code = await asyncio.wait_for(process.wait(), DEADLINE)
        complaints = (await process.stderr.read()).decode()

    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert answers[0]["result"]["serverInfo"]["name"] == "surfacebox"
    assert answers[-1]["result"]["structuredContent"]["accepted"]
    assert (rest, code) == (b"", 0)
    assert "Traceback" not in complaints


@pytest.mark.parametrize(
    ("sent", "number", "code"),
    [
        ('{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "\\ud800"}}', 7, -32700),
        ('{"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": [1]}', "a", -32600),
        ('[{"jsonrpc": "2.0", "id": 7, "method": "ping"}]', None, -32600),
        ('{"id": 7', None, -32700),
        ('\n  \n{"id": 7', None, -32700),
        ('\ufeff{"jsonrpc": "2.0", "id": 7, "method": "ping"}', 7, -32700),
        ("[" * 100_000, None, -32700),
    ],
)
async def test_a_line_that_cannot_be_read_is_answered_so_that_nobody_waits_for_it(
    sent: str, number: int | str | None, code: int
) -> None:
    pipe = asyncio.subprocess.PIPE

    async with started(*COMMAND, stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        process.stdin.write(b"\n".join([json.dumps(_initialize()).encode(), sent.encode(), b""]))
        answers = [json.loads(await line(process.stdout)) for _ in range(2)]

    assert [answer["error"]["code"] for answer in answers if answer.get("id") == number and "error" in answer] == [code]


async def test_hostile_lines_are_refused_and_the_next_call_is_served() -> None:
    pipe = asyncio.subprocess.PIPE
    unread = ["[" * 100_000 + "]" * 100_000]
    refused = [
        "1e999",
        "NaN",
        "null",
        json.dumps([{"\u202e" * 50_000: 1}]),
        '{"messages": {"messages": 1}}',
        '"<a2ui-json>"',
        json.dumps('[{"version": "\\ud800", "\\udfff": {}}]'),
        json.dumps("[" * 5_000),
        json.dumps({"mimeType": "application/a2ui+json", "blob": "//79"}),
    ]
    requests = [_request(number, payload) for number, payload in enumerate([*refused, *unread], 100)]
    noise = [b"\xff\xfe", b"{}", b"7", b"x" * 1_000_000, b'{"jsonrpc": "2.0", "method": "notifications/initialized"}']
    sent = [json.dumps(_initialize()).encode(), *noise, *requests, _request(2, json.dumps(button()))]
    wanted = {2, *range(100, 100 + len(refused))}

    async with started(*COMMAND, stdin=pipe, stdout=pipe, limit=1 << 24) as process:
        assert process.stdin is not None
        process.stdin.write(b"\n".join([*sent, b""]))
        answers: dict[int | None, Any] = {}
        while not wanted <= answers.keys():
            answer = json.loads(await line(process.stdout))
            answers[answer.get("id")] = answer

    assert answers[2]["result"]["structuredContent"]["accepted"]
    assert all(answers[number]["result"]["isError"] for number in wanted - {2})


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_client_killed_in_the_midst_of_a_call_leaves_no_process_behind(mode: str) -> None:
    arguments = ("-c", VANISHING, mode, json.dumps(button()))

    async with started(*arguments, stdout=asyncio.subprocess.PIPE) as client:
        drawn = await line(client.stdout)
        watch = Watch(descendants(client.pid))
        client.kill()
        await client.wait()
        ended = await watch.all_ended()

    assert drawn == "true\n"
    assert watch.count >= LEAST_PROCESSES
    assert ended


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_server_that_is_ended_by_a_signal_leaves_no_browser_behind(how: signal.Signals) -> None:
    pipe = asyncio.subprocess.PIPE
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}

    async with started(*COMMAND, stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).encode())
        process.stdin.write(b"\n")
        await line(process.stdout)
        watch = Watch(descendants(process.pid))
        process.send_signal(how)
        await asyncio.wait_for(process.wait(), DEADLINE)
        ended = await watch.all_ended()

    assert watch.count >= LEAST_PROCESSES - 1
    assert ended


async def test_without_a_browser_the_process_says_so_on_stderr_and_ends_with_3() -> None:
    pipe = asyncio.subprocess.PIPE

    async with started(*COMMAND, "--browser", "/nowhere/chromium", stdin=pipe, stdout=pipe, stderr=pipe) as process:
        # Its client keeps the pipe open, and still it must not hang.
        code = await asyncio.wait_for(process.wait(), DEADLINE)
        assert process.stdout is not None and process.stderr is not None
        out, complaint = await process.stdout.read(), await process.stderr.read()

    assert (code, out) == (3, b"")
    assert b"/nowhere/chromium" in complaint and b"Traceback" not in complaint


# -- HTTP --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("how", "expected"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
async def test_the_http_command_says_where_it_answers_and_ends_on_a_signal_with_a_client_inside(
    how: signal.Signals, expected: int
) -> None:
    arguments = (*COMMAND, "--transport", "http", "--port", "0", "--token", "s3cret")

    async with started(*arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE) as process:
        ready = re.fullmatch(r"ready (http://127\.0\.0\.1:\d+/mcp)\n", await line(process.stdout))
        assert ready is not None
        watch = Watch(descendants(process.pid))
        headers = {"Authorization": "Bearer s3cret"}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(ready[1], http_client=http), mode="legacy") as client,
        ):
            drawn = await call(client, "render_ui_screen", ui_json=button())
            process.send_signal(how)
            code = await asyncio.wait_for(process.wait(), DEADLINE)
        ended = await watch.all_ended()
        assert process.stderr is not None
        complaints = await process.stderr.read()

    assert drawn["accepted"]
    assert b"Traceback" not in complaints
    assert (code, ended) == (expected, True)
    assert watch.count >= LEAST_PROCESSES - 1


async def test_a_port_that_is_taken_is_said_in_two_lines() -> None:
    pipe = asyncio.subprocess.PIPE
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async with server, started(*COMMAND, "--transport", "http", "--port", str(port), stderr=pipe) as process:
        _, complaint = await asyncio.wait_for(process.communicate(), DEADLINE)

    assert process.returncode == 3
    assert complaint.decode().splitlines() == [
        f"surfacebox: cannot listen at 127.0.0.1 port {port}: Address already in use",
        "  --port 0 takes a free port.",
    ]


@pytest.mark.parametrize("given", [None, "Bearer wrong", "s3cret", "Basic s3cret"])
async def test_without_the_right_token_nobody_is_let_in(seats: Seats, given: str | None) -> None:
    async with serving(seats, token="s3cret") as address, httpx.AsyncClient() as http:
        answer = await http.post(address, json=_initialize(), headers={"Authorization": given} if given else {})

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9"},
    ],
)
async def test_on_loopback_no_web_page_gets_in(address: str, headers: dict[str, str]) -> None:
    async with httpx.AsyncClient() as http:
        answer = await http.post(address, json=_initialize(), headers={**_ACCEPT, **headers})

    assert answer.status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Accept": ""},
        {"Content-Type": "Application/JSON; charset=utf-8"},
        {"Host": "localhost"},
        {"Authorization": "bearer s3cret"},
    ],
)
async def test_what_http_lets_a_client_spell_otherwise_is_understood(seats: Seats, headers: dict[str, str]) -> None:
    usual = {**_ACCEPT, "Content-Type": "application/json", "Authorization": "Bearer s3cret"}

    async with serving(seats, token="s3cret") as address, httpx.AsyncClient() as http:
        request = http.build_request("POST", address, json=_initialize(), headers={**usual, **headers})
        if not request.headers["accept"]:
            del request.headers["accept"]
        answer = await http.send(request)

    assert answer.status_code == 200, answer.text


async def test_an_address_with_a_slash_behind_it_is_the_same_address(address: str) -> None:
    async with Client(f"{address}/", mode="legacy") as client:
        assert await call(client, "ui_get_quick_start")


async def test_a_stream_that_asks_to_go_on_after_an_event_begins_with_what_comes(address: str) -> None:
    async with httpx.AsyncClient(headers=_ACCEPT) as http:
        hello = await http.post(address, json=_initialize())
        headers = {"mcp-session-id": hello.headers["mcp-session-id"], "Last-Event-ID": "5"}
        async with http.stream("GET", address, headers=headers) as stream:
            assert stream.status_code == 200


async def test_what_a_client_says_of_itself_when_it_connects_holds_for_its_calls(address: str) -> None:
    catalog = button()[0]["createSurface"]["catalogId"]
    declared = {"a2ui": {"clientCapabilities": {"v0.9": {"supportedCatalogIds": [catalog]}}}}

    async with httpx.AsyncClient(headers=_ACCEPT) as http:
        hello = await http.post(address, json=_initialize(declared))
        session = {"mcp-session-id": hello.headers["mcp-session-id"]}
        ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        await http.post(address, json=ready, headers=session)
        await _call(http, address, session, _render(button()))
        shown = await _call(http, address, session, {"name": "show_ui_to_user", "arguments": {}})

    assert [block["type"] for block in shown["content"]] == ["text", "image", "resource"]
    assert json.loads(shown["content"][2]["resource"]["text"]) == button()


_ACCEPT = {"Accept": "application/json, text/event-stream"}


def _initialize(capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
    about = {"name": "raw", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": capabilities or {}, "clientInfo": about}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def _request(number: int, payload: str) -> bytes:
    """A call that draws `payload`, which need be no JSON."""
    call = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": _render(["payload"])}
    return json.dumps(call).replace('["payload"]', payload).encode()


def _render(messages: list[Any]) -> dict[str, Any]:
    return {"name": "render_ui_screen", "arguments": {"ui_json": messages}}


async def _call(http: httpx.AsyncClient, address: str, session: dict[str, str], params: dict[str, Any]) -> Any:
    request = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}
    answer = await http.post(address, json=request, headers=session, timeout=DEADLINE)
    [data] = re.findall(r"^data: (\{.*\})$", answer.text.replace("\r", ""), re.MULTILINE)
    return json.loads(data)["result"]
