"""Positions and moves of On Top as JSON, equal to those of the presenter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.json_writer import Texts, Tokens, number, put, text_rows
from empile.engine.compiled.layout import StructRef
from empile.games.on_top.rules.circle_score import tower_of
from empile.games.on_top.rules.circles import (
    circles_changed,
    holes_made,
    is_cut,
    makes_hole,
    next_closed,
    out_of_pawns,
    outcome_of,
    pawns_of,
    pawns_placed,
)
from empile.games.on_top.rules.components import CELL_NAMES, COLOURS, POINT_NAMES, TILES, turned
from empile.games.on_top.rules.state import (
    BARE,
    BLACK,
    END,
    KINDS,
    MAX_SEATS,
    SCORED,
    SEGMENTS,
)

_TEXTS = (
    '{"laid":[',
    '],"black":[',
    '],"bare":[',
    '],"reserve":',
    ',"towers":{',
    '},"scores":[',
    '],"pawns":{',
    '},"bag":{',
    '},"tile":',
    ',"seat":',
    "null",
    '{"text":"',
    '","parts":{"place":"',
    '","turn":"',
    '"}',
    ',"effects":{"circles":[',
    '{"at":"',
    '","tower":"',
    '","seat":',
    ',"points":',
    '],"filled":[',
    '],"over":',
    "true",
    "false",
    '"',
    ",",
    " ",
    '":',
    "}",
)
_LAID, _BLACK, _BARE, _RESERVE, _TOWERS, _SCORES, _PAWNS, _BAG, _TILE, _SEAT, _NULL = range(11)
_TEXT, _PLACE, _TURN, _MOVE_END, _EFFECTS, _AT, _TOWER, _TO, _POINTS, _FILLED, _OVER = range(11, 22)
_TRUE, _FALSE, _QUOTE, _COMMA, _SPACE, _COLON, _CLOSE = range(22, 29)
_TILE_NAMES = len(_TEXTS)
"""By tile and turn."""
_CELL_NAMES = _TILE_NAMES + 2 * KINDS
_POINT_NAMES = _CELL_NAMES + len(CELL_NAMES)
_LETTERS = _POINT_NAMES + len(POINT_NAMES)
_TOWER_NAMES = _LETTERS + MAX_SEATS
"""By index of the tower."""


_BY_LETTER = np.array(sorted(range(MAX_SEATS), key=COLOURS.__getitem__))
"""Colours in the order of their letters."""


def _towers() -> tuple[list[str], NDArray[np.int16], NDArray[np.int8]]:
    """Return all towers, the first one empty; by segments the index and the height of a tower.

    There are two indices: of the whole tower, and of the one without its top.
    """
    names = {"": 0}
    index = np.zeros((2, SEGMENTS), np.int16)
    for segments in range(SEGMENTS):
        name = "".join(COLOURS[colour] for colour in tower_of(segments))
        for cut, found in enumerate((name, name[:-1])):
            index[cut, segments] = names.setdefault(found, len(names))
    return list(names), index, np.array([len(name) for name in names], np.int8)


TOWERS_BY_INDEX, TOWER_OF, HEIGHT_OF = _towers()


def texts() -> Texts:
    """Return the texts of the tokens."""
    tiles = [text for name in TILES for text in (name, turned(name))]
    return text_rows([*_TEXTS, *tiles, *CELL_NAMES, *POINT_NAMES, *COLOURS, *TOWERS_BY_INDEX])


@inline
def write_view(params: StructRef, s: StructRef, seat: int, out: Tokens) -> int:
    at = put(out, 0, _LAID)
    for k in range(int(s.laid)):
        at = _put_quote(out, at, k)
        at = _put_lay(params, int(s.order[k]) // KINDS, int(s.order[k]) % KINDS, out, at)
        at = put(out, at, _QUOTE)
    at = _put_cells(params, s, BLACK, out, put(out, at, _BLACK))
    at = _put_cells(params, s, BARE, out, put(out, at, _BARE))
    at = put(out, put(out, at, _RESERVE), number(int(s.reserve)))
    at = _put_towers(params, s, out, put(out, at, _TOWERS))
    at = put(out, at, _SCORES)
    for other in range(int(params.seats)):
        if other:
            at = put(out, at, _COMMA)
        at = put(out, at, number(int(s.points[other])))
    at = put(out, at, _PAWNS)
    for k in range(MAX_SEATS):
        colour = int(_BY_LETTER[k])
        at = put(out, _put_quote(out, at, k), _LETTERS + colour)
        at = put(out, put(out, at, _COLON), number(pawns_of(int(s.pawns), colour)))
    at = _put_bag(s, out, put(out, at, _BAG))
    at = put(out, at, _TILE)
    if int(s.tile):
        at = put(out, at, _QUOTE)
        at = put(out, at, _TILE_NAMES + 2 * (int(s.tile) - 1))
        at = put(out, at, _QUOTE)
    else:
        at = put(out, at, _NULL)
    at = put(out, at, _SEAT)
    at = put(out, at, _NULL if int(s.stage) == END else number(int(s.seat)))
    return put(out, at, _CLOSE)


@inline
def write_move(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    tile = int(s.tile) - 1
    at = _put_lay(params, action, tile, out, put(out, 0, _TEXT))
    at = _put_place(params, action, out, put(out, at, _PLACE))
    at = put(out, put(out, at, _TURN), _TILE_NAMES + 2 * tile + (action & 1))
    at = _put_effects(params, s, action, out, put(out, at, _MOVE_END))
    return put(out, at, _CLOSE)


@inline
def _cell(params: StructRef, cell: int) -> int:
    """Return the token of a cell."""
    return _CELL_NAMES + int(params.cell_name[cell])


@inline
def _point(params: StructRef, circle: int) -> int:
    """Return the token of an intersection."""
    return _POINT_NAMES + int(params.circle_name[circle])


@inline
def _put_quote(out: Tokens, at: int, index: int) -> int:
    """Open a string, after a comma if it is not the first."""
    if index:
        at = put(out, at, _COMMA)
    return put(out, at, _QUOTE)


@inline
def _put_lay(params: StructRef, move: int, tile: int, out: Tokens, at: int) -> int:
    at = put(out, _put_place(params, move, out, at), _SPACE)
    return put(out, at, _TILE_NAMES + 2 * tile + (move & 1))


@inline
def _put_place(params: StructRef, move: int, out: Tokens, at: int) -> int:
    at = put(out, at, _cell(params, int(params.cover[move >> 1, 0])))
    return put(out, at, _cell(params, int(params.cover[move >> 1, 1])))


@inline
def _put_cells(params: StructRef, s: StructRef, content: int, out: Tokens, at: int) -> int:
    found = 0
    for cell in range(int(params.cells)):
        if int(s.cell[cell]) == content:
            at = _put_cell(params, cell, found, out, at)
            found += 1
    return at


@inline
def _put_cell(params: StructRef, cell: int, index: int, out: Tokens, at: int) -> int:
    return put(out, put(out, _put_quote(out, at, index), _cell(params, cell)), _QUOTE)


@inline
def _put_towers(params: StructRef, s: StructRef, out: Tokens, at: int) -> int:
    found = 0
    for circle in range(int(params.circles)):
        segments = int(s.circle[circle]) - SCORED
        if segments >= 0 and TOWER_OF[0, segments]:
            tower = int(TOWER_OF[int(int(s.cut) == circle + 1), segments])
            at = put(out, _put_quote(out, at, found), _point(params, circle))
            at = put(out, put(out, at, _COLON), _QUOTE)
            at = put(out, put(out, at, _TOWER_NAMES + tower), _QUOTE)
            found += 1
    return at


@inline
def _put_bag(s: StructRef, out: Tokens, at: int) -> int:
    found = 0
    for tile in range(KINDS):
        if int(s.bag[tile]):
            at = put(out, _put_quote(out, at, found), _TILE_NAMES + 2 * tile)
            at = put(out, put(out, at, _COLON), number(int(s.bag[tile])))
            found += 1
    return at


@inline
def _put_effects(params: StructRef, s: StructRef, action: int, out: Tokens, at: int) -> int:
    """Write what a move does beyond laying the tile, or nothing."""
    place = action >> 1
    if not holes_made(params, s, place) and not _closes_corner(params, s, action):
        return at
    low, high = circles_changed(params, s, place)
    pawns = int(s.pawns)
    closed = filled = 0
    start = at
    at = put(out, at, _EFFECTS)
    while True:
        circle, after, low, high = next_closed(params, s, action, low, high, pawns)
        if circle < 0:
            break
        outcome = outcome_of(params, circle, after, pawns)
        pawns -= pawns_placed(outcome)
        if closed:
            at = put(out, at, _COMMA)
        at = _put_closed(params, circle, after, int(is_cut(outcome)), out, at)
        closed += 1
    at = put(out, at, _FILLED)
    for beside in range(int(params.neighbours[place])):
        if makes_hole(params, s, place, beside):
            at = _put_cell(params, int(params.around[place, beside]), filled, out, at)
            filled += 1
    if closed == 0 and filled == 0:
        return start
    full = 2 + holes_made(params, s, place) == int(s.empty) or int(s.in_bag) == 0
    at = put(out, at, _OVER)
    at = put(out, at, _TRUE if full or out_of_pawns(pawns) else _FALSE)
    return put(out, at, _CLOSE)


@inline
def _closes_corner(params: StructRef, s: StructRef, action: int) -> bool:
    """Return whether a move without holes completes a circle: most moves do not."""
    place, closes = action >> 1, False
    for k in range(4):
        segments = int(params.added[int(s.tile) - 1, action & 1, k])
        closes = closes or int(s.circle[int(params.corner[place, k])]) + segments < SEGMENTS
    return closes


@inline
def _put_closed(
    params: StructRef, circle: int, segments: int, cut: int, out: Tokens, at: int
) -> int:
    tower = int(TOWER_OF[cut, segments])
    height = int(HEIGHT_OF[tower]) * (1 - cut)
    top = int(params.top[segments])
    at = put(out, put(out, at, _AT), _point(params, circle))
    at = put(out, put(out, at, _TOWER), _TOWER_NAMES + tower)
    at = put(out, at, _TO)
    at = put(out, at, number(top) if height and top < int(params.seats) else _NULL)
    at = put(out, at, _POINTS)
    at = put(out, at, number(height * (2 if int(params.golden[circle]) else 1)))
    return put(out, at, _CLOSE)
