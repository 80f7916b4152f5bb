"""Every link of the documents leads to a file that is there, and to a heading that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")


def links(document: Path) -> Iterator[str]:
    """Where the document leads within the project."""
    for match in LINK.finditer(BLOCK.sub("", document.read_text(encoding="utf-8"))):
        target = match[1] or match[2]
        if "://" not in target:
            yield target


def anchors(document: Path) -> set[str]:
    """The headings as addresses: small letters, hyphens for blanks, nothing else."""
    headings = re.findall(r"^#+ (.+)$", BLOCK.sub("", document.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    lost = []
    for link in links(document):
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)

    assert lost == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    found, ahead = set[Path](), [ROOT / "README.md"]
    while ahead:
        document = ahead.pop()
        if document in found:
            continue
        found.add(document)
        targets = ((document.parent / link.partition("#")[0]).resolve() for link in links(document) if link[0] != "#")
        ahead += [target for target in targets if target.suffix == ".md"]

    assert {document for document in DOCUMENTS if document.name != "CHANGELOG.md"} <= found
