"""The page keeps a table of one device as the server does: equal events, and equal messages."""

from __future__ import annotations

import json
import subprocess
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.engine.wasm import bundle, rules_module
from tests.conftest import ROOT
from tests.long.engine.wasm.test_equality import GAMES, repeat
from tests.long.web.local.trace import Line, kinds_of, tables

SCRIPT = ROOT / "web" / "test" / "local" / "repeat.ts"


EVENTS = {
    *("started", "move", "over", "taken_back", "hinted"),
    *("renamed", "resigned", "taken_over", "retaken"),
}
REFUSALS = {
    *("stale", "illegal", "not_now", "not_yours"),
    *("bad_message", "bad_request", "no_hints"),
}


def write_tables(folder: Path, name: str, most: int | None = None) -> list[Line]:
    """Write the module of a game, tables of it, and their bundles; return the tables."""
    (folder / "rules.wasm").write_bytes(rules_module(empile.load(name)))
    lines: list[Line] = []
    for number, (game, line) in enumerate(islice(tables(name, seed=1), most)):
        bundle(game).write(folder, f"bundle-{number}")
        lines.append(line)
    write_lines(folder, lines)
    return lines


def write_lines(folder: Path, lines: list[Line]) -> None:
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (folder / "tables.ndjson").write_text(text, "utf-8")


def repeated(folder: Path) -> subprocess.CompletedProcess[str]:
    return repeat(folder, str(SCRIPT))


@pytest.mark.parametrize("name", GAMES)
def test_the_page_keeps_tables_as_the_server_does(name: str, tmp_path: Path) -> None:
    lines = write_tables(tmp_path, name)
    done = repeated(tmp_path)
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    print(name, counts)
    kinds = kinds_of(lines)
    # In this game chance follows each move, so that none can be taken back.
    never = {"taken_back"} if name == "on-top" else set[str]()
    assert kinds.keys() >= (EVENTS - never) | REFUSALS
    assert ("chance" in kinds) == empile.game_class(name).has_chance
    assert counts["tables"] == len(lines)
    assert counts["events"] == sum(len(line["entries"]) for line in lines)
    for kind in ("updates", "welcomes", "pages", "errors"):
        assert counts[kind] > 3 * len(lines), kind


@pytest.mark.parametrize(
    ("member", "changed", "message"),
    [
        ("entries", {"at": 0}, "events differ in .0.at"),
        ("update", {"events": []}, "messages 'update' differ in .events.0"),
        ("update", {"state": {"seq": 2}}, "messages 'update' differ in .state"),
        ("update", {"more": 1}, "messages 'update' differ in .more"),
        ("welcome", {"seq": 0}, "messages 'welcome' differ in .seq"),
        ("older", {"events": [1]}, "messages 'older' differ in .events"),
        ("error", {"code": "failed"}, "messages 'error' differ in .code"),
    ],
)
def test_a_table_that_differs_is_found(
    member: str, changed: dict[str, Any], message: str, tmp_path: Path
) -> None:
    lines = write_tables(tmp_path, "block-ness", most=3)
    for line in lines:
        changing = line["entries"] if member == "entries" else line["steps"]
        for one in changing:
            if member == "entries":
                one.update(changed)
            elif member in one:
                one[member].update(changed)
    write_lines(tmp_path, lines)
    done = repeated(tmp_path)
    assert done.returncode == 1
    assert message in done.stderr
