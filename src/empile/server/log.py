"""The log of a table as it is kept: everything, the hidden included.

What is kept here is never sent as it is: :mod:`empile.server.eyes` makes what goes out. An entry is
JSON with a ``kind``; its number in the table (``seq``, from 1) and its time stand beside it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from empile.server.protocol import AskKind, GameResult, PlaceKind


class PlaceKept(Struct, frozen=True, omit_defaults=True):
    """A place as it was made; ``key`` is the hash of the token that holds it."""

    kind: PlaceKind
    name: str = ""
    level: int | None = None
    key: str | None = None
    dexterity: int | None = None


class _Entry(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    pass


class Created(_Entry, tag="created", frozen=True):
    """The table was made."""

    game: str
    rules: int
    options: dict[str, Any]
    places: list[PlaceKept]
    code: str
    watch: bool = True
    language: str = ""
    hints: bool = True
    calm: bool = False


class Joined(_Entry, tag="joined", frozen=True):
    """A person took an open place; ``key`` is the hash of the token that holds it."""

    place: int
    name: str
    key: str


class Filled(_Entry, tag="filled", frozen=True):
    """An open place became a bot's."""

    place: int
    level: int
    dexterity: int | None = None


class Renamed(_Entry, tag="renamed", frozen=True):
    """A person goes by another name."""

    place: int
    name: str


class Started(_Entry, tag="started", frozen=True):
    """A game begins; ``seats`` are the places of seat 0, 1, ..."""

    game_number: int
    seats: list[int]


class Move(_Entry, tag="move", frozen=True):
    """The seat to act moved."""

    seat: int
    text: str


class Chance(_Entry, tag="chance", frozen=True):
    """A chance event, with everything that it decided."""

    text: str


class Asked(_Entry, tag="asked", frozen=True):
    """A question; ``of`` are the places whose persons are to answer."""

    what: AskKind
    place: int
    of: list[int]
    takes: int | None = None
    level: int | None = None
    dexterity: int | None = None
    calm: bool | None = None


class Answered(_Entry, tag="answered", frozen=True):
    """An answer, for all places of a person."""

    ask: int
    place: int
    yes: bool


class TakenBack(_Entry, tag="taken_back", frozen=True):
    """Only the first ``to`` events of the game still count."""

    to: int
    place: int


class Judged(_Entry, tag="judged", frozen=True):
    """A person said what happened; it is held until the next turn begins."""

    place: int
    answer: str


class Hinted(_Entry, tag="hinted", frozen=True):
    """A person asked for a hint."""

    place: int


class Resigned(_Entry, tag="resigned", frozen=True):
    """A person resigned the running game."""

    place: int


class TakenOver(_Entry, tag="taken_over", frozen=True):
    """A bot plays a person's place."""

    place: int
    level: int
    dexterity: int | None = None


class Retaken(_Entry, tag="retaken", frozen=True):
    """The person plays the place again."""

    place: int


class Calmed(_Entry, tag="calmed", frozen=True):
    """From the next thing placed on, hands are calm, or are not any more."""

    place: int
    on: bool


class Over(_Entry, tag="over", frozen=True):
    """The game is over; ``result`` is ``None`` where it was resigned."""

    result: GameResult | None


class Frozen(_Entry, tag="frozen", frozen=True):
    """The table's code failed."""

    message: str


class Resumed(_Entry, tag="resumed", frozen=True):
    """A frozen table tries again."""


Entry = (
    Created
    | Joined
    | Filled
    | Renamed
    | Started
    | Move
    | Chance
    | Asked
    | Answered
    | TakenBack
    | Judged
    | Hinted
    | Resigned
    | TakenOver
    | Retaken
    | Calmed
    | Over
    | Frozen
    | Resumed
)


class Logged(NamedTuple):
    """An entry with its number and its time in milliseconds since 1970."""

    seq: int
    at: int
    entry: Entry


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """Return the bytes that a store keeps of ``entry``."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """Return the entry that :func:`encode` gave ``body`` of; raises ``msgspec.DecodeError``."""
    return _decoder.decode(body)
