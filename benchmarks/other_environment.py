"""Programs in environments of their own, with libraries that Empile does not depend on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def install(environment: Path, packages: Sequence[str]) -> None:
    """Create an environment with ``packages`` if it is missing."""
    done = environment / "installed.txt"
    if done.exists() and done.read_text("utf-8").split() == list(packages):
        return
    python = str(environment / "bin" / "python")
    uv = [sys.executable, "-m", "uv"]
    subprocess.run([*uv, "venv", "--quiet", "--clear", str(environment)], check=True)
    subprocess.run([*uv, "pip", "install", "--quiet", "--python", python, *packages], check=True)
    done.write_text("\n".join(packages), "utf-8")


@contextmanager
def program(
    who: str, environment: Path, *arguments: object
) -> Generator[Callable[[float], dict[str, Any]]]:
    """Yield a function that lets a Python program work for some seconds and returns its result.

    The program prints ``ready``, then a line of JSON for each line with seconds that it reads.
    """
    command = [str(environment / "bin" / "python"), *map(str, arguments)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asks, answers = process.stdin, process.stdout
        if answers.readline() != "ready\n":
            raise ChildProcessError(f"{who} did not start; see above")

        def work(seconds: float) -> dict[str, Any]:
            asks.write(f"{seconds}\n")
            asks.flush()
            found: dict[str, Any] = json.loads(answers.readline())
            return found

        yield work
        asks.close()
