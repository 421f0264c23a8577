"""Progress bars on stderr, if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeAlias

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
