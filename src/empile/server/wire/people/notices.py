"""Bodies of notices to members, and of their settings."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

NoticeKind = Literal["turn", "challenge", "friend", "absence", "message", "decision"]
"""``turn``: it is the member's turn. ``friend``: a friend request. ``absence``: it ends soon.
``message``: a friend wrote. ``decision``: moderators decided about the account."""
Digest = Literal["hourly", "daily"]
"""``daily``: at 18:00 in the time zone."""

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]


class Notice(Struct, frozen=True, omit_defaults=True):
    """A notice to a member. Times are milliseconds since 1970."""

    id: int
    """Its number."""
    kind: NoticeKind
    """What it is about."""
    made: int
    """When it happened."""
    table: str | None = None
    """The ID of the table, for ``turn`` and ``challenge``."""
    game: str | None = None
    """The game's name, for ``turn`` and ``challenge``."""
    name: str | None = None
    """The name of the member that challenges, asks to be a friend, or wrote."""
    member: str | None = None
    """The ID of the friend that wrote, for ``message``."""
    ends: int | None = None
    """When the absence ends."""
    read: bool = False
    """Whether the member has read it."""


class Notices(Struct, frozen=True):
    """The notices to a member that still apply."""

    notices: list[Notice]
    """The newest first; at most 50."""
    unread: int
    """How many of them are not read."""


class NoticesSeen(Struct, frozen=True):
    """Notices that a page shows."""

    ids: Annotated[list[int], Meta(max_length=200)]
    """Their numbers."""
    read: bool = False
    """Whether the member has read them. Else a page in sight counts them."""


class NoticeSettings(Struct, frozen=True):
    """Which notices a member gets, and how.

    Each notice goes to the page first. If no page confirms it, it is pushed; if no device confirms
    that, it is part of the next mail.
    """

    page: list[NoticeKind] = field(default_factory=lambda: list(get_args(NoticeKind)))
    """What the page shows; default: everything."""
    push: list[NoticeKind] = []
    """What is pushed to the devices of the member."""
    mail: list[NoticeKind] = []
    """What is mailed to the confirmed address of the account."""
    digest: Digest = "daily"
    """How often a mail is sent at most."""
    zone: str = "UTC"
    """The time zone, such as ``Europe/Paris``."""
    quiet_from: Minute | None = None
    """Minute of the day from which nothing is pushed or mailed."""
    quiet_to: Minute | None = None
    """Minute of the day until which nothing is pushed or mailed."""


class PushDevice(Struct, frozen=True):
    """A browser that shows notices of a member."""

    id: int
    """Its number."""
    agent: str
    """The browser and its system, such as ``Firefox, Linux``."""
    made: int
    """When it was added, in milliseconds since 1970."""
    own: bool
    """Whether the session of the request added it."""
    dead: bool
    """Whether it gets nothing any more: its subscription has ended, or is of other keys of the server."""


class PushKey(Struct, frozen=True):
    """With what browsers subscribe."""

    push_key: str | None
    """The server's public key for ``PushManager.subscribe()``; ``None``: it pushes nothing."""


class NewPushDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser to which notices are pushed: what ``PushManager.subscribe()`` returned."""

    endpoint: Annotated[str, Meta(max_length=2000)]
    """The address at the push service of the browser."""
    p256dh: Annotated[str, Meta(max_length=200)]
    """The public key, as base64url."""
    auth: Annotated[str, Meta(max_length=100)]
    """The shared secret, as base64url."""


class NoticeChoices(Struct, frozen=True):
    """What a member chose, and what the server offers."""

    settings: NoticeSettings
    """Which notices the member gets, and how."""
    kinds: list[NoticeKind]
    """The kinds of notices that this server sends."""
    devices: list[PushDevice]
    """The browsers to which notices are pushed."""
    push_key: str | None
    """The server's public key for ``PushManager.subscribe()``; ``None``: it pushes nothing."""
    mail: Literal["off", "unconfirmed", "ready"]
    """Whether the server sends mail, and the account has a confirmed address."""


class PushShown(Struct, frozen=True, forbid_unknown_fields=True):
    """A notice that a device has shown."""

    ack: Annotated[str, Meta(max_length=100)]
    """The secret of the pushed message."""
