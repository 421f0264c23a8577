"""Links in the documentation have targets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, documents

_LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as Markdown makes them."""
    headings = _HEADING.findall(document.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_have_targets(document: Path) -> None:
    missing: list[str] = []
    for link, anchor in _LINK.findall(document.read_text("utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        target = document.parent / link if link else document
        if not target.exists():
            missing.append(link)
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            missing.append(f"{link}#{anchor}")
    assert missing == []


def test_readme_links_to_every_guide() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    linked = {link for link, _ in _LINK.findall(text)}
    guides = [
        path.relative_to(ROOT).as_posix()
        for folder in ("tutorial", "how-to", "explanation")
        for path in (ROOT / "docs" / folder).glob("*.md")
    ]
    assert [guide for guide in guides if guide not in linked] == []


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) < 100


@pytest.mark.parametrize("name", ["protocol.md", "record.md"])
def test_written_reference_has_lines_of_120_columns(name: str) -> None:
    lines = (ROOT / "docs" / "reference" / name).read_text("utf-8").splitlines()
    table = re.compile(r"\|.*\|$")
    assert [line for line in lines if len(line) > 120 and not table.match(line)] == []
