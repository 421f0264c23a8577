"""Bodies of friends, blocks and presence."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from empile.server.wire.people.accounts import MemberKind, Short

Audience = Literal["everyone", "friends", "nobody"]
"""``friends`` includes the own household."""
Whereabouts = Literal["away", "here", "playing"]
"""``here``: connected. ``playing``: at a table with a running game."""


class Person(Struct, frozen=True):
    """A member, as others see it."""

    id: str
    """The ID of the profile."""
    name: str
    """The name."""
    kind: MemberKind
    """What it is."""


class PeopleHere(Struct, frozen=True):
    """The members and guests that are connected."""

    members: list[Person]
    """Members with a public profile that show it, by name; at most 200."""
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
    """A friend, and its presence."""

    presence: Whereabouts = "away"
    """``away`` also if the friend does not show it."""
    table: str | None = None
    """The table at which the friend plays, if it is listed and admits spectators."""


class ContactSettings(Struct, frozen=True):
    """Permissions to see the presence of a member, and to challenge it.

    If the profile is hidden, ``everyone`` means friends only.
    """

    presence: Audience = "everyone"
    """Permission to see whether the member is connected, and at which table it plays."""
    challenges: Audience = "everyone"
    """Permission to challenge the member."""


class Contacts(Struct, frozen=True):
    """The friends of a member, its requests and its blocks."""

    friends: list[Friend]
    """The friends, by name."""
    received: list[Contact]
    """Members that asked to be a friend, the newest first."""
    sent: list[Contact]
    """Members that this member asked, the newest first."""
    blocked: list[Contact]
    """Members that this member blocked, the newest first."""
    settings: ContactSettings
    """Permissions to see the presence of the member, and to challenge it."""


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
