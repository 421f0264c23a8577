"""Entrants of a tournament and their specifications.

===========================  ==========================================================
``level:3``                  a bot level
``random``                   uniformly random moves
``network``                  the network that comes with the game
``network:best.npz``         a network of ``empile train``; ``best.npz@400``: 400 simulations a move
``python:module:function``   a function of a state and a stream that returns an action
``program:./bot --fast``     a program, started for each game, on standard input and output
``socket:host:port``         a listening program, connected for each game
===========================  ==========================================================

A prefix ``NAME=`` sets the display name: ``deep=program:./bot --depth 9``.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from empile.arena.errors import ArenaError
from empile.bots.policy import levels_of
from empile.engine.game import Game
from empile.networks.errors import NetworkError
from empile.networks.files import load_network
from empile.networks.network import Network
from empile.networks.shipped import shipped_network

Kind = Literal["level", "random", "network", "python", "program", "socket"]

_NAMED = re.compile(r"(?P<name>[^=:]+)=(?P<spec>.*)", re.DOTALL)
_FORMS = (
    "level:N, random, network:FILE, python:MODULE:FUNCTION, program:COMMAND or socket:HOST:PORT"
)
LONGEST_NAME = 60


class Entrant(msgspec.Struct, frozen=True):
    """A bot in a tournament."""

    name: str
    kind: Kind
    what: str = ""
    """What follows the kind in the specification, e.g. a level's number or a command line."""
    level: dict[str, Any] | None = None
    """The level's parameters."""


def read_entrants(texts: Sequence[str], game: Game) -> tuple[Entrant, ...]:
    """Parse specifications; raises :class:`ArenaError`."""
    entrants = tuple(_read(text, game) for text in texts)
    if len(entrants) < 2:
        raise ArenaError("a tournament needs at least two entrants")
    names = [entrant.name for entrant in entrants]
    for name in names:
        if names.count(name) > 1:
            raise ArenaError(f"'{name}' is entered twice: name one of them, e.g. again={name}")
    return entrants


def address_of(entrant: Entrant) -> tuple[str, int]:
    host, _, port = entrant.what.rpartition(":")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _read(text: str, game: Game) -> Entrant:
    named = _NAMED.fullmatch(text)
    name, spec = (named["name"].strip(), named["spec"]) if named else (text.strip(), text)
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        if named or not name:
            raise ArenaError(
                f"an entrant's name must have 1 to {LONGEST_NAME} printable characters"
            )
        raise ArenaError(f"'{text}' is too long for a name: add a shorter one, e.g. bot={text}")
    kind, colon, what = spec.strip().partition(":")
    match kind:
        case "level":
            return _level(name, what, game)
        case "random" if not colon:
            return Entrant(name, "random")
        case "network":
            return Entrant(name, "network", _network(what, game))
        case "python":
            if not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*", what):
                raise ArenaError(
                    f"'{spec}' must be python:MODULE:FUNCTION, e.g. python:bots.mine:play"
                )
            return Entrant(name, "python", what)
        case "program":
            _command(what)
            return Entrant(name, "program", what)
        case "socket":
            port = re.fullmatch(r".+:(\d{1,5})", what)
            if port is None or not 0 < int(port[1]) < 65536:
                raise ArenaError(f"'{spec}' must be socket:HOST:PORT, e.g. socket:localhost:9000")
            return Entrant(name, "socket", what)
        case _:
            raise ArenaError(f"'{spec}' is not an entrant: use {_FORMS}")


def _level(name: str, what: str, game: Game) -> Entrant:
    levels = {str(level.number): level for level in levels_of(game)}
    if what not in levels:
        raise ArenaError(
            f"there is no level {what or '?'}: the levels of {game.name} are {', '.join(levels)}"
        )
    return Entrant(name, "level", what, msgspec.to_builtins(levels[what]))


NETWORK_SIMULATIONS = 200
"""Simulations per move of a network, unless the specification has a number."""


def network_of(what: str) -> tuple[str, int]:
    """Return the file and the simulations per move of ``FILE`` or ``FILE@SIMULATIONS``.

    No file: the network that comes with the game.
    """
    file, at, simulations = what.rpartition("@")
    if at and simulations.isascii() and simulations.isdigit():
        return file, int(simulations)
    return what, NETWORK_SIMULATIONS


def read_network(file: str, game: Game) -> Network:
    """Return a network of ``network_of``; raises :class:`ArenaError`."""
    try:
        found = load_network(file, game) if file else shipped_network(game)
    except (OSError, NetworkError) as error:
        raise ArenaError(f"the network {file} cannot be used: {error}") from error
    if found is None:
        raise ArenaError(
            f"no network comes with {game.name} for these options: use network:FILE, a file of"
            " `empile train`"
        )
    return found


def _network(what: str, game: Game) -> str:
    file, simulations = network_of(what)
    if not 1 <= simulations <= 1_000_000:
        raise ArenaError("a network needs 1 to 1,000,000 simulations per move")
    read_network(file, game)
    return what


def _command(what: str) -> None:
    try:
        words = shlex.split(what)
    except ValueError as error:
        raise ArenaError(f"'program:{what}' cannot be read: {error}") from None
    if not words:
        raise ArenaError("program: needs a command line, e.g. program:./bot --fast")
    if shutil.which(words[0]) is None:
        raise ArenaError(f"program {words[0]} not found, or not executable")
