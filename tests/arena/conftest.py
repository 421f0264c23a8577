"""Fixtures: programs for tournaments and a watch."""

from __future__ import annotations

import shlex
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

Program = Callable[[str], str]
"""Takes the lines of a shell script; returns its entrant."""


class Watching:
    """Records notifications during a game."""

    def __init__(self) -> None:
        self.programs: list[int] = []
        self.ended_programs: list[int] = []
        self.thinking: list[int | None] = []

    def thinks(self, seat: int | None) -> None:
        self.thinking.append(seat)

    def starting(self) -> None:
        pass

    def started(self, pid: int | None) -> None:
        if pid is not None:
            self.programs.append(pid)

    def seated(self, table: str, seats: tuple[int, ...]) -> None:
        raise AssertionError("these games are played here")

    def ended(self, pid: int) -> None:
        self.ended_programs.append(pid)


@pytest.fixture
def watching() -> Watching:
    return Watching()


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Return a function that writes a shell script."""

    def make(script: str) -> str:
        path = tmp_path / f"bot-{len(list(tmp_path.iterdir()))}"
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return f"program:{shlex.quote(str(path))}"

    return make


HELLO = """echo '{"type":"hello","table":"arena"}'"""
