"""The fonts a page is set in: two that travel inside it, and two families that the machine must have.

Inter and Noto Sans Arabic come from their packages and are embedded as data: addresses, so that a picture does not
depend on what is installed. Chinese, Japanese, Korean and emoji fonts are too large to embed.
"""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

LOOKUP_SECONDS = 5.0
SANS = "Inter"
ARABIC = "Noto Sans Arabic"
MAX_NAME_LENGTH = 60

_ARABIC_RANGE = "U+0600-06FF,U+0750-077F,U+0870-08FF,U+200C-200E,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FEFF"
_ARABIC_LETTER = re.compile("[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]")
_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ]*")


@dataclass(frozen=True)
class Face:
    """One embedded font file."""

    family: str
    data: bytes
    unicode_range: str | None = None

    @cached_property
    def css(self) -> str:
        """Its `@font-face` rule."""
        encoded = base64.b64encode(self.data).decode("ascii")
        limits = f"unicode-range:{self.unicode_range};" if self.unicode_range else ""
        return (
            f'@font-face{{font-family:"{self.family}";font-weight:100 900;font-display:block;{limits}'
            f'src:url("data:font/ttf;base64,{encoded}") format("truetype")}}'
        )


@dataclass(frozen=True, slots=True)
class Family:
    """A family that must be installed: what for, and the Debian package that brings it."""

    name: str
    purpose: str
    package: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """Whether the machine has a family; `instead` is the family it would use when not.

    `checked` is false when the machine could not be asked, because fontconfig is missing or did not answer in time.
    """

    family: Family
    present: bool
    checked: bool = True
    instead: str | None = None


SYSTEM_FAMILIES = (
    Family("Noto Sans CJK SC", "Chinese, Japanese and Korean text", "fonts-noto-cjk"),
    Family("Noto Color Emoji", "emoji", "fonts-noto-color-emoji"),
)


@dataclass(frozen=True)
class Fonts:
    """The embedded faces, the Latin one first."""

    faces: tuple[Face, ...]

    @property
    def css(self) -> str:
        """The `@font-face` rules of all faces."""
        return "".join(face.css for face in self.faces)

    def css_for(self, text: str) -> str:
        """The rules of only those faces that `text` needs."""
        if _ARABIC_LETTER.search(text):
            return self.css
        return "".join(face.css for face in self.faces if face.unicode_range is None)

    def digest(self) -> str:
        """SHA-256 over the embedded fonts: two machines with the same digest set Latin and Arabic text alike."""
        total = hashlib.sha256()
        for face in self.faces:
            total.update(hashlib.sha256(face.data).digest())
        return total.hexdigest()


def load() -> Fonts:
    """Reads the fonts from their packages."""
    return Fonts(
        (
            Face(SANS, _read("fontpkg_inter", "Inter[opsz,wght].ttf")),
            Face(ARABIC, _read("fontpkg_noto_sans_arabic", "NotoSansArabic[wdth,wght].ttf"), _ARABIC_RANGE),
        )
    )


def look_up(family: Family, *, seconds: float = LOOKUP_SECONDS) -> Lookup:
    """Asks fontconfig what it would use for `family`, and waits no longer than `seconds`."""
    command = shutil.which("fc-match")
    if command is None:
        return Lookup(family, present=False, checked=False)
    try:
        run = subprocess.run(
            [command, "--format=%{family}", family.name], capture_output=True, text=True, timeout=seconds, check=True
        )
    except (subprocess.SubprocessError, OSError):
        return Lookup(family, present=False, checked=False)
    names = [name.strip() for name in run.stdout.split(",")]
    present = family.name in names
    return Lookup(family, present=present, instead=None if present else names[0])


def missing(*, seconds: float = LOOKUP_SECONDS) -> tuple[Lookup, ...]:
    """The system families that are absent or could not be asked for."""
    found = (look_up(family, seconds=seconds) for family in SYSTEM_FAMILIES)
    return tuple(lookup for lookup in found if not lookup.present)


def safe_name(name: str | None) -> str | None:
    """An agent's font name if it can stand in a stylesheet: Latin letters, digits and spaces, at most 60; else None."""
    if name is None or len(name) > MAX_NAME_LENGTH or not _SAFE_NAME.fullmatch(name):
        return None
    return name.strip()


def _read(package: str, name: str) -> bytes:
    return (files(package) / "files" / name).read_bytes()
