"""Files that survive a power cut, and that one process at a time writes."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any, BinaryIO


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it has all of the data or does not change; raises ``OSError``.

    Example: ``write_whole(Path("report.md"), b"...")``.
    """
    unfinished = path.with_name(f".{path.name}.new")
    with unfinished.open("wb") as file:
        file.write(data)
        sync(file)
    unfinished.replace(path)


def sync(file: BinaryIO) -> None:
    """Write what is buffered to disk; raises ``OSError``."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Write to disk which files a folder has; raises ``OSError``."""
    if hasattr(os, "O_DIRECTORY"):  # not on Windows
        descriptor = os.open(folder.absolute(), os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def open_to_append(path: Path) -> BinaryIO:
    """Open a file for reading and writing, and create it if it is missing; raises ``OSError``."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o666), "r+b")


def whole_lines(file: BinaryIO) -> list[bytes]:
    """Return the lines; removes an incomplete last one, so that writing goes on after them."""
    lines = file.readlines()
    if lines and not lines[-1].endswith(b"\n"):
        torn = lines.pop()
        file.seek(-len(torn), os.SEEK_END)
        file.truncate()
    file.seek(0, os.SEEK_END)
    return lines


def lock(file: BinaryIO) -> bool:
    """Lock an open file until it is closed; return False if another process has locked it.

    Without effect on Windows and on file systems without locks.
    """
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:  # on Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # no locks on this file system
        return True
    return True
