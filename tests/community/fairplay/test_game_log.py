"""Games from logs: who thought how long."""

from __future__ import annotations

from msgspec.structs import replace

from empile.community.fairplay.game_log import game_of
from empile.server.wire import events


def log_of(*entries: tuple[int, events.LogEntry]) -> list[events.LogEntry]:
    """Return the log of a table for two, with events at times in seconds."""
    created = events.Created[events.StoredPlace](
        game="blox",
        rules=1,
        options={"players": 2},
        places=[events.StoredPlace("person", name) for name in "AB"],
    )
    started = events.Started(game_number=1, seats=[1, 0])
    found: list[tuple[int, events.LogEntry]] = [(0, created), (10, started), *entries]
    return [replace(entry, at=1000 * at, seq=seq) for seq, (at, entry) in enumerate(found, 1)]


def moved(seat: int, text: str, lag: int = 0) -> events.Moved:
    return events.Moved(seat=seat, text=text, lag=lag)


def test_seconds_are_from_turn_to_turn() -> None:
    entries = log_of(
        (13, moved(0, "a", lag=500)),
        (14, events.ChanceResolved(text="x", hold=2000)),
        (20, moved(1, "b")),
        (21, moved(0, "wrong")),
        (25, events.TakenBack(to=3, place=1)),
        (27, moved(0, "c")),
        (40, events.Outage(since=28_000, until=38_000)),
        (41, moved(1, "d")),
        (42, events.Over(result=None)),
        (43, events.Started(game_number=2, seats=[0, 1])),
        (50, moved(0, "other")),
    )
    found = game_of(entries, 1)
    assert found is not None
    assert found.snapshot.events == ["a", "x", "b", "c", "d"]
    assert found.seconds == [2.5, -1.0, 4.0, 2.0, 3.0]
    assert found.snapshot.options == {"players": 2}
    assert game_of(entries, 2) is None  # it runs


def test_moves_of_bots_have_no_time() -> None:
    entries = log_of(
        (11, moved(0, "a")),
        (12, events.TakenOver(place=0, level=4)),
        (13, moved(1, "b")),
        (14, events.Retaken(place=0)),
        (16, moved(1, "c")),
        (17, events.Over(result=None)),
    )
    found = game_of(entries, 1)
    assert found is not None
    assert found.seconds == [1.0, -1.0, 2.0]
