"""The code in the documents: which blocks there are and how each is tried.

A block of ``python`` is run, and so is one of ``sh``, each in an empty folder of its own. Of what
cannot run here only the words are checked: ``make VERB`` must be a verb of the Makefile, and
``empile serve ...`` must be understood. A comment before a block says where it is quoted from,
``<!-- from src/empile/engine/game.py -->``, and it must then stand there word for word; or that it
goes on, ``<!-- goes on -->``, as the cells of a notebook do: it is then run together with the last
block of its language before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(
    r"(?P<comment><!--[^>]*-->\s*)?^```(?P<language>[a-z]+)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """One block of code in a document."""

    document: Path
    line: int
    language: str
    code: str
    source: str
    """The file that it is quoted from; empty for a block to be run."""
    goes_on: bool = False
    """Whether it needs what the block before it made."""

    def __str__(self) -> str:
        return f"{self.document.relative_to(ROOT)}:{self.line}"


def documents() -> list[Path]:
    """Return the documents for readers: README, docs, and each game's README."""
    games = (ROOT / "src" / "empile" / "games").glob("*/README.md")
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted(games)]


def blocks() -> list[Block]:
    """Return the blocks of all documents."""
    return [block for document in documents() for block in _blocks_of(document)]


def to_run(language: str) -> list[Block]:
    """Return the blocks in ``language`` that are to be run; those that go on with one are part of it."""
    found: list[Block] = []
    for block in blocks():
        if block.language != language or block.source:
            continue
        if not block.goes_on:
            found.append(block)
            continue
        assert found, f"{block} goes on with nothing"
        assert found[-1].document == block.document, f"{block} goes on with nothing"
        found[-1] = replace(found[-1], code=f"{found[-1].code}\n{block.code}")
    return found


def _blocks_of(document: Path) -> Iterator[Block]:
    text = document.read_text("utf-8")
    for match in _BLOCK.finditer(text):
        source = re.search(r"<!-- from (.*?) -->", match["comment"] or "")
        yield Block(
            document,
            text.count("\n", 0, match.start("language")) + 1,
            match["language"],
            match["code"],
            source[1] if source else "",
            "<!-- goes on -->" in (match["comment"] or ""),
        )
