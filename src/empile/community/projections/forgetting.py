"""Removes a member from the histories, and keeps the games for the others."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from empile.community.projections.apply import OF_DELETED
from empile.server.store.schema import game_players, head_to_head, member_statistics, ratings


def forget_member(connection: Connection, member: int) -> None:
    """Remove a deleted member from all finished games. Mark the member as deleted first."""
    others = connection.scalars(
        select(head_to_head.c.other).where(head_to_head.c.member == member).distinct()
    ).all()
    for other in sorted(others):
        connection.execute(
            delete(head_to_head).where(
                head_to_head.c.member == other, head_to_head.c.other == member
            )
        )
    connection.execute(delete(head_to_head).where(head_to_head.c.member == member))
    connection.execute(delete(member_statistics).where(member_statistics.c.member == member))
    # The changes by each game stay, under a number without a name: others' ratings follow from them.
    connection.execute(delete(ratings).where(ratings.c.member == member))
    connection.execute(
        update(game_players)
        .where(game_players.c.member == member)
        .values(member=None, name="", name_key=OF_DELETED)
    )
