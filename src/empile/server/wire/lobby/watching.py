"""Messages of the lobby about running games to watch."""

from __future__ import annotations

from msgspec import Struct

from empile.server.wire.clocks.settings import Clock
from empile.server.wire.parts import PlaceKind


class WatchGames(Struct, frozen=True, tag="watch", tag_field="type", forbid_unknown_fields=True):
    """Ask for running public games: the answer is ``watching``, and changes follow."""


class UnwatchGames(
    Struct, frozen=True, tag="unwatch", tag_field="type", forbid_unknown_fields=True
):
    """Ask for no more changes of games."""


class WatchedPlace(Struct, frozen=True, omit_defaults=True):
    """A place of a running game, as spectators see it."""

    kind: PlaceKind
    """The current player."""
    name: str = ""
    """Empty for bots, and for deleted members."""
    level: int | None = None
    """The bot's level."""
    program: bool = False
    """Whether a program plays."""
    member: str | None = None
    """The ID of the player's profile, if it is public."""
    rating: int | None = None
    """The player's rating, if the profile is public."""


class WatchedGame(Struct, frozen=True, omit_defaults=True):
    """A running game that everybody may watch."""

    table: str
    """The table's ID."""
    game: str
    """The game's name."""
    places: list[WatchedPlace]
    """The places, clockwise."""
    position: int
    """Rises when the picture changes: ``/pictures/TABLE.svg?at=POSITION`` shows it."""
    since: int
    """When the table was created, in milliseconds since 1970."""
    clock: Clock | None = None
    """How long players may think; default: as long as they like."""
    rated: bool = False
    """Whether the game counts for ratings."""
    over: bool = False
    """Whether it has just ended."""


class Watching(Struct, frozen=True, tag="watching", tag_field="type", omit_defaults=True):
    """The games to watch: all of them after ``watch``, then what has changed."""

    games: list[WatchedGame] = []
    """New games, and those that have changed."""
    whole: bool = False
    """Whether these are all games that are shown."""
    gone: list[str] = []
    """The tables of games that are no longer shown."""
    featured: str | None = None
    """The table of the best game."""
    running: int = 0
    """How many public games are being played; the best of them are shown."""
