"""Colours derived from an agent's primary colour, so that text on and beside it stays readable in both themes.

Contrast and luminance are those of WCAG 2.2 (success criterion 1.4.3); every colour in and out is `#RRGGBB`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from renderer.view import Theme

TEXT_CONTRAST = 4.5
"""WCAG AA for text of normal size."""
SHAPE_CONTRAST = 3.0
"""WCAG AA for the outline of a control."""
GREY_CONTRAST = 7.0
"""Of a grey text or mark that must not be taken for a disabled one; WCAG AAA."""
EDGE_CONTRAST = 1.6
"""Enough for a filled button to be told from what it lies on."""

WHITE = "#FFFFFF"
NEAR_BLACK = "#050506"
"""The darkest ink in use. Any lighter and some colours would leave both inks below `TEXT_CONTRAST`."""
DEFAULT_PRIMARY = "#2F5BEA"

PAGE: dict[Theme, str] = {"light": "#F5F6F8", "dark": "#111317"}
SURFACE: dict[Theme, str] = {"light": "#FFFFFF", "dark": "#1B1E24"}
INK: dict[Theme, str] = {"light": "#15181E", "dark": "#ECEEF2"}
GREY_SPREAD = 16
"""Between the strongest and the weakest channel of a colour that is black, white or grey to the eye."""

_HEX = re.compile(r"#[0-9A-Fa-f]{6}")


@dataclass(frozen=True, slots=True)
class Palette:
    """What a surface paints with: `primary` fills and `on_primary` is written on it, `edge` outlines the fill.

    `accent` is the primary made readable on page and card, `soft` its pale tint, `on_soft` the text on that tint.
    """

    primary: str
    on_primary: str
    edge: str
    accent: str
    soft: str
    on_soft: str


def is_colour(text: str) -> bool:
    return _HEX.fullmatch(text) is not None


def luminance(colour: str) -> float:
    """Relative luminance from 0 (black) to 1 (white)."""
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def mix(colour: str, other: str, share: float) -> str:
    """`colour` with `share` (0 to 1) of `other` in it."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def ink_on(colour: str) -> str:
    """White where white is readable, else near-black; at least `TEXT_CONTRAST` on any colour."""
    return WHITE if contrast(WHITE, colour) >= TEXT_CONTRAST else NEAR_BLACK


def against(colour: str, background: str, ratio: float) -> str:
    """`colour`, moved toward black or white just as far as `ratio` on `background` asks."""
    if contrast(colour, background) >= ratio:
        return colour
    target = ink_on(background)
    steps = (mix(colour, target, step / 20) for step in range(1, 20))
    return next((step for step in steps if contrast(step, background) >= ratio), target)


@lru_cache(maxsize=256)
def palette(colour: str | None, theme: Theme) -> Palette:
    """The palette of a surface with this primary colour; anything but `#RRGGBB` gives the default colour's."""
    chosen = colour.upper() if colour and is_colour(colour) else DEFAULT_PRIMARY
    # Of card and page, the one that is nearer to the middle greys is the harder background in each theme.
    page = PAGE["light"] if theme == "light" else SURFACE["dark"]
    ink = INK[theme] if _is_grey(chosen) else None
    primary = chosen if theme == "light" or contrast(chosen, page) >= SHAPE_CONTRAST else ink
    accent = chosen if contrast(chosen, page) >= GREY_CONTRAST else ink
    primary = primary or against(chosen, page, SHAPE_CONTRAST)
    accent = accent or against(chosen, page, TEXT_CONTRAST)
    soft = mix(SURFACE[theme], accent, 0.10 if theme == "light" else 0.16)
    return Palette(
        primary=primary,
        on_primary=ink_on(primary),
        edge=against(primary, SURFACE[theme], EDGE_CONTRAST),
        accent=accent,
        soft=soft,
        on_soft=against(accent, soft, TEXT_CONTRAST),
    )


def _is_grey(colour: str) -> bool:
    channels = _channels(colour)
    return max(channels) - min(channels) <= GREY_SPREAD


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
