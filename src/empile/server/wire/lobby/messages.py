"""Messages of the socket ``/ws/lobby``: seeks, matches, and games to watch."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from empile.server.wire.clocks.settings import Clock
from empile.server.wire.from_server import Closing, Pong
from empile.server.wire.lobby.filling import FillSeats
from empile.server.wire.lobby.people import InboxChanged
from empile.server.wire.lobby.watching import UnwatchGames, WatchGames, Watching
from empile.server.wire.parts import UNNUMBERED, ErrorCode, Message

MOST_WISHES: Final = 24
MOST_RANGE: Final = 2000


class _FromClient(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class _FromServer(Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class Wish(Struct, frozen=True, omit_defaults=True):
    """A kind of game that a player looks for."""

    game: str
    """The game's name."""
    players: Annotated[int, Meta(ge=2, le=8)]
    """The number of seats."""
    clock: Clock | None = None
    """How long players may think; default: as long as they like."""
    options: dict[str, Any] = {}
    """Values by name of option; the others have defaults."""


class EnterLobby(_FromClient, tag="hello", frozen=True):
    """The first message."""

    name: Annotated[str, Meta(max_length=24)] = ""
    """The name of a guest at the table."""
    member: str | None = None
    """The ID of the member of the session's account that plays; default: a guest."""
    protocol: int | None = None
    """The client's version of the protocol."""


class PostSeek(_FromClient, tag="seek", frozen=True):
    """Look for players. Replaces the client's seek, and ends with the connection."""

    wishes: Annotated[list[Wish], Meta(min_length=1, max_length=MOST_WISHES)]
    """Any of these is welcome, the first most."""
    rated: bool = False
    """Whether the game counts for ratings. All are members then, and each wish has a clock."""
    below: Annotated[int, Meta(ge=0, le=MOST_RANGE)] | None = None
    """How much lower the rating of others may be; default: any."""
    above: Annotated[int, Meta(ge=0, le=MOST_RANGE)] | None = None
    """How much higher the rating of others may be; default: any."""
    public: bool = True
    """Whether everybody may find and watch the game, if all its players permit it. Games of children
    are never public."""


class WithdrawSeek(_FromClient, tag="withdraw", frozen=True):
    """Look for players no more."""


class AcceptSeek(_FromClient, tag="accept", frozen=True):
    """Accept another player's seek: post the same, with this wish first.

    It is refused if the ranges of ratings do not fit.
    """

    seek: str
    """The ID of the seek."""
    wish: int = 0
    """The index of the wish."""


class LobbyPing(_FromClient, tag="ping", frozen=True):
    """Ask for ``pong``."""


LobbyClientMessage: TypeAlias = (
    EnterLobby
    | PostSeek
    | WithdrawSeek
    | AcceptSeek
    | FillSeats
    | WatchGames
    | UnwatchGames
    | LobbyPing
)


class Seek(Struct, frozen=True, omit_defaults=True):
    """The open seek of a player."""

    id: str
    """The ID of the seek."""
    name: str
    """The name of the player."""
    wishes: list[Wish]
    """Any of these is welcome, the first most."""
    since: int
    """When it was posted, in milliseconds since 1970."""
    rated: bool = False
    """Whether the game counts for ratings."""
    member: str | None = None
    """The ID of the player's profile, if it is public."""
    program: bool = False
    """Whether a program plays."""
    ratings: list[int] = []
    """The rating of the player for each wish; empty for guests and for hidden profiles."""
    below: int | None = None
    """How much lower the rating of others may be; default: any."""
    above: int | None = None
    """How much higher the rating of others may be; default: any."""
    bots: int | None = None
    """The index of the wish for which the player takes bots in missing seats; default: none."""


class LobbyWelcome(_FromServer, tag="welcome", frozen=True):
    """The answer to ``hello``: the whole lobby."""

    seeks: list[Seek]
    """All seeks, the oldest first."""
    people: int
    """How many are connected to the lobby."""
    protocol: int = UNNUMBERED
    """The server's version of the protocol."""


class LobbyChanges(_FromServer, tag="changes", frozen=True):
    """What has changed since the last message of this kind, or since ``welcome``."""

    added: list[Seek] = []
    """New seeks. One that has changed is removed and added."""
    removed: list[str] = []
    """The IDs of seeks that ended."""
    people: int = 0
    """How many are connected to the lobby."""


class Seeking(_FromServer, tag="seeking", frozen=True):
    """The client's seek was posted."""

    seek: Seek
    """The seek, as all see it."""
    wait: float | None = None
    """How many seconds others waited for such a game lately, at the median; default: not known."""
    levels: list[int] = []
    """The level of the bots that would take missing seats, by wish."""
    offer_after: float = 0.0
    """The seconds after which a client should offer bots; see ``fill``."""


class SeekEnded(_FromServer, tag="seek_ended", frozen=True):
    """The client's seek has ended without a match."""

    reason: Literal["withdrawn", "replaced", "not_allowed", "failed"]
    """``not_allowed``: a guardian does not permit it any more. ``failed``: no table could be made."""


class Matched(_FromServer, tag="matched", frozen=True):
    """A table is ready, at which everybody has a place."""

    table: str
    """The table's ID."""
    token: str
    """The secret token that holds the client's place."""
    places: list[int]
    """The places that the token holds."""
    game: str
    """The game's name."""
    names: list[str] = []
    """The names of the other players; empty for guests without a name."""


class LobbyError(_FromServer, tag="error", frozen=True):
    """A message was refused."""

    code: ErrorCode
    """The code, for programs."""
    detail: str
    """One English sentence."""
    about: str | None = None
    """The ``type`` of the refused message."""
    reason: Message | None = None
    """A message for people, if there is one."""


LobbyServerMessage: TypeAlias = (
    LobbyWelcome
    | LobbyChanges
    | Seeking
    | SeekEnded
    | Matched
    | Watching
    | InboxChanged
    | LobbyError
    | Pong
    | Closing
)
