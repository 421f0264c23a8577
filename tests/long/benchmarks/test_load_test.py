"""Load test by turns with boardgame.io, in short form."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import Any

import pytest
from websockets.utils import apply_mask

from tests.long.benchmarks.conftest import Program
from tests.support.patience import slowness


@pytest.fixture(scope="module")
def load_test(program: Program) -> Any:
    """The program."""
    return program("load_test")


@pytest.mark.parametrize(("game", "detail"), [("blox", "full"), ("block-out", "moves")])
def test_prepared_games_with_hidden_chance_events_are_played(
    load_test: Any, game: str, detail: str
) -> None:
    (found,) = load_test.measured(game, detail, sizes=[2], seconds=0.5 * slowness())
    assert found.moves > 0
    assert 0 < found.p50_ms <= found.p99_ms
    assert (found.game, found.tables, found.server) == (game, 2, f"Empile, {detail}")


def test_rematches_are_played(load_test: Any) -> None:
    async def play(server: Any) -> int:
        load = load_test.Load()
        tables = load_test.tables.Tables(server, "block-ness", "moves", load)
        await tables.add(5, 40)  # longer than two games
        await load.rest(1)
        turns: int = load.players[0].turns
        await tables.close()
        return turns

    with load_test.tempfile.TemporaryDirectory() as folder:
        server = load_test.tables.start_server(load_test.Path(folder))
        try:
            assert asyncio.run(play(server)) == 40
        finally:
            load_test.stop(server)


def figures(load_test: Any, server: str, rate: int, cost: float, driver: float = 0.2) -> Any:
    """Return the figures of a window."""
    return load_test.Figures(
        server, "blox", 100, 1.5, 60, rate, cost, 9.0, 0.5, driver, 1.0, 2.0, 90.0, 7.0
    )


def test_report_has_medians_of_all_turns(load_test: Any) -> None:
    costs = ((1000, 90.0), (3000, 10.0), (2000, 20.0))
    text = load_test.report(
        [figures(load_test, "Empile, full", *one) for one in costs]
        + [figures(load_test, "Empile, moves", 4000, 16.0, driver=0.95)]
        + [figures(load_test, "boardgame.io", 1000, 40.0)],
        3,
        "note",
    )
    assert "| blox | 100 | Empile, full | 2,000 | 1.0 | 2.0 | 7 | 0.50 | 0.20 |" in text
    assert "the limit in 1 of 5 windows" in text
    assert "| blox | 20 | 16 | 1.25 | 40 | 0.50 |" in text
    assert "| blox | 100 | 2.00 | 1.00 | 1.00 | 1.00 |" in text


def test_scripts_have_every_position_of_whole_games(load_test: Any) -> None:
    scripted = load_test.matches.script("on-top")
    assert not scripted["hidden"]
    first = scripted["games"][0]
    assert [step["seat"] for step in first[:4]] == [0, 1, 0, 1]
    assert [bool(step["text"]) for step in first[:3]] == [False, True, True]
    assert first[0]["position"] != first[1]["position"]


def test_turns_of_both_players_have_the_same_signs(load_test: Any) -> None:
    games = load_test.tables.prepare_games("on-top")
    count = 2 * len(games[0].moves)
    both = [
        list(islice(load_test.tables.table_turns(games, 0, place), count)) for place in range(2)
    ]
    assert [turn.sign for turn in both[0]] == [turn.sign for turn in both[1]]
    assert all(bool(one.frame) != bool(two.frame) for one, two in zip(*both, strict=True))


def test_match_player_answers_pings_and_moves_in_turn(load_test: Any) -> None:
    sent: list[bytes] = []
    matches = load_test.matches

    class Player(matches.MatchPlayer):  # type: ignore[misc, name-defined]
        def write(self, frame: bytes) -> None:
            start = 6 if frame[1] < 0xFE else 8
            sent.append(apply_mask(frame[start:], frame[start - 4 : start]))

    async def play() -> None:
        load = load_test.Load()
        load.counting = True
        moves = [matches_move(load_test, seat) for seat in (0, 1, 0)]
        games = [load_test.matches.PreparedGame(0, moves)]
        turns = matches.match_turns(games, 0, 1, b'42/blox,["update",{},', b',"m","1"]')
        player = Player("ws://x", load, turns, 9)
        player.namespace, player.sync = b"/blox,", b'42/blox,["sync"]'
        player.received(b'0{"sid":"a"}')
        player.received(b'40/blox,{"sid":"b"}')
        player.received(b"2")
        player.received(b'42/blox,["sync","m",{"state":{"_stateID":0}}]')
        assert player.welcomed.done()
        assert len(sent) == 3
        player.received(b'42/blox,["update","m",{"_stateID":1},[]]')
        player.received(b'42/blox,["update","m",{"_stateID":2},[{"_stateID":1,"turn":1}]]')
        assert len(load.latencies) == 1

    asyncio.run(play())
    assert sent == [
        b"40/blox,",
        b'42/blox,["sync"]',
        b"3",
        b'42/blox,["update",{},1,"m","1"]',
    ]


def matches_move(load_test: Any, seat: int) -> Any:
    """Return a move without a position."""
    return load_test.prepared.PreparedMove(seat, "", 0, {})
