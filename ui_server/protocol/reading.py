"""Messages out of whatever an agent sent: JSON values, JSON text in all its packagings, a model's whole answer.

Lists, single messages, objects with `messages`, JSON Lines and documents in a row, code fences, `<a2ui-json>` tags and
prose around them are all understood. Text that is not sound JSON gives no message at all, so that nothing is half
applied when the agent sends it again.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import Final

from ui_server.diagnostics.codes import CODES
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.repair import Repair as Repair
from ui_server.diagnostics.repair import mend
from ui_server.expressions import Json
from ui_server.pointer import escape
from ui_server.protocol import json_text
from ui_server.protocol.json_text import Parsed, Path, Slip

MAX_BYTES: Final = 10_000_000
"""The largest payload that is read."""

_FENCE: Final = re.compile(r"(?:```+|~~~+)[^\n`]*(?:\n|$)")
_OPEN_TAG: Final = re.compile(r"<a2ui-json\b[^>]*>", re.IGNORECASE)
_CLOSE_TAG: Final = re.compile(r"</a2ui-json\s*>", re.IGNORECASE)
_THOUGHT: Final = re.compile(r".*?</(?:think|thinking|thought|reasoning)\s*>", re.IGNORECASE | re.DOTALL)
"""What a model thought before its answer; some interfaces leave the opening tag out."""
_JSON_START: Final = re.compile(r'\[(?=\s*["{\[\]])|\{(?=\s*(?:"[^"\n]*(?:"\s*:|$)|\}))')
_SPACE: Final = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found. `prose` is the text around the payload; `repairs` what was mended, only when asked to."""

    messages: list[Json]
    diagnostics: list[Diagnostic]
    repairs: list[Repair]
    prose: str = ""


def read(source: Json | bytes, *, repair: bool = False) -> Reading:
    """The messages in `source`: parsed JSON is taken as it is and never changed, text and bytes are read.

    Raises nothing: whatever is wrong is a diagnostic, and then there are no messages.
    """
    if isinstance(source, bytes):
        reading = _read_bytes(source, repair)
    elif isinstance(source, str):
        reading = _Text(source, repair).read()
    else:
        reading = _read_value(source)
    if not repair or not reading.messages:
        return reading
    messages, repairs = mend(reading.messages)
    return replace(reading, messages=messages, repairs=[*reading.repairs, *repairs])


def _read_bytes(source: bytes, repair: bool) -> Reading:
    if len(source) > MAX_BYTES:
        return _too_large(len(source))
    try:
        return _Text(source.decode("utf-8"), repair).read()
    except UnicodeDecodeError as error:
        before = source[: error.start].decode("utf-8")
        where = _line_and_column(before, len(before))
        return _nothing("bad_encoding", f"The bytes are not UTF-8 at {where}", "Encode the payload as UTF-8.")


def _read_value(source: Json) -> Reading:
    messages = _messages_of(source)
    if messages is None:
        return _nothing("no_messages", "There is no message in this JSON", "Send a list of messages.")
    faults = [
        _note(code, message, hint, _pointer(source, path, 0))
        for code, path in json_text.odd_places(source)
        for message, hint in (_ODD[code],)
    ]
    if faults:
        return Reading([], faults, [])
    return Reading(messages, [] if messages else [_empty()], [])


_ODD: Final = {
    "bad_encoding": ("The text holds half of a surrogate pair", "Write both halves, or neither."),
    "not_a_number": ("The number is not finite", "Write a number, or null."),
    "limit_reached": (
        f"More than {json_text.MAX_DEPTH} objects and lists lie inside each other",
        "Flatten the payload.",
    ),
}


def _messages_of(document: Json) -> list[Json] | None:
    """The messages that a JSON document stands for, None when it is no list and no object."""
    if isinstance(document, list):
        return document
    if isinstance(document, dict):
        inner = document.get("messages")
        return inner if isinstance(inner, list) else [document]
    return None


def _pointer(document: Json, path: Path, offset: int) -> str:
    """`path` within a document as a JSON Pointer into the list of messages, in which it starts at `offset`."""
    if isinstance(document, dict):
        path = path[1:] if path[:1] == ("messages",) and len(path) > 1 else (0, *path)
    if not path:
        return f"/{offset}"
    first, *rest = path
    index = first + offset if isinstance(first, int) else offset
    return "".join(f"/{escape(str(key))}" for key in (index, *rest))


def _line_and_column(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _note(code: str, message: str, hint: str, pointer: str = "") -> Diagnostic:
    return Diagnostic(severity=CODES[code].severity, code=code, pointer=pointer, message=f"{message}.", hint=hint)


def _nothing(code: str, message: str, hint: str) -> Reading:
    return Reading([], [_note(code, message, hint)], [])


def _empty() -> Diagnostic:
    return _note("no_messages", "The list of messages is empty", "Send at least one message.")


def _too_large(size: int) -> Reading:
    limit = f"The payload has {size} bytes; {MAX_BYTES} are read"
    return _nothing("limit_reached", limit, "Send less data at once.")


@dataclass(slots=True)
class _Text:
    """A text on its way to messages."""

    text: str
    repair: bool
    at: int = 0
    documents: int = 0
    messages: list[Json] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    packaging: dict[str, None] = field(default_factory=dict)

    def read(self) -> Reading:
        if len(self.text) > MAX_BYTES:
            return _too_large(len(self.text))
        self.text = self.text.removeprefix("\ufeff")
        start = self.text.lstrip()
        if not start:
            return _nothing("no_messages", "There is nothing in this text", "Send a list of messages.")
        if start[0] == '"' and (inner := _inner_text(start)) is not None:
            self.packaging["a JSON text"] = None
            self.text = inner
            start = inner.lstrip()
        if start[0] not in "[{" and (thought := _THOUGHT.match(self.text)):
            self.prose.append(thought[0])
            self.at = thought.end()
            start = self.text[self.at :].lstrip()
        self._read_payload(start)
        return self._result()

    def _read_payload(self, start: str) -> None:
        if start[:1] in ("[", "{"):
            self._bare(len(self.text) - len(start))
        elif _OPEN_TAG.search(self.text, self.at):
            self._marked(_OPEN_TAG, _CLOSE_TAG, "<a2ui-json> tags")
        elif any(self._opens_json(fence.end()) for fence in _FENCE.finditer(self.text, self.at)):
            self._marked(_FENCE, _FENCE, "a Markdown fence")
        elif found := _JSON_START.search(self.text, self.at):
            self._bare(found.start())
        else:
            self.faults.append(
                _note("not_json", "The text holds no JSON", "Send a JSON list of messages, beginning with [.")
            )

    def _result(self) -> Reading:
        prose = "\n".join(part for part in (piece.strip() for piece in self.prose) if part)
        if prose:
            self.packaging["prose"] = None
        notes: list[Diagnostic] = []
        if self.packaging:
            around = " and ".join(self.packaging)
            notes.append(
                _note("wrapped_payload", f"The JSON came in {around} and was taken out", "Send the JSON alone.")
            )
        if self.documents > 1 and not self.faults:
            notes.append(
                _note(
                    "several_documents",
                    f"{self.documents} JSON documents in a row were read as one list of {len(self.messages)} messages",
                    "Send one JSON list, or JSON Lines.",
                )
            )
        if self.faults:
            return Reading([], [*self.faults, *notes], [], prose)
        return Reading(self.messages, [*([] if self.messages else [_empty()]), *notes], self.repairs, prose)

    def _opens_json(self, position: int) -> bool:
        match = _SPACE.match(self.text, position)
        return self.text[match.end() if match else position :][:1] in ("[", "{")

    def _bare(self, start: int) -> None:
        """JSON from `start` on, with prose before, between and after."""
        self.prose.append(self.text[self.at : start])
        self.at = start
        while self._documents():
            rest = self.text[self.at :]
            if rest[:1] in ']},:"':
                self._unexpected()
                return
            following = _JSON_START.search(rest)
            self.prose.append(rest[: following.start()] if following else rest)
            if following is None:
                return
            self.at += following.start()

    def _marked(self, opening: re.Pattern[str], closing: re.Pattern[str], name: str) -> None:
        """JSON between marks; all else is prose, brackets or not."""
        self.packaging[name] = None
        while mark := opening.search(self.text, self.at):
            self.prose.append(self.text[self.at : mark.start()])
            self.at = mark.end()
            if opening is _FENCE and not self._opens_json(self.at):
                end = closing.search(self.text, self.at)
                self.prose.append(self.text[mark.start() : end.end() if end else len(self.text)])
                self.at = end.end() if end else len(self.text)
                continue
            self._between_marks(closing)
            if self.faults:
                return
        self.prose.append(self.text[self.at :])

    def _between_marks(self, closing: re.Pattern[str]) -> None:
        if closing is _CLOSE_TAG:
            self._skip_fence()
        more = self._documents()
        if closing is _CLOSE_TAG:
            self._skip_fence()
        end = closing.match(self.text, self.at)
        if end:
            self.at = end.end()
        elif more and not self.faults and self.at < len(self.text):
            self._unexpected()

    def _skip_fence(self) -> None:
        self._skip_space()
        if fence := _FENCE.match(self.text, self.at):
            self.at = fence.end()
            self.packaging["a Markdown fence"] = None
        self._skip_space()

    def _skip_space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _documents(self) -> bool:
        """Reads one document after the other; whether there is more text, sound so far."""
        while True:
            self._skip_space()
            if self.text[self.at : self.at + 1] not in ("[", "{"):
                return self.at < len(self.text)
            parsed = json_text.parse(self.text, self.at, mend=self.repair)
            self._take(parsed, self.text[self.at])
            if parsed.slips:
                return False
            self.at = parsed.end
            self._skip_comma()

    def _skip_comma(self) -> None:
        """A comma between two documents: a list without its brackets."""
        self._skip_space()
        if self.text[self.at : self.at + 1] == "," and self._opens_json(self.at + 1):
            hint = "Put the messages into one list: [ … ]."
            if self.repair:
                self.repairs.append(Repair("missing_list", "", "put the messages into a list"))
            else:
                self.faults.append(_note("json_syntax", f"A comma at {self._where()} stands between documents", hint))
            self.at += 1

    def _where(self, position: int | None = None) -> str:
        return _line_and_column(self.text, self.at if position is None else position)

    def _take(self, parsed: Parsed, bracket: str) -> None:
        offset = len(self.messages)
        shape: Json = {} if bracket == "{" else []
        self.documents += 1
        self.faults += [self._diagnostic(slip, shape, offset) for slip in parsed.slips]
        self.repairs += [
            Repair(slip.code, _pointer(shape, slip.path, offset), f"{slip.message} at {self._where(slip.position)}")
            for slip in parsed.mends
        ]
        if not parsed.slips:
            self.messages += _messages_of(parsed.value) or []

    def _diagnostic(self, slip: Slip, shape: Json, offset: int) -> Diagnostic:
        place = self._where(slip.position)
        return _note(slip.code, f"{slip.message} ({place})", slip.hint, _pointer(shape, slip.path, offset))

    def _unexpected(self) -> None:
        character = self.text[self.at]
        message = f"{character} stands after the end of the JSON ({self._where()})"
        self.faults.append(_note("json_syntax", message, "Remove it, or open the bracket that it should close."))


def _inner_text(text: str) -> str | None:
    """The text inside a JSON text that holds JSON: a payload encoded twice."""
    try:
        value, _ = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return None
    return value if isinstance(value, str) and _JSON_START.search(value) else None
