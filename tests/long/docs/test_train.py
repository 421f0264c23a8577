"""The how-to guide of training."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from empile.networks import NetworkShape
from empile.training.config import TrainingConfig
from tests.docs.blocks import ROOT, Block, blocks
from tests.support.pytorch import environment

GUIDE = ROOT / "docs" / "how-to" / "train.md"
SHORT = (
    "--iterations 1 --threads 1 --set games=4 --set simulations=1 --set steps=60 --set warm_up=16"
    " --set batch=16 --set buffer=512 --set width=8 --set blocks=0 --set evaluate_every=1"
    " --set match_games=2 --set match_simulations=1"
)
"""Options that replace those of the guide's commands."""


def guide(language: str) -> list[Block]:
    return [block for block in blocks() if block.document == GUIDE and block.language == language]


def defaults(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(struct)}


def test_all_settings_are_in_the_tables() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| .+ \|$", GUIDE.read_text("utf-8"), re.MULTILINE)
    settings = defaults(TrainingConfig)
    del settings["shape"]
    wanted = {**settings, **defaults(NetworkShape)}
    assert len(rows) == len(wanted)
    assert {name: msgspec.json.decode(text) for name, text in rows} == wanted


def test_the_worked_example_runs_in_a_short_form(tmp_path: Path) -> None:
    train, tournament = guide("sh")[0].code.splitlines()
    train = re.sub(r"--minutes \d+", SHORT, train)
    tournament = tournament.replace("level:3", "random").replace("--rounds 10", "--rounds 1")
    assert SHORT in train
    assert "random" in tournament
    code = guide("python")[0].code
    for words in (*map(shlex.split, (train, f"{tournament} --processes 1")), ["python", code]):
        program = ["-c"] if words[0] == "python" else ["-m", "empile"]
        done = subprocess.run(
            [sys.executable, *program, *words[1:]],
            cwd=tmp_path,
            env={**environment(), "EMPILE_GAMES": os.environ["EMPILE_GAMES"]},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs" / "on-top-2" / "best.onnx").exists()
    matches = (tmp_path / "runs" / "on-top-2" / "matches.csv").read_text("utf-8")
    assert matches.startswith("iteration,cpu_seconds,opponent,")


@pytest.mark.parametrize("name", ["progress.csv", "config.json", "matches.csv", "latest.npz"])
def test_the_files_of_a_run_are_those_of_its_code(name: str) -> None:
    from empile.training import folder

    assert f"`{name}`" in GUIDE.read_text("utf-8")
    assert folder.__doc__ is not None
    assert f"``{name}``" in folder.__doc__
