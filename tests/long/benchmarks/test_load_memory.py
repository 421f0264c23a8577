"""Report of the memory of tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def load_memory(program: Program) -> Any:
    """The program."""
    return program("load_memory")


@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("/opt/empile/src/empile/server/app.py", "empile/server/app.py"),
        ("/v/site-packages/uvicorn/protocols/utils.py", "uvicorn/protocols/utils.py"),
        ("<frozen importlib._bootstrap>", "<frozen importlib._bootstrap>"),
        ("/usr/lib/python3.11/json/decoder.py", "json/decoder.py"),
    ],
)
def test_package_path_is_from_the_package_on(load_memory: Any, file: str, path: str) -> None:
    assert load_memory.package_path(file) == path


def test_report_has_both_subscriptions_and_the_allocations_of_one(load_memory: Any) -> None:
    found = [
        load_memory.Memory("blox", "full", 60, 40.4, 70.6, {"a.py": 3.21, "b.py": 0.5}),
        load_memory.Memory("blox", "moves", 60, 40.0, 60.0, {}),
    ]
    text = load_memory.report(found, 500, "note")
    assert "| blox | full | 40 | 60 | 71 |" in text
    assert "| blox | moves | 40 | 60 | 60 |" in text
    assert "| blox | `a.py` 3.2, `b.py` 0.5 |" in text
