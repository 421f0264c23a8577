"""Report of Lighthouse's audits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def page_audit(program: Program) -> Any:
    """The program."""
    return program("page_audit")


def report_of(page_audit: Any, score: float, value: float) -> dict[str, Any]:
    return {
        "categories": {name: {"score": score} for name in page_audit.CATEGORIES},
        "audits": {name: {"numericValue": value} for name in page_audit.METRICS},
    }


def test_audit_of_takes_medians(page_audit: Any) -> None:
    reports = [report_of(page_audit, *one) for one in ((0.5, 900), (0.97, 800), (0.9, 0.04))]
    found = page_audit.audit_of("home", "mobile", reports)
    assert found.scores["performance"] == pytest.approx(90)
    assert found.metrics["total-blocking-time"] == 800
    text = page_audit.report([found], "note")
    assert "| home | mobile | 90 | 90 | 90 | 90 | 800 | 800 | 800 | 800.000 |" in text


def test_iter_until_address_needs_an_address(page_audit: Any) -> None:
    lines = iter(["warming\n", "open http://127.0.0.1:5000/\n", "more\n"])
    assert list(page_audit.iter_until_address(lines)) == [
        "warming\n",
        "open http://127.0.0.1:5000/\n",
    ]
    with pytest.raises(SystemExit, match="did not start"):
        list(page_audit.iter_until_address(iter(["no\n"])))
