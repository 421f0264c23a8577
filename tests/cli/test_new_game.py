"""Tests of ``empile new-game``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Empile


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["block-ness"], "there is a game 'block-ness' already"),
        (["Hex"], "'Hex' cannot be the name of a game"),
        (["hex-land", "--board", "0x5"], "3 to 9 columns and rows, not 0x5"),
        (["hex-land", "--seats", "9"], "'9' is not a number of seats"),
        (["hex-land", "--into", "/no-such-folder"], "there is no folder /no-such-folder"),
        (["taken"], "exists: remove it, or choose another name"),
    ],
)
def test_new_game_refuses_and_writes_nothing(
    words: list[str],
    said: str,
    empile_cli: Empile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "taken").mkdir()
    monkeypatch.chdir(tmp_path)
    empile_cli("new-game", *words).refused(said)
    assert [path.name for path in tmp_path.rglob("*")] == ["taken"]


def test_new_game_writes_a_package_and_says_what_is_next(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = empile_cli("new-game", "heap-land", "--board", "none")
    assert outcome.status == 0
    files = [Path(line) for line in outcome.lines[: outcome.lines.index("")]]
    assert all((tmp_path / path).is_file() for path in files)
    assert Path("heap-land/src/heap_land/rules.py") in files
    assert outcome.lines[outcome.lines.index("Next:") :] == [
        "Next:",
        "  cd heap-land",
        "  pip install -e . --group test",
        "  empile check-game heap-land",
        "  empile play heap-land",
        "  empile serve --open",
        "",
        "Then edit heap-land/src/heap_land/rules.py",
    ]


def test_new_game_in_a_checkout_is_a_part_of_it(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder below the checkout is enough; with --package it is none."""
    games = tmp_path / "src" / "empile" / "games"
    games.mkdir(parents=True)
    (games / "__init__.py").touch()
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path / "src")
    outcome = empile_cli("new-game", "heap-land", "--board", "none")
    assert (games / "heap_land" / "rules.py").is_file()
    assert (tmp_path / "tests" / "games" / "heap_land" / "perft.json").is_file()
    assert "pip install" not in outcome.out
    assert outcome.lines[-1] == "Then edit empile/games/heap_land/rules.py"
    empile_cli("new-game", "other-heap", "--board", "none", "--package", "--into", tmp_path)
    assert (tmp_path / "other-heap" / "pyproject.toml").is_file()
