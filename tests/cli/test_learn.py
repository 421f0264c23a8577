"""``empile learn``, driven through pipes."""

from __future__ import annotations

import pytest

import empile
from empile.engine.errors import Reason
from empile.engine.lessons import Lesson, lessons_of
from tests.cli.conftest import Empile


def right_moves(lesson: Lesson) -> list[str]:
    run = lesson.begin()
    moves: list[str] = []
    while not run.is_done:
        moves.append(run.right_moves()[-1])
        assert run.answer(moves[-1])
    return moves


@pytest.mark.parametrize("name", empile.game_names())
def test_learn_teaches_all_lessons(empile_cli: Empile, name: str) -> None:
    game = empile.load(name)
    if not lessons_of(game):
        pytest.skip("it has no lessons")
    moves = [move for lesson in lessons_of(game) for move in right_moves(lesson)]
    done = empile_cli("learn", name, stdin="\n".join(moves) + "\n")
    assert (done.status, done.err) == (0, "")
    for lesson in lessons_of(game):
        for key in lesson.message_keys():
            if ".hint" not in key:
                assert game.presenter.catalogue.format("en", Reason(key)) in done.out, key
    assert done.out.count("Well done!") == len(moves)
    assert f"`empile play {name}`" in done.out
    assert "not the one this lesson asks for" not in done.out


def test_learn_gives_a_hint_after_a_wrong_move(empile_cli: Empile) -> None:
    typed = "moves Z\nte5-e7^2\nTe5-e7^2\nTe5-c5^3\nhello\nhint\nhi5-i7^2\nquit\n"
    done = empile_cli("learn", "block-ness", "--lesson", "2", "--language", "en", stdin=typed)
    assert done.status == 0
    assert done.out.count("That is a legal move, but not the one this lesson asks for.") == 3
    assert "No legal moves start with Z." in done.out
    assert "“hello” is not a move in Block Ness" in done.out
    assert done.out.count("Start from one next to the head") == 4
    assert done.out.count("Well done!") == 1
    assert "Bea: Hg10-g8^2" in done.out


def test_learn_can_skip_lessons_and_quit(empile_cli: Empile) -> None:
    done = empile_cli("learn", "block-ness", "--language", "en", stdin="next\nmoves Hi5\nboard\n")
    assert done.status == 0
    assert "Lesson 1 of 10" in done.out
    assert "Lesson 2 of 10" in done.out
    assert "Lesson 3 of 10" not in done.out
    assert "Hi5-i7^2" in done.out


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_learn_supports_every_language(empile_cli: Empile, language: str) -> None:
    game = empile.load("block-ness")
    done = empile_cli("learn", "block-ness", "--language", language, stdin="help\nquit\n")
    for reason in (lessons_of(game)[0].title, lessons_of(game)[0].said("task", 0)):
        assert game.presenter.catalogue.format(language, reason) in done.out


def test_learn_keeps_hidden_information_hidden(empile_cli: Empile) -> None:
    done = empile_cli("learn", "cairn", "--language", "en", stdin="lay A\nquit\n")
    assert '["???", "AAC"]' in done.out
    assert "~draw ?" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "there is no game 'chess'"),
        (["block-ness", "--lesson", "99"], "there is no lesson 99: block-ness has 10"),
        (["block-ness", "--lesson", "0"], "0"),
        (["block-ness", "--language", "xx"], "xx"),
    ],
)
def test_learn_rejects_invalid_arguments(empile_cli: Empile, words: list[str], said: str) -> None:
    empile_cli("learn", *words).refused(said)
