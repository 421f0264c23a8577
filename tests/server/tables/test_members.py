"""Members of accounts at places: what others see of them."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import UNSET

from empile.engine.discovery import load
from empile.server.tables import game_redaction, redaction
from empile.server.tables.table import SeatedMember, Table
from empile.server.wire import events
from empile.server.wire.events import LogEntry

MINE, THEIRS = "a" * 64, "b" * 64


@pytest.fixture
def table() -> Table:
    """A table with the member 77 at place 0 and the program 88 at place 1."""
    game = load("block-ness")
    entries: list[LogEntry] = [
        events.Created(
            seq=1,
            game=game.name,
            rules=game.rules_version,
            options=game.options,
            places=[
                events.StoredPlace("person", "Anne", key=MINE, member=77),
                events.StoredPlace("open"),
            ],
        ),
        events.Joined(seq=2, place=1, name="Robo", key=THEIRS, member=88, program=True),
        events.Renamed(seq=3, place=0, name="Ann"),
    ]
    return Table.read("table", 1, game, entries)


def all_that_goes_out(table: Table, key: str | None) -> str:
    """Return the table, its log and the names of its record as a client gets them."""
    log = redaction.events_since(table, 0, key, full=True)
    table.take(events.Started(seq=4, game_number=1, seats=[0, 1]))
    info = redaction.table_info(table, key, frozenset(), 0)
    snapshot = game_redaction.snapshot_of(table, table.played[0], key)
    return msgspec.json.encode([info, log, snapshot.seats]).decode()


@pytest.mark.parametrize("key", [None, MINE, THEIRS])
def test_numbers_of_members_are_never_sent(table: Table, key: str | None) -> None:
    sent = all_that_goes_out(table, key)
    assert "77" not in sent
    assert "88" not in sent


def test_table_info_marks_programs(table: Table) -> None:
    places = redaction.table_info(table, None, frozenset(), 0).places
    assert [place.program for place in places] == [UNSET, True]
    joined = redaction.events_since(table, 1, None, full=True)[0]
    assert isinstance(joined, events.Joined)
    assert joined.program


def test_table_info_links_visible_profiles_only(table: Table) -> None:
    table.members = {0: SeatedMember("AbCdEfGhIjKl"), 1: SeatedMember(None)}
    places = redaction.table_info(table, None, frozenset(), 0).places
    assert [place.member for place in places] == ["AbCdEfGhIjKl", UNSET]


def test_strangers_see_programs_but_no_profiles_of_closed_tables(table: Table) -> None:
    table.members = {0: SeatedMember("AbCdEfGhIjKl")}
    table.created = msgspec.structs.replace(table.created, allow_spectators=False)
    places = redaction.table_info(table, None, frozenset(), 0).places
    assert [place.member for place in places] == [UNSET, UNSET]
    assert [place.program for place in places] == [UNSET, True]


def test_names_of_deleted_members_are_not_sent(table: Table) -> None:
    table.members = {0: SeatedMember(None, deleted=True)}
    sent = all_that_goes_out(table, THEIRS)
    assert "Ann" not in sent
    assert sent.count("Robo") == 3
