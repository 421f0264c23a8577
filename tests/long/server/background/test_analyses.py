"""Background analyses: requests, progress, storage and errors."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import empile
from empile.bots import analysis as analysing
from empile.bots.analysis import Analysis, Depth, analyse
from empile.engine.random import below, new_stream
from empile.engine.record import Record
from empile.server.background import analyses
from empile.server.tables import game_redaction
from empile.server.tables.table import Table
from empile.server.wire.rate_limits import Limits
from tests.conftest import ROOT
from tests.server.serving import Serving, serving
from tests.support.patience import PATIENCE

BEFORE = ROOT / "tests" / "server" / "data"


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use tiny searches; results are tested elsewhere."""
    for depth in ("quick", "deep"):
        monkeypatch.setitem(
            analysing.DEPTHS,
            depth,
            Depth(0.01, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01),
        )
    monkeypatch.setattr(analyses, "CALMNESS", 0)  # a busy machine must not slow the tests


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """An event without which analyses stop after the first move."""
    opened = threading.Event()

    def held(record: Record, *, stop: Callable[[], bool], **wanted: Any) -> Iterator[Analysis]:
        for found in analyse(record, stop=stop, **wanted):
            yield found
            while not opened.wait(0.01):
                if stop():
                    return

    monkeypatch.setattr(analyses, "analyse", held)
    yield opened
    opened.set()


def a_record(seed: int = 1, game: str = "cairn", **options: Any) -> dict[str, Any]:
    """Return the record of a game with random moves."""
    match, stream = empile.Match(empile.load(game, **options)), new_stream(seed)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        match.play_action(moves[below(stream, len(moves))])
        match.resolve_chance(stream, also_external=True)
    return match.record(["Anne", "Bea", "Cleo", "Dan"][: match.game.num_players]).to_dict()


def ask(server: Serving, token: str = "", **wanted: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.post(
        f"{server.address}/api/analyses", json=wanted, headers=headers, timeout=PATIENCE
    )


def look(server: Serving, name: str) -> dict[str, Any]:
    response = httpx.get(f"{server.address}/api/analyses/{name}", timeout=PATIENCE)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def wait(server: Serving, name: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Poll an analysis until a condition holds."""
    end = time.monotonic() + PATIENCE
    while True:
        found = look(server, name)
        if until(found):
            return found
        assert time.monotonic() < end, f"still {found['state']}"
        time.sleep(0.01)


def done(server: Serving, name: str) -> dict[str, Any]:
    return wait(server, name, lambda found: found["state"] == "done")


def refusal(response: httpx.Response) -> tuple[int, str]:
    found: dict[str, Any] = response.json()
    assert "\n" not in found["detail"]
    return response.status_code, found["code"]


@pytest.mark.parametrize(
    ("game", "options"),
    [("cairn", {"players": 3}), ("block-ness", {}), ("blox", {"round_limit": 3})],
)
def test_analysis_runs_in_the_background(
    server: Serving, game: str, options: dict[str, Any]
) -> None:
    record = a_record(2, game, **options)
    name = ask(server, record=record).json()["id"]
    found = done(server, name)
    assert found["id"] == name
    assert found["ahead"] == 0
    analysis = msgspec.convert(found["analysis"], Analysis)
    assert analysis.is_done
    assert analysis.depth == "quick"
    assert len(analysis.expected) == len(record["events"]) + 1
    *_, alone = analyse(Record.from_dict(record), seed=int.from_bytes(name.encode()[:8], "big"))
    assert analysis == alone


def test_analysis_is_shared_by_equal_games(server: Serving) -> None:
    record = a_record(1)
    name = ask(server, record=record).json()["id"]
    first = done(server, name)
    assert ask(server, record={**record, "seats": ["X", "Y"]}).json()["id"] == name
    assert done(server, name) == first
    assert ask(server, record=record, depth="deep").json()["id"] != name
    assert ask(server, record=a_record(2)).json()["id"] != name


def test_analysis_reports_progress(server: Serving, gate: threading.Event) -> None:
    record = a_record(1, "block-ness")
    name = ask(server, record=record).json()["id"]
    begun = wait(server, name, lambda found: found["analysis"] is not None)
    assert begun["state"] == "running"
    assert begun["analysis"]["done"] == 0
    assert 0.0 < begun["analysis"]["progress"] < 0.1
    assert begun["analysis"]["events"] == len(record["events"])
    assert len(begun["analysis"]["expected"]) == 1
    gate.set()
    assert done(server, name)["analysis"]["progress"] == 1.0


def cancel(server: Serving, name: str) -> None:
    url = f"{server.address}/api/analyses/{name}"
    assert httpx.delete(url, timeout=PATIENCE).status_code == 204


def unknown(server: Serving, name: str) -> bool:
    url = f"{server.address}/api/analyses/{name}"
    return httpx.get(url, timeout=PATIENCE).status_code == 404


def test_running_analysis_can_be_cancelled(server: Serving, gate: threading.Event) -> None:
    name = ask(server, record=a_record(1)).json()["id"]
    wait(server, name, lambda found: found["analysis"] is not None)
    cancel(server, name)
    second = ask(server, record=a_record(2)).json()["id"]
    wait(server, second, lambda found: found["state"] == "running")
    assert unknown(server, name)
    gate.set()
    done(server, second)
    assert ask(server, record=a_record(1)).json()["id"] == name
    done(server, name)


def test_waiting_analysis_can_be_cancelled(server: Serving, gate: threading.Event) -> None:
    names = [ask(server, record=a_record(seed)).json()["id"] for seed in (1, 2, 3)]
    wait(server, names[0], lambda found: found["state"] == "running")
    cancel(server, names[1])
    assert unknown(server, names[1])
    assert look(server, names[2])["ahead"] == 1
    gate.set()
    done(server, names[2])


def test_finished_analysis_is_kept_after_a_cancellation(server: Serving) -> None:
    name = ask(server, record=a_record(1)).json()["id"]
    found = done(server, name)
    cancel(server, name)
    cancel(server, "none")
    assert look(server, name) == found


def another_group(request: object) -> str:
    return "another address"


def test_cancelled_analysis_continues_for_others(
    server: Serving, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    from empile.server.http import analysis_routes

    name = ask(server, record=a_record(1)).json()["id"]
    wait(server, name, lambda found: found["state"] == "running")
    with monkeypatch.context() as patched:
        patched.setattr(analysis_routes, "group_of", another_group)
        look(server, name)
        cancel(server, name)
    assert look(server, name)["state"] == "running"
    gate.set()
    done(server, name)


def test_queue_runs_one_at_a_time_and_can_be_full(
    server: Serving, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MOST_WAITING", 2)
    names = [ask(server, record=a_record(1)).json()["id"]]
    wait(server, names[0], lambda found: found["state"] == "running")
    names += [ask(server, record=a_record(seed)).json()["id"] for seed in (2, 3)]
    assert [look(server, name)["state"] for name in names] == ["running", "waiting", "waiting"]
    assert [look(server, name)["ahead"] for name in names] == [0, 1, 2]
    assert refusal(ask(server, record=a_record(4))) == (429, "rate_limited")
    assert ask(server, record=a_record(2)).json()["id"] == names[1], "it waits already"
    gate.set()
    for name in names:
        done(server, name)
    assert ask(server, record=a_record(4)).status_code == 200


def test_queue_skips_abandoned_analyses(
    server: Serving, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ask(server, record=a_record(1)).json()["id"]
    wait(server, first, lambda found: found["state"] == "running")
    monkeypatch.setattr(analyses, "ABANDONED_SECONDS", 0.0)
    second = ask(server, record=a_record(2)).json()["id"]
    wait(server, second, lambda found: found["state"] == "running")
    response = httpx.get(f"{server.address}/api/analyses/{first}", timeout=PATIENCE)
    assert refusal(response) == (404, "no_table")
    gate.set()
    done(server, second)
    assert ask(server, record=a_record(1)).json()["id"] == first
    done(server, first)


def test_analyses_survive_a_restart(tmp_path: Path) -> None:
    record = a_record(3)
    with serving(tmp_path / "tables.sqlite3") as server:
        name = ask(server, record=record).json()["id"]
        first = done(server, name)
    with serving(tmp_path / "tables.sqlite3") as server:
        assert look(server, name) == first
        assert ask(server, record=record).json()["id"] == name
        assert look(server, name) == first


def test_analyses_restart_after_an_interruption(tmp_path: Path, gate: threading.Event) -> None:
    record = a_record(3)
    # The stop fails if it waits for what is under way: the gate is shut.
    with serving(tmp_path / "tables.sqlite3") as server:
        name = ask(server, record=record).json()["id"]
        wait(server, name, lambda found: found["analysis"] is not None)
        for seed in (4, 5):
            ask(server, record=a_record(seed))
    gate.set()
    with serving(tmp_path / "tables.sqlite3") as server:
        response = httpx.get(f"{server.address}/api/analyses/{name}", timeout=PATIENCE)
        assert refusal(response) == (404, "no_table")
        assert ask(server, record=record).json()["id"] == name
        done(server, name)


def test_analyses_are_stored_in_older_files(tmp_path: Path) -> None:
    import sqlite3

    file = tmp_path / "tables.sqlite3"
    with sqlite3.connect(file) as older:
        older.executescript((BEFORE / "before.sql").read_text("utf-8"))
        older.execute("DROP TABLE analyses")
    older.close()
    with serving(file) as server:
        done(server, ask(server, record=a_record(1)).json()["id"])


def test_analyses_stored_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from empile.server.store import sqlite

    monkeypatch.setattr(sqlite, "MOST_ANALYSES", 2)
    with serving(tmp_path / "tables.sqlite3") as server:
        names = [ask(server, record=a_record(seed)).json()["id"] for seed in (1, 2, 3)]
        done(server, names[1])
        done(server, names[2])
        gone = httpx.get(f"{server.address}/api/analyses/{names[0]}", timeout=PATIENCE)
        assert refusal(gone) == (404, "no_table")
        for name in names[1:]:
            assert look(server, name)["state"] == "done"


def test_analysis_failures_are_reported_and_can_be_retried(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Iterator[Analysis]:
        raise RuntimeError("broken")

    with monkeypatch.context() as patched:
        patched.setattr(analyses, "analyse", broken)
        name = ask(server, record=a_record(1)).json()["id"]
        wait(server, name, lambda found: found["state"] == "failed")
    assert ask(server, record=a_record(1)).json()["id"] == name
    done(server, name)


@pytest.mark.skipif(sys.platform != "linux", reason="priorities of threads are Linux's")
def test_analysis_thread_has_a_lower_priority(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def looked(*wanted: Any, **more: Any) -> Iterator[Analysis]:
        seen.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return analyse(*wanted, **more)

    monkeypatch.setattr(analyses, "CALMNESS", 7)
    monkeypatch.setattr(analyses, "analyse", looked)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    done(server, ask(server, record=a_record(1)).json()["id"])
    assert seen == [7]
    assert os.getpriority(os.PRIO_PROCESS, 0) == own, "everything else is as fast as before"


# -- Tables ----------------------------------------------------------------------------------------


def a_table(server: Serving, game: str = "cairn", **more: Any) -> dict[str, Any]:
    wanted = {"game": game, "places": [{"kind": "person", "name": "Anne"}] * 2, **more}
    made: dict[str, Any] = httpx.post(
        f"{server.address}/api/tables", json=wanted, timeout=PATIENCE
    ).json()
    return made


def end_game(monkeypatch: pytest.MonkeyPatch, server: Serving, table: str) -> Table:
    """End the game of a table as after a resignation."""
    found = server.registry._rooms[table].table  # pyright: ignore[reportPrivateUsage]
    found.played[-1].over = True
    return found


@pytest.mark.parametrize("game", ["cairn", "block-ness"])
def test_analysis_of_a_running_game_is_refused(server: Serving, game: str) -> None:
    made = a_table(server, game)
    for token in ("", made["token"]):
        assert refusal(ask(server, token, table=made["table"])) == (409, "not_now")
    record = httpx.get(
        f"{server.address}/api/tables/{made['table']}/record",
        headers={"Authorization": f"Bearer {made['token']}"},
        timeout=PATIENCE,
    ).json()
    assert refusal(ask(server, record=record)) == (400, "bad_record")
    record.pop("view")
    if any("?" in text for text in record["events"]):
        assert refusal(ask(server, record=record)) == (400, "bad_record")


def test_analysis_of_a_finished_game_by_table(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = a_table(server)
    table = end_game(monkeypatch, server, made["table"])
    name = ask(server, table=made["table"]).json()["id"]
    found = done(server, name)
    assert found["analysis"]["events"] == len(table.played[-1].events)
    game = game_redaction.snapshot_of(table, table.played[-1], None)
    record = game_redaction.record_seen(game).to_dict()
    assert ask(server, record=record).json()["id"] == name
    assert ask(server, table=made["table"], game=1).json()["id"] == name
    assert refusal(ask(server, table=made["table"], game=2)) == (404, "no_table")


def test_analysis_needs_permission_to_watch(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = a_table(server, allow_spectators=False)
    end_game(monkeypatch, server, made["table"])
    assert refusal(ask(server, table=made["table"])) == (403, "no_spectators")
    assert ask(server, made["token"], table=made["table"]).status_code == 200


# -- Errors ----------------------------------------------------------------------------------------


def test_analysis_rejects_bad_requests(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    record = a_record(1)
    assert refusal(ask(server)) == (400, "bad_request")
    assert refusal(ask(server, record=record, table="x")) == (400, "bad_request")
    assert refusal(ask(server, record=record, depth="endless")) == (400, "bad_request")
    assert refusal(ask(server, record=[])) == (400, "bad_request")
    assert refusal(ask(server, record={})) == (400, "bad_record")
    assert refusal(ask(server, table="none")) == (404, "no_table")
    broken = {**record, "events": [*record["events"][:3], "hello"], "result": None}
    response = ask(server, record=broken)
    assert refusal(response) == (400, "bad_record")
    assert "event 3" in response.json()["detail"]
    hidden = {**record, "events": ["~deal ???"], "result": None}
    assert refusal(ask(server, record=hidden)) == (400, "bad_record")
    monkeypatch.setattr(analyses, "MOST_MOVES", 2)
    assert refusal(ask(server, record=a_record(7))) == (400, "bad_record")


def test_analyses_per_address_are_limited(tmp_path: Path) -> None:
    limits = Limits(
        requests_per_second=1e6, requests_at_once=1e6, costs_per_second=1e-6, costs_at_once=410
    )
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        names = [ask(server, record=a_record(seed)).json()["id"] for seed in (1, 2)]
        assert refusal(ask(server, record=a_record(3))) == (429, "rate_limited")
        for name in names:
            done(server, name)
        assert ask(server, record=a_record(1)).json()["id"] == names[0], "what is known is free"


def test_analysis_requests_are_rate_limited(tmp_path: Path) -> None:
    limits = Limits(requests_per_second=0.1, requests_at_once=3)
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        answers = [
            httpx.get(f"{server.address}/api/analyses/none", timeout=PATIENCE) for _ in range(5)
        ]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429, 429]


# -- Variations ------------------------------------------------------------------------------------


def line(server: Serving, **wanted: Any) -> httpx.Response:
    return httpx.post(f"{server.address}/api/replays/line", json=wanted, timeout=PATIENCE)


def test_variation_returns_positions(server: Serving) -> None:
    record = a_record(1, "block-ness")
    state = empile.load("block-ness").new_state()
    for text in record["events"][:4]:
        state.apply_text(text)
    move = next(text for text in state.legal_texts() if text != record["events"][4])
    frames = line(server, record=record, at=4, line=[move]).json()["frames"]
    replay = httpx.post(f"{server.address}/api/replays", json=record, timeout=PATIENCE).json()
    assert len(frames) == 2
    assert frames[0] == {**replay["frames"][4], "event": None}
    assert frames[1]["event"]["text"] == move
    assert frames[1]["event"]["seat"] == frames[0]["to_act"]
    state.apply_text(move)
    assert frames[1]["position"] == json.loads(json.dumps(state.position()))


def test_variation_may_end_the_game(server: Serving) -> None:
    record = a_record(1, "block-ness")
    rest = record["events"][-3:]
    at = len(record["events"]) - 3
    frames = line(server, record={**record, "result": None}, at=at, line=rest).json()["frames"]
    assert len(frames) == 4
    assert frames[-1]["to_act"] is None


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"at": -1}, "bad_request"),
        ({"at": 10_000}, "bad_request"),
        ({"line": ["hello"]}, "bad_record"),
        ({"line": ["lay A"] * 65}, "bad_request"),
        ({"line": "lay A"}, "bad_request"),
        ({"record": {}}, "bad_record"),
        ({"record": 5}, "bad_request"),
    ],
)
def test_variation_rejects_invalid_lines(
    server: Serving, wanted: dict[str, Any], code: str
) -> None:
    asked = {"record": a_record(1), "at": 2, "line": [], **wanted}
    assert refusal(line(server, **asked)) == (400, code)


def test_variation_rejects_the_record_of_one_seat(server: Serving) -> None:
    made = a_table(server)
    record = httpx.get(
        f"{server.address}/api/tables/{made['table']}/record", timeout=PATIENCE
    ).json()
    assert refusal(line(server, record=record, at=0, line=[])) == (400, "bad_record")


def test_openapi_describes_analyses(server: Serving) -> None:
    told = httpx.get(f"{server.address}/api/schema/openapi.json", timeout=PATIENCE).json()
    assert "/api/analyses" in told["paths"]
    assert "/api/analyses/{analysis}" in told["paths"]
    text = json.dumps(told["components"])
    for name in ("AnalysisRequest", "AnalysisResponse", "TurningPoint", "VariationResponse"):
        assert name in text
    page = httpx.get(f"{server.address}/api/schema", timeout=PATIENCE, follow_redirects=True)
    assert "/api/analyses" in page.text
