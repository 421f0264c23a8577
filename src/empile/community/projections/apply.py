"""Adds the finished games of a table to the histories and statistics, each exactly once.

A game is added in one transaction with its row in ``games``, whose key is the table's number and
the game's. What a claim changes later is added as a difference. So the statistics are always the
sums over the rows of ``game_players``.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, bindparam, select, update

from empile.community.absences import marks
from empile.community.projections.results import LEFT, FinishedGame, TableResults
from empile.community.projections.statements import (
    add_to,
    insert_new,
    is_postgres,
    lock_table,
    set_in,
)
from empile.community.projections.teams import teams_of
from empile.server.store.interface import Row
from empile.server.store.schema import (
    claims,
    game_players,
    games,
    head_to_head,
    log,
    member_statistics,
    members,
    projected,
    tables,
)

COUNTED: Final = ("played", "won", "shared", "rank_sum", "scored", "score_sum")
COUNTED_OF_PAIRS: Final = ("played", "won", "lost", "shared")
ALL_GAMES: Final = ""
"""The name under which ``head_to_head`` has the sum over all games."""
OF_DELETED: Final = "\n"
"""The key of the name of a deleted member, which no name has."""

Values = dict[str, Any]
OnAdded: TypeAlias = Callable[[Connection, int, int, int, int], None]
"""Called with the number of a table, that of its game, when it ended, and the time, in the transaction
that adds the game."""


class Derived(NamedTuple):
    """What the log of a table says, read before it is applied."""

    number: int
    table_id: str
    results: TableResults


def search_key(text: str) -> str:
    """Return a text as it is searched for: without case and accents.

    >>> search_key("Léa")
    'lea'
    """
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def read_results(connection: Connection, number: int) -> Derived | None:
    """Read the log of a table; None if there is no such table.

    Raises ``msgspec.DecodeError`` or ``ValueError`` if the log is damaged.
    """
    table_id = connection.scalar(select(tables.c.id).where(tables.c.number == number))
    if table_id is None:
        return None
    rows = connection.execute(
        select(log.c.seq, log.c.at, log.c.body).where(log.c.number == number).order_by(log.c.seq)
    )
    results = TableResults.read(Row(seq, at, bytes(body)) for seq, at, body in rows)
    return None if results.seq == 0 else Derived(number, table_id, results)


def apply(
    connection: Connection, derived: Derived, now: int, on_added: OnAdded | None = None
) -> None:
    """Add what is new of a table. Call it in a transaction that writes."""
    number, _, results = derived
    lock_table(connection, number)
    owners, gone = _owners(connection, derived, now)
    for game in results.games:
        rows = player_rows(derived, game, owners, gone)
        if insert_new(connection, games, game_row(derived, game)):
            connection.execute(game_players.insert(), rows)
            _count(connection, [], rows)
            if results.rated:
                _add_rated(connection, number, results, game)
            if on_added is not None:
                on_added(connection, number, game.number, game.ended, now)
        else:
            _claim_seats(connection, rows)
    if mark(connection, derived):
        marks.mark_table(connection, number, now)


def _add_rated(
    connection: Connection, number: int, results: TableResults, game: FinishedGame
) -> None:
    # Tables of guests load no ratings.
    from empile.community.ratings import apply, rated

    apply.add(connection, rated.rated_rows(connection, number, results, game))


def rows_of(
    connection: Connection, derived: Derived, now: int
) -> tuple[list[Values], list[Values]]:
    """Return the rows that a table has in ``games`` and ``game_players``, in their order."""
    owners, gone = _owners(connection, derived, now)
    results = derived.results
    return [game_row(derived, game) for game in results.games], [
        row for game in results.games for row in player_rows(derived, game, owners, gone)
    ]


def game_row(derived: Derived, game: FinishedGame) -> Values:
    """Return the row of a game."""
    results = derived.results
    return {
        "number": derived.number,
        "game": game.number,
        "table_id": derived.table_id,
        "name": results.game,
        "players": len(game.players),
        "started": game.started,
        "ended": game.ended,
        "events": game.events,
        "reason": game.reason,
        "spectators": int(results.spectators),
    }


def player_rows(
    derived: Derived, game: FinishedGame, owners: Mapping[int, int], gone: set[int]
) -> list[Values]:
    """Return the rows of the seats of a game; ``owners`` are members by place."""
    results = derived.results
    teams = teams_of(results.game, results.rules, results.options, len(game.players))
    ranks, outcomes = game.ranks(), game.outcomes(teams)
    rows: list[Values] = []
    for seat, player in enumerate(game.players):
        member = owners.get(player.place) if player.is_owned else None
        name = player.name
        name_key = search_key(name)
        if member in gone:
            member, name, name_key = None, "", OF_DELETED
        rows.append(
            {
                "number": derived.number,
                "game": game.number,
                "seat": seat,
                "place": player.place,
                "team": teams[seat],
                "member": member,
                "name": name,
                "name_key": name_key,
                "program": int(player.program),
                "level": player.level,
                "hand_skill": player.hand_skill,
                "rank": ranks[seat],
                "score": game.score(seat),
                "outcome": outcomes[seat],
                "resigned": LEFT.index(player.left),
                "name_of_game": results.game,
                "players": len(game.players),
                "ended": game.ended,
            }
        )
    return rows


def _owners(connection: Connection, derived: Derived, now: int) -> tuple[dict[int, int], set[int]]:
    """Return the members that own places of a table, and those of them that were deleted.

    A claim that a crash left out is made.
    """
    number, _, results = derived
    found = claims_of(connection, number)
    for place, one in enumerate(results.places):
        if one.member is None or one.key is None or place in found:
            continue
        values = {"place": place, "key": one.key, "member": one.member, "made": now, "running": 1}
        insert_new(connection, claims, {"number": number, **values})
        marks.mark_table(connection, number, now)
        found[place] = one.member
    return found, _deleted(connection, found.values())


def claims_of(connection: Connection, number: int) -> dict[int, int]:
    """Return the members that own places of a table, by place."""
    rows = connection.execute(
        select(claims.c.place, claims.c.member).where(claims.c.number == number)
    )
    return {row.place: row.member for row in rows}


def _deleted(connection: Connection, numbers: Iterable[int]) -> set[int]:
    """Return those members that were deleted; the others stay until the end."""
    wanted = sorted(set(numbers))
    if not wanted:
        return set()
    query = select(members.c.id, members.c.deleted).where(members.c.id.in_(wanted))
    if is_postgres(connection):
        query = query.order_by(members.c.id).with_for_update(read=True)
    kept = {number for number, deleted in connection.execute(query) if deleted is None}
    return set(wanted) - kept


def _claim_seats(connection: Connection, rows: Sequence[Values]) -> None:
    """Assign the seats of a known game to the members that own them now."""
    first = rows[0]
    where = (game_players.c.number == first["number"], game_players.c.game == first["game"])
    stored = connection.execute(
        select(game_players).where(*where).order_by(game_players.c.seat)
    ).mappings()
    before = [dict(row) for row in stored]
    changed = [
        row
        for old, row in zip(before, rows, strict=True)
        if old["member"] is None and row["member"] is not None
    ]
    if not changed:
        return
    connection.execute(
        update(game_players)
        .where(*where, game_players.c.seat == bindparam("of_seat"))
        .values(member=bindparam("new_member")),
        [{"of_seat": row["seat"], "new_member": row["member"]} for row in changed],
    )
    new = {row["seat"]: row["member"] for row in changed}
    after = [{**old, "member": new.get(old["seat"], old["member"])} for old in before]
    _count(connection, before, after)


def _count(connection: Connection, before: Sequence[Values], after: Sequence[Values]) -> None:
    """Add what the rows of a game count for, less what they counted for before."""
    for table, counted, rows_of in (
        (member_statistics, COUNTED, _statistics),
        (head_to_head, COUNTED_OF_PAIRS, _pairs),
    ):
        sums: Counter[tuple[Any, ...]] = Counter()
        for sign, rows in ((1, after), (-1, before)):
            for key, values in rows_of(rows):
                for name, value in zip(counted, values, strict=True):
                    sums[*key, name] += sign * value
        keys = [column.name for column in table.primary_key.columns]
        found: dict[tuple[Any, ...], Values] = {}
        for of, value in sums.items():
            key = of[:-1]
            found.setdefault(key, dict(zip(keys, key, strict=True)))[of[-1]] = value
        changed = [row for row in found.values() if any(row[name] for name in counted)]
        add_to(connection, table, changed, counted)


def _statistics(rows: Sequence[Values]) -> Iterable[tuple[tuple[Any, ...], tuple[int, ...]]]:
    for row in rows:
        if row["member"] is None:
            continue
        score = row["score"]
        yield (
            (row["member"], row["name_of_game"], row["players"], row["seat"]),
            (
                1,
                int(row["outcome"] == "won"),
                int(row["outcome"] == "shared"),
                row["rank"],
                int(score is not None),
                0 if score is None else score,
            ),
        )


def _pairs(rows: Sequence[Values]) -> Iterable[tuple[tuple[Any, ...], tuple[int, ...]]]:
    for one in rows:
        for other in rows:
            pair = one["member"], other["member"]
            if None in pair or pair[0] == pair[1] or one["team"] == other["team"]:
                continue
            ahead = other["rank"] - one["rank"]
            for name in (one["name_of_game"], ALL_GAMES):
                yield (*pair, name), (1, int(ahead > 0), int(ahead < 0), int(ahead == 0))


def mark(connection: Connection, derived: Derived) -> bool:
    """Note up to which event a table is applied, and whether a game of it runs.

    Returns whether one began since.
    """
    number, _, results = derived
    known = connection.scalar(select(projected.c.seq).where(projected.c.number == number))
    if known is not None and known >= results.seq:
        return False
    set_in(connection, projected, {"number": number, "seq": results.seq}, ["seq"])
    running = int(results.running)
    changed = connection.execute(
        update(claims)
        .where(claims.c.number == number, claims.c.running != running)
        .values(running=running)
    )
    return results.running and changed.rowcount > 0
