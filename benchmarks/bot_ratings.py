"""The levels of the bots on the scale of ratings, from their measured ladders.

    python benchmarks/bot_ratings.py

Fits the points of each level to all matches of ``benchmarks/results/levels-GAME.json``, by the class of
seats: a score against another level is the expected score of the model, whose scale grows with the
root of the number of teams. A ladder says only how far levels are apart: the middle of the five has the
points of a new member by convention.

Written to ``src/empile/community/ratings/data/bots.json`` and ``benchmarks/results/bot-ratings.md``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import exp, log, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from empile.community.ratings.model import START

ROOT = Path(__file__).parent
DATA = ROOT.parent / "src" / "empile" / "community" / "ratings" / "data" / "bots.json"
RESULTS = ROOT / "results"
KEYS = ("beginner", "casual", "regular", "expert", "master")
MIDDLE = 2
"""The level that has the points of a new member."""
STEPS = 200


class Match(NamedTuple):
    """A match between two levels."""

    stronger: int
    weaker: int
    games: int
    score: float
    """The mean score of the stronger."""
    scale: float
    """Points by which the odds grow e times."""


def matches(data: dict[str, Any], size: str) -> list[Match]:
    """Return the matches of levels at tables of two, or of more."""
    found: list[Match] = []
    for match in data["matches"]:
        names = match["stronger"], match["weaker"]
        if (match["seats"] == 2) != (size == "two") or not set(names) <= set(KEYS):
            continue
        counts = {float(score): count for score, count in match["scores"].items()}
        games = sum(counts.values())
        # Half a game more on each side keeps a level that always wins finite.
        score = (sum(one * count for one, count in counts.items()) + 0.5) / (games + 1)
        teams = 2 if match["variant"] == "teams" else match["seats"]
        # In a team of two, both levels are twice as far apart.
        mates = match["seats"] / teams
        scale = 400 / log(10) * sqrt(teams / 2) / mates
        found.append(Match(KEYS.index(names[0]), KEYS.index(names[1]), games, score, scale))
    return found


def fit(played: Sequence[Match]) -> list[tuple[int, int]]:
    """Return the points of each level and their standard error, by Newton's method."""
    points, information = [0.0] * len(KEYS), [0.0] * len(KEYS)
    for _ in range(STEPS):
        for level in range(len(KEYS)):
            slope = 0.0
            information[level] = 0.0
            for match in played:
                if level not in (match.stronger, match.weaker):
                    continue
                sign = 1 if level == match.stronger else -1
                apart = (points[match.stronger] - points[match.weaker]) / match.scale
                expected = 1 / (1 + exp(-apart))
                slope += sign * match.games * (match.score - expected) / match.scale
                information[level] += match.games * expected * (1 - expected) / match.scale**2
            points[level] += max(-100.0, min(100.0, slope / information[level]))
    return [
        (round(START + one - points[MIDDLE]), round(1 / sqrt(known)))
        for one, known in zip(points, information, strict=True)
    ]


def main() -> None:
    """Write both files."""
    found: dict[str, dict[str, list[list[int]]]] = {}
    for path in sorted(RESULTS.glob("levels-*.json")):
        data = json.loads(path.read_text("utf-8"))
        found[data["game"]] = {
            size: [[n, *of] for n, of in enumerate(fit(matches(data, size)), 1)]
            for size in ("two", "more")
        }
    DATA.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    (RESULTS / "bot-ratings.md").write_text(f"{_ABOUT}\n{table(found)}", "utf-8")


def table(found: dict[str, dict[str, list[list[int]]]]) -> str:
    """Return the published table."""
    lines = [f"| game | seats | {' | '.join(KEYS)} |", "| --- | --- |" + " ---: |" * len(KEYS)]
    for game, sizes in found.items():
        for size, levels in sizes.items():
            cells = " | ".join(f"{points} ± {error}" for _, points, error in levels)
            lines.append(f"| {game} | {size} | {cells} |")
    return "\n".join(lines) + "\n"


_ABOUT = """\
# Bots on the scale of ratings

Written by `benchmarks/bot_ratings.py` from `levels-*.json`: 400 points are odds of ten to one at tables of
two. The ladders say how far levels are apart; that the middle level has the 1500 points of a new
member is a convention. ± is the standard error, without that of the middle level.
"""

if __name__ == "__main__":
    main()
