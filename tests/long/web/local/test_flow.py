"""The page keeps a table of one device as the server does: equal events, and equal messages."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import empile
from empile.engine.wasm import bundle, rules_module
from tests.conftest import ROOT
from tests.long.engine.wasm.test_equality import GAMES, repeat
from tests.long.web.local.trace import kinds_of, tables

SCRIPT = ROOT / "web" / "test" / "local" / "repeat.ts"


def write_tables(folder: Path, name: str, seed: int = 1) -> list[dict[str, object]]:
    """Write the module of a game, tables of it, and their bundles; return the tables."""
    (folder / "rules.wasm").write_bytes(rules_module(empile.load(name)))
    lines = []
    with (folder / "tables.ndjson").open("w", encoding="utf-8") as out:
        for number, (game, line) in enumerate(tables(name, seed=seed)):
            bundle(game).write(folder, f"bundle-{number}")
            out.write(json.dumps(line) + "\n")
            lines.append(line)
    return lines


def repeated(folder: Path) -> subprocess.CompletedProcess[str]:
    return repeat(folder, str(SCRIPT))


@pytest.mark.parametrize("name", GAMES)
def test_the_page_keeps_tables_as_the_server_does(name: str, tmp_path: Path) -> None:
    lines = write_tables(tmp_path, name)
    kinds = kinds_of(lines)
    done = repeated(tmp_path)
    assert done.returncode == 0, done.stderr
    print(name, len(lines), "tables", dict(kinds), done.stdout)
