"""Sequential test between two players, like Wald's sequential probability ratio test (1945).

A player's score is the share of pairs of opposing seats in which it ranked better, ties half. Both
sides of the hypothesis that its mean is at least a goal are tested by betting against them: if one
holds, the capital is a nonnegative supermartingale, which exceeds ``1 / error`` with probability at
most ``error`` (Ville 1939). Factors are linear in the score, so that bets are fair for scores
between 0 and 1. Verdicts need whole rounds, since seatings differ in expected score.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Literal

from empile.bots.policy import choose
from empile.engine.arguments import new_stream, whole_number
from empile.engine.contracts.level import Level
from empile.engine.game import Game, State
from empile.engine.random import Stream, split

Chooser = Callable[[State, Stream], int]
"""Selects a move."""

Verdict = Literal["proved", "refuted", "open"]

_ABOVE = (0.2, 0.4, 0.6, 0.8, 0.92)
"""Alternatives above the goal, as shares of the way to 1."""
_BELOW = (1 / 15, 0.2, 1 / 3, 0.6)
"""Alternatives below the goal, as shares of the way to 0."""


def play_game(game: Game, seats: Sequence[Chooser], stream: Stream) -> list[int]:
    """Play a game with a player per seat; return the ranks.

    Example::

        >>> game = empile.load("block-ness", players=2)
        >>> player = level_player(empile.levels_of(game)[0])
        >>> sorted(play_game(game, [player, player], empile.new_stream(1)))
        [1, 2]
    """
    state = game.new_state()
    while not state.is_terminal():
        player = state.current_player()
        if player >= 0:
            state.apply_action(seats[player](state, stream))
        else:
            _, state = state.after_chance(stream)
    return state.ranks()


def seatings(game: Game) -> list[tuple[bool, ...]]:
    """Return all seatings of two players: for each seat, whether the first player has it.

    Each is followed by its mirror image; teams are not mixed.

    Example::

        >>> seatings(empile.load("block-ness", players=2))
        [(True, False), (False, True)]
    """
    teams = game.teams
    ways: list[tuple[bool, ...]] = []
    for way in itertools.product((True, False), repeat=game.num_players):
        own = {team for team, first in zip(teams, way, strict=True) if first}
        others = {team for team, first in zip(teams, way, strict=True) if not first}
        if own and others and not own & others and way not in ways:
            ways += [way, tuple(not first for first in way)]
    return ways


def score_of(ranks: Sequence[int], seating: Sequence[bool]) -> float:
    """Return the first player's score, 0 to 1.

    Example::

        >>> score_of([1, 2], (True, False))
        1.0
    """
    firsts = [rank for rank, first in zip(ranks, seating, strict=True) if first]
    others = [rank for rank, first in zip(ranks, seating, strict=True) if not first]
    points = sum((a < b) + 0.5 * (a == b) for a in firsts for b in others)
    return points / (len(firsts) * len(others))


@dataclass
class Sequential:
    """A test of a mean score."""

    goal: float = 0.75
    """The mean score to prove or refute."""
    error: float = 0.05
    """The probability of a wrong verdict."""
    scores: list[float] = field(default_factory=list[float])
    """The scores of the games, 0 to 1."""
    _capitals: dict[float, tuple[int, float]] = field(
        default_factory=dict[float, tuple[int, float]], init=False, repr=False, compare=False
    )
    """By alternative: scores counted, and the logarithm of the capital."""

    def add(self, score: float) -> None:
        """Add the score of a game."""
        self.scores.append(score)

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.0

    @property
    def verdict(self) -> Verdict:
        """``open`` until there is enough evidence."""
        enough = math.log(1.0 / self.error)
        goal = self.goal
        if self._log_capital([goal + share * (1.0 - goal) for share in _ABOVE]) >= enough:
            return "proved"
        if self._log_capital([goal - share * goal for share in _BELOW]) >= enough:
            return "refuted"
        return "open"

    def _log_capital(self, strengths: Sequence[float]) -> float:
        for p in strengths:
            counted, log = self._capitals.get(p, (0, 0.0))
            for x in self.scores[counted:]:
                log += math.log(x * p / self.goal + (1.0 - x) * (1.0 - p) / (1.0 - self.goal))
            self._capitals[p] = len(self.scores), log
        logs = [self._capitals[p][1] for p in strengths]
        most = max(logs)
        return most + math.log(sum(math.exp(log - most) for log in logs) / len(logs))


def level_player(level: Level) -> Chooser:
    """Return a player of ``level`` for :func:`duel`.

    Example::

        strong = level_player(levels_of(game)[-1])
    """
    return lambda state, stream: choose(state, level, stream)


def duel(
    game: Game,
    first: Chooser,
    second: Chooser,
    *,
    seed: int,
    games: int,
    threads: int = 1,
    test: Sequential | None = None,
    on_game: Callable[[Sequential], None] | None = None,
) -> Sequential:
    """Play with rotated seats until a verdict, which ``threads`` do not change.

    :param games: maximum, rounded up to whole rounds.
    :param test: an earlier test to continue.
    :raises ArgumentError: ``games`` or ``threads`` is less than 1.

    Example::

        >>> game = empile.load("block-ness", players=2)
        >>> weak, strong = (level_player(level) for level in empile.levels_of(game)[:2])
        >>> len(duel(game, strong, weak, seed=1, games=2).scores)
        2
    """
    games, threads = whole_number("games", games, 1), whole_number("threads", threads, 1)
    test = test or Sequential()
    ways = seatings(game)
    games = -(-games // len(ways)) * len(ways)

    def play(number: int) -> float:
        way = ways[number % len(ways)]
        seats = [first if is_first else second for is_first in way]
        return score_of(play_game(game, seats, split(new_stream(seed), number)), way)

    def clear() -> bool:
        done = len(test.scores)
        return done >= games or (done % len(ways) == 0 and test.verdict != "open")

    with ThreadPoolExecutor(threads) as pool:
        running: dict[int, Future[float]] = {}
        begun = len(test.scores)
        while not clear():
            while len(running) < 2 * threads and begun < games:
                running[begun] = pool.submit(play, begun)
                begun += 1
            wait(running.values(), return_when=FIRST_COMPLETED)
            while len(test.scores) in running and running[len(test.scores)].done() and not clear():
                test.add(running.pop(len(test.scores)).result())
                if on_game is not None:
                    on_game(test)
        for future in running.values():
            future.cancel()
    return test
