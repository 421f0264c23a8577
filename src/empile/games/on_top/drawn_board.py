"""Starts drawn at random."""

from __future__ import annotations

from typing import Any

from empile.engine.random import Stream, below, shuffle
from empile.games.on_top.rules.components import data_of


def draw_board(stream: Stream) -> dict[str, Any]:
    """Draw two to six cells of the board that are covered at the start."""
    cells: list[str] = list(data_of("house")["cells"])
    shuffle(cells, stream)
    return {"start": sorted(cells[: 2 + below(stream, 5)])}
