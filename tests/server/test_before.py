"""A data file of an earlier version opens, shows the same bytes, and its games go on.

``data/before.sql`` is the dump of a file with events of all kinds. Each line of ``data/before.tsv`` is
a table, a viewer or its records, and the JSON that the earlier version sent.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from empile.client import connect
from empile.engine.discovery import game_class
from empile.server.tables import game_redaction, redaction
from empile.server.tables.table import Table
from empile.server.wire import events
from empile.server.wire import messages as wire
from tests.server.serving import legal, perform, serving

DATA = Path(__file__).parent / "data"
RUNNING = "1GNoHq0__sc1"
"""A running game of Block Ness for two."""
TOKENS = ("oZt9uRgLkey_VUjRlHri3g", "2lecjDdc4ipN4HkiedjgNA")
LATER = {events.Arrived, events.Away, events.Flagged, events.Outage, events.Said}
"""Events of clocks and phrases, which that version did not have."""
SENT: dict[str, dict[str, str]] = {}
for line in (DATA / "before.tsv").read_text("utf-8").splitlines():
    name, what, sent = line.split("\t")
    SENT.setdefault(name, {})[what] = sent


@pytest.fixture(scope="module")
def rows() -> dict[str, list[tuple[int, int, bytes]]]:
    """Return the stored log of each table."""
    file = sqlite3.connect(":memory:")
    file.executescript((DATA / "before.sql").read_text("utf-8"))
    found: dict[str, list[tuple[int, int, bytes]]] = {}
    query = "SELECT id, seq, at, body FROM log JOIN tables USING (number) ORDER BY number, seq"
    for table, *row in file.execute(query):
        found.setdefault(table, []).append((row[0], row[1], row[2]))
    file.close()
    return found


def test_every_kind_of_event_is_stored_as_before(
    rows: dict[str, list[tuple[int, int, bytes]]],
) -> None:
    kinds: set[type[Any]] = set()
    for seq, at, body in (row for log in rows.values() for row in log):
        entry = events.decode(body, seq, at)
        kinds.add(type(entry))
        assert (entry.seq, entry.at) == (seq, at)
        assert events.encode(msgspec.structs.replace(entry, seq=0, at=0)) == body
    assert kinds == set(events.KINDS) - LATER


@pytest.mark.parametrize("name", SENT)
def test_every_viewer_is_sent_the_bytes_of_before(
    name: str, rows: dict[str, list[tuple[int, int, bytes]]]
) -> None:
    log = [events.decode(body, seq, at) for seq, at, body in rows[name]]
    first = log[0]
    assert isinstance(first, events.Created)
    game = game_class(first.game, first.rules)(**first.options)
    table = Table.read(name, 1, game, log)
    for key in (None, *dict.fromkeys(table.keys())):
        if key is None and not first.allow_spectators:
            continue  # such tables have no spectators, and hide more from strangers than before
        viewer = "spectator" if key is None else f"place {table.places_of(key)[0]}"
        records = "records" if key is None else f"records of {viewer}"
        welcome = wire.Welcome(
            table=redaction.table_info(table, key, {0}, 1),
            you=wire.You(table.places_of(key)),
            seq=table.seq,
            events=redaction.events_since(table, 0, key, full=True),
            state=redaction.state_view(table, key),
        )
        games = [game_redaction.snapshot_of(table, game, key) for game in table.played]
        seen = [game_redaction.record_seen(game).to_dict() for game in games]
        for record in seen:
            # Records of resigned games did not say so before.
            record.pop("ended", None)
        expected = SENT[name][viewer]
        if table.code is None:
            # Codes did not expire before.
            expected = expected.replace(f'"code":"{first.code}"', '"code":null')
        assert msgspec.json.encode(welcome).decode() == expected
        if seen:
            assert msgspec.json.encode(seen).decode() == SENT[name][records]


def test_a_running_game_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "before.sqlite3"
    file = sqlite3.connect(data)
    file.executescript((DATA / "before.sql").read_text("utf-8"))
    file.close()

    async def scene() -> None:
        for token in TOKENS:
            async with await connect(server.address, RUNNING, token) as seat:
                if seat.state is not None and seat.state.mine:
                    seq = seat.seq
                    moved, *_ = await seat.act(legal(seat))
                    assert isinstance(moved, wire.Moved)
                    assert moved.seq == seq + 1
                    return
        raise AssertionError("neither player is to move")

    with serving(data) as server:
        perform(scene())
