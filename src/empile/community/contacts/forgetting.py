"""Removes a member from friendships, blocks and challenges."""

from __future__ import annotations

from sqlalchemy import Connection, delete, or_, select, update

from empile.server.store.schema import (
    blocks,
    claims,
    contact_settings,
    friendships,
    invited_games,
    invited_members,
    members,
)


def forget_member(connection: Connection, member: int, now: int) -> None:
    """Remove a deleted member. Mark the member as deleted first.

    Blocks of its account stay while the account has other members.
    """
    connection.execute(
        delete(friendships).where(
            or_(friendships.c.member == member, friendships.c.other == member)
        )
    )
    connection.execute(delete(blocks).where(blocks.c.member == member))
    account = connection.scalar(select(members.c.account).where(members.c.id == member))
    left = select(members.c.id).where(members.c.account == account, members.c.deleted.is_(None))
    if connection.scalar(left.limit(1)) is None:
        connection.execute(delete(blocks).where(blocks.c.account == account))
    connection.execute(delete(contact_settings).where(contact_settings.c.member == member))
    _forget_challenges(connection, member, now)


def _forget_challenges(connection: Connection, member: int, now: int) -> None:
    own = select(invited_games.c.number).where(invited_games.c.member == member)
    there = select(invited_members.c.number).where(invited_members.c.member == member)
    # Their tables wait for a player that will never join.
    waiting = select(invited_games.c.number).where(
        invited_games.c.number.in_(own.union(there)), invited_games.c.state == "open"
    )
    connection.execute(update(claims).where(claims.c.number.in_(waiting)).values(running=0))
    connection.execute(
        update(invited_games)
        .where(invited_games.c.number.in_(there), invited_games.c.state == "open")
        .values(state="declined", changed=now)
    )
    connection.execute(delete(invited_members).where(invited_members.c.number.in_(own)))
    connection.execute(delete(invited_games).where(invited_games.c.member == member))
    connection.execute(delete(invited_members).where(invited_members.c.member == member))
