"""Teams: partners are known before the game and stay the same in rematches."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from empile.engine.discovery import load
from empile.server.tables import redaction
from empile.server.tables.commands.resign import resign
from empile.server.tables.commands.start import first_game, next_game
from empile.server.tables.table import Step, Table
from empile.server.wire import events

KEYS = tuple(letter * 64 for letter in "abcd")
PAIRS = {frozenset({0, 2}), frozenset({1, 3})}


def gathered(game: str, *, teams: bool) -> Table:
    """Return a table of four people before the first game."""
    made = load(game, players=4, teams=teams)
    places = [
        events.StoredPlace("person", name, None, key)
        for name, key in zip("ABCD", KEYS, strict=True)
    ]
    created = events.Created(
        game=made.name,
        rules=made.rules_version,
        options=made.options,
        places=places,
        code="ABCDEF",
        seq=1,
        at=1000,
    )
    return Table.read("table", 1, made, [created])


def follow(table: Table, steps: list[Step]) -> None:
    """Apply steps."""
    for step in steps:
        table.take(replace(step.entry, seq=table.seq + 1, at=1000), step)


def partners(table: Table, seats: list[int]) -> set[frozenset[int]]:
    """Return the teams as sets of places; ``seats`` are the places of seat 0, 1, ..."""
    teams = table.game.teams
    return {
        frozenset(place for seat, place in enumerate(seats) if teams[seat] == team)
        for team in set(teams)
    }


def test_partners_are_known_before_the_game() -> None:
    info = redaction.table_info(gathered("on-top", teams=True), None, set(), 0)
    assert info.teams == [0, 1, 0, 1]
    alone = redaction.table_info(gathered("on-top", teams=False), None, set(), 0)
    assert alone.teams is None


@pytest.mark.parametrize("game", ["on-top", "cairn"])
def test_rematch_moves_seat_0_and_keeps_partners(game: str) -> None:
    table = gathered(game, teams=True)
    follow(table, first_game(table))
    first = table.played[-1].seats
    assert partners(table, first) == PAIRS
    for number in range(1, 5):
        follow(table, next_game(table, set()))
        seats = table.played[-1].seats
        assert seats[0] == (first[0] + number) % 4
        assert partners(table, seats) == PAIRS


def test_bot_replaces_a_partner_who_resigns() -> None:
    table = gathered("on-top", teams=True)
    follow(table, first_game(table))
    follow(table, resign(table, KEYS[2], None))
    assert table.status == "playing"
    place = table.places[2]
    assert place.resigned
    assert place.stands_in
    assert place.kind == "bot"
