"""Play for hours with people who come and go, and measure the growth of the server.

    python benchmarks/robustness/soak.py --hours 1

Random players fill tables of all four games. After a game or two they leave, and others take their
place at new tables; some connections break and are resumed. Visitors use everything else: they play
against bots, ask for hints, look at replays and lessons, have games analysed, watch, and load pages.
The memory, files and threads of the server are sampled. After the warm-up, their growth per hour is
the slope of a line of least squares. Writes ``benchmarks/results/robustness.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from players import Acknowledged, Player, seat_players
from results import table, two_columns, write_section
from servers import GAMES, Servers, Start, Started, Usage, usage

from empile.client import CommandError, Rest, TableConnection, connect
from empile.server.wire import messages as wire

_ROWS = 12
_GRACE = 120.0
"""Seconds that are added at most, until a visit of each kind has ended."""
_EXPECTED = ("rate_limited", "not_now", "not_yours", "stale")
"""Refusals that a visitor may get, by limits or because the game went on meanwhile."""


@dataclass
class Sample:
    """What the server used at a moment."""

    seconds: float
    usage: Usage
    file_mib: float
    moves: int


@dataclass
class Soak:
    """What happened."""

    address: str
    luck: random.Random
    pause: float
    """The longest pause of a player before a move, in seconds."""
    stay: float = 20.0
    """The longest time that people watch or play a bot, in seconds."""
    counts: Counter[str] = field(default_factory=Counter[str])
    delays: list[float] = field(default_factory=list[float])
    """Seconds from a move to its acknowledgement, since the last report."""
    troubles: list[str] = field(default_factory=list[str])

    async def forever(self, visit: Callable[[Soak], Awaitable[None]]) -> None:
        """Repeat a visit. Errors are counted as troubles, apart from refusals that may happen."""
        name = visit.__name__
        while True:
            try:
                await visit(self)
                self.counts[name] += 1
            except CommandError as refusal:
                self.counts[f"refused: {refusal.code}"] += 1
                if refusal.code not in _EXPECTED:
                    self.troubles.append(f"{name}: {refusal.code}: {refusal}")
                await asyncio.sleep(1.0)
            except Exception as error:
                self.troubles.append(f"{name}: {type(error).__name__}: {error}")
                await asyncio.sleep(1.0)


# -- Visits ----------------------------------------------------------------------------------------


async def plays_with_another(soak: Soak) -> None:
    """Two people play a game or two; their connections break now and then."""
    players = await seat_players(
        soak.address, soak.luck, pause=lambda: soak.luck.uniform(0.0, soak.pause)
    )
    games = soak.luck.choice((1, 1, 2))
    await asyncio.gather(*(_plays(soak, player, games) for player in players))
    soak.counts["moves"] += players[0].heard.moves
    soak.counts["games"] += games
    soak.delays += [delay for player in players for delay in player.delays]


async def _plays(soak: Soak, player: Player, games: int) -> None:
    while player.games < games:
        playing = asyncio.create_task(player.play(games - player.games))
        done, _ = await asyncio.wait([playing], timeout=soak.luck.uniform(5.0, 60.0))
        if not done:
            playing.cancel()
            soak.counts["broken connections"] += 1
        await asyncio.gather(playing, return_exceptions=not done)


async def plays_a_bot(soak: Soak) -> None:
    """One person plays the weakest bot, asks for hints and leaves during the game."""
    game = soak.luck.choice(list(GAMES))
    async with Rest(soak.address) as rest:
        made = await rest.make_table(game, ["person", "bot:1"], GAMES[game])
    heard = Acknowledged(made.table, game)
    player = Player(soak.address, made.token, heard, soak.luck, lambda: soak.pause)
    playing = asyncio.create_task(player.play(1))
    await asyncio.wait([playing], timeout=soak.luck.uniform(soak.stay / 10, soak.stay))
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    async with await connect(soak.address, made.table, made.token) as seat:
        if await _is_mine(seat):
            await seat.hint()
            soak.counts["hints"] += 1
        if seat.table.status == "playing":
            await seat.send(wire.Resign())
            await seat.next_events()
    soak.counts["moves"] += heard.moves


async def _is_mine(seat: TableConnection) -> bool:
    while seat.table.status == "playing":
        if seat.state is not None and seat.state.mine:
            return True
        await seat.next_events()
    return False


async def looks_back(soak: Soak) -> None:
    """One person plays a game alone, looks at its replay and record, and has it analysed."""
    (player,) = await seat_players(soak.address, soak.luck, persons=1)
    player.pause = lambda: 0.05
    await player.play(1)
    name, token = player.heard.table, player.token
    async with Rest(soak.address) as rest:
        replay = await rest.replay(name, token)
        await rest.check(await rest.record(name, token))
        soak.counts["positions replayed"] += 2 * len(replay.frames)
    async with httpx.AsyncClient(base_url=soak.address, timeout=60) as http:
        begun = await http.post("/api/analyses", json={"table": name})
        if begun.is_success:
            for _ in range(20):
                seen = (await http.get(f"/api/analyses/{begun.json()['id']}")).json()
                if seen.get("state") in ("done", "failed"):
                    soak.counts["analyses"] += 1
                    break
                await asyncio.sleep(1.0)
    soak.counts["moves"] += player.heard.moves


async def looks_on(soak: Soak) -> None:
    """One person watches two bots for a while."""
    game = soak.luck.choice(list(GAMES))
    async with Rest(soak.address) as rest:
        made = await rest.make_table(game, ["bot:1", "bot:1"], GAMES[game])
    async with await connect(soak.address, made.table) as seat:
        end = time.monotonic() + soak.luck.uniform(soak.stay / 10, soak.stay)
        while seat.table.status == "playing" and time.monotonic() < end:
            await seat.next_events()


async def looks_around(soak: Soak) -> None:
    """Load what a page loads, the lessons of a game, and guess a code."""
    async with httpx.AsyncClient(base_url=soak.address, timeout=60) as http:
        for path in ("/", "/api/games", "/health", "/metrics", "/api/protocol.json"):
            (await http.get(path)).raise_for_status()
        game = soak.luck.choice(list(GAMES))
        lessons = await http.get(f"/api/games/{game}/lessons")
        position = await http.post("/api/positions", json={"game": game})
        guess = await http.get(f"/api/codes/{soak.luck.randrange(10**6):06}")
    for answer in (lessons, position, guess):
        if answer.status_code >= 500:
            soak.troubles.append(f"{answer.url.path}: {answer.status_code}: {answer.text[:200]}")
    soak.counts["requests"] += 8
    await asyncio.sleep(soak.luck.uniform(0.5, 3.0))


# -- Measurement -----------------------------------------------------------------------------------


async def measure(
    soak: Soak, started: Started, data: Path, seconds: float, tables: int
) -> list[Sample]:
    """Let people come and go; return samples of what the server uses."""
    kinds = [plays_with_another, plays_a_bot, looks_back, looks_on, looks_around]
    visits = [*[plays_with_another] * (tables - 1), plays_a_bot, *kinds]
    coming = [asyncio.create_task(soak.forever(visit)) for visit in visits]
    began = time.monotonic()
    samples: list[Sample] = []
    every = min(10.0, seconds / 30)
    report = began
    missing = {visit.__name__ for visit in kinds}
    while (now := time.monotonic()) < began + seconds + (_GRACE if missing else 0.0):
        missing -= soak.counts.keys()
        size = sum(each.stat().st_size for each in data.parent.glob(f"{data.name}*")) / 2**20
        samples.append(Sample(now - began, usage(started.pid), size, soak.counts["moves"]))
        if now >= report:
            report += max(60.0, seconds / 60)
            print(f"{now - began:7.0f} s  {samples[-1].usage}  {dict(soak.counts)}", flush=True)
        await asyncio.sleep(every)
    for task in coming:
        task.cancel()
    await asyncio.gather(*coming, return_exceptions=True)
    soak.troubles += [f"no visit of the kind {name} ended" for name in missing]
    return samples


def slope(samples: Sequence[Sample], value: Callable[[Sample], float]) -> float:
    """Return the growth per hour by least squares."""
    times = [sample.seconds / 3600 for sample in samples]
    return statistics.linear_regression(times, [value(sample) for sample in samples]).slope


def after_warm_up(samples: Sequence[Sample], warm_up: float) -> Sequence[Sample]:
    """Return the samples after ``warm_up`` seconds, at least the last two."""
    return [sample for sample in samples if sample.seconds >= warm_up] or samples[-2:]


async def troubles_at_the_end(soak: Soak) -> list[str]:
    """Return what went wrong, by the clients and by the server's own metrics."""
    async with httpx.AsyncClient(base_url=soak.address, timeout=60) as http:
        metrics = (await http.get("/metrics")).text
        health = (await http.get("/health")).json()
    found = list(soak.troubles)
    if health["status"] != "ok":
        found.append(f"health: {health}")
    if "empile_frozen_total 0.0" not in metrics:
        found.append("a table was frozen")
    return found


def report(
    soak: Soak, samples: Sequence[Sample], warm_up: float, tables: int, troubles: Sequence[str]
) -> str:
    """Return the results as Markdown."""
    later = after_warm_up(samples, warm_up)
    delays = sorted(soak.delays) or [0.0]
    took = samples[-1].seconds - samples[0].seconds
    used = samples[-1].usage.processor_seconds - samples[0].usage.processor_seconds
    figures = {
        "length": f"{took / 3600:.2f} h, of which {warm_up / 60:.0f} min warm-up",
        "tables with two people at a time": tables,
        "moves of finished visits": f"{soak.counts['moves']:,}",
        "connections that broke and were resumed": f"{soak.counts['broken connections']:,}",
        "median and p99 of a move": f"{delays[len(delays) // 2] * 1e3:.1f} ms, "
        f"{delays[int(len(delays) * 0.99)] * 1e3:.1f} ms",
        "share of one core": f"{used / max(took, 1e-9):.2f}",
        "memory at the end of the warm-up": f"{later[0].usage.memory_mib:.1f} MiB",
        "memory at the end": f"{later[-1].usage.memory_mib:.1f} MiB",
        "**growth of memory**": f"**{slope(later, lambda at: at.usage.memory_mib):+.2f} MiB/h**",
        "memory of the worker processes": f"{later[-1].usage.workers_mib:.1f} MiB, "
        f"{slope(later, lambda at: at.usage.workers_mib):+.2f} MiB/h",
        "growth of open files": f"{slope(later, lambda at: at.usage.files):+.2f} per hour",
        "growth of threads": f"{slope(later, lambda at: at.usage.threads):+.2f} per hour",
        "growth of the data file": f"{slope(later, lambda at: at.file_mib):+.2f} MiB/h",
        "troubles": len(troubles),
    }
    step = max(1, len(samples) // _ROWS)
    rows = (
        (
            f"{at.seconds / 60:.0f} min",
            f"{at.usage.memory_mib:.1f} MiB",
            f"{at.usage.workers_mib:.1f} MiB",
            at.usage.files,
            at.usage.threads,
            f"{at.file_mib:.1f} MiB",
            f"{at.moves:,}",
        )
        for at in samples[::step]
    )
    visits = ", ".join(f"{name} {count:,}" for name, count in sorted(soak.counts.items()))
    series = table(("after", "memory", "workers", "files", "threads", "data file", "moves"), rows)
    return f"{two_columns(figures)}\n\n{series}\n\nCounted: {visits}."


def run(
    servers: Servers, folder: Path, seconds: float, warm_up: float, tables: int, pause: float
) -> tuple[str, list[str]]:
    """Run a soak; return the results as Markdown, and what went wrong."""
    data, log = folder / "tables.sqlite3", folder / "server.log"
    started = servers.start(Start(str(data), str(log), unlimited=True, bot_seconds=0.3))
    soak = Soak(started.address, random.Random(1), pause, min(Soak.stay, seconds / 4))

    async def scene() -> tuple[list[Sample], list[str]]:
        samples = await measure(soak, started, data, seconds, tables)
        return samples, await troubles_at_the_end(soak)

    samples, troubles = asyncio.run(scene())
    servers.stop(started.pid)
    logged = log.read_text("utf-8", "replace")
    if "Traceback" in logged:
        troubles.append(f"logged: {logged[-2000:]}")
    return report(soak, samples, warm_up, tables, troubles), troubles


def main() -> int:
    """Run a soak; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--warm-up", type=float, help="minutes; default: a sixth of the time")
    parser.add_argument("--tables", type=int, default=8, help="tables with two people at a time")
    parser.add_argument("--pause", type=float, default=1.0, help="longest pause before a move")
    parser.add_argument("--no-write", action="store_true", help="print the results only")
    chosen = parser.parse_args()
    seconds = chosen.hours * 3600
    warm_up = seconds / 6 if chosen.warm_up is None else chosen.warm_up * 60
    with tempfile.TemporaryDirectory(prefix="empile-soak-") as folder, Servers() as servers:
        text, troubles = run(servers, Path(folder), seconds, warm_up, chosen.tables, chosen.pause)
    print(text)
    for trouble in troubles:
        print(trouble)
    if not chosen.no_write:
        write_section("Soak", text)
    return 1 if troubles else 0


if __name__ == "__main__":
    raise SystemExit(main())
