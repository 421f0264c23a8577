"""Accounts, their members, and what is derived from the logs of tables for them."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create all tables of accounts; no other table changes."""
    _accounts()
    _secrets()
    _guardians()
    _history()
    _statistics()


def _accounts() -> None:
    op.create_table(
        "accounts",
        _id(),
        _text("login"),
        sa.Column("login_key", _TEXT, unique=True),
        sa.Column("password", _TEXT),
        sa.Column("email", _TEXT),
        sa.Column("email_key", _TEXT, unique=True),
        _int("email_confirmed"),
        _text("role"),
        _text("state"),
        sa.Column("banned_until", _INT),
        _text("ban_reason"),
        _text("language"),
        _int("made"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "members",
        _id(),
        sa.Column("public", _TEXT, nullable=False, unique=True),
        _ref("account", "accounts"),
        _text("name"),
        sa.Column("name_key", _TEXT, unique=True),
        _text("kind"),
        _int("listed"),
        _int("made"),
        sa.Column("deleted", _INT),
        sqlite_autoincrement=True,
    )
    _index("members", "account")


def _secrets() -> None:
    op.create_table(
        "sessions",
        _id(),
        sa.Column("hash", _TEXT, nullable=False, unique=True),
        _ref("account", "accounts"),
        _int("made"),
        _int("seen"),
        _int("expires"),
        _text("agent"),
        sa.Column("confirmed", _INT),
        sa.Column("member", _INT),
        sqlite_autoincrement=True,
    )
    _index("sessions", "account")
    _index("sessions", "expires")
    op.create_table(
        "passkeys",
        _id(),
        _ref("account", "accounts"),
        sa.Column("credential", _TEXT, nullable=False, unique=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        _int("counter"),
        _text("name"),
        _int("made"),
        sa.Column("used", _INT),
        sqlite_autoincrement=True,
    )
    _index("passkeys", "account")
    op.create_table(
        "challenges",
        sa.Column("hash", _TEXT, primary_key=True),
        sa.Column("account", _INT),
        _text("purpose"),
        sa.Column("body", sa.LargeBinary, nullable=False),
        _int("expires"),
    )
    _index("challenges", "expires")
    op.create_table(
        "recovery_codes",
        _key("account", _INT, "accounts"),
        _key("hash", _TEXT),
        sa.Column("used", _INT),
    )
    op.create_table(
        "invitations",
        sa.Column("hash", _TEXT, primary_key=True),
        sa.Column("made_by", _INT),
        _int("made"),
        _int("expires"),
        sa.Column("used_by", _INT),
    )
    op.create_table(
        "mail_tokens",
        sa.Column("hash", _TEXT, primary_key=True),
        _ref("account", "accounts"),
        _text("purpose"),
        _text("body"),
        _int("expires"),
    )
    _index("mail_tokens", "account")
    _index("mail_tokens", "expires")
    op.create_table(
        "attempts",
        sa.Column("key", _TEXT, primary_key=True),
        _int("count"),
        _int("since"),
    )
    _index("attempts", "since")
    op.create_table(
        "api_tokens",
        _id(),
        sa.Column("hash", _TEXT, nullable=False, unique=True),
        _ref("member", "members"),
        _text("name"),
        _text("scopes"),
        _int("made"),
        sa.Column("used", _INT),
        sa.Column("expires", _INT),
        sqlite_autoincrement=True,
    )
    _index("api_tokens", "member")
    op.create_table(
        "transfers",
        sa.Column("hash", _TEXT, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        _int("expires"),
    )
    _index("transfers", "expires")


def _guardians() -> None:
    op.create_table(
        "member_rules",
        _key("member", _INT, "members"),
        _text("meet"),
        _int("phrases_only"),
        sa.Column("quiet_from", _INT),
        sa.Column("quiet_to", _INT),
        _text("zone"),
        sa.Column("minutes_a_day", _INT),
    )
    op.create_table(
        "approvals", _key("member", _INT, "members"), _key("other", _INT, "members"), _int("made")
    )
    _index("approvals", "other")
    op.create_table(
        "play_time", _key("member", _INT, "members"), _key("day", _INT), _int("seconds")
    )


def _history() -> None:
    # Games outlive their tables, so that nothing refers to `tables`.
    op.create_table(
        "claims",
        _key("number", _INT),
        _key("place", _INT),
        _text("key"),
        _ref("member", "members"),
        _int("made"),
        _int("running"),
    )
    _index("claims", "member", "running", "made", "number", "place")
    op.create_table(
        "games",
        _key("number", _INT),
        _key("game", _INT),
        _text("table_id"),
        _text("name"),
        _int("players"),
        _int("started"),
        _int("ended"),
        _int("events"),
        _text("reason"),
        _int("spectators"),
    )
    _index("games", "ended", "number", "game")
    op.create_table(
        "game_players",
        _key("number", _INT),
        _key("game", _INT),
        _key("seat", _INT),
        _int("place"),
        _int("team"),
        sa.Column("member", _INT),
        _text("name"),
        _text("name_key"),
        _int("program"),
        sa.Column("level", _INT),
        sa.Column("hand_skill", _INT),
        _int("rank"),
        sa.Column("score", _INT),
        _text("outcome"),
        _int("resigned"),
        _text("name_of_game"),
        _int("players"),
        _int("ended"),
    )
    _index("game_players", "member", "ended", "number", "game")
    _index("game_players", "member", "name_of_game", "ended", "number", "game")
    op.create_table("projected", _key("number", _INT), _int("seq"))


def _statistics() -> None:
    op.create_table(
        "member_statistics",
        _key("member", _INT),
        _key("name_of_game", _TEXT),
        _key("players", _INT),
        _key("seat", _INT),
        _int("played"),
        _int("won"),
        _int("shared"),
        _int("rank_sum"),
        _int("scored"),
        _int("score_sum"),
    )
    op.create_table(
        "head_to_head",
        _key("member", _INT),
        _key("other", _INT),
        _key("name_of_game", _TEXT),
        _int("played"),
        _int("won"),
        _int("lost"),
        _int("shared"),
    )
    _index("head_to_head", "member", "name_of_game", "played", "other")
    op.create_table(
        "progress",
        _key("member", _INT, "members"),
        _key("kind", _TEXT),
        _key("game", _TEXT),
        _key("item", _TEXT),
        _int("value"),
        _int("at"),
    )


def _id() -> sa.Column[int]:
    return sa.Column("id", _INT, primary_key=True)


def _key(name: str, kind: sa.types.TypeEngine[Any], of: str | None = None) -> sa.Column[Any]:
    """Return a part of the primary key, possibly the id of a row of another table."""
    references = () if of is None else (sa.ForeignKey(f"{of}.id"),)
    return sa.Column(name, kind, *references, primary_key=True, autoincrement=False)


def _ref(name: str, of: str) -> sa.Column[int]:
    return sa.Column(name, _INT, sa.ForeignKey(f"{of}.id"), nullable=False)


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, _INT, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False)


def _index(table: str, *columns: str) -> None:
    op.create_index(f"{table}_{'_'.join(columns)}", table, list(columns))
