"""QR codes for terminals: their modules and how they are drawn."""

from __future__ import annotations

import re

import pytest
import segno

from empile.cli.qr import in_terminal

QUIET_ZONE = 2


def rows_drawn(text: str) -> list[str]:
    """Return the modules of a drawn code, a string per row, with ``#`` for dark modules."""
    lines = in_terminal(text).splitlines()
    assert all(re.fullmatch("\x1b\\[30;107m[ ▀▄█]+\x1b\\[0m", line) for line in lines)
    drawn = [line.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m") for line in lines]
    return [
        "".join("#" if half in dark else "." for half in line)
        for line in drawn
        for dark in ("▀█", "▄█")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "http://10.0.0.7:8000/",
        "http://192.168.178.123:47471/",
        "à la maison",
        *("x" * length for length in (14, 15, 26, 27, 106, 300)),
    ],
)
def test_in_terminal_draws_every_module(text: str) -> None:
    code = segno.make_qr(text, error="m", boost_error=False)
    rows = rows_drawn(text)
    wanted = [
        "".join("#" if dark else "." for dark in row) for row in code.matrix_iter(border=QUIET_ZONE)
    ]
    assert rows[: len(wanted)] == wanted
    assert all(set(row) == {"."} for row in rows[len(wanted) :])


def test_in_terminal_has_a_quiet_zone() -> None:
    rows = rows_drawn("hello")
    assert all(set(row) == {"."} for row in (*rows[:QUIET_ZONE], *rows[-QUIET_ZONE:]))
    assert all(set(row[:QUIET_ZONE] + row[-QUIET_ZONE:]) == {"."} for row in rows)
