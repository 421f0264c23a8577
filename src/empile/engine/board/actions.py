"""Actions of moves over cells: which are possible, and where they are on the boards of tensors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from empile.engine.board.cells import Cells
from empile.engine.board.moves import Moves
from empile.engine.planes import Plane, stacked_shape
from empile.engine.planes.actions import NOWHERE, ActionPlanes


def actions_on_board(moves: Moves) -> NDArray[np.int32]:
    """Return the codes that do not leave the board, ascending.

    Example: ``actions_on_board(MOVES).size``.
    """
    codes = [action for action in range(moves.actions) if moves.decode(action) is not None]
    return np.array(codes, np.int32)


def planes_of_moves(
    moves: Moves, actions: NDArray[np.int32], planes: Sequence[Plane]
) -> ActionPlanes | None:
    """Return the places of ``actions`` on the boards of ``planes``; None without boards.

    A move is at the first cell of its pattern that is not near another one; its channels are the
    values of the other parts. Example: ``planes_of_moves(MOVES, game.possible_actions,
    game.observation_planes)``.
    """
    _, rows, columns = stacked_shape(planes)
    if not rows:
        return None
    channels = 0
    channel_of = np.zeros(moves.actions, np.int32)
    place_of = np.full(moves.actions, NOWHERE, np.int32)
    for verb in moves.verbs:
        code = moves.code(verb)
        rest = np.arange(code.size)
        digits = [
            rest // stride % size for stride, size in zip(code.strides, code.sizes, strict=True)
        ]
        codes = slice(code.offset, code.offset + code.size)
        channel = np.zeros(code.size, np.int64)
        count = 1
        is_placed = False
        for part, digit, size in zip(moves.parts_of(verb), digits, code.sizes, strict=True):
            values = moves.values[part]
            if isinstance(values, Cells) and not is_placed:
                spots = np.array([column + row * columns for column, row in values.spots])
                place_of[codes] = spots[digit]
                is_placed = True
            else:
                channel = channel * size + digit
                count *= size
        channel_of[codes] = channels + channel
        channels += count
    nothing = np.zeros(len(actions), np.int32)
    return ActionPlanes(
        (channels, rows, columns), channel_of[actions], place_of[actions], nothing - 1, nothing
    )
