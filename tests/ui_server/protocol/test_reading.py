from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui_server.expressions import Json
from ui_server.protocol import reading
from ui_server.protocol.reading import MAX_BYTES, read

FIRST: Json = {"version": "v0.9", "deleteSurface": {"surfaceId": "a"}}
SECOND: Json = {"version": "v0.9", "deleteSurface": {"surfaceId": "b"}}
ONE, TWO = json.dumps(FIRST), json.dumps(SECOND)
LIST = json.dumps([FIRST, SECOND])


def codes(result: reading.Reading) -> list[str]:
    return [diagnostic.code for diagnostic in result.diagnostics]


@pytest.mark.parametrize(
    "source",
    [
        [FIRST, SECOND],
        {"messages": [FIRST, SECOND]},
        {"name": "Deleting", "description": "…", "messages": [FIRST, SECOND]},
        LIST,
        LIST.encode(),
        "\ufeff" + LIST,
        f'{{"messages": {LIST}}}',
        f"{ONE}\n{TWO}\n",
        f"{ONE}{TWO}",
        f"[{ONE}]\n[{TWO}]",
        f"```json\n{LIST}\n```",
        f"```\n{ONE}\n{TWO}\n```",
        f"~~~\n{LIST}\n~~~",
        f"```json\n{LIST}",
        f"<a2ui-json>{LIST}</a2ui-json>",
        f"<a2ui-json>\n```json\n{LIST}\n```\n</a2ui-json>",
        f"<a2ui-json>{ONE}</a2ui-json> and <a2ui-json>{TWO}</a2ui-json>",
        f"Here it is:\n```json\n{ONE}\n```\nand then\n```json\n{TWO}\n```\nDone.",
        f"Sure! {LIST} Anything else?",
        json.dumps(LIST),
        f'<think>Maybe {{"a": 1}}, or [{{"b": 2}}]?</think>\n{LIST}',
        f"<Thinking>It says <b>go</b>.</Thinking>\n```json\n{LIST}\n```",
        f'First I send {{"deleteSurface"}} for both.</think>{LIST}',
        f'I shall send {{"deleteSurface"}} for both: {LIST}',
        f"data: {ONE}\n\ndata: {TWO}\n\ndata: [DONE]\n",
    ],
)
def test_the_same_two_messages_come_out_of_every_packaging(source: Json | bytes) -> None:
    result = read(source)
    assert result.messages == [FIRST, SECOND]
    assert all(diagnostic.severity == "info" for diagnostic in result.diagnostics)
    assert result.repairs == []


def test_a_single_message_is_a_list_of_one() -> None:
    assert read(FIRST).messages == [FIRST]
    assert read(ONE).messages == [FIRST]


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        (f"Here you go:\n```json\n{ONE}\n```\nAnything else?", "Here you go:\nAnything else?"),
        (f"See [1] and {{x}}: <a2ui-json>{ONE}</a2ui-json>", "See [1] and {x}:"),
        (f"```python\nprint([1])\n```\n```json\n{ONE}\n```", "```python\nprint([1])\n```"),
        (f"{ONE}\nI hope this helps.", "I hope this helps."),
    ],
)
def test_what_stands_around_the_payload_is_kept_as_prose_and_told(text: str, prose: str) -> None:
    result = read(text)
    assert result.messages == [FIRST]
    assert result.prose == prose
    assert "wrapped_payload" in codes(result)


def test_fences_and_tags_inside_a_text_of_the_payload_are_left_alone() -> None:
    message: Json = {"version": "v0.9", "note": "```json\n[]\n``` </a2ui-json> ,] “quoted”"}
    for text in (
        json.dumps([message]),
        f"```json\n{json.dumps(message)}\n```",
        f"<a2ui-json>{json.dumps(message)}</a2ui-json>",
    ):
        assert read(text).messages == [message]


def test_documents_in_a_row_are_read_and_counted() -> None:
    result = read(f"{ONE}\n{TWO}")
    assert codes(result) == ["several_documents"]
    assert "2 JSON documents" in result.diagnostics[0].message


@pytest.mark.parametrize("text", ["", "  \n\t ", "[]", '{"messages": []}'])
def test_nothing_at_all_is_an_error(text: str) -> None:
    result = read(text)
    assert (result.messages, codes(result)) == ([], ["no_messages"])


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.booleans())
def test_no_text_is_swallowed_silently(text: str, repair: bool) -> None:
    result = read(text, repair=repair)
    assert len(result.messages) + len(result.diagnostics) >= 1


@given(st.binary(max_size=60))
def test_no_bytes_are_swallowed_silently(source: bytes) -> None:
    result = read(source)
    assert len(result.messages) + len(result.diagnostics) >= 1


@pytest.mark.parametrize(
    ("text", "code", "pointer", "where"),
    [
        (f"[{ONE},]", "trailing_comma", "/0", f"line 1, column {len(ONE) + 2}"),
        (f"{ONE}\n{TWO[:-1]},}}", "trailing_comma", "/1", f"line 2, column {len(TWO)}"),
        (f'{ONE}\n{{"a": {{"b": NaN}}}}', "not_a_number", "/1/a/b", "line 2, column 13"),
        ('{"messages": [{"a": 1, "a": 2}]}', "duplicate_key", "/0/a", "line 1, column 24"),
        (
            '{"version": "v0.9", "updateComponents": {"surfaceId": "s", "comp',
            "truncated_json",
            "/0/updateComponents",
            "",
        ),
        (f"{ONE}]", "json_syntax", "", f"line 1, column {len(ONE) + 1}"),
        (f"{ONE},\n{TWO}", "json_syntax", "", f"line 1, column {len(ONE) + 1}"),
        ("Just some words.", "not_json", "", ""),
    ],
)
def test_a_slip_is_told_with_its_place_and_nothing_is_half_read(text: str, code: str, pointer: str, where: str) -> None:
    result = read(text)
    assert result.messages == []
    fault = next(diagnostic for diagnostic in result.diagnostics if diagnostic.code == code)
    assert (fault.severity, fault.pointer) == ("error", pointer)
    assert where in fault.message


@pytest.mark.parametrize("text", [f"[{ONE},]", f"{ONE},\n{TWO}", f"[{ONE} // done\n]"])
def test_a_mended_slip_is_recorded_and_without_repair_an_error(text: str) -> None:
    mended = read(text, repair=True)
    assert mended.messages and mended.repairs
    assert all(str(repair) for repair in mended.repairs)
    assert read(text).messages == []


@pytest.mark.parametrize("text", [f"[{ONE}, NaN]", f"[{ONE}", '{"a": 1, "a": 2}', "{'a': 1}"])
def test_what_has_more_than_one_reading_is_never_mended(text: str) -> None:
    result = read(text, repair=True)
    assert (result.messages, result.repairs) == ([], [])
    assert result.diagnostics[0].severity == "error"


def test_one_broken_document_takes_the_others_with_it() -> None:
    result = read(f"{ONE}\n{{broken\n{TWO}")
    assert result.messages == []
    assert "json_syntax" in codes(result)


@pytest.mark.parametrize(
    ("source", "where"), [(b"\xff\xfe[]", "line 1, column 1"), ('[\n "é"]'.encode("latin-1"), "line 2, column 3")]
)
def test_bytes_that_are_not_utf8_are_refused_at_their_place(source: bytes, where: str) -> None:
    result = read(source)
    assert codes(result) == ["bad_encoding"]
    assert where in result.diagnostics[0].message


def test_a_payload_beyond_the_limit_is_refused_unread() -> None:
    text = "[" + " " * MAX_BYTES + "]"
    assert codes(read(text)) == codes(read(text.encode())) == ["limit_reached"]


@pytest.mark.parametrize("source", [None, 3, True])
def test_json_that_is_no_message_is_refused(source: Json) -> None:
    assert codes(read(source)) == ["no_messages"]


@pytest.mark.parametrize("repair", [False, True])
def test_the_callers_json_is_never_changed(repair: bool) -> None:
    source: Json = [
        {"surfaceId": "s", "components": {"id": "root", "component": "Text", "text": {"literalString": "a"}}}
    ]
    before = copy.deepcopy(source)
    read(source, repair=repair)
    assert source == before


def test_parsed_json_is_taken_as_it_is_when_nothing_is_mended() -> None:
    source: list[Json] = [FIRST]
    assert read(source).messages is source


def test_a_text_that_ends_within_its_first_key_is_cut_off_and_not_without_json() -> None:
    assert codes(read('Here: {"versi'))[0] == "truncated_json"
