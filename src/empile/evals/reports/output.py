"""Writes a report and the games of an evaluation to its folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from empile.engine.files import write_whole
from empile.evals.reports.page import page
from empile.evals.reports.report import Report
from empile.evals.reports.text import markdown
from empile.evals.results import Results


def write_report(results: Results, report: Report, folder: Path) -> None:
    """Write ``report.json``, ``report.md``, ``report.html`` and the records.

    ``records.jsonl`` has the games, ``puzzle-records.jsonl`` what was played in puzzles.

    :raises OSError: the folder cannot be written

    Example: ``write_report(results, report_of(results), Path("results"))``.
    """
    records = [one.record for one in results.in_order()]
    tried = [one.record for one in results.puzzles_in_order()]
    texts = {
        "report.json": msgspec.json.format(msgspec.json.encode(report)) + b"\n",
        "report.md": "\n".join([f"# {report.name}", "", *markdown(report), ""]).encode(),
        "report.html": page(report).encode(),
        "records.jsonl": _lines(records),
    }
    if tried:
        texts["puzzle-records.jsonl"] = _lines(tried)
    for name, text in texts.items():
        write_whole(folder / name, text)


def _lines(records: Sequence[dict[str, Any]]) -> bytes:
    return b"".join(msgspec.json.encode(record) + b"\n" for record in records)
