"""``empile check-game`` says in one sentence what a half-built game lacks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from empile.checks import STEPS
from tests.checks.half_built import BREAKS, WHOLE, Break
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is printed about all broken games, without the compiler."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.checks.half_built", str(tmp_path_factory.mktemp("games"))],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def lacks_of(lines: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines if line.startswith("{")]


@pytest.mark.parametrize(("case", "broken"), BREAKS.items(), ids=[*BREAKS])
def test_broken_game_gets_a_sentence(case: str, broken: Break, told: dict[str, list[str]]) -> None:
    lacks = lacks_of(told[case])
    assert told[case][-1] == "1"
    first = lacks[0]
    assert first["step"] == broken.step, first
    assert broken.said in first["said"], first
    assert broken.write in first["file"], first
    assert broken.example in first["example"], first
    for lack in lacks:
        assert "\n" not in lack["said"] + lack["file"] + lack["example"]
        assert len(lack["said"]) < 400
        assert lack["file"]


def test_whole_game_lacks_nothing(told: dict[str, list[str]]) -> None:
    *steps, end, status = told["whole"]
    assert status == "0"
    assert end.startswith("whole: nothing is lacking, in ")
    good = [line.split(":")[0] for line in steps]
    assert good == [step.name for step in STEPS if step.name in WHOLE]
    assert all(": good, " in line for line in steps)


def test_later_steps_say_what_they_need(told: dict[str, list[str]]) -> None:
    *steps, end, status = told["half"]
    assert status == "1"
    assert "raises: 1 lack, in " in end
    assert steps[0].startswith("game: good")
    assert steps[1].startswith("rules: legal raised ZeroDivisionError: ")
    assert "/rules.py, line 1" in steps[1]
    assert {line.partition(": ")[2] for line in steps[2:]} == {"not checked, it needs 'rules'"}
    assert not any("Traceback" in line for line in steps)


def test_half_built_games_do_not_break_the_collection_of_others(
    told: dict[str, list[str]],
) -> None:
    collected = set(told["collected"])
    assert {"whole", "no-variants", "block-ness"} <= collected
    unreadable = set(told["unreadable"])
    assert "no-variants" in unreadable
    assert unreadable.isdisjoint({"whole", "block-ness"})
