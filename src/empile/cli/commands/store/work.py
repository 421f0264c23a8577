"""``empile work``: computes for several servers."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal

from empile.cli.errors import CommandError
from empile.cli.parser import whole_number
from empile.cli.store_args import add_bus, add_store, check_bus, chosen_store

ABOUT = """\
Compute for servers on the same store and bus, which then do not do it themselves: moves of bots,
hints, replays of long games, analyses. Start as many workers as you like, on any machine; if one is
killed, another one does its work.
Press Ctrl-C to stop.

examples:
  empile work --store postgresql://empile@db.example.org/empile --bus redis://db.example.org/0
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_store(parser)
    add_bus(parser)
    parser.add_argument(
        "--threads",
        type=whole_number(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="searches at a time (default: the number of processors)",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.bus is None:
        raise CommandError("give the bus of the servers, such as --bus redis://localhost:6379/0")
    store = chosen_store(arguments)
    check_bus(arguments.bus)
    from empile.server.background.job_worker import work
    from empile.server.store.opening import prepare

    prepare(store)

    async def main() -> None:
        working = asyncio.create_task(work(store, arguments.bus, arguments.threads))
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, working.cancel)
        print("The worker is ready. Ctrl-C stops it.", flush=True)
        with contextlib.suppress(asyncio.CancelledError):
            await working

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
    return 0
