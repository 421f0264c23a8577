"""Progress bars and what is compiled, on stderr if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from logging import LogRecord

ProgressUpdate: TypeAlias = Callable[[int, int], None]
"""Takes the work done and the total."""


@contextmanager
def progress(what: str) -> Generator[ProgressUpdate]:
    """Show a progress bar while the block runs; yields a function that updates it.

    The bar disappears at the end. Nothing is written if stderr is not a terminal.
    """
    if not sys.stderr.isatty():
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(what, total=None)
        yield lambda done, total: bars.update(bar, completed=done, total=total)


def _ignore(done: int, total: int) -> None:
    pass


@contextmanager
def resumable(stored: Callable[[], str]) -> Generator[None]:
    """Let an interruption of the block say what is ``stored()``, and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"interrupted: {stored()}") from None


@contextmanager
def compilation_shown() -> Generator[None]:
    """Print a line for each game that is compiled in this process while the block runs.

    Nothing is written if stderr is not a terminal.
    """
    if not sys.stderr.isatty():
        yield
        return
    import logging

    log = logging.getLogger("empile.compiled")
    level = log.level
    log.setLevel(logging.INFO)
    log.addFilter(_print_compilation)
    try:
        yield
    finally:
        log.removeFilter(_print_compilation)
        log.setLevel(level)


def _print_compilation(record: LogRecord) -> bool:
    """Print what is compiled, and keep it from other handlers."""
    if record.levelname != "INFO":
        return True
    print(f"empile: {record.getMessage()}", file=sys.stderr, flush=True)
    return False
