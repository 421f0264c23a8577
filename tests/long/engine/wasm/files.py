"""The files of a comparison: a module, its bundles, and traces in pieces, so that nobody holds a whole one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

PIECE = 4 << 20
"""Characters of a piece, to which its last line adds."""


def write_lines(folder: Path, trace: str, lines: Iterable[Mapping[str, Any]]) -> None:
    """Write lines of JSON in pieces, and a list of the names of the pieces.

    ``web/test/engine/equality/files.ts`` reads them.
    """
    names: list[str] = []
    for number, piece in enumerate(_pieces(lines)):
        names.append(f"{trace}-{number}.ndjson")
        (folder / names[-1]).write_text(piece, "utf-8")
    (folder / f"{trace}.json").write_text(json.dumps(names), "utf-8")


def _pieces(lines: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    texts: list[str] = []
    size = 0
    for line in lines:
        texts.append(json.dumps(line) + "\n")
        size += len(texts[-1])
        if size >= PIECE:
            yield "".join(texts)
            texts, size = [], 0
    if texts:
        yield "".join(texts)
