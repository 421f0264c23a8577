"""The module of each game reads options and positions as Python does, and refuses them in the same words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.engine.compiled.completion import defines
from empile.engine.wasm import bundle, rules_module
from tests.long.engine.wasm.setup_trace import BOARDS, options_read, positions_read
from tests.long.engine.wasm.test_equality import GAMES, repeat


def defining(function: str) -> list[str]:
    """Return the games whose rules have a function."""
    return [name for name in GAMES if defines(empile.game_class(name).rules, function)]


def read_in_node(folder: Path, name: str, lines: list[dict[str, Any]]) -> dict[str, int]:
    """Let Node read what Python has read; return its counts."""
    game = empile.load(name)
    (folder / "rules.wasm").write_bytes(rules_module(game))
    bundle(game).write(folder, "bundle-0")
    text = "\n".join(json.dumps(line) for line in lines)
    (folder / "read.ndjson").write_text(text, "utf-8")
    done = repeat(folder, "read.ts")
    assert done.returncode == 0, done.stderr
    counts: dict[str, int] = json.loads(done.stdout)
    print(name, counts)
    return counts


@pytest.mark.parametrize("name", defining("read_position"))
def test_node_reads_positions_as_python(name: str, tmp_path: Path) -> None:
    lines = list(positions_read(name))
    counts = read_in_node(tmp_path, name, lines)
    assert counts["positions"] == len(lines)
    assert counts["refusals"] == sum("error" in line for line in lines) > 100
    assert counts["positions"] - counts["refusals"] > 50
    assert len({line.get("error") for line in lines}) > 50


@pytest.mark.parametrize("name", defining("fill_params"))
def test_node_reads_options_as_python(name: str, tmp_path: Path) -> None:
    lines = list(options_read(name))
    counts = read_in_node(tmp_path, name, lines)
    assert counts["options"] == BOARDS
    assert counts["refusals"] == sum("error" in line for line in lines) > 20
    assert counts["options"] - counts["refusals"] > 20
    assert counts["seen"] > 100


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"position": {}, "error": "", "reasons": [None]}, "texts differ"),
        ({"position": {}, "state": ""}, "the position has no"),
        ({"error": "", "reasons": []}, "was not refused"),
        ({"params": "", "kept": {}, "teams": [], "state": None}, "kept options differ"),
    ],
)
def test_node_tells_what_differs(line: dict[str, Any], message: str, tmp_path: Path) -> None:
    name = defining("fill_params")[0]
    with pytest.raises(AssertionError, match=message):
        read_in_node(tmp_path, name, [{"options": {}, **line}])
