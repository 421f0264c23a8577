"""Players of evaluation games, which move in many games at once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np

from empile.bots.policy import choose
from empile.engine.compiled.layout import StructArray
from empile.engine.contracts.evaluation import Evaluator, Gumbel, Puct
from empile.engine.contracts.level import Level
from empile.engine.game import Game, State
from empile.engine.match import Match
from empile.engine.random import Stream, below, new_stream
from empile.engine.search.batched import BatchedSearch
from empile.engine.search.search import search


class Player(Protocol):
    """Chooses moves; ``seconds`` is the processor time that this took, ``moves`` their number."""

    name: str
    seconds: float
    moves: int

    def choose(self, states: Sequence[State], streams: Sequence[Stream]) -> list[int]:
        """Return a move for each state; deterministic for given streams."""
        ...


class LevelPlayer:
    """A bot level; ``threads`` games at a time."""

    def __init__(self, level: Level, *, threads: int = 1) -> None:
        self.name = f"level:{level.number}"
        self.seconds, self.moves = 0.0, 0
        self._level, self._threads = level, threads

    def choose(self, states: Sequence[State], streams: Sequence[Stream]) -> list[int]:
        """Search each state."""
        begun = time.process_time()
        if self._threads == 1:
            found = [self._choose(*pair) for pair in zip(states, streams, strict=True)]
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                found = list(pool.map(self._choose, states, streams))
        self.seconds += time.process_time() - begun
        self.moves += len(states)
        return found

    def _choose(self, state: State, stream: Stream) -> int:
        return choose(state, self._level, stream)


class RandomPlayer:
    """Uniformly random moves."""

    def __init__(self) -> None:
        self.name = "random"
        self.seconds, self.moves = 0.0, 0

    def choose(self, states: Sequence[State], streams: Sequence[Stream]) -> list[int]:
        """Draw a move of each state."""
        self.moves += len(states)
        legal = [state.legal_actions() for state in states]
        return [
            moves[below(stream, len(moves))] for moves, stream in zip(legal, streams, strict=True)
        ]


class SearchPlayer:
    """A search with an evaluator, one game after the other, as on a server.

    Example: ``SearchPlayer("best", network, simulations=400)``.
    """

    def __init__(
        self, name: str, evaluator: Evaluator, *, simulations: int, leaves: int = 8
    ) -> None:
        self.name, self.seconds, self.moves = name, 0.0, 0
        self._evaluator, self._simulations = evaluator, simulations
        self._method = Puct(leaves=leaves)

    def choose(self, states: Sequence[State], streams: Sequence[Stream]) -> list[int]:
        """Search each state."""
        begun = time.process_time()
        found = [
            search(
                state,
                stream=stream,
                simulations=self._simulations,
                evaluator=self._evaluator,
                method=self._method,
            ).best
            for state, stream in zip(states, streams, strict=True)
        ]
        self.seconds += time.process_time() - begun
        self.moves += len(states)
        return found


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
        memory: bool = False,
    ) -> None:
        self.name, self.seconds, self.moves = name, 0.0, 0
        self._game, self._evaluator, self._memory = game, evaluator, memory
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
                self._game, size, seed=self._seed, method=self._method, memory=self._memory
            )
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
            random = RandomPlayer()
            while not match.state.is_terminal():
                if match.state.current_player() < 0:
                    match.resolve_chance(stream, also_external=True)
                else:
                    match.play_action(random.choose([match.state], [stream])[0])
            self._over = match.state.array.copy()
        return self._over
