"""Arguments of the commands that use a data file."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from empile.cli.errors import CommandError
from empile.cli.program import SERVER_MISSING, has_server

_UNIT_MS = {"h": 3600_000, "d": 24 * 3600_000, "w": 7 * 24 * 3600_000}


def add_store(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add ``--store``, which :func:`chosen_store` reads, with further ``names``."""
    parser.add_argument(
        "--store",
        *names,
        dest="data",
        type=store_file,
        metavar="FILE",
        help="data file, or sqlite:///FILE (default: in your data folder)",
    )


def chosen_store(arguments: argparse.Namespace) -> Path:
    """Return the data file. Raises :class:`CommandError` if the server is not installed."""
    if not has_server():
        raise CommandError(SERVER_MISSING)
    from empile.server.settings import default_data_file

    chosen = arguments.data or default_data_file()
    assert isinstance(chosen, Path)
    return chosen


def store_file(text: str) -> Path:
    """Read a path or an address of the form of SQLAlchemy; ``sqlite:////srv/x`` is absolute."""
    kind, separator, path = text.partition("://")
    if not separator:
        return Path(text)
    if kind == "sqlite" and path.startswith("/") and path[1:]:
        return Path(path[1:])
    raise argparse.ArgumentTypeError(f"'{text}' is neither a file nor sqlite:///FILE")


def duration(text: str) -> int | None:
    """Read ``90d``, ``12h`` or ``4w`` as milliseconds, and ``forever`` as None."""
    if text == "forever":
        return None
    found = re.fullmatch(r"([0-9]{1,5})([hdw])", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time such as 90d, 12h, 4w or forever")
    return int(found[1]) * _UNIT_MS[found[2]]
