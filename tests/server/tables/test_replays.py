"""Replays of records with notes and variations."""

from __future__ import annotations

import json

from empile.server.tables.replays import VariationRequest, line_of, replay_of
from tests.support.annotated import EVENTS, annotated


def test_replay_of_shows_the_main_line_and_keeps_notes_and_variations() -> None:
    replay = replay_of(json.dumps(annotated()).encode())
    assert [frame.event.text for frame in replay.frames if frame.event] == EVENTS
    assert replay.record == annotated()


def test_line_of_leaves_the_main_line() -> None:
    found = line_of(VariationRequest(annotated(), 2, ["Hd6-d9^4"]))
    assert [frame.event.text for frame in found.frames if frame.event] == ["Hd6-d9^4"]
