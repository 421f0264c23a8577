"""Pictures of games on cells: what pages read from them, and what games override."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from empile.checks.steps.pictures import described
from empile.engine.contracts.cell_picture import CellPicture
from empile.engine.contracts.cell_presenter import CellPresenter
from empile.engine.game import Contracts
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
    picture = CellPicture(CellPresenter(game), game.new_state(), None)
    bare = {re.sub("#[0-9a-f]{6}", "", picture.token(seat)) for seat in range(4)}
    assert len(bare) == 4
    root = ET.fromstring(picture.document())
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
