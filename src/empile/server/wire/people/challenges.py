"""Bodies of challenges by name."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from empile.server.wire.clocks.settings import Clock
from empile.server.wire.people.accounts import MemberKind
from empile.server.wire.people.contacts import Contacts, NewContact
from empile.server.wire.people.ratings import RatingInfo

ChallengeState = Literal["open", "accepted", "declined", "withdrawn", "expired"]
"""``accepted``: everybody has a place, and the game runs."""


class NewChallenge(Struct, frozen=True):
    """A game to which a member invites others."""

    game: str
    """The game's name."""
    members: Annotated[list[NewContact], Meta(min_length=1, max_length=7)]
    """The invited members; with the challenger they take all seats."""
    options: dict[str, Any] = {}
    """Values by name of option; the others have defaults."""
    clock: Clock | None = None
    """How long players may think; default: as long as they like."""
    rated: bool = False
    """Whether the game counts for ratings. It needs a clock then."""
    friendly: bool = False
    """Whether members of one account play a rated game, for their own list only."""
    allow_spectators: bool = True
    """Whether spectators are admitted."""
    seconds: Annotated[int, Meta(ge=60, le=14 * 86400)] | None = None
    """After how long it expires; default: a day, and a week if the clock has days."""


class ChallengePlayer(Struct, frozen=True, omit_defaults=True):
    """A player of a challenge."""

    id: str
    """The ID of the profile."""
    name: str
    """The name."""
    kind: MemberKind
    """What it is."""
    accepted: bool
    """Whether the player has a place at the table."""
    rating: RatingInfo | None = None
    """The rating in games of this kind; absent if the caller may not see it."""


class Challenge(Struct, frozen=True, omit_defaults=True):
    """An invitation to a game, whose places are kept for the invited members."""

    table: str
    """The ID of its table, and of the challenge."""
    game: str
    """The game's name."""
    options: dict[str, Any]
    """Every option of the game, defaults included."""
    players: list[ChallengePlayer]
    """By place, the challenger first."""
    made: int
    """When it was sent, in milliseconds since 1970."""
    expires: int
    """Until when it can be accepted."""
    state: ChallengeState
    """What became of it."""
    place: int
    """The place of the member that gets this: 0 for the challenger."""
    clock: Clock | None = None
    """How long players may think; default: as long as they like."""
    rated: bool = False
    """Whether the game counts for ratings."""
    friendly: bool = False
    """Whether it counts for the household's list only."""
    expected: float | None = None
    """The expected share of opponents that rank behind this member; absent in teams."""


class Inbox(Struct, frozen=True):
    """What waits for a member."""

    requests: int
    """How many ask to be a friend."""
    challenges: list[Challenge]
    """Open challenges from and to the member, and those that ended within a day; the newest first."""
    seeking: bool = False
    """Whether it looks for players in the lobby."""


class FriendsPage(Struct, frozen=True):
    """What the page of friends shows."""

    contacts: Contacts
    """Friends with their presence, requests and blocks."""
    inbox: Inbox
    """What waits for the member."""


class ChallengePlace(Struct, frozen=True):
    """A place at the table of a challenge."""

    challenge: Challenge
    """The challenge."""
    token: str | None
    """The secret token that holds the place; ``None``: the member had it before."""
    places: list[int]
    """The places that the member holds."""
