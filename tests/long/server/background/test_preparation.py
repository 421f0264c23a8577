"""Preparation of games: other processes compile them, those wanted first."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from empile.engine.compiled.warm import PLAYABLE, SEARCHABLE, STEPS, warm_apart
from empile.engine.game import Game
from empile.server.background import preparation
from empile.server.background.preparation import Preparation
from tests.support.patience import PATIENCE

NAMES = ["amber", "birch", "cedar"]
DONE = len(STEPS)
Progress = Callable[[int, int], None]


class Compiler:
    """Stands in for the processes: one game at a time, each step when the test allows it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, warm: tuple[str, ...] = ()) -> None:
        self.begun: list[str] = []
        self.steps = threading.Semaphore(0)
        monkeypatch.setattr(preparation, "is_warm", warm.__contains__)
        monkeypatch.setattr(preparation, "warm_apart", self.compile)
        monkeypatch.setattr(preparation, "uses_shipped_objects", lambda: False)
        monkeypatch.setattr("os.cpu_count", lambda: 1)

    def compile(self, name: str, progress: Progress, stop: threading.Event) -> bool:
        self.begun.append(name)
        for done in range(1, DONE + 1):
            self.steps.acquire()
            if stop.is_set():
                return False
            progress(done, DONE)
        return name != "birch"

    def allow(self, steps: int) -> None:
        self.steps.release(steps)


def load(name: str) -> Game:
    return name  # type: ignore[return-value]


def test_wait_returns_after_the_steps_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch)
    games = Preparation(NAMES, load)
    games.start()
    compiler.allow(PLAYABLE)
    games.wait("amber", PLAYABLE)
    assert PLAYABLE <= games.finished("amber") < SEARCHABLE
    compiler.allow(DONE * len(NAMES))
    for name in NAMES:
        games.wait(name, DONE)
        assert games.finished(name) == DONE, "even if its process failed"
    games.stop()  # its thread must not go on in the next test


def test_wait_prepares_a_game_before_others(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch)
    games = Preparation(NAMES, load)
    games.start()
    compiler.allow(1)
    games.wait("amber", 1)
    waiting = threading.Thread(target=games.wait, args=("cedar", DONE))
    waiting.start()
    while list(games._waiting) != ["cedar", "birch"]:
        waiting.join(0.01)
    compiler.allow(DONE * len(NAMES))
    waiting.join(PATIENCE)
    games.wait("birch", DONE)
    assert compiler.begun == ["amber", "cedar", "birch"]
    games.stop()  # its thread must not go on in the next test


def test_start_compiles_only_what_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch, warm=("amber", "cedar"))
    compiler.allow(DONE)
    games = Preparation(NAMES, load)
    games.start()
    for name in NAMES:
        games.wait(name, DONE)
    assert compiler.begun == ["birch"]
    games.stop()  # its thread must not go on in the next test


def test_shipped_objects_are_replaced_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    Compiler(monkeypatch, warm=tuple(NAMES))
    upgraded: list[str] = []
    finished = threading.Event()

    def compile_natively(name: str, *, stop: threading.Event, natively: bool) -> bool:
        assert natively
        assert not stop.is_set()
        upgraded.append(name)
        if name == NAMES[-1]:
            finished.set()
        return True

    monkeypatch.setattr(preparation, "uses_shipped_objects", lambda: True)
    monkeypatch.setattr(preparation, "warm_apart", compile_natively)
    Preparation(NAMES, load).start()
    assert finished.wait(PATIENCE)
    assert upgraded == NAMES


def test_stop_ends_all_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    Compiler(monkeypatch)
    games = Preparation(NAMES, load)
    games.start()
    waiting = threading.Thread(target=games.wait, args=("cedar", DONE))
    waiting.start()
    games.stop()
    waiting.join(PATIENCE)
    assert not waiting.is_alive()


def test_games_that_are_not_prepared_are_never_waited_for() -> None:
    games = Preparation([], load)
    games.wait("amber", DONE)
    assert games.finished("amber") == DONE


def test_another_process_compiles_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPILE_CACHE", str(tmp_path))
    seen: list[tuple[int, int]] = []

    def see(done: int, steps: int) -> None:
        seen.append((done, steps))

    assert warm_apart("cairn", see, natively=True)
    assert seen == [(done, DONE) for done in range(DONE + 1)]
    assert list(tmp_path.rglob("*.code"))
    assert not warm_apart("no-such-game")
