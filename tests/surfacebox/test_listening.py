"""A socket for a command, or two lines that say why there is none."""

from __future__ import annotations

import socket

import pytest

from surfacebox.errors import MachineUnfit
from surfacebox.listening import open_port


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_port_0_takes_a_free_one(host: str) -> None:
    with open_port(host, 0) as listening:
        assert listening.getsockname()[1] > 0


def test_a_port_that_is_taken_is_told_with_the_way_out() -> None:
    with open_port("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(MachineUnfit) as caught:
            open_port("127.0.0.1", port)

    assert str(caught.value) == f"cannot listen at 127.0.0.1 port {port}: Address already in use"
    assert "--port 0" in caught.value.hint


def test_a_host_that_nobody_knows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(MachineUnfit, match="cannot listen at nowhere port 0: Name or service not known"):
        open_port("nowhere", 0)
