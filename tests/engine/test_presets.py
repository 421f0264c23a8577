"""Option presets, loaded from a game's folder."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

from empile.engine.discovery import game_class, game_names, load
from empile.engine.game import Game
from empile.engine.presets import option_presets
from empile.engine.strict_json import PlainDataError


def in_folder(path: Path) -> type[Game]:
    class Elsewhere(Game):
        folder: ClassVar[Path] = path

    return Elsewhere


def test_option_presets_are_loaded_from_files(tmp_path: Path) -> None:
    board = tmp_path / "data" / "board"
    board.mkdir(parents=True)
    (tmp_path / "data" / "components.json").write_text("{}", "utf-8")
    (board / "wide.json").write_text('{"columns": 9}', "utf-8")
    (board / "long.json").write_text('{"rows": 9}', "utf-8")
    (board / "note.txt").write_text("none", "utf-8")
    found = option_presets(in_folder(tmp_path), "board")
    assert list(found.items()) == [("long", {"rows": 9}), ("wide", {"columns": 9})]
    assert option_presets(in_folder(tmp_path), "start") == {}


def test_option_presets_reject_invalid_json(tmp_path: Path) -> None:
    board = tmp_path / "data" / "board"
    board.mkdir(parents=True)
    (board / "wide.json").write_text("{", "utf-8")
    with pytest.raises(PlainDataError):
        option_presets(in_folder(tmp_path), "board")


@pytest.mark.parametrize("name", game_names())
def test_option_presets_are_playable_and_have_messages(name: str) -> None:
    offered = game_class(name)
    for option in offered.options_offered:
        for label, value in option_presets(offered, option.name).items():
            game = load(name, **{option.name: value})
            assert game.options[option.name] == value, "records hold the value itself"
            assert label != "house"
            assert not game.new_state().is_terminal()
            for language in game.presenter.catalogue.languages:
                assert f"option.{option.name}.{label}" in game.presenter.catalogue.messages(
                    language
                )


def test_option_presets_of_the_games() -> None:
    assert list(option_presets(game_class("on-top"), "board")) == ["large"]
    assert len(option_presets(game_class("on-top"), "start")) >= 2
