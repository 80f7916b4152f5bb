"""The simple Markdown that A2UI allows in a Text: emphasis, code, headings, lists, quotes, tables and links.

Raw HTML is shown as text, an image as its alternative text, and a link carries no address that a browser would follow.
Only tokens named here become tags, so what a parser may add later stays text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from renderer.view import TextVariant

MAX_LENGTH = 20_000
"""Characters after which a text is shown as it is: parsing time may grow with the square of the length."""
LINK_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
"""The addresses that A2UI's openUrl may open."""

_SPECIAL = re.compile(r"[*_`\[<&\\|]|~~|^[ \t]*(?:[#>=+-]|\d{1,9}[.)])", re.MULTILINE)
_HEADING_MARK = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(?=\S)")
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_CELL_CLASSES = {"text-align:center": "center", "text-align:right": "end"}
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LISTS = frozenset({"ul", "ol", "li", "blockquote"})
_TABLES = frozenset({"table", "thead", "tbody", "tr", "th", "td"})
_TAGS = _HEADINGS | _LISTS | _TABLES | {"p", "em", "strong", "s"}
_VOID = {"softbreak": "<br>", "hardbreak": "<br>", "hr": "<hr>"}


@dataclass(frozen=True, slots=True)
class Prose:
    """Safe HTML, and the tag of the element that holds it: a paragraph, a heading, or a div around several blocks."""

    tag: str
    html: Markup


def render(text: str, variant: TextVariant = "body", *, link_key: str | None = None) -> Prose:
    """The HTML of a Text.

    With `link_key` its links can be operated, each under `<link_key>@<number>` counted from 0; without, they are text.
    """
    text = _tidy(text, variant)
    tag = variant if variant in _HEADINGS else "p"
    if len(text) > MAX_LENGTH or not _SPECIAL.search(text):
        return _without_marks(text, tag)
    if tag != "p" or _is_single_line(text):
        return Prose(tag, _Writer(link_key).write(_parser().parseInline(text)))
    tokens = _parser().parse(text)
    if _is_one_paragraph(tokens):
        return Prose("p", _Writer(link_key).write(tokens[1:2]))
    return Prose("div", _Writer(link_key, headings=variant == "body").write(tokens))


def plain(text: str, variant: TextVariant = "body") -> str:
    """The words that `render` would show, without any mark; blocks and lines are parted by a newline."""
    text = _tidy(text, variant)
    if len(text) > MAX_LENGTH or not _SPECIAL.search(text):
        return text.strip()
    inline = variant not in ("body", "caption") or _is_single_line(text)
    tokens = _parser().parseInline(text) if inline else _parser().parse(text)
    return "\n".join(line for line in (_words(token) for token in tokens) if line)


class _Writer:
    """Turns tokens into HTML; keeps the running number of links."""

    def __init__(self, link_key: str | None, *, headings: bool = True) -> None:
        self._link_key = link_key
        self._headings = headings
        self._links = 0
        self._out: list[str] = []
        self._open_links: list[str] = []

    def write(self, tokens: Sequence[Token]) -> Markup:
        for token in tokens:
            self._token(token)
        return Markup("".join(self._out))

    def _token(self, token: Token) -> None:
        kind = token.type
        if kind == "text":
            self._out.append(escape(token.content))
        elif kind == "inline":
            self.write(token.children or ())
        elif kind in _VOID:
            self._out.append(_VOID[kind])
        elif kind == "code_inline":
            self._out.append(f'<code dir="auto">{escape(token.content)}</code>')
        elif kind in ("fence", "code_block"):
            self._out.append(f'<pre dir="auto"><code>{escape(token.content)}</code></pre>')
        elif kind == "link_open":
            self._open_link(str(token.attrGet("href") or ""))
        elif kind == "link_close":
            self._out.append(self._open_links.pop())
        elif token.tag in _TAGS:
            self._tag(token)
        else:
            self._out.append(escape(_words(token)))

    def _tag(self, token: Token) -> None:
        if token.hidden:
            return
        tag = "p" if token.tag in _HEADINGS and not self._headings else token.tag
        # A table that is wider than its card scrolls within the block around it.
        before, after = ('<div class="sideways">', "</div>") if tag == "table" else ("", "")
        if token.nesting < 0:
            self._out.append(f"</{tag}>{after}")
        else:
            self._out.append(f"{before}<{tag}{_attributes(token, tag)}>")

    def _open_link(self, url: str) -> None:
        if self._link_key is None or not _may_open(url):
            self._open_links.append("")
            return
        key = f"{self._link_key}@{self._links}"
        self._links += 1
        self._open_links.append("</a>")
        self._out.append(f'<a role="link" tabindex="0" data-element="{escape(key)}" data-url="{escape(url)}">')


class _Parser(MarkdownIt):
    """Keeps every address as it was written: the page follows none, and `_may_open` decides which can be pressed."""

    def normalizeLink(self, url: str) -> str:
        return url

    def validateLink(self, url: str) -> bool:
        return True


@cache
def _parser() -> MarkdownIt:
    parser = _Parser("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    # Indented code and link definitions swallow data that was never meant as Markdown.
    parser.disable(["code", "reference"])
    return parser


def _tidy(text: str, variant: TextVariant) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if variant == "body":
        return text
    found = _HEADING_MARK.match(text)
    return text[found.end() :] if found else text


def _is_single_line(text: str) -> bool:
    """One line is no list, quote or rule: `1. May`, `- $5` and `> 18` are data. Only a heading can stand alone."""
    stripped = text.strip()
    return "\n" not in stripped and not _HEADING_MARK.match(stripped)


def _is_one_paragraph(tokens: Sequence[Token]) -> bool:
    return len(tokens) == 3 and tokens[0].type == "paragraph_open"


def _without_marks(text: str, tag: str) -> Prose:
    if "\n" not in text:
        return Prose(tag, escape(text))
    blocks = [escape(block).replace("\n", Markup("<br>")) for block in _BLANK_LINES.split(text.strip("\n"))]
    if tag != "p":
        return Prose(tag, Markup("<br>").join(blocks))
    if len(blocks) == 1:
        return Prose("p", blocks[0])
    return Prose("div", Markup("").join(Markup('<p dir="auto">{}</p>').format(block) for block in blocks))


def _attributes(token: Token, tag: str) -> str:
    if tag in ("td", "th"):
        cell = _CELL_CLASSES.get(str(token.attrGet("style")))
        return f' dir="auto" class="{cell}"' if cell else ' dir="auto"'
    if tag == "ol" and token.attrGet("start") is not None:
        return f' start="{int(str(token.attrGet("start")))}"'
    if tag in ("p", "li", "blockquote") or tag in _HEADINGS:
        return ' dir="auto"'
    return ""


def _words(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    if token.children is not None:
        return "".join(_words(child) for child in token.children)
    return token.content.strip("\n") if token.type == "fence" else token.content


def _may_open(url: str) -> bool:
    try:
        return urlsplit(url).scheme.lower() in LINK_SCHEMES
    except ValueError:
        return False
