"""Games are found by being there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import empile
from empile.engine.discovery import game_class, game_names, load
from empile.engine.errors import OptionError, UnknownGameError


def test_installed_games_and_those_of_other_folders_are_found() -> None:
    assert {"block-ness", "cairn"} <= set(game_names())
    assert game_names() == sorted(game_names())


def test_load_rejects_an_unknown_game_or_version() -> None:
    with pytest.raises(UnknownGameError, match=r"no game 'chess'; the games are .*cairn"):
        load("chess")
    with pytest.raises(UnknownGameError, match="cairn has no rules version 3"):
        game_class("cairn", 3)


def test_load_takes_the_newest_rules_by_default() -> None:
    assert game_class("cairn").rules_version == 2
    assert game_class("cairn", 1).rules_version == 1
    assert load("cairn", rules_version=1, players=3).num_players == 3


def test_options_are_passed_on() -> None:
    assert empile.load("block-ness", players=3).num_players == 3
    with pytest.raises(OptionError, match="has no option 'name'"):
        load("block-ness", name="x")


def test_a_folder_without_game_is_none(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "__init__.py").write_text('"""No game."""\n')
    code = "import empile; print(empile.game_names())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"EMPILE_GAMES": f"{tmp_path}:{tmp_path / 'missing'}", "PATH": "", "HOME": "/tmp"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "block-ness" in done.stdout
    assert "cairn" not in done.stdout
