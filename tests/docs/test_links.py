"""Links in the documentation have targets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, documents

_LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_have_targets(document: Path) -> None:
    links = [match[1] for match in _LINK.finditer(document.read_text("utf-8"))]
    here = [link for link in links if not re.match(r"[a-z]+:", link)]
    missing = [link for link in here if not (document.parent / link).exists()]
    assert missing == []


def test_readme_links_to_every_document() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    linked = {match[1] for match in _LINK.finditer(text)}
    unlinked = [
        path.name for path in (ROOT / "docs").glob("*.md") if f"docs/{path.name}" not in linked
    ]
    assert unlinked == []
