"""Who may enter a tournament, as texts name them.

========================  ==================================================================
``level:3``               our bots, as strong as a table's of that level
``random``                any legal move, each as likely as any other
``python:module:function``  a function of a state and a stream that returns one of its actions
``program:./bot --fast``  a program, started for each game: lines over its standard input and output
``socket:host:port``      a program that listens there: a connection for each game
========================  ==================================================================

``NAME=`` before it is what it is called in the table: ``deep=program:./bot --depth 9``. The same
entrant may enter twice under two names.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from empile.arena.errors import ArenaError
from empile.bots.choosing import levels_of
from empile.engine.game import Game

Kind = Literal["level", "random", "python", "program", "socket"]

_NAMED = re.compile(r"(?P<name>[^=:]+)=(?P<told>.*)", re.DOTALL)
_FORMS = "level:N, random, python:MODULE:FUNCTION, program:COMMAND or socket:HOST:PORT"
LONGEST_NAME = 60


class Entrant(msgspec.Struct, frozen=True):
    """Who enters: a name, a kind, and what the kind needs to know."""

    name: str
    kind: Kind
    what: str = ""
    """``level``: its number; ``python``: ``module:function``; ``program``: the command line;
    ``socket``: ``host:port``."""
    level: dict[str, Any] | None = None
    """How strong a level is, as numbers: a level that was changed is another entrant."""


def read_entrants(texts: Sequence[str], game: Game) -> tuple[Entrant, ...]:
    """Return who enters a tournament of ``game``; raises :class:`ArenaError`."""
    entrants = tuple(_read(text, game) for text in texts)
    if len(entrants) < 2:
        raise ArenaError("a tournament takes at least two entrants")
    names = [entrant.name for entrant in entrants]
    for name in names:
        if names.count(name) > 1:
            raise ArenaError(
                f"'{name}' is entered twice: call one of them otherwise, as again={name}"
            )
    return entrants


def address_of(entrant: Entrant) -> tuple[str, int]:
    """Return host and port of an entrant that listens."""
    host, _, port = entrant.what.rpartition(":")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _read(text: str, game: Game) -> Entrant:
    named = _NAMED.fullmatch(text)
    name, told = (named["name"].strip(), named["told"]) if named else (text.strip(), text)
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        if named or not name:
            raise ArenaError(f"an entrant's name has 1 to {LONGEST_NAME} printable letters")
        raise ArenaError(f"'{text}' is too long for a name: give it one, as bot={text}")
    kind, colon, what = told.strip().partition(":")
    match kind:
        case "level":
            return _level(name, what, game)
        case "random" if not colon:
            return Entrant(name, "random")
        case "python":
            if not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*", what):
                raise ArenaError(
                    f"'{told}' must be python:MODULE:FUNCTION, as python:bots.mine:play"
                )
            return Entrant(name, "python", what)
        case "program":
            _command(what)
            return Entrant(name, "program", what)
        case "socket":
            port = re.fullmatch(r".+:(\d{1,5})", what)
            if port is None or not 0 < int(port[1]) < 65536:
                raise ArenaError(f"'{told}' must be socket:HOST:PORT, as socket:localhost:9000")
            return Entrant(name, "socket", what)
        case _:
            raise ArenaError(f"'{told}' is no entrant: they are {_FORMS}")


def _level(name: str, what: str, game: Game) -> Entrant:
    levels = {str(level.number): level for level in levels_of(game)}
    if what not in levels:
        raise ArenaError(f"there is no level {what or '?'}: {game.name} has {', '.join(levels)}")
    return Entrant(name, "level", what, msgspec.to_builtins(levels[what]))


def _command(what: str) -> None:
    """Refuse a command line that nothing can come of."""
    try:
        words = shlex.split(what)
    except ValueError as error:
        raise ArenaError(f"'program:{what}' cannot be read: {error}") from None
    if not words:
        raise ArenaError("program: takes a command line, as program:./bot --fast")
    if shutil.which(words[0]) is None:
        raise ArenaError(f"there is no program {words[0]} that could be started")
