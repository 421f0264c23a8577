"""The folder in which machine code is kept, and the end of what nobody uses any more.

The cache lies under ``$EMPILE_CACHE``, else in the user's cache folder, else, where neither can be
written, in a temporary folder: a read-only installation works.

Each state of the sources has a package of its own in it, so packages of older states stay behind.
A process that uses a package says so with a shared lock on its mark for as long as it lives, and
the mark's time tells when somebody last began to. What was unused for some weeks and is locked by
nobody is removed. Where files cannot be locked nothing is.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs

fcntl: Any = None
with suppress(ImportError):  # there is none on Windows
    fcntl = importlib.import_module("fcntl")

UNUSED_DAYS = 30.0
"""After so many days a package that nobody used is removed."""
_PACKAGE = re.compile(r"empile_compiled_[0-9a-f]{20}(?:_plain)?")
_MARK = "in-use"
_held: dict[Path, int] = {}


def cache_root() -> Path:
    """Return the first folder of the candidates that can be written, made if need be."""
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
    """Return whether nobody else can put code into ``folder``: what lies there is run."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o002


def hold(package: Path) -> bool:
    """Keep ``package`` from being removed while this process lives.

    Returns ``False`` where it is not there, for example because it has just been removed.
    """
    if package in _held or fcntl is None:
        return package.is_dir()
    path = package / _MARK
    try:
        mark = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except FileNotFoundError:
        return False
    with suppress(OSError):  # a file system without locks, from which nothing is removed either
        fcntl.flock(mark, fcntl.LOCK_SH)
    try:
        stays = os.path.samestat(os.fstat(mark), path.stat())
    except FileNotFoundError:
        stays = False
    if not stays:  # moved away while this waited for the lock
        os.close(mark)
        return False
    os.utime(mark)
    _held[package] = mark
    return True


def prune(root: Path, unused_days: float = UNUSED_DAYS) -> list[Path]:
    """Remove the packages in ``root`` that nobody uses; return which. What fails is left for later."""
    removed: list[Path] = []
    if fcntl is None:
        return removed
    oldest = time.time() - unused_days * 86_400
    for package in sorted(root.iterdir()):
        if _PACKAGE.fullmatch(package.name) and not package.is_symlink():
            with suppress(OSError):  # among them: locked by a process that uses it
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
        # First moved away as a whole: nobody ever finds half a package under its name.
        gone = Path(tempfile.mkdtemp(dir=package.parent, prefix="removed-"))
        package.rename(gone / package.name)
        shutil.rmtree(gone)
    finally:
        os.close(mark)
    return True
