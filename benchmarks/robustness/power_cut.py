"""Cut the power of a server at hundreds of moments, and check what a new server finds.

    python benchmarks/robustness/power_cut.py --cuts 500

A server plays random games of all four games with clients over sockets; it is stopped, killed and
started again several times. A layer below SQLite writes a journal of all writes and syncs, and the
clients write into it what was acknowledged. Then the power is cut at random places of the journal:
what was synced before is on the disk, and each sector written since is kept, lost or torn by chance,
like entries of the folder. A server must accept each file, every acknowledged event must be there,
and each log must be a beginning of the final one, which must follow the rules.

To see that this finds losses, it is repeated without syncs. Writes
``benchmarks/results/robustness.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import bisect
import random
import shutil
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from checks import Logs, faults_of_events, faults_of_prefix, faults_of_rules, read_logs
from journal import Disk, Entry, Journal, read
from players import Acknowledged, Player, heard_by, seat_players
from results import table, write_section
from servers import GAMES, Servers, Start

_ENDS = ("stop", "kill")


@dataclass
class Recording:
    """A journal, and what it must lead to."""

    entries: list[Entry]
    final: Logs
    heard: list[Acknowledged]
    faults: list[str]

    @property
    def events(self) -> int:
        """The number of acknowledged events."""
        return sum(len(one.events) for one in self.heard)


@dataclass
class Outcome:
    """What the power cuts did."""

    cuts: int = 0
    hurt: int = 0
    """Sectors that were lost or torn."""
    bad: int = 0
    """Cuts after which something was wrong."""
    faults: Counter[str] = field(default_factory=Counter[str])
    examples: list[str] = field(default_factory=list[str])


def play(
    servers: Servers, folder: Path, lives: int, events: int, luck: random.Random, *, syncs: bool
) -> Recording:
    """Let a server live several times, until ``events`` are acknowledged in each life."""
    data, path = folder / "data" / "tables.sqlite3", folder / "journal"
    data.parent.mkdir()
    journal = Journal(path)
    players: list[Player] = []

    def mark(name: str, seq: int) -> None:
        journal.add(Entry("mark", name, seq))

    async def live(address: str, begins: bool) -> None:
        if begins:
            for persons in (1, 2):
                for game in GAMES:
                    players.extend(
                        await seat_players(address, luck, game, persons=persons, mark=mark)
                    )
        goal = events + sum(len(one.events) for one in heard_by(players))
        playing: list[asyncio.Task[None]] = []
        for player in players:
            player.address = address
            playing.append(asyncio.create_task(player.play()))
        while sum(len(one.events) for one in heard_by(players)) < goal:
            await asyncio.sleep(0.01)
            for task in playing:
                if task.done():
                    task.result()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    for life in range(lives):
        start = Start(
            str(data), str(folder / "log"), unlimited=True, journal=str(path), syncs=syncs
        )
        started = servers.start(start)
        asyncio.run(live(started.address, life == 0))
        if _ENDS[life % 2] == "stop":
            servers.stop(started.pid)
        else:
            servers.kill(started.pid)
    journal.close()
    copy = folder / "final"
    shutil.copytree(data.parent, copy)
    final = read_logs(copy / data.name)
    heard = heard_by(players)
    faults = faults_of_rules(final) + faults_of_events(final, heard)
    return Recording(list(read(path)), final, heard, faults)


def cut_power(
    recording: Recording, cuts: int, luck: random.Random, folder: Path, name: str
) -> Outcome:
    """Cut the power at ``cuts`` random places of the journal and check each result."""
    entries = recording.entries
    places = sorted(luck.randrange(1, len(entries) + 1) for _ in range(cuts))
    disk = Disk()
    acknowledged: dict[str, int] = {}
    outcome = Outcome()
    for number, entry in enumerate(entries, 1):
        disk.apply(entry)
        if entry.kind == "mark":
            acknowledged[entry.name] = max(entry.at, acknowledged.get(entry.name, 0))
        here = bisect.bisect_right(places, number) - bisect.bisect_left(places, number)
        for _ in range(here):
            with tempfile.TemporaryDirectory(dir=folder) as place:
                outcome.cuts += 1
                outcome.hurt += disk.cut(luck, Path(place))
                faults = faults_after(Path(place) / name, recording.final, acknowledged)
            if faults:
                outcome.bad += 1
                outcome.faults.update(fault.split(":")[-1].strip() for fault in faults[:1])
                outcome.examples.append(f"entry {number}: {faults[0]}")
    return outcome


def faults_after(path: Path, final: Logs, acknowledged: dict[str, int]) -> list[str]:
    """Return what is wrong with a file after a power cut."""
    try:
        logs = read_logs(path)
    except Exception as error:
        return [f"the file cannot be opened: {type(error).__name__}: {error}"]
    return faults_of_prefix(logs, final, acknowledged)


def run(
    servers: Servers,
    cuts: int,
    lives: int,
    events: int,
    seed: int,
    folder: Path,
    *,
    syncs: bool = True,
) -> tuple[Recording, Outcome]:
    """Record a journal and cut the power."""
    luck = random.Random(seed)
    recording = play(servers, folder, lives, events, luck, syncs=syncs)
    return recording, cut_power(recording, cuts, luck, folder, "tables.sqlite3")


def results(found: list[tuple[str, Recording, Outcome, float]]) -> str:
    """Return the results as Markdown."""
    rows = (
        (
            name,
            f"{sum(entry.kind == 'write' for entry in recording.entries):,}",
            f"{sum(entry.kind == 'sync' for entry in recording.entries):,}",
            f"{recording.events:,}",
            f"{outcome.cuts:,}",
            f"{outcome.hurt:,}",
            outcome.bad,
            round(seconds),
        )
        for name, recording, outcome, seconds in found
    )
    columns = (
        "server",
        "writes",
        "syncs",
        "acknowledged events",
        "power cuts",
        "sectors lost or torn",
        "cuts with a fault",
        "seconds",
    )
    return (
        f"{table(columns, rows)}\n\nA *fault* is an acknowledged event that is missing, another "
        "log than the final one, or a file that cannot be opened. The server without syncs shows "
        "that the program finds such faults."
    )


def main() -> int:
    """Cut the power; return 1 if a fault is found, or none without syncs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument("--lives", type=int, default=6, help="starts of the server")
    parser.add_argument("--events", type=int, default=2000, help="events of each life")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-write", action="store_true", help="print the results only")
    chosen = parser.parse_args()
    found: list[tuple[str, Recording, Outcome, float]] = []
    for name, syncs in (("as it is", True), ("without syncs", False)):
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="empile-power-") as folder, Servers() as servers:
            recording, outcome = run(
                servers,
                chosen.cuts if syncs else chosen.cuts // 5,
                chosen.lives if syncs else 2,
                chosen.events,
                chosen.seed,
                Path(folder),
                syncs=syncs,
            )
        found.append((name, recording, outcome, time.monotonic() - began))
        for example in [*recording.faults, *outcome.examples][:5]:
            print(f"{name}: {example}")
    text = results(found)
    print(text)
    if not chosen.no_write:
        write_section("Power cuts", text)
    (_, recording, sound, _), (_, _, unsound, _) = found
    return 1 if recording.faults or sound.bad or not unsound.bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
