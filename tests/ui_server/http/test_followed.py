"""A followed file: read when it changes, and faults told instead of raised."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ui_server.http import followed
from ui_server.http.followed import state_of, wait_for_change


def test_the_text_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    path.write_bytes(b"\xef\xbb\xbf[1]")
    state = state_of(path)
    assert (state.name, state.text, state.fault) == ("screen.json", "[1]", "")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    state = state_of(tmp_path / "gone.json")
    assert state.stamp == "absent"
    assert state.fault.startswith("gone.json cannot be read:")


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    path.write_bytes(b"ab\xff")
    assert state_of(path).fault == "screen.json is not UTF-8 at byte 2."


async def test_a_change_ends_the_wait(tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    path.write_text("one")
    waiting = asyncio.create_task(wait_for_change(path, state_of(path).stamp, 30))
    path.write_text("another")
    assert (await waiting).text == "another"


async def test_a_file_that_is_replaced_counts_as_changed(tmp_path: Path) -> None:
    path, other = tmp_path / "screen.json", tmp_path / "other.json"
    path.write_text("one")
    stamp = followed.stamp_of(path)
    other.write_text("two")
    other.replace(path)
    assert (await wait_for_change(path, stamp, 30)).text == "two"


async def test_without_a_change_the_wait_ends_in_time(tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    path.write_text("one")
    state = await wait_for_change(path, followed.stamp_of(path), 0)
    assert state == state_of(path)
