"""Find the puzzles that are shipped, and measure the speed and the yield of the miner.

    python benchmarks/mine_puzzles.py [--game block-ness] [--share 1.0]

Plays games of bots for each game, kind and number of players until there are enough puzzles, without
near-duplicates and with no theme in more than 40 % of a game's puzzles. Writes ``benchmarks/results/puzzles.md`` and the
file ``puzzles.jsonl`` of each game; ``benchmarks/results/puzzles.json`` has the number of games, so
that a later run goes on. Delete it, and those files, after a change of rules, bots or kinds. A puzzle
takes 1 to 30 seconds of processor time, all of them about an hour.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console

import empile
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.random import new_stream, split
from empile.puzzles.library import file_of, near, read_puzzles, write_puzzles
from empile.puzzles.mining import Tally, mine
from empile.puzzles.puzzle import Puzzle, short_options

RESULTS = Path(__file__).parent / "results"
_COUNTS = RESULTS / "puzzles.json"
_SEED = 27
_MOST_OF_A_THEME = 125
"""Half of the puzzles of a game."""
_MOST_GAMES = 60
"""For each puzzle that is wanted."""
_HEAD = """\
# Puzzles found in games of bots

Written by `benchmarks/mine_puzzles.py`: games between bots of the levels regular, expert and, except for middlegames, master.
*Positions* that were looked at and *candidates*, for each game: positions with one good move, or, in middlegames, positions whose
proof was begun. *Yield*: share of games with a puzzle. *Kept*: puzzles that are shipped, without near-duplicates and too frequent
themes. *Seconds*: processor time for each of them, games, proofs and ratings included. *Margin*: the median difference between
the right move and the next best one, in returns (-1 to 1) or points.

| game | players | kind | games | positions | candidates | yield | kept | seconds | margin | rating, median |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


class Wanted(NamedTuple):
    """How many puzzles of a kind are looked for."""

    game: str
    kind: str
    options: Mapping[str, Any]
    number: int


WANTED = (
    Wanted("block-ness", "ending", {"players": 2}, 112),
    Wanted("block-ness", "ending", {"players": 2, "variant": "expert"}, 40),
    Wanted("block-ness", "ending", {"players": 3}, 60),
    Wanted("block-ness", "ending", {"players": 4}, 38),
    Wanted("on-top", "ending", {"players": 2}, 15),
    Wanted("on-top", "ending", {"players": 3}, 10),
    Wanted("on-top", "points", {"players": 2}, 24),
    Wanted("on-top", "points", {"players": 3}, 22),
    Wanted("on-top", "points", {"players": 4}, 20),
    Wanted("on-top", "middlegame", {"players": 2}, 65),
    Wanted("on-top", "middlegame", {"players": 3}, 50),
    Wanted("on-top", "middlegame", {"players": 4}, 50),
    Wanted("blox", "points", {"players": 2}, 26),
    Wanted("blox", "points", {"players": 3}, 50),
    Wanted("blox", "points", {"players": 4}, 49),
    Wanted("blox", "middlegame", {"players": 2}, 60),
    Wanted("blox", "middlegame", {"players": 3}, 33),
    Wanted("blox", "middlegame", {"players": 4}, 32),
    Wanted("block-out", "cards", {"players": 2}, 29),
    Wanted("block-out", "cards", {"players": 3}, 30),
    Wanted("block-out", "cards", {"players": 4}, 30),
    Wanted("block-out", "cards", {"players": 5}, 37),
    Wanted("block-out", "cards", {"players": 6}, 37),
    Wanted("block-out", "middlegame", {"players": 2}, 25),
    Wanted("block-out", "middlegame", {"players": 3}, 20),
    Wanted("block-out", "middlegame", {"players": 4}, 20),
    Wanted("block-out", "middlegame", {"players": 5}, 15),
    Wanted("block-out", "middlegame", {"players": 6}, 15),
)


@dataclass
class Mined:
    """What has been found of a kind."""

    games: int = 0
    found: int = 0
    """Games with a puzzle."""
    seconds: float = 0.0
    counted: int = 0
    """Games of which positions and candidates were counted."""
    positions: int = 0
    candidates: int = 0
    puzzles: list[Puzzle] = field(default_factory=list[Puzzle])

    def takes(self, puzzle: Puzzle, themes: Mapping[str, int]) -> bool:
        """Return whether a puzzle is new, and its theme not too frequent among those of the game."""
        is_frequent = themes.get(_theme(puzzle), 0) >= _MOST_OF_A_THEME
        return not is_frequent and not any(near(puzzle, one) for one in self.puzzles)


def _theme(puzzle: Puzzle) -> str:
    return puzzle.themes[0] if puzzle.themes else ""


def dig(wanted: Wanted, number: int, console: Console) -> Mined:
    """Play games until there are ``number`` puzzles; keep what was found after each game."""
    options = {**headless_options(game_class(wanted.game)), **wanted.options}
    game = empile.load(wanted.game, **options)
    kind = next(one for one in game.puzzles.kinds if one.name == wanted.kind)
    mined = _read(game, wanted)
    themes = Counter(map(_theme, _shipped(wanted)))
    while len(mined.puzzles) < number and mined.games < _MOST_GAMES * number:
        begun, tally = time.process_time(), Tally()
        found = [*mine(game, kind, 1, split(new_stream(_SEED), mined.games), tally=tally)]
        mined.seconds += time.process_time() - begun
        mined.games += 1
        mined.counted += 1
        mined.positions += tally.positions
        mined.candidates += tally.candidates
        mined.found += bool(found)
        taken = [puzzle for puzzle in found if mined.takes(puzzle, themes)]
        themes.update(map(_theme, taken))
        mined.puzzles += taken
        _write(wanted, mined, taken)
    console.print(_row(wanted, mined))
    return mined


def _name(wanted: Wanted) -> str:
    return " ".join([wanted.game, wanted.kind, *map(str, wanted.options.values())])


def _read(game: empile.Game, wanted: Wanted) -> Mined:
    counts = _counts()
    own = {"players": game.num_players, **_of_kind(short_options(game))}
    puzzles = [
        puzzle
        for puzzle in _shipped(wanted)
        if puzzle.kind == wanted.kind and _of_kind(puzzle.options) == _of_kind(own)
    ]
    return Mined(**counts.get(_name(wanted), {}), puzzles=puzzles)


def _shipped(wanted: Wanted) -> list[Puzzle]:
    path = file_of(wanted.game)
    return [*read_puzzles(path)] if path.exists() else []


def _counts() -> dict[str, dict[str, Any]]:
    return json.loads(_COUNTS.read_text("utf-8")) if _COUNTS.exists() else {}


def _of_kind(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options without those that a game sets for each puzzle."""
    return {key: value for key, value in options.items() if key != "turn_limit"}


def _write(wanted: Wanted, mined: Mined, taken: Sequence[Puzzle]) -> None:
    path = file_of(wanted.game)
    if taken:
        write_puzzles(path, [*_shipped(wanted), *taken])
    counts = _counts()
    counts[_name(wanted)] = {
        "games": mined.games,
        "found": mined.found,
        "seconds": round(mined.seconds, 1),
        "counted": mined.counted,
        "positions": mined.positions,
        "candidates": mined.candidates,
    }
    _COUNTS.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")


def _row(wanted: Wanted, mined: Mined) -> str:
    kept, players = len(mined.puzzles), wanted.options["players"]
    variant = f" ({wanted.options['variant']})" if "variant" in wanted.options else ""
    counted = max(1, mined.counted)
    cells = [
        wanted.game,
        str(players),
        wanted.kind + variant,
        str(mined.games),
        f"{mined.positions / counted:.1f}" if mined.counted else "",
        f"{mined.candidates / counted:.1f}" if mined.counted else "",
        f"{mined.found / max(1, mined.games):.2f}",
        str(kept),
        f"{mined.seconds / kept:.1f}" if kept else "",
        f"{median(one.best - one.next for one in mined.puzzles):.2f}" if kept else "",
        f"{median(one.rating for one in mined.puzzles):.0f}" if kept else "",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Mine and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", action="append", help="of this game only; may be repeated")
    parser.add_argument("--share", type=float, default=1.0, help="of the puzzles that are wanted")
    given = parser.parse_args()
    console = Console(width=200)
    chosen = [one for one in WANTED if given.game is None or one.game in given.game]
    found = [(one, dig(one, round(given.share * one.number), console)) for one in chosen]
    if given.game is None:
        rows = [_row(wanted, mined) for wanted, mined in found]
        (RESULTS / "puzzles.md").write_text(_HEAD + "\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
