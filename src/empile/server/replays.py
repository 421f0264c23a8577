"""A record that somebody sent, checked and laid out position by position."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from empile.engine.errors import RecordError
from empile.engine.game import Event
from empile.engine.record import Record
from empile.server import bodies
from empile.server.eyes import frame, teams_of
from empile.server.refused import RefusedError
from empile.server.table import after

MOST_EVENTS = 2000
"""Longer records than this are nobody's games."""
MOST_LINE = 64
"""Longer side lines than this nobody watches."""


class LineWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A side line: what could have happened in a game in place of event ``at`` (from 0) and on."""

    record: dict[str, Any]
    at: int
    line: list[str]


class LineShown(Struct, frozen=True):
    """A side line, position by position; the first is the one that it begins from."""

    frames: list[bodies.Frame]


def replay_of(body: bytes) -> bodies.Replay:
    """Return the replay of a record; slow enough to be called in a thread.

    Refuses, with the event at fault, what is no record or breaks the rules.
    """
    with record_faults():
        record = short_enough(Record.from_json(body))
        frames = _frames(record)
        game = record.load_game()
        return bodies.Replay(record.to_dict(), game.presenter.board_setup(), frames, teams_of(game))


def line_of(wanted: LineWanted) -> LineShown:
    """Return a side line position by position; slow enough to be called in a thread.

    Refuses what is no full record, and a line that breaks the rules.
    """
    with record_faults():
        record = short_enough(Record.from_dict(wanted.record))
        if not 0 <= wanted.at <= len(record.events):
            raise RefusedError("bad_request", f"the record has no event {wanted.at}")
        if len(wanted.line) > MOST_LINE:
            raise RefusedError(
                "bad_request", f"a line of more than {MOST_LINE} events is not shown"
            )
        side = Record.of_game(
            record.load_game(),
            seats=record.seats,
            events=[*record.events[: wanted.at], *wanted.line],
            result=None,
            view=record.view,
        )
        return LineShown(_frames(side, since=wanted.at, check_result=False))


@contextmanager
def record_faults() -> Generator[None]:
    """Refuse what the block finds wrong with a record."""
    try:
        yield
    except RecordError as error:
        raise RefusedError("bad_record", str(error)) from None


def short_enough(record: Record) -> Record:
    """Return the record; raises :class:`RecordError` where it is longer than any game."""
    if len(record.events) > MOST_EVENTS:
        raise RecordError(f"a record of more than {MOST_EVENTS} events is not taken")
    return record


def _frames(record: Record, since: int = 0, *, check_result: bool = True) -> list[bodies.Frame]:
    """Return the positions of a record from the one before event ``since`` on."""
    frames: list[bodies.Frame] = []
    events: list[Event] = []
    for index, (state, event) in enumerate(record.steps()):
        if index == since:
            frames.append(frame(state, None, events, None, everything=True))
        if event is None:
            if check_result:
                record.check_result(state)
            break
        events.append(event)
        if index >= since:
            frames.append(frame(after(state, event), state, events, None, everything=True))
    return frames
