"""Symmetries of games over cells, computed from the cells, the moves and mirrored random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from empile.engine.board.board import Board
from empile.engine.board.cells import Cells
from empile.engine.board.moves import Moves
from empile.engine.random import new_stream
from empile.engine.symmetries.isometries import Isometry, isometries, matched
from empile.engine.symmetries.mirrored_games import first_difference
from empile.engine.symmetries.symmetry import Image, Symmetry, composed, identity, symmetry_of

if TYPE_CHECKING:
    from empile.engine.game import Game

_GAMES = 12
"""Random games that each symmetry must hold in."""
_MOVES = 200
"""In each of them, at most."""


def symmetries_of_cells(game: Game, board: Board, moves: Moves) -> tuple[Symmetry, ...]:
    """Return the rotations and reflections of the cells under which the game stays the same.

    Such a symmetry maps moves to moves, and random games (with fixed seeds) to games with the same legal
    moves, observations and results. So a symmetry that rules break in rare positions only can be among
    them: such games define ``symmetries`` themselves.

    :param game: its observation consists of the planes of ``board``.

    Example: ``symmetries_of_cells(game, BOARD, MOVES)``.
    """
    found = [identity(game.observation_planes, game.possible_actions)]
    if not game.needs_start:
        different = {_key(one): one for one in _candidates(game, board, moves)}
        different.pop(_key(found[0]), None)
        found += [one for one in different.values() if _holds(game, one)]
    return _group(found)


def _candidates(game: Game, board: Board, moves: Moves) -> Iterator[Symmetry]:
    for isometry in isometries(board.cells.xy)[1:]:
        codes = _moved(isometry, board.cells, moves)
        if codes is None:
            continue
        images = np.arange(game.num_distinct_actions)
        images[: moves.actions] = codes
        try:
            yield symmetry_of(
                isometry.name,
                game.observation_planes,
                _plane_images(isometry, board),
                game.possible_actions,
                images[game.possible_actions],
            )
        except ValueError:  # moves an action to one that the game rules out
            continue


def _holds(game: Game, symmetry: Symmetry) -> bool:
    return all(
        first_difference(game, symmetry, new_stream(seed), moves=_MOVES) is None
        for seed in range(_GAMES)
    )


def _group(found: Sequence[Symmetry]) -> tuple[Symmetry, ...]:
    """Return those of ``found`` whose products with all others are among them.

    That is all of them, unless random games missed a difference of some.
    """
    keys = {_key(one) for one in found}
    left = [one for one in found if all(_key(composed(one, other)) in keys for other in found)]
    return tuple(found) if len(left) == len(found) else _group(left)


def _key(symmetry: Symmetry) -> bytes:
    return symmetry.observation.tobytes() + symmetry.actions.tobytes()


def _plane_images(isometry: Isometry, board: Board) -> dict[str, Image]:
    cells = board.cells
    image = isometry.image
    if cells.has_rows:
        places = np.array([column + row * cells.columns for column, row in cells.spots])
        image = np.arange(cells.rows * cells.columns)
        image[places] = places[isometry.image]
    return {name: image for name, layout in board.layouts.items() if layout.is_on_cells}


def _moved(isometry: Isometry, cells: Cells, moves: Moves) -> Image | None:
    """Return the code to which each code moves; None if a move moves to none.

    Values that are no cells stay. Codes that leave the board stay too.
    """
    image_of: dict[int, Image] = {id(cells): isometry.image}
    for other in moves.cell_parts.values():
        if id(other) not in image_of:
            found = matched(other.xy, isometry.matrix)
            if found is None:
                return None
            image_of[id(other)] = found
    found = np.arange(moves.actions)
    for action in range(moves.actions):
        move = moves.decode(action)
        if move is None:
            continue
        parts = dict(move.parts)
        for part, its_cells in moves.cell_parts.items():
            if part in parts:
                at = image_of[id(its_cells)][its_cells.index(parts[part])]
                parts[part] = its_cells.names[int(at)]
        code = moves.encode(move.verb, parts)
        if code is None:
            return None
        found[action] = code
    return found
