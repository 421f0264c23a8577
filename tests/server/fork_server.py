"""A process that loads everything once and starts servers by forking.

Starting Python and loading the compiler takes a second, too slow for a hundred servers to kill.
Each server is still a separate process. Reads one command per line from stdin and answers each with
one line:

``serve PORT STORE [BUS]`` starts a server and answers its process id once it accepts connections;
``work STORE BUS`` starts a worker; ``wait PID`` waits for the end of a process and answers its exit
status.

With the argument ``by-hand`` Cairn has placements by hand. With ``strict`` clients have the usual
limits, and bots think for a minute. With ``talk`` there are accounts, and they write messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from empile.bots import Level
from empile.bots.analysis import DEPTHS, Depth
from empile.bots.hints import Advice, advise
from empile.engine.discovery import load
from empile.engine.game import State
from empile.engine.match import Match
from empile.engine.random import Stream, new_stream
from empile.server.background import bots, hints, job_worker
from empile.server.background.job_worker import JobWorker
from empile.server.http import api
from empile.server.run import serve
from empile.server.settings import Settings
from empile.server.store.location import StoreLocation, read_location
from empile.server.store.opening import connect
from empile.server.tables import redaction
from empile.server.wire.rate_limits import Limits
from tests.server.conftest import any_move
from tests.server.scripted_placement import Script, cairn_by_hand
from tests.support.patience import PATIENCE


def _serve(port: int, store: StoreLocation, bus: str | None, ready: int) -> None:
    settings = Settings(
        bus=bus,
        data=store,
        bot_seconds=0.0,
        compute_processes=0,
        password_process=False,
        warm=False,
        accounts="open" if "talk" in sys.argv[1:] else "off",
        talk="free" if "talk" in sys.argv[1:] else "phrases",
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


def _work(store: StoreLocation, bus: str, ready: int) -> None:
    async def main() -> None:
        opened = connect(store)
        worker = JobWorker(opened, bus, 2, in_processes=False)
        task = asyncio.create_task(worker.run())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        os.write(ready, b"!")
        await asyncio.wait([task])
        await opened.close()

    asyncio.run(main())


def _start(run: Callable[[int], None]) -> int:
    told, ready = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(told)
        status = 1
        try:
            run(ready)
            status = 0
        finally:
            os._exit(status)
    os.close(ready)
    begun = os.read(told, 1)
    os.close(told)
    if not begun:
        os.waitpid(pid, 0)
        raise RuntimeError("the process did not start")
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
    end = time.monotonic() + PATIENCE
    while not stop() and time.monotonic() < end:
        time.sleep(0.01)
    return any_move(state, level, stream, bonus)


def quickly(state: State, *, stream: Stream, stop: Callable[[], bool], seconds: float) -> Advice:
    """Advise after a short search."""
    return advise(state, stream=stream, simulations=20, stop=stop)


def main() -> None:
    """Run commands until the end of the input."""
    assert api, "loaded before any server is"
    with contextlib.suppress(ImportError):  # Litestar loads it if it is installed
        importlib.import_module("litestar.plugins.pydantic")
    strict = "strict" in sys.argv[1:]
    bots.choose = slow_move if strict else any_move  # type: ignore[assignment, attr-defined]
    job_worker.choose = any_move  # type: ignore[assignment, attr-defined]
    for runner in (hints, job_worker):
        runner.advise = quickly  # type: ignore[attr-defined]
    DEPTHS["quick"] = Depth(0.01, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)
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
                port, store = int(words[0]), read_location(words[1])
                bus = words[2] if words[2:] else None
                pid = _start(partial(_serve, port, store, bus))
                alive.add(pid)
                print(pid, flush=True)
            elif verb == "work":
                pid = _start(partial(_work, read_location(words[0]), words[1]))
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
