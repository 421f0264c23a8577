"""Runs the command line in this process."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from empile.cli import main


@dataclass(frozen=True)
class Outcome:
    """Exit status and output of a command."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    def refused(self, *words: str) -> None:
        """Assert status 2 and one error line that contains ``words``."""
        assert self.status == 2
        assert self.err.count("\n") == 1, self.err
        assert self.err.endswith("\n")
        assert self.err.startswith("empile: ")
        for word in words:
            assert word in self.err


class Empile(Protocol):
    """Runs the command line."""

    def __call__(self, *words: str | Path, stdin: str = "") -> Outcome: ...


@pytest.fixture
def empile_cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Empile:
    """Return a function that runs the command line with arguments and input."""

    def call(*words: str | Path, stdin: str = "") -> Outcome:
        typed = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", typed)
        capsys.readouterr()
        try:
            status = main([str(word) for word in words])
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else -1
        out, err = capsys.readouterr()
        return Outcome(status, out, err)

    return call
