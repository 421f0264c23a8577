"""A private PostgreSQL server for tests, on a socket in a temporary folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from empile.server.store.database import migrate
from empile.server.store.location import PostgresUrl
from tests.support.patience import PATIENCE

MISSING: Final = "PostgreSQL is missing: apt install postgresql"
_QUICK: Final = ("fsync=off", "full_page_writes=off")
_NUMBERS: Final = count(1)


@cache
def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, or None if it is not installed."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if found:
        return found[-1].parent
    anywhere = shutil.which("initdb")
    return None if anywhere is None else Path(anywhere).resolve().parent


class PostgresServer:
    """A cluster in a folder. Its user is ``empile``, without a password."""

    def __init__(self, folder: Path, options: Sequence[str] = _QUICK) -> None:
        self.folder = folder
        self.options = options
        self.sockets = folder / "s"
        self._has_template = False

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://empile@/{database}?host={self.sockets}"

    def create(self) -> None:
        """Create the cluster."""
        self.sockets.mkdir()
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            shutil.chown(self.folder, "postgres")
            shutil.chown(self.sockets, "postgres")
        self.call(
            "initdb", "-D", str(self.data), "-U", "empile", "--auth=trust", "--no-sync",
            "--encoding=UTF8", "--locale=C",
        )  # fmt: skip

    @property
    def data(self) -> Path:
        """The folder of the cluster's files."""
        return self.folder / "d"

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        settings = [
            f"-c{option}"
            for option in (
                "listen_addresses=",
                f"unix_socket_directories={self.sockets}",
                "shared_buffers=16MB",
                "max_connections=100",
                *self.options,
            )
        ]
        self.call(
            "pg_ctl", "start", "-w", "-D", str(self.data), "-l", str(self.folder / "log"),
            "-o", " ".join(settings),
        )  # fmt: skip

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server: ``immediate`` is like a crash."""
        self.call("pg_ctl", "stop", "-w", "-m", mode, "-D", str(self.data))

    @property
    def process(self) -> int:
        """The process of the running server."""
        return int((self.data / "postmaster.pid").read_text().splitlines()[0])

    def new_database(self, template: str = "template1") -> PostgresUrl:
        """Create a database; return its address."""
        name = f"test{next(_NUMBERS)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return PostgresUrl(self.url(name))

    def new_store(self) -> PostgresUrl:
        """Create a database with the current schema; return its address."""
        if not self._has_template:
            self.sql("CREATE DATABASE migrated STRATEGY file_copy")
            migrate(PostgresUrl(self.url("migrated")))
            self._has_template = True
        return self.new_database("migrated")

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run a statement; return its output."""
        return self.call("psql", "-X", "-At", "-c", statement, self.url(database))

    def call(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs as a user that is not root; return its output."""
        folder = programs()
        assert folder is not None, MISSING
        command = [str(folder / program), *arguments]
        if os.getuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *command]
        # A file: the server that `pg_ctl` starts would keep a pipe open.
        with tempfile.TemporaryFile("w+") as output:
            status = subprocess.run(
                command,
                cwd=self.folder,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=PATIENCE,
                check=False,
            ).returncode
            output.seek(0)
            said = output.read().strip()
        assert status == 0, f"{' '.join(command)}:\n{said}"
        return said


@contextmanager
def postgres_server(*options: str) -> Generator[PostgresServer]:
    """Run a PostgreSQL server until the block ends; without ``options`` it is quick, not durable."""
    # A socket's path must be short, and its folders open to PostgreSQL's user.
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        server = PostgresServer(folder, options or _QUICK)
        server.create()
        server.start()
        try:
            yield server
        finally:
            if (server.data / "postmaster.pid").exists():
                server.stop()
