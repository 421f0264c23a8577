"""The page of results, with a section for each program."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

RESULTS = Path(__file__).parents[1] / "results" / "robustness.md"
_HEAD = """\
# Robustness

Written by the programs in `benchmarks/robustness`. The page *Robustness* of the documentation explains
what each of them does.
"""
_SECTION = re.compile(r"^(?=## )", re.MULTILINE)


def write_section(title: str, text: str, path: Path = RESULTS) -> None:
    """Write a section, replacing the one with the same title."""
    old = path.read_text("utf-8") if path.exists() else _HEAD
    head, *sections = _SECTION.split(old)
    section = f"## {title}\n\n{text.rstrip()}\n\n{machine()}\n"
    kept = {each.splitlines()[0].removeprefix("## "): each.rstrip() for each in sections}
    kept[title] = section.rstrip()
    path.write_text("\n\n".join([head.rstrip(), *kept.values()]) + "\n", "utf-8")


def machine() -> str:
    """Return a line on the machine."""
    return f"Measured with Python {platform.python_version()} on {os.cpu_count()} cores."


def row(cells: Iterable[object]) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table in Markdown."""
    names = list(columns)
    return "\n".join([row(names), row(["---"] * len(names)), *map(row, rows)])


def two_columns(figures: Mapping[str, object]) -> str:
    """Return a table of names and figures."""
    return table(("figure", "value"), figures.items())
