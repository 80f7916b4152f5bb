"""What a judge said, or that it said nothing that counts."""

from __future__ import annotations

import pytest

from scenarios.scoring.errors import ReplyUnreadable
from scenarios.scoring.replies import Slot, read_verdict

SCORE = {"score": Slot(kind="number", low=0, high=10)}
SCORE_AND_PASS = {**SCORE, "pass": Slot(kind="flag")}


def reason(reply: str, shape: dict[str, Slot]) -> str:
    with pytest.raises(ReplyUnreadable) as refused:
        read_verdict(reply, shape)
    assert refused.value.owner == "judge"
    return refused.value.reason


@pytest.mark.parametrize(
    "reply", ["There are 5 reasons why this is a 9", "This is not excellent", "429 after 3 tries", ""]
)
def test_numbers_and_praise_in_prose_are_no_verdict(reply: str) -> None:
    assert reason(reply, SCORE) == "no verdict"


@pytest.mark.parametrize("reply", ['{"score": 90}', '{"score": -1}', '{"score": true}', '{"score": "9"}'])
def test_a_score_out_of_range_or_of_another_type_is_never_clamped(reply: str) -> None:
    assert reason(reply, SCORE) == "wrong shape"


def test_the_text_false_is_not_true() -> None:
    assert reason('{"score": 3, "pass": "false"}', SCORE_AND_PASS) == "wrong shape"


def test_objects_in_the_reasoning_are_passed_over() -> None:
    reply = 'thought: compare {"a":1} first\n{"score": 8, "pass": true}'

    assert read_verdict(reply, SCORE_AND_PASS) == {"score": 8, "pass": True}


def test_braces_in_prose_are_passed_over() -> None:
    assert read_verdict('in {this} set: {"score": 8}', SCORE) == {"score": 8}


def test_a_reply_that_ends_within_its_object_was_cut_off() -> None:
    assert reason('thought\n{"score":', SCORE_AND_PASS) == "cut off"
    assert reason('{"score": 1, "pass": true} no, wait: {"score": 8, "pass": tr', SCORE_AND_PASS) == "cut off"


def test_a_missing_field_is_never_made_up() -> None:
    fenced = '```json\n{"score": 2}\n```'

    assert read_verdict(fenced, SCORE) == {"score": 2}
    assert reason(fenced, SCORE_AND_PASS) == "wrong shape"


def test_two_verdicts_are_none() -> None:
    assert reason('{"score": 8}{"score": 1}', SCORE) == "several verdicts"


def test_a_field_that_may_be_missing_may() -> None:
    shape = {**SCORE, "evidence": Slot(kind="text", required=False)}

    assert read_verdict('{"score": 8}', shape) == {"score": 8}
    assert reason('{"score": 8, "evidence": 3}', shape) == "wrong shape"
