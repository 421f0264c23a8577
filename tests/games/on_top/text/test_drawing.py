"""The board in signs: drawn from the position alone, whatever was drawn before."""

from __future__ import annotations

import empile
from empile.games.on_top.text import drawing
from tests.support.games import random_match


def rows(state: empile.State) -> list[str]:
    setup = state.game.presenter.board_setup()
    return ["".join(row).rstrip() for row in drawing.drawn(state.position(), setup)]


def test_a_drawing_leaves_nothing_for_the_next_one() -> None:
    match = random_match(empile.load("on-top"), 3)
    states = [match.state_before(index) for index in range(0, len(match.events) + 1, 4)]
    first = [rows(state) for state in states]
    again = [rows(state) for state in reversed(states)]
    assert again[::-1] == first
    assert len({tuple(found) for found in first}) > 10


def test_boards_with_other_starts_are_told_apart() -> None:
    plain = empile.load("on-top").new_state()
    other = empile.load("on-top", start=["D03", "U13"]).new_state()
    assert rows(plain) != rows(other)
    assert sum(row.count("###") for row in rows(other)) == len(other.position()["black"])


def test_every_empty_cell_has_its_name_and_three_sides() -> None:
    state = empile.load("on-top").new_state()
    setup = state.game.presenter.board_setup()
    text = "\n".join(rows(state))
    taken = len(state.position()["black"]) + len(state.position()["bare"])
    assert sum(text.count(cell) for cell in setup["cells"]) == len(setup["cells"]) - taken
    assert text.count("/") % 3 == text.count("\\") % 3 == 0
    assert text.count("*") == len(setup["golden"])
