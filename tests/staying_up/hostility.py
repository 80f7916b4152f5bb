"""Requests as nobody should send them, each made from its number alone, so that one that does harm can be had again."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.fuzz.mutations import load, places

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "surfacebox" / "examples"
CORPUS: Final = ROOT / "tests" / "hostile" / "corpus"
JSON: Final = "application/json"

EDGES: Final[tuple[Any, ...]] = (
    *(0, -0.0, -1, 1e308, -1e308, 5e-324, 2**31, 2**53 + 1, -(2**63), 10**40, 1e17),
    *(float("nan"), float("inf"), float("-inf"), True, False, None, "", [], {}, [[]], [None], {"": None}),
)
TEXTS: Final = (
    "\ud800",
    "\udfff\ud800",
    "\u0000",
    "\u202e\u2066rtl",
    "\ufeff",
    "\uffff",
    "a\u0301" * 300,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 50,
    "\u0639\u064a\u0651",
    "x" * 100_000,
    "<script>pwned=1</script>",
    "javascript:alert(1)",
    "${/x}" * 200,
    "${" * 500,
    "{{x}}",
    "/" * 5_000,
    "/~2/~/~~",
    "../../etc/passwd",
    "(a+)+$",
    "9" * 400,
    "0001-01-01T00:00:00",
    "+010000-12-31",
    "https://127.0.0.1:1/x.png",
    "data:image/svg+xml,<svg/onload=x>",
)
WORDS: Final = (
    "surfaceId",
    "components",
    "id",
    "component",
    "path",
    "call",
    "args",
    "children",
    "value",
    "version",
    "x",
)
TAGS: Final = (
    "Text",
    "Column",
    "List",
    "Tabs",
    "Modal",
    "Button",
    "TextField",
    "Slider",
    "ChoicePicker",
    "text",
    "Nope",
)
KINDS: Final = (
    "createSurface",
    "updateComponents",
    "updateDataModel",
    "deleteSurface",
    "beginRendering",
    "callFunction",
)


@dataclass(frozen=True, slots=True)
class Request:
    """`path` is below the session's own, or absolute if it begins with a slash. `draws` says that a page is needed."""

    path: str
    body: bytes
    content_type: str | None = JSON
    method: str = "POST"
    query: dict[str, str] = field(default_factory=dict)
    draws: bool = False


def seeds() -> list[Any]:
    """Our own examples, and the payloads of the hostile corpus."""
    hostile = [json.loads(file.read_text())["payload"] for file in sorted(CORPUS.glob("*.json"))]
    return [*load(sorted(EXAMPLES.glob("*.json*"))), *hostile]


def request(number: int, payloads: list[Any], *, draw_each: int = 50) -> Request:
    """The request of that number; one in `draw_each` draws whatever is sound of its payload."""
    rng = random.Random(f"surfacebox/{number}")
    payload = mutant(rng, rng.choice(payloads))
    if number % draw_each == 0:
        trial = {"edit": number + 1, "text": _dumps(rng, payload), "theme": "light", "width": 600, "locale": "en-US"}
        return Request(f"/debug/benches/hostile-{number}", json.dumps(trial).encode(), draws=True)
    return rng.choices((_messages, _broken_bytes, _other_call), (75, 15, 10))[0](rng, payload)


# -- what is sent ------------------------------------------------------------------------------------------------------


def _messages(rng: random.Random, payload: Any) -> Request:
    body: dict[str, Any] = {"messages": payload}
    if rng.random() < 0.1:
        body["messages"] = f"Here you are:\n```json\n{_dumps(rng, payload)}\n```\nDone."
    if rng.random() < 0.1:
        body["images"] = {rng.choice(TEXTS)[:200]: rng.choice(EDGES)}
    return Request("messages", _dumps(rng, body).encode("utf-8", "surrogatepass"))


def _broken_bytes(rng: random.Random, payload: Any) -> Request:
    """The body cut, flipped, nested beyond reason, in another encoding or under another name."""
    sound = _dumps(rng, {"messages": payload}).encode("utf-8", "surrogatepass")
    at = rng.randrange(len(sound))
    flipped = bytes([sound[at] ^ (1 << rng.randrange(8))])
    bodies: list[bytes] = [
        sound[:at],
        sound[:at] + flipped + sound[at + 1 :],
        sound[:at] + b"\xff\xfe\x00" + sound[at:],
        sound.decode("utf-8", "replace").encode("utf-16"),
        b"\xef\xbb\xbf" + sound,
        b"[" * rng.choice((500, 5_000, 200_000)),
        b'{"messages":' + b"[" * 3_000 + b"]" * 3_000 + b"}",
        b'{"messages":' + b'{"a":' * 3_000 + b"1" + b"}" * 3_000 + b"}",
        b'{"messages":[' + b"9" * 10_000 + b"]}",
        b'{"messages":[1e999,-1e999,NaN]}',
        sound + sound,
        b"",
        rng.randbytes(300),
    ]
    kinds = (
        JSON,
        JSON,
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "image/png",
        "x",
        None,
    )
    return Request("messages", rng.choice(bodies), rng.choice(kinds))


def _other_call(rng: random.Random, payload: Any) -> Request:
    """Calls other than `messages`, with something in them that they do not take."""
    odd = rng.choice([*EDGES, *TEXTS])
    steps = [
        {rng.choice(("do", "x")): rng.choice(("click", "fill", odd)), "element": odd, "value": odd} for _ in range(3)
    ]
    settings = {rng.choice(("viewport", "scale", "locale", "allow_hosts", "theme", "x")): odd}
    image = {"name": odd, "data": rng.choice(("data:image/png;base64,iVBORw0KGgo=", "data:,", odd))}
    bodies: dict[str, Any] = {"interact": {"steps": steps}, "/sessions": settings, "images": image, "render": settings}
    path = rng.choice(("screens", *bodies))
    if path == "screens":
        number = rng.choice(("0", "1", "-1", "99999999999999999999", "x", "%00"))
        query = {rng.choice(("width", "height", "scale", "surface_id", "scroll_y")): str(odd)[:500]}
        return Request(f"screens/{number}.{rng.choice(('json', 'html'))}", b"", None, "GET", _sendable(query))
    return Request(path, _dumps(rng, bodies[path]).encode("utf-8", "surrogatepass"))


def _sendable(query: dict[str, str]) -> dict[str, str]:
    return {name: value.encode("utf-8", "replace").decode() for name, value in query.items()}


def _dumps(rng: random.Random, value: Any) -> str:
    return json.dumps(value, ensure_ascii=rng.random() < 0.7)


def frame(number: int, payloads: list[Any]) -> str:
    """A frame for a session's WebSocket; one in ten is cut off."""
    rng = random.Random(f"surfacebox/frame/{number}")
    odd = [*EDGES, *TEXTS]
    call = rng.choice(("messages", "messages", "messages", "interact", "show", "render", "state", rng.choice(odd)))
    sent: dict[str, Any] = {"call": call, "id": rng.choice([number, *odd])}
    if call == "messages":
        sent["messages"] = mutant(rng, rng.choice(payloads))
    if call == "interact":
        sent["steps"] = [{"do": rng.choice(("click", "fill", 1)), "element": rng.choice(odd)}]
    if rng.random() < 0.2:
        sent[rng.choice(("x", "surface_id", "viewport", "revision"))] = rng.choice(odd)
    text = json.dumps(sent)
    return text[: rng.randrange(len(text))] if rng.random() < 0.1 else text


# -- how payloads are changed ------------------------------------------------------------------------------------------


def mutant(rng: random.Random, payload: Any) -> Any:
    """A copy with one to four places changed; now and then none, so that sound payloads are among them."""
    changed = copy.deepcopy(payload)
    for _ in range(rng.choice((0, 1, 1, 2, 3, 4))):
        path = rng.choice(places(changed)[1:] or [()])
        if path:
            holder = changed
            for key in path[:-1]:
                holder = holder[key]
            rng.choice(CHANGES)(rng, holder, path[-1])
    return changed


def _drop(rng: random.Random, holder: Any, key: Any) -> None:
    del holder[key]


def _double(rng: random.Random, holder: Any, key: Any) -> None:
    if isinstance(holder, list):
        holder[key:key] = [copy.deepcopy(holder[key]) for _ in range(rng.choice((1, 2, 50)))]
    else:
        holder[f"{key}2"] = copy.deepcopy(holder[key])


def _rename(rng: random.Random, holder: Any, key: Any) -> None:
    if isinstance(holder, dict):
        holder[rng.choice((*WORDS, *KINDS, *TEXTS))] = holder.pop(key)


def _retag(rng: random.Random, holder: Any, key: Any) -> None:
    holder[key] = rng.choice((*TAGS, "v0.8", "v0.9", "v0.9.1", "v1.0", "v9"))


def _swap(rng: random.Random, holder: Any, key: Any) -> None:
    """The same content as another type."""
    was = holder[key]
    holder[key] = rng.choice([[was], {"path": was}, {"call": was, "args": was}, str(was)[:1_000], {"value": was}, None])


def _edge(rng: random.Random, holder: Any, key: Any) -> None:
    holder[key] = copy.deepcopy(rng.choice([*EDGES, *TEXTS]))


def _nest(rng: random.Random, holder: Any, key: Any) -> None:
    value = holder[key]
    for _ in range(rng.choice((5, 40, 120))):
        value = rng.choice(([value], {"path": "/x", "value": value}, {"call": "and", "args": {"values": [value]}}))
    holder[key] = value


def _circle(rng: random.Random, holder: Any, key: Any) -> None:
    """Every reference to a component leads to the root, or to whatever stands in this place."""
    holder[key] = rng.choice(("root", ["root"] * 20, {"path": "/", "componentId": "root"}))
    if isinstance(holder, dict):
        holder |= {"child": "root", "children": ["root", holder.get("id", "root")]}


Change = Callable[[random.Random, Any, Any], None]
CHANGES: Final[tuple[Change, ...]] = (_drop, _double, _rename, _retag, _swap, _edge, _nest, _circle)
