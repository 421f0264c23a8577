"""Lookup tables of On Top, computed from a board and its start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.games.on_top.rules.circle_score import tower_of
from empile.games.on_top.rules.components import (
    COLOURS,
    TILES,
    TRIANGLES,
    Board,
    corners,
    holes,
    neighbours,
    tile_corners,
    tile_name,
    turned,
)
from empile.games.on_top.rules.evaluation_tables import expectations
from empile.games.on_top.rules.state import (
    BARE,
    BLACK,
    COLOUR_BITS,
    MAX_SEATS,
    PAWN_BITS,
    POINTS_AT,
    SCORED,
    SEGMENTS,
    WORD,
    WORDS,
)

SEGMENTS_OF_CORNER = (1, 2, 1, 2)
"""Segments by corner (acute, obtuse, acute, obtuse), equal to the tile's cells there."""


def fill(params: Any, board: Board, start: Sequence[str]) -> None:
    """Write all tables and the initial state with triangles on ``start``."""
    number = {cell: index for index, cell in enumerate(board.cells)}
    circle = {point: index for index, point in enumerate(board.points)}
    places = board.places()
    params.cells, params.circles = len(board.cells), len(board.points)
    params.words = -(-len(places) // WORD)
    params.start[:] = number[start[0]]
    params.start[: len(start)] = [number[cell] for cell in start]
    params.bag[:] = board.tiles
    params.seen_as = [_seen_as(seat, int(params.seats)) for seat in range(len(COLOURS))]
    rows, columns = board.size
    params.rows, params.columns = rows, columns
    params.cell_at[: len(board.cells)] = [
        ("UD".index(cell[0]) * rows + int(cell[2])) * columns + int(cell[1]) for cell in board.cells
    ]
    params.circle_at[: len(board.points)] = [
        point.y * (columns + 1) + point.x for point in board.points
    ]
    for cell in board.cells:
        params.corners[number[cell]] = [circle[point] for point in corners(cell)]
    params.golden[: len(board.points)] = [point in board.golden for point in board.points]
    of_cell: dict[str, set[int]] = {cell: set() for cell in board.cells}
    for index, place in enumerate(places):
        for cell in place:
            of_cell[cell].add(index)
    for index, (up, down) in enumerate(places):
        beside = [c for c in {*neighbours(up), *neighbours(down)} - {up, down} if c in number]
        params.cover[index] = number[up], number[down]
        params.neighbours[index] = len(beside)
        params.around[index] = number[up]
        params.around[index, : len(beside)] = sorted(number[cell] for cell in beside)
        params.corner[index] = [circle[point] for point in tile_corners(up, down)]
        params.left_open[index] = ~bits(of_cell[up] | of_cell[down])
        params.made_near[index] = bits(place for cell in beside for place in of_cell[cell])
    params.added = _added()
    params.top, params.tower, params.scoring = _outcomes()
    expected = expectations(tuple(params.side[: int(params.seats)].tolist()))
    params.pattern, params.value, params.lead, params.placed = expected
    _set_up(params, board, start, places, of_cell)


def bits(places: Iterable[int]) -> NDArray[np.int64]:
    found = np.zeros(WORDS, np.int64)
    for place in places:
        found[place // WORD] |= np.int64(1) << np.int64(place % WORD)
    return found


def filled_at_start(board: Board, start: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the initial cells with black triangles and the bare holes."""
    made = holes(set(board.cells) - set(start))
    left = TRIANGLES - len(start)
    return [*start, *made[:left]], made[left:]


def _set_up(
    params: Any,
    board: Board,
    start: Sequence[str],
    places: Sequence[tuple[str, str]],
    of_cell: dict[str, set[int]],
) -> None:
    black, bare = filled_at_start(board, start)
    filled = {**dict.fromkeys(black, BLACK), **dict.fromkeys(bare, BARE)}
    empty = [cell for cell in board.cells if cell not in filled]
    for index, cell in enumerate(board.cells):
        params.first_cell[index] = filled.get(cell, sum(c in empty for c in neighbours(cell)))
    for index, point in enumerate(board.points):
        waiting = sum(point in corners(cell) for cell in empty)
        params.first_circle[index] = waiting * SEGMENTS or SCORED
    params.first_open = bits(
        index for index, place in enumerate(places) if filled.keys().isdisjoint(place)
    )
    on_board = set(board.cells)
    params.first_near = bits(
        place
        for cell in start
        for beside in neighbours(cell)
        if beside in on_board
        for place in of_cell[beside]
    )
    params.first_empty, params.first_reserve = len(empty), TRIANGLES - len(black)


def _seen_as(seat: int, seats: int) -> list[int]:
    """Return the index of each tile with colours counted from ``seat``."""
    if seat >= seats:
        return [0] * len(TILES)
    letters = COLOURS[:seats]
    renamed = str.maketrans(letters, letters[seats - seat :] + letters[: seats - seat])
    return [TILES.index(tile_name(name.translate(renamed))) for name in TILES]


@cache
def _added() -> NDArray[np.int32]:
    found = np.zeros((len(TILES), 2, 4), np.int32)
    for tile, name in enumerate(TILES):
        for turn, colours in enumerate((name, turned(name))):
            for corner, (letter, count) in enumerate(zip(colours, SEGMENTS_OF_CORNER, strict=True)):
                shift = COLOUR_BITS * COLOURS.index(letter)
                found[tile, turn, corner] = (count << shift) - count * SEGMENTS
    return found


@cache
def _outcomes() -> tuple[NDArray[np.int8], NDArray[np.uint8], NDArray[np.int64]]:
    """Return the top colour and the tower by segments, and the packed result by golden, too.

    A tower has a bit for each colour in it, and then a bit for each colour that is on top.
    """
    top = np.zeros(SEGMENTS, np.int8)
    towers = np.zeros(SEGMENTS, np.uint8)
    scoring = np.zeros((2, SEGMENTS), np.int64)
    for key in range(SEGMENTS):
        tower = tower_of(key)
        if tower:
            top[key] = tower[-1]
            towers[key] = sum(1 << colour for colour in tower) | 1 << (MAX_SEATS + tower[-1])
            placed = sum(1 << (PAWN_BITS * colour) for colour in tower)
            point = 1 << (POINTS_AT + PAWN_BITS * tower[-1])
            for golden in range(2):
                scoring[golden, key] = placed + (len(tower) << golden) * point
    return top, towers, scoring
