"""The model of several processes: it is safe and settles, and notices what is switched off."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.long.benchmarks.conftest import Program

PAGE = (ROOT / "docs" / "explanation" / "several-processes.md").read_text("utf-8")
FAULTS = {
    "unique": "two events have the same number",
    "append_ids": "a move was refused, but stored",
    "commit_first": "an acknowledged move is lost",
    "sweep": "a process never shows all events",
    "epochs": "a process shows frames of a former owner",
    "leases_end": "a process never shows all events",
    "old_answers_end": "two processes hold the lease",
}


@pytest.fixture(scope="module")
def model(program: Program) -> Any:
    """The model."""
    return program("scale.model")


@pytest.fixture(scope="module")
def explore(program: Program) -> Any:
    """The program that explores it."""
    return program("scale.explore")


def documented(rows: str) -> list[list[str]]:
    """Return the cells of the rows of the page that match."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.splitlines()
        if re.match(rows, line)
    ]


@pytest.mark.parametrize("index", range(3))
def test_explore_finds_no_fault(model: Any, explore: Any, index: int) -> None:
    bounds = explore.SHORT[index]
    found = explore.explore(model.Model(bounds))
    assert (found.fault, found.trace) == ("", ())
    numbers = [str(getattr(bounds, field.name)) for field in fields(bounds)]
    assert [*numbers, f"{found.states:,}"] in documented(r"\| \d")


@pytest.mark.parametrize("rule", FAULTS)
def test_explore_without_a_rule_finds_the_fault(model: Any, explore: Any, rule: str) -> None:
    assert set(FAULTS) == {field.name for field in fields(model.Rules)}
    found = explore.explore_without(rule)
    assert re.sub(r"\d", "#", found.fault) == re.sub(
        "a process shows", "process # shows", FAULTS[rule]
    )
    assert found.trace
    assert [row[1] for row in documented(r"\| .* \| (a|an|two) [a-z ,]* \|$")] == list(
        FAULTS.values()
    )


def test_every_step_of_the_model_is_documented_with_existing_code(model: Any, explore: Any) -> None:
    names: set[str] = set()
    for bounds in explore.SHORT:
        explored = model.Model(bounds)
        waiting, seen = [explored.start()], {explored.start()}
        while waiting and len(seen) < 5000:
            for step in explored.steps(waiting.pop()):
                names.add(step.name)
                if step.state not in seen:
                    seen.add(step.state)
                    waiting.append(step.state)
    rows = dict(documented(r"\| `[a-z]"))
    steps = {name for cell in rows for name in re.findall(r"`([^`]+)`", cell)}
    assert names <= steps
    assert steps - names <= {"restart"}  # not within the short bounds
    sources = "\n".join(
        path.read_text("utf-8") for path in (ROOT / "src" / "empile" / "server").rglob("*.py")
    )
    for code in re.findall(r"`([A-Z][\w.]*)`", " ".join(rows.values())):
        owner, _, member = code.partition(".")
        if member:
            assert f"class {owner}" in sources, code
            assert re.search(rf"def {member}\(", sources), code
        else:
            assert f"\n{owner}: Final" in sources, code


def test_violation_of_a_lost_and_of_an_invented_event(model: Any, explore: Any) -> None:
    start = model.Model(explore.SHORT[0]).start()
    assert model.violation(start) == ""
    assert "lost" in model.violation(start._replace(acknowledged=frozenset({(7, 1)})))
    first = start.processes[0]._replace(known=(7,))
    shown = start._replace(processes=(first, *start.processes[1:]))
    assert "not in the log" in model.violation(shown)
    assert model.violation(shown._replace(log=((1, 7),))) == ""
    assert "out of order" in model.violation(start._replace(log=((2, 7),)))
    assert "twice" in model.violation(start._replace(log=((1, 7), (2, 7))))
