"""Messages of newer clients are understood as far as possible."""

from __future__ import annotations

import json

import msgspec
import pytest

from empile.arena.table import read_message as read_line
from empile.server.wire import messages as wire
from empile.server.wire.reading import read_message
from tests.server.serving import Serving, hears, perform, two_persons


def test_unknown_members_are_ignored_and_named() -> None:
    text = '{"type": "act", "seq": 4, "action": "c3-e3", "clock": 12, "mood": "calm"}'
    found = read_message(text)
    assert found.message == wire.Act(4, "c3-e3")
    assert found.ignored == ["clock", "mood"]
    assert read_line(text.encode()) == found.message


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "act", "seq": "4", "action": "c3-e3", "clock": 12}',
        '{"type": "act", "clock": 12}',
        '{"type": "conjure", "clock": 12}',
        '{"type": ["act"]}',
        '{"clock": 12}',
        '["act"]',
        "{",
    ],
)
def test_other_faults_are_refused(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_message(text)


def test_the_socket_warns_once_of_each_ignored_member(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address)
        async with one, other:
            for members in ({"mood": 1}, {"mood": 2}, {"mood": 1, "clock": 2}):
                await one.send_text(json.dumps({"type": "ping"} | members))
            warnings = [await hears(one, wire.Warning) for _ in range(2)]
            assert [(found.about, found.ignored) for found in warnings] == [
                ("ping", ["mood"]),
                ("ping", ["clock"]),
            ]
            await hears(one, wire.Pong)

    perform(scene())
