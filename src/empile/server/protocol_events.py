"""The events of a table's log, as they are told.

What is kept of them is in :mod:`empile.server.log`; :mod:`empile.server.protocol` passes these on.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from empile.server.protocol_parts import AskKind, GameResult, Parts, PlaceInfo, Words


class _Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    seq: int
    at: int
    """When it became part of the log, in milliseconds since 1970."""


class Created(_Event, tag="created", frozen=True):
    """The table was made."""

    game: str
    rules: int
    options: dict[str, Any]
    places: list[PlaceInfo]
    watch: bool
    hints: bool
    calm: bool = False


class Joined(_Event, tag="joined", frozen=True):
    """A person took an open place."""

    place: int
    name: str


class Filled(_Event, tag="filled", frozen=True):
    """An open place became a bot's."""

    place: int
    level: int
    dexterity: int | None = None


class Renamed(_Event, tag="renamed", frozen=True):
    """A person goes by another name."""

    place: int
    name: str


class Started(_Event, tag="started", frozen=True):
    """A game begins; ``seats`` tells the place of seat 0, 1, ...

    For the first game the table drew it, for a rematch it is the last one moved on by one.
    """

    game_number: int
    seats: list[int]


class Moved(_Event, tag="move", frozen=True):
    """A seat moved. ``parts`` and ``words`` come with ``"detail": "full"`` only."""

    seat: int
    text: str
    parts: Parts | UnsetType = UNSET
    words: Words | UnsetType = UNSET


class Chanced(_Event, tag="chance", frozen=True):
    """Chance or a referee decided. ``?`` in the text stands for what this connection may not see."""

    text: str
    words: Words | UnsetType = UNSET


class Asked(_Event, tag="asked", frozen=True):
    """Somebody asks the table. The question's number is this event's ``seq``."""

    what: AskKind
    place: int
    takes: int | None = None
    level: int | None = None
    dexterity: int | None = None
    calm: bool | None = None


class Answered(_Event, tag="answered", frozen=True):
    """A person answered. One no settles the question; so do a yes of all who are asked."""

    ask: int
    place: int
    yes: bool


class TakenBack(_Event, tag="taken_back", frozen=True):
    """The game goes back: of its moves and chance events only the first ``to`` still count."""

    to: int
    place: int


class Judged(_Event, tag="judged", frozen=True):
    """A person said what happened: ``answer`` is held until the next turn begins.

    The one said last counts. What comes of it is a chance event of its own.
    """

    place: int
    answer: str


class Hinted(_Event, tag="hinted", frozen=True):
    """A person asked for a hint."""

    place: int


class Resigned(_Event, tag="resigned", frozen=True):
    """A person resigned the running game."""

    place: int


class TakenOver(_Event, tag="taken_over", frozen=True):
    """A bot plays on for the person of a place."""

    place: int
    level: int
    dexterity: int | None = None


class Retaken(_Event, tag="retaken", frozen=True):
    """The person of a place plays it again."""

    place: int


class Calmed(_Event, tag="calmed", frozen=True):
    """From the next thing placed on, hands are calm, or are not any more."""

    place: int
    on: bool


class Over(_Event, tag="over", frozen=True):
    """The game is over. ``result`` is ``None`` where it was resigned."""

    result: GameResult | None


class Frozen(_Event, tag="frozen", frozen=True):
    """The table's code failed. Nothing is decided by that; the table waits to be resumed."""

    message: str


class Resumed(_Event, tag="resumed", frozen=True):
    """Somebody resumed a frozen table."""


LogEvent = (
    Created
    | Joined
    | Filled
    | Renamed
    | Started
    | Moved
    | Chanced
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
