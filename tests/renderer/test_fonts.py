"""Embedded fonts, and the question what the machine has."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer import fonts
from renderer.fonts import SYSTEM_FAMILIES, Family, Fonts, look_up, missing, safe_name

EMOJI = Family("Noto Color Emoji", "emoji", "fonts-noto-color-emoji")


@pytest.fixture(scope="module")
def loaded() -> Fonts:
    return fonts.load()


def test_inter_and_noto_arabic_are_embedded(loaded: Fonts) -> None:
    assert [face.family for face in loaded.faces] == ["Inter", "Noto Sans Arabic"]
    # The first four bytes of every TrueType file.
    assert all(face.data[:4] == b"\x00\x01\x00\x00" for face in loaded.faces)


def test_a_face_carries_its_bytes_in_the_rule(loaded: Fonts) -> None:
    face = loaded.faces[0]
    found = re.search(r'url\("data:font/ttf;base64,([^"]+)"\)', face.css)
    assert found is not None
    assert base64.b64decode(found[1]) == face.data


def test_a_variable_font_is_offered_in_all_weights(loaded: Fonts) -> None:
    assert loaded.css.count("font-weight:100 900") == 2


def test_no_font_comes_from_anywhere_else(loaded: Fonts) -> None:
    assert {address[:5] for address in re.findall(r'url\("([^"]{5})', loaded.css)} == {"data:"}


def test_arabic_letters_bring_their_font(loaded: Fonts) -> None:
    assert loaded.css_for("مرحبا") == loaded.css
    assert loaded.css_for("Grüße, 你好") == loaded.faces[0].css


def test_the_digest_is_of_all_faces(loaded: Fonts) -> None:
    parts = b"".join(hashlib.sha256(face.data).digest() for face in loaded.faces)
    assert loaded.digest() == hashlib.sha256(parts).hexdigest()
    assert Fonts(loaded.faces[:1]).digest() != loaded.digest()


@pytest.mark.parametrize("name", ["Roboto", "Noto Serif JP", "Source Sans 3", "A" * 60])
def test_an_ordinary_font_name_is_safe(name: str) -> None:
    assert safe_name(name) == name


@pytest.mark.parametrize("name", [None, "", " ", "A" * 61, 'Arial"', "a;b", "url(x)", "a,b", "Ünicode", "a\nb", "-x"])
def test_any_other_font_name_is_refused(name: str | None) -> None:
    assert safe_name(name) is None


@given(st.text())
def test_a_safe_name_never_ends_its_string(name: str) -> None:
    safe = safe_name(name)
    assert safe is None or re.fullmatch(r"[A-Za-z0-9 ]{1,60}", safe)


def test_a_family_that_fontconfig_answers_with_is_present(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install_fc_match(tmp_path, monkeypatch, 'printf "Noto Color Emoji"')
    assert look_up(EMOJI) == fonts.Lookup(EMOJI, present=True)


def test_one_of_several_names_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install_fc_match(tmp_path, monkeypatch, 'printf "Emoji One, Noto Color Emoji"')
    assert look_up(EMOJI).present


def test_an_absent_family_is_reported_with_what_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install_fc_match(tmp_path, monkeypatch, 'printf "DejaVu Sans"')
    assert [(found.family, found.checked, found.instead) for found in missing()] == [
        (family, True, "DejaVu Sans") for family in SYSTEM_FAMILIES
    ]


def test_nothing_is_missing_when_all_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install_fc_match(tmp_path, monkeypatch, 'printf "%s" "$2"')
    assert missing() == ()


def test_without_fontconfig_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert look_up(EMOJI) == fonts.Lookup(EMOJI, present=False, checked=False)


def test_a_failing_fontconfig_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install_fc_match(tmp_path, monkeypatch, "exit 3")
    assert not look_up(EMOJI).checked


def test_a_hanging_fontconfig_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install_fc_match(tmp_path, monkeypatch, "exec /bin/sleep 60")
    assert look_up(EMOJI, seconds=0.05) == fonts.Lookup(EMOJI, present=False, checked=False)


def _install_fc_match(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    program = folder / "fc-match"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
