"""Faults of the store: durability, order, uniqueness, upgrades, backups and clocks."""

from __future__ import annotations

from typing import Final

from .fault import Fault

_STORE: Final = "src/empile/server/store"

FAULTS: Final = (
    Fault(
        name="commits-not-synced",
        area="store",
        breaks="A power cut can lose moves that were acknowledged.",
        file=f"{_STORE}/files.py",
        old='connection.execute("PRAGMA synchronous = FULL")\n',
        new='connection.execute("PRAGMA synchronous = NORMAL")\n',
    ),
    Fault(
        name="conflict-fails-its-batch",
        area="store",
        breaks="A stale append makes all other appends of its commit fail as well.",
        file=f"{_STORE}/sqlite.py",
        old="                outcomes = [self._insert_one(work) for work in batch]\n",
        new='                outcomes = ["conflict"] * len(batch)\n',
    ),
    Fault(
        name="append-to-deleted-table",
        area="store",
        breaks="A move at a table that was deleted meanwhile is stored and acknowledged.",
        file=f"{_STORE}/upgrades.py",
        old='            connection.execute("PRAGMA foreign_keys = ON")\n',
        new='            connection.execute("PRAGMA foreign_keys")\n',
    ),
    Fault(
        name="acknowledged-before-stored",
        area="store",
        breaks="A move is acknowledged while its commit is under way, even if that then fails.",
        file=f"{_STORE}/sqlite.py",
        old="            outcomes = self._commit(batch)\n"
        "            self._tell(self._settle_batch, batch, outcomes)\n",
        new='            outcomes: list[Outcome] = ["kept"] * len(batch)\n'
        "            self._tell(self._settle_batch, batch, outcomes)\n"
        "            outcomes[:] = self._commit(batch)\n",
    ),
    Fault(
        name="two-events-with-one-seq",
        area="store",
        breaks="Two processes can store different events with the same number at a table.",
        file=f"{_STORE}/sqlite.sql",
        old="    UNIQUE (number, seq),\n    FOREIGN KEY(number) REFERENCES tables (number)\n",
        new="    FOREIGN KEY(number) REFERENCES tables (number)\n",
    ),
    Fault(
        name="every-process-gone",
        area="store",
        breaks="Each heartbeat takes all other processes for gone and notes an outage.",
        file=f"{_STORE}/heartbeats.py",
        old="(beat.at - GONE_MS, beat.process)",
        new="(beat.at, beat.process)",
    ),
    Fault(
        name="old-log-on-restored-file",
        area="store",
        breaks="The write-ahead log of a damaged data file is applied to the restored backup.",
        file=f"{_STORE}/backup.py",
        old='        for ending in ("-wal", "-shm"):\n',
        new='        for ending in ("-shm",):\n',
    ),
    Fault(
        name="pruned-by-first-event",
        area="store",
        breaks="Tables are deleted by the age of their first event, though they are played on.",
        file=f"{_STORE}/maintenance.py",
        old="order_by(log.c.seq.desc()).limit(1)",
        new="order_by(log.c.seq).limit(1)",
    ),
    Fault(
        name="deletions-elsewhere-unnoticed",
        area="store",
        breaks="A process does not notice that another one has deleted a table.",
        file=f"{_STORE}/sqlite.py",
        old="execute(_DELETED, (seen.deletion,))",
        new="execute(_DELETED, (seen.place,))",
    ),
    Fault(
        name="last-move-after-takeback",
        area="store",
        breaks="After the first move was taken back, it is still shown as the last move.",
        file="src/empile/server/tables/table.py",
        old="        del game.events[to:]\n        self.last_move = None\n",
        new="        del game.events[to:]\n",
    ),
    Fault(
        name="clock-keeps-its-first-deadline",
        area="store",
        breaks="The moment at which a stored clock is due never changes after the first move.",
        file=f"{_STORE}/heartbeats.py",
        old="ON CONFLICT (number) DO UPDATE SET due = excluded.due",
        new="ON CONFLICT (number) DO NOTHING",
    ),
    Fault(
        name="last-revision-not-upgraded",
        area="store",
        breaks="A file of the revision before the newest one is used without its upgrade.",
        file=f"{_STORE}/upgrades.py",
        old="            elif revision < HEAD:\n",
        new="            elif revision < HEAD - 1:\n",
    ),
)
