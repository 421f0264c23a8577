"""How much sign-ins from everywhere delay moves, known people, and a club at one address.

Starts two servers with accounts. By turns, moves of Block Ness are measured at the one that is left
alone, and at the one where 50 clients sign in without a pause, each time from another address and with
a wrong password. Meanwhile somebody who signed in from the same address before does so every two
seconds. At the end, 40 people of one address sign in at once, and again as the server says.

    python benchmarks/sign_ins.py --turns 6 --seconds 10

Server, load and measurement share this machine. Writes ``benchmarks/results/sign_ins.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
from stalls import delays_of, measure_moves

RESULTS: Final = Path(__file__).parent / "results" / "sign_ins.md"
CLIENTS: Final = 50
PEOPLE: Final = 40
MOST_RATIO: Final = 1.5
MOST_MS: Final = 5.0
"""The bound of the median, unless the ratio is lower."""
MOST_P99_MS: Final = 100.0
KNOWN_SECONDS: Final = 5.0
BURST_SECONDS: Final = 600.0
PASSWORD: Final = "three stacked blocks"
CLUB: Final = "192.0.2.7"
_WARM_SECONDS: Final = 4.0
_KNOWN_PAUSE: Final = 2.0
SERVER: Final = """
import sys
from pathlib import Path
from empile.server.run import serve
from empile.server.settings import Settings
serve("127.0.0.1", 0, settings=Settings(data=Path(sys.argv[1]), accounts="open"),
      announce=lambda address: print(address, flush=True))
"""


@dataclass
class Found:
    """What was measured, in milliseconds; ``known`` and ``burst`` in seconds."""

    alone: list[float] = field(default_factory=list[float])
    attacked: list[float] = field(default_factory=list[float])
    known: list[float] = field(default_factory=list[float])
    burst: list[float] = field(default_factory=list[float])
    refused: int = 0
    """How often people of the burst were told to try again."""


@contextmanager
def served(folder: Path, name: str) -> Generator[str]:
    """Serve; yield the address."""
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(folder / f"{name}.sqlite3")],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        yield server.stdout.readline().strip().rstrip("/")
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
        assert server.stdout is not None
        server.stdout.close()


def address() -> str:
    """Return any address that is not the club's."""
    return ".".join(str(random.randrange(1, 224)) for _ in range(4))


async def sign_up(http: httpx.AsyncClient, login: str) -> None:
    """Make an account, each from another address: the number of an address is limited."""
    body = {"login": login, "password": PASSWORD}
    made = await http.post("/api/accounts", json=body, headers={"x-forwarded-for": address()})
    made.raise_for_status()


async def sign_in(http: httpx.AsyncClient, login: str, password: str, host: str) -> httpx.Response:
    """Sign in from an address."""
    body, headers = {"login": login, "password": password}, {"x-forwarded-for": host}
    return await http.post("/api/sessions", json=body, headers=headers)


async def attack(server: str, clients: int) -> None:
    """Sign in with wrong passwords until the input ends; print a line once all have begun."""
    async with httpx.AsyncClient(base_url=server, timeout=600) as http:

        async def client() -> None:
            while True:
                answer = await sign_in(http, secrets.token_hex(4), secrets.token_hex(8), address())
                if answer.status_code == 429:
                    await asyncio.sleep(0.1)

        tasks = [asyncio.create_task(client()) for _ in range(clients)]
        await asyncio.sleep(1.0)
        print("running", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def attacked(server: str, clients: int) -> Generator[None]:
    """Attack a server from a process of its own."""
    program = [sys.executable, __file__, "--attack", server, str(clients)]
    attacking = subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )  # fmt: skip
    assert attacking.stdout is not None
    assert attacking.stdin is not None
    try:
        assert attacking.stdout.readline(), "the attack did not start"
        yield
    finally:
        attacking.kill()
        attacking.wait()
        attacking.stdout.close()
        attacking.stdin.close()


async def moves(server: str, seconds: float, known: list[float] | None = None) -> list[float]:
    """Measure moves, and sign-ins of somebody who is known if there is a list for them."""
    signing_in = None if known is None else asyncio.create_task(_know(server, known))
    times = await measure_moves(server, seconds)
    if signing_in is not None and known is not None:
        while not known and not signing_in.done():
            await asyncio.sleep(0.05)
        signing_in.cancel()
        await asyncio.gather(signing_in, return_exceptions=True)
    return times


async def _know(server: str, known: list[float]) -> None:
    async with httpx.AsyncClient(base_url=server, timeout=600) as http:
        while True:
            begun = time.perf_counter()
            answer = await sign_in(http, "person0", PASSWORD, CLUB)
            answer.raise_for_status()
            known.append(time.perf_counter() - begun)
            await asyncio.sleep(_KNOWN_PAUSE)


async def burst(server: str, people: int, found: Found) -> None:
    """Let the people of an address that is new to them sign in, and again when they are told to."""
    async with httpx.AsyncClient(base_url=server, timeout=600) as http:
        begun = time.perf_counter()

        async def person(number: int) -> None:
            while True:
                answer = await sign_in(http, f"person{number}", PASSWORD, "198.51.100.1")
                if answer.status_code != 429:
                    break
                found.refused += 1
                await asyncio.sleep(int(answer.headers["retry-after"]) * random.uniform(1, 2))
            answer.raise_for_status()
            found.burst.append(time.perf_counter() - begun)

        await asyncio.gather(*(person(number) for number in range(people)))


async def prepare(server: str, people: int) -> None:
    """Make the accounts; the first one signs in from the club."""
    async with httpx.AsyncClient(base_url=server, timeout=600) as http:
        for number in range(people):
            await sign_up(http, f"person{number}")
        (await sign_in(http, "person0", PASSWORD, CLUB)).raise_for_status()


def measure(folder: Path, turns: int, seconds: float, clients: int, people: int) -> Found:
    """Measure by turns."""
    found = Found()
    with served(folder, "alone") as alone, served(folder, "attacked") as other:
        asyncio.run(prepare(other, people))
        for server in (alone, other):
            asyncio.run(measure_moves(server, _WARM_SECONDS))
        for _ in range(turns):
            found.alone += asyncio.run(moves(alone, seconds))
            with attacked(other, clients):
                found.attacked += asyncio.run(moves(other, seconds, found.known))
        with attacked(other, clients):
            asyncio.run(burst(other, people, found))
    return found


def report(found: Found, clients: int) -> str:
    """Return the results as Markdown."""
    alone, other = delays_of(found.alone), delays_of(found.attacked)
    rows: list[tuple[str, Any]] = [("left alone", alone), (f"{clients} sign-ins", other)]
    lines = [
        "# Sign-ins",
        "",
        "Written by `benchmarks/sign_ins.py`: time from sending a move of Block Ness until it is back at its player, after it is",
        f"on disk, in milliseconds, by turns at a server that is left alone and at one where {clients} clients sign in without a",
        "pause, each time from another address.",
        "",
        "| | moves | median | p99 | longest |",
        "| --- | --- | --- | --- | --- |",
        *(
            f"| {name} | {one.moves} | {one.median:.1f} | {one.p99:.1f} | {one.longest:.1f} |"
            for name, one in rows
        ),
        "",
        f"Ratio of the medians: {other.median / alone.median:.2f}; the aim is at most {MOST_RATIO}, or {MOST_MS:.0f} ms, and"
        f" {MOST_P99_MS:.0f} ms at the 99th percentile.",
        "",
        f"Meanwhile somebody who had signed in from the same address signed in {len(found.known)} times, in"
        f" {statistics.median(found.known):.1f} s at the median and {max(found.known):.1f} s at most; the aim is"
        f" {KNOWN_SECONDS:.0f} s. Of {len(found.burst)} people at one new address who came at once, the last was signed in after"
        f" {max(found.burst):.0f} s and {found.refused} refusals; the aim is {BURST_SECONDS:.0f} s.",
        "",
        f"{os.cpu_count()} cores, Python {platform.python_version()}, load average of the machine {os.getloadavg()[0]:.1f} at"
        " the end.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and write the results, or attack a server."""
    if sys.argv[1:2] == ["--attack"]:
        with suppress(AttributeError):  # not available on Windows
            os.nice(19)  # clients are other machines
        asyncio.run(attack(sys.argv[2], int(sys.argv[3])))
        return
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=10.0, help="length of a turn")
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="empile-sign-ins-") as folder:
        found = measure(Path(folder), chosen.turns, chosen.seconds, chosen.clients, chosen.people)
    text = report(found, chosen.clients)
    chosen.results.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
