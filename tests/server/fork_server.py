"""A process that loads everything once and starts servers by forking.

Starting Python and loading the compiler takes a second, too slow for a hundred servers to kill.
Each server is still a separate process. Reads one command per line from stdin and answers each with
one line:

``serve PORT FILE [BUS]`` starts a server and answers its process id once it accepts connections; ``wait
PID`` waits for the end of a server and answers its exit status.

With the argument ``by-hand`` Cairn has placements by hand. With ``strict`` clients have the usual
limits, and bots think for a minute.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from empile.bots import Level
from empile.engine.discovery import load
from empile.engine.game import State
from empile.engine.match import Match
from empile.engine.random import Stream, new_stream
from empile.server.background import bots
from empile.server.http import api
from empile.server.run import serve
from empile.server.settings import Settings
from empile.server.tables import redaction
from empile.server.wire.rate_limits import Limits
from tests.server.conftest import any_move
from tests.server.scripted_placement import Script, cairn_by_hand


def _serve(port: int, file: Path, bus: str | None, ready: int) -> None:
    settings = Settings(
        bus=bus,
        data=file,
        bot_seconds=0.0,
        compute_processes=0,
        warm=False,
        limits=Limits()
        if "strict" in sys.argv[1:]
        else replace(
            Limits(),
            messages_per_second=1e6,
            reads_per_second=1e6,
            requests_per_second=1e6,
            requests_at_once=1e6,
        ),
    )

    def announce(_: str) -> None:
        os.write(ready, b"!")

    serve("127.0.0.1", port, settings=settings, announce=announce)


def _start(port: int, file: Path, bus: str | None) -> int:
    told, ready = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(told)
        status = 1
        try:
            _serve(port, file, bus, ready)
            status = 0
        finally:
            os._exit(status)
    os.close(ready)
    begun = os.read(told, 1)
    os.close(told)
    if not begun:
        os.waitpid(pid, 0)
        raise RuntimeError("the server did not start")
    return pid


def slow_move(
    state: State,
    level: Level,
    stream: Stream,
    bonus: Mapping[int, float] | None = None,
    stop: Callable[[], bool] | None = None,
) -> int:
    """Think for a minute, or until stopped."""
    assert stop is not None
    end = time.monotonic() + 60
    while not stop() and time.monotonic() < end:
        time.sleep(0.01)
    return any_move(state, level, stream, bonus)


def main() -> None:
    """Run commands until the end of the input."""
    assert api, "loaded before any server is"
    with contextlib.suppress(ImportError):  # Litestar loads it if it is installed
        importlib.import_module("litestar.plugins.pydantic")
    strict = "strict" in sys.argv[1:]
    bots.choose = slow_move if strict else any_move  # type: ignore[attr-defined]
    if "by-hand" in sys.argv[1:]:
        cairn_by_hand(Script(), setattr)
    match = Match(load("block-ness"))
    match.play_action(match.state.legal_actions()[0])
    match.resolve_chance(new_stream(1))
    match.state.clone().apply_text(match.state.legal_texts()[0])
    match.state.result()
    match.state.view(None)
    match.state.scores()
    redaction.position_json(match.state, None)
    redaction.legal_json(match.state)
    # Forked processes then share the loaded memory instead of copying it during collections.
    gc.collect()
    gc.freeze()
    print("ready", flush=True)
    alive: set[int] = set()
    try:
        for line in sys.stdin:
            verb, *words = line.split()
            if verb == "serve":
                pid = _start(int(words[0]), Path(words[1]), words[2] if words[2:] else None)
                alive.add(pid)
                print(pid, flush=True)
            elif verb == "wait":
                pid = int(words[0])
                print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
                alive.discard(pid)
    finally:
        for pid in alive:
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
