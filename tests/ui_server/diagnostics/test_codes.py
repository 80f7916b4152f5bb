from __future__ import annotations

import re
from pathlib import Path

import pytest

from ui_server.diagnostics.codes import CODES

JUDGING = ("receive", "surfaces", "resolve", "evaluate", "functions", "pointer")
"""Modules outside of diagnostics whose faults become diagnostics."""


@pytest.mark.parametrize("name", CODES)
def test_a_code_has_a_plain_name_and_a_meaning_in_one_sentence(name: str) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", name)
    assert re.fullmatch(r"[A-Z`][^.]*(`[^`]*`[^.]*|v\d\.\d[^.]*)*\.", CODES[name].meaning), CODES[name].meaning


def test_the_list_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        CODES["new"] = CODES["cycle"]  # type: ignore[index]


def test_every_code_that_is_written_down_in_the_sources_is_in_the_list(root: Path) -> None:
    raised = re.compile(
        r"""(?:fault\(|_note\(|_report\(|at_components\(|code=|Refusal\(|Unevaluable\(|PointerError\()\s*"([a-z_]+)\""""
    )
    sources = [*(root / "ui_server" / "diagnostics").glob("*.py"), *(root / "ui_server" / "protocol").glob("*.py")]
    sources += [root / "ui_server" / f"{name}.py" for name in JUDGING]
    used = {(path.name, code) for path in sources for code in raised.findall(path.read_text("utf-8"))}
    assert len(used) > 60
    assert {pair for pair in used if pair[1] not in CODES} == set()
