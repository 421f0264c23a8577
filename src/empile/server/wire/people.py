"""Request and response bodies of accounts and their members.

Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from empile.server.wire.parts import GameResult, Status

Role = Literal["member", "moderator", "host"]
MemberKind = Literal["adult", "child", "bot"]
"""``bot``: a program, marked as one everywhere."""
Meet = Literal["bots", "household", "approved", "anyone"]
"""Whom a member may play with; each includes the ones before it."""

Short = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(max_length=1000)]
Minute = Annotated[int, Meta(ge=0, le=1439)]


class NewAccount(Struct, frozen=True):
    """An account to make, with its first member."""

    login: Short
    """What to sign in with."""
    name: Short = ""
    """The name of the first member; empty: as ``login``."""
    password: Secret | None = None
    """``None``: a passkey is added next."""
    invitation: Short | None = None
    """The code of an invitation, if one is needed."""
    language: Short = ""
    """The language of mails, such as ``fr``."""
    kind: Literal["adult", "child"] = "adult"
    """Whether the first member is a child."""


class SignIn(Struct, frozen=True):
    """A sign-in with a password."""

    login: Short
    """The account's name."""
    password: Secret
    """Its password."""


class AccountInfo(Struct, frozen=True):
    """The account of the session."""

    login: str
    """What it signs in with."""
    email: str | None
    """Its address, or ``None``."""
    email_confirmed: bool
    """Whether a link in a mail to this address was opened."""
    role: Role
    """What it may do on this server."""
    has_password: bool
    """Whether it can sign in with a password."""
    recovery_left: int
    """Recovery codes that were not used."""
    language: str
    """The language of mails; empty if unknown."""
    confirmed_until: int | None
    """Until when this session may do what only a guardian may; ``None``: confirm first."""


class MemberInfo(Struct, frozen=True):
    """A person, or a program, of an account."""

    id: str
    """The id in addresses."""
    name: str
    """The name, unique in its account, and among the public ones."""
    kind: MemberKind
    """What it is."""
    listed: bool
    """Whether everyone may see the profile."""


class PasskeyInfo(Struct, frozen=True):
    """A passkey of the account."""

    id: int
    """Its number."""
    name: str
    """How the user calls it."""
    made: int
    """When it was added."""
    used: int | None
    """When it was last used."""


class Me(Struct, frozen=True):
    """The account of the session with its members."""

    account: AccountInfo
    """The account."""
    members: list[MemberInfo]
    """Its members, the oldest first."""
    passkeys: list[PasskeyInfo]
    """Its passkeys, the oldest first."""


class AccountMade(Struct, frozen=True):
    """A new account, signed in."""

    me: Me
    """The account."""
    recovery_codes: list[str]
    """Each recovers the account once; they are not shown again."""


class RecoveryCodes(Struct, frozen=True):
    """New recovery codes, which replace the old ones."""

    recovery_codes: list[str]
    """Each recovers the account once; they are not shown again."""


class InvitationMade(Struct, frozen=True):
    """An invitation for one person."""

    code: str
    """What to type at the registration."""
    expires: int
    """Until when."""


class SessionInfo(Struct, frozen=True):
    """A session of the account."""

    id: int
    """Its number."""
    made: int
    """When it began."""
    seen: int
    """When it was last used, to the hour."""
    agent: str
    """The browser and its system, as it calls itself."""
    current: bool
    """Whether it is the one that asks."""


class Confirm(Struct, frozen=True):
    """The password, to confirm that a guardian is there; or a passkey, see below."""

    password: Secret | None = None
    """The password."""
    passkey: dict[str, Any] | None = None
    """What the browser returned for the options of a passkey."""


class PasswordChange(Struct, frozen=True):
    """A new password."""

    new: Secret
    """The new one."""
    old: Secret | None = None
    """The old one; not needed if the session is confirmed."""


class MeChange(Struct, frozen=True):
    """What to change of the account; what is left out stays."""

    login: Short | None = None
    """A new name to sign in with."""
    email: Short | None = None
    """A new address, which a mail then confirms; empty: none."""
    language: Short | None = None
    """The language of mails."""
    password: PasswordChange | None = None
    """A new password. It ends all other sessions."""


class RecoverByCode(Struct, frozen=True):
    """A new password, with a recovery code."""

    login: Short
    """The account's name."""
    code: Short
    """One of its recovery codes; case, spaces and hyphens do not matter."""
    password: Secret
    """The new password."""


class RecoverByMail(Struct, frozen=True):
    """Whom to send a link that recovers the account."""

    login_or_email: Short
    """The account's name or its confirmed address."""


class NewPassword(Struct, frozen=True):
    """A new password, for the account of a link."""

    password: Secret
    """The new password."""


class PasskeyOptions(Struct, frozen=True):
    """Options for the browser's ``navigator.credentials``, for one use within five minutes."""

    options: dict[str, Any]
    """``PublicKeyCredentialCreationOptions`` or ``...RequestOptions`` as JSON, bytes as base64url."""


class NewPasskey(Struct, frozen=True):
    """A passkey that the browser made."""

    credential: dict[str, Any]
    """The ``PublicKeyCredential`` as JSON."""
    name: Short = ""
    """How the user calls it."""


class PasskeySignIn(Struct, frozen=True):
    """A sign-in with a passkey."""

    credential: dict[str, Any]
    """The ``PublicKeyCredential`` as JSON."""


class NewMember(Struct, frozen=True):
    """A member to add to the account."""

    name: Short
    """The name."""
    kind: MemberKind
    """What it is."""


class MemberChange(Struct, frozen=True):
    """What to change of a member; what is left out stays."""

    name: Short | None = None
    """A new name."""
    listed: bool | None = None
    """Whether everyone may see the profile; never of a child."""
    kind: Literal["adult", "child"] | None = None
    """What it is; not of a bot."""


class MemberRules(Struct, frozen=True):
    """What a guardian allows a member."""

    meet: Meet
    """Whom the member may play with."""
    phrases_only: bool
    """Whether the member writes and reads nothing but set phrases."""
    zone: Short = "UTC"
    """The time zone of the times, such as ``Europe/Paris``."""
    quiet_from: Minute | None = None
    """From when no game may begin, in minutes of the day; ``None``: at any time."""
    quiet_to: Minute | None = None
    """Until when, possibly of the next day."""
    minutes_a_day: Minute | None = None
    """How long the member may play on a day; ``None``: without limit."""


class Approval(Struct, frozen=True):
    """Another member whom a member may play with."""

    id: str
    """The other's id."""
    name: str
    """The other's name."""
    made: int
    """When it was approved."""


class PrivacyText(Struct, frozen=True):
    """What the host says about data, as Markdown without HTML."""

    language: Literal["en", "fr"]
    """The language of the text."""
    text: str
    """The text."""


Outcome = Literal["won", "shared", "lost"]
"""``shared``: the first rank together with an opponent."""

TokenScope = Literal["read", "play", "challenge"]
"""``read``: histories, running tables and streams. ``play``: take places and move. ``challenge``: make
tables that others join."""


class NewApiToken(Struct, frozen=True):
    """A token to make for a program."""

    name: Annotated[str, Meta(max_length=60)]
    """What the user calls it."""
    scopes: list[TokenScope]
    """What it is for. Only members of the kind ``bot`` have ``play`` and ``challenge``."""
    days: Annotated[int, Meta(ge=1, le=3660)] | None = None
    """After how many days it expires; ``None``: never."""


class ApiToken(Struct, frozen=True):
    """A token of a program, without its secret."""

    id: int
    """Its number."""
    name: str
    """What the user calls it."""
    scopes: list[TokenScope]
    """What it is for."""
    made: int
    """When it was made."""
    used: int | None
    """When it was last used, to the hour."""
    expires: int | None
    """When it expires; ``None``: never."""


class ApiTokenMade(Struct, frozen=True):
    """A new token of a program."""

    id: int
    """Its number."""
    name: str
    """What the user calls it."""
    scopes: list[TokenScope]
    """What it is for."""
    made: int
    """When it was made."""
    used: int | None
    """``None``."""
    expires: int | None
    """When it expires; ``None``: never."""
    token: str
    """The secret, which is not shown again."""


class SeatToKeep(Struct, frozen=True):
    """A place that a guest holds."""

    table: Short
    """The table's ID."""
    token: Short
    """The token that holds the place."""
    place: int | None = None
    """The place, if the token holds several; default: the one with the member's name, or the first."""


class KeepGames(Struct, frozen=True):
    """Places that a member is to own from now on, with all games played there."""

    member: Short
    """The ID of the member."""
    seats: Annotated[list[SeatToKeep], Meta(max_length=100)]
    """At most 100 places."""


class GamesKept(Struct, frozen=True):
    """How many places the member owns now."""

    kept: int
    """The number of the given places; those of deleted tables and of others are left out."""


class PlaceOfMine(Struct, frozen=True):
    """A place of a running table."""

    place: int
    """The number of the place."""
    name: str
    """The person's name."""
    kind: Literal["person", "open", "bot"]
    """The current player."""
    level: int | None = None
    """The bot's level."""


class TableOfMine(Struct, frozen=True):
    """A table at which a member of the account plays."""

    table: str
    """The table's ID."""
    game: str
    """The game's name."""
    member: str
    """The ID of the member."""
    status: Status
    """What the table waits for."""
    places: list[PlaceOfMine]
    """All places, clockwise."""
    mine: list[int]
    """The places of the member's token."""
    turn: bool
    """Whether one of them is to act."""
    made: int
    """When the member took the place."""


class TablesOfMine(Struct, frozen=True):
    """A page of the running tables of the account, the newest first."""

    tables: list[TableOfMine]
    """At most 20 tables."""
    cursor: str | None
    """The ``cursor`` of the next page; ``None`` on the last one."""


class Profile(Struct, frozen=True):
    """A member, as others see it."""

    id: str
    """The ID in addresses."""
    name: str
    """The name."""
    kind: MemberKind
    """What it is."""
    made: int
    """When it was made."""
    games: int
    """The number of finished games."""
    listed: bool
    """Whether everyone may see the profile."""
    mine: bool
    """Whether it is a member of the account that asks."""


class SeatStatistics(Struct, frozen=True):
    """Results in one seat."""

    seat: int
    """The seat, from 0, the first to move."""
    played: int
    """Finished games."""
    won: int
    """Games won alone, or by the member's team."""
    shared: int
    """Games with a shared first rank."""
    compared: float | None
    """The share of games that players of like strength won in this seat, or ``None``."""


class GameStatistics(Struct, frozen=True):
    """Results in a game with a number of players."""

    game: str
    """The game's name."""
    players: int
    """The number of seats."""
    played: int
    """Finished games."""
    won: int
    """Games won alone, or by the member's team."""
    shared: int
    """Games with a shared first rank."""
    mean_rank: float
    """The mean of the ranks, from 1."""
    mean_score: float | None
    """The mean of the scores; ``None`` if all games were resigned."""
    seats: list[SeatStatistics]
    """The same by seat."""
    compared: float | None
    """The share of games that players of like strength won, or ``None`` if there are too few."""


class Opponent(Struct, frozen=True):
    """Results against one opponent. A game counts by the better rank."""

    id: str | None
    """The ID of the profile; ``None`` if it is hidden."""
    name: str
    """The name; empty if the profile is hidden."""
    played: int
    """Finished games against each other."""
    won: int
    """Games in which the member had the better rank."""
    lost: int
    """Games in which the opponent had the better rank."""
    shared: int
    """Games with the same rank."""


class Opponents(Struct, frozen=True):
    """A page of opponents, the most frequent first."""

    opponents: list[Opponent]
    """At most 50 opponents."""
    cursor: str | None
    """The ``cursor`` of the next page; ``None`` on the last one."""


class Statistics(Struct, frozen=True):
    """The results of a member."""

    by_game: list[GameStatistics]
    """By game and number of players, the most played first."""
    opponents: list[Opponent]
    """The 50 most frequent opponents who have an account."""
    cursor: str | None
    """The ``cursor`` of the next page of opponents; ``None`` if there are no more."""


class HistoryPlayer(Struct, frozen=True):
    """A seat of a finished game."""

    seat: int
    """The seat, from 0."""
    name: str
    """The name at the end of the game; empty for bots of the server and deleted players."""
    id: str | None
    """The ID of the profile; ``None`` for guests, bots of the server and hidden profiles."""
    level: int | None
    """The level of the bot of the server that played at the end; ``None`` for others."""
    program: bool
    """Whether it is a program with an account of its own."""
    rank: int
    """The rank, from 1; seats that resigned are last."""
    score: int | None
    """The score; ``None`` if the game ended by a resignation."""
    deleted: bool
    """Whether the player deleted the account."""


class HistoryGame(Struct, frozen=True):
    """A finished game of a member."""

    table: str
    """The table's ID."""
    number: int
    """The number of the game at its table, from 1."""
    game: str
    """The game's name."""
    started: int
    """When it began."""
    ended: int
    """When it ended."""
    reason: str
    """Why it ended, a word of the game's own, or ``resignation``."""
    events: int
    """Moves and chance events."""
    outcome: Outcome
    """The member's outcome."""
    seat: int
    """The member's seat."""
    players: list[HistoryPlayer]
    """All seats."""
    resigned: list[int]
    """The seats that resigned."""
    replay: bool
    """Whether the table still exists, so that the game can be replayed."""


class HistoryPage(Struct, frozen=True):
    """A page of finished games, the last first."""

    games: list[HistoryGame]
    """At most 30 games; fewer, even none, if a filter matches few."""
    cursor: str | None
    """The ``cursor`` of the next page; ``None`` on the last one."""


class ProgressEntry(Struct, frozen=True):
    """How far a member has come with something."""

    kind: Literal["lesson", "solo", "puzzle"]
    """What it is."""
    game: Annotated[str, Meta(max_length=40)]
    """The game's name."""
    item: Annotated[str, Meta(max_length=80)]
    """The lesson, level or puzzle."""
    value: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    """How far; a higher value replaces a lower one."""
    at: int = 0
    """When it was reached; set by the server."""


class Progress(Struct, frozen=True):
    """The progress of a member."""

    entries: Annotated[list[ProgressEntry], Meta(max_length=500)]
    """What was reached, at most 500 entries in a request."""


class _OfStream(Struct, frozen=True, tag_field="type"):
    pass


class StreamTable(_OfStream, tag="table", frozen=True):
    """The program has a place at a table where a game may run."""

    table: str
    """The table's ID."""
    game: str
    """The game's name."""
    status: Status
    """What the table waits for."""
    places: list[int]
    """The program's places."""
    game_number: int
    """The number of the current game, 0 before the first."""
    seq: int
    """The last event of the table."""


class StreamStarted(_OfStream, tag="started", frozen=True):
    """A game began."""

    table: str
    """The table's ID."""
    game_number: int
    """1 for the table's first game."""
    seq: int
    """The event's number in the log."""


class StreamTurn(_OfStream, tag="turn", frozen=True):
    """The program is to act. It is sent again after each event until it has acted."""

    table: str
    """The table's ID."""
    place: int
    """The place to act."""
    seq: int
    """The last event of the table, to send with the move."""


class StreamOver(_OfStream, tag="over", frozen=True):
    """A game ended."""

    table: str
    """The table's ID."""
    game_number: int
    """1 for the table's first game."""
    seq: int
    """The event's number in the log."""
    result: GameResult | None
    """``None`` if the game was resigned."""


class StreamClosed(_OfStream, tag="closed", frozen=True):
    """The table is not followed any more: its last game is over, or it was deleted."""

    table: str
    """The table's ID."""


StreamEvent = StreamTable | StreamStarted | StreamTurn | StreamOver | StreamClosed
"""A line of ``GET /api/stream/events``. Ignore types that you do not know."""
