"""The end of a log in memory: checkpoints, spans and the events that count."""

from __future__ import annotations

import random

import pytest

from empile.engine.game import Event
from empile.server.tables.history import CHECKPOINT_EVERY, LONGEST_PAGE, History, events_of
from empile.server.wire import events
from empile.server.wire.events import LogEntry


def filled(length: int, seed: int) -> tuple[History, list[LogEntry], list[list[Event]]]:
    """Return a history, its entries, and the events that counted before each of them."""
    stream = random.Random(seed)
    history = History()
    entries: list[LogEntry] = []
    before: list[list[Event]] = []
    counted: list[Event] = []
    for seq in range(1, length + 1):
        kind = stream.randrange(4)
        before.append(list(counted))
        event: Event | None = None
        entry: LogEntry
        if kind == 0 and counted:
            entry = events.TakenBack(seq=seq, to=stream.randrange(len(counted)), place=0)
            del counted[entry.to :]
        elif kind == 1:
            entry = events.Renamed(seq=seq, place=0, name=str(seq))
        else:
            entry = events.Moved(seq=seq, seat=0, text=str(seq))
            event = Event(0, (seq,), str(seq))
            counted.append(event)
        entries.append(entry)
        if event is None:
            history.add(entry)
        else:
            history.add_event(entry, event)
    return history, entries, before


@pytest.mark.parametrize("seed", range(3))
def test_span_has_the_entries_and_the_events_before(seed: int) -> None:
    length = 3 * LONGEST_PAGE
    history, entries, before = filled(length, seed)
    for first in range(length - LONGEST_PAGE + 1, length + 1):
        checkpoint = history.checkpoint(first)
        assert first - CHECKPOINT_EVERY < checkpoint.seq <= first
        span = history.span(checkpoint, length)
        assert span is not None
        assert [one.entry for one in span.logged] == entries[checkpoint.seq - 1 :]
        assert events_of(span.path) == before[checkpoint.seq - 1]


@pytest.mark.parametrize("seed", range(3))
def test_standing_are_the_game_events_that_were_not_taken_back(seed: int) -> None:
    history, entries, _ = filled(5 * LONGEST_PAGE, seed)
    counted: list[int] = []
    for entry in entries:
        if isinstance(entry, events.TakenBack):
            del counted[entry.to :]
        elif isinstance(entry, events.Moved):
            counted.append(entry.seq)
    assert history.standing() == set(counted)


def test_history_keeps_checkpoints_of_what_it_forgets() -> None:
    history, _, before = filled(20 * LONGEST_PAGE, seed=1)
    for first in (1, CHECKPOINT_EVERY, CHECKPOINT_EVERY + 1, 5 * LONGEST_PAGE + 3):
        checkpoint = history.checkpoint(first)
        assert events_of(checkpoint.path) == before[checkpoint.seq - 1]
        assert history.span(checkpoint, first) is None


def test_history_restarts_with_each_game() -> None:
    history, _, _ = filled(200, seed=2)
    history.add(events.Started(seq=201, game_number=2, seats=[0, 1]))
    assert (history.first_seq, history.asides) == (201, 0)
    history.add(events.Hinted(seq=202, place=0))
    assert history.asides == 1
    assert history.checkpoint(202) == (201, None)
    span = history.span(history.checkpoint(202), 202)
    assert span is not None
    assert [one.entry.seq for one in span.logged] == [201, 202]
