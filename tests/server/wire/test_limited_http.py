"""Half requests, idle connections, clients that do not read, and too many connections."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.serving import ROOMY, Serving, serving
from tests.server.wire.sans_io import new_client, request
from tests.support.patience import PATIENCE, slowness

MOMENT = 0.3 * slowness()
"""Longer than it takes to send a request."""
SHORT = replace(ROOMY, head_seconds=MOMENT, body_seconds=MOMENT, stall_seconds=MOMENT)
STRANGER = "127.0.0.2"
"""An address of this machine that is no trusted proxy."""
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def opened(server: Serving, source: str = "127.0.0.1", **options: Any) -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    opened = socket.socket()
    for name, value in options.items():
        opened.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
    opened.settimeout(PATIENCE)
    opened.bind((source, 0))
    opened.connect((host, int(port)))
    return opened


def read_all(line: socket.socket) -> bytes:
    """Return everything until the server closes the connection."""
    found = b""
    try:
        while data := line.recv(65536):
            found += data
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize(
    ("begun", "status"),
    [
        (b"", None),
        (b"GET / HT", 408),
        (POST + b"Content-Length: 100\r\n\r\n{", 408),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT", 408),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n", 200),
    ],
    ids=["nothing", "head", "body", "second head", "body that nobody reads"],
)
def test_half_requests_are_closed(tmp_path: Path, begun: bytes, status: int | None) -> None:
    with serving(tmp_path / "tables.sqlite3", limits=SHORT) as server:
        with opened(server) as line:
            line.sendall(begun)
            answer = read_all(line)
        last = answer.rpartition(b"HTTP/1.1 ")[2]
        assert (int(last[:3]) if answer else None) == status
        if status == 408:
            assert b'"code":"timeout"' in last


def test_request_that_trickles_is_closed(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", limits=SHORT) as server, opened(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        line.settimeout(0.05)
        sent = 0
        while True:
            try:
                line.sendall(b"x")
                sent += 1
                assert line.recv(1000).startswith(b"HTTP/1.1 408")
                break
            except TimeoutError:
                assert sent < 20 * PATIENCE


def test_long_heads_are_refused(server: Serving) -> None:
    with opened(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000)
        assert read_all(line).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("line", "host", "status"),
    [
        ("GET http://localhost/health?x=1 HTTP/1.1", "other.example", 200),
        ("GET HTTPS://localhost/health HTTP/1.1", "localhost", 200),
        ("GET http://localhost HTTP/1.1", "localhost", 200),
        ("GET http://localhost?lang=fr HTTP/1.1", "localhost", 200),
        ("GET http://localhost/health HTTP/1.0", "", 200),
        ("GET http://other.example/health HTTP/1.1", "localhost", 421),
        ("GET http:///health HTTP/1.1", "localhost", 421),
        ("GET http://[::1]:8000/health HTTP/1.1", "localhost", 200),
    ],
)
def test_absolute_targets_are_those_of_their_host(
    server: Serving, line: str, host: str, status: int
) -> None:
    head = f"{line}\r\nConnection: close\r\n" + (f"Host: {host}\r\n" if host else "")
    with opened(server) as asking:
        asking.sendall(head.encode() + b"\r\n")
        assert read_all(asking).split()[1] == str(status).encode()


def test_chunked_requests_are_refused_at_once(server: Serving) -> None:
    with opened(server) as line:
        line.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        answer = read_all(line)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b'"code":"bad_request"' in answer


def test_refusal_of_a_head_request_has_no_body(
    server: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    head = b"HEAD / HTTP/1.1\r\nHost: localhost\r\n"
    with opened(server) as line:
        line.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
        answer = read_all(line)
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.endswith(b"\r\n\r\n")
    with opened(server) as line:
        line.sendall(head + b"\r\nno request\r\n\r\n")
        assert b'"code":"bad_request"' in read_all(line)
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


def test_invalid_requests_do_not_fill_the_log(
    server: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    upgrade = (
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    )
    with caplog.at_level(logging.INFO):
        for invalid in (
            b"\x16\x03\x01\x00\r\n\r\n",
            upgrade + b"\r\n",
            upgrade + b"Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n",
            upgrade + b"X: " + b"x" * 9000 + b"\r\n\r\n",
            upgrade + b"X: y\r\n" * 200 + b"\r\n",
            upgrade.replace(b"/ws", b"/\xc3\xa9") + b"\r\n",
            upgrade.replace(b"websocket", b"h2c") + b"\r\n",
        ):
            with opened(server) as line:
                line.sendall(invalid)
                line.shutdown(socket.SHUT_WR)
                read_all(line)
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


def test_client_that_does_not_read_is_dropped(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.html").write_bytes(b"x" * 8_000_000)
    data = tmp_path / "tables.sqlite3"
    with serving(data, pages, limits=SHORT, send_buffer=4096) as server:
        with opened(server, SO_RCVBUF=4096) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            wait_until(lambda: is_reset(line))
        slowly = httpx.get(server.address, timeout=PATIENCE)
        assert len(slowly.content) == 8_000_000


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_reset(line: socket.socket) -> bool:
    return line.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0


def test_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    limits = replace(ROOMY, connections_per_address=3)
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        lines = [opened(server, STRANGER) for _ in range(3)]
        with opened(server, STRANGER) as refused:
            answer = read_all(refused)
        assert answer.startswith(b"HTTP/1.1 429")
        assert b'"code":"rate_limited"' in answer
        with opened(server, "127.0.0.3") as other:
            other.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert read_all(other).startswith(b"HTTP/1.1 200")
        # A connection that waits for its next request makes room for a new one.
        lines[1].sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert lines[1].recv(1000).startswith(b"HTTP/1.1 200")
        with opened(server, STRANGER) as late:
            late.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert read_all(late).startswith(b"HTTP/1.1 200")
        read_all(lines[1])
        for line in lines:
            line.close()


@pytest.mark.parametrize(
    ("source", "forwarded", "answer"),
    [
        (STRANGER, "", b"HTTP/1.1 429"),
        (STRANGER, "203.0.113.{number}", b"HTTP/1.1 429"),
        ("127.0.0.1", "203.0.113.9", b"HTTP/1.1 429"),
        ("127.0.0.1", "203.0.113.{number}", b"HTTP/1.1 101"),
        ("127.0.0.1", "", b"HTTP/1.1 101"),
    ],
    ids=["direct", "untrusted header", "behind a proxy", "others behind the proxy", "local"],
)
def test_sockets_are_counted_by_the_forwarded_address(
    tmp_path: Path, source: str, forwarded: str, answer: bytes
) -> None:
    limits = replace(ROOMY, connections_per_address=2)
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        lines: list[socket.socket] = []
        answers: list[bytes] = []
        for number in range(3):
            line = opened(server, source)
            lines.append(line)
            header = f"X-Forwarded-For: {forwarded.format(number=number)}\r\n\r\n"
            ending = header.encode() if forwarded else b"\r\n"
            line.sendall(request(new_client()).removesuffix(b"\r\n") + ending)
            answers.append(line.recv(12))
        assert answers == [b"HTTP/1.1 101", b"HTTP/1.1 101", answer]
        lines[0].close()
        for line in lines[1:]:
            line.close()
