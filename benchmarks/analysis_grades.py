"""Fit the thresholds of grades on bots' games, and publish the grades of each level.

    python -m benchmarks.analysis_grades --game blox [--players 2] [--games 4]

Plays games between bots of a level and analyses them. Games with even seeds fit the thresholds,
the others are graded with them. Writes ``benchmarks/results/analysis-grades.json`` and, from it,
``analysis-grades.md``. The thresholds are then copied to ``bots.py`` of the game.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import empile
from empile.bots import levels_of
from empile.bots.analysis import analyse
from empile.engine.contracts.grades import GRADES, GradeThresholds

# Not imported by a statement: type checkers know this module as `analysis_noise`.
played: Any = import_module("benchmarks.analysis_noise").played

RESULTS = Path(__file__).parent / "results" / "analysis-grades.json"
_BEGINNERS: Final = (0.5, 0.3, 0.12)
"""Shares of a Beginner's moves that lose an inaccuracy, a mistake, a blunder or more."""
_MASTERS: Final = (0.06, 0.02, 0.006)
"""At most so many of a Master's."""
_LEAST: Final = (0.02, 0.04, 0.08)
"""Losses below are not worth mentioning."""
_MOST: Final = (0.2, 0.3, 0.5)
"""Losses above count in any game."""
_HEAD = """\
# Grades of bots' games

Written by `benchmarks/analysis_grades.py`: games between bots of one level, analysed quickly. The thresholds are
losses of expected return, from -1 (last) to 1 (first): with two seats, 0.1 is 5% of the winning chance. They are
fitted on other games of the same levels: half of a Beginner's moves lose an inaccuracy or more, 30% a mistake or
more, 12% a blunder, but at most 6%, 2% and 0.6% of a Master's; losses of 0.2, 0.3 and 0.5 always count. The table
shows the shares of the moves with a choice, and the mean accuracy of a move. The samples are small, 3 to 20 games a
row: were the moves of a game independent, which they are not, a share of 10% of 110 moves (the fewest) would be known
to 6 points, of 1,000 moves (the most) to 2. Differences of neighbouring levels within that say nothing.

| game | seats | inaccuracy | mistake | blunder |
| --- | --- | --- | --- | --- |
"""
_TABLE = """\

| game | seats | level | games | moves | best | good | inaccuracy | mistake | blunder | accuracy |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""
_CHOICES = GRADES[:-1]
_NAMES = {
    "level.beginner": "Beginner",
    "level.casual": "Casual",
    "level.regular": "Regular",
    "level.expert": "Expert",
    "level.master": "Master",
}


def fit(beginner: Sequence[float], master: Sequence[float]) -> GradeThresholds:
    """Return thresholds from the losses of moves."""
    found: list[float] = []
    for share, rare, least, most in zip(_BEGINNERS, _MASTERS, _LEAST, _MOST, strict=True):
        above = found[-1] * 1.5 if found else 0.0
        wanted = max(_exceeded(beginner, share), _exceeded(master, rare), least, above)
        found.append(min(wanted, most))
    return GradeThresholds(*(round(value, 2) for value in found))


def _exceeded(losses: Sequence[float], share: float) -> float:
    """Return the loss that a share of the moves exceeds."""
    ordered = sorted(losses, reverse=True)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def losses_of(game: empile.Game, level: int, seeds: Sequence[int]) -> list[float]:
    """Return the losses of moves with a choice."""
    losses: list[float] = []
    for seed in seeds:
        *_, found = analyse(played(game, level, seed), seed=seed)
        losses += [move.loss for move in found.moves if move.grade != "forced"]
    return losses


def row_of(losses: Sequence[float], thresholds: GradeThresholds) -> dict[str, Any]:
    """Return the number of moves, and the shares of grades and the accuracy in percent."""
    counts = Counter(map(thresholds.grade, losses))
    accuracy = sum(map(thresholds.accuracy, losses)) / len(losses)
    shares: dict[str, float] = {
        str(grade): round(100 * counts[grade] / len(losses), 1) for grade in _CHOICES
    }
    return {"moves": len(losses), **shares, "accuracy": round(accuracy, 1)}


def run(game: empile.Game, games: int) -> dict[str, Any]:
    """Play, analyse and grade ``games`` games of each level, twice as many of the extremes."""
    levels = range(len(levels_of(game)))
    extremes = {
        level: losses_of(game, level, range(0, 2 * games, 2)) for level in (levels[0], levels[-1])
    }
    fitted = fit(extremes[levels[0]], extremes[levels[-1]])
    print(f"{game.name}, {game.num_players} seats: fitted {fitted}", flush=True)
    rows: list[dict[str, Any]] = []
    for level in levels:
        begun = time.perf_counter()
        losses = losses_of(game, level, range(1, 2 * games, 2))
        name = _NAMES[levels_of(game)[level].key]
        rows.append({"level": name, "games": games, **row_of(losses, fitted)})
        print(rows[-1], f"{time.perf_counter() - begun:.0f} s", flush=True)
    return {"thresholds": _listed(fitted), "rows": rows}


def _listed(thresholds: GradeThresholds) -> list[float]:
    return [thresholds.inaccuracy, thresholds.mistake, thresholds.blunder]


def table_of(results: dict[str, Any]) -> str:
    """Return the published table."""
    lines = [_HEAD]
    for key, entry in sorted(results.items()):
        name, seats = key.rsplit(" ", 1)
        lines.append(f"| {name} | {seats} | {' | '.join(map(str, entry['thresholds']))} |\n")
    lines.append(_TABLE)
    for key, entry in sorted(results.items()):
        name, seats = key.rsplit(" ", 1)
        for row in entry["rows"]:
            shares = " | ".join(f"{row[grade]}%" for grade in _CHOICES)
            lines.append(
                f"| {name} | {seats} | {row['level']} | {row['games']} | {row['moves']} | {shares}"
                f" | {row['accuracy']} |\n"
            )
    return "".join(lines)


def main() -> None:
    """Measure one game and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=empile.game_names(), required=True)
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=4)
    chosen = parser.parse_args()
    options = {} if chosen.players is None else {"players": chosen.players}
    game = empile.load(str(chosen.game), **options)
    results: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    results[f"{game.name} {game.num_players}"] = run(game, chosen.games)
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    RESULTS.with_suffix(".md").write_text(table_of(results), "utf-8")


if __name__ == "__main__":
    main()
