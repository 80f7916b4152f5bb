"""JSON in text: what is wrong with it and where, and on request the slips that have only one reading mended.

`json` itself takes NaN, duplicate keys and numbers too large, and names no place inside the document. It is used
for the usual case; `parse` starts over with its own reader when there is any doubt.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ui_server.expressions import Json

MAX_DEPTH: Final = 100
"""How many brackets may be open at once."""

Path = tuple[str | int, ...]

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORD: Final = re.compile(r"-?[A-Za-z_$][\w$]*")
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/|#[^\n]*", re.DOTALL)
_INVISIBLE: Final = re.compile(r"[\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff\v\f]+")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_ESCAPE: Final = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|(?P<odd>[^u]))', re.DOTALL)
_HALF_PAIR: Final = re.compile("[\ud800-\udfff]")
_WORDS: Final[dict[str, Json]] = {"true": True, "false": False, "null": None}
_PYTHON_WORDS: Final[dict[str, Json]] = {"True": True, "False": False, "None": None}
_NO_NUMBERS: Final = frozenset({"NaN", "Infinity", "-Infinity", "-NaN"})
_LONGEST_NUMBER: Final = 400
_SHOWN_DEPTH: Final = 8


@dataclass(frozen=True, slots=True)
class Slip:
    """A fault at `position` of the text, inside the entry `path` of the document."""

    code: str
    message: str
    hint: str
    position: int
    path: Path


@dataclass(frozen=True, slots=True)
class Parsed:
    """One JSON document and where it ends. With slips `value` is None: nothing is half read."""

    value: Json
    end: int
    slips: tuple[Slip, ...] = ()
    mends: tuple[Slip, ...] = ()


class _Doubt(ValueError):
    """Something that `json` would let pass or cannot place."""


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise _Doubt
    return entries


def _refused(constant: str) -> Json:
    raise _Doubt(constant)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refused)


def parse(text: str, start: int, *, mend: bool = False) -> Parsed:
    """The JSON document that begins at `start`, a bracket."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return _Reader(text, start, mend).document()
    if next(odd_places(value), None) is not None:
        return _Reader(text, start, mend).document()
    return Parsed(value, end)


def odd_places(document: Json) -> Iterator[tuple[str, Path]]:
    """The places in parsed JSON that no JSON text can have, or that lie too deep, each with its diagnostic code."""
    level: list[tuple[Json, Path]] = [(document, ())]
    depth = 0
    while level:
        inner: list[tuple[Json, Path]] = []
        for value, path in level:
            if isinstance(value, str):
                if not value.isascii() and _HALF_PAIR.search(value):
                    yield "bad_encoding", path
            elif isinstance(value, dict):
                for key, entry in value.items():
                    if isinstance(entry, dict | list | str | float | int):
                        inner.append((entry, (*path, key)))
            elif isinstance(value, list):
                inner += [
                    (entry, (*path, i))
                    for i, entry in enumerate(value)
                    if isinstance(entry, dict | list | str | float | int)
                ]
            elif isinstance(value, int | float) and not _is_finite(value):
                yield "not_a_number", path
        depth += 1
        if depth > MAX_DEPTH and inner:
            yield "limit_reached", inner[0][1][:_SHOWN_DEPTH]
            return
        level = inner


class _Stop(Exception):
    """The rest of the text cannot be read."""


@dataclass(slots=True)
class _Reader:
    """Reads one document and notes each slip with its place."""

    text: str
    start: int
    mend: bool
    at: int = 0
    path: list[str | int] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    mends: list[Slip] = field(default_factory=list)
    has_hidden: bool = False

    def document(self) -> Parsed:
        self.at = self.start
        try:
            value = self._value()
        except _Stop:
            value = None
        return Parsed(None if self.slips else value, self.at, tuple(self.slips), tuple(self.mends))

    def _note(self, code: str, message: str, hint: str, position: int | None = None) -> None:
        self.slips.append(Slip(code, message, hint, self.at if position is None else position, tuple(self.path)))

    def _stop(self, code: str, message: str, hint: str) -> _Stop:
        self._note(code, message, hint)
        return _Stop()

    def _mended(self, code: str, message: str, hint: str, done: str, position: int) -> None:
        """A slip with one reading: mended on request, else a fault."""
        slip = Slip(code, done if self.mend else message, hint, position, tuple(self.path))
        (self.mends if self.mend else self.slips).append(slip)

    def _skip(self) -> None:
        """Past blanks, and past what is not there to be read: comments, invisible characters."""
        while True:
            match = _SPACE.match(self.text, self.at)
            self.at = match.end() if match else self.at
            if comment := _COMMENT.match(self.text, self.at):
                self._mended("json_syntax", "JSON has no comments", "Remove the comment.", "removed a comment", self.at)
                self.at = comment.end()
            elif invisible := _INVISIBLE.match(self.text, self.at):
                self._hidden(ord(invisible[0][0]))
                self.at = invisible.end()
            else:
                return

    def _hidden(self, character: int) -> None:
        """An invisible character, told once: whole documents are indented with some."""
        if not self.has_hidden:
            name = f"U+{character:04X}"
            what = f"Invisible characters such as {name} stand between the parts"
            self._mended(
                "json_syntax", what, "Write plain spaces, or nothing.", f"removed {name} and its like", self.at
            )
        self.has_hidden = True

    def _peek(self) -> str:
        self._skip()
        if self.at >= len(self.text):
            raise self._truncated()
        return self.text[self.at]

    def _truncated(self) -> _Stop:
        where = f" inside {self.path[-1]!r}" if self.path else ""
        return self._stop(
            "truncated_json",
            f"The text ends before its last bracket{where}",
            "Send the whole payload; nothing was taken.",
        )

    def _value(self) -> Json:
        character = self._peek()
        if character in "{[":
            if len(self.path) >= MAX_DEPTH:
                del self.path[_SHOWN_DEPTH:]
                what = f"More than {MAX_DEPTH} brackets are open at once"
                raise self._stop("limit_reached", what, "Flatten the payload.")
            return self._object() if character == "{" else self._list()
        if character == '"':
            return self._string()
        if number := _NUMBER.match(self.text, self.at):
            return self._number(number)
        return self._word()

    def _object(self) -> Json:
        self.at += 1
        entries: dict[str, Json] = {}
        while not self._closes("}", bool(entries)):
            if self.text[self.at] != '"':
                raise self._bad_key()
            position = self.at
            key = self._string()
            self.path.append(key)
            if key in entries:
                self._note(
                    "duplicate_key", f"The key {key!r} stands twice in one object", "Keep one of the two.", position
                )
            if self._peek() != ":":
                raise self._stop("json_syntax", f"A colon is missing after the key {key!r}", "Write a colon there.")
            self.at += 1
            entries[key] = self._value()
            self.path.pop()
        return entries

    def _list(self) -> Json:
        self.at += 1
        items: list[Json] = []
        while not self._closes("]", bool(items)):
            self.path.append(len(items))
            items.append(self._value())
            self.path.pop()
        return items

    def _closes(self, bracket: str, comma: bool) -> bool:
        """Whether the object or list ends here; else goes past the comma that must stand before the next entry."""
        character = self._peek()
        if character == bracket:
            self.at += 1
            return True
        if not comma:
            return False
        if character != ",":
            raise self._unseparated(character, bracket)
        position = self.at
        self.at += 1
        if self._peek() != bracket:
            return False
        self._mended(
            "trailing_comma",
            f"A comma stands before {bracket}",
            "Remove the comma.",
            f"removed the comma before {bracket}",
            position,
        )
        self.at += 1
        return True

    def _unseparated(self, character: str, bracket: str) -> _Stop:
        if character in "]}":
            opening = {"]": "[", "}": "{"}[bracket]
            return self._stop(
                "json_syntax", f"{character} stands where {bracket} should close {opening}", f"Write {bracket} there."
            )
        return self._stop("json_syntax", "A comma is missing between two entries", "Write a comma there.")

    def _bad_key(self) -> _Stop:
        character = self.text[self.at]
        if character in "'`\u201c\u201d\u2018\u2019":
            hint = 'Put keys and texts in straight double quotation marks: "…".'
        elif character == ",":
            hint = "Remove the comma."
        else:
            hint = self._odd_start() or 'Put the key in double quotation marks: "…".'
        return self._stop("json_syntax", f"{character} stands where a key should begin", hint)

    def _odd_start(self) -> str:
        """What to do with what begins here and is neither a key nor a value, "" when that is plain."""
        if self.text.startswith(("...", "…"), self.at):
            return "Write out what the dots stand for, or remove them."
        if self.text.startswith(("&quot;", "&#34;", "&#x22;"), self.at):
            return 'The JSON is escaped for HTML: write " for &quot;.'
        return "Write the number without the +." if self.text[self.at] == "+" else ""

    def _string(self) -> str:
        position = self.at
        try:
            value, self.at = json.JSONDecoder(strict=not self.mend).raw_decode(self.text, position)
        except json.JSONDecodeError as error:
            value = self._unescaped(error, position)
            if value is None:
                raise self._bad_string(error, position) from None
        text = str(value)
        if _HALF_PAIR.search(text):
            self._note(
                "bad_encoding", "The text holds half of a surrogate pair", "Write both halves, or neither.", position
            )
        if self.mend and any(character < " " for character in self.text[position : self.at]):
            what = "escaped a line break inside a text"
            self.mends.append(Slip("json_syntax", what, "", position, tuple(self.path)))
        return text

    def _unescaped(self, error: json.JSONDecodeError, position: int) -> str | None:
        r"""On request the text with its odd escapes read: `\\'` is an apostrophe, any other backslash is itself."""
        found = _STRING.match(self.text, position)
        if not self.mend or not error.msg.startswith("Invalid \\escape") or found is None:
            return None
        mended = _ESCAPE.sub(lambda escape: _in_json(escape[0], escape["odd"]), found[0])
        try:
            value = json.JSONDecoder(strict=False).decode(mended)
        except json.JSONDecodeError:
            return None
        self.at = found.end()
        self.mends.append(Slip("json_syntax", "mended a backslash in a text", "", position, tuple(self.path)))
        return str(value)

    def _bad_string(self, error: json.JSONDecodeError, position: int) -> _Stop:
        if error.msg.startswith("Unterminated"):
            self.at = len(self.text)
            where = f" inside {self.path[-1]!r}" if self.path else ""
            what = f"The text ends before its last quotation mark{where}"
            return self._stop("truncated_json", what, "Send the whole payload, or close the quotation mark.")
        self.at = error.pos
        if error.msg.startswith("Invalid control"):
            hint = r"Write \n or \t, or close the text before the line ends."
            return self._stop("json_syntax", "A line break or tab stands inside a text", hint)
        apostrophe = self.text.startswith("\\'", self.at)
        hint = "Write ' without the backslash." if apostrophe else r"Write \\ for a backslash."
        return self._stop("json_syntax", "A backslash stands before a character that has no escape", hint)

    def _number(self, match: re.Match[str]) -> Json:
        position, self.at = self.at, match.end()
        text = match[0]
        following = self.text[self.at : self.at + 1]
        if following.isalnum() or following in ("_", "."):
            self.at = position
            what = "A number is written in a way that JSON does not know"
            raise self._stop("json_syntax", what, "Write it in decimal, without leading zeros.")
        number = float(text)
        if not math.isfinite(number) or len(text) > _LONGEST_NUMBER:
            self._note("not_a_number", "A number is too large", "Write it as a text, or a smaller one.", position)
            return None
        return number if any(mark in text for mark in ".eE") else int(text)

    def _word(self) -> Json:
        match = _WORD.match(self.text, self.at)
        word = match[0] if match else ""
        position = self.at
        if word in _WORDS:
            self.at += len(word)
            return _WORDS[word]
        if word in _NO_NUMBERS:
            self.at += len(word)
            self._note("not_a_number", f"{word} is not a JSON number", "Write a number, or null.", position)
            return None
        if word in _PYTHON_WORDS:
            self.at += len(word)
            right = {"True": "true", "False": "false", "None": "null"}[word]
            self._mended("json_syntax", f"{word} is not JSON", f"Write {right}.", f"wrote {right} for {word}", position)
            return _PYTHON_WORDS[word]
        shown = word or self.text[self.at]
        if shown in ("]", "}", ","):
            raise self._stop(
                "json_syntax", f"A value is missing before {shown}", "Write the value, or remove the comma."
            )
        hint = self._odd_start() or 'Put texts in straight double quotation marks: "…".'
        raise self._stop("json_syntax", f"{shown} stands where a value should begin", hint)


def _in_json(escape: str, odd: str | None) -> str:
    """An escape as JSON writes it."""
    if odd is None:
        return escape
    return odd if odd == "'" else f"\\{escape}"


def _is_finite(number: float) -> bool:
    """Whether a float can hold it: whole numbers may have any number of digits."""
    try:
        return math.isfinite(number)
    except OverflowError:
        return False
