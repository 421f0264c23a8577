"""A worker as a process, which knows a job that kills it: ``STORE BUS TTL``."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from empile.server.background.job_worker import JobWorker
from empile.server.background.queue import kinds
from empile.server.store.sqlite import SQLiteStore
from tests.server.background import calls

DEADLY = ("test killed", f"{calls.__name__}:{calls.killed.__name__}")
TOLD = ("test told", f"{calls.__name__}:{calls.told.__name__}")


async def main(file: Path, bus: str, ttl: float) -> None:
    """Compute until killed."""
    store = SQLiteStore(file)
    await JobWorker(store, bus, 1, in_processes=False, ttl=ttl).run()


if __name__ == "__main__":
    kinds.KINDS.update((DEADLY, TOLD))
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
