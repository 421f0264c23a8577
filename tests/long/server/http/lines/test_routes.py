"""Engine lines over REST."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import empile
from empile.bots.lines import EngineLines, best_lines
from empile.engine.game import State
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.engine.search.search import resampled
from empile.server.http.lines import answers
from empile.server.http.lines.schemas import MOST_SIMULATIONS
from empile.server.wire.rate_limits import Limits
from tests.server.serving import Serving, perform, serving
from tests.support.games import begun_match, random_match
from tests.support.patience import PATIENCE

PATH = "/api/positions/lines"


def ask(server: Serving, game: str = "block-ness", **wanted: Any) -> httpx.Response:
    body = {"game": game, "simulations": 500, **wanted}
    return httpx.post(server.address + PATH, json=body, timeout=PATIENCE)


def moves_of(match: Match) -> list[str]:
    return [event.text for event in match.events]


@pytest.mark.parametrize("name", empile.game_names())
def test_lines_are_those_of_the_engine(server: Serving, name: str) -> None:
    match = begun_match(name, events=6, seed=7)
    found = ask(server, name, moves=moves_of(match)).json()
    expected = best_lines(match.state, stream=new_stream(0), simulations=500)
    assert (found["seat"], found["simulations"], found["depth"]) == (
        expected.seat,
        expected.simulations,
        expected.depth,
    )
    assert len(found["lines"]) == len(expected.lines)
    presenter = match.game.presenter
    for shown, line in zip(found["lines"], expected.lines, strict=True):
        assert shown["move"] == line.move
        assert shown["parts"] == presenter.move_parts(match.state, line.action)
        assert shown["values"] == [round(value, 4) for value in line.values]
        assert (shown["visits"], shown["solved"]) == (line.visits, line.solved)
        assert [event["text"] for event in shown["events"]] == line.events
        assert shown["message"] == shown["events"][0]["message"]
        after = match.state.clone()
        for event in shown["events"]:
            played = after.read_text(event["text"])
            message = presenter.event_message(after, played, expected.seat)
            assert event["seat"] == played.seat
            assert event["message"] == {"key": message.key, "args": dict(message.args)}
            after.apply_event(played)


def test_lines_of_a_start_and_of_other_counts(server: Serving) -> None:
    match = begun_match("on-top", events=4, seed=7)
    start = match.position_before(len(match.events))
    found = ask(server, "on-top", start=start, count=5, simulations=100).json()
    assert len(found["lines"]) == 5
    assert found["simulations"] <= 100


def test_lines_ignore_what_the_seat_cannot_see(server: Serving) -> None:
    match = begun_match("blox", events=9, seed=7)
    seat = match.state.current_player()
    found = set[bytes]()
    positions = set[str]()
    for seed in range(4):
        other = resampled(match.state, seat, new_stream(seed))
        start = other.position()
        positions.add(str(start))
        found.add(ask(server, "blox", start=start).content)
    assert len(positions) > 1
    assert len(found) == 1


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"simulations": 0}, 400),
        ({"simulations": MOST_SIMULATIONS + 1}, 400),
        ({"count": 0}, 400),
        ({"count": 6}, 400),
        ({"moves": ["x"]}, 400),
        ({"game": "none"}, 404),
    ],
)
def test_bad_requests_are_refused(server: Serving, wanted: dict[str, Any], status: int) -> None:
    assert ask(server, **wanted).status_code == status


def test_positions_without_a_move_have_no_lines(server: Serving) -> None:
    for name in ("blox", "on-top"):
        problem = ask(server, name).json()
        assert problem["code"] == "not_now"
        assert "chance" in problem["detail"]
    match = random_match(empile.load("block-ness"), 1)
    problem = ask(server, moves=moves_of(match)).json()
    assert (problem["code"], "over" in problem["detail"]) == ("not_now", True)


def test_lines_come_from_worker_processes(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", compute_processes=1) as server:
        match = begun_match("block-ness", events=6, seed=7)
        found = ask(server, moves=moves_of(match)).json()
        expected = best_lines(match.state, stream=new_stream(0), simulations=500)
        assert [line["move"] for line in found["lines"]] == [line.move for line in expected.lines]
        assert ask(server, moves=["x"]).json()["code"] == "illegal"


def test_searches_are_limited(tmp_path: Path) -> None:
    limits = Limits(costs_per_second=1e-6, costs_at_once=20)
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        found = [ask(server, simulations=number) for number in (10, 20, 30)]
        assert [answer.status_code for answer in found] == [200, 200, 429]
        assert int(found[2].headers["retry-after"]) > 0
        assert '"costs"' in found[0].headers["ratelimit"]


def test_disconnected_client_ends_its_search(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins, ends = threading.Event(), threading.Event()

    def endless(state: State, *, stop: Callable[[], bool], **wanted: Any) -> EngineLines:
        begins.set()
        while not stop():
            time.sleep(0.005)
        ends.set()
        return best_lines(state, stop=stop, **wanted)

    monkeypatch.setattr(answers, "best_lines", endless)

    async def scene() -> None:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            wanted = {"game": "block-ness", "simulations": MOST_SIMULATIONS}
            asked = asyncio.create_task(http.post(server.address + PATH, json=wanted))
            assert await asyncio.to_thread(begins.wait, PATIENCE)
            asked.cancel()
            assert await asyncio.to_thread(ends.wait, PATIENCE)

    perform(scene())
