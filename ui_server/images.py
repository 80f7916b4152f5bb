"""The images a session may show: registered by name, or carried in the payload as data: URIs. Nothing else is loaded.

Every image is opened here before a browser sees it: its kind, its size in pixels and bytes, and whether it moves.
An image that moves is shown as its first frame, since the same screen must always give the same pixels.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import re
import urllib.parse
from dataclasses import dataclass, field
from typing import Final

from PIL import Image, UnidentifiedImageError

MAX_BYTES: Final = 10_000_000
MAX_PIXELS: Final = 40_000_000
MAX_SIDE: Final = 12_000
MEDIA_TYPES: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}
SVG: Final = "image/svg+xml"
MAX_SVG_BYTES: Final = 300_000
_SVG_DANGER = re.compile(
    rb"<!DOCTYPE|<!ENTITY|<\s*(script|foreignobject|animate|set\b|image|use)|@import|url\(\s*['\"]?(?!#)", re.I
)


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
    refusals: dict[str, ImageRefused] = field(default_factory=dict)

    def register(self, name: str, content: bytes) -> StoredImage:
        """Make `content` known as `name`; raises ImageRefused."""
        stored = inspect(content)
        self.by_hash[stored.sha256] = stored
        self.names[name] = stored.sha256
        self.refusals.pop(name, None)
        return stored

    def refuse(self, name: str, refusal: ImageRefused) -> None:
        self.refusals[name] = refusal

    def find(self, source: str) -> StoredImage:
        """The image for `source` as the agent wrote it; raises ImageRefused with the reason."""
        known = self.names.get(source)
        if known is not None:
            return self.by_hash[known]
        refused = self.refusals.get(source)
        if refused is None:
            try:
                return self._load(source)
            except ImageRefused as refusal:
                self.refusals[source] = refused = refusal
        raise refused

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
    try:
        return base64.b64decode(re.sub(r"\s+", "", urllib.parse.unquote(body)), validate=True)
    except (binascii.Error, ValueError) as fault:
        raise ImageRefused("broken base64", "Encode the whole file as base64.") from fault


def inspect(content: bytes) -> StoredImage:
    """What `content` is, ready to be shown; raises ImageRefused for anything that is no sound still image."""
    if len(content) > MAX_BYTES:
        raise ImageRefused(f"larger than {MAX_BYTES // 1_000_000} MB", "Send a smaller image.")
    if content.lstrip()[:5] in (b"<?xml", b"<svg "):
        return _inspect_svg(content)
    try:
        with Image.open(io.BytesIO(content), formats=tuple(MEDIA_TYPES)) as image:
            width, height = image.size
            if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
                raise ImageRefused(f"too large: {width} x {height} pixels", "Send a smaller image.")
            media_type = MEDIA_TYPES[image.format or ""]
            if getattr(image, "is_animated", False):
                content, media_type = _first_frame(image), "image/png"
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as fault:
        raise ImageRefused("not a readable PNG, JPEG, GIF or WebP") from fault
    return StoredImage(hashlib.sha256(content).hexdigest(), media_type, content, width, height)


def _first_frame(image: Image.Image) -> bytes:
    image.seek(0)
    buffer = io.BytesIO()
    image.convert("RGBA").save(buffer, "PNG")
    return buffer.getvalue()


def _inspect_svg(content: bytes) -> StoredImage:
    if len(content) > MAX_SVG_BYTES or _SVG_DANGER.search(content):
        raise ImageRefused(
            "SVG with scripts, references, animation or of great size",
            "Send a plain SVG or a PNG.",
        )
    return StoredImage(hashlib.sha256(content).hexdigest(), SVG, content, 0, 0)
