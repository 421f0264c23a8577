"""Connections to other machines: deadlines, and a list of all that exist."""

from __future__ import annotations

import ast
import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

import empile
from empile.community import outgoing
from empile.community.mail.sender import Mailer, read_smtp
from empile.community.outgoing import Deliveries, Outgoing, OutgoingError
from empile.server.metrics import Metrics
from tests.community.dripping import HTTP, SMTP, dripping_server
from tests.support.patience import PATIENCE

SOURCE = Path(empile.__file__).parent
CONNECTING = {
    "connect",
    "connect_ex",
    "create_connection",
    "create_datagram_endpoint",
    "create_unix_connection",
    "getaddrinfo",
    "gethostbyname",
    "open_connection",
    "open_unix_connection",
    "sendto",
    "sock_connect",
    "urlopen",
}
"""Functions that open connections or look hosts up."""
PACKAGES = {
    "aiohttp", "aiosmtplib", "asyncpg", "boto3", "dns", "ftplib", "grpc", "http.client", "httpx", "imaplib", "mcp",
    "niquests", "openai", "paramiko", "poplib", "psycopg", "redis", "requests", "smtplib", "telnetlib",
    "urllib.request", "urllib3", "websockets", "xmlrpc",
}  # fmt: skip
"""Packages that open connections."""
QUIET = {
    "PIL", "alembic", "argon2", "cryptography", "empile", "h11", "litestar", "msgspec", "numpy", "openskill",
    "platformdirs", "prometheus_client", "resvg_py", "rustworkx", "sqlalchemy", "uvicorn", "webauthn",
}  # fmt: skip
"""Packages that open none, as they are used here."""
WITH_DEADLINE = {
    "community/outgoing.py": {"getaddrinfo", "open_connection"},
    "community/mail/sender.py": {"aiosmtplib", "connect"},
}
"""All connections to machines that others choose, or that are not of the server itself."""
OF_THE_SERVER = {
    # The store and the bus, which the host has set up; they have limits of their own.
    "community/database.py": {"open_connection", "connect"},
    "server/background/job_worker.py": {"connect"},
    "server/bus/redis_connection.py": {"redis"},
    "server/bus/redis_format.py": {"redis"},
    "server/http/api.py": {"connect", "open_connection"},
    "server/store/backup.py": {"connect"},
    "server/store/copying.py": {"connect"},
    "server/store/database.py": {"asyncpg", "connect"},
    "server/store/files.py": {"connect"},
    "server/store/migrations/upgrade.py": {"connect"},
    "server/store/postgres/beating.py": {"asyncpg"},
    "server/store/postgres/connections.py": {"asyncpg", "connect"},
    "server/store/postgres/store.py": {"asyncpg", "open_connection"},
    "server/store/postgres/writer.py": {"asyncpg", "open_connection"},
    # Own addresses: nothing is sent.
    "server/http/network/addresses.py": {"connect"},
    "server/run.py": {"getaddrinfo"},
    # Incoming WebSockets.
    "server/wire/fast_websocket.py": {"websockets"},
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules of the server."""
    for folder in ("community", "server"):
        for path in sorted((SOURCE / folder).rglob("*.py")):
            yield path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text("utf-8"))


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the names of imported modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def called(tree: ast.AST) -> Iterator[str]:
    """Yield the last parts of the names of called functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id


def connecting(tree: ast.AST) -> set[str]:
    """Return what opens connections in a module."""
    packages = {
        package
        for name in imported(tree)
        for package in PACKAGES
        if f"{name}.".startswith(f"{package}.")
    }
    return packages | set(called(tree)) & CONNECTING


def test_all_connections_have_the_deadline_or_are_of_the_server() -> None:
    """A new one belongs into ``WITH_DEADLINE``, and is opened with ``Outgoing``."""
    found = {name: used for name, tree in modules() if (used := connecting(tree))}
    assert found == WITH_DEADLINE | OF_THE_SERVER


def test_packages_that_may_open_connections_are_known() -> None:
    used = {name.partition(".")[0] for _, tree in modules() for name in imported(tree)}
    known = QUIET | {name.partition(".")[0] for name in PACKAGES}
    assert used - known <= sys.stdlib_module_names
    assert used >= QUIET


def test_connections_are_opened_within_the_deadline() -> None:
    for name, tree in modules():
        if name not in WITH_DEADLINE:
            continue
        inside = [
            name
            for node in ast.walk(tree)
            if isinstance(node, ast.AsyncWith)
            and any("deadline" in called(item.context_expr) for item in node.items)
            for name in called(node)
        ]
        opened = [name for name in called(tree) if name in CONNECTING - {"getaddrinfo"}]
        assert sorted(opened) == sorted(name for name in inside if name in opened)


async def pushed(connections: Outgoing, port: int) -> None:
    await connections.post("push", f"http://127.0.0.1:{port}/", b"x", {}, inside=True)


async def posted(connections: Outgoing, port: int) -> None:
    await connections.post("webhook", f"http://127.0.0.1:{port}/", b"x", {}, inside=True)


async def mailed(connections: Outgoing, port: int) -> None:
    mailer = Mailer(read_smtp(f"smtp://127.0.0.1:{port}"), "a@example.org", connections)
    if await mailer.deliver("b@example.org", "Subject", "Text") != "sent":
        raise OutgoingError("not sent")


OPENED: dict[str, Callable[[Outgoing, int], Awaitable[None]]] = {
    "push": pushed,
    "webhook": posted,
    "mail": mailed,
}


def test_every_kind_of_connection_is_tried_here() -> None:
    assert OPENED.keys() == outgoing.DEADLINES.keys()


@pytest.mark.parametrize("kind", OPENED)
def test_connection_ends_at_its_deadline(
    kind: outgoing.Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The peer sends a byte now and then."""
    monkeypatch.setitem(outgoing.DEADLINES, kind, 0.3)
    metrics = Metrics()

    async def scene(port: int) -> None:
        connections = Outgoing(metrics)
        with pytest.raises(OutgoingError):
            await asyncio.wait_for(OPENED[kind](connections, port), PATIENCE)
        await connections.close()

    with dripping_server(SMTP if kind == "mail" else HTTP) as slow:
        asyncio.run(scene(slow.port))
        slow.wait_for(1, left=1)
    assert f'empile_outgoing_overdue_total{{kind="{kind}"}} 1.0' in metrics.text().decode()
    assert f'empile_outgoing_seconds_count{{kind="{kind}"}} 1.0' in metrics.text().decode()


def test_slow_name_servers_delay_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(outgoing.DEADLINES, "push", 0.3)
    answered = threading.Event()

    def wait(*_: object, **__: object) -> None:
        answered.wait(PATIENCE)
        raise OSError

    async def scene() -> None:
        connections = Outgoing(Metrics())
        monkeypatch.setattr("socket.getaddrinfo", wait)
        asked = [
            connections.post("push", f"https://{number}.example/", b"", {}, inside=False)
            for number in range(2 * outgoing._LOOKUPS)
        ]
        refused = await asyncio.gather(*asked, return_exceptions=True)
        assert {type(one) for one in refused} == {OutgoingError}
        # The threads of the event loop are free.
        assert await asyncio.wait_for(asyncio.to_thread(lambda: 5), PATIENCE) == 5
        answered.set()
        await connections.close()

    try:
        asyncio.run(scene())
    finally:
        answered.set()


def test_nobody_takes_all_places() -> None:
    async def scene() -> None:
        running = Deliveries(most=5, of_one=2)
        chosen = running.choose([(1, "a"), (1, "b"), (1, "c"), (2, "d")], lambda one: one[0])
        assert chosen == [(1, "a"), (1, "b"), (2, "d")]
        end = asyncio.Event()

        async def wait() -> None:
            await end.wait()

        for account, _ in chosen:
            running.start(account, wait())
        assert (running.room, running.full) == (2, [1])
        assert running.choose([1, 2, 3, 4], lambda one: one) == [2, 3]
        end.set()
        while running.room < 5:
            await asyncio.sleep(0)
        assert running.full == []
        await running.close()

    asyncio.run(scene())
