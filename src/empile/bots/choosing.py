"""From a level to a move."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from empile.engine.game import Game, State
from empile.engine.level import Level
from empile.engine.random import Stream, below, next_bits
from empile.engine.search import MoveReport, SearchResult, resampled, search

_CHANCES = 1 << 20
_MORE = 10
"""With 1 the luck of few simulations outweighs what moves are worth besides, with 100 little is left of
what a search of some hundred simulations found out."""


def levels_of(game: Game) -> list[Level]:
    """Return the levels of a game's bots under its options, the weakest first."""
    return list(game.bots.levels)


def choose(
    state: State, level: Level, stream: Stream, worth: Mapping[int, float] | None = None
) -> int:
    """Return the move of a bot of ``level`` in ``state``, in which a seat is to act.

    ``worth`` is by how much moves are worth more than a search says (see ``Game.referee.placement_bonus``).
    Random numbers are drawn from ``stream``; the same arguments give the same move. Nothing else is
    remembered or changed, and other Python threads run meanwhile. Raises :class:`ValueError` where
    no seat is to act.
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
        params=level.search_params,
    )
    return _worthiest(found, worth) if worth else found.best


def _worthiest(found: SearchResult, worth: Mapping[int, float]) -> int:
    """Return the move whose value is best with what it is worth besides.

    Few simulations tell little of a move: each counts as if ``_MORE`` more had come to the mean.
    """
    seat = found.seat
    total = sum(move.visits * move.values[seat] for move in found.moves)
    mean = total / max(1, found.simulations)

    def value(move: MoveReport) -> float:
        known = move.values[seat]
        if not move.solved:
            known = (move.visits * known + _MORE * mean) / (move.visits + _MORE)
        return known + worth.get(move.action, 0.0)

    return max(found.moves, key=value).action


def _hasty_move(state: State, moves: list[int], stream: Stream) -> int:
    """Return the move that a simulated game would make, with the eyes of the seat to act."""
    game = state.game
    imagined = resampled(state, state.current_player(), stream)
    bits = int(next_bits(stream)) >> 32
    order = np.array(moves, np.int32)
    driver = game.compiled.simulation
    return int(driver.hasty_move(game.boxes, imagined.array, order, len(moves), bits))
