"""Scenario files from disk: both formats, companions beside them, suites, and loud failure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from scenarios.format.load import library, load_scenario, load_suite
from scenarios.format.scenario import ScenarioUnreadable

NATIVE = """
name: {name}
description: A question.
owner: nora.lindqvist@example.com
now: 2026-05-04T09:00:00
modes: [text]
images: [picture.png]
rounds: [{{query: "How many notes have I?", images: [0]}}]
"""
PUBLISHED = {
    "name": "published",
    "device_state_id": "nora.lindqvist@example.com",
    "reference_time": "2026-05-04T09:00:00",
    "messages": [{"sender": "SYSTEM", "recipient": "USER", "content": "ROUND 1\nQuery: Hello.\nInstructions: End."}],
    "entity_diff_specs": [],
}


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_yaml_and_json_of_one_scenario_are_the_same_but_for_their_hash(tmp_path: Path) -> None:
    text = NATIVE.format(name="small")
    one = load_scenario(write(tmp_path, "small.yaml", text))
    two = load_scenario(write(tmp_path, "small.json", json.dumps(yaml.safe_load(text), default=str)))

    assert (one.name, one.rounds, one.now) == (two.name, two.rounds, two.now)
    assert one.content_hash != two.content_hash


def test_the_hash_is_that_of_the_bytes(tmp_path: Path) -> None:
    first = load_scenario(write(tmp_path, "a.yaml", NATIVE.format(name="small")))
    again = load_scenario(write(tmp_path, "b.yaml", NATIVE.format(name="small")))
    other = load_scenario(write(tmp_path, "c.yaml", NATIVE.format(name="small") + "# a remark\n"))

    assert first.content_hash == again.content_hash != other.content_hash


def test_image_paths_start_beside_the_file_or_where_one_says(tmp_path: Path) -> None:
    path = write(tmp_path, "small.yaml", NATIVE.format(name="small"))

    assert load_scenario(path).image_folder == tmp_path
    assert load_scenario(path, images=tmp_path / "pictures").image_folder == tmp_path / "pictures"


def test_a_companion_beside_a_published_file_is_taken_by_itself(tmp_path: Path) -> None:
    path = write(tmp_path, "published.json", json.dumps(PUBLISHED))
    assert load_scenario(path).oracle is None

    write(tmp_path, "published.oracle.yaml", "oracle: [{say: Hello.}]")

    assert load_scenario(path).oracle is not None


def test_a_companion_may_lie_elsewhere_and_has_to_be_there_when_named(tmp_path: Path) -> None:
    path = write(tmp_path, "published.json", json.dumps(PUBLISHED))
    elsewhere = write(tmp_path, "other.yaml", "oracle: [{say: Hello.}]")

    assert load_scenario(path, companion=elsewhere).oracle is not None
    with pytest.raises(ScenarioUnreadable, match="No such file"):
        load_scenario(path, companion=tmp_path / "missing.yaml")


def test_a_suite_holds_all_scenarios_of_files_and_folders_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder, "b.yaml", NATIVE.format(name="bravo"))
    write(folder, "published.json", json.dumps(PUBLISHED))
    write(folder, "published.oracle.yaml", "oracle: [{say: Hello.}]")
    write(folder, "notes.txt", "no scenario")
    alone = write(tmp_path, "a.yml", NATIVE.format(name="alpha"))

    assert [scenario.name for scenario in load_suite([folder, alone])] == ["alpha", "bravo", "published"]


def test_two_scenarios_of_one_name_stop_the_load(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", NATIVE.format(name="small"))
    write(tmp_path, "b.yaml", NATIVE.format(name="small"))

    with pytest.raises(ScenarioUnreadable, match="two scenarios have this name"):
        load_suite([tmp_path])


def test_one_bad_file_stops_the_load(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", NATIVE.format(name="small"))
    write(tmp_path, "b.yaml", "name: broken")

    with pytest.raises(ScenarioUnreadable, match=r"b\.yaml"):
        load_suite([tmp_path])


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.yaml", b"name: [", "cannot be parsed"),
        ("a.yaml", b"name: a\nname: b", "'name' stands here twice"),
        ("a.json", b'{"name": ', "cannot be parsed"),
        ("a.yaml", b"\xff\xfe\x00", "cannot be parsed"),
        ("a.yaml", b"- one\n- two", "it holds no object"),
        ("a.yaml", b"", "it holds no object"),
        ("a.json", b"[" * 100_000, "cannot be parsed"),
        ("a.json", b'{"rows": {"x": [{"price": NaN}]}}', "at rows/x/0/price: nan is no number"),
        ("a.json", b'{"budgets": {"dollars": 1e999}}', "at budgets/dollars: inf is no number"),
        ("a.yaml", b"rows: {x: [{id: 9223372036854775808}]}", "at rows/x/0/id: the number is too large"),
        ("a.json", b'{"name": "\\ud800"}', "at name: the text holds half of a surrogate pair"),
        ("a.json", b'{"rows": {"\\udfff": []}}', "the text holds half of a surrogate pair"),
    ],
)
def test_a_file_that_is_no_scenario_is_named(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    with pytest.raises(ScenarioUnreadable, match=message) as caught:
        load_scenario(path)

    assert caught.value.source == name


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + NATIVE.format(name="small").encode())
    assert load_scenario(path).name == "small"


def test_the_largest_whole_number_of_a_column_is_let_through(tmp_path: Path) -> None:
    rows = "rows: {simple_note.notes: [{id: 9223372036854775807}]}"
    write(tmp_path, "a.yaml", f"{NATIVE.format(name='small')}\n{rows}\n")
    assert load_scenario(tmp_path / "a.yaml").rows["simple_note.notes"] == [{"id": 2**63 - 1}]


def test_a_folder_without_scenarios_and_a_path_that_is_not_there_are_loud(tmp_path: Path) -> None:
    with pytest.raises(ScenarioUnreadable, match="there is no scenario"):
        load_suite([tmp_path])
    with pytest.raises(ScenarioUnreadable, match="No such file"):
        load_suite([tmp_path / "missing.yaml"])


def test_the_library_is_loaded_from_the_package_with_its_pictures() -> None:
    scenarios = library()

    assert len(scenarios) >= 8
    for scenario in scenarios:
        assert scenario.image_folder is not None
        assert all((scenario.image_folder / name).is_file() for name in scenario.images)
