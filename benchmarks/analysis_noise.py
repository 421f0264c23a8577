"""Noise of game analyses: analyse each game twice with different streams, and compare.

    python benchmarks/analysis_noise.py [--game blox] [--games 4] [--depth deep]

Plays and analyses games of two middle levels and games of two strongest levels. Writes
``benchmarks/results/analysis.md``, a row per game and level.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import track

import empile
from empile import Match, Record
from empile.bots import choose, levels_of
from empile.bots.analysis import Analysis, DepthName, analyse
from empile.engine.random import new_stream

RESULTS = Path(__file__).parent / "results" / "analysis.md"
_HEAD = """\
# Noise of analyses

Written by `benchmarks/analysis_noise.py`: games between two bots of a level, each analysed twice (depth:
{depth}) with different streams. *Curve*, *loss* and *luck* are standard deviations of one analysis, in
returns from -1 to 1: of expected returns, of the losses of moves, of the luck of draws. *Agreed*
are turning points found by both analyses, of all found by either.

| game | level | games | events | seconds a game | curve | loss | luck | mistakes agreed | luck agreed |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


@dataclass
class Row:
    """Statistics of the games of one level."""

    game: str
    level: int
    games: int = 0
    events: int = 0
    seconds: float = 0.0
    curve: list[float] = field(default_factory=list[float])
    loss: list[float] = field(default_factory=list[float])
    luck: list[float] = field(default_factory=list[float])
    agreed: dict[str, list[int]] = field(
        default_factory=lambda: {"mistake": [0, 0], "luck": [0, 0]}
    )

    def take(self, one: Analysis, other: Analysis, seconds: float) -> None:
        """Add two analyses of a game."""
        self.games += 1
        self.events += one.events
        self.seconds += seconds / 2
        self.curve += [
            a - b
            for row, again in zip(one.expected, other.expected, strict=True)
            for a, b in zip(row, again, strict=True)
        ]
        self.loss += [a.loss - b.loss for a, b in zip(one.moves, other.moves, strict=True)]
        self.luck += [
            a - b
            for draw, again in zip(one.draws, other.draws, strict=True)
            for a, b in zip(draw.luck, again.luck, strict=True)
            if a != 0.0 or b != 0.0
        ]
        for kind, counts in self.agreed.items():
            found, again = (
                {point.event for point in each.turning_points if point.kind == kind}
                for each in (one, other)
            )
            counts[0] += len(found & again)
            counts[1] += len(found | again)

    def __str__(self) -> str:
        spreads = (_spread(self.curve), _spread(self.loss), _spread(self.luck))
        agreed = [f"{both} of {either}" for both, either in self.agreed.values()]
        return (
            f"| {self.game} | {self.level} | {self.games} | {self.events}"
            f" | {self.seconds / self.games:.1f} | {' | '.join(spreads)} | {' | '.join(agreed)} |"
        )


def _spread(differences: list[float]) -> str:
    """Return the standard deviation of one analysis, from differences of two."""
    if len(differences) < 2:
        return "-"
    return f"{statistics.pstdev(differences, 0.0) / 2**0.5:.3f}"


def played(game: empile.Game, level: int, seed: int) -> Record:
    """Return the record of a game between bots of a level."""
    match, stream = Match(game), new_stream(seed)
    chosen = levels_of(game)[level]
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        match.play_action(choose(match.state, chosen, stream))
        match.resolve_chance(stream, also_external=True)
    return match.record()


def run(game: empile.Game, level: int, games: int, depth: DepthName) -> Row:
    """Play and analyse ``games`` games."""
    row = Row(game.name, levels_of(game)[level].number)
    for seed in track(
        range(games), f"{game.name}, level {row.level}", console=Console(stderr=True)
    ):
        record = played(game, level, seed)
        begun = time.perf_counter()
        one, other = ([*analyse(record, depth=depth, seed=s)][-1] for s in (1, 2))
        row.take(one, other, time.perf_counter() - begun)
    return row


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=empile.game_names())
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--depth", choices=["quick", "deep"], default="quick")
    chosen = parser.parse_args()
    rows: list[Row] = []
    for name in [chosen.game] if chosen.game else empile.game_names():
        game = empile.load(name)
        rows += [run(game, level, chosen.games, chosen.depth) for level in (-2, -1)]
        print(*rows[-2:], sep="\n", flush=True)
    text = _HEAD.format(depth=chosen.depth) + "".join(f"{row}\n" for row in rows)
    if not chosen.game:
        RESULTS.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
