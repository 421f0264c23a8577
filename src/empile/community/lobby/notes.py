"""Bus messages between the lobbies of several processes. They contain nothing private."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from empile.server.wire.lobby.messages import Seek

LOBBY: Final = 0
"""The number on the bus by which lobbies know each other; no table has it."""


class _Note(Struct, frozen=True, tag_field="note", omit_defaults=True):
    pass


class Entry(Struct, frozen=True, omit_defaults=True):
    """A seek, with what matching needs besides."""

    seek: Seek
    account: int | None = None
    ratings: list[int] = []
    """By wish, also if the profile is hidden; empty for guests."""
    avoids: list[int] = []
    """Accounts that do not want to meet this one, or the other way round."""
    public: bool = False
    """Whether the game is public."""


class Posted(_Note, tag="posted", frozen=True):
    """New seeks of a process."""

    entries: list[Entry]
    whole: bool = False
    """Whether these are all seeks of the process."""


class Gone(_Note, tag="gone", frozen=True):
    """Seeks of a process that ended."""

    seeks: list[str]


class Beat(_Note, tag="beat", frozen=True):
    """A process lives."""

    seeks: int
    """How many it has."""
    people: int
    """How many are connected to its lobby."""
    agreed: int = 0
    """How many of the seeks take bots."""


class Agreed(_Note, tag="agreed", frozen=True):
    """A seeker accepts bots in missing seats, or no longer."""

    seek: str
    wish: int | None = None


class Ask(_Note, tag="ask", frozen=True):
    """Ask a process for all its seeks."""

    process: str


class Offer(_Note, tag="offer", frozen=True):
    """A match: the process of the first seek creates the table, the others join."""

    id: str
    seeks: list[str]
    """By place."""
    wishes: list[int]
    """The index of the kind of game in each seek."""
    levels: list[int] = []
    """The levels of bots in the places after those of the seeks."""


class Made(_Note, tag="made", frozen=True):
    """The table of an offer; the first has a place."""

    id: str
    table: str


class Seated(_Note, tag="seated", frozen=True):
    """A seeker has joined the table of an offer."""

    id: str
    seek: str


class Broken(_Note, tag="broken", frozen=True):
    """An offer has failed because of one of its seeks."""

    id: str
    seek: str


Note: TypeAlias = Posted | Gone | Beat | Agreed | Ask | Offer | Made | Seated | Broken

encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Note] = msgspec.json.Decoder(Note)
decode = _decoder.decode
