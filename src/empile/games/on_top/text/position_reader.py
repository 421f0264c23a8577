"""Readers of the On Top position object, for drawing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from empile.games.on_top.rules.components import Point, corners, tile_corners
from empile.games.on_top.text.notation import Lay


def lays_of(view: Mapping[str, Any]) -> list[Lay]:
    return [lay_of_text(text) for text in view["laid"]]


@lru_cache(maxsize=4096)
def lay_of_text(text: str) -> Lay:
    place, colours = text.split(" ")
    return Lay(place[:3], place[3:], colours)


def corner_colours(lay: Lay) -> dict[str, dict[Point, str]]:
    colour = dict(zip(tile_corners(lay.up, lay.down), lay.colours, strict=True))
    return {cell: {point: colour[point] for point in corners(cell)} for cell in (lay.up, lay.down)}


def without_tower(view: Mapping[str, Any], setup: Mapping[str, Any]) -> list[str]:
    filled = {*view["black"], *view["bare"]}
    filled.update(cell for lay in lays_of(view) for cell in (lay.up, lay.down))
    waiting = {
        str(point) for cell in setup["cells"] if cell not in filled for point in corners(cell)
    }
    return [at for at in setup["points"] if at not in waiting and at not in view["towers"]]
