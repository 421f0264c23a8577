"""The comparison of rules in a page with Python's repeats games of each version of the rules, in Node and in browsers."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.browser.support.browsers import BROWSERS, opened, require
from tests.long.benchmarks.conftest import Program
from tests.long.engine.wasm.browsers import compare, served

GAME = "block-out"


def compared(
    program: Program, monkeypatch: pytest.MonkeyPatch, results: Path, *arguments: str
) -> list[list[str]]:
    """Run the program; return the rows of its tables without their heads."""
    equality = program("rules_equality")
    monkeypatch.setattr("sys.argv", ["rules_equality.py", *arguments, "--results", str(results)])
    equality.main()
    lines = results.read_text("utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
    return [row for row in rows if row[0] not in ("game", "browser", "---")]


def change_byte(path: Path, before: str) -> None:
    """Change the first letter after the last place of a text."""
    text = path.read_text("utf-8")
    at = text.rindex(before) + len(before)
    path.write_text(f"{text[:at]}{'1' if text[at] == '0' else '0'}{text[at + 1 :]}", "utf-8")


def test_games_of_all_versions_are_repeated(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["--games", "on-top", "--played", "4"]
    rows = compared(program, monkeypatch, tmp_path / "results.md", *arguments)
    assert [row[:2] for row in rows] == [["on-top", "1"], ["on-top", "2"]]
    assert all(int(row[3]) == 4 for row in rows)


def test_each_browser_repeats_what_node_repeats(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in BROWSERS:
        require(name)
    arguments = ["--games", GAME, "--played", "2", "--browsers", *BROWSERS]
    node, *others = compared(program, monkeypatch, tmp_path / "results.md", *arguments)
    assert [row[0].split()[0] for row in others] == [*BROWSERS.values()]
    assert [row[1:] for row in others] == [node] * 3
    assert node[3] == "2"
    assert all(count != "0" for count in node)


@pytest.mark.parametrize("name", BROWSERS)
def test_a_browser_finds_a_byte_that_differs(program: Program, tmp_path: Path, name: str) -> None:
    equality = program("rules_equality")
    site = tmp_path / "site"
    with served(site) as address, opened(name, tmp_path / "browser") as page:
        written = equality.write_files(GAME, 1, 1, site / "files")
        run = partial(compare, page, address, "files")
        counts = equality.compared(name, written, run)
        assert counts["games"] == 1
        assert counts["positions"] + counts["options"] == written["read"] > 100
        change_byte(site / "files" / "read-0.ndjson", '"params": "')
        with pytest.raises(SystemExit, match=f"^{name}: .*parameters differ"):
            equality.compared(name, written, run)
        change_byte(site / "files" / "trace-0.ndjson", '"state": "')
        told = rf"^{name}: .*game 0 of bundle 0, step \d+: states differ"
        with pytest.raises(SystemExit, match=told):
            equality.compared(name, written, run)


def test_lines_that_are_left_out_are_missed(program: Program, tmp_path: Path) -> None:
    equality = program("rules_equality")
    written = equality.write_files(GAME, 1, 2, tmp_path / "files")
    path = tmp_path / "files" / "trace-0.ndjson"
    first, _ = path.read_text("utf-8").splitlines()
    path.write_text(first, "utf-8")
    run = partial(equality.run_in_node, tmp_path / "files")
    with pytest.raises(SystemExit, match="'games': 1} were not compared"):
        equality.compared("Node", written, run)


def test_all_games_of_the_project_are_compared(program: Program) -> None:
    ours = {"block-ness", "block-out", "blox", "on-top"}
    assert ours <= set(program("rules_equality").playable())
