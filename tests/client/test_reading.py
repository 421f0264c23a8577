"""Messages of newer servers are understood as far as possible."""

from __future__ import annotations

import json
import warnings
from typing import Any

import msgspec
import pytest

from empile.client.reading import MessageReader
from empile.server.wire import messages as wire

MOVE = {"kind": "move", "seq": 5, "at": 1, "seat": 0, "text": "c3-e3"}
DANCE = {"kind": "dance", "seq": 6, "at": 1, "steps": 3}


def text(*events: dict[str, Any]) -> str:
    return json.dumps({"type": "update", "events": events})


def test_unknown_members_are_ignored_silently() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        received = MessageReader().read('{"type": "pong", "mood": "calm"}')
    assert received is not None
    assert received.message == wire.Pong()


def test_unknown_types_are_skipped_with_one_warning() -> None:
    reader = MessageReader()
    with pytest.warns(UserWarning, match="unknown message 'dance'") as warned:
        assert [reader.read('{"type": "dance"}') for _ in range(3)] == [None] * 3
    assert len(warned) == 1


@pytest.mark.parametrize("kind", ["error", "bye"])
def test_unknown_codes_are_read_as_failures_with_one_warning(kind: str) -> None:
    reader = MessageReader()
    found = json.dumps({"type": kind, "code": "dance", "detail": "no dancing"})
    with pytest.warns(UserWarning, match=f"unknown code 'dance' of '{kind}'") as warned:
        first, second = reader.read(found), reader.read(found)
    assert first is not None
    assert first == second
    assert isinstance(first.message, wire.Error | wire.Closing)
    assert (first.message.code, first.message.detail) == ("failed", "no dancing")
    assert len(warned) == 1


def test_unknown_events_are_skipped_and_count() -> None:
    reader = MessageReader()
    with pytest.warns(UserWarning, match="unknown event 'dance'") as warned:
        mixed, alone = reader.read(text(MOVE, DANCE)), reader.read(text(DANCE))
    assert mixed is not None
    assert alone is not None
    assert len(warned) == 1
    assert isinstance(mixed.message, wire.Update)
    assert [event.seq for event in mixed.message.events] == [5]
    assert isinstance(alone.message, wire.Update)
    assert alone.message.events == []
    assert mixed.seq == alone.seq == 6


@pytest.mark.parametrize(
    "found", ['{"type": "update", "events": [{"kind": "move"}]}', '{"type": 3}', "[]", "{"]
)
def test_faulty_messages_are_refused(found: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        MessageReader().read(found)
