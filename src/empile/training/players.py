"""Players of evaluation games, which move in many games at once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

import numpy as np

from empile.bots.policy import any_move, evaluator_move
from empile.bots.sprt import Chooser, level_player
from empile.engine.compiled.layout import StructArray
from empile.engine.contracts.evaluation import Evaluator, Gumbel, Puct, inputs_of
from empile.engine.contracts.level import Level
from empile.engine.game import Game, State
from empile.engine.match import Match
from empile.engine.random import Stream, new_stream
from empile.engine.search.batched import BatchedSearch


class Player(Protocol):
    """Chooses moves; ``seconds`` is the processor time that this took, ``moves`` their number."""

    name: str
    seconds: float
    moves: int

    def choose(self, states: Sequence[State], streams: Sequence[Stream]) -> list[int]:
        """Return a move for each state; deterministic for given streams."""
        ...


class OneByOnePlayer:
    """Moves in one game after the other, or in ``threads`` games at a time.

    Example: ``OneByOnePlayer("random", any_move)``.
    """

    def __init__(self, name: str, chooser: Chooser, *, threads: int = 1) -> None:
        self.name, self.seconds, self.moves = name, 0.0, 0
        self._chooser, self._threads = chooser, threads

    def choose(self, states: Sequence[State], streams: Sequence[Stream]) -> list[int]:
        """Choose a move of each state."""
        begun = time.process_time()
        if self._threads == 1:
            found = list(map(self._chooser, states, streams))
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                found = list(pool.map(self._chooser, states, streams))
        self.seconds += time.process_time() - begun
        self.moves += len(states)
        return found


class LevelPlayer(OneByOnePlayer):
    """A bot level. Example: ``LevelPlayer(empile.levels_of(game)[2])``."""

    def __init__(self, level: Level, *, threads: int = 1) -> None:
        super().__init__(f"level:{level.number}", level_player(level), threads=threads)


class RandomPlayer(OneByOnePlayer):
    """Uniformly random moves."""

    def __init__(self) -> None:
        super().__init__("random", any_move)


class SearchPlayer(OneByOnePlayer):
    """A search with an evaluator, as on a server.

    Example: ``SearchPlayer("best", network, simulations=400)``.
    """

    def __init__(self, name: str, evaluator: Evaluator, *, simulations: int) -> None:
        super().__init__(
            name, partial(evaluator_move, evaluator=evaluator, simulations=simulations)
        )


class NetworkPlayer:
    """A search with an evaluator, in all games at once.

    Example: ``NetworkPlayer("best", game, network, simulations=64, seed=1)``.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        evaluator: Evaluator,
        *,
        simulations: int,
        seed: int,
        method: Gumbel | Puct | None = None,
    ) -> None:
        self.name, self.seconds, self.moves = name, 0.0, 0
        self._game, self._evaluator = game, evaluator
        self._simulations, self._seed = simulations, seed
        self._method = method or Gumbel(scale=0.0)
        self._searchers: dict[int, BatchedSearch] = {}
        self._over: StructArray | None = None

    def choose(self, states: Sequence[State], streams: Sequence[Stream]) -> list[int]:
        """Search all states together."""
        begun = time.process_time()
        # Sizes of powers of two, the rest filled with a game that is over: few searchers.
        size = 1 << (len(states) - 1).bit_length()
        if size not in self._searchers:
            self._searchers[size] = BatchedSearch(
                self._game, size, seed=self._seed, method=self._method,
                inputs=inputs_of(self._evaluator),
            )  # fmt: skip
        filled = np.concatenate(
            [*(state.array for state in states), *[self._finished()] * (size - len(states))]
        )
        searcher = self._searchers[size]
        found = searcher.search(filled, self._evaluator, self._simulations)
        self.seconds += time.process_time() - begun
        self.moves += len(states)
        actions: list[int] = found.actions[: len(states)].tolist()
        return actions

    def _finished(self) -> StructArray:
        """Return a state of a game that is over, which a search skips."""
        if self._over is None:
            match, stream = Match(self._game), new_stream(0)
            while not match.state.is_terminal():
                if match.state.current_player() < 0:
                    match.resolve_chance(stream, also_external=True)
                else:
                    match.play_action(any_move(match.state, stream))
            self._over = match.state.array.copy()
        return self._over
