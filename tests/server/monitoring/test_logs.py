"""Log records as text and as JSON."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest

from empile.server.monitoring import logs
from empile.server.monitoring.loop_lag import measure_lag


def record(message: str = "a thing failed", **extra: object) -> logging.LogRecord:
    return logging.getLogger("empile.test").makeRecord(
        "empile.test", logging.ERROR, "file.py", 1, message, (), None, extra=extra
    )


@contextmanager
def ids(request: str, table: str) -> Generator[None]:
    tokens = logs.request_id.set(request), logs.table_id.set(table)
    yield
    logs.request_id.reset(tokens[0])
    logs.table_id.reset(tokens[1])


def test_json_lines_have_ids_and_fields() -> None:
    with ids("r1", "t1"):
        found = json.loads(logs.JsonFormatter().format(record(status=500, milliseconds=1.5)))
    assert found.pop("time").endswith("+00:00")
    assert found == {
        "level": "error",
        "logger": "empile.test",
        "message": "a thing failed",
        "request": "r1",
        "table": "t1",
        "status": 500,
        "milliseconds": 1.5,
    }


def test_json_lines_stay_lines() -> None:
    text = logs.JsonFormatter().format(record('two\nlines "quoted" \u2028'))
    assert len(text.splitlines()) == 1
    assert json.loads(text)["message"] == 'two\nlines "quoted" \u2028'


def test_json_lines_have_the_traceback() -> None:
    try:
        raise ZeroDivisionError("a fault")
    except ZeroDivisionError:
        failed = record()
        failed.exc_info = sys.exc_info()
    found = json.loads(logs.JsonFormatter().format(failed))
    assert "ZeroDivisionError: a fault" in found["exception"]
    assert "test_json_lines_have_the_traceback" in found["exception"]


def test_text_lines_have_ids_only_if_there_are_any() -> None:
    form = logs.TextFormatter()
    assert form.format(record()).endswith(" ERROR empile.test: a thing failed")
    with ids("r1", "t1"):
        assert form.format(record()).endswith("a thing failed request=r1 table=t1")
        assert form.format(record(table="t2")).endswith("a thing failed request=r1 table=t2")


@pytest.mark.parametrize(("form", "level"), [("text", "warning"), ("json", "info")])
def test_configure_sets_format_and_level(form: str, level: str) -> None:
    code = f"""
import logging
from empile.server.monitoring import logs
logs.configure({form!r}, {level!r})
logging.getLogger("empile.access").info("quiet")
logging.getLogger("empile.store").warning("loud")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lines = done.stderr.splitlines()
    if form == "json":
        read: list[Any] = [json.loads(line)["message"] for line in lines]
        assert read == ["quiet", "loud"]
    else:
        assert [line.split(": ")[1] for line in lines] == ["loud"]


def test_measure_lag_reports_a_blocked_loop() -> None:
    async def scene() -> None:
        lags: list[float] = []
        task = asyncio.create_task(measure_lag(lags.append, 0.001))
        await asyncio.sleep(0)
        done = asyncio.get_running_loop().time() + 0.05
        while asyncio.get_running_loop().time() < done:
            pass
        while not lags:
            await asyncio.sleep(0)
        task.cancel()
        assert lags[0] >= 0.04

    asyncio.run(scene())
