"""Which games are rated, and on which list.

A game is rated if its table is, and all seats belonged to members as it began, each to another one.
It counts on the list of people; on the list of programs, if a program played; and on the list of a
household, if the table is friendly and all members are of one account. A friendly game of members of
different accounts of which two are one household counts nowhere. So that games are no gift, one with
fewer moves than two for each seat counts nowhere either.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final, Literal

from sqlalchemy import Connection, select

from empile.community.projections.results import LEFT, FinishedGame, TableResults
from empile.community.projections.teams import teams_of
from empile.server.store.schema import members
from empile.server.wire.clocks.settings import speed

Size = Literal["two", "more"]

PEOPLE: Final = "people"
PROGRAMS: Final = "programs"
ALL_TIME: Final = 0
"""The season of ratings that never end."""
LEAST_MOVES: Final = 2
"""Moves for each seat of a rated game."""

Values = dict[str, Any]


def household(account: int) -> str:
    """Return the list of an account."""
    return f"h{account}"


def size_of(players: int) -> Size:
    """Return the class of a number of seats."""
    return "two" if players == 2 else "more"


def season_of(at: int) -> int:
    """Return the quarter of a time in milliseconds, by UTC.

    >>> season_of(1_790_000_000_000)
    20263
    """
    day = datetime.fromtimestamp(at / 1000, UTC)
    return day.year * 10 + (day.month + 2) // 3


def rated_rows(
    connection: Connection, number: int, results: TableResults, game: FinishedGame
) -> list[Values]:
    """Return the rows of ``rating_changes`` of a game, not rated yet; none if it does not count.

    They follow from the log and from the accounts of members, also of deleted ones.
    """
    clock, players = results.clock, game.players
    if not results.rated or clock is None or game.events < LEAST_MOVES * len(players):
        return []
    seated = [player.member for player in players if player.member is not None]
    if len(set(seated)) < len(players):
        return []
    rows = connection.execute(
        select(members.c.id, members.c.account, members.c.kind).where(members.c.id.in_(seated))
    )
    found = {row.id: row for row in rows}
    if len(found) < len(players):
        return []
    accounts = {found[member].account for member in seated}
    if len(accounts) == 1:
        if not results.friendly:
            return []
        name = household(accounts.pop())
    elif len(accounts) < len(players):
        return []
    else:
        name = PROGRAMS if any(row.kind == "bot" for row in found.values()) else PEOPLE
    teams = teams_of(results.game, results.rules, results.options, len(players))
    ranks = game.ranks()
    return [
        {
            "number": number,
            "game": game.number,
            "seat": seat,
            "list": name,
            "name_of_game": results.game,
            "size": size_of(len(players)),
            "speed": speed(clock),
            "ended": game.ended,
            "member": member,
            "account": found[member].account,
            "players": len(players),
            "team": teams[seat],
            "rank": ranks[seat],
            "resigned": LEFT.index(players[seat].left),
        }
        for seat, member in enumerate(seated)
    ]
