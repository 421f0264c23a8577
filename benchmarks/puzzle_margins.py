"""Measure which margin of a middlegame puzzle is stable at ten times as many simulations.

    python benchmarks/puzzle_margins.py [--game blox] [--positions 60]

Takes positions from games of experts in which a short search sees a best move, compares it with its
rivals by three searches of the strongest level, and again with ten times as many simulations. A
position is stable if all searches prefer the same move. Writes ``benchmarks/results/puzzle-margins.json``
and ``.md``; a run for one game keeps the others. Takes about a quarter of an hour.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

import empile
from empile.bots import choose, levels_of
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import Game, State
from empile.engine.random import Stream, new_stream, split
from empile.puzzles.searching import DEEPEST, compare, short_margin

RESULTS = Path(__file__).parent / "results"
SEATS = {"block-ness": (2, 3), "blox": (2, 4), "block-out": (2, 4), "on-top": (2, 4)}
BINS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 2.1)
_SEED = 270
_EXPERT = 3
_LEAST = 0.02
"""Margin in a short search: equal moves say nothing."""
_LEAST_MOVES = 4
_OF_A_GAME = 5
_HEAD = """\
# Margins of middlegame puzzles

Written by `benchmarks/puzzle_margins.py`: positions of games between experts, by the margin that three searches of the
strongest level find between the best move and its rivals (in returns, -1 to 1). *Stable*: share in which three searches with
ten times as many simulations prefer the same move. *Margin kept*: share in which they find at least half of the margin.

| game | margin | positions | stable | margin kept |
| --- | --- | --- | --- | --- |
"""


class Weighed(NamedTuple):
    """A position at two depths."""

    margin: float
    """At the strongest level; 0 if its searches disagree."""
    is_stable: bool
    deep_margin: float
    """At ten times the simulations."""


def weigh(state: State) -> Weighed:
    """Compare the moves of a position at both depths."""
    shallow = compare(state, 1)
    if shallow.margin <= 0:
        return Weighed(0.0, False, 0.0)
    deep = compare(state, DEEPEST)
    is_stable = list(deep.best) == list(shallow.best)
    return Weighed(shallow.margin, is_stable, deep.margin if is_stable else 0.0)


def positions(game: Game, stream: Stream) -> Iterator[State]:
    """Yield positions of games between experts in which a best move is seen, without end."""
    expert, number = levels_of(game)[_EXPERT], 0
    kind = next(one for one in game.puzzles.kinds if one.proof == "search")
    while True:
        own, number, taken = split(stream, number), number + 1, 0
        match = empile.Match(game)
        match.resolve_chance(own, also_external=True)
        while not match.state.is_terminal() and taken < _OF_A_GAME:
            state = match.state
            if len(state.legal_actions()) >= _LEAST_MOVES:
                for start in game.puzzles.starts(state, kind):
                    if short_margin(start, _LEAST, split(own, len(match.events))) is not None:
                        taken += 1
                        yield start
            match.play_action(choose(state, expert, own))
            match.resolve_chance(own, also_external=True)


def measure(name: str, wanted: int) -> list[Weighed]:
    """Return so many positions in which the searches of the strongest level agree."""
    found: list[Weighed] = []
    for seats in SEATS[name]:
        game = empile.load(name, players=seats, **headless_options(game_class(name)))
        own: list[Weighed] = []
        for state in positions(game, new_stream(_SEED + seats)):
            weighed = weigh(state)
            if weighed.margin > 0:
                own.append(weighed)
            if len(own) >= wanted // len(SEATS[name]):
                break
        found += own
    return found


def rows(name: str, found: Sequence[Weighed]) -> Iterator[str]:
    """Yield the rows of a game, a bin in each."""
    for low, high in pairwise(BINS):
        own = [one for one in found if low < one.margin <= high]
        if own:
            stable = sum(one.is_stable for one in own) / len(own)
            kept = sum(one.deep_margin >= one.margin / 2 for one in own) / len(own)
            label = f"{low} to {high}" if high < 2 else f"over {low}"
            yield f"| {name} | {label} | {len(own)} | {stable:.2f} | {kept:.2f} |"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", choices=SEATS, action="append", help="may be repeated")
    parser.add_argument("--positions", type=int, default=60, help="of each game")
    given = parser.parse_args()
    path = RESULTS / "puzzle-margins.json"
    data: dict[str, list[tuple[float, bool, float]]] = (
        json.loads(path.read_text("utf-8")) if path.exists() else {}
    )
    for name in given.game or SEATS:
        data[name] = [
            (round(one.margin, 4), one.is_stable, round(one.deep_margin, 4))
            for one in measure(name, given.positions)
        ]
        path.write_text(json.dumps(data) + "\n", "utf-8")
    found = {name: [Weighed(*row) for row in own] for name, own in data.items()}
    text = "\n".join(row for name in SEATS if name in found for row in rows(name, found[name]))
    (RESULTS / "puzzle-margins.md").write_text(f"{_HEAD}{text}\n", "utf-8")
    Console(width=200).print(text)


if __name__ == "__main__":
    main()
