"""A game with its options, as the command line names it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empile.cli.errors import CommandError
from empile.cli.parser import whole_number
from empile.engine.plain import PlainDataError, read_json

if TYPE_CHECKING:
    from empile.engine.game import Game


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``GAME``, ``--players`` and ``--option``."""
    parser.add_argument("game", metavar="GAME", help="its name: `empile games` lists them")
    parser.add_argument(
        "--players", type=whole_number(), metavar="N", help="how many seats play (default: two)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="set option K to V (JSON, else a plain text; where the game has data of that name for"
        " K, as --option board=large, that data; for a data option also a file's name); may be repeated",
    )


def add_seed_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--seed``, 0 where nothing is said."""
    parser.add_argument(
        "--seed",
        type=whole_number(),
        default=0,
        metavar="S",
        help="a whole number from which all chance is made (default: 0)",
    )


def chosen_game(arguments: argparse.Namespace, *, headless: bool = False) -> Game:
    """Return the game that was asked for; raises :class:`empile.EmpileError`.

    With ``headless``, options that were not given default to values that need no hand.
    """
    from empile.engine.contracts.referee import headless_options
    from empile.engine.discovery import game_class
    from empile.engine.named import named_data

    found = game_class(arguments.game)
    kinds = {option.name: option.kind for option in found.options_offered}
    options: dict[str, Any] = {}
    if arguments.players is not None:
        options["players"] = arguments.players
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"--option takes K=V, such as players=3, not '{text}'")
        if name in options:
            raise CommandError(f"option '{name}' is given twice")
        named = named_data(found, name) if name in kinds else {}
        options[name] = read_value(value, named, is_data=kinds.get(name) == "data")
    if headless:
        options = {**headless_options(found), **options}
    return found(**options)


def read_value(text: str, named: Mapping[str, Any], *, is_data: bool) -> Any:
    """Return the value of an option: JSON, else what a data option's file holds, else data ``named``.

    A text that is none of these is the value itself, but for a data option an error.
    """
    try:
        return read_json(text)
    except PlainDataError as error:
        if text.lstrip()[:1] in ("{", "["):
            raise CommandError(f"this value looks like JSON but is not: {error}") from error
    if text == "house" or not is_data:
        return named.get(text, text)
    if text in named and not Path(text).exists():
        return named[text]
    try:
        return read_json(Path(text).read_bytes())
    except FileNotFoundError:
        known = f"; the game's own are named house{''.join(f', {name}' for name in named)}"
        raise CommandError(f"there is no file {text}{known}") from None
    except PlainDataError as error:
        raise CommandError(f"{text} does not hold JSON: {error}") from error
