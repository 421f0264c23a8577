"""What a process does for its tables from time to time."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from empile.server.store.interface import StoreFailedError

if TYPE_CHECKING:
    from empile.server.registry import TableRegistry

_UNLOAD_SECONDS: Final = 5.0
_FIRST_PRUNE_SECONDS: Final = 60.0

log = logging.getLogger("empile.registry")


async def unload(registry: TableRegistry) -> None:
    """Unload tables that nobody follows."""
    while True:
        await asyncio.sleep(_UNLOAD_SECONDS)
        registry.unload_idle()


async def watch(registry: TableRegistry) -> None:
    """Look for events of other processes of which the bus did not tell."""
    while True:
        await asyncio.sleep(registry.settings.watch_seconds)
        try:
            await registry.look_elsewhere()
        except StoreFailedError:
            pass  # the store logs it
        except Exception:
            log.exception("looking for events of other processes failed")


async def prune(registry: TableRegistry) -> None:
    """Delete old tables."""
    seconds = registry.settings.prune_seconds
    await asyncio.sleep(min(_FIRST_PRUNE_SECONDS, seconds))
    while True:
        try:
            deleted = await registry.prune()
        except StoreFailedError:
            pass  # the store logs it
        except Exception:
            log.exception("old tables cannot be deleted")
        else:
            if deleted:
                log.info("deleted %d old tables", deleted)
        await asyncio.sleep(seconds)
