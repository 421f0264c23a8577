"""Machine code runs without Numba, which is imported to compile only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import empile
from tests.conftest import ROOT

FIRST_MOVE = """
import empile
state = empile.load({name!r}).new_state()
actions = state.legal_actions() or [action for action, _ in state.chance_outcomes()]
state.apply_action(actions[0])
"""
USES = {
    **{name: FIRST_MOVE.format(name=name) for name in empile.game_names()},
    "search": """
import empile
state = empile.load("cairn").new_state()
while state.is_chance_node():
    state.apply_action(state.chance_outcomes()[0][0])
empile.search(state, stream=empile.new_stream(1), simulations=20)
empile.choose(state, empile.levels_of(state.game)[0], empile.new_stream(1))
""",
    "random games": """
import empile
from empile.engine.playouts import random_games
random_games(empile.load("cairn"), 10, stream=empile.new_stream(1))
""",
    "tensors": """
import empile
from empile.engine.compiled.warm import warm_tensors
warm_tensors(empile.load("cairn"))
""",
    "trace": """
import contextlib, io, sys
from empile.cli import main
record = io.StringIO()
with contextlib.redirect_stdout(record):
    main(["random", "cairn", "--seed", "1"])
sys.stdin = io.TextIOWrapper(io.BytesIO(record.getvalue().encode()))
main(["trace", "-"])
""",
}


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("use", USES)
def test_numba_is_not_imported_for_cached_code(use: str) -> None:
    run(USES[use])  # compiles, unless it was
    told = run(USES[use] + "\nimport sys\nprint('numba' in sys.modules)")
    assert told.splitlines()[-1] == "False"


def cpu_seconds(code: str, folder: Path) -> float:
    """Return the least processor time of several runs; the first one writes bytecode."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    found: list[float] = []
    for _ in range(4):
        before = os.times()
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
        after = os.times()
        used = after.children_user + after.children_system
        found.append(used - before.children_user - before.children_system)
    return min(found)


@pytest.mark.skipif(os.name == "nt", reason="there is no processor time of children")
def test_first_move_takes_little_more_than_numpy(tmp_path: Path) -> None:
    """2.2 times as long as importing NumPy; 7 times if Numba is imported."""
    code = FIRST_MOVE.format(name="block-ness")
    assert cpu_seconds(code, tmp_path) < 4.0 * cpu_seconds("import numpy", tmp_path)


NUMBA = """
import numba
@numba.njit
def twice(x):
    return 2 * x
assert twice(21) == 42
"""
PLAY = FIRST_MOVE.format(name="cairn")
COMPILE = """
import numpy as np
from empile.engine.compiled.bits import nth_bit
assert nth_bit(np.uint32(12), np.int16(1)) == 3  # of types that nothing else uses
"""


@pytest.mark.parametrize("order", [(PLAY, NUMBA, COMPILE), (NUMBA, PLAY, COMPILE), (COMPILE, PLAY)])
def test_loaded_code_and_numba_work_in_one_process(order: tuple[str, ...]) -> None:
    assert run("\n".join((*order, PLAY))) == ""


def test_numba_is_imported_if_its_extensions_cannot_be_loaded_alone() -> None:
    code = """
import logging, sys
logging.basicConfig()
from empile.engine.compiled import native, sources

def fail(name):
    raise ImportError(name)

sources.versions()
native.numba_module = fail
"""
    told = run(code + PLAY + "print('numba' in sys.modules, state.current_player())")
    assert "numba._helperlib cannot be loaded without Numba" in told
    assert "True" in told
