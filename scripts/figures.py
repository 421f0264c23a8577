"""Write the measured figures of the documentation from the files in ``benchmarks/results``.

A figure is a span of text between two comments, so that it can be read in the Markdown itself::

    <!-- figure load.md [block-ness; 100; Empile, full] moves/s : 2 -->9,300<!-- end -->

The first comment names a file, a row and a column. The row is the only one in which all names in
brackets are cells or begin the heading of its table; in JSON each object is a row, and the key under
which it is stands for the heading. Of columns with the same name the first counts. After ``:`` may follow a factor, ``*1000`` or ``/1000``, and the number
of significant digits; without them the figure is the cell itself.

``python scripts/figures.py`` writes all figures anew. The site shows what the results say, and is
not built if a figure is missing there.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"

_FIGURE = re.compile(r"<!-- figure (.*?) -->(.*?)<!-- end -->", re.DOTALL)
_NAME = re.compile(
    r"(?P<file>\S+) \[(?P<row>.*)\] (?P<column>.+?)"
    r"(?: :(?: (?P<operator>[*/])(?P<factor>\S+))? (?P<digits>\d+))?"
)
_NUMBER = re.compile(r"[-+−]?\d[\d,]*\.?\d*(?:e[-+]\d+)?")


class Row(NamedTuple):
    """A row of a table, with the heading above the table."""

    heading: str
    columns: list[str]
    cells: list[str]

    def has(self, names: list[str]) -> bool:
        """Return whether each name is a cell or begins the heading."""
        return all(name in self.cells or self.heading.startswith(name) for name in names)


class Figure(NamedTuple):
    """A figure in a document, and what the results say."""

    line: int
    name: str
    shown: str
    measured: str
    error: str = ""
    """Why the results have no such figure; empty if they have."""


def pages() -> list[Path]:
    """Return all documents that may have figures."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def figures(text: str, results: Path = RESULTS) -> Iterator[Figure]:
    """Yield the figures in the text of a document."""
    for match in _FIGURE.finditer(text):
        name = " ".join(match[1].split())
        line = text.count("\n", 0, match.start()) + 1
        try:
            yield Figure(line, name, match[2], measured(name, results))
        except (LookupError, OSError, ValueError) as error:
            yield Figure(line, name, match[2], match[2], str(error))


def written(text: str, measurements: list[Figure], *, marks: bool = True) -> str:
    """Return the text with its figures as measured, with or without the comments around them."""
    following = iter(measurements)

    def replacement(match: re.Match[str]) -> str:
        value = next(following).measured
        return f"<!-- figure {match[1]} -->{value}<!-- end -->" if marks else value

    return _FIGURE.sub(replacement, text)


def measured(name: str, results: Path = RESULTS) -> str:
    """Return a figure by its name: ``load.md [block-ness; 100] moves/s : 2``."""
    parts = _NAME.fullmatch(name)
    if parts is None:
        raise ValueError("expected `FILE [CELL; ...] COLUMN : *FACTOR DIGITS`")
    names = parts["row"].split("; ")
    rows = [row for row in _rows(results / parts["file"]) if row.has(names)]
    if len(rows) != 1:
        raise LookupError(f"{len(rows)} rows with [{parts['row']}] instead of one")
    row = rows[0]
    if parts["column"] not in row.columns:
        raise LookupError(f"no column {parts['column']!r}")
    cell = row.cells[row.columns.index(parts["column"])]
    if parts["digits"] is None:
        return cell
    number = _NUMBER.search(cell)
    if number is None:
        raise ValueError(f"no number in {cell!r}")
    factor = float(parts["factor"] or 1)
    value = float(number[0].replace(",", "").replace("−", "-"))
    value = value / factor if parts["operator"] == "/" else value * factor
    rounded = float(f"{value:.{int(parts['digits']) - 1}e}")
    return f"{rounded:,.12g}"


@cache
def _rows(path: Path) -> list[Row]:
    """Return the rows of all tables of a file, or all objects of a JSON document."""
    text = path.read_text("utf-8")
    return list(_objects(json.loads(text), "") if path.suffix == ".json" else _table_rows(text))


def _objects(value: object, heading: str) -> Iterator[Row]:
    if isinstance(value, dict):
        members = cast("dict[str, object]", value)
        yield Row(heading, list(members), [str(member) for member in members.values()])
        for key, member in members.items():
            yield from _objects(member, key)
    elif isinstance(value, list):
        for element in cast("list[object]", value):
            yield from _objects(element, heading)


def _table_rows(text: str) -> Iterator[Row]:
    heading, columns = "", list[str]()
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if not line.startswith("|"):
            columns = []
        elif not columns:
            columns = _cells(line)
        elif not re.fullmatch(r"[|: -]+", line):
            yield Row(heading, columns, _cells(line))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removesuffix("|").removeprefix("|").split("|")]


def main() -> int:
    """Write all figures; return 1 if the results lack one."""
    lacking = False
    for page in pages():
        text = page.read_text("utf-8")
        figures_of_page = list(figures(text))
        for figure in figures_of_page:
            if figure.error:
                lacking = True
                print(f"{page}:{figure.line}: {figure.name}: {figure.error}", file=sys.stderr)
        page.write_text(written(text, figures_of_page), "utf-8")
    return int(lacking)


if __name__ == "__main__":
    sys.exit(main())
