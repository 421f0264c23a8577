"""Load test by turns with boardgame.io, in short form."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def load_test(program: Program) -> Any:
    """The program."""
    return program("load_test")


@pytest.mark.parametrize("game", ["blox", "block-out"])
def test_games_with_hidden_chance_events_are_played(load_test: Any, game: str) -> None:
    found = load_test.measured(game, tables=2, detail="moves", seconds=0.5)
    assert found.moves > 0
    assert 0 < found.p50_ms <= found.p99_ms
    assert (found.game, found.tables, found.server) == (game, 2, "Empile, moves")


def test_report_has_medians_of_all_turns(load_test: Any) -> None:
    figures = [
        load_test.Figures(
            "boardgame.io", "blox", 100, 6.0, 60, rate, 1.0, cost, 1.0, 2.0, 90.0, 7.0
        )
        for rate, cost in ((1000, 90.0), (3000, 10.0), (2000, 20.0))
    ]
    text = load_test.report(figures, 3, "note")
    assert "| blox | 100 | boardgame.io | 20 | 2,000 | 1.0 | 2.0 | 7 |" in text


def test_scripts_have_every_position_of_whole_games(load_test: Any) -> None:
    scripted = load_test.matches.script("on-top", positions=40)
    lengths = [len(game) for game in scripted["games"]]
    assert sum(lengths[:-1]) < 40 <= sum(lengths)
    assert not scripted["hidden"]
    first = scripted["games"][0]
    assert [step["seat"] for step in first[:4]] == [0, 1, 0, 1]
    assert first[0]["position"] != first[1]["position"]


def test_match_player_answers_pings_and_moves_in_turn(load_test: Any) -> None:
    sent: list[bytes] = []

    class Player(load_test.matches.MatchPlayer):  # type: ignore[misc]
        def send(self, payload: bytes) -> None:
            sent.append(payload)

    async def play() -> None:
        counts = load_test.Counts(counting=True)
        player = Player("ws://x", "blox", "m", 1, "secret", counts)
        player.received(b'0{"sid":"a"}')
        player.received(b'40/blox,{"sid":"b"}')
        player.received(b"2")
        theirs = b'{"_stateID":%d,"ctx":{"currentPlayer":"%d"}}'
        player.received(b'42/blox,["sync","m",{"state":' + theirs % (0, 0) + b"}]")
        assert len(sent) == 3
        player.received(b'42/blox,["update","m",' + theirs % (1, 1) + b",[]]")
        player.received(b'42/blox,["update","m",' + theirs % (2, 0) + b",[]]")
        assert len(counts.latencies) == 1

    asyncio.run(play())
    assert sent[:3] == [b"40/blox,", b'42/blox,["sync","m","1","secret",2]', b"3"]
    assert len(sent) == 4
    assert sent[3].startswith(b'42/blox,["update",{"type":"MAKE_MOVE"')
    assert sent[3].endswith(b',1,"m","1"]')
