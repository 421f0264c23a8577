"""Bus messages about members: member numbers, and the IDs of public tables."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

CONTACTS: Final = -1
"""The number on the bus by which processes know each other; no table has it."""


class Shown(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The location of a member."""

    member: int
    playing: bool = False
    table: str | None = None
    """The table at which it plays, if it is listed and admits spectators."""
    seeking: bool = False
    """Whether it looks for players in the lobby."""


class _Note(Struct, frozen=True, tag_field="note", omit_defaults=True):
    pass


class Came(_Note, tag="came", frozen=True):
    """Members that came to a process, or went to another place."""

    members: list[Shown]
    whole: bool = False
    """Whether these are all members of the process."""


class Left(_Note, tag="left", frozen=True):
    """Members that left a process."""

    members: list[int]


class Beat(_Note, tag="beat", frozen=True):
    """A process lives."""

    members: int
    """How many members it has."""
    guests: int
    """How many guests are in its lobby."""


class Ask(_Note, tag="ask", frozen=True):
    """Ask a process for all its members."""

    process: str


class Told(_Note, tag="told", frozen=True):
    """There is news for members."""

    members: list[int]


class Touched(_Note, tag="touched", frozen=True):
    """When a page of a member in this process was last touched; 0 if there is none any more."""

    member: int
    at: float


class Call(_Note, tag="call", frozen=True):
    """The game of a challenge, or of a match of the lobby, has begun."""

    table: str
    game: str
    players: dict[int, list[str]]
    """By member: the names of the others."""


Note: TypeAlias = Came | Left | Beat | Ask | Told | Touched | Call

encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Note] = msgspec.json.Decoder(Note)
decode = _decoder.decode
