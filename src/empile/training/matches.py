"""Matches between two players, with a sequential test, and their records."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist, fmean, stdev

from empile.bots.policy import any_move
from empile.bots.sprt import Sequential, Verdict, score_of, seatings
from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.random import new_stream, split
from empile.engine.record import Record
from empile.training.players import Player

_SIDE_BY_SIDE = 64
"""Games at once, at most."""


@dataclass
class MatchResult:
    """The games of a match, from the first player's side."""

    first: str
    second: str
    scores: list[float] = field(default_factory=list[float])
    """Shares of pairs of opposing seats in which the first player ranked better, ties half."""
    verdict: Verdict = "open"
    """Whether the mean score is above the goal of the test, by a sequential test."""
    records: list[Record] = field(default_factory=list[Record])
    seconds_per_move: tuple[float, float] = (0.0, 0.0)
    """Processor time of both."""

    @property
    def score(self) -> float:
        """The mean score, 0 to 1."""
        return fmean(self.scores) if self.scores else math.nan

    @property
    def error(self) -> float:
        """The standard error of the score, of rounds of all seatings."""
        return stdev(self.scores) / math.sqrt(len(self.scores)) if len(self.scores) > 1 else 1.0

    @property
    def elo(self) -> float:
        """The difference in Elo that the score stands for, at most about 1000."""
        return elo_of(self.score)

    def elo_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return an interval of the difference in Elo, from that of the score."""
        width = NormalDist().inv_cdf(0.5 + confidence / 2) * self.error
        return elo_of(self.score - width), elo_of(self.score + width)


def elo_of(score: float) -> float:
    """Return the difference in Elo for a mean score.

    Example::

        >>> round(elo_of(0.64))
        100
    """
    bounded = min(max(score, 0.003), 0.997)
    return 400.0 * math.log10(bounded / (1.0 - bounded))


def play_match(
    game: Game,
    first: Player,
    second: Player,
    *,
    games: int,
    seed: int,
    goal: float = 0.5,
    stop_early: bool = False,
    opening: int = 0,
    on_games: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play all seatings of two players equally often.

    :param games: rounded up to whole rounds of seatings; a maximum with ``stop_early``.
    :param goal: of the sequential test.
    :param stop_early: end as soon as the test has a verdict.
    :param opening: random moves at the beginning, the same for all seatings of a round: players
        without randomness would play the same games again and again.
    :param on_games: called with the number of games so far.

    Example: ``play_match(game, network, LevelPlayer(level), games=64, seed=1).score``.
    """
    ways = seatings(game)
    test = Sequential(goal=goal)
    total = -(-games // len(ways)) * len(ways)
    together = max(1, min(_SIDE_BY_SIDE, total) // len(ways)) * len(ways)
    found = MatchResult(first.name, second.name)
    before = [(player.seconds, player.moves) for player in (first, second)]
    while len(found.scores) < total:
        numbers = range(len(found.scores), min(len(found.scores) + together, total))
        matches = _opened(game, numbers, seed, len(ways), opening)
        _play_together((first, second), matches, numbers, seed, ways)
        for number, match in zip(numbers, matches, strict=True):
            way = ways[number % len(ways)]
            score = score_of(match.state.ranks(), way)
            test.add(score)
            found.scores.append(score)
            names = [first.name if is_first else second.name for is_first in way]
            found.records.append(match.record(names))
        if on_games is not None:
            on_games(len(found.scores))
        found.verdict = test.verdict
        if stop_early and found.verdict != "open":
            break
    spent = [
        (player.seconds - seconds) / max(1, player.moves - moves)
        for player, (seconds, moves) in zip((first, second), before, strict=True)
    ]
    found.seconds_per_move = spent[0], spent[1]
    return found


def _opened(game: Game, numbers: range, seed: int, seatings: int, opening: int) -> list[Match]:
    """Begin games with random moves."""
    matches: list[Match] = []
    for number in numbers:
        match, stream = Match(game), split(new_stream(seed), -1 - number // seatings)
        for _ in range(opening):
            match.resolve_chance(stream, also_external=True)
            if match.state.is_terminal():  # too short for openings
                match = Match(game)
                break
            match.play_action(any_move(match.state, stream))
        matches.append(match)
    return matches


def _play_together(
    players: tuple[Player, Player],
    matches: Sequence[Match],
    numbers: range,
    seed: int,
    ways: list[tuple[bool, ...]],
) -> None:
    """Play games side by side, so that a network evaluates the positions of all."""
    streams = [split(new_stream(seed), number) for number in numbers]
    while True:
        turns: tuple[list[int], list[int]] = ([], [])
        for i, match in enumerate(matches):
            match.resolve_chance(streams[i], also_external=True)
            if not match.state.is_terminal():
                way = ways[numbers[i] % len(ways)]
                turns[0 if way[match.state.current_player()] else 1].append(i)
        if not any(turns):
            return
        for player, waiting in zip(players, turns, strict=True):
            if waiting:
                states = [matches[i].state for i in waiting]
                chosen = player.choose(states, [streams[i] for i in waiting])
                for i, action in zip(waiting, chosen, strict=True):
                    matches[i].play_action(action)
