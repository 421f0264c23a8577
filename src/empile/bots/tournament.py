"""Two levels against each other, until it is clear which of the two things is true.

A game that mixes both levels is scored from 0 to 1: the share of the pairs of unlike seats in which
the stronger level's seat ranked better, ties half. Seats go round: every way to seat both comes in
turn, so that neither the first seat nor a place between two weak bots is anybody's privilege.

**When to stop.** The claim is that the mean score is at least a goal (0.75). Two tests of Wald's
kind run beside each other: each is a bet against one side of the claim whose capital can only
shrink on average if that side is true. By Ville's inequality the capital passes ``1 / error`` with
a chance of at most ``error``, *whenever one looks*; so a match may stop the moment that either does.
For scores between 0 and 1 and not only 0 or 1 the factors are taken linear in the score, which
keeps the bet fair. Each capital is spread over several strengths. One looks only after whole rounds
of seatings: within a round the odds differ from game to game, over a round they are the claim's.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Literal

from empile.bots.choosing import choose
from empile.engine.game import Game, State
from empile.engine.level import Level
from empile.engine.random import Stream, new_stream, split

Chooser = Callable[[State, Stream], int]
"""A player: the move in a state, drawing random numbers from a stream."""

Verdict = Literal["proved", "refuted", "open"]

_ABOVE = (0.8, 0.85, 0.9, 0.95, 0.98)
_BELOW = (0.7, 0.6, 0.5, 0.3)


def play_game(game: Game, seats: Sequence[Chooser], stream: Stream) -> list[int]:
    """Play a game with a player for each seat; return the ranks. Chance draws from ``stream``."""
    state = game.new_state()
    while not state.is_terminal():
        player = state.current_player()
        if player >= 0:
            state.apply_action(seats[player](state, stream))
        else:
            _, state = state.after_chance(stream)
    return state.ranks()


def seatings(game: Game) -> list[tuple[bool, ...]]:
    """Return every way to mix two kinds of players: for each seat whether it is the first kind.

    Each is followed by its mirror image, in which the kinds have changed places. Ways that put
    unlike kinds into one team are left out.
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
    """Return the share of pairs of unlike seats in which the first kind ranked better, ties half."""
    firsts = [rank for rank, first in zip(ranks, seating, strict=True) if first]
    others = [rank for rank, first in zip(ranks, seating, strict=True) if not first]
    points = sum((a < b) + 0.5 * (a == b) for a in firsts for b in others)
    return points / (len(firsts) * len(others))


@dataclass
class Sequential:
    """A running test of the claim that a mean score is at least ``goal``."""

    goal: float = 0.75
    error: float = 0.05
    scores: list[float] = field(default_factory=list[float])
    _capitals: dict[float, float] = field(
        default_factory=dict[float, float], init=False, repr=False, compare=False
    )
    _counted: int = field(default=0, init=False, repr=False, compare=False)

    def add(self, score: float) -> None:
        """Take in the score (0 to 1) of one more game."""
        self.scores.append(score)

    @property
    def mean(self) -> float:
        """The mean score so far; 0 before the first game."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.0

    @property
    def verdict(self) -> Verdict:
        """``proved`` or ``refuted`` once the evidence is enough at any one look, else ``open``."""
        enough = math.log(1.0 / self.error)
        if self._log_capital(_ABOVE) >= enough:
            return "proved"
        if self._log_capital(_BELOW) >= enough:
            return "refuted"
        return "open"

    def _log_capital(self, strengths: Sequence[float]) -> float:
        for x in self.scores[self._counted :]:
            for p in (*_ABOVE, *_BELOW):
                factor = x * p / self.goal + (1.0 - x) * (1.0 - p) / (1.0 - self.goal)
                self._capitals[p] = self._capitals.get(p, 0.0) + math.log(factor)
        self._counted = len(self.scores)
        logs = [self._capitals.get(p, 0.0) for p in strengths]
        most = max(logs)
        return most + math.log(sum(math.exp(log - most) for log in logs) / len(logs))


def level_player(level: Level) -> Chooser:
    """Return the player of a level."""
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
    """Let two players meet in about ``games`` games with seats rotated; stop when all is clear.

    ``games`` is made up to whole rounds of seatings. Games are taken in by their numbers, not as they end, so that the outcome is a function of
    ``seed`` and not of ``threads``. ``test`` may have scores of earlier games of the same duel,
    which is then gone on with. ``on_game`` is told after each game.
    """
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
