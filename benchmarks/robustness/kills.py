"""Kill a server a thousand times while it is played on, and check its file each time.

    python benchmarks/robustness/kills.py --kills 1000

Random players play all four games. At a random moment the server is killed. A copy of the file is
opened: it must be sound, every acknowledged event must be there once, at most one move of each
table may be there that was not acknowledged, and it must be the one that a player had sent. The next
server continues with the same file, and the players resume where they were. At the end, all games
are replayed by the rules. Writes ``benchmarks/results/robustness.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from checks import (
    Logs,
    Stored,
    facts_of,
    faults_of_events,
    faults_of_prefix,
    faults_of_rules,
    read_logs,
)
from players import Acknowledged, ClosedError, CommandError, Player, heard_by, seat_players
from results import two_columns, write_section
from servers import GAMES, Servers, Start, children
from websockets.exceptions import InvalidHandshake

_KILLS_PER_FILE = 50
"""So that the files stay small and can be checked often."""
_PATIENCE = 20.0
_GONE = (ClosedError, InvalidHandshake, OSError, EOFError)
"""What players meet when the server is killed."""


@dataclass
class Campaign:
    """A file with its players, and what was found."""

    folder: Path
    luck: random.Random
    players: list[Player] = field(default_factory=list[Player])
    logs: Logs = field(default_factory=dict[str, list[Stored]])
    """What was stored at the last kill."""
    counts: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])

    @property
    def data(self) -> Path:
        """The data file."""
        return self.folder / "tables.sqlite3"

    @property
    def heard(self) -> list[Acknowledged]:
        """What was acknowledged at each table."""
        return heard_by(self.players)

    async def live(self, servers: Servers, address: str, pid: int) -> None:
        """Play until a random moment, and kill the server."""
        if not self.players:
            for persons in (1, 2):
                for game in GAMES:
                    self.players += await seat_players(address, self.luck, game, persons=persons)
        known = sum(one.moves for one in self.heard)
        playing: list[asyncio.Task[None]] = []
        for player in self.players:
            player.address = address
            playing.append(asyncio.create_task(player.play()))
        if self.luck.random() < 0.8:
            # Even on a slow machine, most servers are killed during play.
            async with asyncio.timeout(_PATIENCE):
                while sum(one.moves for one in self.heard) == known:
                    await asyncio.sleep(0.001)
        await asyncio.sleep(self.luck.uniform(0.0, 0.2))
        self.faults += [f"before the kill: {task.exception()!r}" for task in playing if task.done()]
        workers = children(pid)
        await asyncio.to_thread(servers.kill, pid)
        await self._gather(playing)
        await self._check_ended(workers)
        self.counts["kills"] += 1

    async def _gather(self, playing: list[asyncio.Task[None]]) -> None:
        async with asyncio.timeout(_PATIENCE):
            for end in await asyncio.gather(*playing, return_exceptions=True):
                refused = isinstance(end, CommandError)  # loading the table was under way
                if not isinstance(end, _GONE) and not refused:
                    self.faults.append(f"a player ended with {end!r}")

    async def _check_ended(self, workers: list[int]) -> None:
        end = time.monotonic() + _PATIENCE
        while any(_is_alive(pid) for pid in workers):
            if time.monotonic() > end:
                self.faults.append("a worker process outlived the server")
                return
            await asyncio.sleep(0.01)

    def check(self) -> None:
        """Check a copy of the file, so that the next server has to recover it by itself."""
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            for each in self.folder.glob(f"{self.data.name}*"):
                if each.is_file():
                    shutil.copy(each, place)
            try:
                logs = read_logs(Path(place) / self.data.name)
            except Exception as error:
                self.faults.append(f"the file cannot be opened: {error!r}")
                return
        acknowledged = {one.table: max(one.events, default=1) for one in self.heard}
        self.faults += faults_of_prefix(self.logs, logs, {})
        self.faults += faults_of_prefix(logs, logs, acknowledged)
        for one in self.heard:
            self._check_unacknowledged(one, logs.get(one.table, []))
        self.logs = logs

    def _check_unacknowledged(self, one: Acknowledged, rows: list[Stored]) -> None:
        last = max(one.events, default=1)
        sent = {player.pending for player in self.players if player.heard is one}
        stored = [facts_of(row) for row in rows if row.seq > last]
        moves = [text for kind, text in stored if kind == "move"]
        if len(moves) > 1 or not sent.issuperset(moves):
            self.faults.append(f"table {one.table}: {moves} stored, {sent} sent")
        self.counts["moves stored but not acknowledged"] += len(moves)

    def finish(self) -> None:
        """Check all games by the rules, and count."""
        self.faults += faults_of_rules(self.logs) + faults_of_events(self.logs, self.heard)
        self.counts["acknowledged events"] += sum(len(one.events) for one in self.heard)
        self.counts["acknowledged moves"] += sum(one.moves for one in self.heard)
        self.counts["tables"] += len(self.heard)
        self.counts["connections resumed"] += sum(
            player.welcomes - 1 for player in self.players if player.welcomes
        )


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def run(servers: Servers, folder: Path, kills: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Kill servers; return what was counted, and what was wrong."""
    luck = random.Random(seed)
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for number in range(0, kills, _KILLS_PER_FILE):
        place = folder / str(number)
        place.mkdir()
        campaign = Campaign(place, luck)
        for _ in range(min(_KILLS_PER_FILE, kills - number)):
            start = Start(str(campaign.data), str(place / "log"), unlimited=True)
            started = servers.start(start)
            asyncio.run(campaign.live(servers, started.address, started.pid))
            campaign.check()
        campaign.finish()
        counts += campaign.counts
        faults += campaign.faults
        if "Traceback" in (logged := (place / "log").read_text("utf-8", "replace")):
            faults.append(f"logged: {logged[-2000:]}")
        print(f"{counts['kills']} kills, {len(faults)} faults", flush=True)
    return counts, faults


def main() -> int:
    """Kill servers; return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-write", action="store_true", help="print the results only")
    chosen = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="empile-kills-") as folder, Servers() as servers:
        counts, faults = run(servers, Path(folder), chosen.kills, chosen.seed)
    figures = {name: f"{count:,}" for name, count in counts.items()}
    lost = {"events lost, doubled or invented; other faults": len(faults)}
    text = two_columns({**figures, **lost, "minutes": round((time.monotonic() - began) / 60, 1)})
    print(text)
    for fault in faults[:10]:
        print(fault)
    if not chosen.no_write:
        write_section("Kills", text)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
