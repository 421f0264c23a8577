"""Metrics of notices: how many wait in the store, and what this process has sent."""

from __future__ import annotations

import time
from typing import Final, Literal, get_args

from sqlalchemy import Connection, func, select

from empile.community.clock import now_ms
from empile.community.database import Database
from empile.community.notices.outbox import Stage
from empile.server.metrics import Metrics
from empile.server.store.schema import notice_digests, notices

Channel = Literal["page", "push", "mail"]
WAITING: Final = tuple(stage for stage in get_args(Stage) if stage != "done")

_EACH_SECONDS: Final = 15.0


class NoticeMetrics:
    """Counts what is sent; :meth:`look` reads what waits, for all processes."""

    def __init__(self, metrics: Metrics) -> None:
        self._sent = metrics.counter(
            "empile_notices_sent",
            "Notices that a page confirmed, a push service took, or a mail told",
            "channel",
            get_args(Channel),
        )
        self._failed = metrics.counter(
            "empile_notices_failed",
            "Attempts to push or mail that failed",
            "channel",
            ("push", "mail"),
        )
        self._waiting = dict.fromkeys(WAITING, 0)
        self._late_since: int | None = None
        self._looked: float | None = None
        for stage in WAITING:
            metrics.gauge(
                "empile_notices_waiting",
                "Notices that nobody has confirmed, by stage",
                lambda stage=stage: self._waiting[stage],  # type: ignore[misc]
                stage=stage,
            )
        metrics.gauge(
            "empile_notices_late_seconds",
            "For how long the next step of a notice, or a mail, is due",
            self._late_seconds,
        )

    def sent(self, channel: Channel, count: int = 1) -> None:
        """Count notices that a channel has delivered."""
        self._sent.labels(channel).inc(count)

    def failed(self, channel: Channel, count: int = 1) -> None:
        """Count failures of a channel."""
        self._failed.labels(channel).inc(count)

    async def look(self, database: Database) -> None:
        """Read what waits, unless that was done a moment ago. Raises ``CommandError``."""
        now = time.monotonic()
        if self._looked is not None and now - self._looked < _EACH_SECONDS:
            return
        self._looked = now
        self._waiting, self._late_since = await database.read(_read)

    def _late_seconds(self) -> float:
        if self._late_since is None:
            return 0.0
        return max(0.0, (now_ms() - self._late_since) / 1000)


def _read(connection: Connection) -> tuple[dict[Stage, int], int | None]:
    """Return the notices of each stage, and since when the oldest step is due."""
    counted = connection.execute(
        select(notices.c.stage, func.count())
        .where(notices.c.stage != "done")
        .group_by(notices.c.stage)
    )
    found: dict[Stage, int] = dict.fromkeys(WAITING, 0)
    for stage, count in counted:
        if stage in found:
            found[stage] = count
    now = now_ms()
    due = [
        connection.scalar(select(func.min(table.c.due)).where(table.c.due <= now))
        for table in (notices, notice_digests)
    ]
    return found, min((at for at in due if at is not None), default=None)
