"""Terminals that do not use UTF-8: what they cannot show must not end a game."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

VARIABLES = ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONCOERCECLOCALE")


@pytest.mark.parametrize(
    "terminal",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX"},
        {"LC_ALL": "xx_YY.UTF-8"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=lambda terminal: " ".join(f"{name}={value}" for name, value in terminal.items()),
)
def test_play_in_a_terminal_without_utf_8(terminal: dict[str, str]) -> None:
    outside = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    command = [sys.executable, "-m", "empile", "play", "block-ness", "--language", "fr"]
    done = subprocess.run(
        command, input=b"help\nquit\n", capture_output=True, env={**outside, **terminal}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    output = done.stdout.decode()
    assert "◦" in output
    assert "Vous avez quitté la partie." in output
