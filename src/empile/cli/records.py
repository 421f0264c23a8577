"""Reads files named on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from empile.cli.errors import CommandError

if TYPE_CHECKING:
    from empile.engine.record import Record


def read_record(name: str) -> Record:
    """Return the record in the file ``name``, or in stdin for ``-``.

    Raises :class:`CommandError` and :class:`OSError`.
    """
    from empile.engine.errors import RecordError
    from empile.engine.record import Record

    try:
        return Record.from_json(read_file(name))
    except RecordError as error:
        where = "the standard input" if name == "-" else name
        raise CommandError(f"{where}: {error}") from error


def read_file(name: str) -> bytes:
    """Return the content of the file ``name``, or of stdin for ``-``. Raises :class:`OSError`."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
