"""Moves: codes, texts and reading."""

from __future__ import annotations

import re

import pytest

from empile.engine.board import Cells, Move, Moves
from empile.engine.board.actions import actions_on_board, planes_of_moves
from empile.engine.errors import NotationError
from empile.engine.planes import Plane

CELLS = Cells.grid(columns=5, rows=5)
CLIMB = Moves(
    "{from}-{to} {build}",
    parts={"from": CELLS, "to": CELLS.near("from"), "build": CELLS.near("to")},
)


def test_codes_are_mixed_radix() -> None:
    moves = Moves(
        place="{kind} {cell}",
        slide="{from}-{to}",
        stop="pass",
        parts={"kind": ("A", "B"), "cell": CELLS, "from": CELLS, "to": CELLS},
    )
    assert moves.code("place") == (0, 50, (2, 25), (25, 1))
    assert moves.code("slide") == (50, 625, (25, 25), (25, 1))
    assert moves.code("stop") == (675, 1, (), ())
    assert moves.actions == 676
    assert moves.text(675) == "pass"
    assert moves.decode(50 + 25 + 2) == Move("slide", {"from": "b1", "to": "c1"})
    assert moves.parse("B b1") == [26]


def test_every_code_on_the_board_reads_back() -> None:
    assert CLIMB.actions == 25 * 8 * 8
    texts = [CLIMB.text(action) for action in range(CLIMB.actions)]
    found = {text: action for action, text in enumerate(texts) if text is not None}
    assert len(found) == sum(text is not None for text in texts)
    assert {text: CLIMB.parse(text) for text in found} == {
        text: [action] for text, action in found.items()
    }


def test_moves_off_the_board_have_no_text() -> None:
    """From a1 direction 4 leads to the left."""
    assert CLIMB.text(4 * 8) is None
    assert CLIMB.decode(4 * 8) is None


def test_parse_distinguishes_forms_from_neighbours() -> None:
    assert CLIMB.parse("a1-c3 c4") == []
    for text in ("a1-b1", "a1-b1  a1", "a1-b1 a6", "A1-b1 a1", "a1-b1 a1\n", ""):
        with pytest.raises(NotationError, match=f"^'{re.escape(text.strip())}.*like a1-b1 c1$"):
            CLIMB.parse(text)


def test_longer_names_are_read_whole() -> None:
    cells = Cells.grid(columns=1, rows=12)
    moves = Moves("{from}{to}", parts={"from": cells, "to": cells})
    assert moves.text(moves.parse("a1a12")[0]) == "a1a12"
    assert moves.text(moves.parse("a11a1")[0]) == "a11a1"


def test_alike_patterns_give_every_reading() -> None:
    moves = Moves(place="{cell}", remove="{cell}", parts={"cell": CELLS})
    assert moves.parse("b1") == [1, 26]


def test_compiled_functions_agree_with_codes() -> None:
    encode, decode = CLIMB.encoder(), CLIMB.decoder()
    for action in (0, 9, 777, CLIMB.actions - 1):
        assert encode(*decode(action)) == action
    code = CLIMB.encode("move", {"from": "b2", "to": "c3", "build": "b2"})
    assert code is not None
    assert tuple(decode(code)) == (CELLS.index("b2"), 1, 5)
    place = Moves("{cell}", cell=CELLS)
    assert place.encoder()(7) == 7
    with pytest.raises(ValueError, match="one part"):
        place.decoder()


def test_actions_have_a_channel_and_the_place_of_their_cell() -> None:
    moves = Moves(
        place="{kind} {cell}",
        climb="{from}-{to} {build}",
        stop="pass",
        parts={
            "kind": ("A", "B"),
            "cell": CELLS,
            "from": CELLS,
            "to": CELLS.near("from"),
            "build": CELLS.near("to"),
        },
    )
    actions = actions_on_board(moves)
    assert len(actions) < moves.actions
    planes = planes_of_moves(moves, actions, (Plane("cell", (2, 5, 5), board=True),))
    assert planes is not None
    assert planes.shape == (2 + 64 + 1, 5, 5)
    where = dict(zip(actions.tolist(), zip(planes.channel, planes.place, strict=True), strict=True))
    assert where[moves.parse("B b2")[0]] == (1, 6)
    assert where[moves.parse("c2-d2 d3")[0]] == (2 + 2, 7)
    assert where[moves.parse("pass")[0]] == (66, -1)
    assert planes_of_moves(moves, actions, (Plane("cell", (2, 25)),)) is None


def test_patterns_are_checked() -> None:
    with pytest.raises(ValueError, match="give its values"):
        Moves("{cell}")
    with pytest.raises(ValueError, match="each once"):
        Moves("{cell}{cell}", cell=CELLS)
    with pytest.raises(ValueError, match="near none"):
        Moves("{to}", to=CELLS.near("from"))
    with pytest.raises(ValueError, match="not begin with ~"):
        Moves("~{cell}", cell=CELLS)
    with pytest.raises(ValueError, match="codes are 0 to 24"):
        Moves("{cell}", cell=CELLS).verb_of(25)
