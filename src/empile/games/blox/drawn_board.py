"""Cities drawn at random."""

from __future__ import annotations

from typing import Any

from empile.engine.random import Stream, below, shuffle


def draw_board(stream: Stream) -> dict[str, Any]:
    """Draw where towers stand, and the colour of each cell."""
    size, colours = 9, "WGBM"
    squares = ["1"] * 12 + ["2"] * 4 + ["3"] * 4 + ["4"] * 2  # 40 blocks
    squares += ["."] * (size * size - len(squares))
    shuffle(squares, stream)
    # Two-seat games raise two towers of one block of each of the first two colours.
    singles = [*"WWGG", *(colours[2 + below(stream, 2)] for _ in range(8))]
    shuffle(singles, stream)
    others = [colours[at % 4] for at in range(size * size - len(singles))]
    shuffle(others, stream)
    found = [(singles if square == "1" else others).pop() for square in squares]
    return {"layout": {"colours": _rows(found, size), "squares": _rows(squares, size)}}


def _rows(signs: list[str], size: int) -> list[str]:
    return ["".join(signs[at : at + size]) for at in range(0, len(signs), size)]
