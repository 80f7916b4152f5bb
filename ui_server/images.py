"""The images a session may show: registered by name, or carried in the payload as data: URIs. Nothing else is loaded.

Every image is opened here before a browser sees it: its kind, its size in pixels and bytes, and whether it moves.
An image that moves is shown as its first frame, since the same screen must always give the same pixels.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import hashlib
import io
import re
import struct
import urllib.parse
import warnings
from dataclasses import dataclass, field
from typing import Final

from PIL import Image

from ui_server import svg

MAX_BYTES: Final = 10_000_000
MAX_PIXELS: Final = 40_000_000
MAX_SIDE: Final = 12_000
MEDIA_TYPES: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}
SVG: Final = "image/svg+xml"
_SEVERAL_PICTURES: Final = "MPO"
"""What Pillow calls a JPEG with more than one picture in it, as phones make them; browsers show the first."""
_BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, OverflowError, struct.error)
"""What Pillow raises for files that are not what they claim to be."""


class ImageRefused(Exception):
    """An image that is not shown. `reason` is a few words for the placeholder and the diagnostic."""

    owner = "agent"
    code = "image_refused"

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


@dataclass(frozen=True, slots=True)
class StoredImage:
    """`sha256` of the bytes that are shown; `width` and `height` in pixels (0 for SVG, which has no fixed size)."""

    sha256: str
    media_type: str
    content: bytes
    width: int
    height: int


@dataclass(slots=True)
class Images:
    """One session's images. `names` maps what an agent writes (a name, an address) to a content hash."""

    allow_hosts: frozenset[str] = frozenset()
    by_hash: dict[str, StoredImage] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    refusals: dict[str, tuple[str, str]] = field(default_factory=dict)

    def register(self, name: str, content: bytes) -> StoredImage:
        """Make `content` known as `name`; raises ImageRefused."""
        stored = inspect(content)
        self.by_hash[stored.sha256] = stored
        self.names[name] = stored.sha256
        self.refusals.pop(name, None)
        return stored

    def refuse(self, name: str, refusal: ImageRefused) -> None:
        self.refusals[name] = (refusal.reason, refusal.hint)

    def find(self, source: str) -> StoredImage:
        """The image for `source` as the agent wrote it; raises ImageRefused with the reason."""
        known = self.names.get(source)
        if known is not None:
            return self.by_hash[known]
        if source not in self.refusals:
            try:
                return self._load(source)
            except ImageRefused as refusal:
                if self.wants(source):
                    raise
                self.refuse(source, refusal)
        # A new exception each time: one that is kept and raised again holds on to every frame it ever passed.
        raise ImageRefused(*self.refusals[source])

    def _load(self, source: str) -> StoredImage:
        if not source:
            raise ImageRefused("no address", "Give the image a url.")
        if source[:5].lower() == "data:":
            return self.register(source, decode_data_uri(source))
        raise ImageRefused(
            "not loaded: only data: URIs and registered images are shown",
            "Use a data: URI or the name of an image that was registered with the session.",
        )

    def wants(self, source: str) -> bool:
        """Whether `source` is a web address to try first; `ui_server.fetch` judges its host."""
        if source in self.names or source in self.refusals or not self.allow_hosts:
            return False
        try:
            parts = urllib.parse.urlsplit(source)
        except ValueError:
            return False
        return parts.scheme in ("http", "https")


def decode_data_uri(source: str) -> bytes:
    """The bytes of a `data:image/…` URI; raises ImageRefused."""
    head, comma, body = source.partition(",")
    if not comma or not head.lower().startswith("data:image/"):
        raise ImageRefused("not an image", "Write data:image/png;base64,….")
    if len(body) > MAX_BYTES * 4 // 3 + 4:
        raise ImageRefused(f"larger than {MAX_BYTES // 1_000_000} MB", "Send a smaller image.")
    if not head.lower().endswith(";base64"):
        return urllib.parse.unquote_to_bytes(body)
    encoded = re.sub(r"\s+", "", urllib.parse.unquote(body)).rstrip("=")
    try:
        return base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except (binascii.Error, ValueError) as fault:
        raise ImageRefused("broken base64", "Encode the whole file as base64.") from fault


def inspect(content: bytes) -> StoredImage:
    """What `content` is, ready to be shown; raises ImageRefused for anything that is no sound still image."""
    if len(content) > MAX_BYTES:
        raise ImageRefused(f"larger than {MAX_BYTES // 1_000_000} MB", "Send a smaller image.")
    if content.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"<":
        return _inspect_svg(content)
    try:
        with _opened(content) as image:
            width, height = image.size
            if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
                raise ImageRefused(f"too large: {width} x {height} pixels", "Send a smaller image.")
            image.load()
            media_type = "image/jpeg" if image.format == _SEVERAL_PICTURES else MEDIA_TYPES[image.format or ""]
            if image.format != _SEVERAL_PICTURES and getattr(image, "is_animated", False):
                content, media_type = _first_frame(image), "image/png"
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as fault:
        raise ImageRefused("too large: far more pixels than a screen has", "Send a smaller image.") from fault
    except _BROKEN as fault:
        raise ImageRefused("not a readable PNG, JPEG, GIF or WebP") from fault
    return StoredImage(hashlib.sha256(content).hexdigest(), media_type, content, width, height)


def _opened(content: bytes) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        return Image.open(io.BytesIO(content), formats=tuple(MEDIA_TYPES))


def _first_frame(image: Image.Image) -> bytes:
    image.seek(0)
    buffer = io.BytesIO()
    image.convert("RGBA").save(buffer, "PNG")
    return buffer.getvalue()


def _inspect_svg(content: bytes) -> StoredImage:
    fault = svg.fault(content)
    if fault:
        raise ImageRefused(fault, "Send a plain SVG drawing or a PNG.")
    return StoredImage(hashlib.sha256(content).hexdigest(), SVG, content, 0, 0)
