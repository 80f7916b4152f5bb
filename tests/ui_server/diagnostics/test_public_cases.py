"""Mistakes that models make and faults reported in public, each found at its place with a usable hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.protocol import reading
from ui_server.receive import receive
from ui_server.surfaces import Surfaces

CaseFiles = Callable[[str], list[dict[str, Any]]]
NEW = "/1/updateComponents/components"

MISTAKES: dict[str, list[tuple[str, str, str, str]]] = {
    "absolute_path_in_template": [("absolute_path_in_template", "warning", f"{NEW}/1/text", '"name"')],
    "button_v08_action": [
        ("other_version", "error", f"{NEW}/0/action", '{"event":{"name":"send","context":{"x":{"path":"/x"}}}}')
    ],
    "card_children_list": [("unknown_property", "error", f"{NEW}/0/children", '"children":["a","b"]')],
    "check_without_condition": [("missing_condition", "error", f"{NEW}/0/checks/0", '{"condition":{"call":"required"')],
    "duplicate_id": [("duplicate_id", "error", f"{NEW}/2/id", "rename one")],
    "function_arg_types": [("missing_property", "error", f"{NEW}/0/text/args", '"USD"')],
    "inline_nested_child": [("inline_component", "error", f"{NEW}/0/child", '"t"')],
    "input_not_bound": [
        ("unbound_input", "warning", f"{NEW}/1/value", '"value": {"path":"/mail"}'),
        ("unwritten_path", "warning", f"{NEW}/2/action/event/context/mail", '{"path":"/mail"}'),
    ],
    "js_objects_concatenated": [("several_documents", "info", "", "one JSON list")],
    "missing_root": [("missing_root", "error", NEW, '"page"')],
    "raw_interpolation": [
        (
            "raw_interpolation",
            "warning",
            f"{NEW}/0/text",
            '{"call":"formatString","args":{"value":"Hello ${/user/name}"}}',
        )
    ],
    "recreate_surface": [("surface_exists", "error", "/2/createSurface", "updateComponents")],
    "template_over_object": [("template_over_object", "warning", f"{NEW}/0/children/path", '"/items/data"')],
    "trailing_comma_fence": [("trailing_comma", "error", "/0", "comma"), ("wrapped_payload", "info", "", "alone")],
    "two_actions_in_one": [("two_messages", "error", "/0", "createSurface first")],
    "unknown_component": [("unknown_component", "error", f"{NEW}/0/component", "ChoicePicker")],
    "unknown_function": [("unknown_function", "error", f"{NEW}/0/text/call", "formatString")],
    "v08_children_array": [
        ("other_version", "error", "/0/surfaceUpdate/components/0/component/Column/children", '{"explicitList":["a"]}')
    ],
    "v08_names_in_v09": [("renamed_property", "error", f"{NEW}/0/usageHint", '"variant": "h1"')],
    "v08_no_begin": [
        ("not_begun", "error", "/0/surfaceUpdate/components", '{"beginRendering":{"surfaceId":"main","root":"root"}}')
    ],
    "v10_hyphen_id": [("invalid_identifier", "warning", "/0/createSurface/components/1/id", '"main_title"')],
    "v10_plain_path_call": [("draft_form", "info", "/0/createSurface/components/0/text", "@path")],
}


def validated(payload: Any) -> list[Diagnostic]:
    return list(receive(Surfaces(), payload, purpose="validate").diagnostics)


def test_every_mistake_of_models_is_found_at_its_place_with_its_remedy(case_files: CaseFiles) -> None:
    cases = case_files("llm_mistakes.json")
    assert {case["id"] for case in cases} == set(MISTAKES)
    for case in cases:
        found = validated(case["messages"])
        for code, severity, pointer, hint in MISTAKES[case["id"]]:
            fault = next((fault for fault in found if fault.code == code), None)
            assert fault is not None, (case["id"], found)
            assert (fault.severity, fault.pointer) == (severity, pointer), case["id"]
            assert hint in fault.hint, (case["id"], fault.hint)


def test_no_mistake_of_models_takes_more_than_150_words_to_tell(case_files: CaseFiles) -> None:
    for case in case_files("llm_mistakes.json"):
        words = [word for fault in validated(case["messages"]) for word in f"{fault.message} {fault.hint}".split()]
        assert len(words) < 150, case["id"]


def public_case(case_files: CaseFiles, name: str) -> Any:
    return next(case["input"] for case in case_files("public_faults.json") if case["id"] == name)


def test_lines_lists_and_documents_in_a_row_give_the_same_messages(case_files: CaseFiles) -> None:
    texts = public_case(case_files, "BUG-031")["raw_text_inputs"]
    messages = [reading.read(texts[form]).messages for form in ("jsonl", "array", "concatenated")]
    assert messages[0] == messages[1] == messages[2]
    assert len(messages[0]) == 2
    assert [fault.code for fault in reading.read(texts["wrapper"]).diagnostics] == ["no_messages"]


@pytest.mark.parametrize("repair", [False, True])
def test_malformed_json_is_mended_only_on_request_and_never_guessed(repair: bool, case_files: CaseFiles) -> None:
    texts = public_case(case_files, "BUG-032")["raw_text_inputs"]
    comma = reading.read(texts["trailing_comma"], repair=repair)
    assert (len(comma.messages), bool(comma.repairs)) == ((1, True) if repair else (0, False))
    inside: Any = reading.read(texts["comma_inside_string"], repair=repair).messages[0]
    assert inside["updateComponents"]["components"][0]["text"] == "a,] b,}"
    fenced = reading.read(texts["fenced"], repair=repair)
    assert (len(fenced.messages), fenced.prose) == (1, "Here you go:\nAnything else?")
    for name, code in (("nan", "not_a_number"), ("dup_key", "duplicate_key"), ("cut", "truncated_json")):
        broken = reading.read(texts[name], repair=repair)
        assert (broken.messages, broken.diagnostics[0].code) == ([], code)


def places(found: list[Diagnostic], severity: str = "error") -> set[tuple[str, str]]:
    return {(fault.code, fault.pointer) for fault in found if fault.severity == severity}


def test_single_children_are_followed_and_circles_end(case_files: CaseFiles) -> None:
    found = validated(public_case(case_files, "BUG-035")["messages"])
    assert places(found) == {
        ("dangling_child", f"{NEW}/1/child"),
        ("self_reference", f"{NEW}/2/child"),
        ("cycle", f"{NEW}/6/tabs/0/child"),
    }


def test_no_part_hides_beside_a_sound_one(case_files: CaseFiles) -> None:
    found = validated(public_case(case_files, "BUG-037")["messages"])
    context = "/3/updateComponents/components/0/action/event/context/deep/args/values/0/path"
    assert places(found) >= {
        ("exclusive", f"{NEW}/0/action"),
        ("wrong_type", "/2/updateComponents/components/0/action/functionCall"),
        ("invalid_pointer", context),
    }


def test_a_message_from_the_wrong_side_does_not_switch_checks_off(case_files: CaseFiles) -> None:
    found = validated(public_case(case_files, "BUG-038")["messages"])
    assert places(found) >= {
        ("wrong_direction", "/0/action"),
        ("unknown_component", "/2/updateComponents/components/0/component"),
    }


def test_each_message_is_judged_by_its_own_version(case_files: CaseFiles) -> None:
    messages = public_case(case_files, "BUG-039")["messages"]
    codes = [places(validated([message])) for message in messages]
    assert codes == [
        {("mixed_versions", "/0/version")},
        {("unknown_version", "/0/version")},
        {("missing_version", "/0")},
        set(),
        {("mixed_versions", "/0/beginRendering")},
        set(),
        {("mixed_versions", "/0/createSurface/theme")},
    ]


def test_a_v08_list_of_values_is_never_dropped_in_silence(case_files: CaseFiles) -> None:
    receipt = receive(Surfaces(), public_case(case_files, "BUG-023")["messages"], purpose="validate")
    assert places(list(receipt.diagnostics), "warning") == {("value_array", "/1/dataModelUpdate/contents/0/valueArray")}
    surface = receipt.surfaces.get("m")
    assert surface is not None
    assert surface.data == {"picks": ["a"]}


def test_a_costly_pattern_is_a_warning_and_a_broken_one_an_error(case_files: CaseFiles) -> None:
    found = validated(public_case(case_files, "BUG-053")["messages"])
    assert places(found, "warning") == {("costly_pattern", f"{NEW}/1/checks/0/condition/args/pattern")}
    assert places(found) == {("invalid_pattern", f"{NEW}/2/checks/0/condition/args/pattern")}


@pytest.mark.parametrize("kind", ["state", "security"])
def test_payloads_of_other_reports_that_are_valid_get_no_schema_error(kind: str, case_files: CaseFiles) -> None:
    structural = {"bad_index", "not_a_container", "dangling_child", "not_begun", "invalid_pattern"}
    for case in case_files("public_faults.json"):
        payload = case["input"]
        if case["kind"] == kind and payload.get("protocol_valid") and "messages" in payload:
            codes = {fault.code for fault in validated(payload["messages"]) if fault.severity == "error"}
            expected = structural | ({"missing_property"} if case["id"] == "BUG-012" else set())
            assert codes <= expected, (case["id"], codes)
