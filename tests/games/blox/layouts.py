"""Blox layouts for tests, other than the default."""

from __future__ import annotations

import random
from typing import Any

from tests.games.blox.reference import layout_fault


def random_layout(luck: random.Random) -> dict[str, Any]:
    """A layout that keeps what every layout must, colours and squares anywhere."""
    while True:
        spare = [luck.randint(0, 10) for _ in "WGBM"]
        colours = "".join(
            letter * (15 + extra) for letter, extra in zip("WGBM", spare, strict=True)
        )
        colours = "".join(luck.sample(colours, len(colours)))[:81]
        if len(colours) < 81:
            continue
        heights = [1] * 12 + _split(28, luck)
        marks = "".join(map(str, heights)).ljust(81, ".")
        marks = "".join(luck.sample(marks, 81))
        layout = {"colours": _rows(colours), "squares": _rows(marks)}
        if layout_fault(layout) is None:
            return layout


def mirrored_layout(luck: random.Random) -> dict[str, Any]:
    """A layout whose columns are the same from left to right and from right to left."""
    while True:
        colours = [luck.choice("WGBM") for _ in range(81)]
        marks = ["."] * 81
        heights = [1] * 6 + _split(14, luck)
        left = luck.sample([cell for cell in range(81) if cell % 9 < 4], len(heights))
        for cell, height in zip(left, heights, strict=True):
            marks[cell] = str(height)
        # Singles: one white and one grey cell on each side.
        for cell, colour in zip(left, "WGBMBM", strict=False):
            colours[cell] = colour
        for cell in range(81):
            if cell % 9 < 4:
                other = cell + 8 - 2 * (cell % 9)
                colours[other], marks[other] = colours[cell], marks[cell]
        layout = {"colours": _rows("".join(colours)), "squares": _rows("".join(marks))}
        if layout_fault(layout) is None:
            return layout


def _split(total: int, luck: random.Random) -> list[int]:
    """Heights from 2 to 4 that are ``total`` together."""
    while True:
        heights: list[int] = []
        while sum(heights) < total:
            heights.append(luck.randint(2, 4))
        if sum(heights) == total:
            return heights


def _rows(cells: str) -> list[str]:
    return [cells[start : start + 9] for start in range(0, 81, 9)]
