"""Reports from made-up games, in both kinds of stores."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from empile.community.fairplay import samples
from empile.community.fairplay.report import Gathered, gather, make_report
from empile.community.members import find
from empile.community.ratings.model import NEW, POINTS, Rating
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.maintenance import Maintenance
from empile.server.store.opening import prepare
from empile.server.store.schema import (
    accounts,
    acts,
    claims,
    fair_play_games,
    games,
    rating_changes,
    ratings,
    seat_addresses,
    tables,
)
from empile.server.wire.people.fair_play import FairPlayReport
from tests.community.fairplay.players import play_games
from tests.community.ratings.logs import DAY, START, make_people
from tests.server.store.conftest import location as location

POOL = {"list": "people", "name_of_game": "blox", "size": "two", "speed": "fast"}
SETTLED = Rating(NEW.mu, 0.5)
NOW = START + 10 * DAY
SUSPECT = 1
HONEST = range(2, 20)


def add_rated(
    connection: Connection,
    number: int,
    seated: list[int],
    *,
    won: int = 0,
    gained: int = 0,
    points: int = 0,
    moves: int = 40,
    ended: int | None = None,
    reason: str = "full",
    resigned: int | None = None,
    left: int = 1,
) -> None:
    """Store a rated game of two; ``points`` is by how much their ratings are above the mean."""
    before = SETTLED._replace(mu=SETTLED.mu + points / POINTS)
    ended = START + number if ended is None else ended
    table = f"table{number}"
    connection.execute(insert(tables).values(number=number, id=table, made=1))
    values = {"started": 1, "ended": ended, "events": moves, "reason": reason, "spectators": 1}
    key = {"number": number, "game": 1}
    connection.execute(
        insert(games).values(**key, table_id=table, name="blox", players=2, **values)
    )
    for seat, member in enumerate(seated):
        change = gained if seat == won else -gained
        connection.execute(
            insert(rating_changes).values(
                **POOL,
                **key,
                seat=seat,
                ended=ended,
                member=member,
                account=member,
                players=2,
                team=seat,
                rank=1 + (seat != won),
                resigned=left * (seat == resigned),
                weight=1.0,
                mu_before=before.mu,
                sigma_before=before.sigma,
                mu=before.mu + change / POINTS,
                sigma=before.sigma,
                played=1,
                season_played=1,
            )
        )
        connection.execute(
            insert(claims).values(
                number=number, place=seat, key="k", member=member, made=ended, running=0
            )
        )


def add_rating(connection: Connection, member: int, played: int = 30) -> None:
    values = {"points": SETTLED.points, "settled": 1, "ended": NOW}
    connection.execute(
        insert(ratings).values(
            **POOL,
            season=0,
            member=member,
            mu=SETTLED.mu,
            sigma=SETTLED.sigma,
            played=played,
            **values,
        )
    )


def report_of(connection: Connection, member: int = SUSPECT) -> FairPlayReport:
    return make_report(gathered(connection, member))


def gathered(connection: Connection, member: int = SUSPECT) -> Gathered:
    found = find(connection, f"m{member}")
    assert found is not None
    return gather(connection, found, NOW)


def in_store(location: StoreLocation, scene: Callable[[Connection], Any]) -> None:
    prepare(location)

    def play(connection: Connection) -> None:
        make_people(connection, 22)
        scene(connection)
        connection.rollback()

    database.write(location, play)


def test_report_compares_with_players_of_that_rating(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        rng = random.Random(3)
        add_rating(connection, SUSPECT)
        number = 0
        for helped, seated, count, points in [
            (0.6, [SUSPECT, 20], 30, 0),
            *((0.0, [honest, 21], 3, 0) for honest in HONEST),
            (1.0, [22, 21], 3, 400),  # another rating
        ]:
            for seat in play_games(rng, count, helped):
                number += 1
                add_rated(connection, number, seated, points=points)
                if number % 5:
                    other = play_games(rng, 1)[0]
                    samples.store(connection, (number, 1), [seat, other], NOW)
        (moves,) = report_of(connection).moves
        assert (moves.game, moves.size, moves.speed) == ("blox", "two", "fast")
        assert (moves.games, moves.moves, moves.left_out) == (24, 24 * 12, 24 * 2)
        found = {one.measure: one for one in moves.numbers}
        assert list(found) == ["agreement", "loss", "seconds", "spread", "correlation"]
        agreement = found["agreement"]
        assert agreement.players >= 10
        assert agreement.mean is not None
        assert agreement.z is not None
        assert agreement.mean < 0.6 < agreement.value
        assert agreement.z > 2.5
        assert agreement.percentile == 100.0
        assert found["loss"].percentile == 0.0
        # Analysed are the member's games and those of the others, each once.
        progress = report_of(connection).progress
        missing = gathered(connection).missing
        assert progress.wanted == progress.done + len(missing)
        assert missing == [key for key in gathered(connection).games if key[0] % 5 == 0]
        assert 22 not in gathered(connection).samples[0].others
        assert 20 not in gathered(connection).samples[0].others  # played the member only

        samples.store(connection, missing[0], [], NOW)
        progress = report_of(connection).progress
        assert (progress.failed, progress.wanted - progress.done) == (1, len(missing))
        # Banned accounts and cheats are no measure of honest players.
        cheat = next(iter(gathered(connection).samples[0].others))
        act = {"account": cheat, "member": cheat, "kind": "warn", "category": "cheating"}
        connection.execute(insert(acts).values(**act, words="", began=NOW))
        assert cheat not in gathered(connection).samples[0].others
        banned = next(iter(gathered(connection).samples[0].others))
        state = {"state": "banned", "ban_reason": "x"}
        connection.execute(update(accounts).where(accounts.c.id == banned).values(**state))
        assert banned not in gathered(connection).samples[0].others

    in_store(location, scene)


def test_report_without_five_games_has_no_numbers(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        add_rating(connection, SUSPECT, played=4)
        add_rated(connection, 1, [SUSPECT, 2])
        found = report_of(connection)
        assert found.moves == []
        assert (found.progress.wanted, found.opponents.games) == (0, 1)

    in_store(location, scene)


def test_report_names_the_most_frequent_opponents(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        for number in range(1, 9):
            kind = {"moves": 12, "reason": "resignation", "resigned": 1} if number < 6 else {}
            add_rated(connection, number, [SUSPECT, 2], gained=10, **kind)  # type: ignore[arg-type]
        for number, other in enumerate([3, 3, 4, 5, 6], 9):
            add_rated(connection, number, [other, SUSPECT], gained=6, reason="time")
        found = report_of(connection).opponents
        assert (found.games, found.opponents, found.gained) == (13, 5, 80 - 30)
        assert found.share == pytest.approx(11 / 13, abs=0.001)
        first, second, _ = found.most
        assert (first.id, first.name, first.games) == ("m2", "M2", 8)
        assert (first.score, first.gained) == (1.0, 80)
        assert (first.short, first.resigned, first.timed_out) == (5, 5, 0)
        assert 0.3 < first.expected < 0.7
        assert first.error == pytest.approx((0.25 / 8) ** 0.5, abs=0.01)
        assert (second.id, second.score, second.timed_out) == ("m3", 0.0, 2)

    in_store(location, scene)


def test_report_tells_resignations_from_losses_on_time(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        ends = [("full", 1), ("full", 2), ("full", 3), ("time", 1), ("time", 2), ("absence", 1)]
        for number, (reason, left) in enumerate(ends, 1):
            add_rated(connection, number, [SUSPECT, 2], reason=reason, resigned=1, left=left)
        (opponent,) = report_of(connection).opponents.most
        assert (opponent.resigned, opponent.timed_out) == (1, 3)

    in_store(location, scene)


def test_report_counts_tables_with_shared_addresses(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        for number, other in enumerate([2, 2, 3, 4], 1):
            add_rated(connection, number, [SUSPECT, other], gained=8)
            same = number < 4
            hashes = [f"{number}", f"{number}" if same else "other"]
            for place, (member, hashed) in enumerate(zip([SUSPECT, other], hashes, strict=True)):
                row = {"number": number, "place": place, "member": member, "hash": hashed}
                connection.execute(insert(seat_addresses).values(**row, made=START + number))
        # A second member of the account sits at the last table.
        connection.execute(
            insert(claims).values(number=4, place=2, key="k", member=23, made=START, running=0)
        )
        found = report_of(connection).places
        assert (found.days, found.tables, found.household) == (60, 4, 1)
        assert (found.address, found.address_rated, found.address_gained) == (3, 3, 24)
        assert [(one.id, one.tables) for one in found.neighbours] == [("m2", 2), ("m3", 1)]

    prepare(location)

    def play(connection: Connection) -> None:
        make_people(connection, 22, children=1)
        scene(connection)
        connection.rollback()

    database.write(location, play)


def test_measured_games_go_with_the_last_member_of_a_table(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        add_rated(connection, 1, [2, 3])
        samples.store(connection, (1, 1), play_games(random.Random(1), 2), NOW)
        connection.execute(insert(tables).values(number=2, id="table2", made=1))
        connection.commit()
        assert samples.measured(connection, [(1, 1)]).keys() == {(1, 1, 0), (1, 1, 1)}
        connection.rollback()
        Maintenance(connection).delete("table1")
        assert connection.scalar(select(fair_play_games.c.number)) is None

    in_store(location, scene)
