"""Progress of what takes long, on the error stream, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeAlias

Told: TypeAlias = Callable[[int, int], None]
"""Takes how much is done and how much there is."""


@contextmanager
def progress(what: str) -> Generator[Told]:
    """Show a bar while the block runs; it gets a function to tell how far it is.

    The bar goes away at the end. Where nobody watches, nothing is written at all.
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
