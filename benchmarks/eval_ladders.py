"""Fit the ratings of levels by which `empile eval` rates agents.

    python benchmarks/eval_ladders.py [--games 100]

Takes the matches between levels of ``benchmarks/results/levels-*.json`` and plays level 1 against
uniformly random moves, whose scores are kept in ``benchmarks/results/eval-random.json``. Writes the ratings to
``src/empile/evals/ladders.json``. With ``--games 0`` nothing is played.

Ratings maximise the likelihood of the Bradley-Terry model, a score being that many games won; each
pair that met is given half a win more on each side. Covariances are those of the sandwich estimator, with
the variance of the scores in each match.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from levels import RANDOM, SEED, Results, counts, random_move, settings_with_teams

import empile
from empile.arena.ratings import ELO, Floats
from empile.bots import levels_of
from empile.bots.sprt import level_player, play_game, score_of, seatings
from empile.engine.random import new_stream, split
from empile.evals.ladder import Ladder, fingerprint
from empile.evals.suites import GAMES

RESULTS = Path(__file__).parent / "results"
PLAYED = RESULTS / "eval-random.json"
WRITTEN = Path(empile.__file__).parent / "evals" / "ladders.json"
_HALF = 0.5
_STEPS = 200


class Met(NamedTuple):
    """The scores of one player against another."""

    one: int
    other: int
    scores: Mapping[float, int]


def names_of(game: empile.Game) -> dict[str, str]:
    """Return the names of opponents by those in the files of matches."""
    known = {RANDOM: "random"}
    return known | {
        level.key.removeprefix("level."): f"level:{level.number}" for level in levels_of(game)
    }


def fit(names: Sequence[str], matches: Sequence[Met], levels: str) -> Ladder:
    """Return the ladder of matches that connect all names; the second name has the rating 0."""
    size = len(names)
    anchor = names.index("level:1")
    free = [at for at in range(size) if at != anchor]
    strengths = np.zeros(size)
    for _ in range(_STEPS):
        slope, curvature, _ = _sums(strengths, matches)
        step = np.linalg.solve(curvature[np.ix_(free, free)], slope[free])
        strengths[free] += step * min(1.0, 1.0 / max(1e-12, float(np.abs(step).max())))
    _, curvature, spread = _sums(strengths, matches)
    inverse = np.linalg.inv(curvature[np.ix_(free, free)])
    covariance = np.zeros((size, size))
    covariance[np.ix_(free, free)] = inverse @ spread[np.ix_(free, free)] @ inverse * ELO**2
    games = sum(sum(match.scores.values()) for match in matches)
    return Ladder(
        list(names),
        [round(float(one), 1) + 0.0 for one in strengths * ELO],
        [[round(float(one), 1) + 0.0 for one in row] for row in covariance],
        games,
        levels,
    )


def _sums(strengths: Floats, matches: Sequence[Met]) -> tuple[Floats, Floats, Floats]:
    """Return the gradient of the log-likelihood, its negative Hessian and the sum of squares."""
    size = len(strengths)
    slope, curvature, spread = np.zeros(size), np.zeros((size, size)), np.zeros((size, size))
    for one, other, scores in matches:
        chance = 1.0 / (1.0 + math.exp(float(strengths[other] - strengths[one])))
        direction = np.zeros(size)
        direction[one], direction[other] = 1.0, -1.0
        square = np.outer(direction, direction)
        for score, count in [*scores.items(), (1.0, _HALF), (0.0, _HALF)]:
            slope += count * (score - chance) * direction
            curvature += count * chance * (1.0 - chance) * square
            spread += count * (score - chance) ** 2 * square
    return slope, curvature, spread


def ladders_of(name: str, random: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, Ladder]]:
    """Yield the ladders of a game whose matches connect all levels."""
    data = Results(RESULTS / f"levels-{name}.json", name).data["matches"]
    for game, variant in settings_with_teams(name):
        label = f"{game.num_players} {variant}"
        by_name = names_of(game)
        names = list(by_name.values())
        matches = [
            Met(
                names.index(by_name[one["stronger"]]),
                names.index(by_name[one["weaker"]]),
                counts(one),
            )
            for one in data
            if f"{one['seats']} {one['variant']}" == label
            and {one["stronger"], one["weaker"]} <= by_name.keys()
        ]
        if label in random:
            scores = {float(score): count for score, count in random[label].items()}
            matches.append(Met(names.index("level:1"), names.index("random"), scores))
        if {match.one for match in matches} | {match.other for match in matches} == {
            *range(len(names))
        }:
            yield label, fit(names, matches, fingerprint(game))


def play_random(games: int) -> dict[str, dict[str, dict[str, int]]]:
    """Play level 1 against random moves where this is missing; return all scores."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    if PLAYED.exists():
        found = json.loads(PLAYED.read_text("utf-8"))
    for name in GAMES:
        for game, variant in settings_with_teams(name):
            known = found.setdefault(name, {})
            label = f"{game.num_players} {variant}"
            if label in known or not games:
                continue
            keys = [f"{score:.4g}" for score in _scores(game, games)]
            known[label] = {key: keys.count(key) for key in sorted(set(keys))}
            PLAYED.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
            print(name, label, known[label], flush=True)
    return found


def _scores(game: empile.Game, games: int) -> Iterator[float]:
    """Play level 1 against random moves in whole rounds of seatings; yield its scores."""
    ways, first = seatings(game), level_player(levels_of(game)[0])
    for number in range(-(-games // len(ways)) * len(ways)):
        way = ways[number % len(ways)]
        seats = [first if is_first else random_move for is_first in way]
        yield score_of(play_game(game, seats, split(new_stream(SEED), number)), way)


def ladders(random: Mapping[str, Mapping[str, Mapping[str, int]]]) -> bytes:
    """Return the text of the file of ladders."""
    found = {name: dict(ladders_of(name, random.get(name, {}))) for name in GAMES}
    return msgspec.json.format(msgspec.json.encode(found), indent=0) + b"\n"


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="of level 1 against random moves")
    chosen = parser.parse_args()
    WRITTEN.write_bytes(ladders(play_random(chosen.games)))


if __name__ == "__main__":
    main()
