"""The program ``empile`` of the sources under test."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path


def write_program(folder: Path) -> Path:
    """Make ``folder`` with a program ``empile`` for a search path; return it."""
    folder.mkdir()
    program = folder / "empile"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m empile "$@"\n', "utf-8")
    program.chmod(0o755)
    return folder
