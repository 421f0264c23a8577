"""Tests of the checks of what a new game shall have."""

from __future__ import annotations

import pytest

from empile.scaffold import Plan, PlanError, make_plan


def test_make_plan_names_all_parts() -> None:
    plan = make_plan("hex-land-2", board="hex", seats="2-4")
    assert (plan.folder, plan.class_name, plan.title) == ("hex_land_2", "HexLand2", "Hex land 2")
    assert (plan.seats, plan.cells) == ((2, 4), 19)


def test_make_plan_leaves_out_the_die_if_cards_are_drawn() -> None:
    plan = make_plan("card-duel", hidden=True, chance=True)
    assert plan.hidden
    assert not plan.chance


@pytest.mark.parametrize(
    ("board", "seats", "line"),
    [("3x3", "2", 3), ("5x5", "2", 4), ("9x9", "2", 6), ("hex", "2-4", 4), ("3x4", "4", 3)],
)
def test_line_of_a_plan_has_room_on_the_board(board: str, seats: str, line: int) -> None:
    plan = make_plan("small-land", board=board, seats=seats)
    assert plan.line == line
    assert plan.line + (plan.line - 1) * (plan.seats[1] - 1) < plan.cells


def test_make_plan_refuses_boards_without_room_for_all_seats() -> None:
    with pytest.raises(PlanError, match="a board of 3x3 is too small for 4 seats"):
        make_plan("small-land", board="3x3", seats="2-4")
    assert make_plan("small-land", board="3x3", seats="2-3").line == 3


@pytest.mark.parametrize("name", ["", "Hex", "hex_land", "-hex", "hex--land", "9-men", "a" * 31])
def test_make_plan_refuses_bad_names(name: str) -> None:
    with pytest.raises(PlanError, match="cannot be the name of a game"):
        make_plan(name)


def test_make_plan_refuses_names_that_are_taken() -> None:
    with pytest.raises(PlanError, match="there is a game 'block-ness' already"):
        make_plan("block-ness")
    for name in ("class", "json"):
        with pytest.raises(PlanError, match="is a word or a module of Python"):
            make_plan(name)
    with pytest.raises(PlanError, match="there is a Python package 'pytest' already"):
        make_plan("pytest", package=True)
    assert make_plan("pytest").folder == "pytest"


@pytest.mark.parametrize("board", ["5", "5x", "axb", "5x5x5", "²x5", "5×5", ""])
def test_make_plan_refuses_what_is_no_board(board: str) -> None:
    with pytest.raises(PlanError, match=f"'{board}' is not a board: write columns x rows"):
        make_plan("hex-land", board=board)


@pytest.mark.parametrize("board", ["0x5", "5x0", "2x9", "10x3", "999x999"])
def test_make_plan_refuses_boards_of_another_size(board: str) -> None:
    with pytest.raises(PlanError, match=f"a board has 3 to 9 columns and rows, not {board}"):
        make_plan("hex-land", board=board)


@pytest.mark.parametrize("seats", ["1", "5", "4-2", "1-3", "2-5", "two", "2-", "-2", ""])
def test_make_plan_refuses_other_numbers_of_seats(seats: str) -> None:
    with pytest.raises(PlanError, match=f"'{seats}' is not a number of seats"):
        make_plan("hex-land", seats=seats)


def all_plans(*, package: bool) -> list[Plan]:
    """Return a plan for each combination of flags that makes a difference."""
    return [
        make_plan(
            f"game-{board}-{seats}-{luck}-{'points' if points else 'plain'}".replace("x", "-"),
            board=board,
            seats=seats,
            chance=luck == "chance",
            hidden=luck == "hidden",
            points=points,
            package=package,
        )
        for board in ("3x4", "5x5", "none")
        for seats in ("2", "2-4")
        for luck in ("sure", "chance", "hidden")
        for points in (False, True)
    ]
