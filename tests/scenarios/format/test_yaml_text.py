"""YAML as people mean it."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scenarios.format.yaml_text import read_yaml, write_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2026-05-06T08:15:00", "2026-05-06T08:15:00"),
        ("2026-05-06", "2026-05-06"),
        ("12:30", "12:30"),
        ("no", "no"),
        ("NO", "NO"),
        ("on", "on"),
        ("0301", "0301"),
        ("1_000", "1_000"),
        ("true", True),
        ("null", None),
        ("", None),
        ("~", None),
        ("0", 0),
        ("-17", -17),
        ("5550100012", 5550100012),
        ("1.50", 1.5),
        ("-.5", -0.5),
        ("2e3", 2000.0),
        ("'12'", "12"),
        ("[1, a]", [1, "a"]),
    ],
)
def test_a_plain_value_is_what_it_looks_like(text: str, value: object) -> None:
    found = read_yaml(f"value: {text}")["value"]

    assert found == value
    assert type(found) is type(value)


def test_a_key_that_stands_twice_is_refused_with_its_line() -> None:
    with pytest.raises(yaml.YAMLError, match=r"'name' stands here twice[\s\S]*line 2"):
        read_yaml("a: 1\nb: {name: x, name: y}\n")


def test_nothing_but_data_can_be_made() -> None:
    with pytest.raises(yaml.YAMLError):
        read_yaml("value: !!python/object/apply:os.getcwd []")


@pytest.mark.parametrize(
    "text",
    ["!!bool maybe", "!!int 0x10", "!!int [1]", "!!float nine", "!!float 1:2", "!!null x", "!!timestamp 2026-13-45",
     "!!timestamp 2026-01-01", "!!binary aGk=", "!!set {x}", "!!omap [x: 1]", "!!pairs [x: 1]", "? {a: b}\n: c",
     "1" * 5000, "-" + "1" * 5000, "1e999999"],
)  # fmt: skip
def test_a_value_that_only_claims_to_be_one_or_is_no_json_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(yaml.YAMLError, match="line 1"):
        read_yaml(text)


def test_an_alias_stands_for_what_it_names() -> None:
    assert read_yaml("a: &x {b: [1, 2]}\nc: [*x, *x]") == {"a": {"b": [1, 2]}, "c": [{"b": [1, 2]}] * 2}


def test_aliases_that_multiply_are_refused_before_anything_is_made_of_them() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(yaml.YAMLError, match=r"more than 100,000 values[\s\S]*line 4"):
        read_yaml("\n".join(lines))


@pytest.mark.parametrize("text", ["&a [*a]", "&a {b: {c: *a}}", "a: &x [1, &y [*x]]"])
def test_what_contains_itself_is_refused(text: str) -> None:
    with pytest.raises(yaml.YAMLError, match="contains itself"):
        read_yaml(text)


@pytest.mark.parametrize(
    "text",
    ["[" * 5000, "[" * 1500 + "]" * 1500, "{a: " * 1500 + "}" * 1500, "".join(f"{' ' * n}a:\n" for n in range(500))],
)
def test_a_text_that_nests_without_end_is_refused(text: str) -> None:
    with pytest.raises(yaml.YAMLError, match="levels inside each other"):
        read_yaml(text)


PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()


@given(st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20))
def test_what_is_written_is_read_as_it_was(value: object) -> None:
    found = read_yaml(write_yaml({"value": value}))["value"]

    assert json.dumps(found) == json.dumps(value)


@pytest.mark.parametrize("text", ["12:30", "no", "2e3", "null", "~", "", "0301", "2026-05-06", "a: b", "# c", "- d"])
def test_a_text_stays_a_text(text: str) -> None:
    assert read_yaml(write_yaml([text])) == [text]


def test_a_long_text_is_written_line_by_line() -> None:
    assert write_yaml({"private": "First this.\nThen that."}) == "private: |-\n  First this.\n  Then that.\n"
