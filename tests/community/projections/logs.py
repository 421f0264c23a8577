"""Logs of tables with everything that can happen at them, made up at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from empile.server.store.interface import Row
from empile.server.wire import events
from empile.server.wire.parts import GameResult

GAMES: dict[str, dict[str, Any]] = {"blox": {}, "on-top": {"teams": True}, "block-ness": {}}


class RandomLog:
    """A log that grows by one event at a time, as the commands of tables would let it.

    ``members`` may own places from the beginning.
    """

    def __init__(self, rng: random.Random, number: int, members: list[int]) -> None:
        self.number = number
        self.table_id = f"table{number}"
        self._rng = rng
        self._members = members
        self._at = 1_000_000 * number
        self.rows: list[Row] = []
        self.seats = rng.choice([2, 2, 2, 3, 4])
        self.game = rng.choice(sorted(GAMES))
        if self.game == "on-top":
            self.seats = 4
        self.keys = [f"{n:064x}" for n in range(number * 10, number * 10 + self.seats)]
        self.standing: set[int] = set()
        """The places of persons for whom a bot plays."""
        self._play = self._playing()

    def grow(self) -> bool:
        """Add the next event; return whether there was one."""
        entry = next(self._play, None)
        if entry is None:
            return False
        self._at += self._rng.randint(1, 5000)
        self.rows.append(Row(len(self.rows) + 1, self._at, events.encode(entry)))
        return True

    def _playing(self) -> Iterator[events.LogEntry]:
        rng = self._rng
        free = rng.sample(self._members, min(len(self._members), self.seats))
        kinds = [rng.choice(["person", "person", "bot", "open"]) for _ in range(self.seats)]
        kinds[0] = "person"
        owner = [rng.choice([None, free[n] if n < len(free) else None]) for n in range(self.seats)]
        places: list[events.StoredPlace] = []
        for n, kind in enumerate(kinds):
            match kind:
                case "person":
                    places.append(
                        events.StoredPlace("person", f"P{n}", key=self.keys[n], member=owner[n])
                    )
                case "bot":
                    places.append(events.StoredPlace("bot", level=3))
                case _:
                    places.append(events.StoredPlace("open"))
        yield events.Created(
            game=self.game, rules=1, options=dict(GAMES[self.game]), places=places,
            allow_spectators=rng.random() < 0.5,
        )  # fmt: skip
        persons = {n for n, kind in enumerate(kinds) if kind == "person"}
        for n, kind in enumerate(kinds):
            if kind != "open":
                continue
            if rng.random() < 0.8:
                program = rng.random() < 0.2
                yield events.Joined(
                    place=n, name=f"J{n}", key=self.keys[n], member=owner[n], program=program
                )
                persons.add(n)
            else:
                yield events.Filled(place=n, level=2)
        for game in range(1, rng.randint(2, 4)):
            yield from self._game(game, persons)

    def _game(self, number: int, persons: set[int]) -> Iterator[events.LogEntry]:
        rng, count = self._rng, self.seats
        seats = [(number + seat) % count for seat in range(count)]
        back = persons & {n for n in range(count) if rng.random() < 0.5}
        standing = set(self.standing)
        for place in sorted(standing & back):
            yield events.Retaken(place=place)
            self.standing.discard(place)
        yield events.Started(game_number=number, seats=seats)
        counted = 0
        for _ in range(rng.randint(1, 12)):
            what = rng.random()
            place = rng.choice(sorted(persons))
            if what < 0.6:
                counted += 1
                yield events.Moved(seat=rng.randrange(count), text="a1")
            elif what < 0.7:
                counted += 1
                yield events.ChanceResolved(text="x")
            elif what < 0.78 and counted:
                counted = rng.randrange(counted)
                yield events.TakenBack(to=counted, place=place)
            elif what < 0.84:
                yield events.Renamed(place=place, name=rng.choice(["Zoé", "Max", "李"]))
            elif what < 0.9 and place not in self.standing:
                self.standing.add(place)
                yield events.TakenOver(place=place, level=4)
            elif what < 0.95 and place in self.standing:
                self.standing.discard(place)
                yield events.Retaken(place=place)
            elif place not in self.standing:
                yield events.Resigned(place=place)
                if count == 2:
                    yield events.Over(result=None)
                    return
                self.standing.add(place)
                yield events.TakenOver(place=place, level=5)
        if rng.random() < 0.15:
            return  # still running
        yield events.Over(result=self._result())

    def _result(self) -> GameResult:
        rng, count = self._rng, self.seats
        teams = [seat % 2 for seat in range(count)] if GAMES[self.game] else list(range(count))
        scores = {team: rng.randint(0, 3) for team in set(teams)}
        by_seat = [scores[team] for team in teams]
        ranks = [1 + sum(other > mine for other in by_seat) for mine in by_seat]
        return GameResult([s for s, r in enumerate(ranks) if r == 1], by_seat, ranks, "full")
