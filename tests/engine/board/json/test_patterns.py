"""Codes of moves as text, by code that runs as Python here."""

from __future__ import annotations

import pytest

from empile.engine.board import Cells, Moves
from empile.engine.board.json.patterns import Patterns, patterns_of
from empile.engine.board.json.texts import WriterError, new_texts
from empile.engine.compiled.jit import interpreted
from empile.engine.compiled.json_writer import MessageTexts, text_of
from tests.support.climb.rules import MOVES as CLIMB
from tests.support.dominoes.rules import MOVES as DOMINOES
from tests.support.race.rules import MOVES as RACE


def python_of(moves: Moves) -> tuple[Patterns, MessageTexts]:
    texts = new_texts()
    made = patterns_of(moves, texts)
    return made._replace(
        verb_of=interpreted(made.verb_of),
        value_of=interpreted(made.value_of),
        put_text=interpreted(made.put_text),
    ), texts


@pytest.mark.parametrize("moves", [CLIMB, DOMINOES, RACE])
def test_texts_and_parts_are_those_of_the_moves(moves: Moves) -> None:
    patterns, texts = python_of(moves)
    for action in range(moves.actions):
        verb = patterns.verb_of(action)
        assert moves.verbs[verb] == moves.verb_of(action)
        values = [patterns.value_of(action, verb, k) for k in range(patterns.parts[verb])]
        move = moves.decode(action)
        assert (move is None) == any(value < 0 for value in values)
        if move is not None:
            names = [texts.all[patterns.names[verb, k] + value] for k, value in enumerate(values)]
            assert names == list(move.parts.values())
            tokens = [0] * 20
            count = patterns.put_text(action, tokens, 0)  # type: ignore[arg-type]
            assert text_of(tokens[:count], texts.all) == moves.text(action)


def test_greater_codes_have_no_verb() -> None:
    assert python_of(RACE)[0].verb_of(2) == -1


@pytest.mark.parametrize("moves", [Moves('"{a}"', a="xy"), Moves("{a}", a=("\\", "x"))])
def test_texts_that_json_escapes_are_refused(moves: Moves) -> None:
    with pytest.raises(WriterError, match="quotation marks or backslashes"):
        patterns_of(moves, new_texts())


def test_equal_values_have_the_same_rows() -> None:
    cells = Cells.grid(columns=3, rows=1)
    texts = new_texts()
    patterns_of(Moves("{from}-{to}", parts={"from": cells, "to": cells.near("from")}), texts)
    assert texts.all.count("b1") == 1
