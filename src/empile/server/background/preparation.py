"""Compiles games in other processes, so that tables of other games are not held up."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections import deque
from collections.abc import Callable
from functools import partial

from empile.engine.compiled.machine_code import uses_shipped_objects
from empile.engine.compiled.warm import STEPS, is_warm, warm_apart
from empile.engine.game import Game

log = logging.getLogger("empile.games")


class Preparation:
    """Loads or compiles games, those wanted first. ``load(name)`` returns a game."""

    def __init__(self, names: list[str], load: Callable[[str], Game]) -> None:
        self._load = load
        self._waiting = deque(names)
        self._done = dict.fromkeys(names, 0)
        self._changed = threading.Condition()
        self._stop = threading.Event()

    def start(self) -> None:
        """Start in the background."""
        threading.Thread(target=self._run, name="warm", daemon=True).start()

    def stop(self) -> None:
        """End the other processes, and all waiting."""
        self._stop.set()
        with self._changed:
            self._waiting.clear()
            self._changed.notify_all()

    def finished(self, name: str) -> int:
        """Return how many of ``STEPS`` are finished; all for a game that is not prepared."""
        return self._done.get(name, len(STEPS))

    def wait(self, name: str, steps: int) -> None:
        """Wait until so many steps of a game are finished; it is prepared before others."""
        with self._changed:
            if name in self._waiting:
                self._waiting.remove(name)
                self._waiting.appendleft(name)
            self._changed.wait_for(lambda: self.finished(name) >= steps or self._stop.is_set())

    def _run(self) -> None:
        names = list(self._waiting)
        missing = [name for name in names if not self._loads(name)]
        with self._changed:
            self._waiting = deque(name for name in self._waiting if name in missing)
        for _ in range(min(len(missing), os.cpu_count() or 1)):
            threading.Thread(target=self._compile, name="warm", daemon=True).start()
        if uses_shipped_objects():
            self._upgrade(names)

    def _loads(self, name: str) -> bool:
        try:
            loads = not self._stop.is_set() and is_warm(self._load(name))
        except Exception:
            log.exception("%s cannot be loaded", name)
            loads = True
        if loads:
            self._finish(name, len(STEPS))
        return loads

    def _compile(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    return
                name = self._waiting.popleft()
            try:
                is_compiled = warm_apart(name, partial(self._finish, name), self._stop)
                if not is_compiled and not self._stop.is_set():
                    log.warning("%s was not compiled in advance", name)
            except OSError:
                log.exception("%s cannot be compiled in advance", name)
            self._finish(name, len(STEPS))

    def _upgrade(self, names: list[str]) -> None:
        """Compile for this processor, one game at a time; the next start uses it."""
        for name in names:
            with contextlib.suppress(OSError):
                if not self._stop.is_set():
                    warm_apart(name, stop=self._stop, natively=True)

    def _finish(self, name: str, done: int, _: int = 0) -> None:
        with self._changed:
            self._done[name] = done
            self._changed.notify_all()
