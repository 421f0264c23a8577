"""Tests of the README's claims about data and notation."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import empile
from empile.checks.readme_file import Readme
from empile.games.block_ness.rules import components
from empile.games.block_ness.solo.generator import GRADES
from tests.games.block_ness.reference import DEFAULT_LAKE

README = Readme("block-ness")


def test_position_example() -> None:
    example: dict[str, Any] = README.example("Position object")
    state = empile.load("block-ness").new_state()
    state.apply_text("c3-e3")
    position = state.position()
    assert {k: v for k, v in example.items() if k != "reserves"} == {
        k: v for k, v in position.items() if k != "reserves"
    }


def test_lake_example() -> None:
    (text,) = re.findall(r"`lake` is `(\{.*?\}\})`", README.text)
    assert json.loads(text) == DEFAULT_LAKE == components.house_lake()


def test_notation_examples() -> None:
    """They mean something, legal here or not: what is no move at all raises another error."""
    state = empile.load("block-ness").new_state()
    examples = re.findall(r"^\| .* \| `([^`]+)` \|", README.sections["Notation"], re.MULTILINE)
    assert examples[:3] == ["c3-e3", "Hd5-d8^4", "Td5-d8^4"]
    assert state.read_text(examples[0]).text == "c3-e3"
    for example in examples[1:3]:
        with pytest.raises(empile.IllegalActionError):
            state.read_text(example)


def test_solo_example() -> None:
    example: dict[str, Any] = README.example("Solo")
    game = empile.load("block-ness", players=1)
    state = game.state_from_position(example)
    assert state.position() == example
    legal, illegal = re.findall(r"`(H[^`]+)`", README.sections["Solo"])
    assert legal in state.legal_texts()
    with pytest.raises(empile.IllegalActionError, match="arch"):
        state.apply_text(illegal)


def test_grades_are_those_of_the_generator() -> None:
    rows = re.findall(r"^\| (\d) \| (\d+) to (\d+) \|", README.sections["Solo"], re.MULTILINE)
    assert {int(grade): (int(least), int(most)) for grade, least, most in rows} == {
        grade: bounds.hand for grade, bounds in GRADES.items()
    }
