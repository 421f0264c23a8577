"""A killed server keeps all acknowledged events and duplicates none."""

from __future__ import annotations

import asyncio
import os
import random
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from empile.client import ClosedError, CommandError, GameTracker, Rest, TableConnection, connect
from empile.server.wire import messages as wire
from tests.server.processes import Nursery, free_port
from tests.server.serving import perform
from tests.support.patience import PATIENCE

KILLS = int(os.environ.get("EMPILE_KILLS", "30"))
"""Set the variable for a longer run."""
GAMES = 6


@dataclass
class Witness:
    """A player alone at a table, with a log of all events received."""

    table: str
    token: str
    random: random.Random
    acknowledged: dict[int, bytes] = field(default_factory=dict[int, bytes])
    moves: int = 0
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether a move was acknowledged since it was cleared."""

    def hear(self, events: list[wire.LogEvent]) -> None:
        """Store events; a number must always have the same event."""
        for event in events:
            told = msgspec.json.encode(event)
            assert self.acknowledged.setdefault(event.seq, told) == told

    def check(self, events: list[wire.LogEvent]) -> None:
        """Check that a restarted server has all acknowledged events exactly once."""
        numbers = [event.seq for event in events]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        now = {event.seq: msgspec.json.encode(event) for event in events}
        kept = {seq: told for seq, told in self.acknowledged.items() if seq >= numbers[0]}
        assert {seq: now.get(seq) for seq in kept} == kept
        # At most the move under way may have been stored without an acknowledgement.
        assert len(now) - len(kept) <= 2

    async def check_records(self, rest: Rest) -> None:
        """Check that the records of all games match the acknowledged events and the rules."""
        games: list[list[str]] = []
        for seq in sorted(self.acknowledged):
            event = msgspec.json.decode(self.acknowledged[seq], type=wire.LogEvent)
            if isinstance(event, wire.Started):
                games.append([])
            elif isinstance(event, wire.Moved):
                games[-1].append(event.text)
        assert sum(map(len, games)) >= self.moves
        for number, moves in enumerate(games, 1):
            record = await rest.record(self.table, self.token, game=number)
            record.pop("view", None)  # no hidden information, so a seat's record is complete
            assert record["events"][: len(moves)] == moves
            assert len(record["events"]) - len(moves) <= (number == len(games))
            await rest.check(record)

    async def play(self, address: str, killing: asyncio.Event) -> None:
        """Play, with rematches, until the server dies."""
        try:
            seat = await connect(address, self.table, self.token, updates="moves")
        except (OSError, ClosedError):
            assert killing.is_set()
            return
        try:
            self.check(seat.welcome.events)
            self.hear(seat.welcome.events)
            await self._play(seat)
        except ClosedError:
            assert killing.is_set()
        except CommandError as refusal:
            raise AssertionError(f"{refusal.code}: {refusal}") from refusal
        finally:
            await seat.close()

    async def _play(self, seat: TableConnection) -> None:
        follower = GameTracker(seat.welcome.table)
        follower.take(seat.welcome.events)
        while True:
            if follower.over or seat.table.status == "over":
                await seat.send(wire.Rematch())
                seat.table = msgspec.structs.replace(seat.table, status="playing")
                events = await seat.next_events()
            else:
                text = self.random.choice(follower.state.legal_texts())
                events = await seat.act(text)
                self.moves += 1
                self.moved.set()
            self.hear(events)
            follower.take(events)


async def _life(
    nursery: Nursery, port: int, file: Path, witnesses: list[Witness], chance: random.Random
) -> None:
    address = f"http://127.0.0.1:{port}"
    pid = await asyncio.to_thread(nursery.serve, port, file)
    if not witnesses:
        async with Rest(address) as rest:
            for number in range(GAMES):
                made = await rest.make_table("block-ness", ["person", "person"])
                witnesses.append(Witness(made.table, made.token, random.Random(number)))
    killing = asyncio.Event()
    for witness in witnesses:
        witness.moved.clear()
    playing = [asyncio.create_task(witness.play(address, killing)) for witness in witnesses]
    if chance.random() < 0.8:
        # Even on a slow machine, most servers are killed during play.
        async with asyncio.timeout(PATIENCE):
            await chance.choice(witnesses).moved.wait()
    await asyncio.sleep(chance.uniform(0.0, 0.15))
    killing.set()
    await asyncio.to_thread(nursery.kill, pid)
    await asyncio.gather(*playing)


def test_acknowledged_moves_survive_many_kills(tmp_path: Path) -> None:
    async def scene() -> None:
        chance = random.Random(20)
        witnesses: list[Witness] = []
        port, file = free_port(), tmp_path / "tables.sqlite3"
        with Nursery() as nursery:
            for _ in range(KILLS):
                await _life(nursery, port, file, witnesses, chance)
            pid = await asyncio.to_thread(nursery.serve, port, file)
            address = f"http://127.0.0.1:{port}"
            async with Rest(address) as rest:
                for witness in witnesses:
                    await witness.check_records(rest)
            await asyncio.to_thread(nursery.kill, pid)
        moves = sum(witness.moves for witness in witnesses)
        print(f"{KILLS} kills, {moves} moves acknowledged")
        assert moves > KILLS

    perform(scene(), 6 * PATIENCE)
