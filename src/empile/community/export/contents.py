"""What an export contains."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table, and_, func, or_, select

from empile.community import accounts as accounts_
from empile.community import members as members_
from empile.community import rules
from empile.community.clock import now_ms
from empile.community.contacts import relations
from empile.community.export.writer import Export, Later, Listing
from empile.community.messages.conversations import exported
from empile.community.moderation import acts, appeals, reports
from empile.community.notices.settings import settings_of
from empile.community.projections.results import left_by
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
    known_addresses,
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
    studies,
    tables,
)
from empile.server.wire.errors import CommandError
from empile.server.wire.people.contacts import Contact

FORMAT: Final = "empile-account"
VERSION: Final = 1


def export_of(account: int) -> Export:
    """Return the export of an account; its pieces are read as it is written."""
    return Export(Later(partial(everything, account=account)))


def everything(connection: Connection, account: int) -> dict[str, Any]:
    """Return what is stored about an account and its members. Secrets are left out.

    What is long is read later. Times are milliseconds since 1970. Raises ``CommandError`` if the
    account was deleted.
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
            sessions, ("made", "seen", "expires", "agent"), sessions.c.account == account
        ),
        "known_addresses": _rows(
            known_addresses, ("hash", "made"), known_addresses.c.account == account
        ),
        "members": [
            Later(partial(_member, member=one)) for one in members_.all_of(connection, account)
        ],
        "moderation": Later(partial(_moderation, account=account)),
    }


def _moderation(connection: Connection, account: int) -> dict[str, Any]:
    """Return what the account reported, and what moderators did about it."""
    received = acts.of_account(connection, account)
    return {
        "reports": msgspec.to_builtins(reports.own(connection, account)),
        "acts": msgspec.to_builtins(appeals.shown(connection, received, now_ms())),
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
        "challenges": _challenges(member),
        "absences": _of(absences, member, ("began", "ended", "stand_in")),
        "notices": {
            "settings": msgspec.to_builtins(settings_of(connection, member.id)),
            "devices": _of(push_devices, member, ("endpoint", "agent", "made")),
            "told": _of(notices, member, ("kind", "subject", "game", "made", "delivered", "read")),
        },
        "messages": exported(member),
        "play_time": _of(play_time, member, ("day", "seconds")),
        "api_tokens": _of(api_tokens, member, ("name", "scopes", "made", "used", "expires")),
        "progress": _of(progress, member, ("kind", "game", "item", "value", "at")),
        "studies": _studies(member),
        "puzzles": {
            "rating": _of(puzzle_players, member, ("mu", "sigma", "rated")),
            "results": _of(
                puzzle_results, member, ("game", "puzzle", "right", "at", "points", "again")
            ),
            "days": _of(puzzle_days, member, ("day",)),
        },
        "statistics": _of(
            member_statistics,
            member,
            ("name_of_game", "players", "seat", "played", "won", "shared", "rank_sum", "score_sum"),
        ),
        "opponents": _opponents(member),
        "ratings": _of(
            ratings,
            member,
            ("name_of_game", "size", "speed", "season", "points", "mu", "sigma", "played", "ended"),
        ),
        "rating_changes": _of(
            rating_changes,
            member,
            ("name_of_game", "size", "speed", "ended", "rank", "weight", "mu", "sigma"),
        ),
        "address_hashes": _of(seat_addresses, member, ("hash", "made")),
        "fair_play": _measured(member),
        "tables": _tables(member),
        "games": _games(member),
    }


def _of(table: Table, member: members_.Member, names: Sequence[str]) -> Listing:
    return _rows(table, names, table.c.member == member.id)


def _rows(table: Table, names: Sequence[str], where: Any) -> Listing:
    query = select(*(table.c[name] for name in names)).where(where)
    return Listing(query, list(table.primary_key.columns))


def _studies(member: members_.Member) -> Listing:
    """Return the studies, each in a page of its own: they are long."""
    query = select(studies.c.changed, studies.c.body).where(studies.c.member == member.id)

    def shape(_: Connection, rows: list[dict[str, Any]]) -> list[Any]:
        return [
            {"changed": row["changed"], "study": msgspec.Raw(row["body"].encode())} for row in rows
        ]

    return Listing(query, [studies.c.study], shape, rows=1)


def _opponents(member: members_.Member) -> Listing:
    query = (
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
    )
    return Listing(query, [head_to_head.c.other, head_to_head.c.name_of_game])


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


def _challenges(member: members_.Member) -> Listing:
    """Return the challenges from and to a member that are kept."""
    query = select(
        invited_games.c.table_id.label("table"),
        invited_games.c.game,
        invited_games.c.made,
        invited_games.c.expires,
        invited_games.c.state,
        (invited_games.c.member == member.id).label("sent"),
    ).where(
        or_(
            invited_games.c.member == member.id,
            invited_games.c.number.in_(
                select(invited_members.c.number).where(invited_members.c.member == member.id)
            ),
        )
    )

    def shape(_: Connection, rows: list[dict[str, Any]]) -> list[Any]:
        return [{**row, "sent": bool(row["sent"])} for row in rows]

    return Listing(query, [invited_games.c.made, invited_games.c.number], shape)


def _measured(member: members_.Member) -> Listing:
    """Return how the moves of a member were measured, by game."""
    one = fair_play_games
    seat = and_(
        game_players.c.number == one.c.number,
        game_players.c.game == one.c.game,
        game_players.c.seat == one.c.seat,
    )
    query = (
        select(games.c.table_id.label("table"), one.c.game, one.c.made, one.c.body)
        .join(game_players, seat)
        .join(games, and_(games.c.number == one.c.number, games.c.game == one.c.game))
        .where(game_players.c.member == member.id, func.length(one.c.body) > 0)
    )

    def shape(_: Connection, rows: list[dict[str, Any]]) -> list[Any]:
        bodies = [row.pop("body") for row in rows]
        return [
            {**row, **msgspec.json.decode(body)} for row, body in zip(rows, bodies, strict=True)
        ]

    return Listing(query, [one.c.number, one.c.game, one.c.seat], shape)


def _tables(member: members_.Member) -> Listing:
    """Return the tables at which a member owns a place."""
    query = (
        select(tables.c.id.label("table"), claims.c.place, claims.c.made)
        .join(tables, tables.c.number == claims.c.number)
        .where(claims.c.member == member.id)
    )
    return Listing(query, [claims.c.number, claims.c.place])


def _games(member: members_.Member) -> Listing:
    """Return the finished games of a member, the oldest first."""
    same = and_(games.c.number == game_players.c.number, games.c.game == game_players.c.game)
    query = (
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
            games.c.reason,
        )
        .join(games, same)
        .where(game_players.c.member == member.id)
    )
    one = game_players.c
    return Listing(query, [one.ended, one.number, one.game, one.seat], _with_reasons)


def _with_reasons(_: Connection, rows: list[dict[str, Any]]) -> list[Any]:
    return [{**row, "left": left_by(row.pop("resigned"), row["reason"])} for row in rows]
