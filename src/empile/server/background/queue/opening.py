"""The queue of workers, if there is a connection to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from empile.server.store.interface import Store
from empile.server.wire.rate_limits import Limits

if TYPE_CHECKING:
    from empile.server.background.queue.redis import RedisQueue
    from empile.server.bus.redis_connection import RedisConnection


def open_workers(
    connection: RedisConnection | None, store: Store, limits: Limits
) -> RedisQueue | None:
    """Return the queue over a connection, which is not started, or None."""
    if connection is None:
        return None
    # Its client is an optional package.
    from empile.server.background.queue.redis import RedisQueue

    return RedisQueue(
        connection, store, limits.computations_waiting_per_address, limits.computations_waiting
    )
