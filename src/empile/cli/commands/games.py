"""``empile games``: lists the installed games."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.engine.options import Option

ABOUT = """\
List the games with their options, the defaults, and the levels of their bots.

examples:
  empile games
  empile random block-ness --seed 1 --option variant=expert
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def run(arguments: argparse.Namespace) -> int:
    import empile
    from empile.engine.discovery import describe_error

    for name in empile.game_names():
        try:
            lines = _described(empile.load(name))
        except Exception as error:  # whatever its author has not finished
            lines = [f"{name}  (cannot be used: {describe_error(error)})"]
        print(*lines, sep="\n")
    return 0


def _described(game: Game) -> list[str]:
    return [
        f"{game.name}  (rules version {game.rules_version})",
        *(f"  --option {one.name}={_values(one, game)}" for one in game.options_offered),
        f"  --level  {_levels(game)}",
    ]


def _values(option: Option, game: Game) -> str:
    default = _shown(game.options[option.name])
    if option.kind == "data":
        return f"FILE  (default: {default})"
    if option.kind == "number":
        return f"{option.values[0]}..{option.values[1]}  (default: {default})"
    if option.values:
        return f"{'|'.join(_shown(value) for value in option.values)}  (default: {default})"
    return f"LIST  (default: {default})"


def _levels(game: Game) -> str:
    from empile.bots import levels_of
    from empile.cli.i18n import level_name

    return ", ".join(f"{level.number} {level_name(game, level)}" for level in levels_of(game))


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
