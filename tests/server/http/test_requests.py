"""Who may send which request, and what becomes of requests that fail."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from empile.server.background.game_cache import GameCache
from empile.server.http.requests import RequestGate
from empile.server.monitoring.logs import JsonFormatter
from empile.server.settings import Settings
from empile.server.tables.room import Room
from empile.server.tables.table import Step, Table
from tests.server.serving import ROOMY, Serving, make, perform, serving, until
from tests.support.patience import PATIENCE

JSON = {"content-type": "application/json"}
TABLE = {"game": "block-ness", "places": [{"kind": "person", "name": "Anne"}, {"kind": "open"}]}


def metric(server: Serving, line: str) -> float:
    found = httpx.get(server.address + "/metrics").text
    value = re.search(rf"^{re.escape(line)} (\S+)$", found, re.MULTILINE)
    return float(value[1]) if value else 0.0


def loop_of(server: Serving) -> asyncio.AbstractEventLoop:
    loading = server.application._loading
    assert loading is not None
    return loading.get_loop()


def ignore(_: object) -> None:
    pass


def post(server: Serving, path: str, content: bytes, **headers: str) -> httpx.Response:
    return httpx.post(
        server.address + path, content=content, headers=JSON | headers, timeout=PATIENCE
    )


DEEP = b"[" * 200_000 + b"]" * 200_000
HUGE = b"9" * 5000


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("/api/tables", b'{"game": "block-ness", "places": [], "language": "\xff"}'),
        ("/api/tables", b'{"game": "block-ness", "places": [], "options": {"lake": %s}}' % DEEP),
        ("/api/tables", b'{"game": "block-ness", "places": [], "options": {"lake": %s}}' % HUGE),
        ("/api/tables", b'{"game": "block-ness", "places": [], "options": {"lake": NaN}}'),
        ("/api/tables", b'{"game": "block-ness", "places": [], "options": {"lake": 1e400}}'),
        ("/api/tables", b'{"game": "block-ness", "places": [], "options": {"lake": "\\ud800"}}'),
        ("/api/tables", b'{"game": "block-ness", "places": [], "options": {"players": 1e99}}'),
        ("/api/games/block-ness/options", b'{"options": {"lake": %s}}' % DEEP),
        ("/api/positions", b'{"game": "block-ness", "start": %s}' % DEEP),
        ("/api/replays", DEEP),
        ("/api/replays/line", b'{"record": %s, "at": 0, "line": []}' % HUGE),
    ],
    ids=range(11),
)
def test_bad_bodies_are_refused(server: Serving, path: str, content: bytes) -> None:
    answer = post(server, path, content)
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] in ("bad_request", "bad_options", "bad_record")
    assert metric(server, 'empile_refused_total{channel="rest",code="bad_request"}') <= 1
    assert metric(server, 'empile_http_responses_total{status="400"}') == 1


@pytest.mark.parametrize("number", [-1, 0, 2, 10**15 - 1])
def test_games_that_a_table_has_not_played_are_not_found(server: Serving, number: int) -> None:
    made = perform(make(server.address, ["person", "open"]))
    wanted = json.dumps({"table": made.table, "game": number}).encode()
    answer = post(server, "/api/analyses", wanted)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_table")


def test_unexpected_errors_are_logged_and_counted(
    server: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError("a fault for a test")

    monkeypatch.setattr(GameCache, "infos", fail)
    answer = httpx.get(server.address + "/api/games", headers={"x-request-id": "my-id"})
    assert answer.status_code == 500
    assert answer.json()["code"] == "failed"
    assert "my-id" in answer.json()["detail"]
    (record,) = [one for one in caplog.records if one.name == "empile.rest"]
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError
    assert metric(server, 'empile_http_responses_total{status="500"}') == 1
    assert metric(server, 'empile_failures_total{where="request"}') == 1
    assert metric(server, 'empile_refused_total{channel="rest",code="failed"}') == 1


def test_a_failing_socket_is_closed_with_a_reason(
    server: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault for a test")

    monkeypatch.setattr(Room, "enter", fail)

    async def scene() -> None:
        made = await make(server.address, ["person", "open"])
        address = server.address.replace("http", "ws") + "/ws"
        async with websockets.connect(address) as socket:
            await socket.send(json.dumps({"type": "hello", "table": made.table}))
            closing = json.loads(await socket.recv())
            assert (closing["type"], closing["code"]) == ("bye", "failed")
            await socket.wait_closed()
            assert socket.close_code == 1011

    perform(scene())
    assert any(one.exc_info for one in caplog.records if one.name == "empile.sockets")
    assert metric(server, 'empile_failures_total{where="socket"}') == 1
    assert metric(server, 'empile_sockets_closed_total{reason="failed"}') == 1


def test_failing_tasks_are_logged_and_counted(
    server: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("a fault for a test")

    loop_of(server).call_soon_threadsafe(fail)
    httpx.get(server.address + "/health")
    assert any(one.exc_info for one in caplog.records if one.name == "empile.server")
    assert metric(server, 'empile_failures_total{where="task"}') == 1


def test_failing_commands_are_logged_with_their_table(
    server: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Table) -> list[Step]:
        raise ZeroDivisionError("a fault for a test")

    made = perform(make(server.address, ["person", "open"]))
    (room,) = server.registry.rooms
    loop_of(server).call_soon_threadsafe(room.submit, fail, ignore)
    httpx.get(server.address + "/health")
    (record,) = [one for one in caplog.records if one.name == "empile.room"]
    assert json.loads(JsonFormatter().format(record))["table"] == made.table


def test_responses_have_a_request_id(server: Serving) -> None:
    def id_of(**headers: str) -> str:
        return httpx.get(server.address + "/health", headers=headers).headers["x-request-id"]

    assert id_of(**{"X-Request-Id": "proxy-4.2_a"}) == "proxy-4.2_a"
    assert re.fullmatch("[0-9a-f]{16}", id_of())
    assert re.fullmatch("[0-9a-f]{16}", id_of(**{"X-Request-Id": "a b"}))
    assert re.fullmatch("[0-9a-f]{16}", id_of(**{"X-Request-Id": "a" * 65}))


def test_pages_of_other_sites_change_nothing(server: Serving) -> None:
    body = json.dumps(TABLE).encode()
    refused = post(server, "/api/tables", body, origin="http://evil.example")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert post(server, "/api/tables", body, origin=server.address).status_code == 201
    assert post(server, "/api/tables", body).status_code == 201
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""):
        refused = post(server, "/api/tables", body, **{"content-type": kind})
        assert (refused.status_code, refused.json()["code"]) == (415, "wrong_media_type")
    kind = "Application/JSON; charset=utf-8"
    assert post(server, "/api/tables", body, **{"content-type": kind}).status_code == 201


def test_other_host_names_are_refused(server: Serving) -> None:
    for path in ("/", "/health", "/api/games", "/metrics"):
        refused = httpx.get(server.address + path, headers={"host": "rebound.example"})
        assert refused.status_code == 421
        assert "--host-name" in refused.json()["detail"]
        assert "x-content-type-options" in refused.headers

    async def scene() -> None:
        port = int(server.address.rpartition(":")[2])
        with pytest.raises(websockets.InvalidStatus, match="421"):
            await websockets.connect("ws://rebound.example/ws", host="127.0.0.1", port=port)

    perform(scene())


def test_given_host_names_are_allowed(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", host_names=frozenset({"play.example.org"})) as server:
        found = httpx.get(server.address + "/health", headers={"host": "play.example.org:8000"})
        assert found.status_code == 200


@pytest.mark.parametrize(
    ("client", "allowed"),
    [
        (("127.0.0.1", 5000), True),
        (("::1", 5000), True),
        (("::ffff:127.0.0.1", 5000), True),
        (("10.1.2.3", 5000), True),
        (None, True),
        (("192.168.1.2", 5000), False),
        (("2001:db8::1", 5000), False),
        (("somewhere", 5000), False),
    ],
)
def test_metrics_are_for_the_operator(client: tuple[str, int] | None, allowed: bool) -> None:
    gate = RequestGate(Settings(metrics_from=frozenset({"10.0.0.0/8"})))
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/metrics",
        "client": client,
        "headers": [(b"host", b"localhost")],
    }
    denied = gate.deny(scope)
    assert (None if denied is None else denied.code) == (None if allowed else "forbidden")


def test_unknown_routes_and_methods_are_refused(server: Serving) -> None:
    with httpx.Client(base_url=server.address) as http:
        for path in ("/api", "/api/", "/api/none", "/api/tables/a/b/c", "/healthy"):
            missing = http.get(path)
            assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
        wrong = http.delete("/api/tables")
        assert (wrong.status_code, wrong.json()["code"]) == (405, "wrong_method")
        assert "POST" in wrong.headers["allow"]
        for path, methods in (
            ("/api/replays", "OPTIONS, POST"),
            ("/api/tables", "GET, OPTIONS, POST"),
            ("/api/tables/none", "GET, OPTIONS"),
        ):
            options = http.options(path)
            assert (options.status_code, options.headers["allow"]) == (204, methods)
        head = http.head("/api/games")
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == "application/json"


def test_large_bodies_are_refused_unread(server: Serving) -> None:
    async def scene() -> None:
        port = int(server.address.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 999999999\r\n\r\n["
        )
        assert b" 413 " in await reader.readline()
        writer.close()

    perform(scene())


def test_clients_that_leave_during_a_body_are_no_failure(
    server: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = server.address.removeprefix("http://").split(":")
    head = f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((host, int(port)), PATIENCE) as connection:
        connection.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())

    async def is_answered() -> bool:
        return any(
            metric(server, f'empile_http_responses_total{{status="{n}"}}') for n in (400, 500)
        )

    perform(until(is_answered))
    assert metric(server, 'empile_http_responses_total{status="400"}') == 1
    assert [line for line in caplog.records if line.levelno >= logging.ERROR] == []


def test_requests_of_an_address_are_limited(tmp_path: Path) -> None:
    limits = replace(ROOMY, reads_per_second=0.001, reads_at_once=3)
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        statuses = [httpx.get(server.address + "/api/games").status_code for _ in range(4)]
        assert 429 in statuses


def test_access_lines_have_ids_and_no_secrets(
    server: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    made = perform(make(server.address, ["person", "open"]))
    with caplog.at_level(logging.INFO, "empile.access"):
        httpx.get(f"{server.address}/api/codes/{made.code}")
        httpx.get(
            f"{server.address}/api/tables/{made.table}",
            headers={"authorization": f"Bearer {made.token}"},
        )
        httpx.get(f"{server.address}/health")  # so that the line before is written
    lines = [one.getMessage() for one in caplog.records if one.name == "empile.access"]
    assert {"GET /api/codes/{code} 200", "GET /api/tables/{table} 200"} <= {*lines}
    told = repr([vars(one) for one in caplog.records])
    assert made.code is not None
    assert made.code not in told
    assert made.token not in told
    assert "Anne" not in told
