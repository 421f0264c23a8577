"""What ``empile puzzles`` does."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from empile.cli.errors import CommandError
from empile.cli.game_args import chosen_game
from empile.cli.progress import ProgressUpdate, progress

if TYPE_CHECKING:
    from empile.puzzles.puzzle import Puzzle


def _list(arguments: argparse.Namespace) -> int:
    for puzzle in _shipped(arguments.game):
        themes = " ".join(puzzle.themes) or "-"
        print(f"{puzzle.id}  {puzzle.rating:4}  {puzzle.kind:6}  {themes:24}  {puzzle.line[0]}")
    return 0


def _mine(arguments: argparse.Namespace) -> int:
    from empile.engine.random import new_stream
    from empile.puzzles.mining import mine

    game = chosen_game(arguments, headless=True)
    kinds = [kind for kind in game.puzzles.kinds if arguments.kind in (None, kind.name)]
    if not kinds:
        names = ", ".join(kind.name for kind in game.puzzles.kinds)
        raise CommandError(f"{game.name} has puzzles of these kinds: {names}")
    if arguments.records is not None:
        return _mine_records(arguments, game.name)
    total = len(kinds) * arguments.games
    with progress(f"puzzles of {game.name}") as update:
        for number, kind in enumerate(kinds):
            stream = new_stream(arguments.seed)
            told = partial(_advance, update, number * arguments.games, total)
            for puzzle in mine(game, kind, arguments.games, stream, told):
                print(puzzle.to_json(), flush=True)
    return 0


def _mine_records(arguments: argparse.Namespace, game: str) -> int:
    from empile.engine.errors import RecordError
    from empile.engine.random import new_stream, split
    from empile.puzzles.mining import mine_record
    from empile.puzzles.recorded import read_games

    try:
        records = [one for name in arguments.records for one in read_games(Path(name), game)]
        with progress(f"puzzles of {game}") as update:
            for number, record in enumerate(records):
                update(number, len(records))
                stream = split(new_stream(arguments.seed), number)
                for kind in record.load_game().puzzles.kinds:
                    if arguments.kind in (None, kind.name):
                        for puzzle in mine_record(record, kind, stream):
                            print(puzzle.to_json(), flush=True)
    except RecordError as error:
        raise CommandError(str(error)) from error
    return 0


def _advance(update: ProgressUpdate, before: int, total: int, done: int) -> None:
    update(before + done, total)


def _prove(arguments: argparse.Namespace) -> int:
    from empile.puzzles.library import read_puzzles
    from empile.puzzles.proving import prove
    from empile.puzzles.puzzle import PuzzleError

    path = Path(arguments.source)
    try:
        puzzles = [*read_puzzles(path)] if path.exists() else _shipped(arguments.source)
    except PuzzleError as error:
        raise CommandError(str(error)) from error
    step = 1 if arguments.sample is None else max(1, len(puzzles) // arguments.sample)
    chosen = puzzles[::step][: arguments.sample]
    with progress("proofs") as update:
        for done, puzzle in enumerate(chosen):
            update(done, len(chosen))
            try:
                prove(puzzle)
            except PuzzleError as error:
                raise CommandError(str(error)) from error
    print(f"{len(chosen)} of {len(puzzles)} puzzles proven")
    return 0


def _shipped(name: str) -> list[Puzzle]:
    from empile.engine.errors import UnknownGameError
    from empile.puzzles.library import load_puzzles

    try:
        puzzles = load_puzzles(name)
    except UnknownGameError as error:
        raise CommandError(str(error)) from error
    if not puzzles:
        raise CommandError(f"{name} has no puzzles; `empile puzzles mine {name}` finds some")
    return [*puzzles]


ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "list": _list,
    "mine": _mine,
    "prove": _prove,
}
