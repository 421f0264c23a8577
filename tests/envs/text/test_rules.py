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
MOST_WORDS = 370


@pytest.mark.parametrize("name", OWN)
def test_short_rules_are_short(name: str) -> None:
    text = re.sub(r"## Options\n.*?(?=## )", "", short_rules(empile.load(name)), flags=re.DOTALL)
    assert 100 < len([word for word in text.split() if re.search(r"\w", word)]) <= MOST_WORDS


@pytest.mark.parametrize("name", OWN)
def test_short_rules_explain_every_option(name: str) -> None:
    """And every value of it that is not the default."""
    game = empile.load(name)
    named = quoted(short_rules(game).split("## Options\n")[1].split("\n## ")[0])
    offered = [option for option in game.options_offered if option.name != "players"]
    assert [option.name for option in offered if option.name not in named] == []
    values = {
        str(value)
        for option in offered
        if option.kind == "choice"
        for value in option.values
        if value != game.options[option.name]
    }
    assert values - set(named) == set()


def test_short_rules_of_blox_tell_what_two_players_and_many_blocks_change() -> None:
    text = short_rules(empile.load("blox"))
    assert "7 blocks or more" in text
    assert "**Two players** begin in phase 2" in text


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
