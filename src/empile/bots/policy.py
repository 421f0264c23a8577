"""Move selection by level."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from empile.engine.arguments import check_seat_acts, check_stream
from empile.engine.contracts.evaluation import Evaluator
from empile.engine.contracts.level import Level
from empile.engine.errors import ArgumentError
from empile.engine.game import Game, State
from empile.engine.random import Stream, below, next_bits
from empile.engine.search.search import MoveStats, SearchResult, resampled, search

_RESOLUTION = 1 << 20
_PSEUDO_VISITS = 10
"""Virtual visits: with 1, noise outweighs the bonus; with 100, the search is ignored."""


def levels_of(game: Game) -> list[Level]:
    """Return the levels of a game's bots, weakest first.

    Example::

        >>> [level.number for level in empile.levels_of(empile.load("blox"))]
        [1, 2, 3, 4, 5]
    """
    return list(game.bots.levels)


def choose(
    state: State,
    level: Level,
    stream: Stream,
    bonus: Mapping[int, float] | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    evaluator: Evaluator | None = None,
) -> int:
    """Return a bot's move. Deterministic without ``stop``; releases the GIL.

    :param bonus: added to values, by action, e.g.
        :meth:`empile.engine.contracts.Referee.placement_bonus`.
    :param stop: polled during the search; ends it by returning True.
    :param evaluator: guides the search, see :func:`empile.search`.
    :raises ArgumentError: no seat acts, ``level`` is no level, or ``stream`` is no stream.

    Example::

        >>> state = empile.load("block-ness").new_state()
        >>> level = empile.levels_of(state.game)[0]
        >>> empile.choose(state, level, empile.new_stream(1)) in state.legal_actions()
        True
    """
    check_seat_acts(state, "a bot")
    check_stream(stream)
    if not isinstance(level, Level):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"a level is one of empile.levels_of(game), or a Level, not {level!r}")
    moves = state.legal_actions()
    if len(moves) == 1:
        return moves[0]
    if below(stream, _RESOLUTION) < level.random_move_probability * _RESOLUTION:
        return _rollout_move(state, moves, stream)
    found = search(
        state,
        stream=stream,
        simulations=level.simulations,
        params=level.search_params,
        stop=stop,
        evaluator=evaluator,
    )
    return _best_with_bonus(found, bonus) if bonus else found.best


def any_move(state: State, stream: Stream) -> int:
    """Return a uniformly random legal move.

    Example::

        >>> state = empile.load("block-ness").new_state()
        >>> any_move(state, empile.new_stream(1)) in state.legal_actions()
        True
    """
    check_seat_acts(state, "a move")
    check_stream(stream)
    moves = state.legal_actions()
    return moves[below(stream, len(moves))]


def evaluator_move(state: State, stream: Stream, evaluator: Evaluator, simulations: int) -> int:
    """Return the move of a search with an evaluator, with the settings of the game's bots.

    Example: ``evaluator_move(state, stream, network, simulations=200)``.
    """
    found = search(
        state,
        stream=stream,
        simulations=simulations,
        evaluator=evaluator,
        method=state.game.bots.network_search,
    )
    return found.best


def _best_with_bonus(found: SearchResult, bonus: Mapping[int, float]) -> int:
    # Noisy values of few simulations are shrunk to the mean.
    seat = found.seat
    total = sum(move.visits * move.values[seat] for move in found.moves)
    mean = total / max(1, found.simulations)

    def value(move: MoveStats) -> float:
        known = move.values[seat]
        if not move.solved:
            known = (move.visits * known + _PSEUDO_VISITS * mean) / (move.visits + _PSEUDO_VISITS)
        return known + bonus.get(move.action, 0.0)

    return max(found.moves, key=value).action


def _rollout_move(state: State, moves: list[int], stream: Stream) -> int:
    game = state.game
    sampled = resampled(state, state.current_player(), stream)
    bits = int(next_bits(stream)) >> 32
    order = np.array(moves, np.int32)
    template = game.compiled.simulation
    return int(template.rollout_move(game.params_array, sampled.array, order, len(moves), bits))
