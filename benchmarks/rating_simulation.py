"""How soon ratings are right, with synthetic players of known strength.

    python benchmarks/rating_simulation.py [--worlds 10] [--games 120]

A world has 48 players, whose strengths are normally distributed with the deviation of a new rating.
Every player plays one game in each round, at tables drawn at random. A team's performance is the sum
of its players' strengths and luck (a Gumbel distribution, with which the better of two whose
strengths differ by 400 points wins ten games of eleven, at tables of any size), and teams rank by
performance. Players are in the right order once 90 % of the pairs whose strengths differ by at least
100 points are.

Written to ``benchmarks/results/ratings.md``. The same random numbers on every machine.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log
from pathlib import Path

from rating_baselines import EloSystem, GlickoSystem, PlackettLuceSystem, System

from empile.community.ratings.model import POINTS, SIGMA

PLAYERS = 48
SPREAD = SIGMA * POINTS
"""The standard deviation of strengths, in points."""
LUCK = 400 / log(10)
APART = 100
"""Pairs whose strengths differ by fewer points may be in any order."""
RIGHT = 0.9
SEED = 20_261_125
RESULTS = Path(__file__).parent / "results" / "ratings.md"


@dataclass(frozen=True)
class Setting:
    """What is played: ``teams`` teams of ``size`` players."""

    name: str
    teams: int
    size: int = 1
    advantage: float = 0.0
    """How much the first seat helps, in points."""
    reference: int | None = None
    """The least number of games of a player by TrueSkill's documentation."""


SETTINGS = (
    Setting("2 seats", 2, reference=12),
    Setting("3 seats", 3),
    Setting("4 seats", 4, reference=5),
    Setting("5 seats", 5),
    Setting("6 seats", 6),
    Setting("2 teams of 2", 2, 2),
    Setting("2 teams of 4", 2, 4, reference=46),
    Setting("2 seats, the first 200 points better", 2, advantage=200),
    Setting("4 seats, the first 200 points better", 4, advantage=200),
)


@dataclass
class Measured:
    """What a system reached in some worlds, by the number of games of each player."""

    games: int
    right: list[float] = field(default_factory=list[float])
    """The share of pairs in the right order, summed over worlds."""
    loss: list[float] = field(default_factory=list[float])
    uncertainty: list[float] = field(default_factory=list[float])
    covered: list[float] = field(default_factory=list[float])
    """The share of players whose strength is within one uncertainty of the rating."""
    predictions: int = 0
    worlds: int = 0

    def __post_init__(self) -> None:
        for of_games in (self.right, self.loss, self.uncertainty, self.covered):
            of_games.extend([0.0] * self.games)

    def until_right(self) -> int | None:
        """Return after how many games of each player the order is right, in the mean of worlds."""
        reached = (n + 1 for n, right in enumerate(self.right) if right / self.worlds >= RIGHT)
        return next(reached, None)

    def loss_per_prediction(self, first: int, last: int) -> float:
        """Return the mean log-loss of a pair in the rounds from ``first`` to ``last``."""
        return sum(self.loss[first:last]) / (self.predictions * (last - first))


def luck(stream: random.Random) -> float:
    """Return a number of the standard Gumbel distribution."""
    return -log(stream.expovariate(1.0))


def play(
    teams: Sequence[Sequence[int]],
    strengths: Sequence[float],
    setting: Setting,
    stream: random.Random,
) -> list[Sequence[int]]:
    """Return the teams in the order in which they rank; the first has the better seat."""
    performance = [
        sum(strengths[player] for player in team)
        + LUCK * luck(stream)
        + (setting.advantage if seat == 0 else 0.0)
        for seat, team in enumerate(teams)
    ]
    return [teams[seat] for seat in sorted(range(len(teams)), key=lambda seat: -performance[seat])]


def share_right(strengths: Sequence[float], found: Sequence[float]) -> float:
    """Return the share of pairs in the right order; an equal pair counts half."""
    right = pairs = 0.0
    for one, strength in enumerate(strengths):
        for other in range(one):
            apart = strength - strengths[other]
            if abs(apart) < APART:
                continue
            pairs += 1
            ahead = (found[one] - found[other]) * apart
            right += 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return right / pairs


class Truth:
    """Knows the strengths: no system predicts better."""

    name = "known strengths"

    def __init__(self, strengths: Sequence[float]) -> None:
        self._strengths = list(strengths)
        self.advantages: dict[int, float] = {}

    def strengths(self) -> list[float]:
        """Return the strengths."""
        return self._strengths

    def expected(self, one: int, other: int, teams: Sequence[Sequence[int]]) -> float:
        """Return the probability that a team of a game ranks before another."""
        difference = self._of(teams[one]) - self._of(teams[other])
        return 1 / (1 + exp(-difference / LUCK))

    def _of(self, team: Sequence[int]) -> float:
        return sum(self._strengths[n] + self.advantages.get(n, 0.0) for n in team)

    def update(self, teams: Sequence[Sequence[int]]) -> None:
        """Learn nothing."""


def simulate(setting: Setting, worlds: int, games: int, seed: int = SEED) -> dict[str, Measured]:
    """Return what each system reaches."""
    found: dict[str, Measured] = {}
    for world in range(worlds):
        stream = random.Random(f"{seed} {setting.name} {world}")
        strengths = [stream.gauss(0, SPREAD) for _ in range(PLAYERS)]
        systems: list[System] = [
            PlackettLuceSystem(PLAYERS),
            EloSystem(PLAYERS),
            GlickoSystem(PLAYERS),
            Truth(strengths),
        ]
        if setting.advantage:
            systems.insert(1, PlackettLuceSystem(PLAYERS, "Plackett-Luce without seats"))
        for system in systems:
            found.setdefault(system.name, Measured(games)).worlds += 1
        for game in range(games):
            _round(setting, strengths, systems, found, game, stream)
    return found


def _round(
    setting: Setting,
    strengths: Sequence[float],
    systems: Sequence[System],
    found: dict[str, Measured],
    game: int,
    stream: random.Random,
) -> None:
    """Let every player play one game; nobody is left over if the number of seats divides 48."""
    drawn = stream.sample(range(PLAYERS), PLAYERS)
    seats = setting.teams * setting.size
    for first in range(0, PLAYERS - seats + 1, seats):
        teams = [drawn[first + n : first + n + setting.size] for n in range(0, seats, setting.size)]
        advantages = dict.fromkeys(teams[0], setting.advantage / setting.size)
        ranked = play(teams, strengths, setting, stream)
        for system in systems:
            if isinstance(system, PlackettLuceSystem | Truth) and "without" not in system.name:
                system.advantages = advantages
            measured = found[system.name]
            pairs = [(one, other) for other in range(setting.teams) for one in range(other)]
            loss = -sum(log(max(1e-9, system.expected(*pair, ranked))) for pair in pairs)
            measured.loss[game] += loss / len(pairs)
            if game == 0:
                measured.predictions += 1
            system.update(ranked)
    for system in systems:
        measured = found[system.name]
        measured.right[game] += share_right(strengths, system.strengths())
        if isinstance(system, PlackettLuceSystem):
            measured.uncertainty[game] += system.uncertainty()
            measured.covered[game] += system.share_covered(strengths)


def table(results: dict[str, dict[str, Measured]], games: int) -> str:
    """Return the published table."""
    lines = [
        "| played | system | games until right | TrueSkill's minimum | log-loss, games 1 to 20 |"
        f" games {games - 19} to {games} | right after 20 | uncertainty when right | within it |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    references = {setting.name: setting.reference for setting in SETTINGS}
    for name, systems in results.items():
        for system, measured in systems.items():
            until = measured.until_right()
            is_truth = system == "known strengths"
            has_uncertainty = until is not None and measured.uncertainty[0]
            cells = [
                name,
                system,
                "" if is_truth else str(until or f"over {games}"),
                "" if is_truth else str(references[name] or ""),
                f"{measured.loss_per_prediction(0, min(20, games)):.3f}",
                f"{measured.loss_per_prediction(max(0, games - 20), games):.3f}",
                "" if is_truth else f"{measured.right[min(20, games) - 1] / measured.worlds:.0%}",
                f"{measured.uncertainty[until - 1] / measured.worlds:.0f}"
                if until is not None and has_uncertainty
                else "",
                f"{measured.covered[until - 1] / measured.worlds:.0%}"
                if until is not None and has_uncertainty
                else "",
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description="Simulate ratings.")
    parser.add_argument("--worlds", type=int, default=10)
    parser.add_argument("--games", type=int, default=140)
    parser.add_argument("--only", help="the name of a setting; nothing is written")
    arguments = parser.parse_args()
    chosen = [one for one in SETTINGS if arguments.only in (None, one.name)]
    results = {one.name: simulate(one, arguments.worlds, arguments.games) for one in chosen}
    text = table(results, arguments.games)
    print(text)
    if arguments.only is None:
        RESULTS.write_text(f"{_ABOUT.format(worlds=arguments.worlds)}\n{text}", "utf-8")


_ABOUT = """\
# Ratings in a simulation

Written by `benchmarks/rating_simulation.py`, from {worlds} worlds of 48 players of known strength in each
row; their strengths have a standard deviation of 246 points. *Games until right*: of each player, until
90 % of the pairs whose strengths are at least 100 points apart are in the right order, in the mean
of the worlds. *TrueSkill's minimum*: the least number of games by the documentation of TrueSkill, which says
that up to three times as many may be needed. *Log-loss*: of the prediction which of two opposing teams
ranks better, before each game; that of known strengths is the least possible. *Within it*: the share of
players whose strength is within one uncertainty of their rating at that time; 68 % is perfect.

The model is Plackett-Luce by openskill as the server uses it; Elo (K 40, after 30 games 20) and Glicko-2
rate every pair of opponents.
"""

if __name__ == "__main__":
    main()
