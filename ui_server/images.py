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
import threading
import urllib.parse
import warnings
from dataclasses import dataclass, field
from typing import Final

from PIL import Image

from ui_server import svg

MAX_BYTES: Final = 10_000_000
MAX_PIXELS: Final = 40_000_000
MAX_SIDE: Final = 12_000
MAX_SEGMENTS: Final = 2_000
MAX_SCANS: Final = 100
"""Passes over the whole picture that one JPEG may ask for; encoders make a dozen. Each takes as long as a picture."""
MAX_CARRIED_PIXELS: Final = 100_000_000
MAX_CARRIED_BYTES: Final = 64_000_000
"""What the pictures of one screen that nobody registered may come to together."""
MAX_REFUSALS: Final = 1_000
MEDIA_TYPES: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}
SVG: Final = "image/svg+xml"
_SEVERAL_PICTURES: Final = "MPO"
"""What Pillow calls a JPEG with more than one picture in it, as phones make them; browsers show the first."""
_BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, OverflowError, struct.error)
"""What Pillow raises for files that are not what they claim to be."""
_MARK: Final = re.compile(rb"\xff([^\x00\x01\xd0-\xd7\xff])")
"""What begins a segment of a JPEG; between the segments of a scan stand its pixels (ITU T.81, B.1.1.2)."""
_CROWDED: Final = ("more pictures than one screen may carry", "Show fewer or smaller pictures at once.")
_JPEG: Final = b"\xff\xd8"
_SCAN: Final = 0xDA
_END: Final = 0xD9


class ImageRefused(Exception):
    """An image that is not shown. `reason` is a few words for the placeholder and the diagnostic."""

    owner = "agent"
    code = "image_refused"

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


class NoRoom(ImageRefused):
    """There is none on this screen; on another one there may be."""


@dataclass(frozen=True, slots=True)
class StoredImage:
    """`sha256` of the bytes that are shown; `width` and `height` in pixels (0 for SVG, which has no fixed size)."""

    sha256: str
    media_type: str
    content: bytes
    width: int
    height: int


@dataclass(slots=True)
class _Carried:
    """A picture that came in a payload or from an allowed host; `screen` is the last one it stood on."""

    image: StoredImage
    screen: int

    @property
    def pixels(self) -> int:
        return self.image.width * self.image.height


@dataclass(slots=True)
class Images:
    """One session's images. `names` maps what an agent writes (a name, an address) to the hash of a registered image.

    What nobody registered is kept while there is room, and made anew when it is shown again.
    """

    allow_hosts: frozenset[str] = frozenset()
    by_hash: dict[str, StoredImage] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    refusals: dict[str, tuple[str, str]] = field(default_factory=dict)
    _carried: dict[str, _Carried] = field(default_factory=dict)
    _screen: int = 0
    _turn: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def register(self, name: str, content: bytes | StoredImage) -> StoredImage:
        """Make `content` known as `name` until the session ends; raises ImageRefused."""
        stored = inspect(content) if isinstance(content, bytes) else content
        self.by_hash[stored.sha256] = stored
        self.names[name] = stored.sha256
        self._carried.pop(name, None)
        self.refusals.pop(name, None)
        return stored

    def carry(self, source: str, content: bytes | StoredImage) -> StoredImage:
        """Make `content` known as `source` while it is on the screen; raises ImageRefused, and NoRoom."""
        if isinstance(content, bytes):
            self._check_room(_claimed_pixels(content))
        stored = inspect(content) if isinstance(content, bytes) else content
        carried = _Carried(stored, self._screen)
        with self._turn:
            self._make_room(carried)
            self._carried[source] = carried
            self.refusals.pop(source, None)
        return stored

    def refuse(self, name: str, refusal: ImageRefused) -> None:
        with self._turn:
            while len(self.refusals) >= MAX_REFUSALS:
                del self.refusals[next(iter(self.refusals))]
            self.refusals[name] = (refusal.reason, refusal.hint)

    def turn_page(self) -> None:
        """Another screen begins: what only stood on earlier ones may make room."""
        self._screen += 1

    def find(self, source: str) -> StoredImage:
        """The image for `source` as the agent wrote it; raises ImageRefused with the reason."""
        known = self.names.get(source)
        if known is not None:
            return self.by_hash[known]
        carried = self._carried.get(source)
        if carried is not None:
            carried.screen = self._screen
            return carried.image
        told = self.refusals.get(source)
        if told is None:
            try:
                return self._load(source)
            except NoRoom:
                raise
            except ImageRefused as refusal:
                if self.wants(source):
                    raise
                self.refuse(source, refusal)
                told = (refusal.reason, refusal.hint)
        # A new exception each time: one that is kept and raised again holds on to every frame it ever passed.
        raise ImageRefused(*told)

    def _load(self, source: str) -> StoredImage:
        if not source:
            raise ImageRefused("no address", "Give the image a url.")
        if source[:5].lower() == "data:":
            return self.carry(source, decode_data_uri(source))
        raise ImageRefused(
            "not loaded: only data: URIs and registered images are shown",
            "Use a data: URI or the name of an image that was registered with the session.",
        )

    def _check_room(self, pixels: int) -> None:
        """Raises NoRoom where so many pixels are too many for this screen, before the time is spent to unpack them."""
        with self._turn:
            shown = sum(each.pixels for each in self._carried.values() if each.screen == self._screen)
        if shown + pixels > MAX_CARRIED_PIXELS:
            raise NoRoom(*_CROWDED)

    def _make_room(self, new: _Carried) -> None:
        """Let go of pictures of earlier screens, the oldest first, until `new` fits; raises NoRoom if it never does."""
        while self._is_full(new):
            oldest = min(self._carried, key=lambda source: self._carried[source].screen, default=None)
            if oldest is None or self._carried[oldest].screen == self._screen:
                raise NoRoom(*_CROWDED)
            del self._carried[oldest]

    def _is_full(self, new: _Carried) -> bool:
        held = [*self._carried.values(), new]
        return (
            sum(each.pixels for each in held) > MAX_CARRIED_PIXELS
            or sum(len(each.image.content) for each in held) > MAX_CARRIED_BYTES
        )

    def wants(self, source: str) -> bool:
        """Whether `source` is a web address to try first; `ui_server.fetch` judges its host."""
        if not self.allow_hosts or source in self.names or source in self._carried or source in self.refusals:
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
        # What no encoding can carry becomes a question mark, as it does in a browser.
        return urllib.parse.unquote_to_bytes(body.encode("utf-8", "replace"))
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
    if content.startswith(_JPEG):
        _check_scans(content)
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
    if len(content) > MAX_BYTES:
        raise ImageRefused(f"larger than {MAX_BYTES // 1_000_000} MB as a still picture", "Send a smaller image.")
    return StoredImage(hashlib.sha256(content).hexdigest(), media_type, content, width, height)


def _claimed_pixels(content: bytes) -> int:
    """By the head of the file alone; 0 for a drawing, and for what is no picture."""
    try:
        with _opened(content) as image:
            return image.width * image.height
    except (Image.DecompressionBombWarning, Image.DecompressionBombError, *_BROKEN):
        return 0


def _opened(content: bytes) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        return Image.open(io.BytesIO(content), formats=tuple(MEDIA_TYPES))


def _check_scans(content: bytes) -> None:
    """Refuses a JPEG of more segments or scans than any encoder writes, without unpacking it."""
    at, scans = len(_JPEG), 0
    for _ in range(MAX_SEGMENTS):
        found = _MARK.search(content, at)
        if found is None or found[1][0] == _END or scans > MAX_SCANS:
            break
        scans += found[1][0] == _SCAN
        at = found.end() + int.from_bytes(content[found.end() : found.end() + 2], "big")
    else:
        scans = MAX_SCANS + 1
    if scans > MAX_SCANS:
        raise ImageRefused("a JPEG that is drawn over and over again", "Save it anew, as a plain JPEG.")


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
