"""Bodies of friends, blocks and presence."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from empile.server.wire.people.accounts import MemberKind, Short

Audience = Literal["everyone", "friends", "nobody"]
"""``friends`` includes the own household."""
Whereabouts = Literal["away", "here", "playing"]
"""``here``: connected. ``playing``: at a table where a game runs."""


class Person(Struct, frozen=True):
    """A member, as others see it."""

    id: str
    """The ID of the profile."""
    name: str
    """The name."""
    kind: MemberKind
    """What it is."""


class PeopleHere(Struct, frozen=True):
    """Who is connected to the server."""

    members: list[Person]
    """Members with a public profile who show it, by name; at most 200."""
    more: bool
    """Whether there are more."""
    guests: int
    """How many guests are in the lobby."""


class Contact(Struct, frozen=True):
    """Another member."""

    id: str
    """The ID of the profile; empty if the member was deleted."""
    name: str
    """The name; empty if the profile is hidden and the member is no friend yet."""
    kind: MemberKind
    """What it is."""
    since: int
    """When this began, in milliseconds since 1970."""


class Friend(Contact, frozen=True, omit_defaults=True):
    """A friend, and where it is."""

    presence: Whereabouts = "away"
    """``away`` also if the friend does not show it."""
    table: str | None = None
    """The table at which the friend plays, if it is listed and admits spectators."""


class ContactSettings(Struct, frozen=True):
    """Who may notice or challenge a member. Nobody but friends can for a hidden profile."""

    presence: Audience = "everyone"
    """Who sees whether the member is connected, and where it plays."""
    challenges: Audience = "everyone"
    """Who may challenge the member."""


class Contacts(Struct, frozen=True):
    """The friends of a member, and whom it does not want to meet."""

    friends: list[Friend]
    """The friends, by name."""
    received: list[Contact]
    """Who asked to be a friend, the newest first."""
    sent: list[Contact]
    """Whom the member asked, the newest first."""
    blocked: list[Contact]
    """Whom the member blocked, the newest first."""
    settings: ContactSettings
    """Who may notice or challenge the member."""


class BlockedPlaces(Struct, frozen=True):
    """Places at a table whose players a member blocked."""

    places: list[int]
    """In order."""


class NewContact(Struct, frozen=True):
    """Another member, by one of the two."""

    name: Short | None = None
    """The name of a public profile, or of a program."""
    member: Short | None = None
    """The ID of a profile, also of a hidden one."""
