"""The metrics, their documentation and the dashboard agree."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.conftest import ROOT
from tests.server.serving import Serving, serving

DOCUMENTED = ROOT / "docs" / "reference" / "monitoring.md"
DASHBOARD = ROOT / "docs" / "reference" / "grafana.json"
_METRIC = re.compile(r"\b(?:empile|process)_[a-z_]+")
_PARTS = re.compile(r"_(bucket|sum|count)$")


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all metrics; counters end with ``_total``."""
    data = tmp_path_factory.mktemp("metrics") / "tables.sqlite3"
    with serving(data, lobby=True, accounts="open") as server:
        text = httpx.get(server.address + "/metrics").text
    return {
        family.name + ("_total" if family.type == "counter" else "")
        for family in text_string_to_metric_families(text)
    }


def test_all_metrics_are_documented(exported: set[str]) -> None:
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", DOCUMENTED.read_text("utf-8"), re.MULTILINE)
    documented = {name for row in rows for name in _METRIC.findall(row)}
    assert exported == documented


def test_the_dashboard_shows_all_metrics(exported: set[str]) -> None:
    dashboard = json.loads(DASHBOARD.read_text("utf-8"))
    queries = [
        target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())
    ]
    shown = {_PARTS.sub("", name) for query in queries for name in _METRIC.findall(query)}
    assert shown == exported
    numbers = [panel["id"] for panel in dashboard["panels"]]
    assert len(numbers) == len(set(numbers))


def test_queues_and_loop_lag_are_measured(server: Serving) -> None:
    text = httpx.get(server.address + "/metrics").text
    for queue in ("store", "bots", "hints", "analyses", "computations"):
        assert f'empile_queue_length{{queue="{queue}"}} 0.0' in text
    while "empile_loop_lag_seconds_count 0.0" in text:
        text = httpx.get(server.address + "/metrics").text


def test_responses_and_refusals_are_counted(server: Serving) -> None:
    httpx.get(server.address + "/api/none")
    text = httpx.get(server.address + "/metrics").text
    assert 'empile_http_responses_total{status="404"} 1.0' in text
    assert 'empile_refused_total{channel="rest",code="not_found"} 1.0' in text
