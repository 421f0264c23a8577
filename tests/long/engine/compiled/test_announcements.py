"""What is compiled is logged: once for each game, and only if it is compiled."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.engine import random
from empile.engine.compiled import machine_code
from empile.engine.compiled.entries import entry_point
from empile.engine.compiled.jit import jit_is_on

pytestmark = pytest.mark.skipif(not jit_is_on(), reason="without the compiler there is nothing")


def plain(number: int) -> int:
    return number + 1


def other(number: int) -> int:
    return number + 2


@pytest.fixture
def log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> pytest.LogCaptureFixture:
    monkeypatch.setattr(machine_code, "_announced", set[str]())
    caplog.set_level(logging.INFO, logger="empile.compiled")
    return caplog


def test_compilations_are_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("EMPILE_CACHE", str(tmp_path))
    assert entry_point(plain, nogil=False)(1) == 2
    assert entry_point(other, nogil=False)(1) == 3
    assert [record.getMessage() for record in log.records] == [
        "compiling compiled, once on this machine: 10 to 60 seconds"
    ], "named by the folder of these functions"


def test_code_that_is_loaded_is_not_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("EMPILE_CACHE", str(tmp_path))
    entry_point(plain, nogil=False)(1)
    monkeypatch.setattr(machine_code, "_announced", set[str]())
    log.clear()
    assert entry_point(plain, nogil=False)(1) == 2
    assert log.records == []


@pytest.mark.parametrize("name", ["block-ness", "blox"])
def test_templates_and_rules_are_named_by_their_game(
    name: str, log: pytest.LogCaptureFixture
) -> None:
    game = empile.load(name)
    functions: tuple[Any, Any] = game.compiled.step.apply, type(game).rules.apply
    for function in functions:
        machine_code.announce(function.__wrapped__)
    assert [record.getMessage() for record in log.records] == [
        f"compiling {name}, once on this machine: 10 to 60 seconds"
    ]


def test_functions_of_all_games_are_those_of_the_engine(log: pytest.LogCaptureFixture) -> None:
    below: Any = random.below
    machine_code.announce(below.__wrapped__)
    assert [record.getMessage() for record in log.records] == [
        "compiling the engine, once on this machine: some seconds"
    ]
