"""Pictures of games on cells: what pages read from them, and what games override."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import empile
from empile.checks.steps.pictures import described
from empile.engine.board import Board, Cells, kinds, levels, owners
from empile.engine.contracts.cell_picture import CellPicture
from empile.engine.contracts.cell_presenter import CellPresenter
from empile.engine.game import Contracts
from empile.engine.pictures import drawn, facts_of
from tests.engine.contracts.test_cell_presenter import POSITION
from tests.support.climb import Climb
from tests.support.games import random_match


def with_id(svg: str, start: str) -> dict[str, ET.Element]:
    found = {element.get("id", ""): element for element in ET.fromstring(svg).iter()}
    return {name: element for name, element in found.items() if name.startswith(start)}


def test_cells_are_targets_of_all_parts() -> None:
    root = ET.fromstring(Climb().new_state().to_svg())
    cells = [element for element in root.iter() if element.get("data-part")]
    assert [cell.get("data-value") for cell in cells[:6]] == ["a1", "b1", "c1", "d1", "e1", "a2"]
    assert {cell.get("data-part") for cell in cells} == {"cell from to build"}
    (_, _, width, height) = map(float, root.get("viewBox", "").split(" "))
    for cell in cells:
        assert 0 < float(cell.get("data-x", "")) < width
        assert 0 < float(cell.get("data-y", "")) < height
        assert float(cell.get("data-r", "")) == 46
    assert float(cells[5].get("data-y", "")) < float(cells[0].get("data-y", "")), "row 1 is below"


def test_pieces_keep_their_ids_and_stand_on_blocks() -> None:
    state = Climb().state_from_position({**POSITION, "level": {"d5": 1, "c4": 2}})
    before = with_id(state.to_svg(), "piece-")
    assert before["piece-worker-1-1"].get("data-at") == "e5"
    assert before["piece-worker-1-1"].get("data-seat") == "1"
    assert before["piece-worker-1-1"].get("data-level") is None
    assert [name for name in before if "level" in name] == [
        "piece-level-d5-1",
        "piece-level-c4-1",
        "piece-level-c4-2",
    ]
    state.apply_text("e5-d5 d4")
    after = with_id(state.to_svg(), "piece-")
    assert after.keys() - before.keys() == {"piece-level-d4-1"}
    assert after["piece-worker-1-1"].get("data-at") == "d5"
    assert after["piece-worker-1-1"].get("data-level") == "1"


def test_seats_differ_by_shape() -> None:
    game = Climb(players=4)
    picture = CellPicture(CellPresenter(game))
    bare = {re.sub("#[0-9a-f]{6}", "", drawn(picture.token(seat), {})) for seat in range(4)}
    assert len(bare) == 4
    root = ET.fromstring(game.new_state().to_svg())
    assert root.get("data-seat-marks") == "● ■ ▲ ◆"
    assert len(set(root.get("data-seat-colours", "").split(" "))) == 4


def test_verbs_with_one_cell_have_previews() -> None:
    assert list(with_id(Climb(players=3).new_state().to_svg(), "preview-")) == [
        "preview-place-0",
        "preview-place-1",
        "preview-place-2",
    ]


def test_end_shows_ranks_and_winners() -> None:
    state = random_match(Climb(players=3), 1).state
    result = state.result()
    assert result is not None
    svg = state.to_svg()
    assert sorted(re.findall(r">#(\d)</text>", svg)) == sorted(map(str, result.ranks))
    assert f"seat {result.winners[0] + 1} wins" in described(svg)


def test_document_has_no_styles_and_is_deterministic() -> None:
    state = Climb().state_from_position(POSITION)
    svg = state.to_svg()
    assert svg == state.clone().to_svg(0)
    assert not re.search(r"style|class=|href|NaN|None", svg)


class IcePicture(CellPicture):
    """Changes one drawing each."""

    def background(self, width: float, height: float) -> str:
        return '<rect id="ice" width="9" height="9"/>'

    def token(self, seat: int) -> str:
        return f'<circle id="penguin-{seat}" r="9"/>'


class IcePresenter(CellPresenter):
    picture = IcePicture


class IceClimb(Climb):
    name = "ice-climb"
    contracts = Contracts(presenter=IcePresenter)


def test_single_drawings_can_be_replaced() -> None:
    svg = IceClimb().state_from_position(POSITION).to_svg()
    assert 'id="ice"' in svg
    assert svg.count('id="penguin-1"') == 2 + 1 + 1, "two workers, a preview and the seat below"
    assert "piece-level-c4-2" in svg


# -- The picture of all views ----------------------------------------------------------------------


class MovesPicture(CellPicture):
    """Reads the state that is drawn."""

    def seat_card(self, seat: int, width: float) -> str:
        acts = self.view["seat"] == seat and self.result is None
        return f"<text>{len(self.state.legal_actions()) if acts else 0}</text>"


class MovesPresenter(CellPresenter):
    picture = MovesPicture


class MovesClimb(Climb):
    name = "moves-climb"
    contracts = Contracts(presenter=MovesPresenter)


class StrictPicture(CellPicture):
    """Draws only what is on boards of this game: no first level of seat 3."""

    def piece(self, field: str, value: int, owner: int | None) -> str:
        return {1: "one", 2: "two", 3: "three"}[value]


class StrictPresenter(CellPresenter):
    picture = StrictPicture


class StrictClimb(Climb):
    name = "strict-climb"
    contracts = Contracts(presenter=StrictPresenter)


class OwnSvg(CellPresenter):
    def to_svg(self, state: empile.State, seat: int | None = None) -> str:
        return super().to_svg(state, seat).replace("<svg", "<svg data-own", 1)


class OwnClimb(Climb):
    name = "own-climb"
    contracts = Contracts(presenter=OwnSvg)


def test_default_pictures_are_data() -> None:
    for state in (Climb(players=3).new_state(), IceClimb().new_state()):
        presenter = state.game.presenter
        drawing = json.loads(json.dumps(presenter.sheet.drawing))
        assert presenter.picture_reason == ""
        for seat in (None, 0):
            facts = facts_of(state, presenter.view(state, seat))
            assert drawn(drawing, facts) == state.to_svg(seat)


def test_pictures_that_read_the_state_are_drawn_at_a_server() -> None:
    state = MovesClimb().new_state()
    assert state.game.presenter.sheet.drawing is None
    assert state.game.presenter.picture_reason == "'seat_card' of MovesPicture reads the position"
    assert re.findall(r"<text>(\d+)</text>", state.to_svg()) == ["25", "0"]
    state.apply_text("a1")
    assert re.findall(r"<text>(\d+)</text>", state.to_svg()) == ["24", "0"]


def test_pictures_of_some_pieces_are_drawn_at_a_server() -> None:
    state = StrictClimb().new_state()
    reason = "'piece' of StrictPicture raises KeyError(4)"
    assert state.game.presenter.picture_reason == reason
    state.apply_text("a1")
    assert ">one</g>" in state.to_svg()


def test_presenters_with_pictures_of_their_own_draw_at_a_server() -> None:
    presenter = OwnClimb().presenter
    assert presenter.sheet == (None, "OwnSvg has a method 'to_svg' of its own")
    assert "data-own" in OwnClimb().new_state().to_svg()
    blox = empile.load("blox").presenter
    assert blox.sheet.drawing is None
    assert blox.picture_reason == "", "it has a board of its own"


class Layers:
    """A picture of a board with several fields, without rules."""

    def __init__(self, **view: Any) -> None:
        cells = Cells.grid(columns=2, rows=1)
        board = Board(cells, hill=levels(2), man=owners(2), hat=kinds("top", "cap"), snow=levels(1))
        game = Climb()
        presenter = CellPresenter(game)
        presenter.board, presenter.cells = board, cells
        full = {name: view.get(name, {}) for name in board.layouts}
        facts = {"view": {"seat": 0, **full}, "points": [0, 0], "ranks": None, "winners": None}
        self.svg = drawn(CellPicture(presenter).document(), facts)

    def attributes(self, name: str) -> dict[str, str]:
        return with_id(self.svg, name)[name].attrib


def test_pieces_have_the_owner_of_the_piece_below_them() -> None:
    layers = Layers(man={"a1": 1}, hat={"a1": "cap", "b1": "top"})
    assert layers.attributes("piece-hat-a1-cap")["data-seat"] == "1"
    assert layers.attributes("piece-hat-a1-cap")["data-kind"] == "cap"
    assert "data-kind" not in layers.attributes("piece-man-a1-1")
    assert "data-seat" not in layers.attributes("piece-hat-b1-top")


def test_pieces_stand_on_the_highest_blocks() -> None:
    heights = []
    for hill, snow in ((0, 0), (0, 1), (1, 1), (2, 1), (2, 0)):
        layers = Layers(
            man={"a1": 0}, hill={"a1": hill} if hill else {}, snow={"a1": snow} if snow else {}
        )
        attributes = layers.attributes("piece-man-a1-0")
        y = float(attributes["transform"].rstrip(")").split(" ")[1])
        heights.append((attributes.get("data-level"), y))
    ground = heights[0][1]
    assert heights == [
        (None, ground),
        ("1", ground - 11),
        ("1", ground - 11),
        ("2", ground - 22),
        ("2", ground - 22),
    ]


def test_pieces_that_a_seat_does_not_know_are_question_marks() -> None:
    layers = Layers(man={"a1": 0}, hat={"a1": "?", "b1": "?"}, hill={"b1": 1})
    assert layers.attributes("piece-hat-a1-?")["data-seat"] == "0"
    assert layers.attributes("piece-hat-b1-?") == {
        "id": "piece-hat-b1-?",
        "data-at": "b1",
        "data-kind": "?",
        "data-level": "1",
        "transform": layers.attributes("piece-hat-b1-?")["transform"],
    }
    assert layers.svg.count(">?</text>") == 2


def test_descriptions_say_what_is_where() -> None:
    layers = Layers(man={"a1": 0, "b1": 1}, hat={"a1": "?"})
    assert described(layers.svg) == (
        "climb: seat 1 to move | hill: none. man: a1 0, b1 1. hat: a1 ?. snow: none. "
    )
