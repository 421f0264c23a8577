"""The workflows run what a contributor runs, and name files that exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
yaml: Any = importlib.import_module("yaml")  # untyped


def read(path: Path) -> dict[Any, Any]:
    workflow: dict[Any, Any] = yaml.safe_load(path.read_text("utf-8"))
    return workflow


def steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_pull_requests_are_tested_and_nights_have_the_long_suite() -> None:
    quick, long = (
        read(ROOT / ".github" / "workflows" / f"{name}.yml") for name in ("quick", "long")
    )
    # YAML 1.1 reads the key "on" as true.
    assert "pull_request" in quick[True]
    assert "schedule" in long[True]
    assert [step["run"] for step in steps(quick) if "run" in step] == ["make test"]
    assert [step["run"].split()[-1] for step in steps(long) if "run" in step] == [".ci/run"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_files_of_workflows_exist(path: Path) -> None:
    workflow = read(path)
    changes = (workflow[True].get("pull_request") or {}).get("paths", [])
    keys = " ".join(step.get("with", {}).get("key", "") for step in steps(workflow))
    patterns = [*changes, *re.findall(r"'([\w./*-]+)'", keys)]
    assert patterns
    assert [pattern for pattern in patterns if not any(ROOT.glob(pattern))] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_machine_code_is_kept_by_what_it_is_made_of(path: Path) -> None:
    (cache,) = [
        step for step in steps(read(path)) if step.get("uses", "").startswith("actions/cache@")
    ]
    assert "~/.cache/empile" in cache["with"]["path"]
    for source in ("requirements/", "src/empile/engine/", "src/empile/games/*/rules/"):
        assert source in cache["with"]["key"]
