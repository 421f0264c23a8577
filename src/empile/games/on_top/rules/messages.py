"""Log messages of On Top, and reasons why a move is illegal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline, outlined
from empile.engine.compiled.json_writer import (
    MessageTexts,
    Tokens,
    begin_message,
    begin_string,
    end_message,
    end_string,
    put,
    put_number,
    put_string,
)
from empile.engine.compiled.layout import StructRef
from empile.games.on_top.rules.circles import (
    circles_changed,
    is_cut,
    next_closed,
    outcome_of,
    pawns_placed,
)
from empile.games.on_top.rules.components import CELL_NAMES, POINT_NAMES, TILES, turned
from empile.games.on_top.rules.json_view import HEIGHT_OF, TOWER_OF
from empile.games.on_top.rules.state import BARE, BLACK, DRAW, TILE

_MAX_LISTED = 3
"""Most towers listed individually."""

TEXTS = MessageTexts()

_DRAWN = TEXTS.add("log.draw")
_LAY = TEXTS.add("log.lay", "log.lay.1", "log.lay.2", "log.lay.3", "log.lay.many")
_LAY_LAST = TEXTS.add("log.lay.last")
_OFF_BOARD = TEXTS.add("illegal.off_board")
_TAKEN = TEXTS.add("illegal.tile_there", "illegal.black_there", "illegal.bare_there")
_ALONE = TEXTS.add("illegal.alone")

_SEAT, _TILE, _PLACE, _AT = (TEXTS.add(name) for name in ("seat", "tile", "place", "at"))
_COUNT, _CELL, _UP, _DOWN = (TEXTS.add(name) for name in ("count", "cell", "up", "down"))
_TOPS = TEXTS.add("top1", "top2", "top3")
_HEIGHTS = TEXTS.add("height1", "height2", "height3")
_POINTS = TEXTS.add("points1", "points2", "points3")
_CHANCE = TEXTS.add("~")
_TILE_NAMES = TEXTS.add(*(text for name in TILES for text in (name, turned(name))))
"""By tile and turn."""
_CELL_NAMES, _POINT_NAMES = TEXTS.add(*CELL_NAMES), TEXTS.add(*POINT_NAMES)

assert (TILE + 1, TILE + 2) == (BLACK, BARE), "reasons are in this order"


@inline
def write_event(
    params: StructRef, s: StructRef, seat: int, actions: NDArray[np.int32], out: Tokens
) -> int:
    action = int(actions[0])
    if int(s.stage) != DRAW:
        return _write_lay(params, s, action, out)
    at = put_number(_SEAT, int(s.seat), out, begin_message(_DRAWN, out))
    return end_message(out, put_string(_TILE, _TILE_NAMES + 2 * action, out, at))


@outlined
def write_chance(
    params: StructRef, s: StructRef, viewer: int, actions: NDArray[np.int32], out: Tokens
) -> int:
    at = put(out, 0, _CHANCE)
    return put(out, at, _TILE_NAMES + 2 * int(actions[0])) if len(actions) else at


@inline
def _write_lay(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    built, last = _towers_built(params, s, action)
    key = _LAY + min(built, _MAX_LISTED + 1)
    at = begin_string(_PLACE, out, begin_message(_LAY_LAST if last >= 0 else key, out))
    for k in range(2):
        at = put(out, at, _cell(params, int(params.cover[action >> 1, k])))
    name = _TILE_NAMES + 2 * (int(s.tile) - 1) + (action & 1)
    at = put_string(_TILE, name, out, end_string(out, at))
    if last >= 0:
        return end_message(
            out, put_string(_AT, _POINT_NAMES + int(params.circle_name[last]), out, at)
        )
    if built:
        at = put_number(_COUNT, built, out, at)
    if built <= _MAX_LISTED:
        at = _put_towers(params, s, action, out, at)
    return end_message(out, at)


@inline
def _cell(params: StructRef, cell: int) -> int:
    """Return the token of a cell."""
    return _CELL_NAMES + int(params.cell_name[cell])


@inline
def _towers_built(params: StructRef, s: StructRef, action: int) -> tuple[int, int]:
    """Return how many towers a move builds, and the circle of one without its top, else -1."""
    low, high = circles_changed(params, s, action >> 1)
    pawns = int(s.pawns)
    built, last = 0, -1
    while True:
        circle, segments, low, high = next_closed(params, s, action, low, high, pawns)
        if circle < 0:
            return built, last
        outcome = outcome_of(params, circle, segments, pawns)
        pawns -= pawns_placed(outcome)
        built += int(TOWER_OF[0, segments]) > 0
        if is_cut(outcome):
            last = circle


@inline
def _put_towers(params: StructRef, s: StructRef, action: int, out: Tokens, at: int) -> int:
    low, high = circles_changed(params, s, action >> 1)
    pawns = int(s.pawns)
    k = 0
    while True:
        circle, segments, low, high = next_closed(params, s, action, low, high, pawns)
        if circle < 0:
            return at
        pawns -= pawns_placed(outcome_of(params, circle, segments, pawns))
        height = int(HEIGHT_OF[TOWER_OF[0, segments]])
        if height:
            top = int(params.top[segments])
            at = put_number(_TOPS + k, top, out, at)
            at = put_number(_HEIGHTS + k, height, out, at)
            points = height * (2 if int(params.golden[circle]) else 1)
            at = put_number(_POINTS + k, points if top < int(params.seats) else 0, out, at)
            k += 1


@inline
def write_refusal(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    up, down = int(params.cover[action >> 1, 0]), int(params.cover[action >> 1, 1])
    if up == down:
        return end_message(out, begin_message(_OFF_BOARD, out))
    for cell in (up, down):
        content = int(s.cell[cell])
        if content >= TILE:
            at = begin_message(_TAKEN + content - TILE, out)
            return end_message(out, put_string(_CELL, _cell(params, cell), out, at))
    at = put_string(_UP, _cell(params, up), out, begin_message(_ALONE, out))
    return end_message(out, put_string(_DOWN, _cell(params, down), out, at))
