"""Parses the command line: selects a command and reads its arguments."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

from empile import __version__
from empile.cli.errors import CommandError
from empile.cli.program import SERVER_MISSING, has_server, program_name, with_program_name
from empile.engine.text.addresses import split_address

VERBS = {
    "play": "play a game in the terminal, against bots or other people",
    "learn": "learn a game in the terminal, lesson by lesson",
    "solo": "solve puzzles in the terminal, alone",
    "serve": "start the server for browsers on this machine, in your network or for everyone",
    "tables": "list, export and delete the tables of a server",
    "members": "list, invite, recover and ban the accounts of a server",
    "ratings": "compute the ratings of a server's members again",
    "push-keys": "make the keys with which a server pushes notices",
    "backup": "copy the store of a server to a file, also while it runs",
    "restore": "replace the data file of a server by a backup",
    "copy": "copy a store to another, such as a PostgreSQL database",
    "work": "make the moves of bots for several servers",
    "migrate": "bring a store to this version of Empile",
    "doctor": "check the store of a server event by event",
    "games": "list the games, their options and their bots",
    "random": "play a game with random moves and print its record",
    "trace": "print a recorded game move by move, as lines of JSON",
    "analyse": "analyse a recorded game, or find the best moves of a position",
    "puzzles": "list, find and prove puzzles: positions with one right move",
    "study": "check and show studies with variations, and make lessons of them",
    "tournament": "run a tournament between bots and rate them",
    "eval": "measure a language model or a program on the games",
    "train": "train a network by self-play, for bots and research",
    "mcp": "let language models play by tools (Model Context Protocol)",
    "picture": "draw a position of a recorded game as SVG",
    "check-game": "check a game and say what it lacks, step by step",
    "new-game": "write the folder of a new game that runs and passes its checks",
    "build": "write the rules of a game for web pages, as WebAssembly",
    "perft": "count the move sequences of a length, to verify a move generator",
    "bench": "measure the speed of games and of the search on this machine",
    "warm": "compile the rules of all games in advance",
}
"""Commands in the order of the help."""

_FOR_STORES = frozenset(
    {
        "tables",
        "members",
        "ratings",
        "push-keys",
        "backup",
        "restore",
        "copy",
        "work",
        "migrate",
        "doctor",
    }
)
"""Commands in ``empile.cli.commands.store``; the others are in ``empile.cli.commands``."""

_ABOUT = """\
Modern block-stacking board games: rules, bots, and a server to play in the browser.

{without}

commands:
{verbs}

examples:
  empile play block-ness                  play against a bot in the terminal
  empile random block-ness --seed 1 | empile trace -
                                          print a random game move by move

Run `empile COMMAND --help` for details.
"""

_HELP = ("-h", "--help", "--version")
_WITHOUT_COMMAND = ("serve", "--open")
_OPENS = "Without a command, it starts the server and opens the table in the browser."


class Verb(Protocol):
    """The interface of a module in ``empile.cli.commands``."""

    ABOUT: str
    """Description and examples for the help."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments. Must not import slow modules."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command; return the exit status."""
        ...


class Parser(argparse.ArgumentParser):
    """An argument parser with one-line errors and unwrapped help."""

    def __init__(self, prog: str, about: str, usage: str | None = None) -> None:
        super().__init__(
            prog=prog,
            usage=usage,
            description=with_program_name(about),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Raise :class:`CommandError`."""
        raise CommandError(f"{message} (see `{self.prog} --help`)")


def verb_of(name: str) -> Verb:
    """Return the module of a command."""
    folder = "empile.cli.commands.store" if name in _FOR_STORES else "empile.cli.commands"
    return cast(Verb, importlib.import_module(f"{folder}.{name.replace('-', '_')}"))


def parse(words: Sequence[str]) -> tuple[Verb, argparse.Namespace]:
    """Return the command and its arguments. Raises :class:`CommandError`.

    Without a command, the options are those of ``serve --open``. Prints help and version here and
    exits.
    """
    program = program_name()
    listed = "\n".join(f"  {name:<10} {summary}" for name, summary in VERBS.items())
    about = _ABOUT.format(
        verbs=listed, without=_OPENS if has_server() else f"Here {SERVER_MISSING}."
    )
    first = Parser(program, about, f"{program} [COMMAND ...] [--help]")
    first.add_argument("--version", action="version", version=f"empile {__version__}")
    first.add_argument("verb", metavar="COMMAND", nargs="?", help=argparse.SUPPRESS)
    if words and words[0] in _HELP:
        first.parse_args(words)
    if not words or words[0].startswith("-"):
        late = next((word for word in words if word in VERBS), None)
        if late is not None:
            first.error(f"{words[0]} must come after the command '{late}'")
        if not has_server():
            first.error(f"a command is missing: choose one of {', '.join(VERBS)}")
        words = [*_WITHOUT_COMMAND, *words]
    named = words[0]
    if named not in VERBS:
        first.error(f"there is no command '{named}': choose one of {', '.join(VERBS)}")
    verb = verb_of(named)
    parser = Parser(f"{program} {named}", verb.ABOUT)
    verb.configure(parser)
    return verb, parser.parse_args(words[1:])


def server_address(text: str) -> str:
    """Return the address of a server, for ``add_argument(type=...)``."""
    parts = split_address(text)
    if parts is None or parts.scheme not in ("http", "https") or parts.path.strip("/"):
        raise argparse.ArgumentTypeError(
            f"{_short(text)} is not an address, such as https://play.example.org"
        )
    return text.rstrip("/")


def whole_number(least: int | None = None, greatest: int | None = None) -> _WholeNumber:
    """Return a parser of whole numbers for ``add_argument(type=...)``."""
    return _WholeNumber(least, greatest)


class _WholeNumber:
    def __init__(self, least: int | None, greatest: int | None) -> None:
        self.least, self.greatest = least, greatest

    def __call__(self, text: str) -> int:
        if re.fullmatch(r"[+-]?[0-9]{1,4000}", text):
            number = int(text)
            too_small = self.least is not None and number < self.least
            if not too_small and (self.greatest is None or number <= self.greatest):
                return number
        raise argparse.ArgumentTypeError(f"{_short(text)} is not a whole number{self._bounds()}")

    def _bounds(self) -> str:
        if self.least is not None and self.greatest is not None:
            return f" from {self.least} to {self.greatest}"
        return f" of at least {self.least}" if self.least is not None else ""


def _short(text: str) -> str:
    return f"'{text}'" if len(text) <= 40 else f"'{text[:37]}...'"
