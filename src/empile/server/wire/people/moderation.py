"""Bodies of reports, acts of moderators, and appeals. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from empile.server.wire.people.accounts import MemberKind, Role, Short
from empile.server.wire.people.acts import ActKind, ActShown, Category

ReportKind = Literal["message", "name", "behaviour", "cheating"]
"""What a report is about."""
Words = Annotated[str, Meta(max_length=500)]
Seconds = Annotated[int, Meta(ge=60, le=366 * 24 * 3600)]
MAX_SECONDS = 366 * 24 * 3600


class NewReport(Struct, frozen=True):
    """A report of another person, by one of: ``member``, ``table`` and ``place``, or ``message``."""

    about: ReportKind
    """What it is about."""
    text: Words = ""
    """What happened, in the words of the reporter."""
    member: Short | None = None
    """The ID of the member."""
    table: Short | None = None
    """The ID of a table at which the other one plays, with ``place``."""
    place: int | None = None
    """The place of the other one."""
    message: int | None = None
    """The number of a message that the member may read."""


class OwnReport(Struct, frozen=True):
    """A report by the own account."""

    id: int
    """Its number."""
    about: ReportKind
    """What it is about."""
    name: str
    """The reported one, as the reporter sees the name."""
    text: str
    """What the reporter wrote."""
    made: int
    """When it was made."""
    closed: int | None
    """When a moderator decided; ``None``: not yet."""


class NewAppeal(Struct, frozen=True):
    """An appeal against an act; there is one for each."""

    text: Annotated[str, Meta(max_length=1000)]
    """Why the account disagrees."""


# -- For moderators --------------------------------------------------------------------------------


class EvidencePlayer(Struct, frozen=True):
    """A player at the table of a report."""

    place: int
    """The place."""
    name: str
    """The name."""
    member: str | None
    """The ID of the member; ``None`` for guests and bots."""
    reported: bool
    """Whether it is the reported one."""


class EvidenceLine(Struct, frozen=True):
    """An event of the table, as spectators see it."""

    seq: int
    """Its number in the log."""
    at: int
    """When it happened."""
    kind: str
    """Its kind, as in the log of the table."""
    place: int | None
    """The place that did it."""
    text: str
    """The move, the ID of the phrase, or the name."""


class EvidenceMessage(Struct, frozen=True):
    """A message of the conversation."""

    at: int
    """When it was written."""
    name: str
    """The name of the author."""
    text: str
    """What was written; empty if it had been erased before the report."""
    reported: bool
    """Whether the report is about this message."""


class Evidence(Struct, frozen=True):
    """What was copied when a report was made."""

    name: str
    """The name of the reported member; of a guest, the one at the table."""
    shown_name: str = ""
    """The name as the reporter saw it; empty for a hidden profile."""
    kind: MemberKind | None = None
    """What it is; ``None``: a guest."""
    table: str | None = None
    """The table."""
    game: str | None = None
    """The name of its game."""
    players: list[EvidencePlayer] = []
    """The players at the table."""
    lines: list[EvidenceLine] = []
    """The events around, the oldest first."""
    messages: list[EvidenceMessage] = []
    """The messages around, the oldest first."""


class ReportShown(Struct, frozen=True):
    """A report, for moderators."""

    id: int
    """Its number."""
    about: ReportKind
    """What it is about."""
    text: str
    """What the reporter wrote."""
    reporter: str
    """The name of the reporter; empty if it was deleted."""
    made: int
    """When it was made."""
    evidence: Evidence
    """What was copied then."""
    closed: int | None
    """When it was decided."""
    act: int | None
    """The act that it led to."""
    yours: bool
    """Whether the moderator's own account made it; another one decides."""


class ReportedCase(Struct, frozen=True):
    """Open reports of one account, or of one guest."""

    member: str | None
    """The ID of the member reported last; ``None``: a guest, or a deleted member."""
    name: str
    """Its name, as in the last report."""
    reports: list[int]
    """The numbers of the open reports, the oldest first."""
    about: list[ReportKind]
    """What they are about, each once."""
    since: int
    """When the oldest was made."""
    acts: int
    """How many acts there were against the account."""


class AppealCase(Struct, frozen=True):
    """An appeal that waits for an answer."""

    member: str | None
    """The ID of the member; ``None`` if it was deleted."""
    act: ActShown
    """The act, with the appeal."""
    yours: bool
    """Whether this moderator acted, so that another one should answer."""


class ModerationQueue(Struct, frozen=True):
    """What waits for moderators."""

    cases: list[ReportedCase]
    """Open reports by account, the one with the most first."""
    appeals: list[AppealCase]
    """Open appeals, the oldest first."""


class MemberCase(Struct, frozen=True):
    """Everything that moderators know of an account, seen from one of its members."""

    member: str
    """The ID of the member."""
    name: str
    """Its name."""
    login: str
    """What the account signs in with."""
    role: Role
    """What the account may do."""
    household: list[str]
    """The names of all members of the account."""
    reports: list[ReportShown]
    """Reports of the account, the newest first."""
    acts: list[ActShown]
    """Acts against the account, the newest first."""
    decides: bool
    """Whether this moderator may act: not against the host, nor if it reported the account itself."""


class NewAct(Struct, frozen=True):
    """What a moderator decides about a member. It holds for the whole account."""

    kind: ActKind
    """What it forbids."""
    category: Category
    """Why."""
    text: Words = ""
    """Why, in words for the person."""
    seconds: Seconds | None = None
    """How long it holds; ``None``: until it is lifted. A warning has no end."""
    reports: list[int] = []
    """Open reports of the account that this decides."""


class DecisionWords(Struct, frozen=True):
    """Words to a decision."""

    text: Words = ""
    """For the log; those to an appeal are also sent to the person."""


class AppealAnswer(Struct, frozen=True):
    """The answer to an appeal."""

    outcome: Literal["kept", "lifted"]
    """Whether the act is lifted."""
    text: Words = ""
    """Why, in words for the person."""


class LoggedDecision(Struct, frozen=True):
    """An entry of the log of moderation."""

    id: int
    """Its number."""
    at: int
    """When it was."""
    by: str
    """What the moderator signs in with; empty: the host, or deleted."""
    what: Literal["warn", "mute", "ban", "lift", "close", "keep"]
    """What was decided. ``close``: a report without an act. ``keep``: an appeal changed nothing."""
    login: str
    """What the other account signs in with; empty if it was deleted, or for a guest."""
    name: str
    """The member."""
    member: str | None
    """The ID of the member."""
    act: int | None
    """The act."""
    report: int | None
    """The report."""
    text: str
    """The words to it."""


class ModerationLog(Struct, frozen=True):
    """A page of the log, the newest first."""

    entries: list[LoggedDecision]
    """The entries."""
    more: bool
    """Whether there are older ones."""
