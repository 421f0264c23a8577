"""Copies of a checkout, in which tests see a fault and the checkout does not."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Final, NamedTuple

_ENVIRONMENT: Final = ".venv"
_PACKAGES: Final = "web/node_modules"
"""Hard links: programs of the page look for the folder that a file is really in."""
_PAGES: Final = "src/empile/server/pages"
"""The built page, so that only faults of the page build it anew."""
_PATIENCE: Final = 10.0
"""Seconds for a process to end after its last line."""


class CopyError(Exception):
    """Programs in the copy would use another checkout."""


class Ended(NamedTuple):
    """What a command left behind."""

    status: int
    output: str


class Copy:
    """A copy of the files of a checkout that Git tracks or would add.

    Not links: tests may write into files, and so may those who work in the checkout meanwhile.
    """

    def __init__(self, checkout: Path, root: Path) -> None:
        self.root = root.resolve()
        listed = _git(checkout, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, listed.split("\0")):
            source, target = checkout / name, self.root / name
            if source.is_file():  # others are deleted, and that is not committed
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target, follow_symlinks=False)
        if (checkout / _ENVIRONMENT).exists():
            (self.root / _ENVIRONMENT).symlink_to((checkout / _ENVIRONMENT).resolve())
        for name, copy_file in ((_PACKAGES, _link), (_PAGES, shutil.copy2)):
            if (checkout / name).is_dir():
                source = (checkout / name).resolve()
                shutil.copytree(source, self.root / name, symlinks=True, copy_function=copy_file)
        # Some tests list the tracked files.
        _git(self.root, "init", "--quiet")
        exclude = self.root / ".git" / "info" / "exclude"
        exclude.parent.mkdir(exist_ok=True)
        exclude.write_text(f"{_ENVIRONMENT}\n{_PACKAGES}\n", "utf-8")
        _git(self.root, "add", "--all")

    def require(self, package: str) -> None:
        """Raise :class:`CopyError` unless Python imports a package from the copy.

        The environment has the checkout's own package installed.
        """
        code = f"import {package}; print({package}.__file__)"
        place = self.run([sys.executable, "-c", code], seconds=60).output.strip()
        if not Path(place).is_relative_to(self.root):
            raise CopyError(f"tests in {self.root} would import {place or 'nothing'}")

    def write(self, file: str, text: str) -> None:
        """Write a file, and remove its bytecode: the new time and size may be the same."""
        path = self.root / file
        path.write_text(text, "utf-8")
        for bytecode in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            bytecode.unlink()

    def run(
        self,
        command: list[str],
        folder: str = "",
        *,
        seconds: float,
        last_line: re.Pattern[str] | None = None,
    ) -> Ended:
        """Run a command in a folder of the copy; one that takes longer has the status 124.

        After a line that matches ``last_line`` it ends within some seconds: a failed test may leave
        a thread for which Python would wait forever. Programs that it has started end with it.
        """
        paths = (str(self.root / "src"), str(self.root))
        process = subprocess.Popen(
            command,
            cwd=self.root / folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        assert process.stdout is not None
        timer = Timer(seconds, _end, (process,))
        timer.start()
        lines: list[str] = []
        try:
            for line in process.stdout:
                lines.append(line)
                if last_line is not None and last_line.search(line):
                    break
            with suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE if lines else None)
        finally:
            timer.cancel()
            _end(process)
            process.stdout.close()
        status = process.wait()
        return Ended(124 if status < 0 else status, "".join(lines))


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy2(source, target)


def _end(process: subprocess.Popen[str]) -> None:
    """Kill a process and its descendants."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout
