"""Prometheus metrics."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

disable_created_metrics()  # type: ignore[no-untyped-call]

_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.moves = Counter("empile_moves", "Moves stored", registry=self._registry)
        self.tables_made = Counter("empile_tables_made", "Tables created", registry=self._registry)
        self.appends = Counter("empile_appends", "Appends to logs", registry=self._registry)
        self.append_seconds = Histogram(
            "empile_append_seconds",
            "Seconds from an append's arrival to its commit, by commit",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.errors = Counter(
            "empile_refused", "Messages refused", ["code"], registry=self._registry
        )
        self.frozen = Counter("empile_frozen", "Tables whose code failed", registry=self._registry)
        self.bot_seconds = Histogram(
            "empile_bot_seconds",
            "Seconds of a bot's search",
            buckets=(0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
            registry=self._registry,
        )

        self.hint_seconds = Histogram(
            "empile_hint_seconds",
            "Seconds of a hint's search",
            buckets=(0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
            registry=self._registry,
        )

        self.placed = Counter("empile_placed", "Placements finished", registry=self._registry)
        self.faults = Counter("empile_faults", "Simulations that failed", registry=self._registry)
        self.frame_seconds = Histogram(
            "empile_frame_seconds",
            "Delay of placement frames in seconds",
            buckets=(0.002, 0.005, 0.01, 0.02, 0.033, 0.05, 0.1, 0.2, 0.5, 1.0),
            registry=self._registry,
        )

    def gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        Gauge(name, help_text, registry=self._registry).set_function(value)

    def committed(self, seconds: float, appends: int) -> None:
        self.append_seconds.observe(seconds)
        self.appends.inc(appends)

    def text(self) -> bytes:
        return generate_latest(self._registry)
