"""Command line arguments for a game and its options."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empile.cli.errors import CommandError
from empile.cli.parser import whole_number
from empile.engine.errors import EmpileError, IllegalActionError, NotationError
from empile.engine.strict_json import PlainDataError, is_object, read_json

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.engine.match import Match


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``GAME``, ``--players`` and ``--option``."""
    parser.add_argument("game", metavar="GAME", help="name of the game; `empile games` lists them")
    add_option_arguments(parser)


def add_option_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--players`` and ``--option``."""
    parser.add_argument(
        "--players", type=whole_number(), metavar="N", help="number of players (default: 2)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="set option K to V; V is JSON, plain text, the name of a preset of the game (as in"
        " --option board=large) or, for a data option, a file; may be repeated",
    )


def add_seed_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--seed``, 0 by default."""
    parser.add_argument(
        "--seed",
        type=whole_number(),
        default=0,
        metavar="S",
        help="random seed, a whole number (default: 0)",
    )


def add_start_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--start`` and ``--after``."""
    parser.add_argument(
        "--start",
        metavar="FILE",
        help="begin from the position in FILE, an object of JSON or a line of `empile trace`"
        " (- for stdin)",
    )
    parser.add_argument(
        "--after",
        metavar="MOVES",
        help="first play these moves and chance events, separated by spaces or semicolons",
    )


def chosen_match(arguments: argparse.Namespace, *, headless: bool = False) -> Match:
    """Return a match at the position that was asked for; raises :class:`empile.EmpileError`."""
    from empile.engine.match import Match

    game = chosen_game(arguments, headless=headless)
    if arguments.start is None:
        match = Match(game)
    else:
        match = Match.from_position(game, _read_position(arguments.start))
    after: str = arguments.after or ""
    for text in after.split(";"):
        _play(match, text.split())
    return match


def _read_position(name: str) -> dict[str, Any]:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        position = read_json(data)
    except FileNotFoundError:
        raise CommandError(f"there is no file {name}") from None
    except PlainDataError as error:
        raise CommandError(f"{name} is not valid JSON: {error}") from error
    if is_object(position) and is_object(position.get("position")):
        position = position["position"]  # a line of `empile trace`
    if not is_object(position):
        raise CommandError(f"{name} must contain a position object, as in a line of `empile trace`")
    return position


def _play(match: Match, words: list[str]) -> None:
    """Play events whose texts are one or more of ``words``, the shortest that fit."""
    while words:
        refusal: EmpileError | None = None
        for end in range(1, len(words) + 1):
            try:
                match.play(" ".join(words[:end]))
            except (IllegalActionError, NotationError) as error:
                refusal = refusal or error
            else:
                words = words[end:]
                break
        else:
            raise CommandError(f"--after: event {len(match.events)}, '{words[0]}': {refusal}")


def chosen_game(arguments: argparse.Namespace, *, headless: bool = False) -> Game:
    """Return the game that was asked for; raises :class:`empile.EmpileError`.

    With ``headless``, options that were not given default to values that need no hand.
    """
    from empile.engine.contracts.referee import headless_options
    from empile.engine.discovery import game_class
    from empile.engine.presets import option_presets

    found = game_class(arguments.game)
    kinds = {option.name: option.kind for option in found.options_offered}
    options: dict[str, Any] = {}
    if arguments.players is not None:
        options["players"] = arguments.players
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(
                f"'{text}' is not an option: write --option K=V, for example --option players=3"
            )
        if name in options:
            raise CommandError(f"option '{name}' is given twice")
        named = option_presets(found, name) if name in kinds else {}
        options[name] = read_value(value, named, is_data=kinds.get(name) == "data")
    if headless:
        options = {**headless_options(found), **options}
    return found(**options)


def read_value(text: str, named: Mapping[str, Any], *, is_data: bool) -> Any:
    """Parse an option's value: JSON, else the file of a data option, else a preset from ``named``.

    Any other text is the value itself; for data options, it is an error.
    """
    try:
        return read_json(text)
    except PlainDataError as error:
        if text.lstrip()[:1] in ("{", "["):
            raise CommandError(
                f"the value of an option looks like JSON but is not valid: {error}"
            ) from error
    if text == "house" or not is_data:
        return named.get(text, text)
    if text in named and not Path(text).exists():
        return named[text]
    try:
        return read_json(Path(text).read_bytes())
    except FileNotFoundError:
        known = f"; the game's presets are house{''.join(f', {name}' for name in named)}"
        raise CommandError(f"there is no file {text}{known}") from None
    except PlainDataError as error:
        raise CommandError(f"{text} is not valid JSON: {error}") from error
