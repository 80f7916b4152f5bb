"""Images from allow-listed hosts, fetched here and never by the browser, every hop judged by the address it leads to.

A host on the list opens public addresses only: a loopback, private or link-local address must itself stand on the list
(`127.0.0.1:8000`), so neither a redirect nor a name that resolves inwards can reach what is inside.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
import urllib.parse
from collections.abc import Collection, Iterable, Iterator
from typing import Final

import httpx

from renderer import view
from ui_server.images import MAX_BYTES, ImageRefused, Images, inspect

MAX_REDIRECTS: Final = 3
SECONDS_PER_IMAGE: Final = 5.0
MAX_AT_ONCE: Final = 8
_HEADERS: Final = {"Accept": "image/*", "Accept-Encoding": "identity"}
_WRAPPING: Final = tuple(map(ipaddress.IPv6Network, ("::/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
"""Networks whose last 32 bits are an IPv4 address: RFC 4291 2.5.5.1, RFC 2765 and RFC 6052."""
_NOT_GLOBAL: Final = tuple(map(ipaddress.IPv6Network, ("64:ff9b:1::/48", "fec0::/10", "5f00::/16", "3fff::/20")))
"""Networks for use inside that Python 3.11 takes for public ones."""

_HEXADECIMAL: Final = re.compile(r"0x[0-9a-f]*")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def wanted(shown: view.View, images: Images) -> list[str]:
    """The addresses on this screen that may be fetched and have not been yet."""
    if not images.allow_hosts:
        return []
    sources: dict[str, None] = {}
    for surface in shown.surfaces:
        for node in view.walk(surface.root):
            if isinstance(node, view.Image) and images.wants(node.source):
                sources[node.source] = None
    return list(sources)


async def fetch_all(sources: Iterable[str], images: Images, *, deadline: float) -> None:
    """Fetch each source into `images`; one that fails is refused there with its reason.

    Ends after half of `deadline`, in seconds, however many there are: the browser needs the rest.
    """
    turnstile = asyncio.Semaphore(MAX_AT_ONCE)
    clock = asyncio.get_running_loop().time
    end = clock() + deadline / 2
    # Reading the certificates takes longer than most fetches, so it is done once for all.
    trust = await asyncio.to_thread(httpx.create_ssl_context, trust_env=False)

    async def fetch_one(source: str) -> None:
        async with turnstile:
            await _fetch_into(images, source, trust, min(SECONDS_PER_IMAGE, max(end - clock(), 0)))

    async with asyncio.TaskGroup() as group:
        for source in sources:
            group.create_task(fetch_one(source))


async def _fetch_into(images: Images, source: str, trust: ssl.SSLContext, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            content = await fetch(source, images.allow_hosts, trust)
        # In a thread: a picture of the largest size takes as long to open as many screens take to draw.
        images.carry(source, await asyncio.to_thread(inspect, content))
    except ImageRefused as refusal:
        images.refuse(source, refusal)
    except TimeoutError:
        images.refuse(source, ImageRefused(f"no answer within {seconds:.2g} s" if seconds else "no time left for it"))
    except (httpx.HTTPError, OSError) as fault:
        images.refuse(source, ImageRefused(f"not reachable ({type(fault).__name__})"))
    except (httpx.InvalidURL, ValueError):
        images.refuse(source, ImageRefused("not a sound address"))


async def fetch(url: str, allow_hosts: Collection[str], trust: ssl.SSLContext) -> bytes:
    """The bytes at `url`, following redirects that stay allowed; `trust` holds the certificates to go by.

    Raises ImageRefused, httpx.HTTPError, httpx.InvalidURL, OSError, ValueError.
    """
    limits = httpx.Timeout(SECONDS_PER_IMAGE)
    async with httpx.AsyncClient(follow_redirects=False, trust_env=False, timeout=limits, verify=trust) as client:
        for _ in range(MAX_REDIRECTS + 1):
            response = await _get(client, url, allow_hosts)
            if not response.is_redirect:
                break
            url = urllib.parse.urljoin(url, response.headers.get("location", ""))
        else:
            raise ImageRefused("too many redirects")
    if response.status_code != httpx.codes.OK:
        raise ImageRefused(f"answered {response.status_code}")
    return response.content


async def _get(client: httpx.AsyncClient, url: str, allow_hosts: Collection[str]) -> httpx.Response:
    """One hop, sent to the very address that was judged, so that a second look-up cannot lead elsewhere."""
    parts = urllib.parse.urlsplit(url)
    host = parts.hostname or ""
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as fault:
        raise ImageRefused("a port that is none") from fault
    if parts.scheme not in ("http", "https") or not is_allowed(host, port, allow_hosts):
        raise ImageRefused(f"leads to a host that is not allowed: {host or parts.scheme}")
    address = await _judged_address(host, port, allow_hosts)
    literal = f"[{address}]" if address.version == 6 else str(address)
    target = parts._replace(netloc=f"{literal}:{port}").geturl()
    request = client.build_request(
        "GET", target, headers=_HEADERS | {"Host": parts.netloc.rpartition("@")[2]}, extensions={"sni_hostname": host}
    )
    response = await client.send(request, stream=True)
    try:
        return await _read(response)
    finally:
        await response.aclose()


async def _read(response: httpx.Response) -> httpx.Response:
    """The response with its body of at most MAX_BYTES, which is not unpacked: that could make it a thousandfold."""
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise ImageRefused("packed, which was not asked for")
    body = bytearray()
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > MAX_BYTES:
            raise ImageRefused(f"larger than {MAX_BYTES // 1_000_000} MB", "Use a smaller image.")
    headers = {name: value for name, value in response.headers.items() if name == "location"}
    return httpx.Response(response.status_code, headers=headers, content=bytes(body))


def is_allowed(host: str, port: int, allow_hosts: Collection[str]) -> bool:
    """Whether the list names `host`: as it is, with its port (`[::1]:8000`), or by `*.parent` for names under it.

    An address is under no name, however it ends.
    """
    host = host.lower()
    for entry in allow_hosts:
        name, wanted_port = _name_and_port(entry.lower())
        if wanted_port and wanted_port != str(port):
            continue
        if host and (host == name or (name.startswith("*.") and host.endswith(name[1:]) and not is_address(host))):
            return True
    return False


def is_address(host: str) -> bool:
    """Whether `host` is read as an address: no name ends in a number (WHATWG URL, 3.5), but `127.1` and `0x7f.1` do."""
    last = host.removesuffix(".").rpartition(".")[2].lower()
    return ":" in host or last.isdecimal() or bool(_HEXADECIMAL.fullmatch(last))


def _name_and_port(entry: str) -> tuple[str, str]:
    if entry.startswith("["):
        name, _, port = entry[1:].partition("]")
        return name, port.removeprefix(":")
    name, _, port = entry.partition(":")
    return (name, port) if entry.count(":") == 1 else (entry, "")


async def _judged_address(host: str, port: int, allow_hosts: Collection[str]) -> Address:
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [ipaddress.ip_address(str(info[4][0]).partition("%")[0]) for info in found]
    for address in addresses:
        inward = [real for real in _meant(address) if _is_inward(real)]
        # 0.0.0.0 and :: are this machine, whatever the list says of them.
        if not all(is_allowed(str(real), port, allow_hosts) and not real.is_unspecified for real in inward):
            raise ImageRefused("leads to an address inside the network")
    if not addresses:
        raise ImageRefused("has no address")
    return addresses[0]


def _is_inward(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address) and any(address in network for network in _NOT_GLOBAL):
        return True
    return not address.is_global or address.is_multicast


def _meant(address: Address) -> Iterator[Address]:
    """The addresses a packet to `address` may end at: itself, or the IPv4 address that is wrapped in it."""
    if isinstance(address, ipaddress.IPv4Address):
        yield address
        return
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
        return
    yield address
    if address.sixtofour is not None:
        yield address.sixtofour
    if not (address.is_loopback or address.is_unspecified) and any(address in network for network in _WRAPPING):
        yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
