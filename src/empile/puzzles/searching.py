"""Proofs by search, for positions whose tree is too large to be solved.

A move is the only good one if searches with several seeds, and with up to ten times the simulations
of the strongest level, all prefer it, and if its lowest value exceeds the highest value of its rivals
by the margin. A search gives a poor move few simulations, so its value there says little: best move
and rivals are therefore searched again, each by itself and with equal shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from empile.engine.game import State
from empile.engine.random import Stream, new_stream, split
from empile.engine.search.search import MoveStats, SearchResult, search

SEEDS: Final = 3
DEEPEST: Final = 10
"""Times the simulations of the strongest level; the other depth is once."""
RIVALS: Final = 3
"""Other moves that are compared with the best one."""
_QUICK: Final = 8
"""A quick search has this fraction of the simulations of the strongest level."""
_SHORT: Final = 0.25
"""Depth of a comparison that says whether a proof is worth its cost."""
_LEAST_VISITS: Final = 5
"""Of a move whose value counts in a quick search."""
_SEED: Final = 27


class Compared(NamedTuple):
    """The best move by several searches of one depth."""

    best: Sequence[int]
    """The moves that searches preferred: one if they agree."""
    value: float
    """The lowest value of the best move, of all seeds."""
    rival: int
    """The strongest other move."""
    rival_value: float
    """The highest value of the other moves, of all seeds."""

    @property
    def margin(self) -> float:
        """How much better the best move is at least; not positive if searches disagree."""
        return self.value - self.rival_value if len(self.best) == 1 else 0.0


def compare(state: State, depth: float, *, least: float = -2.0, seeds: int = SEEDS) -> Compared:
    """Compare the best move with its rivals by searches with ``depth`` times the strongest level's.

    The same position gives the same result.

    :param least: margin below which the search stops; it stops, too, if another move is preferred.

    Example: ``compare(puzzle.state(), 1).margin``.
    """
    best, rival, value, rival_value = list[int](), -1, 1.0, -1.0
    for seed in range(seeds):
        stream = split(new_stream(_SEED), round(100 * depth) + seed)
        found = _search(state, depth, split(stream, 0))
        if found.best not in best:
            best.append(found.best)
        if len(best) > 1:
            break
        moves = [found.best, *_rivals(found)]
        share = depth / len(moves)
        values = [
            _search(state, share, split(stream, number), move).value
            for number, move in enumerate(moves, 1)
        ]
        value = min(value, values[0])
        for move, reached in zip(moves[1:], values[1:], strict=True):
            if reached > rival_value:
                rival, rival_value = move, reached
        if value - rival_value < least:
            break
    return Compared(best, value, rival, rival_value)


def short_margin(state: State, least: float, stream: Stream) -> float | None:
    """Return about how much better the best move is than the next, None if less than ``least``.

    None, too, if the search solves the position: it is an ending.

    Example: ``short_margin(state, 0.2, empile.new_stream(1))``.
    """
    found = _search(state, 1 / _QUICK, stream)
    others = [move for move in found.moves[1:] if move.visits >= _LEAST_VISITS]
    if found.moves[0].solved or not others:
        return None
    if found.value - max(move.values[found.seat] for move in others) < least:
        return None
    margin = compare(state, _SHORT, seeds=1).margin
    return margin if margin >= least else None


def value_of(state: State, action: int) -> float:
    """Return the expected return of the seat to act after ``action``, searched by itself.

    Example: ``value_of(state, state.legal_actions()[0])``.
    """
    return _search(state, 1.0, new_stream(_SEED), action).value


def best_reply(state: State) -> int:
    """Return the best move by a search of the strongest level.

    Example: ``best_reply(state) in state.legal_actions()``.
    """
    return _search(state, 1.0, new_stream(_SEED)).best


def _search(state: State, depth: float, stream: Stream, first: int | None = None) -> SearchResult:
    level = state.game.bots.levels[-1]
    return search(
        state,
        stream=stream,
        simulations=max(1, round(depth * level.simulations)),
        params=level.search_params,
        first=first,
    )


def _rivals(found: SearchResult) -> Sequence[int]:
    """Return the most visited other moves, then those with the highest values."""

    def value(move: MoveStats) -> float:
        return move.values[found.seat]

    others = found.moves[1:]
    visited = sorted(others, key=lambda move: (-move.visits, move.action))[: RIVALS - 1]
    tried = [move for move in others if move.visits >= _LEAST_VISITS]
    ordered = [*visited, *sorted(tried, key=lambda move: (-value(move), move.action)), *others]
    return list(dict.fromkeys(move.action for move in ordered))[:RIVALS]
