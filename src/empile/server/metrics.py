"""Prometheus metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

disable_created_metrics()  # type: ignore[no-untyped-call]

Channel = Literal["rest", "socket"]
FAILURES: Final = ("request", "socket", "task")

_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
_LONG = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._gauges: dict[str, Gauge] = {}
        self.moves = Counter("empile_moves", "Moves stored", registry=self._registry)
        self.tables_made = Counter("empile_tables_made", "Tables created", registry=self._registry)
        self.appends = Counter("empile_appends", "Appends to logs", registry=self._registry)
        self.append_seconds = Histogram(
            "empile_append_seconds",
            "Seconds from an append's arrival to its commit, by commit",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._refused = Counter(
            "empile_refused",
            "Messages (socket) and requests (rest) refused",
            ["channel", "code"],
            registry=self._registry,
        )
        self.store_failures = Counter(
            "empile_store_failures", "Failures of the store", ["fault"], registry=self._registry
        )
        self.failures = Counter(
            "empile_failures",
            "Errors of the server outside of tables",
            ["where"],
            registry=self._registry,
        )
        for where in FAILURES:
            self.failures.labels(where)
        self.sockets_closed = Counter(
            "empile_sockets_closed",
            "WebSockets closed, by the server's reason or by the client",
            ["reason"],
            registry=self._registry,
        )
        self._responses = Counter(
            "empile_http_responses", "HTTP responses", ["status"], registry=self._registry
        )
        self._response_seconds = Histogram(
            "empile_http_seconds",
            "Seconds of HTTP requests",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.lag_seconds = Histogram(
            "empile_loop_lag_seconds",
            "Delay of a timer on the event loop",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._queues = Gauge(
            "empile_queue_length", "Jobs that wait or run", ["queue"], registry=self._registry
        )
        ProcessCollector(registry=self._registry)
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

    def gauge(self, name: str, help_text: str, value: Callable[[], float], **labels: str) -> None:
        """Add a gauge, or another one with other values of its labels."""
        known = self._gauges.get(name)
        if known is None:
            known = self._gauges[name] = Gauge(
                name, help_text, list(labels), registry=self._registry
            )
        (known.labels(**labels) if labels else known).set_function(value)

    def counter(self, name: str, help_text: str, label: str, values: Iterable[str]) -> Counter:
        """Return a new counter with a label and all its values."""
        found = Counter(name, help_text, [label], registry=self._registry)
        for value in values:
            found.labels(value)
        return found

    def histogram(self, name: str, help_text: str, label: str, values: Iterable[str]) -> Histogram:
        """Return a new histogram of seconds with a label and all its values."""
        found = Histogram(name, help_text, [label], buckets=_LONG, registry=self._registry)
        for value in values:
            found.labels(value)
        return found

    def queue(self, name: str, length: Callable[[], float]) -> None:
        self._queues.labels(name).set_function(length)

    def refused(self, channel: Channel, code: str) -> None:
        self._refused.labels(channel, code).inc()

    def responded(self, status: int, seconds: float) -> None:
        self._responses.labels(str(status)).inc()
        self._response_seconds.observe(seconds)

    def committed(self, seconds: float, appends: int) -> None:
        self.append_seconds.observe(seconds)
        self.appends.inc(appends)

    def store_failed(self, fault: str) -> None:
        self.store_failures.labels(fault).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)
