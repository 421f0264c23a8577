"""Hostile messages to a server that is played on, in the short form."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from empile.server.wire import messages as wire
from tests.long.benchmarks.conftest import Program


def test_hostile_messages_harm_nobody(program: Program, servers: Any, tmp_path: Path) -> None:
    hostile = program("hostile")
    reports = hostile.run(servers, tmp_path, 800, seed=1, tables=2, games=["block-ness"])
    assert [report.faults for report in reports] == [[], []]
    for report in reports:
        sent = sum(report.counts[kind] for kind in hostile.SENT)
        assert sent == 400
        assert report.counts["socket messages"] > 200
        assert report.counts["answers"] > 50
        assert report.counts["moves of others"] > 0
        assert report.delays


def made(program: Program, seed: int = 1) -> Any:
    return program("hostile_messages").Messages(
        random.Random(seed), "table", ["token"], 7, ["a1-a2"], {"/api/tables": [{"game": "blox"}]}
    )


def test_messages_reach_all_handlers(program: Program) -> None:
    messages = made(program)
    decoder = msgspec.json.Decoder(wire.ClientMessage)
    reached, refused = set[type](), 0
    for _ in range(8000):
        try:
            reached.add(type(decoder.decode(messages.message())))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            refused += 1
    assert reached == set(program("hostile_messages").KINDS)
    assert refused > 2000


def test_frames_are_masked_and_have_their_length(program: Program) -> None:
    frame = program("hostile_messages").frame
    assert frame(b"ab") == b"\x81\x82\0\0\0\0ab"
    assert frame(b"x" * 126)[:4] == b"\x81\xfe\0\x7e"
    assert frame(b"x" * 65_536)[:10] == b"\x81\xff\0\0\0\0\0\x01\0\0"


@pytest.mark.parametrize(
    ("head", "body", "faults"),
    [
        (b"HTTP/1.1 500 \r\n\r\n", b'{"code":"failed"}', 1),
        (b"HTTP/1.1 503 \r\n\r\n", b'{"code":"rate_limited"}', 0),
        (b"HTTP/1.1 400 \r\n\r\n", b'{"code":"bad_request"}', 0),
    ],
)
def test_errors_of_the_server_are_faults(
    program: Program, head: bytes, body: bytes, faults: int
) -> None:
    attack = program("hostile").Attack("localhost", 1, made(program), 1)
    attack.count_status(head, body, "request")
    assert len(attack.faults) == faults


def test_a_table_that_does_not_go_on_is_a_fault(program: Program) -> None:
    hostile, players = program("hostile"), program("players")

    async def scene() -> list[str]:
        heard = players.Acknowledged("stuck", "blox")
        player = players.Player("", "", heard, random.Random(1))
        waiting = asyncio.create_task(asyncio.sleep(60))
        faults: list[str] = await hostile.faults_of_players([player], [waiting], patience=0.2)
        return faults

    assert asyncio.run(scene()) == ["table stuck does not go on"]
