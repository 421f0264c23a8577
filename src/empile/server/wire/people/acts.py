"""Acts of moderators, as their account sees them. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

ActKind = Literal["warn", "mute", "ban"]
"""``mute``: no free text. ``ban``: no play with other accounts, and no free text."""
Category = Literal["insults", "harassment", "spam", "name", "cheating", "other"]
"""Why a moderator acts."""


class Appeal(Struct, frozen=True):
    """An appeal against an act."""

    text: str
    """Why the account disagrees."""
    made: int
    """When it was made."""
    answered: int | None
    """When a moderator answered."""
    outcome: Literal["kept", "lifted"] | None
    """What became of the act."""
    reply: str
    """The answer."""


class ActShown(Struct, frozen=True):
    """An act of a moderator."""

    id: int
    """Its number."""
    kind: ActKind
    """What it forbids."""
    name: str
    """The member whose behaviour was the reason; empty if it was deleted."""
    category: Category
    """Why."""
    text: str
    """Why, in the words of the moderator."""
    began: int
    """When it began."""
    ended: int | None
    """Until when it holds; ``None``: until it is lifted. A warning has no end."""
    lifted: int | None
    """When it was ended early."""
    holds: bool
    """Whether it is in force."""
    read: bool
    """Whether the account has confirmed that it read it."""
    appeal: Appeal | None
    """The appeal against it."""
