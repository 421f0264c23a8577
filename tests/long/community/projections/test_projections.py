"""Histories and statistics: each game once, and the same after a rebuild."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from empile.community import claims
from empile.community.projections import apply, sweep
from empile.community.projections.apply import Derived
from empile.community.projections.forgetting import forget_member
from empile.community.projections.rebuild import rebuild
from empile.server.store import database
from empile.server.store.interface import Row
from empile.server.store.location import StoreLocation
from empile.server.store.maintenance import Maintenance
from empile.server.store.opening import prepare
from empile.server.store.schema import (
    accounts,
    game_players,
    games,
    head_to_head,
    log,
    member_statistics,
    members,
    projected,
    tables,
)
from empile.server.store.schema import claims as claims_table
from empile.server.wire import events
from empile.server.wire.parts import GameResult
from tests.community.projections.logs import RandomLog
from tests.server.store.conftest import location as location

DERIVED = (games, game_players, member_statistics, head_to_head)
MEMBERS = [1, 2, 3, 4, 5]


def make_members(connection: Connection) -> None:
    made = {"made": 1, "language": "", "role": "member", "state": "active", "ban_reason": ""}
    connection.execute(insert(accounts).values(login="a", email_confirmed=0, **made))
    for number in MEMBERS:
        connection.execute(
            insert(members).values(
                public=f"m{number}", account=1, name=f"M{number}", kind="adult", listed=1, made=1
            )
        )
    connection.commit()


def store_rows(connection: Connection, made: RandomLog, rows: list[Row]) -> None:
    if rows and rows[0].seq == 1:
        connection.execute(insert(tables).values(number=made.number, id=made.table_id, made=1))
    for row in rows:
        connection.execute(
            insert(log).values(number=made.number, seq=row.seq, at=row.at, body=row.body)
        )
    connection.commit()


def apply_new(connection: Connection, numbers: list[int]) -> None:
    for derived in sweep.read_new(connection, numbers):
        apply.apply(connection, derived, 1)
    connection.commit()


def derived_rows(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Return everything that is derived, without rows that count nothing."""
    found = {
        table.name: [
            tuple(row)
            for row in connection.execute(select(table).order_by(*table.primary_key.columns))
        ]
        for table in DERIVED
    }
    for table in (member_statistics, head_to_head):
        played = [column.name for column in table.columns].index("played")
        found[table.name] = [row for row in found[table.name] if row[played]]
    connection.rollback()
    return found


def play_at_random(connection: Connection, seed: int) -> list[RandomLog]:
    """Let tables grow, be applied, claimed and deleted, and members be deleted, in any order."""
    rng = random.Random(seed)
    make_members(connection)
    playing = [RandomLog(rng, number, MEMBERS) for number in range(1, 13)]
    stored: Counter[int] = Counter()
    growing = list(playing)
    while growing:
        what = rng.random()
        made = rng.choice(growing)
        if what < 0.8:
            for _ in range(rng.randint(1, 8)):
                if not made.grow():
                    growing.remove(made)
                    break
            store_rows(connection, made, made.rows[stored[made.number] :])
            stored[made.number] = len(made.rows)
        elif what < 0.9:
            apply_new(connection, [one.number for one in rng.sample(playing, 4)])
        else:
            keep_at_random(connection, rng, playing)
    keep_at_random(connection, rng, playing)
    delete_member(connection, rng.choice(MEMBERS))
    apply_new(connection, [one.number for one in playing])
    Maintenance(connection).delete(playing[0].table_id)
    return playing


def keep_at_random(connection: Connection, rng: random.Random, playing: list[RandomLog]) -> None:
    made = rng.choice(playing)
    derived = apply.read_results(connection, made.number)
    connection.rollback()
    member = rng.choice(MEMBERS)
    gone = connection.scalar(select(members.c.deleted).where(members.c.id == member))
    if derived is not None and gone is None:
        seat = claims.SeatOfToken(derived, rng.randrange(made.seats))
        claims.keep(connection, member, [seat], 1)
    connection.commit()


def delete_member(connection: Connection, member: int) -> None:
    connection.execute(update(members).where(members.c.id == member).values(deleted=5))
    forget_member(connection, member)
    connection.commit()


@pytest.mark.parametrize("seed", range(6))
def test_rebuild_has_the_same_outcome(location: StoreLocation, seed: int) -> None:
    def scene(connection: Connection) -> None:
        play_at_random(connection, seed)
        before = derived_rows(connection)
        assert len(before["games"]) > 10
        assert before["head_to_head"]
        rebuild(connection)
        assert derived_rows(connection) == before
        # Also from nothing, except for the table that is deleted.
        gone = {row[:2] for row in before["games"] if row[0] == 1}
        connection.execute(delete(games).where(games.c.number != 1))
        connection.execute(delete(game_players).where(game_players.c.number != 1))
        connection.execute(delete(member_statistics))
        connection.execute(delete(head_to_head))
        connection.commit()
        done = rebuild(connection)
        assert derived_rows(connection) == before
        assert done.games == len(before["games"]) - len(gone)

    prepare(location)
    database.write(location, scene)


@pytest.mark.parametrize("seed", range(3))
def test_statistics_are_the_sums_over_the_games(location: StoreLocation, seed: int) -> None:
    def scene(connection: Connection) -> None:
        play_at_random(connection, 100 + seed)
        found = derived_rows(connection)
        players = [row._mapping for row in connection.execute(select(game_players))]
        owned = [row for row in players if row["member"] is not None]
        assert sum(row[4] for row in found["member_statistics"]) == len(owned)
        pairs = [
            (one["member"], other["member"])
            for one in owned
            for other in owned
            if (one["number"], one["game"]) == (other["number"], other["game"])
            and one["team"] != other["team"]
            and one["member"] != other["member"]
        ]
        totals = [row for row in found["head_to_head"] if row[2] == ""]
        assert Counter(pairs) == {(row[0], row[1]): row[3] for row in totals}
        won = {(row[0], row[1]): row[4] for row in totals}
        lost = {(row[0], row[1]): row[5] for row in totals}
        assert all(won[pair] == lost[pair[::-1]] for pair in won)

    prepare(location)
    database.write(location, scene)


def finished(connection: Connection) -> RandomLog:
    """Store a table of the member 1 against a guest, whose only game the member won."""
    make_members(connection)
    made = RandomLog(random.Random(0), 1, [])
    result = GameResult([0], [7, 3], [1, 2], "full")
    entries: list[events.LogEntry] = [
        events.Created(
            game="blox", rules=1, options={},
            places=[
                events.StoredPlace("person", "Anne", key="a" * 64, member=1),
                events.StoredPlace("person", "Léa", key="b" * 64),
            ],
        ),
        events.Started(game_number=1, seats=[0, 1]),
        events.Over(result=result),
    ]  # fmt: skip
    made.rows = [Row(seq, seq, events.encode(entry)) for seq, entry in enumerate(entries, 1)]
    store_rows(connection, made, made.rows)
    return made


def derived_of(connection: Connection, number: int = 1) -> Derived:
    derived = apply.read_results(connection, number)
    connection.rollback()
    assert derived is not None
    return derived


def test_apply_counts_a_game_once(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        finished(connection)
        derived = derived_of(connection)
        for _ in range(3):
            apply.apply(connection, derived, 1)
            connection.commit()
        found = derived_rows(connection)
        assert len(found["games"]) == 1
        assert found["member_statistics"] == [(1, "blox", 2, 0, 1, 1, 0, 1, 1, 7)]
        assert found["head_to_head"] == []
        keys = connection.scalars(select(game_players.c.name_key)).all()
        assert sorted(keys) == ["anne", "lea"]
        apply_new(connection, [1])
        assert sweep.read_new(connection, [1]) == []

    prepare(location)
    database.write(location, scene)


def test_apply_makes_a_claim_that_a_crash_left_out(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        finished(connection)
        apply_new(connection, [1])
        rows = connection.execute(select(claims_table)).all()
        assert [(row.number, row.place, row.member, row.running) for row in rows] == [(1, 0, 1, 0)]

    prepare(location)
    database.write(location, scene)


def test_keep_counts_games_that_were_played_before(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        finished(connection)
        apply_new(connection, [1])
        derived = derived_of(connection)
        seat = claims.SeatOfToken(derived, 1)
        assert claims.keep(connection, 2, [seat], 1) == 1
        assert claims.keep(connection, 2, [seat], 1) == 1, "it is the member's already"
        assert claims.keep(connection, 3, [seat], 1) == 0, "it is another member's"
        assert claims.keep(connection, 1, [seat], 1) == 0, "nobody plays against themselves"
        connection.commit()
        found = derived_rows(connection)
        assert found["member_statistics"] == [
            (1, "blox", 2, 0, 1, 1, 0, 1, 1, 7),
            (2, "blox", 2, 1, 1, 0, 0, 2, 1, 3),
        ]
        assert found["head_to_head"] == [
            (1, 2, "", 1, 1, 0, 0),
            (1, 2, "blox", 1, 1, 0, 0),
            (2, 1, "", 1, 0, 1, 0),
            (2, 1, "blox", 1, 0, 1, 0),
        ]

    prepare(location)
    database.write(location, scene)


def test_deleted_members_are_nobody_and_games_stay(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        finished(connection)
        delete_member(connection, 1)
        apply_new(connection, [1])
        rows = connection.execute(select(game_players).order_by(game_players.c.seat)).all()
        assert [(row.member, row.name) for row in rows] == [(None, ""), (None, "Léa")]
        assert derived_rows(connection)["member_statistics"] == []

    prepare(location)
    database.write(location, scene)


def test_rebuild_keeps_the_games_of_damaged_logs(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        made = finished(connection)
        apply_new(connection, [1])
        before = derived_rows(connection)
        connection.execute(update(log).where(log.c.seq == 2).values(body=b"{"))
        connection.commit()
        done = rebuild(connection)
        assert done.damaged == [made.table_id]
        assert derived_rows(connection) == before
        assert sweep.read_new(connection, [1]) == []

    prepare(location)
    database.write(location, scene)


def test_sweep_finds_what_was_not_applied(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        finished(connection)
        numbers, mark, more = sweep.changed(connection)
        assert (numbers, more) == ([1], False)
        sweep.set_mark(connection, mark)
        connection.commit()
        # PostgreSQL looks again at what other transactions may have hidden.
        again, later, _ = sweep.changed(connection)
        assert again in ([], [1])
        assert later >= mark
        assert connection.scalar(select(projected.c.seq).where(projected.c.number < 1)) == mark

    prepare(location)
    database.write(location, scene)


def test_deletion_of_a_table_keeps_games_of_members_only(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        made = finished(connection)
        guests = RandomLog(random.Random(3), 2, [])
        while guests.grow():
            pass
        store_rows(connection, guests, guests.rows)
        apply_new(connection, [2])
        assert {row[0] for row in derived_rows(connection)["games"]} == {2}
        # The game of the member is not applied yet: as after a crash.
        assert Maintenance(connection).delete(made.table_id)
        assert Maintenance(connection).delete(guests.table_id)
        found = derived_rows(connection)
        assert [row[:2] for row in found["games"]] == [(1, 1)]
        assert [row[0] for row in found["game_players"]] == [1, 1]
        assert found["member_statistics"] == [(1, "blox", 2, 0, 1, 1, 0, 1, 1, 7)]
        assert connection.scalars(select(claims_table.c.number)).all() == []
        rebuild(connection)
        assert derived_rows(connection) == found

    prepare(location)
    database.write(location, scene)
