"""Our server for load tests: without rate limits, and with known chance events.

The seeds follow from the number of the table, which its creator has as name, so that the load
generator can prepare whole games. Everything else is the server as it is shipped.

    python -m load.seeded_server STORE [BUS] [--accounts]

If started with ``-X tracemalloc``, it answers SIGUSR1 with a line of JSON: the allocated bytes by
source file.
"""

from __future__ import annotations

import json
import signal
import sys
import tracemalloc
from unittest.mock import patch

from empile.engine.game import State
from empile.server.run import serve
from empile.server.settings import Settings
from empile.server.store.location import read_location
from empile.server.tables.commands.advance import auto_advance
from empile.server.tables.table import Step, Table
from empile.server.wire.rate_limits import Limits
from load.seeds import seed_of

_COMMANDS = "empile.server.tables.commands"


class _Seeds:
    """Replaces the module ``secrets`` in the commands."""

    def __init__(self) -> None:
        self._game = self._event = 0

    def randbelow(self, _: int) -> int:
        """Return the place of seat 0 in the first game."""
        return 0

    def randbits(self, _: int) -> int:
        """Return the seed of the next chance event."""
        self._event += 1
        return seed_of(self._game, self._event - 1)

    def auto_advance(self, table: Table, state: State) -> list[Step]:
        """Call the server's function with the seeds of the table."""
        game = table.current
        if state is table.initial:
            self._game, self._event = (0 if game is None else game.number), 0
        else:
            assert game is not None
            self._game, self._event = game.number - 1, len(game.events) + 1
        self._game += int(table.places[0].name)
        return auto_advance(table, state)


def _print_allocations(*_: object) -> None:
    found = tracemalloc.take_snapshot().statistics("filename")
    print(json.dumps({one.traceback[0].filename: one.size for one in found}), flush=True)


def main() -> None:
    """Serve until SIGINT; print the address."""
    if tracemalloc.is_tracing():
        signal.signal(signal.SIGUSR1, _print_allocations)
    words = [word for word in sys.argv[1:] if word != "--accounts"]
    seeds = _Seeds()
    unlimited = Limits(
        messages_per_second=1e9,
        reads_per_second=1e9,
        requests_per_second=1e9,
        requests_at_once=1e9,
        asides_per_second=1e9,
        table_asides_per_second=1e9,
        asides_per_game=10**9,
        connections_per_address=10**9,
    )
    with (
        patch(f"{_COMMANDS}.advance.secrets", seeds),
        patch(f"{_COMMANDS}.start.secrets", seeds),
        patch(f"{_COMMANDS}.start.auto_advance", seeds.auto_advance),
        patch(f"{_COMMANDS}.act.auto_advance", seeds.auto_advance),
    ):
        serve(
            "127.0.0.1",
            0,
            settings=Settings(
                data=read_location(words[0]),
                bus=words[1] if words[1:] else None,
                accounts="open" if len(words) < len(sys.argv) - 1 else "off",
                limits=unlimited,
                warm=False,
            ),
            announce=lambda address: print(address, flush=True),
        )


if __name__ == "__main__":
    main()
