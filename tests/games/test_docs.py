"""The page on adding a game quotes Cairn as it is and names existing files."""

from __future__ import annotations

import re

from tests.conftest import ROOT
from tests.support.games import evidence_folder

PAGE = ROOT / "docs" / "how-to" / "add-a-game.md"


def test_quotes_match_cairn() -> None:
    sources = "\n".join(path.read_text("utf-8") for path in evidence_folder("cairn").glob("*.py"))
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 4
    for block in blocks:
        assert block.strip() in sources


def test_links_resolve() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE.read_text("utf-8")):
        assert (PAGE.parent / target).exists(), target


def test_required_files_match_games() -> None:
    text = PAGE.read_text("utf-8")
    for name in (
        "variants.json",
        "test_cases.py",
        "perft.json",
        "golden/*.txt",
        "corpus/good-*.json",
    ):
        assert f"`{name}`" in text
        assert list(evidence_folder("block-ness").glob(name)), name
