"""Writes a report and the games of an evaluation to its folder."""

from __future__ import annotations

from pathlib import Path

import msgspec

from empile.engine.files import write_whole
from empile.evals.page import page
from empile.evals.report import Report
from empile.evals.report_text import markdown
from empile.evals.results import Results


def write_report(results: Results, report: Report, folder: Path) -> None:
    """Write ``report.json``, ``report.md``, ``report.html`` and ``records.jsonl``.

    :raises OSError: the folder cannot be written

    Example: ``write_report(results, report_of(results), Path("results"))``.
    """
    records = b"".join(msgspec.json.encode(one.record) + b"\n" for one in results.in_order())
    texts = {
        "report.json": msgspec.json.format(msgspec.json.encode(report)) + b"\n",
        "report.md": "\n".join([f"# {report.name}", "", *markdown(report), ""]).encode(),
        "report.html": page(report).encode(),
        "records.jsonl": records,
    }
    for name, text in texts.items():
        write_whole(folder / name, text)
