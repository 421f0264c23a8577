"""A record that somebody sent, checked and laid out position by position."""

from __future__ import annotations

from empile.engine.errors import RecordError
from empile.engine.record import Record
from empile.server import bodies
from empile.server.eyes import frame
from empile.server.refused import RefusedError
from empile.server.table import after

MOST_EVENTS = 2000
"""Longer records than this are nobody's games."""


def replay_of(body: bytes) -> bodies.Replay:
    """Return the replay of a record; slow enough to be called in a thread.

    Refuses, with the event at fault, what is no record or breaks the rules.
    """
    try:
        record = Record.from_json(body)
        if len(record.events) > MOST_EVENTS:
            raise RecordError(f"a record of more than {MOST_EVENTS} events is not taken")
        game = record.load_game()
        state = game.new_state()
        frames = [frame(state, None, None, None, everything=True)]
        for before, event in record.replay():
            state = after(before, event)
            frames.append(frame(state, before, event, None, everything=True))
    except RecordError as error:
        raise RefusedError("bad_record", str(error)) from None
    return bodies.Replay(record.to_dict(), game.setting(), frames)
