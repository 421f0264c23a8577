"""What a position object of On Top says of each cell and crossing, for those who draw it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from empile.games.on_top.notation import Lay
from empile.games.on_top.pieces import Point, corners, tile_corners


def lays_of(seen: Mapping[str, Any]) -> list[Lay]:
    """Return the tiles on the board in the order in which they were laid."""
    found: list[Lay] = []
    for text in seen["laid"]:
        place, colours = text.split(" ")
        found.append(Lay(place[:3], place[3:], colours))
    return found


def corner_colours(lay: Lay) -> dict[str, dict[Point, str]]:
    """Return for both cells of a tile the colour that lies in each corner."""
    colour = dict(zip(tile_corners(lay.up, lay.down), lay.colours, strict=True))
    return {cell: {point: colour[point] for point in corners(cell)} for cell in (lay.up, lay.down)}


def without_tower(seen: Mapping[str, Any], setting: Mapping[str, Any]) -> list[str]:
    """Return the crossings all of whose cells are filled and on which no pawn stands."""
    filled = {*seen["black"], *seen["bare"]}
    filled.update(cell for lay in lays_of(seen) for cell in (lay.up, lay.down))
    waiting = {
        str(point) for cell in setting["cells"] if cell not in filled for point in corners(cell)
    }
    return [at for at in setting["points"] if at not in waiting and at not in seen["towers"]]
