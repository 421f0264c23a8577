"""Random connected boards and starts of any size, with any golden spots and tile counts."""

from __future__ import annotations

import random
from typing import Any

from tests.games.on_top.reference import corners, default_supply, share_a_side, written

EVERY_CELL = [f"{kind}{x}{y}" for kind in "UD" for x in range(10) for y in range(10)]
BESIDE = {cell: [other for other in EVERY_CELL if share_a_side(cell, other)] for cell in EVERY_CELL}


def grown(luck: random.Random, size: int) -> list[str]:
    """Cells connected by their sides: at least three, so that a tile fits next to a triangle."""
    cells = [luck.choice(EVERY_CELL)]
    while len(cells) < size:
        cell = luck.choice(BESIDE[luck.choice(cells)])
        if cell not in cells:
            cells.append(cell)
    return cells


def random_start(luck: random.Random, cells: list[str]) -> list[str]:
    """Up to ten cells that leave room for a tile; often near each other, so that holes appear."""
    while True:
        count = luck.choice((1, 2, 2, 3, 6, 9, 10))
        start = luck.sample(cells, min(count, len(cells)))
        if luck.random() < 0.4:
            middle = luck.choice(cells)
            near = sorted(cells, key=lambda cell: _distance(cell, middle))
            start = luck.sample(near[: 2 * count], min(count, len(near)))
        empty = set(cells) - set(start)
        if any(other in empty for cell in empty for other in BESIDE[cell]):
            return start


def random_board(luck: random.Random) -> dict[str, Any]:
    cells = grown(luck, luck.choice((3, 4, 6, 9, 20, 40, 66, 120, 150)))
    if luck.random() < 0.1:
        cells = luck.sample(EVERY_CELL, len(EVERY_CELL))
    points = sorted({written(at) for cell in cells for at in corners(cell)})
    tiles = default_supply()
    most = luck.choice((1, 3, 20, 20))
    for name in tiles:
        tiles[name] = luck.randint(0, most)
    tiles[luck.choice(list(tiles))] += 1 if most < 20 else 0
    if not sum(tiles.values()):
        tiles["BRWY"] = 1
    if luck.random() < 0.3:
        tiles = {name: count for name, count in tiles.items() if count}
    return {
        "cells": cells,
        "golden": luck.sample(points, luck.randint(0, len(points))),
        "start": random_start(luck, cells),
        "tiles": tiles,
    }


def _distance(one: str, other: str) -> int:
    return abs(int(one[1]) - int(other[1])) + abs(int(one[2]) - int(other[2]))
