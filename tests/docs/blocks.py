"""Code blocks of the documentation and how each is tested.

Blocks of ``python`` and ``sh`` run in separate empty folders. Commands that cannot run here are
only parsed: ``make TARGET`` must be a target of the Makefile, and ``empile serve ...`` must have
valid arguments. A comment before a block names its source, ``<!-- from src/empile/engine/game.py
-->``, which must contain it verbatim, or marks a continuation, ``<!-- goes on -->``, which runs
together with the previous block of its language.
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
    """A code block of a document."""

    document: Path
    line: int
    language: str
    code: str
    source: str
    """The file that it quotes; empty for blocks to run."""
    goes_on: bool = False
    """Whether it continues the previous block."""

    def __str__(self) -> str:
        return f"{self.document.relative_to(ROOT)}:{self.line}"


def documents() -> list[Path]:
    """Return all documents: README, docs, and the README of each game."""
    games = (ROOT / "src" / "empile" / "games").glob("*/README.md")
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted(games)]


def blocks() -> list[Block]:
    """Return the blocks of all documents."""
    return [block for document in documents() for block in _blocks_of(document)]


def to_run(language: str) -> list[Block]:
    """Return the blocks in ``language`` to run, joined with their continuations."""
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
