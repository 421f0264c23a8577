"""Everything that is stored about an account, as one JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table, and_, func, or_, select

from empile.community import accounts as accounts_
from empile.community import members as members_
from empile.community import rules
from empile.community.clock import now_ms
from empile.community.contacts import relations
from empile.community.messages.conversations import exported
from empile.community.moderation import acts, appeals, reports
from empile.community.notices.settings import settings_of
from empile.community.records import studies
from empile.server.store.schema import (
    absences,
    accounts,
    api_tokens,
    claims,
    fair_play_games,
    game_players,
    games,
    head_to_head,
    invited_games,
    invited_members,
    member_statistics,
    members,
    notices,
    play_time,
    progress,
    push_devices,
    puzzle_days,
    puzzle_players,
    puzzle_results,
    rating_changes,
    ratings,
    seat_addresses,
    sessions,
    tables,
)
from empile.server.wire.errors import CommandError
from empile.server.wire.people.contacts import Contact

FORMAT: Final = "empile-account"
VERSION: Final = 1


def everything(connection: Connection, account: int) -> dict[str, Any]:
    """Return what is stored about an account and its members. Secrets are left out.

    Times are milliseconds since 1970. Raises ``CommandError`` if the account was deleted.
    """
    row = (
        connection.execute(
            select(
                accounts.c.login,
                accounts.c.email,
                accounts.c.email_confirmed,
                accounts.c.role,
                accounts.c.state,
                accounts.c.banned_until,
                accounts.c.ban_reason,
                accounts.c.language,
                accounts.c.made,
            ).where(accounts.c.id == account, accounts.c.state != "deleted")
        )
        .mappings()
        .first()
    )
    if row is None:
        raise CommandError("no_table", "this account was deleted")
    return {
        "format": FORMAT,
        "version": VERSION,
        "account": dict(row),
        "passkeys": [
            {"name": one.name, "made": one.made, "used": one.used}
            for one in accounts_.passkeys_of(connection, account)
        ],
        "sessions": _rows(
            connection,
            sessions,
            ("made", "seen", "expires", "agent"),
            sessions.c.account == account,
        ),
        "members": [_member(connection, one) for one in members_.all_of(connection, account)],
        "moderation": _moderation(connection, account),
    }


def _moderation(connection: Connection, account: int) -> dict[str, Any]:
    """Return what the account reported, and what moderators did about it."""
    found = acts.of_account(connection, account)
    return {
        "reports": msgspec.to_builtins(reports.own(connection, account)),
        "acts": msgspec.to_builtins(appeals.shown(connection, found, now_ms())),
    }


def _member(connection: Connection, member: members_.Member) -> dict[str, Any]:
    allowed = rules.rules_of(connection, member)
    return {
        "id": member.public,
        "name": member.name,
        "kind": member.kind,
        "listed": member.listed,
        "rules": {name: getattr(allowed, name) for name in allowed.__struct_fields__},
        "approved": [
            {"id": one.id, "name": one.name, "made": one.made}
            for one in rules.approved(connection, member)
        ],
        "contacts": _contacts(connection, member),
        "challenges": _challenges(connection, member),
        "absences": _of(connection, absences, member, ("began", "ended", "stand_in")),
        "notices": {
            "settings": msgspec.to_builtins(settings_of(connection, member.id)),
            "devices": _of(connection, push_devices, member, ("endpoint", "agent", "made")),
            "told": _of(
                connection,
                notices,
                member,
                ("kind", "subject", "game", "made", "delivered", "read"),
            ),
        },
        "messages": exported(connection, member),
        "play_time": _of(connection, play_time, member, ("day", "seconds")),
        "api_tokens": _of(
            connection, api_tokens, member, ("name", "scopes", "made", "used", "expires")
        ),
        "progress": _of(connection, progress, member, ("kind", "game", "item", "value", "at")),
        "studies": studies.exported(connection, member.id),
        "puzzles": {
            "rating": _of(connection, puzzle_players, member, ("mu", "sigma", "rated")),
            "results": _of(
                connection,
                puzzle_results,
                member,
                ("game", "puzzle", "right", "at", "points", "again"),
            ),
            "days": _of(connection, puzzle_days, member, ("day",)),
        },
        "statistics": _of(
            connection,
            member_statistics,
            member,
            ("name_of_game", "players", "seat", "played", "won", "shared", "rank_sum", "score_sum"),
        ),
        "opponents": _opponents(connection, member),
        "ratings": _of(
            connection,
            ratings,
            member,
            ("name_of_game", "size", "speed", "season", "points", "mu", "sigma", "played", "ended"),
        ),
        "rating_changes": _of(
            connection,
            rating_changes,
            member,
            ("name_of_game", "size", "speed", "ended", "rank", "weight", "mu", "sigma"),
        ),
        "address_hashes": _of(connection, seat_addresses, member, ("hash", "made")),
        "fair_play": _measured(connection, member),
        "tables": _tables(connection, member),
        "games": _games(connection, member),
    }


def _of(
    connection: Connection, table: Table, member: members_.Member, names: Sequence[str]
) -> list[dict[str, Any]]:
    return _rows(connection, table, names, table.c.member == member.id)


def _rows(
    connection: Connection, table: Table, names: Sequence[str], where: Any
) -> list[dict[str, Any]]:
    found = select(*(table.c[name] for name in names)).where(where)
    ordered = found.order_by(*table.primary_key.columns)
    return [dict(row) for row in connection.execute(ordered).mappings()]


def _opponents(connection: Connection, member: members_.Member) -> list[dict[str, Any]]:
    found = (
        select(
            members.c.name,
            head_to_head.c.name_of_game,
            head_to_head.c.played,
            head_to_head.c.won,
            head_to_head.c.lost,
            head_to_head.c.shared,
        )
        .join(members, members.c.id == head_to_head.c.other)
        .where(head_to_head.c.member == member.id)
        .order_by(head_to_head.c.other, head_to_head.c.name_of_game)
    )
    return [dict(row) for row in connection.execute(found).mappings()]


def _contacts(connection: Connection, member: members_.Member) -> dict[str, Any]:
    """Return friends, requests and blocks, with the names that the member may see."""
    settings = relations.settings_of(connection, member.id)
    lists: dict[str, Sequence[Contact]] = {
        "friends": [friend for _, friend in relations.friends(connection, member.id)],
        "received": relations.received(connection, member.id),
        "sent": relations.sent(connection, member.id),
        "blocked": relations.blocked(connection, member.id),
    }
    return {
        "presence": settings.presence,
        "challenges": settings.challenges,
        **{
            name: [{"id": one.id, "name": one.name, "since": one.since} for one in found]
            for name, found in lists.items()
        },
    }


def _challenges(connection: Connection, member: members_.Member) -> list[dict[str, Any]]:
    """Return the challenges from and to a member that are kept."""
    query = (
        select(
            invited_games.c.table_id.label("table"),
            invited_games.c.game,
            invited_games.c.made,
            invited_games.c.expires,
            invited_games.c.state,
            (invited_games.c.member == member.id).label("sent"),
        )
        .where(
            or_(
                invited_games.c.member == member.id,
                invited_games.c.number.in_(
                    select(invited_members.c.number).where(invited_members.c.member == member.id)
                ),
            )
        )
        .order_by(invited_games.c.made, invited_games.c.number)
    )
    return [{**row, "sent": bool(row["sent"])} for row in connection.execute(query).mappings()]


def _measured(connection: Connection, member: members_.Member) -> list[dict[str, Any]]:
    """Return how the moves of a member were measured, by game."""
    one = fair_play_games
    seat = and_(
        game_players.c.number == one.c.number,
        game_players.c.game == one.c.game,
        game_players.c.seat == one.c.seat,
    )
    found = (
        select(games.c.table_id, one.c.game, one.c.made, one.c.body)
        .join(game_players, seat)
        .join(games, and_(games.c.number == one.c.number, games.c.game == one.c.game))
        .where(game_players.c.member == member.id, func.length(one.c.body) > 0)
        .order_by(one.c.number, one.c.game)
    )
    return [
        {"table": row.table_id, "game": row.game, "made": row.made, **msgspec.json.decode(row.body)}
        for row in connection.execute(found)
    ]


def _tables(connection: Connection, member: members_.Member) -> list[dict[str, Any]]:
    """Return the tables at which a member owns a place."""
    found = (
        select(tables.c.id.label("table"), claims.c.place, claims.c.made)
        .join(tables, tables.c.number == claims.c.number)
        .where(claims.c.member == member.id)
        .order_by(claims.c.number, claims.c.place)
    )
    return [dict(row) for row in connection.execute(found).mappings()]


def _games(connection: Connection, member: members_.Member) -> list[dict[str, Any]]:
    """Return the finished games of a member, the oldest first."""
    same = and_(games.c.number == game_players.c.number, games.c.game == game_players.c.game)
    found = (
        select(
            games.c.table_id.label("table"),
            games.c.game,
            games.c.name,
            games.c.players,
            games.c.started,
            games.c.ended,
            game_players.c.seat,
            game_players.c.rank,
            game_players.c.score,
            game_players.c.outcome,
            game_players.c.resigned,
        )
        .join(games, same)
        .where(game_players.c.member == member.id)
        .order_by(game_players.c.ended, game_players.c.number, game_players.c.game)
    )
    return [dict(row) for row in connection.execute(found).mappings()]
