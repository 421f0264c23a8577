"""Results, ratings and days of puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_INT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
# Ordered by bytes in both databases, so that a copy compares rows in one order.
_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_SOLVED = 2
"""The value of a solved puzzle in ``progress``."""


def upgrade() -> None:
    """Create the tables; copy results from ``progress``, where code of an earlier revision reads them."""
    op.create_table(
        "puzzle_results",
        _member(),
        sa.Column("game", _TEXT, primary_key=True),
        sa.Column("puzzle", _TEXT, primary_key=True),
        sa.Column("right", _INT, nullable=False),
        sa.Column("at", _INT, nullable=False),
        sa.Column("points", _INT),
        sa.Column("again", _INT),
    )
    op.create_table(
        "puzzle_players",
        _member(),
        _real("mu"),
        _real("sigma"),
        sa.Column("rated", _INT, nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", _TEXT, primary_key=True),
        sa.Column("puzzle", _TEXT, primary_key=True),
        _real("mu"),
        _real("sigma"),
        sa.Column("rated", _INT, nullable=False),
    )
    op.create_table(
        "puzzle_days",
        _member(),
        sa.Column("day", _INT, primary_key=True, autoincrement=False),
    )
    names = ("member", "kind", "game", "item", "value", "at")
    progress = sa.table("progress", *map(sa.column, names))
    results = sa.table(
        "puzzle_results", *map(sa.column, ("member", "game", "puzzle", "right", "at"))
    )
    solved = sa.case((progress.c.value >= _SOLVED, 1), else_=0)
    found = sa.select(
        progress.c.member, progress.c.game, progress.c.item, solved, progress.c.at
    ).where(progress.c.kind == "puzzle")
    op.execute(results.insert().from_select(["member", "game", "puzzle", "right", "at"], found))


def _member() -> sa.Column[int]:
    return sa.Column(
        "member", _INT, sa.ForeignKey("members.id"), primary_key=True, autoincrement=False
    )


def _real(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double(), nullable=False)
