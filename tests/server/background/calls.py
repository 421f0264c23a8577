"""Functions that workers call; a module that processes import quickly."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from empile.engine.errors import Reason
from empile.server.wire.errors import CommandError


def told(*words: str) -> bytes:
    return " ".join(words).encode()


def refused(code: str) -> bytes:
    raise CommandError(code, "no", Reason("why", {"n": 1}))  # type: ignore[arg-type]


def broken() -> bytes:
    raise RuntimeError("broken")


def killed() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def pid(*_: str) -> bytes:
    print("printed text is no result")
    return str(os.getpid()).encode()


def priority() -> bytes:
    return str(os.getpriority(os.PRIO_PROCESS, 0)).encode()


def endless() -> bytes:
    while True:
        time.sleep(0.01)


def gated(folder: str, word: str) -> bytes:
    """Note that it begins, and wait for the file ``gate``."""
    place = Path(folder)
    with (place / "begun").open("a") as begun:
        begun.write(f"{word}\n")
    while not (place / "gate").exists():
        time.sleep(0.005)
    return word.encode()


def stopped(folder: str, *, stop: Callable[[], bool]) -> Iterator[bytes]:
    """Yield parts until it is stopped, and note when it begins and that it ends."""
    number = 0
    (Path(folder) / "begun").touch()
    while not stop():
        number += 1
        yield str(number).encode()
        time.sleep(0.01)
    (Path(folder) / "stopped").touch()


def parts(count: int, *, stop: Callable[[], bool]) -> Iterator[bytes]:
    """Yield numbers, some time apart."""
    for number in range(count):
        if stop():
            return
        yield str(number).encode()
        time.sleep(0.4)


def counted(count: int, *, stop: Callable[[], bool]) -> Iterator[bytes]:
    for number in range(count):
        yield str(number).encode()
    while not stop():
        time.sleep(0.01)
    yield b"stopped"
