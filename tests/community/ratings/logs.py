"""Logs of rated tables, made up at random."""

from __future__ import annotations

import random
from typing import Any

from sqlalchemy import Connection, insert

from empile.server.store.interface import Row
from empile.server.store.schema import accounts, log, members, tables
from empile.server.wire import events
from empile.server.wire.clocks.settings import Clock, DaysClock, RealClock, TurnClock
from empile.server.wire.parts import GameResult

DAY = 86_400_000
START = 20_000 * DAY

Seated = tuple[int, bool]
"""The number of a member, and whether it resigned."""


def make_people(connection: Connection, count: int, *, bots: int = 0, children: int = 0) -> None:
    """Make members 1 to ``count``, each with an account, the last ``bots`` of them programs.

    ``children`` are more members of the first account.
    """
    made: dict[str, Any] = {"made": 1, "language": "", "role": "member", "state": "active"}
    for number in range(1, count + 1):
        connection.execute(
            insert(accounts).values(
                id=number, login=f"a{number}", email_confirmed=0, ban_reason="", **made
            )
        )
    for number in range(1, count + children + 1):
        kind = "child" if number > count else "bot" if number > count - bots else "adult"
        connection.execute(
            insert(members).values(
                id=number,
                public=f"m{number}",
                account=number if number <= count else 1,
                name=f"M{number}",
                kind=kind,
                listed=int(kind != "child"),
                made=1,
            )
        )
    connection.commit()


def store_game(
    connection: Connection,
    number: int,
    ended: int,
    ranks: list[int],
    seated: list[int],
    *,
    resigned: int | None = None,
    game: str = "blox",
    clock: Clock | None = None,
    rated: bool = True,
    friendly: bool = False,
    options: dict[str, Any] | None = None,
    moves: int | None = None,
) -> None:
    """Store the log of a table with one finished game; ``resigned`` is a seat."""
    count = len(seated)
    if clock is None:
        clock = RealClock(300) if count == 2 else TurnClock(30)
    places = [
        events.StoredPlace("person", f"P{n}", key=f"{number:032x}{n:032x}", member=member)
        for n, member in enumerate(seated)
    ]
    found: list[events.LogEntry] = [
        events.Created(
            game=game,
            rules=1,
            options=options or {},
            places=places,
            clock=clock,
            rated=rated,
            friendly=friendly,
        ),
        events.Started(game_number=1, seats=list(range(count))),
    ]
    moves = 2 * count if moves is None else moves
    found += [events.Moved(seat=n % count, text="a1") for n in range(moves)]
    result = GameResult(
        [seat for seat, rank in enumerate(ranks) if rank == 1], [0] * count, ranks, "full"
    )
    if resigned is not None:
        found.append(events.Resigned(place=resigned))
        if count == 2:
            found.append(events.Over(result=None))
        else:
            found += [
                events.TakenOver(place=resigned, level=4),
                events.Over(result=result),
            ]
    else:
        found.append(events.Over(result=result))
    connection.execute(insert(tables).values(number=number, id=f"table{number}", made=1))
    rows = [
        Row(seq, ended - (len(found) - seq), events.encode(entry))
        for seq, entry in enumerate(found, 1)
    ]
    connection.execute(
        insert(log), [{"number": number, "seq": r.seq, "at": r.at, "body": r.body} for r in rows]
    )
    connection.commit()


def random_game(connection: Connection, rng: random.Random, number: int, people: int) -> None:
    """Store a table with a game of any kind, which ended at any time of three days."""
    seats = rng.choice([2, 2, 2, 3, 4])
    seated = rng.sample(range(1, people + 1), seats)
    in_teams = seats == 4 and rng.random() < 0.5
    teams = [seat % 2 for seat in range(seats)] if in_teams else list(range(seats))
    strength = {team: rng.choice([1, 2, 3]) for team in set(teams)}
    ranks = [1 + sum(strength[other] > strength[team] for other in teams) for team in teams]
    store_game(
        connection,
        number,
        START + rng.randrange(3 * DAY),
        ranks,
        seated,
        resigned=rng.choice([None, None, None, rng.randrange(seats)]),
        game="on-top" if in_teams else rng.choice(["blox", "on-top"]),
        clock=DaysClock(2) if rng.random() < 0.3 else None,
        rated=rng.random() < 0.9,
        friendly=rng.random() < 0.2,
        options={"teams": True} if in_teams else {},
        moves=rng.choice([3, 8, 8, 8]),
    )
