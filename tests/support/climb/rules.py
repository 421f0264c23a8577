"""Rules of Climb: workers step up by one level at most; the first on level 3 wins.

Each seat places two workers, then moves one to a neighbouring cell and builds next to it; level 4 is a
roof. A seat that cannot move leaves the board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.board import Board, Cells, Moves, levels, number, owners
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import TERMINAL

CELLS = Cells.grid(columns=5, rows=5)
BOARD = Board(CELLS, worker=owners(4, each=2), level=levels(4), out=number(1, per_seat=4))
NEIGHBOURS = CELLS.neighbours
MOVES = Moves(
    place="{cell}",
    move="{from}-{to} {build}",
    parts={"cell": CELLS, "from": CELLS, "to": CELLS.near("from"), "build": CELLS.near("to")},
)
MOVE = MOVES.code("move").offset
encode, decode = MOVES.encoder("move"), MOVES.decoder("move")
MAX_LEGAL = 160
STATE = struct_dtype([("seat", "i1"), *BOARD.fields])


@inline
def workers(s: StructRef, seat: int) -> int:
    """Return how many workers a seat has on the board."""
    count = 0
    for cell in range(25):
        value = int(s.worker[cell]) - 1
        if value >= 0 and value // 2 == seat:
            count += 1
    return count


@inline
def summit(s: StructRef) -> int:
    """Return the seat on level 3, or -1."""
    for cell in range(25):
        if int(s.worker[cell]) > 0 and int(s.level[cell]) == 3:
            return (int(s.worker[cell]) - 1) // 2
    return -1


@inline
def alive(params: StructRef, s: StructRef) -> int:
    """Return how many seats have not left."""
    count = 0
    for seat in range(int(params.seats)):
        count += 1 - int(s.out[seat])
    return count


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act."""
    if summit(s) >= 0 or alive(params, s) <= 1:
        return TERMINAL
    return int(s.seat)


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write the placements, or the moves."""
    seat = int(s.seat)
    count = 0
    if int(s.out[seat]) == 1:
        return 0
    if workers(s, seat) < 2:
        for cell in range(25):
            if int(s.worker[cell]) == 0:
                out[count] = cell
                count += 1
        return count
    for start in range(25):
        value = int(s.worker[start]) - 1
        if value < 0 or value // 2 != seat:
            continue
        for step in range(8):
            to = int(NEIGHBOURS[start, step])
            if to < 0 or int(s.worker[to]) > 0 or int(s.level[to]) > 3:
                continue
            if int(s.level[to]) > int(s.level[start]) + 1:
                continue
            for near in range(8):
                build = int(NEIGHBOURS[to, near])
                if build < 0 or int(s.level[build]) > 3:
                    continue
                if build == start or int(s.worker[build]) == 0:
                    out[count] = encode(start, step, near)
                    count += 1
    return count


@inline
def can_move(params: StructRef, s: StructRef) -> bool:
    """Return whether the seat to act has a move."""
    seat = int(s.seat)
    if workers(s, seat) < 2:
        return True
    for start in range(25):
        value = int(s.worker[start]) - 1
        if value >= 0 and value // 2 == seat:
            for step in range(8):
                to = int(NEIGHBOURS[start, step])
                if to < 0 or int(s.worker[to]) > 0:
                    continue
                if int(s.level[to]) <= min(3, int(s.level[start]) + 1):
                    return True
    return False


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Place a worker, or move one and build."""
    seat = int(s.seat)
    seats = int(params.seats)
    if action < MOVE:
        s.worker[action] = 1 + 2 * seat + workers(s, seat)
        if workers(s, seat) < 2:
            return
    else:
        start, step, near = decode(action)
        to = int(NEIGHBOURS[start, step])
        s.worker[to] = int(s.worker[start])
        s.worker[start] = 0
        s.level[int(NEIGHBOURS[to, near])] += 1
        if summit(s) >= 0:
            return
    for _ in range(seats):
        s.seat = (int(s.seat) + 1) % seats
        if int(s.out[int(s.seat)]) == 1:
            continue
        if alive(params, s) <= 1 or can_move(params, s):
            return
        s.out[int(s.seat)] = 1
        for cell in range(25):
            if int(s.worker[cell]) > 0 and (int(s.worker[cell]) - 1) // 2 == int(s.seat):
                s.worker[cell] = 0


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank the winner first, all others second."""
    best = summit(s)
    for seat in range(int(params.seats)):
        won = seat == best if best >= 0 else int(s.out[seat]) == 0
        out[seat] = 1 if won else 2


@inline
def reason(params: StructRef, s: StructRef) -> int:
    """Return 0 if a worker is on level 3."""
    return 0 if summit(s) >= 0 else 1
