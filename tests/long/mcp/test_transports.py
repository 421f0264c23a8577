"""The server as a process over standard streams, and over HTTP."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import httpx
import pytest

from empile.cli import main
from empile.mcp import make_server, server
from empile.mcp.server import http_app
from tests.long.mcp.clients import client_of, first_moves, perform, say, sdk

CALL = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
HEADERS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


def test_a_process_serves_its_standard_streams() -> None:
    process = sdk.StdioServerParameters(
        command=sys.executable, args=["-m", "empile", "mcp"], env=dict(os.environ)
    )

    async def scene() -> None:
        async with client_of(process) as client:
            await say(client, "open_table", game="block-ness", others=1)
            move = (await first_moves(client, "t1"))[0]
            seen = await say(client, "act", table="t1", move=move)
            assert "Your legal moves" in seen

    perform(scene())


def statuses(host: str, origins: list[str], requests: list[dict[str, str]]) -> list[int]:
    """Return the statuses of requests with headers."""

    async def scene() -> list[int]:
        app = http_app(make_server(private=True), host, origins)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
                return [
                    (await http.post("/mcp", json=CALL, headers={**HEADERS, **headers})).status_code
                    for headers in requests
                ]

    return perform(scene())


def test_http_refuses_other_hosts_and_origins() -> None:
    wrong_host, wrong_origin, right = statuses(
        "127.0.0.1",
        [],
        [
            {"host": "evil.example:8008"},
            {"host": "127.0.0.1:8008", "origin": "https://evil.example"},
            {"host": "127.0.0.1:8008", "origin": "http://localhost:3000"},
        ],
    )
    assert (wrong_host, wrong_origin) == (421, 403)
    assert right not in (421, 403)


def test_http_serves_its_public_address() -> None:
    public, other = statuses(
        "0.0.0.0",
        ["https://mcp.example.org"],
        [
            {"host": "mcp.example.org", "origin": "https://mcp.example.org"},
            {"host": "mcp.example.org", "origin": "https://evil.example"},
        ],
    )
    assert public not in (421, 403)
    assert other == 403


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--http", "0.0.0.0:8008"], "0.0.0.0 can be reached from other machines: name the public"),
        (["--http", "8008"], "'8008' is not HOST:PORT"),
        (["--origin", "https://a.example"], "--origin needs --http"),
        (["--server", "play"], "'play' is not an address"),
        (["--token", "no-such-file"], "the token cannot be read"),
        (["--tables", "0"], "whole number"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", *arguments]) == 2
    assert error in capsys.readouterr().err


def test_the_address_is_that_of_the_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    served: dict[str, Any] = {}

    def run(app: object, **settings: Any) -> None:
        served.update(settings)

    monkeypatch.setattr("uvicorn.run", run)
    assert main(["mcp", "--http"]) == 0
    assert (served["host"], served["port"]) == ("127.0.0.1", 8008)
    assert main(["mcp", "--http", "[::1]:9000"]) == 0
    assert (served["host"], served["port"]) == ("::1", 9000)


def test_http_bounds_sessions_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "IDLE_SECONDS", 0.2)
    first = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }

    async def scene() -> None:
        app = http_app(make_server(private=True), "127.0.0.1", most_sessions=2)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            base = "http://127.0.0.1:8008"
            headers = {**HEADERS, "host": "127.0.0.1:8008"}
            async with httpx.AsyncClient(
                transport=transport, base_url=base, headers=headers
            ) as http:
                opened = [await http.post("/mcp", json=first) for _ in range(3)]
                assert [one.status_code for one in opened] == [200, 200, 503]
                assert "Too many open sessions" in opened[2].text
                while (await http.post("/mcp", json=first)).status_code == 503:
                    await asyncio.sleep(0.05)  # until one has been idle for long enough

    perform(scene())
