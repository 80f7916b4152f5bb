"""The server as a process: when it is ready, how it ends, and that nothing is left running."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import httpx
import pytest

from renderer.browser import BrowserSettings
from ui_server.http.models import HELLO

SECONDS = 30


@dataclass(frozen=True, slots=True)
class Running:
    process: subprocess.Popen[str]
    address: str

    @property
    def children(self) -> set[int]:
        """The processes below the server now, the browser's among them."""
        return _below(self.process.pid)


def _below(pid: int) -> set[int]:
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(folder.name))
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found |= set(below)
        waiting += below
    return found


def _alive(pids: set[int]) -> set[int]:
    def runs(pid: int) -> bool:
        try:
            return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    return {pid for pid in pids if runs(pid)}


@contextmanager
def running(browser: BrowserSettings, *flags: str) -> Iterator[Running]:
    command = [sys.executable, "-m", "surfacebox", "serve", "--port", "0", *flags]
    environ = {**os.environ, "SURFACEBOX_BROWSER": str(browser.executable)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ, start_new_session=True
    ) as process:
        try:
            ready = _out(process.stdout).readline()
            assert ready.startswith("ready http://"), ready + _out(process.stderr).read()
            yield Running(process, ready.split()[1])
        finally:
            if process.poll() is None:
                process.kill()


def _out(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


@pytest.mark.parametrize(("by", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_the_server_its_browser_and_every_open_stream(
    browser_settings: BrowserSettings, by: signal.Signals, code: int
) -> None:
    with running(browser_settings) as server, httpx.Client(base_url=server.address, timeout=SECONDS) as client:
        path = f"/sessions/{client.post('/sessions').json()['session_id']}"
        client.post(f"{path}/messages", json={"messages": HELLO})
        client.post(f"{path}/show")
        below = server.children
        with client.stream("GET", f"{path}/stream") as stream:
            parts = stream.iter_text()
            assert "ready" in next(parts)
            server.process.send_signal(by)
            rest = "".join(parts)
        ended = server.process.wait(SECONDS)
        said = _out(server.process.stderr).read()

    assert "event: end" in rest
    assert ended == code
    assert len(below) > 1
    assert _alive(below) == set()
    assert "Traceback" not in said


def test_ctrl_c_in_a_terminal_reaches_the_browser_too_and_is_no_fault(browser_settings: BrowserSettings) -> None:
    with running(browser_settings) as server, httpx.Client(base_url=server.address, timeout=SECONDS) as client:
        path = f"/sessions/{client.post('/sessions').json()['session_id']}"
        client.post(f"{path}/messages", json={"messages": HELLO})
        client.post(f"{path}/show")
        below = server.children
        os.killpg(server.process.pid, signal.SIGINT)
        ended = server.process.wait(SECONDS)
        said = _out(server.process.stderr).read()

    assert (ended, said) == (130, "")
    assert _alive(below) == set()


def test_loopback_is_served_without_a_warning(browser_settings: BrowserSettings) -> None:
    with running(browser_settings) as server:
        assert server.address.startswith("http://127.0.0.1:")
        server.process.terminate()
        server.process.wait(SECONDS)
        assert _out(server.process.stderr).read() == ""


@pytest.mark.parametrize(
    ("flags", "warned"), [(("--host", "0.0.0.0"), True), (("--host", "0.0.0.0", "--token", "t"), False)]
)
def test_a_wider_address_without_a_token_gets_a_warning(
    browser_settings: BrowserSettings, flags: tuple[str, ...], warned: bool
) -> None:
    with running(browser_settings, *flags) as server:
        address = server.address.replace("0.0.0.0", "127.0.0.1")
        status = httpx.get(f"{address}/sessions", timeout=SECONDS).status_code
        server.process.terminate()
        server.process.wait(SECONDS)
        said = _out(server.process.stderr).read()

    assert ("--token" in said) is warned
    assert status == (200 if warned else 401)


def test_on_a_terminal_the_link_that_signs_a_browser_in_is_told(browser_settings: BrowserSettings) -> None:
    terminal, shown = os.openpty()
    environ = {**os.environ, "SURFACEBOX_BROWSER": str(browser_settings.executable)}
    command = [sys.executable, "-m", "surfacebox", "serve", "--port", "0", "--token", "a b"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=shown, text=True, env=environ) as process:
        ready = _out(process.stdout).readline()
        said = os.read(terminal, 1000).decode()
        process.terminate()
    os.close(terminal)
    os.close(shown)

    assert said.split() == f"surfacebox: open {ready.split()[1]}/?token=a%20b in a browser".split()


def test_a_port_that_is_taken_is_said_in_one_line_with_the_remedy(browser_settings: BrowserSettings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "surfacebox", "serve", "--port", port],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines()[1].strip() == "--port 0 takes a free port."


def test_a_browser_that_is_missing_is_said_and_not_shown_as_a_traceback(tmp_path: Path) -> None:
    missing = str(tmp_path / "chromium")
    done = subprocess.run(
        [sys.executable, "-m", "surfacebox", "serve", "--port", "0", "--browser", missing],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )

    assert (done.returncode, done.stdout) == (3, "")
    assert "chromium" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_client_that_hangs_up_in_the_middle_of_a_body_does_no_harm(browser_settings: BrowserSettings) -> None:
    with running(browser_settings) as server:
        host, _, port = server.address.removeprefix("http://").partition(":")
        for _ in range(20):
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(b"POST /sessions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{")
            await writer.drain()
            writer.close()
        async with httpx.AsyncClient(base_url=server.address, timeout=SECONDS) as client:
            assert (await client.get("/healthz")).json()["sessions"] == 0
        server.process.terminate()
        await asyncio.to_thread(server.process.wait, SECONDS)
        assert _out(server.process.stderr).read() == ""


def test_a_browser_that_is_killed_costs_no_session_and_no_answer(browser_settings: BrowserSettings) -> None:
    name = Path(browser_settings.executable or "").name
    with running(browser_settings) as server, httpx.Client(base_url=server.address, timeout=SECONDS) as client:
        path = f"/sessions/{client.post('/sessions').json()['session_id']}"
        client.post(f"{path}/messages", json={"messages": HELLO})
        before = client.post(f"{path}/show").json()["screenshot"]["sha256"]
        killed = {pid for pid in server.children if name in _command(pid)}
        for pid in killed:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

        after = client.post(f"{path}/show")
        acted = client.post(f"{path}/interact", json={"steps": [{"do": "click", "element": "send"}]})

        assert killed
        assert (after.status_code, after.json()["screenshot"]["sha256"]) == (200, before)
        assert acted.status_code == 200
        server.process.terminate()
        server.process.wait(SECONDS)


def _command(pid: int) -> str:
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_text()
    except OSError:
        return ""
