"""Why a game ended: the same in its log, its record, its replay, the history and the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from empile.community.projections.results import LEFT, TableResults, left_by
from empile.engine.discovery import load
from empile.engine.record import EndedBy, LeftBy, Record
from empile.server.store.interface import Row
from empile.server.tables import redaction
from empile.server.tables.commands.abort import abort
from empile.server.tables.commands.resign import resign
from empile.server.tables.commands.start import first_game
from empile.server.tables.commands.time_out import give_up
from empile.server.tables.game_redaction import record_seen, replay_seen, snapshot_of
from empile.server.tables.table import Step, Table, after
from empile.server.wire import events
from empile.server.wire.parts import GameResult

Leave = Callable[[Table], list[Step]]
KEYS = "abcd"
LEAVES: dict[LeftBy, Leave] = {
    "resignation": lambda table: resign(table, KEYS[1], None),
    "time": lambda table: give_up(table, 1, "time"),
    "absence": lambda table: give_up(table, 1, "absence"),
}


def played(seats: int, *plans: Leave) -> tuple[Table, list[Row]]:
    """Return a table at which that happened, read again from its log, and the log."""
    game = load("block-ness", players=seats)
    places = [events.StoredPlace("person", key, key=key) for key in KEYS[:seats]]
    entry: events.LogEntry = events.Created(
        game=game.name, rules=1, options=game.options, places=places, begins=0, seq=1, at=1
    )
    assert isinstance(entry, events.Created)
    table = Table.read("table", 1, game, [entry])
    log: list[events.LogEntry] = [entry]
    for plan in (first_game, *plans):
        for step in plan(table):
            log.append(replace(step.entry, seq=table.seq + 1, at=1))
            table.take(log[-1], step)
    rows = [Row(one.seq, one.at, events.encode(one)) for one in log]
    read = [events.decode(row.body, row.seq, row.at) for row in rows]
    return Table.read("table", 1, game, read), rows


@pytest.mark.parametrize("by", LEAVES)
def test_reason_survives(by: LeftBy) -> None:
    table, rows = played(2, LEAVES[by])
    snapshot = snapshot_of(table, table.played[-1], None)
    assert record_seen(snapshot).ended == (by, [1])
    assert replay_seen(snapshot).record["ended"] == {"by": by, "seats": [1]}
    (game,) = TableResults.read(rows).games
    assert (game.reason, [player.left for player in game.players]) == (by, [None, by])
    shown = redaction.table_info(table, None, set(), 0).places[1]
    assert (shown.resigned, shown.left) == (True, UNSET if by == "resignation" else by)


@pytest.mark.parametrize("by", LEAVES)
def test_reason_is_known_of_a_place_whose_bot_plays_on(by: LeftBy) -> None:
    table, _ = played(4, LEAVES[by])
    assert (table.status, table.places[1].left) == ("playing", by)
    assert record_seen(snapshot_of(table, table.played[-1], None)).ended is None


def test_aborted_game_says_so_and_counts_nowhere() -> None:
    late = Step(events.Over(result=None, reason="aborted", place=1, late=True))
    leaves: dict[EndedBy, Leave] = {
        "aborted": lambda table: abort(table, KEYS[1]),
        "late": lambda _: [late],
    }
    for by, leave in leaves.items():
        table, rows = played(3, leave)
        snapshot = snapshot_of(table, table.played[-1], None)
        assert record_seen(snapshot).ended == (by, [1])
        assert Record.from_dict(replay_seen(snapshot).record).ended == (by, [1])
        assert TableResults.read(rows).games == []


def test_each_seat_that_left_has_its_own_reason() -> None:
    def play_on(table: Table) -> list[Step]:
        steps: list[Step] = []
        state = table.initial
        while (seat := state.current_player()) >= 0:
            text = state.action_to_text(state.legal_actions()[0])
            steps.append(Step(events.Moved(seat=seat, text=text)))
            state = after(state, state.read_text(text))
        result = state.result()
        assert result is not None
        return [*steps, Step(events.Over(result=GameResult(**result._asdict())))]

    leaves: list[Leave] = [
        lambda table: give_up(table, 1, "time"),
        lambda table: resign(table, KEYS[2], None),
        lambda table: give_up(table, 3, "absence"),
        play_on,
    ]
    left = (None, "time", "resignation", "absence")
    table, rows = played(4, *leaves)
    snapshot = snapshot_of(table, table.played[-1], None)
    assert (record_seen(snapshot).left, record_seen(snapshot).ended) == (left, None)
    assert Record.from_dict(replay_seen(snapshot).record).left == left
    (game,) = TableResults.read(rows).games
    assert tuple(player.left for player in game.players) == left
    table, _ = played(4, play_on)
    assert "left" not in replay_seen(snapshot_of(table, table.played[-1], None)).record


def test_older_rows_have_the_reason_of_games_of_two() -> None:
    assert [left_by(number, "full") for number in range(4)] == [*LEFT]
    assert [left_by(1, reason) for reason in ("time", "absence")] == ["time", "absence"]
    assert left_by(0, "time") is None


def test_events_of_old_logs_keep_their_form() -> None:
    """Only an absence needs a word that older versions do not know."""
    assert events.encode(events.Flagged(place=1, reason="time")) == events.encode(
        events.Flagged(place=1)
    )
    assert b"reason" not in events.encode(events.Flagged(place=1))
