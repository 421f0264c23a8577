"""What a process does for its tables from time to time."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

from empile.server.store.interface import StoreFailedError

_UNLOAD_SECONDS: Final = 5.0
_FIRST_PRUNE_SECONDS: Final = 60.0

log = logging.getLogger("empile.registry")


class Tables(Protocol):
    """The tables of a process: :class:`empile.server.registry.TableRegistry`."""

    def unload_idle(self) -> None: ...

    async def look_elsewhere(self) -> None: ...

    async def prune(self) -> int: ...


async def unload(tables: Tables) -> None:
    """Unload idle tables at intervals."""
    while True:
        await asyncio.sleep(_UNLOAD_SECONDS)
        tables.unload_idle()


async def watch(tables: Tables, seconds: float) -> None:
    """Look for events of other processes that the bus did not report, at such intervals."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await tables.look_elsewhere()
        except StoreFailedError:
            pass  # the store logs it
        except Exception:
            log.exception("looking for events of other processes failed")


async def prune(tables: Tables, seconds: float) -> None:
    """Delete old tables, at such intervals."""
    await asyncio.sleep(min(_FIRST_PRUNE_SECONDS, seconds))
    while True:
        try:
            deleted = await tables.prune()
        except StoreFailedError:
            pass  # the store logs it
        except Exception:
            log.exception("old tables cannot be deleted")
        else:
            if deleted:
                log.info("deleted %d old tables", deleted)
        await asyncio.sleep(seconds)
