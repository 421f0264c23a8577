"""Tests of the lessons' claims about cards, towers and outcomes."""

from __future__ import annotations

import re
from functools import cache

import pytest

import empile
from empile.engine.errors import Reason
from empile.engine.lessons import Lesson, Run, followers, lessons_of
from empile.games.block_out.physics.stacking import placed
from empile.games.block_out.physics.statics import stands
from empile.games.block_out.rules.components import BLOCKS, matches
from empile.games.block_out.rules.state import ANSWERS
from empile.games.block_out.text.poses import read_poses
from tests.support.games import referee_of


@cache
def lessons() -> dict[str, Lesson]:
    return {lesson.name: lesson for lesson in lessons_of(empile.load("block-out"))}


NAMES = [
    "first-card",
    "any-block",
    "in-the-tower",
    "drawing",
    "pass",
    "reverse",
    "crash",
    "fell-later",
    "ninth-block",
    "last-card",
    "free-block",
]
"""The lessons, in their order."""


def done(name: str, step: int = 1) -> Run:
    """Return a lesson after so many steps, each with the first right move."""
    run = lessons()[name].begin()
    for _ in range(step):
        run = next(followers(run))[0]
    return run


def texts(run: Run) -> list[str]:
    return [event.text.split(" ")[0] for event in run.match.events]


def hand(run: Run) -> list[str]:
    cards: list[str] = run.match.state.position()["hands"][run.lesson.seat]
    return cards


def blocks_of(run: Run) -> set[str]:
    """Return the blocks that the right moves place."""
    return {re.split("[>+]", text)[-1] for text in run.right_moves()}


def test_every_lesson_is_looked_at_here() -> None:
    assert list(lessons()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_no_answer_of_the_tower_is_left_to_chance(name: str) -> None:
    """On every right path each block is followed by an outcome given in the lesson."""
    lesson = lessons()[name]
    run = lesson.begin()
    for step in lesson.steps:
        for follower, move in followers(run):
            text = [move, *step.then]
            happened = [event.text for event in follower.match.events[len(run.match.events) :]]
            assert happened == text
        run = next(followers(run))[0]


@pytest.mark.parametrize("name", NAMES)
def test_towers_are_shown_as_people_build_them_and_would_stand(name: str) -> None:
    lesson = lessons()[name]
    tower: list[str] = lesson.start.position()["tower"]
    answers = [event for event in lesson.record.events if event.startswith(ANSWERS)]
    if not tower:
        assert not answers
        return
    outcome, _, text = answers[-1].partition(" ")
    assert outcome == "~stands"
    poses = read_poses(text)
    assert [pose.block for pose in poses] == tower
    assert stands([placed(pose) for pose in poses])
    shown = referee_of(lesson.game).poses(lesson.start, [event for _, event in lesson.history])[
        "blocks"
    ]
    assert [block["at"] for block in shown] == [list(pose.at) for pose in poses]


def test_first_a_colour_and_then_a_size() -> None:
    run = lessons()["first-card"].begin()
    assert run.right_moves() == ["y*>yL", "y*>yM", "y*>yS"]
    assert blocks_of(done("first-card")) <= {"kS", "nS", "yS"}


def test_only_the_card_for_any_block_is_for_the_large_brown_one() -> None:
    run = lessons()["any-block"].begin()
    (move,) = run.right_moves()
    assert move == "**>nL"
    assert [card for card in hand(run) if matches(card, "nL")] == ["**"]


def test_black_cards_are_of_no_use_while_all_black_blocks_are_in_the_tower() -> None:
    run = lessons()["in-the-tower"].begin()
    state = run.match.state
    assert {"kS", "kM", "kL"} <= set(state.position()["tower"])
    assert [card for card in hand(run) if card[0] == "k"] == ["kS", "k*"]
    assert not [text for text in state.legal_texts() if text.startswith("k")]
    assert blocks_of(run) == {"nS", "yS"}
    assert set(state.legal_texts()) - set(run.right_moves()) == {"pass"}


def test_nothing_to_play_means_drawing_until_a_card_can_be_played() -> None:
    begun, drawn = lessons()["drawing"].begin(), done("drawing")
    assert all(card.startswith("k") for card in hand(begun))
    assert [event.text for event in drawn.match.events][-2:] == ["~draw k*", "~draw n*"]
    assert drawn.match.state.position()["drawn"] == "n*"
    assert drawn.right_moves() == ["n*>nL", "n*>nM", "n*>nS"]


def test_who_passes_leaves_the_fall_to_another() -> None:
    lesson, run = lessons()["pass"], done("pass")
    assert len(lesson.start.position()["tower"]) == 6
    assert texts(run).count("~falls") == 1
    bea = [len(state.position()["hands"][1]) for state in (lesson.start, run.match.state)]
    assert bea == [4, 4 - 1 + 3 - 1]
    assert not {"pass", "reverse"} & set(lesson.start.position()["hands"][1])


def test_a_reverse_sends_the_turn_the_other_way_round() -> None:
    lesson = lessons()["reverse"]
    assert len(lesson.start.position()["hands"][1]) == 1
    placed_instead = lesson.start.clone()
    placed_instead.apply_text("kM>kM")
    placed_instead.apply_text("~stands")
    assert placed_instead.current_player() == 1, "Bea would have played at once"
    run = done("reverse")
    movers = [(event.seat, event.text) for event in run.match.events if event.seat >= 0]
    assert movers == [(0, "reverse"), (2, "*M>yM"), (1, "**>kM"), (1, "y*>yL")]
    assert run.match.state.current_player() == 0
    assert "~falls" in texts(run), "Bea does not get rid of her last card"


def test_a_fall_costs_two_cards_and_begins_a_new_tower() -> None:
    lesson, fallen, end = lessons()["crash"], done("crash"), done("crash", 2)
    assert fallen.match.state.position()["stage"] == "rebuild"
    assert len(hand(fallen)) == len(lesson.start.position()["hands"][0]) - 1 + 3
    assert blocks_of(fallen) == {"kL", "nL", "yL"}
    played = {text.split(">")[0] for text in fallen.right_moves()}
    assert played == {"*L", "yL", "**", "n*"}
    assert len(hand(end)) == len(lesson.start.position()["hands"][0]) - 1 + 3 - 1
    assert len(end.match.state.position()["tower"]) == 1


def test_a_tower_that_falls_later_costs_nothing() -> None:
    lesson, run = lessons()["fell-later"], done("fell-later")
    assert {text.split(">")[0] for text in lesson.begin().right_moves()} == {"kM", "*M", "**"}
    assert len(hand(run)) == len(lesson.start.position()["hands"][0]) - 1
    assert run.match.state.position()["tower"] == ["nL"]


@pytest.mark.parametrize(
    ("name", "steps", "reason", "cards"),
    [
        ("ninth-block", 1, "ninth-block", [2, 3]),
        ("last-card", 2, "empty-hand", [0, 1]),
        ("free-block", 2, "free-block", [0, 1]),
    ],
)
def test_the_learner_wins(name: str, steps: int, reason: str, cards: list[int]) -> None:
    run = done(name, steps)
    assert run.is_done
    result = run.match.state.result()
    assert result is not None
    assert (result.winners, result.reason) == ([0], reason)
    assert [len(own) for own in run.match.state.position()["hands"]] == cards
    assert not done(name, steps - 1).match.state.is_terminal()


def test_the_last_block_is_free_and_the_one_before_is_the_only_one_left() -> None:
    assert [b for b in BLOCKS if b not in lessons()["ninth-block"].start.position()["tower"]] == [
        "yS"
    ]
    free = done("free-block")
    assert hand(free) == []
    assert free.match.state.position()["stage"] == "bonus"
    assert lessons()["free-block"].record.options["advanced"]


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_cards_that_are_named_are_in_the_hand(language: str) -> None:
    """Every text in quotation marks is a card's name, and a seat can play it."""
    quotes = {"en": "“”", "fr": "«»", "de": "„“", "es": "«»"}[language]
    words = lessons()["pass"].game.presenter.catalogue
    cards = {
        str(text).lower(): key.removeprefix("card.")
        for key, text in words.messages(language).items()
        if key.startswith("card.")
    }
    named = 0
    for lesson in lessons().values():
        run = lesson.begin()
        for step in range(len(lesson.steps)):
            for kind in ("task", "hint"):
                text = words.format(language, Reason(lesson.said(kind, step).key))
                for quoted in re.findall(f"{quotes[0]}([^{quotes[1]}]*){quotes[1]}", text):
                    assert cards[quoted.strip("\N{NO-BREAK SPACE} ").lower()] in hand(run), quoted
                    named += 1
            run = next(followers(run))[0]
    assert named >= 10
