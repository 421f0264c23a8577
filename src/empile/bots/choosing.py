"""Move selection by level."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from empile.engine.game import Game, State
from empile.engine.level import Level
from empile.engine.random import Stream, below, next_bits
from empile.engine.referee import Dexterity
from empile.engine.search import MoveReport, SearchResult, resampled, search

_RESOLUTION = 1 << 20
_PSEUDO_VISITS = 10
"""A compromise: 1 lets noise outweigh the bonus, 100 hides what the search found."""


def levels_of(game: Game) -> list[Level]:
    """Return the levels of a game's bots under its options, the weakest first.

    Example::

        >>> import empile
        >>> from empile.bots import levels_of
        >>> [level.number for level in levels_of(empile.load("block-ness"))]
        [1, 2, 3, 4, 5]
    """
    return list(game.bot_levels())


def hand_of(game: Game, level: Level) -> Dexterity | None:
    """Return the default hand skill of ``level``, or None without placement by hand.

    Example::

        >>> import empile
        >>> from empile.bots import hand_of, levels_of
        >>> game = empile.load("block-ness")
        >>> print(hand_of(game, levels_of(game)[0]))
        None
    """
    hands = game.dexterities()
    if not hands:
        return None
    if level.dexterity is None:
        return hands[len(hands) // 2]
    return {hand.number: hand for hand in hands}[level.dexterity]


def choose(
    state: State, level: Level, stream: Stream, worth: Mapping[int, float] | None = None
) -> int:
    """Return a bot's move in ``state``; the same arguments give the same move.

    Releases the GIL.

    :param level: one of :func:`levels_of`.
    :param stream: the source of random numbers.
    :param worth: placement bonuses by action (see ``Game.worth_by_hand``).
    :raises ValueError: it is no seat's turn.

    Example::

        >>> import empile
        >>> from empile.bots import choose, levels_of
        >>> from empile.engine.random import new_stream
        >>> state = empile.load("block-ness", players=2).new_state()
        >>> level = levels_of(state.game)[-1]
        >>> choose(state, level, new_stream(1)) in state.legal_actions()
        True
    """
    if state.current_player() < 0:
        raise ValueError("a bot needs a state in which a seat is to act")
    moves = state.legal_actions()
    if len(moves) == 1:
        return moves[0]
    if below(stream, _RESOLUTION) < level.hasty * _RESOLUTION:
        return _rollout_move(state, moves, stream)
    found = search(
        state,
        stream=stream,
        simulations=level.simulations,
        **level.manner,
    )
    return _best_with_bonus(found, worth) if worth else found.best


def _best_with_bonus(found: SearchResult, worth: Mapping[int, float]) -> int:
    """Return the move with the best sum of value and bonus.

    Values are shrunk towards their mean by pseudo-visits, since few simulations are noisy.
    """
    seat = found.seat
    total = sum(move.visits * move.values[seat] for move in found.moves)
    mean = total / max(1, found.simulations)

    def value(move: MoveReport) -> float:
        known = move.values[seat]
        if not move.solved:
            known = (move.visits * known + _PSEUDO_VISITS * mean) / (move.visits + _PSEUDO_VISITS)
        return known + worth.get(move.action, 0.0)

    return max(found.moves, key=value).action


def _rollout_move(state: State, moves: list[int], stream: Stream) -> int:
    """Return a move of the rollout policy in a determinization for the seat to act."""
    game = state.game
    imagined = resampled(state, state.current_player(), stream)
    bits = int(next_bits(stream)) >> 32
    order = np.array(moves, np.int32)
    driver = game.compiled.simulation
    return int(driver.hasty_move(game.boxes, imagined.array, order, len(moves), bits))
