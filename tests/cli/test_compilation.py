"""Commands that compile a game say so, at a terminal."""

from __future__ import annotations

import logging
import sys

import pytest

from empile.cli.progress import compilation_shown
from tests.cli.conftest import Empile

LOG = logging.getLogger("empile.compiled")


def compile_and_count(*_: object, **__: object) -> int:
    """Do as ``perft`` does without a cache."""
    LOG.info("compiling %s", "block-ness")
    return 192


@pytest.mark.parametrize("is_terminal", [True, False])
def test_commands_say_what_they_compile(
    empile_cli: Empile, monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    monkeypatch.setattr("empile.engine.perft.perft", compile_and_count)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    done = empile_cli("perft", "block-ness", "--depth", "1")
    assert (done.status, done.out) == (0, "192\n")
    assert ("empile: compiling block-ness\n" in done.err) is is_terminal


def test_other_handlers_get_warnings_only(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    level = LOG.level
    with compilation_shown():
        LOG.info("compiling %s", "blox")
        LOG.warning("%s cannot be loaded", "code")
    LOG.info("compiling %s", "on-top")
    assert capsys.readouterr().err == "empile: compiling blox\n"
    assert caplog.messages == ["code cannot be loaded"]
    assert (LOG.level, LOG.filters) == (level, [])
