"""Structured logs: text or JSON lines, with the ids of the request and the table.

Logs never contain tokens, codes, names of people or paths of requests: only routes.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, Literal

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]
FORMATS: Final[tuple[LogFormat, ...]] = ("text", "json")
LEVELS: Final[tuple[LogLevel, ...]] = ("debug", "info", "warning", "error")

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
table_id: ContextVar[str | None] = ContextVar("table_id", default=None)

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_FIELDS: Final = ("method", "route", "status", "milliseconds", "reason")
"""Values that a call may add with ``extra``, besides ``request`` and ``table``."""


def new_request_id(wanted: str | None) -> str:
    """Return the client's id of a request if it is short and plain, else a random one."""
    if wanted is not None and _ID.fullmatch(wanted):
        return wanted
    return secrets.token_hex(8)


def configure(form: LogFormat = "text", level: LogLevel = "warning") -> None:
    """Log to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


class TextFormatter(logging.Formatter):
    """One line per record: time, level, logger, message and ids."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s%(fields)s")

    def format(self, record: logging.LogRecord) -> str:
        record.fields = "".join(f" {name}={value}" for name, value in _fields(record).items())
        return super().format(record)


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        found: dict[str, Any] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            found["exception"] = self.formatException(record.exc_info)
        return json.dumps(found, default=str)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    ids = {
        "request": getattr(record, "request", request_id.get()),
        "table": getattr(record, "table", table_id.get()),
    }
    found = {name: value for name, value in ids.items() if value is not None}
    return found | {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
