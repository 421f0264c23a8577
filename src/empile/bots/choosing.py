"""From a level to a move."""

from __future__ import annotations

import numpy as np

from empile.engine.game import Game, State
from empile.engine.level import Level
from empile.engine.random import Stream, below, next_bits
from empile.engine.search import resampled, search

_CHANCES = 1 << 20


def levels_of(game: Game) -> list[Level]:
    """Return the levels of a game's bots under its options, the weakest first."""
    return list(game.bot_levels())


def choose(state: State, level: Level, stream: Stream) -> int:
    """Return the move of a bot of ``level`` in ``state``, in which a seat is to act.

    Random numbers are drawn from ``stream``; the same state, level and stream give the same move.
    Nothing else is remembered or changed, and other Python threads run meanwhile. Raises
    :class:`ValueError` where no seat is to act.
    """
    if state.current_player() < 0:
        raise ValueError("a bot needs a state in which a seat is to act")
    moves = state.legal_actions()
    if len(moves) == 1:
        return moves[0]
    if below(stream, _CHANCES) < level.hasty * _CHANCES:
        return _hasty_move(state, moves, stream)
    found = search(
        state,
        stream=stream,
        simulations=level.simulations,
        exploration=level.exploration,
        widening=level.widening,
        horizon=level.horizon,
    )
    return found.best


def _hasty_move(state: State, moves: list[int], stream: Stream) -> int:
    """Return the move that a simulated game would make, with the eyes of the seat to act."""
    game = state.game
    imagined = resampled(state, state.current_player(), stream)
    bits = int(next_bits(stream)) >> 32
    order = np.array(moves, np.int32)
    driver = game.compiled.simulation
    return int(driver.hasty_move(game.boxes, imagined.array, order, len(moves), bits))
