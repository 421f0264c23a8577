"""A PostgreSQL primary with a synchronous replica, which may be promoted in its place."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import time
from pathlib import Path
from typing import Final

from empile.server.store.database import migrate
from empile.server.store.location import PostgresUrl
from tests.support.postgres_server import PostgresServer

_DATABASE: Final = "empile"
_SETTINGS: Final = (
    "synchronous_commit=on",
    "wal_level=replica",
    "max_wal_senders=10",
    "hot_standby=on",
)


class PostgresPair:
    """A primary and, if ``with_replica``, its synchronous replica, in ``folder``.

    The address names both; clients use the one that accepts writes.
    """

    def __init__(self, folder: Path, *, with_replica: bool) -> None:
        settings = _SETTINGS if with_replica else ()
        self._servers = [
            PostgresServer(folder / name, settings or ("fsync=on",))
            for name in (("one", "other") if with_replica else ("one",))
        ]
        self._folder = folder

    @property
    def primary(self) -> PostgresServer:
        """The server that accepts writes."""
        return self._servers[0]

    @property
    def location(self) -> PostgresUrl:
        """The address of the store."""
        hosts = ",".join(sorted(str(server.sockets) for server in self._servers))
        choice = "&target_session_attrs=read-write" if len(self._servers) > 1 else ""
        return PostgresUrl(f"postgresql://empile@/{_DATABASE}?host={hosts}{choice}")

    def start(self) -> None:
        """Create and start both, with an empty store."""
        self._folder.chmod(0o755)
        for server in self._servers:
            server.folder.mkdir()
        self.primary.create()
        if len(self._servers) > 1:
            self.primary.start()
            self._replicate()
            self._wait_for_replica()
        else:
            self.primary.start()
        self.primary.sql(f"CREATE DATABASE {_DATABASE}")
        migrate(self.location)

    def _replicate(self) -> None:
        """Let the other server become a replica of the primary."""
        replica = self._servers[1]
        shutil.rmtree(replica.data, ignore_errors=True)
        replica.sockets.mkdir(exist_ok=True)
        if os.getuid() == 0:
            shutil.chown(replica.folder, "postgres")
            shutil.chown(replica.sockets, "postgres")
        replica.call(
            "pg_basebackup", "-D", str(replica.data), "-h", str(self.primary.sockets),
            "-U", "empile", "-R", "--checkpoint=fast", "--no-sync",
        )  # fmt: skip
        replica.start()
        deadline = time.monotonic() + 20
        while "streaming" not in self.primary.sql("SELECT state FROM pg_stat_replication"):
            if time.monotonic() > deadline:
                raise RuntimeError("the replica does not follow")
            time.sleep(0.05)

    def processes(self) -> list[int]:
        """Return all processes of the primary, its first one first."""
        first = self.primary.process
        found = [first]
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[1]) == first:
                    found.append(int(entry.name))
        return found

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to all processes of the primary."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """Kill the primary."""
        found = self.processes()
        self.signal(signal.SIGKILL)
        deadline = time.monotonic() + 10
        while any(Path(f"/proc/{pid}/exe").exists() for pid in found):
            if time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL cannot be killed")
            time.sleep(0.005)
        # Where nobody waits for its end, its first process stays as a zombie and holds its locks.
        (self.primary.data / "postmaster.pid").unlink(missing_ok=True)
        for lock in self.primary.sockets.glob(".s.PGSQL.*"):
            lock.unlink()

    def promote(self) -> None:
        """Fence the primary by killing it, and let the replica take its place.

        Until it has a replica itself, its commits are on one disk only; else they would wait.
        """
        self.kill()
        self._servers.reverse()
        with (self.primary.data / "postgresql.auto.conf").open("a") as settings:
            settings.write("synchronous_standby_names = ''\n")
        self.primary.call("pg_ctl", "reload", "-D", str(self.primary.data))
        self.primary.call("pg_ctl", "promote", "-w", "-D", str(self.primary.data))

    def follow(self) -> None:
        """Let the fenced server become the replica of its successor."""
        self._replicate()
        self._wait_for_replica()

    def _wait_for_replica(self) -> None:
        """Acknowledge commits only when they are on both disks."""
        self.primary.sql("ALTER SYSTEM SET synchronous_standby_names TO '*'")
        self.primary.sql("SELECT pg_reload_conf()")

    def stop(self) -> None:
        """Stop both."""
        for server in self._servers:
            if (server.data / "postmaster.pid").exists():
                with contextlib.suppress(AssertionError):
                    server.stop()
