"""The relational schema, for SQLAlchemy.

Each change is a revision in ``migrations/versions``; the same ones run on SQLite and PostgreSQL.
A revision must leave the code of the revision before it working, because that code runs on while
processes are replaced: first expand (new tables; new columns with a default), and contract in a
later revision what no running code uses any more.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()
_Int: Final = BigInteger().with_variant(Integer, "sqlite")
_Text: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Ordered by bytes, as in SQLite."""


def _key(name: str, of: str | None = None) -> Column[int]:
    """Return an integer of the primary key, possibly the id of a row of another table."""
    references = () if of is None else (ForeignKey(f"{of}.id"),)
    return Column(name, _Int, *references, primary_key=True, autoincrement=False)


def _text_key(name: str) -> Column[str]:
    return Column(name, _Text, primary_key=True)


def _id() -> Column[int]:
    return Column("id", _Int, primary_key=True)


def _ref(name: str, of: str) -> Column[int]:
    return Column(name, _Int, ForeignKey(f"{of}.id"), nullable=False)


def _int(name: str) -> Column[int]:
    return Column(name, _Int, nullable=False)


def _optional_int(name: str) -> Column[int]:
    return Column(name, _Int)


def _optional_real(name: str) -> Column[float]:
    return Column(name, Double)


def _real(name: str) -> Column[float]:
    return Column(name, Double, nullable=False)


def _text(name: str, *, unique: bool = False) -> Column[str]:
    return Column(name, _Text, nullable=False, unique=unique)


def _optional_text(name: str, *, unique: bool = False) -> Column[str]:
    return Column(name, _Text, unique=unique)


tables = Table(
    "tables",
    metadata,
    # The number of a deleted table is never used again.
    Column("number", _Int, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    # None once it is released.
    Column("code", Text, unique=True),
    Column("made", _Int, nullable=False),
    sqlite_autoincrement=True,
)
# In SQLite, rows have a number `place` in the order of commits as well. In PostgreSQL, where commits
# have no order, they have their transaction `tx` and the random number `append` of their append.
log = Table(
    "log",
    metadata,
    Column("number", _Int, ForeignKey("tables.number"), primary_key=True),
    Column("seq", _Int, primary_key=True),
    Column("at", _Int, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
analyses = Table(
    "analyses",
    metadata,
    # The order in which they are dropped.
    Column("place", _Int, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("body", LargeBinary, nullable=False),
)
deletions = Table(
    "deletions",
    metadata,
    Column("place", _Int, primary_key=True),
    Column("number", _Int, nullable=False),
    Column("at", _Int, nullable=False),
    # 1 while the log still has rows, then 0.
    Column("pending", Integer, nullable=False),
    sqlite_autoincrement=True,
)

# -- Accounts, since revision 5. Times are milliseconds since 1970, flags 0 or 1. ------------------

# What signs in. The row of a deleted account stays, without its texts.
accounts = Table(
    "accounts",
    metadata,
    _id(),
    _text("login"),
    # What no two accounts may share: see `empile.community.names`.
    _optional_text("login_key", unique=True),
    # The hash by Argon2id.
    _optional_text("password"),
    _optional_text("email"),
    _optional_text("email_key", unique=True),
    _int("email_confirmed"),
    # member, moderator or host
    _text("role"),
    # active, banned or deleted
    _text("state"),
    # None: for ever, if banned.
    _optional_int("banned_until"),
    _text("ban_reason"),
    _text("language"),
    _int("made"),
    sqlite_autoincrement=True,
)
# People of an account. The row of a deleted member stays, without its name.
members = Table(
    "members",
    metadata,
    _id(),
    # The random id in addresses.
    _text("public", unique=True),
    _ref("account", "accounts"),
    _text("name"),
    # What no two public names may share; None if the profile is not public.
    _optional_text("name_key", unique=True),
    # adult, child or bot
    _text("kind"),
    # Whether strangers see the profile.
    _int("listed"),
    _int("made"),
    _optional_int("deleted"),
    sqlite_autoincrement=True,
)
sessions = Table(
    "sessions",
    metadata,
    _id(),
    _text("hash", unique=True),
    _ref("account", "accounts"),
    _int("made"),
    _int("seen"),
    _int("expires"),
    # The browser and its system, such as "Firefox, Linux".
    _text("agent"),
    # When the password or a passkey was last confirmed.
    _optional_int("confirmed"),
    _optional_int("member"),
    sqlite_autoincrement=True,
)
passkeys = Table(
    "passkeys",
    metadata,
    _id(),
    _ref("account", "accounts"),
    # The id that the authenticator chose, as base64url.
    _text("credential", unique=True),
    Column("public_key", LargeBinary, nullable=False),
    _int("counter"),
    _text("name"),
    _int("made"),
    _optional_int("used"),
    sqlite_autoincrement=True,
)
# What an authenticator is asked to sign, once.
challenges = Table(
    "challenges",
    metadata,
    _text_key("hash"),
    _optional_int("account"),
    _text("purpose"),
    Column("body", LargeBinary, nullable=False),
    _int("expires"),
)
recovery_codes = Table(
    "recovery_codes",
    metadata,
    _key("account", "accounts"),
    _text_key("hash"),
    _optional_int("used"),
)
invitations = Table(
    "invitations",
    metadata,
    _text_key("hash"),
    # An account; None: the host's command.
    _optional_int("made_by"),
    _int("made"),
    _int("expires"),
    _optional_int("used_by"),
)
# Secrets in links that were sent by mail.
mail_tokens = Table(
    "mail_tokens",
    metadata,
    _text_key("hash"),
    _ref("account", "accounts"),
    # recovery or address
    _text("purpose"),
    _text("body"),
    _int("expires"),
)
# Failed sign-ins by account and by address.
attempts = Table("attempts", metadata, _text_key("key"), _int("count"), _int("since"))
api_tokens = Table(
    "api_tokens",
    metadata,
    _id(),
    _text("hash", unique=True),
    _ref("member", "members"),
    _text("name"),
    # Separated by spaces.
    _text("scopes"),
    _int("made"),
    _optional_int("used"),
    _optional_int("expires"),
    sqlite_autoincrement=True,
)
# Single-use links that carry the games of a browser to another device.
transfers = Table(
    "transfers",
    metadata,
    _text_key("hash"),
    Column("body", LargeBinary, nullable=False),
    _int("expires"),
)
# What a guardian allows a child.
member_rules = Table(
    "member_rules",
    metadata,
    _key("member", "members"),
    # bots, household, approved or anyone
    _text("meet"),
    _int("phrases_only"),
    # Minutes of the day in the time zone, both or neither.
    _optional_int("quiet_from"),
    _optional_int("quiet_to"),
    _text("zone"),
    _optional_int("minutes_a_day"),
)
approvals = Table(
    "approvals", metadata, _key("member", "members"), _key("other", "members"), _int("made")
)
# Days since 1970 in the member's time zone.
play_time = Table("play_time", metadata, _key("member", "members"), _key("day"), _int("seconds"))
# A member owns a place of a table. Claims go with their table.
claims = Table(
    "claims",
    metadata,
    _key("number"),
    _key("place"),
    # The hash of the token that holds the place.
    _text("key"),
    _ref("member", "members"),
    _int("made"),
    # 0 while the last game of the table is over.
    _int("running"),
)

# -- Derived from the logs of tables, and kept longer than they are. -------------------------------

games = Table(
    "games",
    metadata,
    _key("number"),
    _key("game"),
    _text("table_id"),
    _text("name"),
    _int("players"),
    _int("started"),
    _int("ended"),
    _int("events"),
    _text("reason"),
    _int("spectators"),
)
game_players = Table(
    "game_players",
    metadata,
    _key("number"),
    _key("game"),
    _key("seat"),
    _int("place"),
    # The seat itself, without teams.
    _int("team"),
    # None for guests, bots of the server and deleted members.
    _optional_int("member"),
    _text("name"),
    # The name as it is searched for.
    _text("name_key"),
    _int("program"),
    # Of the bot that played at the end.
    _optional_int("level"),
    _optional_int("hand_skill"),
    _int("rank"),
    # None if two played, and one resigned.
    _optional_int("score"),
    # won, shared or lost
    _text("outcome"),
    _int("resigned"),
    _text("name_of_game"),
    _int("players"),
    _int("ended"),
)
# Up to which event a table is part of them. Number 0: up to where the log of all tables is, as a
# place in SQLite, and as a transaction in PostgreSQL.
projected = Table("projected", metadata, _key("number"), _int("seq"))
member_statistics = Table(
    "member_statistics",
    metadata,
    _key("member"),
    _text_key("name_of_game"),
    _key("players"),
    _key("seat"),
    _int("played"),
    _int("won"),
    _int("shared"),
    _int("rank_sum"),
    # Games with a score.
    _int("scored"),
    _int("score_sum"),
)
# The pairs of all games but teammates, and for each pair the sum over all games under the name "".
head_to_head = Table(
    "head_to_head",
    metadata,
    _key("member"),
    _key("other"),
    _text_key("name_of_game"),
    _int("played"),
    _int("won"),
    _int("lost"),
    _int("shared"),
)
# Of lessons, solo levels and puzzles.
progress = Table(
    "progress",
    metadata,
    _key("member", "members"),
    _text_key("kind"),
    _text_key("game"),
    _text_key("item"),
    _int("value"),
    _int("at"),
)

# -- Ratings, since revision 6: derived from rated games in the order of (ended, number, game). ----

# What is rated together. Everything up to the key is rated.
rating_pools = Table(
    "rating_pools",
    metadata,
    # people, programs or the household of an account: h and its number
    _text_key("list"),
    _text_key("name_of_game"),
    # two or more
    _text_key("size"),
    # fast or slow
    _text_key("speed"),
    _int("ended"),
    _int("number"),
    _int("game"),
    # 1 while games wait to be rated.
    _int("waiting"),
)
# A seat of a rated game, and the rating after it. The number of a deleted member stays, without a
# name: the ratings of the others follow from it.
rating_changes = Table(
    "rating_changes",
    metadata,
    _key("number"),
    _key("game"),
    _key("seat"),
    _text("list"),
    _text("name_of_game"),
    _text("size"),
    _text("speed"),
    _int("ended"),
    _int("member"),
    _int("account"),
    _int("players"),
    _int("team"),
    _int("rank"),
    _int("resigned"),
    # All that follows is None until the game is rated.
    _optional_real("weight"),
    _optional_real("mu_before"),
    _optional_real("sigma_before"),
    _optional_real("mu"),
    _optional_real("sigma"),
    # Rated games with this one: of all time, and of the season.
    _optional_int("played"),
    _optional_int("season_played"),
)
# The newest rating of each member.
ratings = Table(
    "ratings",
    metadata,
    _text_key("list"),
    _text_key("name_of_game"),
    _text_key("size"),
    _text_key("speed"),
    # 0: all time; 20264: the last quarter of 2026.
    _key("season"),
    _key("member"),
    _real("mu"),
    _real("sigma"),
    _int("points"),
    # Whether it is not provisional.
    _int("settled"),
    _int("played"),
    _int("ended"),
)

# -- Clocks, since revision 7 ----------------------------------------------------------------------

# When each process that is up was last heard of.
heartbeats = Table("heartbeats", metadata, _text_key("process"), _int("at"))
# When a process, or the whole server, could not be reached.
outages = Table("outages", metadata, _id(), _int("began"), _int("ended"), sqlite_autoincrement=True)
# Tables with a running game that has a clock, and when someone should look at it.
clocks = Table("clocks", metadata, _key("number"), _int("due"))
absences = Table(
    "absences",
    metadata,
    _id(),
    _ref("member", "members"),
    _int("began"),
    _int("ended"),
    # Whether a bot plays meanwhile.
    _int("stand_in"),
    sqlite_autoincrement=True,
)

# -- Friends, blocks and challenges, since revision 8 ----------------------------------------------

# Friends, and who asked for it. None: the other has not answered.
friendships = Table(
    "friendships",
    metadata,
    _key("member", "members"),
    _key("other", "members"),
    _int("made"),
    _optional_int("accepted"),
)
# A member does not meet an account. `other` is the member of it that is shown.
blocks = Table(
    "blocks",
    metadata,
    _key("member", "members"),
    _key("account", "accounts"),
    _ref("other", "members"),
    _int("made"),
)
# Who sees that a member is here, and who may challenge it: everyone, friends or nobody.
contact_settings = Table(
    "contact_settings",
    metadata,
    _key("member", "members"),
    _text("presence"),
    _text("challenges"),
)
# Tables with places that are kept for certain members.
invited_games = Table(
    "invited_games",
    metadata,
    _key("number"),
    _text("table_id", unique=True),
    _ref("member", "members"),
    _text("game"),
    _int("players"),
    # JSON
    _text("options"),
    _optional_text("clock"),
    _int("rated"),
    _int("friendly"),
    _int("made"),
    _int("expires"),
    # open, accepted, declined, withdrawn or expired
    _text("state"),
    # When it was made, or last changed.
    _int("changed"),
)
invited_members = Table(
    "invited_members",
    metadata,
    _key("number"),
    _key("member", "members"),
    _int("place"),
    _optional_int("accepted"),
)

# -- Absences, since revision 9 --------------------------------------------------------------------

# Tables of members who are or will be absent, and when someone should note it in the log.
absent_tables = Table("absent_tables", metadata, _key("number"), _int("due"))

# -- Notices, since revision 10 --------------------------------------------------------------------

# What a member wants to be told by each channel: kinds, separated by spaces.
notice_settings = Table(
    "notice_settings",
    metadata,
    _key("member", "members"),
    _text("page"),
    _text("push"),
    _text("mail"),
    # hourly or daily
    _text("digest"),
    _text("zone"),
    # Minutes of the day in the time zone, both or neither.
    _optional_int("quiet_from"),
    _optional_int("quiet_to"),
)
# Browsers to which notices are pushed.
push_devices = Table(
    "push_devices",
    metadata,
    _id(),
    _ref("member", "members"),
    _text("endpoint"),
    _text("p256dh"),
    _text("auth"),
    # Without it, nothing is pushed.
    _int("session"),
    _text("agent"),
    _int("made"),
    UniqueConstraint("member", "endpoint"),
    sqlite_autoincrement=True,
)
# What members are told, and how far each notice has come.
notices = Table(
    "notices",
    metadata,
    _id(),
    _ref("member", "members"),
    _text("kind"),
    # The ID of a table or member, or the number of an absence.
    _text("subject"),
    # Another one makes the notice new again.
    _int("mark"),
    # A member that challenges, or asks to be a friend.
    _optional_int("other"),
    _optional_text("game"),
    _int("made"),
    _optional_int("delivered"),
    _optional_int("read"),
    # page, push, pushed, mail or done
    _text("stage"),
    # When the next step is due.
    _optional_int("due"),
    _int("tries"),
    # The hash of the secret by which a device confirms it.
    _optional_text("ack"),
    UniqueConstraint("member", "kind", "subject"),
    sqlite_autoincrement=True,
)
# When an account gets its next mail with notices, and got the last one.
notice_digests = Table(
    "notice_digests", metadata, _key("account", "accounts"), _optional_int("due"), _int("sent")
)
