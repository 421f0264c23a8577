"""What a page needs beside a module."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.compiled.json_writer import text_rows
from empile.engine.contracts.grades import GradeThresholds
from empile.engine.pictures import drawn, facts_of
from empile.engine.wasm import bundle
from empile.games.blox.rules.components import load_components
from tests.support.race import Race


@pytest.mark.parametrize("name", ["blox", "on-top"])
def test_parts_are_the_bytes_of_the_game(name: str) -> None:
    game = empile.load(name, players=3)
    facts, data = bundle(game)
    places = facts["binary"]
    parts = {key: data[offset : offset + length] for key, (offset, length) in places.items()}
    texts = game.presenter.json_texts()
    assert texts is not None
    if facts["setup"] is None:
        assert parts["params"] == game.params_array.tobytes()
        assert parts["start"] == game.new_state().tobytes()
    else:  # the module computes them
        assert parts["constants"] == game.compiled.constants.tobytes()
        assert parts.keys().isdisjoint({"params", "start"})
    assert parts["texts"] == texts.tobytes()
    assert facts["texts"] == list(texts.shape)
    messages = text_rows(game.presenter.message_texts())
    assert parts["messages"] == messages.tobytes()
    assert facts["messages"] == list(messages.shape)
    assert all(offset % 8 == 0 for offset, _ in places.values())


def test_offsets_are_those_of_numpy() -> None:
    game = empile.load("block-ness")
    edge = game.compiled.uct.EDGE
    layout = bundle(game).facts["structs"]["edge"]
    assert layout["size"] == edge.itemsize
    array: Any = np.zeros(1, edge)
    array["value"][0, 1] = 2.5
    at = layout["value"] + 8
    assert np.frombuffer(array.tobytes()[at : at + 8])[0] == 2.5


def test_only_games_with_perfect_information_have_nodes() -> None:
    structs = {name: bundle(empile.load(name)).facts["structs"] for name in ("on-top", "blox")}
    assert "node" in structs["on-top"]
    assert "node" not in structs["blox"]


def test_a_level_has_the_parameters_of_its_search() -> None:
    game = empile.load("on-top")
    levels = bundle(game).facts["levels"]
    for level, own in zip(levels, game.bots.levels, strict=True):
        assert level["simulations"] == own.simulations
        assert empile.SearchParams(**level["params"]) == own.search_params


def test_setup_has_what_pages_need_to_read_options() -> None:
    game = empile.load("blox")
    setup = json.loads(json.dumps(bundle(game).facts["setup"]))
    assert setup["reads"] == ["check_option", "fill_params", "read_position", "write_setup"]
    players, *_, layout = setup["offered"]
    assert (players["values"], players["default"]) == ([2, 3, 4], 2)
    assert (layout["default"], layout["house"]) == ("house", load_components())
    assert setup["english"]["colour.W"]
    assert "fault.lacking" in setup["english"]
    assert not any(key.startswith(("fault.position.", "log.")) for key in setup["english"])


def test_boards_are_in_bundles_unless_the_rules_write_them() -> None:
    game = empile.load("block-out", players=3)
    assert bundle(game).facts["board_setup"] == game.presenter.board_setup()
    assert bundle(empile.load("blox")).facts["board_setup"] is None


@pytest.mark.parametrize("name", ["block-ness", "on-top"])
def test_texts_are_those_of_all_boards(name: str) -> None:
    """A page takes the bundle of the usual options for own boards."""
    own = empile.load(name, **empile.game_class(name).draw_board(empile.new_stream(1)))
    usual = empile.load(name).presenter
    assert np.array_equal(own.presenter.json_texts(), usual.json_texts())  # type: ignore[arg-type]
    assert own.presenter.message_texts() == usual.message_texts()


def test_options_that_need_a_start_are_marked() -> None:
    facts = bundle(empile.load("block-ness", players=1)).facts
    assert facts["needs_start"]
    assert not bundle(empile.load("block-ness")).facts["needs_start"]


def test_games_with_levels_for_one_person_have_a_solver() -> None:
    game = empile.load("block-ness", players=1)
    facts = bundle(game).facts
    assert game.solo is not None
    assert facts["solo"]["clue_parts"] == list(game.solo.clue_parts)
    assert facts["structs"]["solved"]["size"] == game.solo.solver.SOLVED.itemsize
    assert bundle(empile.load("blox")).facts["solo"] is None


def test_thresholds_of_grades_are_those_of_the_game() -> None:
    game = empile.load("blox", players=3)
    names, *thresholds = bundle(game).facts["grades"].values()
    assert GradeThresholds(*thresholds) == game.bots.grade_thresholds
    assert [names.index(game.bots.grade_thresholds.grade(loss)) for loss in (0.0, 2.0)] == [0, 4]


def test_files(tmp_path: Path) -> None:
    parts = bundle(empile.load("block-out"))
    parts.write(tmp_path, "block-out-2")
    assert json.loads((tmp_path / "block-out-2.json").read_text("utf-8")) == parts.facts
    assert (tmp_path / "block-out-2.bin").read_bytes() == parts.data
    drawn_by_pages = bundle(Race())
    assert json.loads(drawn_by_pages.json) == drawn_by_pages.facts


def test_games_say_whether_pages_need_a_server() -> None:
    facts = bundle(empile.load("cairn", players=2)).facts
    assert facts["server_reason"] == "the rules do not define 'write_view'"
    assert facts["texts"] is facts["messages"] is None
    for game in (empile.load("on-top"), Race()):
        facts = bundle(game).facts
        assert facts["server_reason"] == ""
        assert None not in (facts["texts"], facts["messages"])


def test_games_without_a_board_of_their_own_have_a_picture() -> None:
    game = Race()
    parts = bundle(game)
    state = game.new_state()
    assert drawn(parts.facts["picture"], facts_of(state, state.view(0))) == state.to_svg(0)
    assert parts.facts["picture_reason"] == ""
    facts = bundle(empile.load("on-top")).facts
    assert (facts["picture"], facts["picture_reason"]) == (None, "")
    facts = bundle(empile.load("cairn")).facts
    assert facts["picture"] is None
    assert facts["picture_reason"] == "CairnPresenter has a method 'to_svg' of its own"
