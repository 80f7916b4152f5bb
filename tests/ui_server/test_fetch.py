from __future__ import annotations

import asyncio
import io
import socket
import tracemalloc
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PIL import Image

from renderer import view
from tests.faults.listener import Listener, listening, missing, ok, redirect
from tests.ui_server.building import resolved, surface
from ui_server import fetch
from ui_server.images import MAX_BYTES, ImageRefused, Images

LookUp = Callable[..., Awaitable[list[Any]]]


def png(colour: str = "red") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (3, 2), colour).save(buffer, "PNG")
    return buffer.getvalue()


async def fetched(url: str, *allowed: str, deadline: float = 10.0) -> str:
    """What became of the picture at `url`: "shown", or why it is not."""
    images = Images(allow_hosts=frozenset(allowed))
    await fetch.fetch_all([url], images, deadline=deadline)
    try:
        images.find(url)
    except ImageRefused as refusal:
        return refusal.reason
    return "shown"


def own(listener: Listener) -> str:
    return f"{listener.host}:{listener.port}"


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets a name stand for addresses of the test's choice."""

    def stand_for(name: str, *addresses: str) -> None:
        async def look_up(host: str, port: int, **_: object) -> list[Any]:
            assert host == name
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", look_up)

    return stand_for


# -- what arrives ----------------------------------------------------------------------------------------------------


async def test_a_picture_of_an_allowed_host_is_shown() -> None:
    async with listening({"/p.png?size=2": ok(png())}) as host:
        assert await fetched(host.url("/p.png?size=2"), own(host)) == "shown"


async def test_the_type_is_that_of_the_bytes_and_not_what_the_server_says() -> None:
    async with listening({"/p": ok(png(), "text/html"), "/page": ok(b"<!doctype html><p>Hi", "image/png")}) as host:
        assert await fetched(host.url("/p"), own(host)) == "shown"
        assert "SVG" in await fetched(host.url("/page"), own(host))


async def test_a_page_that_is_not_there_is_told_by_its_number() -> None:
    async with listening({"/gone": missing()}) as host:
        assert await fetched(host.url("/gone"), own(host)) == "answered 404"


async def test_a_server_that_never_answers_is_given_up() -> None:
    async with listening({"/hang": None}) as host:
        assert (await fetched(host.url("/hang"), own(host), deadline=0.4)).startswith("no answer within")


async def test_many_servers_that_never_answer_are_given_up_together() -> None:
    async with listening({f"/{number}": None for number in range(60)}) as host:
        images = Images(allow_hosts=frozenset({own(host)}))
        sources = [host.url(f"/{number}") for number in range(60)]
        async with asyncio.timeout(30):  # one after the other they would take minutes
            await fetch.fetch_all(sources, images, deadline=1.0)
        assert set(images.refusals) == set(sources)


async def test_a_body_without_end_is_cut_off() -> None:
    endless = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + b"x" * (MAX_BYTES + 100_000)
    async with listening({"/huge": endless}) as host:
        assert await fetched(host.url("/huge"), own(host)) == "larger than 10 MB"


@pytest.mark.parametrize("packing", ["gzip", "deflate", "br", "zstd", "gzip, gzip", " GZIP"])
async def test_a_packed_body_is_refused_and_never_unpacked(packing: str) -> None:
    packed = zlib.compress(b"\0" * 30_000_000, 9)
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {packing}\r\nContent-Length: {len(packed)}\r\n\r\n".encode()
    async with listening({"/bomb": head + packed}) as host:
        tracemalloc.start()
        try:
            assert await fetched(host.url("/bomb"), own(host)) == "packed, which was not asked for"
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert most < 5_000_000


async def test_a_server_that_breaks_off_or_talks_nonsense_is_not_reachable() -> None:
    answers = {"/short": ok(png())[:-10], "/noise": b"\x00\x01\x02\r\n\r\n", "/empty": b""}
    async with listening(answers) as host:
        for path in answers:
            assert (await fetched(host.url(path), own(host))).startswith("not reachable")


async def test_a_closed_port_is_not_reachable() -> None:
    async with listening() as host:
        closed = own(host)
    assert (await fetched(f"http://{closed}/p.png", closed)).startswith("not reachable")


async def test_one_that_fails_does_not_keep_the_others_from_being_shown() -> None:
    async with listening({"/a": ok(png()), "/b": missing(), "/c": ok(png("blue"))}) as host:
        images = Images(allow_hosts=frozenset({own(host)}))
        await fetch.fetch_all([host.url(path) for path in ("/a", "/b", "/c")], images, deadline=10)
        assert images.find(host.url("/a")).content == png()
        assert images.find(host.url("/c")).content == png("blue")
        assert set(images.refusals) == {host.url("/b")}


# -- where it leads --------------------------------------------------------------------------------------------------


async def test_a_redirect_on_the_list_is_followed_and_every_hop_is_judged() -> None:
    async with listening({"/secret": ok(png())}) as inside:
        answers = {"/near": redirect("/p"), "/p": ok(png()), "/far": redirect(inside.url("/secret"))}
        async with listening(answers) as outside:
            assert await fetched(outside.url("/near"), own(outside)) == "shown"
            assert "not allowed" in await fetched(outside.url("/far"), own(outside))
            assert await fetched(outside.url("/far"), own(outside), own(inside)) == "shown"
        assert inside.requests == ["/secret"]


async def test_a_circle_of_redirects_comes_to_an_end() -> None:
    async with listening({"/a": redirect("/b"), "/b": redirect("/a")}) as host:
        assert await fetched(host.url("/a"), own(host)) == "too many redirects"
        assert len(host.requests) == fetch.MAX_REDIRECTS + 1


@pytest.mark.parametrize(
    "target", ["http://[bad/x", "http://127.0.0.1:99999/", "file:///etc/hosts", "http:///x", "//", "http://a..b/", "\t"]
)
async def test_a_redirect_to_nowhere_is_a_refusal(target: str) -> None:
    async with listening({"/a": redirect(target)}) as host:
        assert await fetched(host.url("/a"), own(host), "*.b") != "shown"


async def test_a_host_that_is_not_on_the_list_is_never_contacted() -> None:
    async with listening({"/p": ok(png())}) as host:
        assert "not allowed" in await fetched(host.url("/p"), "images.example.org", "127.0.0.1:1")
        assert host.connections == 0


@pytest.mark.parametrize(
    "host", ["localhost", "localhost.", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0", "0.0.0.0"]
)
async def test_a_loopback_address_must_itself_be_on_the_list_however_it_is_spelt(host: str) -> None:
    async with listening({"/p": ok(png())}) as inside:
        assert await fetched(f"http://{host}:{inside.port}/p", host) != "shown"
        assert inside.connections == 0


async def test_a_mapped_address_is_judged_by_the_address_inside() -> None:
    async with listening({"/p": ok(png())}) as inside:
        url = f"http://[::ffff:127.0.0.1]:{inside.port}/p"
        assert await fetched(url, "::ffff:127.0.0.1", "::ffff:7f00:1") != "shown"
        assert inside.connections == 0


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.5", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "198.18.0.1", "0.0.0.0",
     "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "::ffff:10.0.0.5", "64:ff9b::7f00:1",
     "2002:7f00:1::1", "2001:db8::1", "::127.0.0.1", "::ffff:0:10.0.0.5", "64:ff9b:1::8.8.8.8", "fec0::1", "5f00::1",
     "3fff::1"],
)  # fmt: skip
async def test_an_allowed_name_that_stands_for_an_inner_address_is_refused(
    address: str, names: Callable[..., None]
) -> None:
    names("pictures.example.org", address)
    assert "inside the network" in await fetched("http://pictures.example.org/p.png", "*.example.org")


async def test_one_inner_address_among_public_ones_is_enough_to_refuse(names: Callable[..., None]) -> None:
    names("pictures.example.org", "8.8.8.8", "10.0.0.5")
    assert "inside the network" in await fetched("http://pictures.example.org/p.png", "pictures.example.org")


async def test_the_address_that_was_judged_is_the_one_that_is_asked(names: Callable[..., None]) -> None:
    async with listening({"/p": ok(png())}) as host:
        names("pictures.example.org", "127.0.0.1")
        assert await fetched(f"http://pictures.example.org:{host.port}/p", "pictures.example.org", own(host)) == "shown"


@pytest.mark.parametrize("name", ["a..example.org", f"{'x' * 70}.example.org", f"{'ü' * 70}.example.org"])
async def test_a_name_that_is_none_is_a_refusal(name: str) -> None:
    assert await fetched(f"http://{name}/p.png", "*.example.org") == "not a sound address"


async def test_a_name_that_stands_for_nothing_is_not_reachable(
    monkeypatch: pytest.MonkeyPatch, names: Callable[..., None]
) -> None:
    names("pictures.example.org")
    assert await fetched("http://pictures.example.org/p.png", "pictures.example.org") == "has no address"

    async def unknown(host: str, port: int, **_: object) -> list[Any]:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", unknown)
    assert (await fetched("http://pictures.example.org/p.png", "*.example.org")).startswith("not reachable")


@pytest.mark.parametrize(
    "url",
    ["http://[::1", "http://127.0.0.1:abc/", "http://127.0.0.1:-1/", "http://", "http:///p", "http://127.0.0.1/\x00",
     "http://user@:80/", "http://127.0.0.1/" + "a" * 70_000, "ftp://127.0.0.1/", "javascript:alert(1)", "\ud800"],
)  # fmt: skip
async def test_an_address_that_is_none_is_a_refusal_and_nothing_worse(url: str) -> None:
    assert await fetched(url, "127.0.0.1:1") != "shown"


async def test_an_entry_for_all_below_a_number_opens_no_address_inside() -> None:
    async with listening({"/p": ok(png())}) as inside:
        for host, entry in (("127.0.0.1", "*.0.0.1"), ("127.1", "*.1"), ("127.0.0.1", "*.1")):
            assert await fetched(f"http://{host}:{inside.port}/p", entry) != "shown"
        assert inside.connections == 0


async def test_a_name_before_an_at_sign_is_no_host() -> None:
    async with listening({"/p": ok(png())}) as inside:
        assert "not allowed" in await fetched(
            f"http://pictures.example.org@127.0.0.1:{inside.port}/p", "pictures.example.org"
        )
        assert "not allowed" in await fetched(
            f"http://pictures.example.org\\@127.0.0.1:{inside.port}/p", "pictures.example.org"
        )
        assert inside.connections == 0


# -- the list --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "port", "entry", "allowed"),
    [
        ("example.org", 80, "example.org", True),
        ("EXAMPLE.org", 443, "Example.ORG", True),
        ("example.org", 8000, "example.org:8000", True),
        ("example.org", 80, "example.org:8000", False),
        ("a.example.org", 80, "*.example.org", True),
        ("b.a.example.org", 80, "*.example.org", True),
        ("example.org", 80, "*.example.org", False),
        ("evilexample.org", 80, "*.example.org", False),
        ("example.org.evil.net", 80, "example.org", False),
        ("example.org.", 80, "example.org", False),
        ("::1", 80, "::1", True),
        ("::1", 8000, "[::1]:8000", True),
        ("::1", 80, "[::1]:8000", False),
        ("::1", 80, "[::1]", True),
        ("", 80, "", False),
        ("", 80, "*.", False),
        ("anything", 80, "*", False),
        ("127.0.0.1", 80, "*.0.0.1", False),
        ("169.254.169.254", 80, "*.254", False),
        ("127.1", 80, "*.1", False),
        ("0x7f.0x1", 80, "*.0x1", False),
        ("10.0.0.5.", 80, "*.0.5.", False),
    ],
)
def test_an_entry_of_the_list_names_a_host_a_port_or_all_below_a_name(
    host: str, port: int, entry: str, allowed: bool
) -> None:
    assert fetch.is_allowed(host, port, {entry}) is allowed


def test_an_empty_list_allows_nothing() -> None:
    assert not fetch.is_allowed("example.org", 80, ())


def view_of(*urls: str) -> view.View:
    column = {"id": "root", "component": "Column", "children": [f"i{n}" for n, _ in enumerate(urls)]}
    pictures = [{"id": f"i{n}", "component": "Image", "url": url} for n, url in enumerate(urls)]
    return view.View((resolved(surface(column, *pictures)).view,), {})  # type: ignore[arg-type]


def test_only_web_addresses_that_are_new_are_wanted_and_each_once() -> None:
    images = Images(allow_hosts=frozenset({"example.org"}))
    images.register("http://example.org/known", png())
    images.refuse("http://example.org/broken", ImageRefused("broken"))
    shown = view_of(
        "http://example.org/a", "https://b/", "http://example.org/a", "http://example.org/known",
        "http://example.org/broken", "data:image/png;base64,AA", "IMAGE_1", "file:///etc", "http://[bad",
    )  # fmt: skip
    assert fetch.wanted(shown, images) == ["http://example.org/a", "https://b/"]


def test_without_a_list_nothing_is_wanted() -> None:
    assert fetch.wanted(view_of("http://example.org/a"), Images()) == []
