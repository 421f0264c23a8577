"""Tests of the lessons of On Top: examples of the printed rules, and every part of the rules.

Claims about segments and scores are checked with ``reference.py``, which replays the lesson's
record.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import pytest

import empile
from empile.engine.errors import Reason
from empile.engine.game import Result
from empile.engine.lessons import Lesson, lessons_of
from tests.games.on_top.reference import Circle, Move, Reference, point, share_a_side


@cache
def lessons() -> dict[str, Lesson]:
    return {lesson.name: lesson for lesson in lessons_of(empile.load("on-top"))}


class Shown(NamedTuple):
    """A circle that a lesson's right move closes."""

    at: str
    parts: str
    """The colours round it, a letter for each part, ``#`` for black; sorted."""
    tower: str
    seat: int | None
    points: int


CLOSED = {
    "most": [Shown("4,3", "###YYY", "Y", 1, 1)],
    "second": [Shown("2,3", "#RRRYY", "YR", 2, 2)],
    "hole": [Shown("4,1", "##BBBB", "B", 0, 1)],
    "three-high": [Shown("4,3", "##BRYY", "BRY", 1, 3)],
    "nobody": [Shown("5,3", "#BBRWW", "", None, 0)],
    "golden": [Shown("0,3", "#B", "B", 0, 2)],
    "two-circles": [Shown("6,1", "#RRRYY", "YR", 2, 2), Shown("7,0", "#B", "B", 0, 2)],
    "neutral": [Shown("5,3", "#RRRYY", "YR", None, 2)],
    "every-pawn": [
        Shown("4,3", "##BWWW", "BW", None, 2),
        Shown("5,3", "#BBRRR", "BR", None, 2),
        Shown("5,2", "RRWWYY", "", None, 0),
        Shown("6,2", "#RWWYY", "", None, 0),
    ],
    "last-pawn": [Shown("2,6", "BRR", "B", None, 0)],
    "teams": [Shown("2,3", "#BBBYY", "YB", 0, 2)],
}
"""What the one right move of each lesson closes; the first lesson closes nothing."""


def played(lesson: Lesson) -> Reference:
    """The position in which the learner begins."""
    reference = Reference(lesson.record.options)
    for event in lesson.record.events:
        reference.play(event)
    return reference


def only_right_move(lesson: Lesson) -> str:
    (move,) = lesson.begin().right_moves()
    return move


def other_way_round(move: str) -> str:
    place, colours = move.split()
    return f"{place} {colours[2:]}{colours[:2]}"


def parts(reference: Reference, at: str) -> str:
    coloured = "".join(
        colour * count for colour, count in reference.segments(point(at)).items() if count
    )
    black = len(reference.round_it[point(at)]) - len(coloured)
    return "".join(sorted(coloured + "#" * black))


def touches(move: str, cell: str) -> bool:
    """Whether the tile of a move has a side in common with a cell."""
    laid = Move.of_text(move)
    return any(share_a_side(own, cell) for own in (laid.up, laid.down))


def test_every_lesson_is_looked_at_here() -> None:
    assert list(lessons()) == ["first-tile", *CLOSED]


@pytest.mark.parametrize("name", CLOSED)
def test_the_right_move_closes_what_the_lesson_says(name: str) -> None:
    lesson = lessons()[name]
    after = played(lesson).after(only_right_move(lesson))
    wanted = [Circle(point(one.at), one.tower, one.seat, one.points) for one in CLOSED[name]]
    assert after.last == wanted
    assert [parts(after, one.at) for one in CLOSED[name]] == [one.parts for one in CLOSED[name]]


@pytest.mark.parametrize("name", sorted(CLOSED.keys() - {"nobody", "neutral"}))
def test_no_other_move_brings_the_learner_as_much(name: str) -> None:
    """A learner with a better move than the expected one would be rejected without a reason.

    Exempt: spoiling a circle, or leaving it to a neutral colour, gains the learner nothing.
    """
    lesson = lessons()[name]
    begun = played(lesson)
    allies = {lesson.seat, *([lesson.seat ^ 2] if begun.teams else [])}

    def gain(text: str) -> int:
        last = begun.after(text).last
        placed = sum("BYRW"[lesson.seat] in circle.tower for circle in last)
        return placed + sum(circle.points for circle in last if circle.seat in allies)

    gains = {text: gain(text) for text in begun.legal_texts()}
    right = only_right_move(lesson)
    assert [text for text, gained in gains.items() if gained >= gains[right]] == [right]


@pytest.mark.parametrize(
    ("name", "circles"),
    [
        ("most", [Circle((4, 3), "YB", 0, 2)]),
        ("second", [Circle((2, 3), "RY", 1, 2)]),
        ("hole", [Circle((4, 1), "", None, 0)]),
        ("three-high", [Circle((4, 3), "BRW", 3, 3)]),
        ("nobody", [Circle((5, 3), "RB", 0, 2)]),
        ("golden", [Circle((0, 3), "Y", 1, 2)]),
        ("neutral", [Circle((5, 3), "RY", 1, 2)]),
        ("teams", [Circle((2, 3), "", None, 0)]),
    ],
)
def test_the_other_way_round_the_same_tile_brings_something_else(
    name: str, circles: list[Circle]
) -> None:
    lesson = lessons()[name]
    assert played(lesson).after(other_way_round(only_right_move(lesson))).last == circles


def test_the_first_tile_lies_side_by_side_with_a_black_triangle() -> None:
    run = lessons()["first-tile"].begin()
    right = run.right_moves()
    assert right == [text for text in run.match.state.legal_texts() if touches(text, "U13")]
    assert len(right) == 12, "both ways round, on six places"
    assert run.answer(right[0])
    (bea,) = [event.text for event in run.match.events if event.seat == 1]
    own = Move.of_text(bea)
    assert run.right_moves() == [
        text
        for text in run.match.state.legal_texts()
        if touches(text, own.up) or touches(text, own.down)
    ]


def test_the_hole_turns_black_and_so_does_the_one_in_the_corner() -> None:
    for name, hole in (("hole", "U40"), ("two-circles", "U60")):
        lesson = lessons()[name]
        begun = played(lesson)
        after = begun.after(only_right_move(lesson))
        assert after.last_filled == [hole]
        assert (hole in begun.black, hole in after.black) == (False, True)
        assert after.reserve == begun.reserve - 1


def test_a_spoilt_circle_gets_no_pawn_from_anybody() -> None:
    lesson = lessons()["nobody"]
    begun = played(lesson)
    assert begun.after(only_right_move(lesson)).pawns == begun.pawns


def test_a_neutral_colour_places_its_pawn_and_scores_nothing() -> None:
    lesson = lessons()["neutral"]
    begun = played(lesson)
    after = begun.after(only_right_move(lesson))
    assert after.raw_scores == [0, 0]
    assert after.pawns == {"B": 20, "Y": 19, "R": 20, "W": 21}


def test_pawns_left_over_decide_a_game_that_points_do_not() -> None:
    lesson = lessons()["every-pawn"]
    begun = lesson.start
    assert begun.scores() == [25, 25]
    assert begun.position()["pawns"] == {"B": 5, "R": 9, "W": 7, "Y": 7}
    right = only_right_move(lesson)
    assert begun.legal_texts() == sorted([right, other_way_round(right)])
    won, shared = begun.clone(), begun.clone()
    won.apply_text(right)
    shared.apply_text(other_way_round(right))
    assert won.result() == Result([0], [22, 18], [1, 2], "board-full")
    assert shared.result() == Result([0, 1], [21, 21], [1, 1], "board-full")


def test_the_last_pawn_wins_with_fewer_points() -> None:
    lesson = lessons()["last-pawn"]
    begun = lesson.start
    assert (begun.scores(), begun.position()["pawns"]["B"]) == ([12, 29], 1)
    right = only_right_move(lesson)
    for text in begun.legal_texts():
        after = begun.clone()
        after.apply_text(text)
        assert after.is_terminal() == (text == right)
    won = begun.clone()
    won.apply_text(right)
    assert won.result() == Result([0], [12, 19], [1, 2], "last-pawn")


def test_partners_play_in_teams() -> None:
    lesson = lessons()["teams"]
    assert (lesson.record.options["players"], lesson.record.options["teams"]) == (4, True)
    assert lesson.seat == 2, "blue is red's partner"


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_the_numbers_that_are_told_are_those_of_the_game(language: str) -> None:
    def told(name: str, kind: str) -> set[int]:
        text = lessons()[name].game.presenter.catalogue.format(
            language, Reason(f"tutorial.{name}.{kind}")
        )
        return {int(number) for number in re.findall("[0-9]+", text)}

    for name, shown in CLOSED.items():
        won = {circle.points for circle in shown if circle.seat is not None}
        assert won <= told(name, "why"), name
    last_tile, last_pawn = lessons()["every-pawn"].start, lessons()["last-pawn"].start
    pawns = last_tile.position()["pawns"]
    assert told("every-pawn", "task") == {*last_tile.scores(), pawns["B"], pawns["Y"]}
    assert told("every-pawn", "why") == {25, 3, 22, 7, 18, 21}
    assert told("last-pawn", "task") == set(last_pawn.scores())
