"""Self-play: games of a network against itself, as positions to learn from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.batches.batch import Batch
from empile.engine.contracts.evaluation import Evaluator, EvaluatorInputs
from empile.engine.game import Game
from empile.engine.search.batched import BatchedResult, BatchedSearch
from empile.training.config import TrainingConfig
from empile.training.replay import MOST_MOVES, Positions, position_dtype

_LONGEST = 512
"""Moves of a game that are learned; the first ones."""


class SelfPlayResult(NamedTuple):
    """What an iteration played."""

    positions: Positions
    """Of games that ended."""
    games: int
    """Games that ended."""
    moves: int
    """All moves, including those of games that go on."""
    length: float
    """Mean moves of the games that ended; 0 without."""
    simulations: int


class SelfPlay:
    """Games side by side; pickles continue with the same moves.

    :param index: of the actor, for its own random numbers.

    Example: ``SelfPlay(game, config).play(network, iteration=0).positions``.
    """

    def __init__(self, game: Game, config: TrainingConfig, *, index: int = 0) -> None:
        self.game, self.config, self._index = game, config, index
        self._size = config.games
        self._batch = Batch(game, self._size, _seed(config, index, 0, 0))
        shape = config.shape
        self._inputs = EvaluatorInputs(memory=shape.memory, own_view=shape.own_view)
        self.dtype = position_dtype(
            game, game.information_size if shape.memory else game.observation_size
        )
        """Of positions."""
        self._open: Positions = np.zeros((self._size, 0), self.dtype)
        """Positions of running games, ``_begun[i]`` of game ``i``."""
        self._begun = np.zeros(self._size, np.int64)
        self._moves = np.zeros(self._size, np.int64)
        self._seats = np.zeros((self._size, 0), np.int32)
        self._opening = np.zeros(self._size, np.int64)
        self._columns = np.zeros(game.num_distinct_actions, np.int64)
        self._columns[game.possible_actions] = np.arange(game.possible_actions.size)
        rng = np.random.default_rng(_seed(config, index, 0, 1))
        self._draw_openings(rng, np.arange(self._size))

    def play(self, evaluator: Evaluator, iteration: int) -> SelfPlayResult:
        """Make ``config.steps`` moves in each game; return the games that ended.

        Depends on the evaluator, the seed, the iteration and the games so far.
        """
        config = self.config
        searcher = BatchedSearch(
            self.game,
            self._size,
            seed=_seed(config, self._index, iteration, 2),
            method=config.self_play,
            inputs=self._inputs,
        )
        rng = np.random.default_rng(_seed(config, self._index, iteration, 3))
        ended: list[Positions] = []
        lengths: list[int] = []
        for _ in range(config.steps):
            found = searcher.search(self._batch.states, evaluator, config.simulations)
            is_opening = self._moves < self._opening
            self._record(found, ~is_opening)
            random = self._batch.random_actions()
            actions = np.where(is_opening, random, found.actions)
            step = self._batch.step(actions)
            self._moves += 1
            for i in np.flatnonzero(step.done).tolist():
                lengths.append(int(self._moves[i]))
                ended.append(self._close(i, step.rewards[i]))
            self._draw_openings(rng, np.flatnonzero(step.done))
        return SelfPlayResult(
            np.concatenate([np.zeros(0, self.dtype), *ended]),
            len(lengths),
            config.steps * self._size,
            float(np.mean(lengths)) if lengths else 0.0,
            config.steps * self._size * config.simulations,
        )

    def _draw_openings(self, rng: np.random.Generator, games: NDArray[np.int64]) -> None:
        most = self.config.random_opening * self.game.num_players
        self._opening[games] = rng.integers(most + 1, size=len(games))

    def _record(self, found: BatchedResult, which: NDArray[np.bool_]) -> None:
        """Keep the positions of some games until their results are known."""
        batch, games = self._batch, self._with_room(which)
        kept = np.zeros(len(games), self.dtype)
        kept["inputs"] = self._seen(batch.current)[games]
        counts = batch.legal_count[games]
        longest = int(counts.max(initial=1))
        in_row = np.arange(longest)[None, :] < counts[:, None]
        columns = self._columns[np.where(in_row, batch.legal[games, :longest], 0)]
        shares = np.take_along_axis(found.policy[games], columns, axis=1)
        shares[~in_row] = -1.0
        most = min(MOST_MOVES, longest)
        if columns.shape[1] > most:
            order = np.argsort(-shares, axis=1, kind="stable")[:, :most]
            columns = np.take_along_axis(columns, order, axis=1)
            shares = np.take_along_axis(shares, order, axis=1)
        kept["columns"][:, :most] = columns
        kept["shares"][:, :most] = np.maximum(shares, 0.0)
        kept["count"] = np.minimum(counts, most)
        kept["values"] = found.values[games]
        self._keep(games, kept, batch.current)
        if self._inputs.own_view:
            for places in range(1, self.game.num_players):
                self._record_view(found, which, (batch.current + places) % self.game.num_players)

    def _record_view(
        self, found: BatchedResult, which: NDArray[np.bool_], seats: NDArray[np.int32]
    ) -> None:
        """Keep what seats see that do not act: without moves."""
        games = self._with_room(which)
        kept = np.zeros(len(games), self.dtype)
        kept["inputs"] = self._seen(seats)[games]
        kept["values"] = found.values[games]
        self._keep(games, kept, seats)

    def _seen(self, seats: NDArray[np.int32]) -> NDArray[np.float32]:
        batch = self._batch
        see = batch.information_state if self._inputs.memory else batch.observations
        return see(seats)

    def _with_room(self, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the games of ``which`` that have room for another position."""
        if self._begun.max() >= self._room and self._room < _LONGEST:
            self._grow()
        return np.flatnonzero(which & (self._begun < self._room))

    def _keep(self, games: NDArray[np.int64], kept: Positions, seats: NDArray[np.int32]) -> None:
        """Add a position to each of the games; ``seats`` are those of all games."""
        self._open[games, self._begun[games]] = kept
        self._seats[games, self._begun[games]] = seats[games]
        self._begun[games] += 1

    @property
    def _room(self) -> int:
        """Positions of a game for which there is room."""
        return self._open.size // self._size

    def _grow(self) -> None:
        """Make room for more positions of each game."""
        room = min(_LONGEST, max(32, 2 * self._room))
        more = (0, 0), (0, room - self._room)
        self._seats = np.pad(self._seats, more)
        bigger: Positions = np.zeros((self._size, room), self.dtype)
        bigger[:, : self._room] = self._open
        self._open = bigger

    def _close(self, i: int, returns: NDArray[np.float32]) -> Positions:
        """Return the positions of a game that ended, with their targets."""
        found: Positions = self._open[i, : int(self._begun[i])].copy()
        mix, seats = self.config.value_mix, self.game.num_players
        targets = mix * found["values"] + (1.0 - mix) * returns
        clockwise = (self._seats[i, : len(found), None] + np.arange(seats)) % seats
        found["values"] = np.take_along_axis(targets, clockwise, axis=1)
        self._begun[i] = self._moves[i] = 0
        return found


def _seed(config: TrainingConfig, *parts: int) -> int:
    """Return a seed for one purpose."""
    words: Any = np.random.SeedSequence([config.seed, *parts]).generate_state(1, np.uint64)
    return int(words[0])
