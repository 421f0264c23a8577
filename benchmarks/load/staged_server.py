"""The server of ``seeded_server``, which also measures the processor time of its stages.

It answers SIGUSR2 with a line of JSON: the seconds of each stage and of each thread so far. Stages
are measured on the event loop; the time of one within another counts for the inner one only.

    python -m load.staged_server DATA
"""

from __future__ import annotations

import functools
import json
import signal
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any

from empile.server.http import websocket
from empile.server.store.sqlite import SQLiteStore
from empile.server.tables.room import Room
from empile.server.tables.updates import Update
from empile.server.wire.connection import Connection
from load import seeded_server

STAGES: dict[str, list[tuple[Any, str]]] = {
    "read the message": [(websocket._Session, "_take")],  # pyright: ignore[reportPrivateUsage]
    "check and play the move": [(websocket, "act")],
    "append it": [(Room, "_append"), (SQLiteStore, "append"), (SQLiteStore, "_hand_over")],
    "apply it to the table": [(SQLiteStore, "_settle_batch"), (Room, "_apply")],
    "events": [(Update, "_events_json")],
    "position, scores, poses": [(Update, "_public_members"), (Update, "_seen_by")],
    "legal moves": [(Update, "_legal_json")],
    "join the frames": [(Room, "_broadcast"), (Update, "frame")],
    "hand over the frames": [(Connection, "send")],
}
"""Functions whose time a stage is."""


class Stages:
    """Processor time of the functions of each stage, in seconds, without that of inner stages."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._inner = [0.0]

    def wrap(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return ``function``, measured."""

        @functools.wraps(function)
        def measured(*arguments: Any, **named: Any) -> Any:
            self._inner.append(0.0)
            began = thread_time()
            try:
                return function(*arguments, **named)
            finally:
                took = thread_time() - began
                self.seconds[stage] += took - self._inner.pop()
                self._inner[-1] += took

        return measured


def thread_seconds() -> dict[str, float]:
    """Return the processor time of this process's threads by name, on Linux."""
    found: dict[str, float] = {}
    for thread in threading.enumerate():
        times = Path(f"/proc/self/task/{thread.native_id}/schedstat")
        if times.exists():
            found[thread.name] = int(times.read_text().split()[0]) / 1e9
    return found


def main() -> None:
    """Serve until SIGINT; print the address."""
    stages = Stages()
    for stage, functions in STAGES.items():
        for owner, name in functions:
            setattr(owner, name, stages.wrap(stage, getattr(owner, name)))

    def tell(*_: object) -> None:
        found = {"stages": stages.seconds, "threads": thread_seconds()}
        print(json.dumps(found), flush=True)

    signal.signal(signal.SIGUSR2, tell)
    seeded_server.main()


if __name__ == "__main__":
    main()
