"""Reading the words of the command line: which verb, and what it is asked."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

from empile import __version__
from empile.cli.errors import CommandError

VERBS = {
    "play": "play a game in the terminal, against bots or round one screen",
    "learn": "learn a game in the terminal, lesson by lesson",
    "serve": "open the table for browsers: here, in the house, or for the world",
    "games": "list the games, their options and their bots",
    "random": "play a game by random moves and print its record",
    "trace": "print a record's game move by move, as lines of JSON",
    "analyse": "tell how a game went: who could expect what, and where it turned",
    "tournament": "let bots of any kind play each other, and rate them",
    "picture": "draw a position of a record as SVG",
    "perft": "count the move sequences of a length: the check of a move generator",
    "bench": "measure how fast games are played and searched on this machine",
    "warm": "compile the rules of all games, so that nothing later waits for it",
}
"""What there is to do, in the order of the help; each is a module of ``empile.cli.verbs``."""

_ABOUT = """\
Modern block-stacking board games: their rules, bots, and a table to play at.

verbs:
{verbs}

examples:
  empile play block-ness                  a game against a bot, here in the terminal
  empile serve --open                     the same with pictures, in the browser
  empile random block-ness --seed 1 | empile trace -
                                          a random game, told move by move

`empile VERB --help` tells more about each.
"""


class Verb(Protocol):
    """What a module of ``empile.cli.verbs`` offers."""

    ABOUT: str
    """What it does and examples, for its help."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the verb's arguments. Nothing slow is imported for this."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it; return the exit status."""
        ...


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are single lines and whose help keeps its line ends."""

    def __init__(self, prog: str, about: str, usage: str | None = None) -> None:
        super().__init__(
            prog=prog,
            usage=usage,
            description=about,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong as a sentence."""
        raise CommandError(f"{message} (`{self.prog} --help` tells more)")


def parse(words: Sequence[str]) -> tuple[Verb, argparse.Namespace]:
    """Return the verb and its arguments; raises :class:`CommandError`.

    Help and version are printed here and end the program.
    """
    listed = "\n".join(f"  {name:<10} {summary}" for name, summary in VERBS.items())
    first = Parser("empile", _ABOUT.format(verbs=listed), "empile VERB ... [--help]")
    first.add_argument("--version", action="version", version=f"empile {__version__}")
    first.add_argument("verb", metavar="VERB", nargs="?", help=argparse.SUPPRESS)
    named = next((word for word in words if not word.startswith("-")), None)
    if named is None:
        first.parse_args(words)
        first.error("a verb is needed: " + ", ".join(VERBS))
    if named not in VERBS:
        first.error(f"there is no verb '{named}'; the verbs are {', '.join(VERBS)}")
    if words[0] != named:
        first.error(f"{words[0]} comes before the verb; it belongs after it")
    verb = cast(Verb, importlib.import_module(f"empile.cli.verbs.{named}"))
    parser = Parser(f"empile {named}", verb.ABOUT)
    verb.configure(parser)
    return verb, parser.parse_args(words[1:])


def whole_number(least: int | None = None, greatest: int | None = None) -> _WholeNumber:
    """Return a reader of whole numbers for ``add_argument(type=...)``."""
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
        return f" from {self.least} up" if self.least is not None else ""


def _short(text: str) -> str:
    return f"'{text}'" if len(text) <= 40 else f"'{text[:37]}...'"
