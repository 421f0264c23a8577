"""Ratings of members, and the changes by each rated game."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_POOL = ("list", "name_of_game", "size", "speed")
_ORDER = ("ended", "number", "game")


def upgrade() -> None:
    """Create all tables of ratings; no other table changes."""
    _pools()
    _changes()
    _ratings()


def _pools() -> None:
    op.create_table(
        "rating_pools",
        *map(_text, _POOL),
        *map(_int, _ORDER),
        _int("waiting"),
        sa.PrimaryKeyConstraint(*_POOL),
    )


def _changes() -> None:
    op.create_table(
        "rating_changes",
        _int("number"),
        _int("game"),
        _int("seat"),
        *map(_text, _POOL),
        _int("ended"),
        _int("member"),
        _int("account"),
        _int("players"),
        _int("team"),
        _int("rank"),
        _int("resigned"),
        _real("weight"),
        _real("mu_before"),
        _real("sigma_before"),
        _real("mu"),
        _real("sigma"),
        _optional("played"),
        _optional("season_played"),
        sa.PrimaryKeyConstraint("number", "game", "seat"),
    )
    op.create_index("rating_changes_pool", "rating_changes", [*_POOL, *_ORDER])
    op.create_index("rating_changes_member", "rating_changes", ["member", *_POOL, *_ORDER])
    op.create_index("rating_changes_account", "rating_changes", ["account", *_POOL, "ended"])


def _ratings() -> None:
    op.create_table(
        "ratings",
        *map(_text, _POOL),
        _int("season"),
        _int("member"),
        _real("mu", nullable=False),
        _real("sigma", nullable=False),
        _int("points"),
        _int("settled"),
        _int("played"),
        _int("ended"),
        sa.PrimaryKeyConstraint(*_POOL, "season", "member"),
    )
    op.create_index("ratings_best", "ratings", [*_POOL, "season", "settled", "points", "member"])
    op.create_index("ratings_member", "ratings", ["member", "season"])


def _int(name: str) -> sa.Column[Any]:
    return sa.Column(name, _INT, nullable=False)


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, _TEXT, nullable=False)


def _optional(name: str) -> sa.Column[Any]:
    return sa.Column(name, _INT)


def _real(name: str, *, nullable: bool = True) -> sa.Column[Any]:
    return sa.Column(name, sa.Double(), nullable=nullable)
