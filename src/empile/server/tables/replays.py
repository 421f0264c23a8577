"""Records from clients, validated and expanded to positions."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct

from empile.engine.errors import RecordError
from empile.engine.game import Event
from empile.engine.record import Record
from empile.server.tables import game_redaction
from empile.server.tables.game_redaction import frame
from empile.server.tables.redaction import setup_of, teams_of
from empile.server.tables.table import after
from empile.server.wire import schemas
from empile.server.wire.errors import CommandError

MOST_EVENTS = 2000
"""Longer than any real game."""
MOST_LINE = 64
BYTES_PER_EVENT = 10
"""Of a record; a guess of its length from its size."""


class VariationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for a variation: ``line`` replaces the events from ``at`` on."""

    record: dict[str, Any]
    """The record of the game."""
    at: int
    """The number of the first event to replace, from 0."""
    line: list[str]
    """Moves and chance events in the game's notation."""


class VariationResponse(Struct, frozen=True):
    """The positions of a variation, starting with the one before it."""

    frames: list[schemas.Frame]
    """The position before the variation, then one after each of its events."""


def replay_of(body: bytes) -> schemas.Replay:
    """Return the replay of a record. Blocks. Raises ``CommandError`` if it is invalid."""
    with record_faults():
        record = short_enough(Record.from_json(body))
        frames = _frames(record)
        game = record.load_game()
        return schemas.Replay(
            record.to_dict(), setup_of(game, record.start), frames, teams_of(game)
        )


def line_of(wanted: VariationRequest) -> VariationResponse:
    """Return the positions of a variation. Blocks. Raises ``CommandError`` if it is illegal."""
    with record_faults():
        record = short_enough(Record.from_dict(wanted.record))
        if not 0 <= wanted.at <= len(record.events):
            raise CommandError("bad_request", f"the record has no event {wanted.at}")
        if len(wanted.line) > MOST_LINE:
            raise CommandError("bad_request", f"a variation may have at most {MOST_LINE} events")
        side = Record.of_game(
            record.load_game(),
            seats=record.seats,
            events=[*record.events[: wanted.at], *wanted.line],
            result=None,
            view=record.view,
            start=record.start,
        )
        return VariationResponse(_frames(side, since=wanted.at, check_result=False))


def encoded_replay(body: bytes) -> bytes:
    return msgspec.json.encode(replay_of(body))


def encoded_line(wanted: VariationRequest) -> bytes:
    return msgspec.json.encode(line_of(wanted))


def encoded_record_seen(snapshot: game_redaction.GameSnapshot) -> bytes:
    return msgspec.json.encode(game_redaction.record_seen(snapshot).to_dict())


def encoded_replay_seen(snapshot: game_redaction.GameSnapshot) -> bytes:
    return msgspec.json.encode(game_redaction.replay_seen(snapshot))


@contextmanager
def record_faults() -> Generator[None]:
    try:
        yield
    except RecordError as error:
        raise CommandError("bad_record", str(error)) from None


def short_enough(record: Record) -> Record:
    if len(record.events) > MOST_EVENTS:
        raise RecordError(f"a record may have at most {MOST_EVENTS} events")
    return record


def _frames(record: Record, since: int = 0, *, check_result: bool = True) -> list[schemas.Frame]:
    frames: list[schemas.Frame] = []
    events: list[Event] = []
    start = record.start
    for index, (state, event) in enumerate(record.steps()):
        if index == since:
            frames.append(frame(state, None, events, None, start=start, everything=True))
        if event is None:
            if check_result:
                record.check_result(state)
            break
        events.append(event)
        if index >= since:
            following = after(state, event)
            frames.append(frame(following, state, events, None, start=start, everything=True))
    return frames
