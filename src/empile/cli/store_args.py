"""Arguments of the commands that use a store."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from empile.cli.errors import CommandError
from empile.cli.program import SERVER_MISSING, has_server

if TYPE_CHECKING:
    from empile.server.store.location import StoreLocation

_UNIT_MS = {"h": 3600_000, "d": 24 * 3600_000, "w": 7 * 24 * 3600_000}


def add_store(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add ``--store``, which :func:`chosen_store` reads, with further ``names``."""
    parser.add_argument(
        "--store",
        *names,
        dest="data",
        metavar="URL",
        help="data file, sqlite:///FILE or postgresql://USER@HOST/DATABASE"
        " (default: a file in your data folder)",
    )


def add_bus(parser: argparse.ArgumentParser) -> None:
    """Add ``--bus``, which :func:`check_bus` checks."""
    parser.add_argument(
        "--bus",
        metavar="URL",
        help="Redis or Valkey that connects several processes on one store, such as"
        " redis://localhost:6379/0 (default: this is the only process)",
    )


def check_bus(url: str | None) -> None:
    """Raise :class:`CommandError` if ``url`` is no address of a bus, or a client is missing."""
    from empile.server.bus.address import check_address
    from empile.server.bus.interface import BusError

    try:
        check_address(url)
    except BusError as error:
        raise CommandError(str(error)) from None


def chosen_store(arguments: argparse.Namespace) -> StoreLocation:
    """Return the location of the store.

    Raises :class:`CommandError` if the server is not installed, and ``StoreError``.
    """
    if not has_server():
        raise CommandError(SERVER_MISSING)
    from empile.server.settings import default_data_file
    from empile.server.store.location import read_location

    return default_data_file() if arguments.data is None else read_location(arguments.data)


def chosen_file(arguments: argparse.Namespace) -> Path:
    """Return the data file. Raises :class:`CommandError` if the store is none."""
    store = chosen_store(arguments)
    if not isinstance(store, Path):
        raise CommandError(f"{store} is no data file; `empile copy` copies files to databases")
    return store


def duration(text: str) -> int | None:
    """Read ``90d``, ``12h`` or ``4w`` as milliseconds, and ``forever`` as None."""
    if text == "forever":
        return None
    found = re.fullmatch(r"([0-9]{1,5})([hdw])", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time such as 90d, 12h, 4w or forever")
    return int(found[1]) * _UNIT_MS[found[2]]
