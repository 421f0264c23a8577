"""Bots as programs, with well-behaved and broken peers."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

BOT = """
from empile.client import ClosedError, serve_stdio
try:
    serve_stdio(lambda state: 0)
except ClosedError as error:
    print(error)
    print(input())
"""


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("", "the connection was lost"),
        (
            '{"type": "bye", "code": "stopping", "detail": "the game is over"}\n',
            "the game is over",
        ),
        ('{"type": "bye", "co', "the connection was lost"),
    ],
)
def test_serve_stdio_raises_closed_error_if_the_input_ends(told: str, said: str) -> None:
    """Stdin and stdout are restored afterwards."""
    done = subprocess.run(
        [sys.executable, "-c", BOT], input=told, capture_output=True, text=True, check=False
    )
    hello, *after = done.stdout.splitlines()
    assert json.loads(hello)["type"] == "hello"
    assert after == [said]
    assert done.stderr.splitlines()[-1].startswith("EOFError")
