"""The recipes for PostgreSQL: restoring to a moment, and promoting a synchronous replica."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from empile.cli import main
from empile.client import CommandError, TableConnection, connect
from empile.server.store.location import PostgresUrl
from tests.conftest import ROOT
from tests.long.deploy.site import DEPLOY
from tests.server.serving import Serving, is_playing, join, legal, make, perform, serving
from tests.support.patience import slowness
from tests.support.postgres_server import MISSING, PostgresServer, programs

BEFORE = ROOT / "tests" / "server" / "data" / "before.sql"
PAGE = (ROOT / "docs" / "how-to" / "recipes.md").read_text("utf-8")
BACK_SECONDS = 5.0 * slowness()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of PostgreSQL's user, with a short path for its sockets."""
    if programs() is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp") as name:
        found = Path(name)
        found.chmod(0o755)
        own(found)
        yield found


def own(path: Path) -> None:
    """Give a file or folder to the user that runs PostgreSQL."""
    if os.getuid() == 0:
        shutil.chown(path, "postgres", "postgres")


def new_folder(path: Path) -> Path:
    """Return a new folder for a cluster."""
    path.mkdir()
    own(path)
    return path


def configure(server: PostgresServer, name: str, **places: str) -> None:
    """Let a cluster use a file of `deploy/postgresql`, with other paths and values."""
    text = (DEPLOY / "postgresql" / name).read_text("utf-8")
    for old, new in places.items():
        text = text.replace(old, new)
    with (server.data / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.write(f"\n{text}")


def configure_archive(server: PostgresServer, name: str, archive: Path, moment: str = "") -> None:
    """Like :func:`configure`, with another archive and moment."""
    configure(
        server, name, **{"/srv/archive": str(archive), "2026-11-23 18:40:00+00": moment or "never"}
    )


def page_command(start: str, **places: str) -> list[str]:
    """Return the arguments of a command of PostgreSQL on the page, with other places."""
    found = re.search(rf"^sudo -u postgres ({start} .*)$", PAGE, re.MULTILINE)
    assert found is not None
    line = found[1]
    for old, new in places.items():
        assert old in line
        line = line.replace(old, new)
    return shlex.split(line)


def replica_of(primary: PostgresServer, folder: Path) -> PostgresServer:
    """Create a replica as on the page, named like its folder."""
    replica = PostgresServer(new_folder(folder), options=("fsync=on",))
    new_folder(replica.sockets)
    command = page_command(
        "pg_basebackup --write-recovery-conf",
        **{
            "/var/lib/postgresql/15/main": str(replica.data),
            "db1.example.org": str(primary.sockets),
            "replicator": "empile",
            "application_name=db2": f"application_name={folder.name}",
        },
    )
    primary.call(*command)
    return replica


def doctor(url: str) -> int:
    """Return the exit status of `empile doctor`."""
    return main(["doctor", "--store", url])


def test_a_cluster_is_restored_to_a_moment(folder: Path, tmp_path: Path) -> None:
    archive = new_folder(folder / "archive")
    primary = PostgresServer(new_folder(folder / "primary"), options=("fsync=on",))
    primary.create()
    configure_archive(primary, "archiving.conf", archive)
    primary.start()
    restored = PostgresServer(new_folder(folder / "restored"), options=("fsync=on",))
    new_folder(restored.sockets)
    try:
        url = primary.new_store()
        database = re.sub(r".*/(\w+)\?.*", r"\1", url.url)
        file = tmp_path / "tables.sqlite3"
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript(BEFORE.read_text("utf-8"))
        assert main(["migrate", "--store", str(file)]) == 0
        assert main(["copy", str(file), url.url]) == 0
        kept = primary.sql("SELECT count(*) FROM log", database)

        command = page_command(
            "pg_basebackup --checkpoint=fast", **{"/srv/backup/base": str(restored.data)}
        )
        primary.call(*command, f"--dbname={primary.url()}")
        primary.sql("CREATE TABLE after_the_backup ()", database)
        moment = primary.sql("SELECT now()")
        primary.sql("DELETE FROM log", database)  # somebody's mistake
        primary.sql("SELECT pg_switch_wal()")
        primary.stop("fast")

        configure_archive(restored, "restoring.conf", archive, moment)
        (restored.data / "recovery.signal").touch()
        own(restored.data / "recovery.signal")
        restored.start()
        perform(promoted(restored))
        assert restored.sql("SELECT count(*) FROM log", database) == kept
        assert restored.sql("SELECT to_regclass('after_the_backup')", database)
        assert doctor(restored.url(database)) == 0
    finally:
        for server in (primary, restored):
            if (server.data / "postmaster.pid").exists():
                server.stop()


async def promoted(server: PostgresServer) -> None:
    """Wait until a cluster accepts writes."""
    while server.sql("SELECT pg_is_in_recovery()") != "f":
        await asyncio.sleep(0.05)


async def play(seats: list[TableConnection], moves: int) -> list[tuple[int, str]]:
    """Make moves; return those that were acknowledged, with their numbers.

    A move that is refused because the database is away is tried again.
    """
    acknowledged: list[tuple[int, str]] = []
    while len(acknowledged) < moves and is_playing(seats[0]):
        for seat in seats:
            if seat.state is None or not seat.state.mine:
                continue
            text = legal(seat)
            try:
                happened = await seat.act(text)
            except CommandError as error:
                assert error.code in ("unavailable", "outcome_unknown", "stale"), error.code
                await asyncio.sleep(0.05)
                continue
            acknowledged += [(event.seq, text) for event in happened if hasattr(event, "text")][:1]
        for seat in seats:
            last = max(one.seq for one in seats)
            while seat.seq < last:
                await seat.receive()
    return acknowledged


async def confirmed_by(server: PostgresServer, count: int) -> None:
    """Wait until so many replicas may confirm the commits of a cluster."""
    states = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'"
    while await asyncio.to_thread(server.sql, states) != str(count):
        await asyncio.sleep(0.05)


@pytest.mark.alone
def test_a_synchronous_replica_is_promoted_without_loss(folder: Path) -> None:
    primary = PostgresServer(new_folder(folder / "db1"), options=("fsync=on",))
    primary.create()
    primary.start()
    servers = [primary]
    try:
        store = primary.new_store()
        database = re.sub(r".*/(\w+)\?.*", r"\1", store.url)
        configure(primary, "synchronous.conf")
        primary.stop("fast")
        primary.start()
        # They have its configuration, since that is with its data.
        replica, other = (replica_of(primary, folder / name) for name in ("db2", "db3"))
        for server in (replica, other):
            servers.append(server)
            server.start()
        url = PostgresUrl(
            f"postgresql://empile@/{database}?host={primary.sockets},{replica.sockets}"
            "&target_session_attrs=read-write"
        )

        async def scene(here: Serving, there: Serving) -> list[tuple[int, str]]:
            await confirmed_by(primary, 2)
            made = await make(here.address, ["person", "open"])
            joined = await join(there.address, made.table)
            seats = [
                await connect(here.address, made.table, made.token),
                await connect(there.address, made.table, joined.token),
            ]
            acknowledged = await play(seats, 4)
            # Fence: the old primary is gone and does not come back.
            await asyncio.to_thread(primary.stop)
            (primary.data / "postmaster.opts").unlink()
            promote, *follow = re.findall(r"psql -c \"(.*)\"$", PAGE, re.MULTILINE)
            await asyncio.to_thread(replica.sql, promote)
            # Moves wait: they would be on one disk only.
            waiting = asyncio.create_task(play(seats, 1))
            await asyncio.sleep(1.0)
            assert not waiting.done()
            for statement in follow:
                moved = statement.replace("db2.example.org", str(replica.sockets))
                await asyncio.to_thread(other.sql, moved.replace("replicator", "empile"))
            async with asyncio.timeout(BACK_SECONDS):
                acknowledged += await waiting
            await confirmed_by(replica, 1)
            acknowledged += await play(seats, 3)
            for seat in seats:
                await seat.close()
            return acknowledged

        with ExitStack() as stack:
            here, there = (stack.enter_context(serving(url)) for _ in range(2))
            acknowledged = perform(scene(here, there))
        assert len(acknowledged) == 8
        stored = replica.sql("SELECT seq, convert_from(body, 'UTF8') FROM log", database)
        log = dict(line.split("|", 1) for line in stored.splitlines())
        for seq, text in acknowledged:
            assert f'"text":"{text}"' in log[str(seq)]
        assert doctor(replica.url(database)) == 0
    finally:
        for server in servers:
            if (server.data / "postmaster.pid").exists():
                server.stop()
