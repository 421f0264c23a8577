"""``empile build``: the rules of a game for web pages."""

from __future__ import annotations

import argparse
from pathlib import Path

from empile.cli.errors import CommandError
from empile.cli.game_args import add_game_arguments, chosen_game

ABOUT = """\
Write the rules and the search of a game for web pages and Node:

  GAME.wasm               the rules as WebAssembly, the same for all options
  GAME-N.json, GAME-N.bin what a page needs beside them, for N players

The first time this compiles for up to a minute; later the module is kept until a source changes. Without
--players and --option the files for each number of players are written, with the defaults of other options.

A game whose views, moves or messages are not written by its rules needs a server in pages. Its module
can be searched all the same, and the command says why. It also says why the picture of a game without a board
of its own is drawn at a server only.

examples:
  empile build block-ness
  empile build on-top --players 3 --option board=large --out public/games
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, default=Path(), help="where to write (default: here)"
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.engine.wasm import bundle, rules_module
    from empile.engine.wasm.bundle import standard_bundles

    game = chosen_game(arguments)
    folder: Path = arguments.out.expanduser()
    if not folder.is_dir():
        raise CommandError(f"there is no folder {folder}")
    bundles = {game.num_players: bundle(game)} if arguments.players or arguments.option else {}
    bundles = bundles or standard_bundles(type(game))
    # First what takes no time, and finds out whether the folder can be written.
    for players, parts in bundles.items():
        parts.write(folder, f"{game.name}-{players}")
    (folder / f"{game.name}.wasm").write_bytes(rules_module(game))
    names = [f"{game.name}-{players}.{kind}" for players in bundles for kind in ("json", "bin")]
    for path in (folder / name for name in (f"{game.name}.wasm", *names)):
        print(f"{path}  {path.stat().st_size / 1e3:.1f} kB")
    reason = game.presenter.server_reason
    if reason:
        print(f"Pages play {game.name} at a server only: {reason}.")
    elif game.presenter.picture_reason:
        print(f"Pages draw {game.name} at a server only: {game.presenter.picture_reason}.")
    return 0
