"""What the first visit costs: the home page and all that a table needs, compressed."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

LIMIT = 250_000
"""Bytes, gzipped: the page, its style and its programs, with the table and its picture."""


def _size(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def _needed(pages: Path) -> set[Path]:
    """All files that the index leads to, but for other languages, replays and rules."""
    needed = {pages / "index.html"}
    waiting = list(needed)
    while waiting:
        text = waiting.pop().read_text("utf-8")
        for name in re.findall(r"[\w-]+\.(?:js|css)\b", text):
            path = pages / "assets" / name
            skipped = name.startswith(("en-", "replay-page", "rules-page"))
            if path.is_file() and path not in needed and not skipped:
                needed.add(path)
                waiting.append(path)
    return needed


def test_the_first_load_is_small(pages: Path) -> None:
    needed = _needed(pages)
    sizes = {path.name: _size(path) for path in sorted(needed)}
    assert any(name.startswith("stage") for name in sizes), "the table's picture is counted"
    total = sum(sizes.values())
    print(f"first load: {total} bytes gzipped in {len(sizes)} files")
    assert total < LIMIT, sizes
