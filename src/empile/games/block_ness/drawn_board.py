"""Lakes and rings drawn at random."""

from __future__ import annotations

from typing import Any, Final

from empile.engine.random import Stream, below

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def draw_board(stream: Stream) -> dict[str, Any]:
    """Draw the size of the lake, and the distance between the feet of each ring."""
    size = 11 + below(stream, 3)

    def zone(inset: int) -> list[str]:
        low, high = 1 + inset, size - inset
        return [f"{_LETTERS[low - 1]}{low}", f"{_LETTERS[high - 1]}{high}"]

    heights = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6)
    rings = [[f"{2 + below(stream, 4)}.{height}" for height in heights] for _ in range(4)]
    zones = {"2": zone(2), "3": zone(1), "4": zone(0)}
    return {"lake": {"columns": size, "rows": size, "zones": zones}, "rings": rings}
