"""Proxies before two web processes: a whole game passes through each configuration."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from empile.client import CommandError, Rest, TableConnection, connect
from empile.client.errors import ClosedError
from tests.long.deploy import site as deployed
from tests.long.deploy.site import DEPLOY, Site, caddy, need, nginx
from tests.server.processes import free_port
from tests.server.serving import legal, perform
from tests.support.patience import slowness
from tests.support.postgres_server import PostgresServer
from tests.support.redis_server import RedisServer

Write = Callable[[str, Path, int, list[int]], list[str]]

PROXIES = (nginx, caddy)
METHODS = ("round-robin", "by-table")
MOST_TABLES = 30
REQUESTS = 20
BACK_SECONDS = 5.0 * slowness()
_LOST = (OSError, ClosedError, WebSocketException, httpx.TransportError)


class Seat:
    """A person who plays the first legal move, and connects again when a connection is lost."""

    def __init__(self, address: str, table: str, token: str) -> None:
        self._place = (address, table, token)
        self.losses = 0
        self.moves = 0
        self.connection: TableConnection | None = None

    async def enter(self) -> None:
        """Connect."""
        while self.connection is None:
            try:
                self.connection = await connect(*self._place)
            except _LOST:
                await asyncio.sleep(0.05)

    async def play(self) -> None:
        """Play until the game is over."""
        while True:
            await self.enter()
            assert self.connection is not None
            try:
                if self.connection.table.status == "over":
                    return
                state = self.connection.state
                if state is not None and state.mine:
                    await self.connection.act(legal(self.connection))
                    self.moves += 1
                else:
                    await self.connection.receive()
            except _LOST:
                self.losses += 1
                self.connection = None

    async def leave(self) -> None:
        """Disconnect."""
        if self.connection is not None:
            with contextlib.suppress(*_LOST):
                await self.connection.close()


async def seated(address: str) -> tuple[str, list[Seat]]:
    """Return a new table of two people and a bot, and the people, who are connected."""
    async with Rest(address) as rest:
        made = await rest.make_table("block-ness", ["person", "open", "bot:1"])
        joined = await rest.join(made.table, "Bea")
    seats = [Seat(address, made.table, token) for token in (made.token, joined.token)]
    for seat in seats:
        await seat.enter()
    return made.table, seats


async def requests_go_where_the_sockets_are(here: Site, address: str) -> None:
    """Ask for a new table by REST; the process that has its sockets must answer."""
    before = here.sockets()
    table, seats = await seated(address)
    has_sockets = [b > a for a, b in zip(before, here.sockets(), strict=True)]
    answered = here.responses()
    for _ in range(REQUESTS):
        httpx.get(f"{address}/api/tables/{table}").raise_for_status()
    # Looks at the figures and health checks are a few requests more.
    more = [b - a for a, b in zip(answered, here.responses(), strict=True)]
    assert [count >= REQUESTS for count in more] == has_sockets
    for seat in seats:
        await seat.leave()


async def game(here: Site, address: str, method: str) -> None:
    """Play whole games through a proxy, with a killed process in the middle of one."""
    shares: set[tuple[int, ...]] = set()
    tables: list[list[Seat]] = []
    while len(tables) < 2 or (method == "by-table" and len(shares) < 2):
        before = here.sockets()
        _, seats = await seated(address)
        tables.append(seats)
        shares.add(tuple(b - a for a, b in zip(before, here.sockets(), strict=True)))
        assert len(tables) < MOST_TABLES
    # By table, both people are at one process.
    assert shares == ({(2, 0), (0, 2)} if method == "by-table" else {(1, 1)})
    if method == "by-table":
        await requests_go_where_the_sockets_are(here, address)
    people = [seat for seats in tables for seat in seats]
    await asyncio.gather(*(seat.play() for seat in people))
    assert all(seat.moves > 0 for seat in people)
    for seat in people:
        await seat.leave()
    assert httpx.get(f"{address}/metrics").status_code == 404

    before = here.sockets()
    table, seats = await seated(address)
    after = here.sockets()
    shared = [b - a for a, b in zip(before, after, strict=True)]
    gone = here.ports[shared.index(max(shared))]
    playing = [asyncio.create_task(seat.play()) for seat in seats]
    while sum(seat.moves for seat in seats) < 4:
        await asyncio.sleep(0.001)
    here.kill(f"empile-web@{gone}")
    await asyncio.gather(*playing)
    assert any(seat.losses for seat in seats)
    for seat in seats:
        await seat.leave()
    async with asyncio.timeout(BACK_SECONDS):
        while True:
            # Debian's Caddy answers 502 to a POST whose process has just gone.
            with contextlib.suppress(CommandError):
                async with Rest(address) as rest:
                    made = await rest.make_table("block-ness", ["person", "bot:1"])
                break
    assert made.table != table
    here.ports.remove(gone)


@pytest.mark.alone
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("write", PROXIES, ids=lambda write: write.__name__)
def test_games_pass_through_the_proxy(
    write: Write, method: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    need(write.__name__)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    redis = RedisServer(tmp_path)
    redis.start()
    try:
        with deployed.site(postgres.new_store().url, redis.url, address, webs=2, workers=1) as here:
            command = write(method, tmp_path, port, list(here.ports))
            with deployed.running(command, address, XDG_DATA_HOME=str(tmp_path)):
                perform(game(here, address, method), 120)
    finally:
        redis.stop()


@pytest.mark.parametrize("method", METHODS)
def test_caddy_accepts_the_file_as_it_is(method: str) -> None:
    program, file = need("caddy"), DEPLOY / "caddy" / f"{method}.Caddyfile"
    subprocess.run([program, "validate", "--adapter", "caddyfile", "--config", file], check=True)
    written = subprocess.run([program, "fmt", file], check=True, capture_output=True, text=True)
    assert written.stdout == file.read_text("utf-8")


@pytest.mark.parametrize("method", METHODS)
def test_nginx_accepts_the_file_with_tls(method: str, tmp_path: Path) -> None:
    program = need("nginx")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    subprocess.run(
        [need("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-subj", "/CN=play.example.org", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    text = (DEPLOY / "nginx" / f"{method}.conf").read_text("utf-8")
    text = text.replace("/etc/letsencrypt/live/play.example.org", str(tmp_path))
    (tmp_path / "site.conf").write_text(text, "utf-8")
    (tmp_path / "nginx.conf").write_text(
        f"events {{}}\npid {tmp_path}/pid;\nhttp {{ include {tmp_path}/site.conf; }}\n", "utf-8"
    )
    subprocess.run([program, "-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf"], check=True)


def test_both_methods_treat_clients_alike() -> None:
    """Apart from the choice of the process, the files of one proxy are the same."""
    files = [(DEPLOY / "nginx" / f"{method}.conf").read_text("utf-8") for method in METHODS]
    sites = [text[text.index("map $http_upgrade") :] for text in files]
    assert sites[0] == sites[1]
    for text in files:
        assert re.findall(r"server (127.0.0.1:\d+) ", text) == ["127.0.0.1:8001", "127.0.0.1:8002"]
        assert "location = /metrics { return 404; }" in text
    for method in METHODS:
        text = (DEPLOY / "caddy" / f"{method}.Caddyfile").read_text("utf-8")
        assert "reverse_proxy 127.0.0.1:8001 127.0.0.1:8002 {" in text
        assert re.search(r"@figures path /metrics\n\t+respond @figures 404\n", text)
