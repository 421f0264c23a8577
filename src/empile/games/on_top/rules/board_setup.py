"""Static board data of On Top for the client, as tokens of JSON."""

from __future__ import annotations

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    ROOT,
    Words,
    first_of,
    member,
    put_item,
    say,
    shown,
)
from empile.engine.compiled.json_writer import Tokens, number, put
from empile.engine.compiled.layout import StructRef
from empile.games.on_top.rules.components import COLOUR_NAMES, COLOURS, TRIANGLES
from empile.games.on_top.rules.names import TEXTS, TILE_NAMES, cell_token, point_token
from empile.games.on_top.rules.options import BOARD, START, TEAMS
from empile.games.on_top.rules.state import BLACK, KINDS, MAX_SEATS

_CELLS, _POINTS, _GOLDEN, _START = (
    TEXTS.add(text) for text in ('{"cells":[', '],"points":[', '],"golden":[', '],"start":')
)
_FILLED, _TILES, _COLOURS = (
    TEXTS.add(text)
    for text in (',"filled":[', '],"tiles":{', f'}},"triangles":{TRIANGLES},"colours":[')
)
_COLOUR = TEXTS.add(
    *(
        f'{{"letter":"{letter}","name":"{name}","seat":'
        for letter, name in zip(COLOURS, COLOUR_NAMES, strict=True)
    )
)
_NULL, _CLOSE, _COLON, _NEXT = (TEXTS.add(text) for text in ("null", "}", ":", "},"))
_TEAMS = TEXTS.add('],"teams":')


@outlined
def write_setup(params: StructRef, words: Words, out: Tokens) -> int:
    """Write the board; ``filled`` are the start and the holes that it makes."""
    options = first_of(ROOT)
    start = member(words, options, START)
    if start == ROOT:
        start = member(words, member(words, options, BOARD), START)
    cells = int(params.cells)
    at = put(out, 0, _CELLS)
    for cell in range(cells):
        at = put_item(cell, cell_token(params, cell), out, at)
    at = _put_points(params, out, put(out, at, _POINTS), is_golden=False)
    at = _put_points(params, out, put(out, at, _GOLDEN), is_golden=True)
    at = say(out, at, _START, shown(start), _FILLED)
    filled = 0
    for cell in range(cells):
        if int(params.first_cell[cell]) >= BLACK:
            at = put_item(filled, cell_token(params, cell), out, at)
            filled += 1
    at = put(out, at, _TILES)
    for tile in range(KINDS):
        at = put_item(tile, TILE_NAMES + tile, out, at)
        at = say(out, at, _COLON, number(int(params.bag[tile])))
    at = put(out, at, _COLOURS)
    seats = int(params.seats)
    for colour in range(MAX_SEATS):
        at = say(out, at, _COLOUR + colour, number(colour) if colour < seats else _NULL)
        at = put(out, at, _NEXT if colour < MAX_SEATS - 1 else _CLOSE)
    return say(out, at, _TEAMS, shown(member(words, options, TEAMS)), _CLOSE)


@outlined
def _put_points(params: StructRef, out: Tokens, at: int, is_golden: bool) -> int:
    """Append the intersections, or those that are golden."""
    points = 0
    for circle in range(int(params.circles)):
        if not is_golden or int(params.golden[circle]):
            at = put_item(points, point_token(params, circle), out, at)
            points += 1
    return at
