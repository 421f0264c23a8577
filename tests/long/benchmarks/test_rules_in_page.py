"""The comparison of rules in a page with native code measures searches that visit the same moves."""

from __future__ import annotations

from pathlib import Path

import pytest

import empile
from empile.engine.wasm import rules_module
from tests.long.benchmarks.conftest import Program


def test_speeds_sizes_and_times_of_a_game(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = program("rules_in_page")

    def copy_module(name: str, path: Path) -> float:
        path.write_bytes(rules_module(empile.load(name)))
        return 12.3

    monkeypatch.setattr(rules, "compile_module", copy_module)
    monkeypatch.setattr(rules, "FIRST_SECONDS", 0.01)
    found = rules.measure("block-out", 1, 0.01)
    assert found.simulations == empile.load("block-out").bots.levels[-1].simulations
    assert len(found.turns) == 1
    for turn in found.turns:
        assert min(turn.native, turn.node, turn.first, turn.compiled, turn.instantiated) > 0
    assert 0 < found.packed < found.size
    shown = rules.report([found], 1)
    assert f"| block-out | 1,500 | {found.best('native') / 1e3:,.1f} |" in shown
    assert f"| block-out | {found.size / 1e3:.0f} | {found.packed / 1e3:.0f} |" in shown
    assert shown.endswith(" | 12 |\n")


def test_a_search_that_differs_is_refused(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rules = program("rules_in_page")
    told = '{"visits": [[0, 1]], "warm": 1, "first": 1, "compile_ms": 1, "instantiate_ms": 1}'

    def answer(command: list[str], **_: object) -> str:
        return told

    monkeypatch.setattr("subprocess.check_output", answer)
    match = empile.Match(empile.load("block-out"))
    match.resolve_chance(empile.new_stream(1))
    with pytest.raises(AssertionError, match="block-out: Node searches otherwise"):
        rules._turn(match.state, tmp_path, 10, 0.01)
