"""Location and cleanup of the machine code cache.

Each process locks the marker file of each package that it uses; its mtime is the last start.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import platformdirs

fcntl: Any = None
with suppress(ImportError):  # not available on Windows
    fcntl = importlib.import_module("fcntl")

UNUSED_DAYS = 30.0
"""Packages unused for longer are removed."""
PREFIX = "empile_compiled_"
_PACKAGE = re.compile(PREFIX + r"[0-9a-f]{20}(?:_plain)?")
_MARK = "in-use"
_held: dict[Path, int] = {}


def cache_root() -> Path:
    """Return the first writable of ``$EMPILE_CACHE``, the user's cache and a temporary folder."""
    wished = os.environ.get("EMPILE_CACHE")
    candidates = [Path(wished)] if wished else []
    candidates.append(platformdirs.user_cache_path("empile"))
    user = getattr(os, "getuid", lambda: "user")()
    candidates.append(Path(tempfile.gettempdir()) / f"empile-cache-{user}")
    for folder in candidates:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=folder):
                pass
            if _is_ours(folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="empile-cache-"))


def _is_ours(folder: Path) -> bool:
    """Return whether no other user can write to ``folder``, whose code is executed."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o002


def hold(package: Path) -> bool:
    """Lock ``package`` while this process lives; False if it does not exist."""
    if package in _held or fcntl is None:
        return package.is_dir()
    path = package / _MARK
    try:
        mark = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except FileNotFoundError:
        return False
    with suppress(OSError):  # no locks on this file system: prune fails too
        fcntl.flock(mark, fcntl.LOCK_SH)
    try:
        stays = os.path.samestat(os.fstat(mark), path.stat())
    except FileNotFoundError:
        stays = False
    if not stays:  # moved away during the wait for the lock
        os.close(mark)
        return False
    os.utime(mark)
    _held[package] = mark
    return True


@contextmanager
def alone(path: Path) -> Generator[None]:
    """Let one process at a time run the block, by a lock of the file ``path``.

    Without locks on this system or this file system, nobody waits. Raises ``OSError`` if the file cannot be written.
    """
    with path.open("wb") as file:
        if fcntl is not None:
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def write_file(path: Path, data: bytes) -> None:
    """Write a file at once, which other processes may read."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def prune(root: Path, unused_days: float = UNUSED_DAYS) -> list[Path]:
    """Remove and return unused, unlocked packages in ``root``. Errors are ignored."""
    removed: list[Path] = []
    if fcntl is None:
        return removed
    oldest = time.time() - unused_days * 86_400
    for package in sorted(root.iterdir()):
        if _PACKAGE.fullmatch(package.name) and not package.is_symlink():
            with suppress(OSError):  # e.g. locked by a process that uses it
                if _last_used(package) < oldest and _remove(package):
                    removed.append(package)
    return removed


def _last_used(package: Path) -> float:
    mark = package / _MARK
    if mark.exists():
        return mark.stat().st_mtime
    return max(path.stat().st_mtime for path in (package, *package.rglob("*")))


def _remove(package: Path) -> bool:
    mark = os.open(package / _MARK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Renamed first, so that a half-removed package is never visible under its name.
        gone = Path(tempfile.mkdtemp(dir=package.parent, prefix="removed-"))
        package.rename(gone / package.name)
        shutil.rmtree(gone)
    finally:
        os.close(mark)
    return True
