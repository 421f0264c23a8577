"""Rules as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import empile
from empile.checks.readme_file import Readme, quoted
from empile.engine.game import Game
from empile.envs.text import TextEnv, full_rules, notation_text, rules_text, short_rules
from tests.support.climb import Climb
from tests.support.race import Race

OWN = ("block-ness", "block-out", "blox", "on-top")
MOST_WORDS = 350


@pytest.mark.parametrize("name", OWN)
def test_short_rules_are_short(name: str) -> None:
    words = [word for word in short_rules(empile.load(name)).split() if re.search(r"\w", word)]
    assert 100 < len(words) <= MOST_WORDS


@pytest.mark.parametrize("name", OWN)
def test_short_rules_name_every_kind_of_move(name: str) -> None:
    examples = [quoted(row[1])[0] for row in Readme(name).rows("Notation")]
    moves = [example for example in examples if not example.startswith("~")]
    assert moves
    assert [move for move in moves if f"`{move}`" not in notation_text(empile.load(name))] == []


@pytest.mark.parametrize("name", OWN)
def test_full_rules_are_those_of_the_readme(name: str) -> None:
    game = empile.load(name)
    full = full_rules(game)
    assert Readme(name).sections["The rules"].strip() in full
    assert Readme(name).sections["Notation"].strip() in full
    assert rules_text(game, "full") == full
    assert rules_text(game) == short_rules(game)
    assert rules_text(game, "none") == ""


@pytest.mark.parametrize("language", ["fr", "de", "es"])
@pytest.mark.parametrize("name", OWN)
def test_full_rules_are_in_the_language(name: str, language: str) -> None:
    game = empile.load(name)
    text = full_rules(game, language)
    assert text.startswith("1. ")
    assert text != full_rules(game)
    assert notation_text(game, language) in text


@pytest.mark.parametrize("cls", [Race, Climb])
def test_games_without_rules_are_told_by_their_notation(cls: type[Game]) -> None:
    text = rules_text(cls())
    assert text
    assert text == notation_text(cls())


def test_games_without_short_rules_are_told_in_full() -> None:
    cairn = empile.load("cairn")
    assert short_rules(cairn) == ""
    assert "lay A" in rules_text(cairn)
    assert rules_text(cairn) in TextEnv("cairn").instructions()


def test_foreign_games_bring_their_short_rules(tmp_path: Path) -> None:
    class Own(Race):
        folder = tmp_path

    (tmp_path / "short_rules.md").write_text("Take one.\n\n## Moves\n\n- `1`: one\n", "utf-8")
    (tmp_path / "short_rules.fr.md").write_text("Prenez-en un.\n", "utf-8")
    assert rules_text(Own()).startswith("Take one.")
    assert notation_text(Own()) == "- `1`: one"
    assert rules_text(Own(), "short", "fr") == "Prenez-en un."
    assert rules_text(Own(), "full") == rules_text(Own())
