"""Reconstruction of an On Top state from a position object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from empile.engine.contracts.position_reader import (
    check_keys,
    read_choice,
    read_counts,
    read_int,
    read_ints,
    read_object,
    read_seat,
    read_texts,
    shown,
)
from empile.engine.errors import EmpileError, PositionError, Reason
from empile.engine.game import Game, State
from empile.games.on_top.rules.circles import pawns_of
from empile.games.on_top.rules.components import (
    COLOUR_NAMES,
    COLOURS,
    MOST_OF_A_TILE,
    PAWNS,
    SEAT_PAWNS,
    TILES,
    TRIANGLES,
    Board,
    Point,
    corners,
    holes,
    neighbours,
)
from empile.games.on_top.rules.core import BOARD_FULL
from empile.games.on_top.rules.state import (
    BARE,
    BLACK,
    COLOUR_BITS,
    END,
    KINDS,
    LAY,
    PAWN_BITS,
    SCORED,
    SEGMENTS,
    TILE,
)
from empile.games.on_top.rules.tables import bits
from empile.games.on_top.show.view import towers
from empile.games.on_top.text.notation import Lay, move_of, read_lay
from empile.games.on_top.text.position_reader import corner_colours

_KEYS = "laid", "black", "bare", "reserve", "towers", "scores", "pawns", "bag", "tile", "seat"
_MOST_POINTS = SEAT_PAWNS * len(COLOURS) * 2
"""With a pawn on top of every highest tower, all golden."""


def state_from_position(game: Game, position: Mapping[str, Any], board: Board) -> State:
    """Return the state of a position with a tile in hand; on a full board the game is over."""
    check_keys(position, _KEYS)
    state = State(game, np.zeros(1, dtype=game.rules.STATE))
    s: Any = state.array[0]
    s["stage"] = LAY
    s["seat"] = read_seat(position, "seat", game.num_players)
    if position["tile"] is None:
        raise PositionError("a game begins at a move: 'tile' must be the tile in hand, not null")
    tile = TILES.index(read_choice(position, "tile", TILES))
    s["tile"] = tile + 1
    lays = _read_lays(game, position, board)
    s["bag"] = _read_bag(position, [TILES.index(lay.name) for lay in lays] + [tile], board)
    s["in_bag"] = s["bag"].sum()
    filled = _read_cells(game, position, lays, board)
    s["reserve"] = _read_reserve(position)
    _put_cells(s, filled, board)
    _put_lays(s, lays, game.params, board)
    s["circle"][: len(board.points)] = _circles(lays, filled, board)
    _check_towers(position, state, board)
    s["pawns"] = _read_pawns(position, game.num_players)
    s["points"] = _read_points(position, game.num_players, board)
    if len(filled) == len(board.cells):
        _end(s, tile, game.num_players)
    return state


def _read_lays(game: Game, position: Mapping[str, Any], board: Board) -> list[Lay]:
    found: list[Lay] = []
    for text in read_texts(position, "laid"):
        try:
            found.append(read_lay(game, text, board))
        except EmpileError as error:
            raise PositionError(f"'laid' cannot have {shown(text)}: {error}") from error
    return found


def _read_bag(position: Mapping[str, Any], outside: Sequence[int], board: Board) -> list[int]:
    """Return the tiles left; ``outside`` are those on the board and in hand."""
    bag = read_object(position, "bag")
    for name, count in bag.items():
        if name not in TILES:
            raise PositionError(f"'bag' has {shown(name)}, which is not the name of a tile")
        if type(count) is not int or not 1 <= count <= MOST_OF_A_TILE:
            raise PositionError(
                f"'bag' must have whole numbers from 1 to {MOST_OF_A_TILE},"
                f" not {shown(count)} for {name}"
            )
    for tile, (name, in_box) in enumerate(zip(TILES, board.tiles, strict=True)):
        total = bag.get(name, 0) + outside.count(tile)
        if total != in_box:
            raise PositionError(
                f"'laid', 'tile' and 'bag' have {total} of the tile {name} together,"
                f" the box has {in_box}"
            )
    return [bag.get(name, 0) for name in TILES]


def _read_cells(
    game: Game, position: Mapping[str, Any], lays: Sequence[Lay], board: Board
) -> dict[str, int]:
    """Return what is on the cells that are not empty."""
    filled: dict[str, int] = {}
    contents = (
        (TILE, [cell for lay in lays for cell in (lay.up, lay.down)]),
        (BLACK, _read_sorted(position, "black")),
        (BARE, _read_sorted(position, "bare")),
    )
    on_board = set(board.cells)
    for content, cells in contents:
        for cell in cells:
            if cell not in on_board:
                raise PositionError(f"there is no cell {shown(cell)} on this board")
            if cell in filled:
                raise PositionError(f"the cell {cell} is filled twice")
            filled[cell] = content
    start: list[str] = game.options["start"]
    for cell in start:
        if filled.get(cell) != BLACK:
            raise PositionError(f"'black' must have {cell}, a triangle of the start")
    empty = on_board - filled.keys()
    for cell, content in filled.items():
        beside = empty.intersection(neighbours(cell))
        if beside and content != TILE and cell not in start:
            raise PositionError(
                f"only holes become black or bare: {min(beside)}, beside {cell}, must not be empty"
            )
    for cell in holes(empty):
        raise PositionError(f"{cell} is a hole: it must be in 'black' or in 'bare'")
    return filled


def _read_sorted(position: Mapping[str, Any], key: str) -> list[str]:
    cells = read_texts(position, key)
    if cells != sorted(cells):
        raise PositionError(f"'{key}' must be sorted")
    return cells


def _read_reserve(position: Mapping[str, Any]) -> int:
    reserve = read_int(position, "reserve", 0, TRIANGLES)
    count = len(position["black"]) + reserve
    if count != TRIANGLES:
        raise PositionError(
            f"'black' and 'reserve' have {count} black triangles together, the box has {TRIANGLES}"
        )
    if reserve and position["bare"]:
        raise PositionError("'bare' must be empty while there are black triangles in 'reserve'")
    return reserve


def _put_cells(s: Any, filled: Mapping[str, int], board: Board) -> None:
    empty = set(board.cells) - filled.keys()
    s["empty"] = len(empty)
    s["cell"][: len(board.cells)] = [
        filled[cell] if cell in filled else len(empty.intersection(neighbours(cell)))
        for cell in board.cells
    ]
    s["open"] = bits(index for index, place in enumerate(board.places()) if empty.issuperset(place))


def _put_lays(s: Any, lays: Sequence[Lay], params: Mapping[str, Any], board: Board) -> None:
    s["laid"] = len(lays)
    s["near"] = params["first_near"]
    for index, lay in enumerate(lays):
        move = move_of(lay, board)
        s["order"][index] = move * KINDS + TILES.index(lay.name)
        s["near"] |= np.array(params["made_near"][move // 2])


def _circles(lays: Sequence[Lay], filled: Mapping[str, int], board: Board) -> list[int]:
    segments = Counter[Point]()
    for lay in lays:
        for colour_at in corner_colours(lay).values():
            for point, colour in colour_at.items():
                segments[point] += 1 << (COLOUR_BITS * COLOURS.index(colour))
    waiting = Counter(
        point for cell in board.cells if cell not in filled for point in corners(cell)
    )
    return [
        segments[point] + (waiting[point] * SEGMENTS if waiting[point] else SCORED)
        for point in board.points
    ]


def _check_towers(position: Mapping[str, Any], state: State, board: Board) -> None:
    given = read_object(position, "towers")
    due = towers(state, board)
    circles = zip(board.points, state.field("circle"), strict=False)
    points = {str(point): circle for point, circle in circles}
    for point in given:
        if point not in points:
            raise PositionError(f"there is no intersection {shown(point)} on this board")
        if point not in due:
            why = "a cell around it is empty" if points[point] < SCORED else "no colour has most"
            raise PositionError(f"no tower can be on {point}: {why}")
    for point, tower in due.items():
        if given.get(point) != tower:
            found = shown(given[point]) if point in given else "nothing"
            raise PositionError(f'the tower on {point} must be "{tower}", not {found}')


def _read_pawns(position: Mapping[str, Any], seats: int) -> int:
    """Return the pawns left to place, packed."""
    placed = Counter("".join(position["towers"].values()))
    for colour, letter in enumerate(COLOURS):
        if placed[letter] >= (SEAT_PAWNS if colour < seats else PAWNS):
            raise PositionError(
                f"the game is over: {COLOUR_NAMES[colour]} has no pawn left to place",
                Reason("fault.no_pawn", {"colour": letter}),
            )
    pawns = read_counts(position, "pawns", sorted(COLOURS), PAWNS)
    packed = 0
    for colour, letter in enumerate(COLOURS):
        count = pawns[letter] + placed[letter]
        own = SEAT_PAWNS if colour < seats else PAWNS
        if count != own:
            raise PositionError(
                f"'pawns' and 'towers' have {count} {COLOUR_NAMES[colour]} pawns together,"
                f" there are {own} to place"
            )
        packed |= pawns[letter] << (PAWN_BITS * colour)
    return packed


def _read_points(position: Mapping[str, Any], seats: int, board: Board) -> list[int]:
    """Return the points by colour, neutral ones too."""
    scores = read_ints(position, "scores", seats, 0, _MOST_POINTS)
    golden = {str(point) for point in board.golden}
    points = Counter[str]()
    for at, tower in position["towers"].items():
        points[tower[-1]] += len(tower) * (2 if at in golden else 1)
    for score, letter, name in zip(scores, COLOURS, COLOUR_NAMES, strict=False):
        if score != points[letter]:
            raise PositionError(
                f"'scores' must have {points[letter]} for {name}, the points of the towers with"
                f" {name} on top, not {score}"
            )
    return [points[letter] for letter in COLOURS]


def _end(s: Any, tile: int, seats: int) -> None:
    """End the game on a full board as before the draw: the tile is in the bag."""
    s["stage"], s["reason"], s["seat"], s["tile"] = END, BOARD_FULL, 0, 0
    s["bag"][tile] += 1
    s["in_bag"] += 1
    for seat in range(seats):
        s["points"][seat] -= pawns_of(int(s["pawns"]), seat)
