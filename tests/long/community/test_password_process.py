"""The process that hashes passwords: its priority, its ends, and a crowd at one address."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import httpx
import pytest

from empile.community.passwords import argon2id, hasher
from empile.server.background.workers import ProcessWorker
from tests.community.people import PASSWORD, Browser
from tests.conftest import ROOT
from tests.server.serving import Serving, perform, serving, until
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

PEOPLE = 40
CLUB = "192.0.2.7"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    """A server whose passwords are hashed in a process."""
    store = tmp_path / "tables.sqlite3"
    with serving(store, accounts="open", password_process=True) as running:
        yield running


def hashers(parent: int) -> list[int]:
    """Return the worker processes of a server."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            stat = (folder / "stat").read_text("utf-8")
            words = (folder / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue  # it has ended, or is none
        state, ppid = stat.rpartition(")")[2].split()[:2]
        if int(ppid) == parent and state != "Z" and b"worker_process" in words:
            found.append(int(folder.name))
    return found


def passwords_of(server: Serving) -> hasher.Passwords:
    programs = server.application._loaded_programs()
    assert programs is not None
    assert programs.community is not None
    return programs.community.passwords


def test_process_has_a_low_priority_and_is_replaced(server: Serving) -> None:
    Browser(server).sign_up("Anne")
    (first,) = hashers(os.getpid())
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, first) == min(19, own + 10)
    os.kill(first, signal.SIGKILL)
    assert Browser(server).sign_in("Anne").status_code == 200
    (second,) = hashers(os.getpid())
    assert second != first


def test_sign_in_survives_the_end_of_the_process(server: Serving) -> None:
    Browser(server).sign_up("Anne")
    (first,) = hashers(os.getpid())
    os.kill(first, signal.SIGSTOP)  # it takes the call, and does not answer

    (worker,) = passwords_of(server)._queue.workers
    assert isinstance(worker, ProcessWorker)

    async def scene() -> None:
        signing_in = asyncio.create_task(asyncio.to_thread(Browser(server).sign_in, "Anne"))

        async def has_the_call() -> bool:
            return worker._calls == 2

        await until(has_the_call)
        os.kill(first, signal.SIGKILL)
        assert (await signing_in).status_code == 200

    perform(scene())


def test_process_ends_with_a_killed_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    program: str = import_module("sign_ins").SERVER
    command = [sys.executable, "-c", program, str(tmp_path / "tables.sqlite3")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        body = {"login": "Anne", "password": PASSWORD}
        made = httpx.post(f"{address}api/accounts", json=body, timeout=PATIENCE)
        assert made.status_code == 201
        (hasher,) = hashers(server.pid)
        server.kill()

    async def has_ended() -> bool:
        try:
            stat = Path(f"/proc/{hasher}/stat").read_text("utf-8")
        except OSError:
            return True
        return stat.rpartition(")")[2].split()[0] == "Z"  # who adopts it may reap it late

    perform(until(has_ended))


def test_forty_people_of_one_address_come_in(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Long enough for a full queue, and much quicker than real ones.
    slow = replace(argon2id.PARAMETERS, memory_cost=16 * 1024, time_cost=2)
    for number in range(PEOPLE):
        host = f"203.0.113.{number}"  # the number of new accounts of one address is limited
        Browser(server, **{"x-forwarded-for": host}).sign_up(f"person{number}")
    monkeypatch.setattr(hasher, "PARAMETERS", slow)
    refused = 0

    async def person(http: httpx.AsyncClient, number: int) -> None:
        nonlocal refused
        body = {"login": f"person{number}", "password": PASSWORD}
        headers = {"x-forwarded-for": CLUB}
        while (
            answer := await http.post("/api/sessions", json=body, headers=headers)
        ).status_code == 429:
            assert answer.json()["reason"]["key"] == "sign_in.busy"
            refused += 1
            await asyncio.sleep(int(answer.headers["retry-after"]))
        assert answer.status_code == 200, answer.text

    async def scene() -> None:
        # A connection that waits for its next request may be closed just when that is sent.
        limits = httpx.Limits(max_keepalive_connections=0)
        async with httpx.AsyncClient(
            base_url=server.address, timeout=PATIENCE, limits=limits
        ) as http:
            await asyncio.gather(*(person(http, number) for number in range(PEOPLE)))

    perform(scene())
    assert refused > 0


def test_who_waits_is_refused_when_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slow = replace(argon2id.PARAMETERS, memory_cost=64 * 1024, time_cost=20)
    store = tmp_path / "tables.sqlite3"
    with ThreadPoolExecutor(6) as people:
        with serving(store, accounts="open", password_process=True) as server:
            Browser(server).sign_up("Anne")
            monkeypatch.setattr(hasher, "PARAMETERS", slow)
            hosts = [f"203.0.113.{number}" for number in range(4)]
            answers = [
                people.submit(Browser(server, **{"x-forwarded-for": host}).sign_in, "Anne")
                for host in hosts
            ]
            passwords = passwords_of(server)

            async def all_but_the_first_wait() -> bool:
                return passwords.waiting == len(hosts) - 1

            perform(until(all_but_the_first_wait))
        assert {answer.result().status_code for answer in answers} == {503}
    assert caplog.records == []
