"""How much each seat of a game helps, from games between equal bots.

    python benchmarks/seat_advantages.py [--game blox] [--seconds 30] [--level regular]

Plays games in which every seat has the same level, for every number of seats of a game and for teams,
and fits the points of each seat to the pairs of opposing seats (a tie is half a win of both), on
the scale of :mod:`empile.community.ratings.model`. Without a difference between seats, every seat has 0.

Written to ``src/empile/community/ratings/data/seats.json``, which the rating model reads, and to
``benchmarks/results/seats.md``. ± is the standard error of the first seat, over games.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from levels import settings_with_teams

from empile.bots import levels_of
from empile.bots.sprt import level_player, play_game
from empile.engine.discovery import game_names
from empile.engine.game import Game
from empile.engine.random import new_stream, split

SEED = 20_261_125
MOST_GAMES = 4000
ROOT = Path(__file__).parent
DATA = ROOT.parent / "src" / "empile" / "community" / "ratings" / "data" / "seats.json"
RESULTS = ROOT / "results" / "seats.md"

Ranks = list[list[int]]


def play(game: Game, level: str, seconds: float) -> Ranks:
    """Return the ranks of the seats in games between equal bots, as many as the time allows."""
    chosen = next(one for one in levels_of(game) if one.key == f"level.{level}")
    players = [level_player(chosen)] * game.num_players
    stream = new_stream(SEED)
    found: Ranks = []
    play_game(game, players, new_stream(1))  # compile
    until = time.monotonic() + seconds
    while time.monotonic() < until and len(found) < MOST_GAMES:
        found.append(play_game(game, players, split(stream, len(found))))
    return found


def fit(ranks: Ranks, teams: Sequence[int]) -> list[float]:
    """Return the advantage of each seat in points; a team's is shared by its seats.

    Fits Bradley and Terry's model to the pairs of opposing teams by the minorization of Hunter (2004).
    """
    sides = sorted(set(teams))
    seat_of = {side: teams.index(side) for side in sides}
    # One game for every pair that both win half keeps a seat that never wins finite.
    wins = {(a, b): 0.5 for a in sides for b in sides if a != b}
    for game in ranks:
        for a, b in wins:
            ahead = game[seat_of[b]] - game[seat_of[a]]
            wins[a, b] += 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    strength = dict.fromkeys(sides, 1.0)
    for _ in range(2000):
        strength = {
            a: sum(wins[a, b] for b in sides if b != a)
            / sum((wins[a, b] + wins[b, a]) / (strength[a] + strength[b]) for b in sides if b != a)
            for a in sides
        }
        mean = exp(sum(map(log, strength.values())) / len(sides))
        strength = {a: one / mean for a, one in strength.items()}
    # The scale of the model grows with the root of the number of teams.
    scale = 400 / log(10) * sqrt(len(sides) / 2)
    return [scale * log(strength[side]) / teams.count(side) for side in teams]


def error_of_first(ranks: Ranks, teams: Sequence[int]) -> float:
    """Return the standard error of the first seat's points, by ten parts of the games."""
    parts = [fit(ranks[n::10], teams)[0] for n in range(10)]
    mean = sum(parts) / 10
    return sqrt(sum((part - mean) ** 2 for part in parts) / 9 / 10)


def measure(name: str, level: str, seconds: float) -> list[dict[str, Any]]:
    """Return the entries of a game."""
    found: list[dict[str, Any]] = []
    for game, variant in settings_with_teams(name):
        ranks = play(game, level, seconds)
        teams = list(game.teams)
        entry = {
            "seats": game.num_players,
            "variant": variant,
            "level": level,
            "games": len(ranks),
            "points": [round(one) for one in fit(ranks, teams)],
            "error": round(error_of_first(ranks, teams)),
        }
        print(name, entry, flush=True)
        found.append(entry)
    return found


def table(data: dict[str, list[dict[str, Any]]]) -> str:
    """Return the published table."""
    lines = ["| game | seats | variant | games | level | points by seat | ± |"]
    lines.append("| --- | ---: | --- | ---: | --- | --- | ---: |")
    for game, entries in data.items():
        for one in entries:
            points = ", ".join(f"{number:+d}" for number in one["points"])
            lines.append(
                f"| {game} | {one['seats']} | {one['variant']} | {one['games']:,} | {one['level']} |"
                f" {points} | {one['error']} |"
            )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, and write both files."""
    parser = argparse.ArgumentParser(description="Measure how much each seat helps.")
    parser.add_argument("--game", choices=list(game_names()), help="default: all games")
    parser.add_argument("--seconds", type=float, default=30.0, help="for each number of seats")
    parser.add_argument("--level", default="regular")
    arguments = parser.parse_args()
    data: dict[str, list[dict[str, Any]]] = {}
    if DATA.exists():
        data = json.loads(DATA.read_text("utf-8"))
    for name in [arguments.game] if arguments.game else list(game_names()):
        data[name] = measure(name, arguments.level, arguments.seconds)
        DATA.parent.mkdir(exist_ok=True)
        ordered = {name: data[name] for name in sorted(data)}
        DATA.write_text(json.dumps(ordered, indent=1) + "\n", "utf-8")
        RESULTS.write_text(f"{_ABOUT}\n{table(ordered)}", "utf-8")


_ABOUT = """\
# How much each seat helps

Written by `benchmarks/seat_advantages.py`: games in which every seat has the same bot. Points are on the
scale of ratings: with two seats, a seat with 40 points more than the other scores 0.557. ± is the
standard error of the first seat. The rating model adds these points to a player's strength in that seat.
"""

if __name__ == "__main__":
    main()
