"""The server for load tests with a variation: its name is in ``EMPILE_VARIATION``.

``notices``
    Other processes are told of each event, also if no client waits for it there.
``window``
    Appends to PostgreSQL wait for 3 ms, so that more of them share a commit.
``batch``
    The process does not interrupt others when it wakes (``SCHED_BATCH``).
"""

from __future__ import annotations

import asyncio
import os
from typing import Final
from unittest.mock import patch

from empile.server.bus.redis import RedisBus
from empile.server.store.interface import Append, Done
from empile.server.store.postgres.writer import Writer
from load.seeded_server import main

_WINDOW_SECONDS: Final = 0.003
_append = Writer.append


def _append_later(self: Writer, append: Append, done: Done) -> None:
    waiting = _waiting.setdefault(self, [])
    if not waiting:
        asyncio.get_running_loop().call_later(_WINDOW_SECONDS, _flush, self)
    waiting.append((append, done))


def _flush(writer: Writer) -> None:
    for append, done in _waiting.pop(writer):
        _append(writer, append, done)


def _always(*_: object) -> bool:
    return True


_waiting: dict[Writer, list[tuple[Append, Done]]] = {}

if __name__ == "__main__":
    match os.environ.get("EMPILE_VARIATION", ""):
        case "notices":
            with patch.object(RedisBus, "is_shown_elsewhere", _always):
                main()
        case "window":
            with patch.object(Writer, "append", _append_later):
                main()
        case "batch":
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
            main()
        case name:
            raise SystemExit(f"unknown variation: '{name}'")
