"""Tests of the README's claims about data and notation; every example is played."""

from __future__ import annotations

import re

import pytest

import empile
from empile.checks.readme_file import Readme, quoted
from empile.engine.discovery import game_class
from empile.games.block_out.rules.components import (
    BLOCKS,
    CARDS,
    COLOUR_NAMES,
    SIZE_NAMES,
    load_components,
)
from empile.games.block_out.rules.state import ANSWERS, TOWER
from tests.games.block_out.text.test_terminal import after

README = Readme("block-out")
EXAMPLES = [row[:4] for row in README.rows("Examples")]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[1])
def test_every_example_can_be_played(example: list[str]) -> None:
    hands, moves, left, tower = example
    state = empile.load("block-out", players=2, referee="odds").new_state()
    for hand in quoted(hands):
        state.apply_text(f"~hand {hand}")
    for event in quoted(moves):
        state.apply_text(event)
    position = state.position()
    assert [len(hand) for hand in position["hands"]] == [int(count) for count in left.split()]
    assert position["tower"] == quoted(tower)


def test_the_cards_are_counted_as_they_are() -> None:
    text: dict[str, int] = {}
    for _, kinds, each, in_all in README.rows("The cards"):
        named = quoted(kinds)
        text.update(dict.fromkeys(named, int(each)))
        assert int(in_all) == int(each) * len(named)
    assert text == load_components()["cards"]
    assert list(text) == list(CARDS)
    assert sum(text.values()) == 55


def test_the_blocks_are_measured_as_they_are() -> None:
    text = README.rows("The blocks")
    wood = load_components()["blocks"]
    sizes = {
        name: f"{wood['edge_mm'][letter]} mm"
        for letter, name in zip("SML", SIZE_NAMES, strict=True)
    }
    tilts = {
        name: f"{wood['tilt_degrees'][letter]}°"
        for letter, name in zip("kny", COLOUR_NAMES, strict=True)
    }
    assert {row[0]: row[1] for row in text} == sizes
    assert {row[2]: row[3] for row in text} == tilts
    assert f"{wood['density_kg_m3']} kg/m³, its friction is {wood['friction']}" in README.text


def test_the_odds_are_those_of_the_rules() -> None:
    part = README.sections["Three referees"]
    (text,) = README.rows("Three referees")
    odds = load_components()["odds"]
    both = zip(odds["falls"], odds["falls-later"], strict=True)
    assert text[1:] == [f"{(falls + later) // 10} %" for falls, later in both]
    assert all(falls == 9 * later for falls, later in zip(*odds.values(), strict=True))
    judging = load_components()["judging"]
    assert f"takes {judging['chant_s']:g} seconds" in part
    assert f"watched for {judging['watch_s']:g} more" in part


def test_the_position_example_is_a_position() -> None:
    state = empile.load("block-out", players=2, referee="odds").new_state()
    for text in (
        "~hand kS kM kL nS nM y* pass",
        "~hand nL yS yL k* *S ** pass",
        "kS>kS",
        "~stands",
    ):
        state.apply_text(text)
    assert README.example("Position object") == state.position()


def test_the_notation_examples_are_read() -> None:
    examples = {row[0]: quoted(row[1])[0] for row in README.rows("Notation")}
    state = empile.load("block-out", players=2, referee="odds").new_state()
    state.apply_text(examples["hand"])
    state.apply_text("~hand kS kM kL nM nL yM pass")
    assert {examples[move] for move in ("block card", "pass", "reverse")} <= set(
        state.legal_texts()
    )
    with pytest.raises(empile.IllegalActionError):
        state.read_text(examples["bonus block"])
    assert {examples[name] for name in ("it stands", "it falls", "it falls later")} == set(ANSWERS)
    draws = after("kS>kS", "~falls")
    assert draws.read_text(examples["draw"])


def test_the_answer_with_poses_is_read() -> None:
    (answer,) = re.findall(r"^    (~stands .*)$", README.sections["Notation"], re.MULTILINE)
    state = after("*L>kL", "~stands", "**>yM")
    assert state.field("due") == TOWER
    state.apply_text(answer)
    assert state.position()["tower"] == ["kL", "yM"]


def test_every_referee_is_documented() -> None:
    offered = game_class("block-out").options_offered
    (referee,) = (option for option in offered if option.name == "referee")
    for value in referee.values:
        assert f'**`"{value}"`**' in README.sections["Three referees"]


def test_blocks_and_cards_have_names_in_every_language() -> None:
    words = empile.load("block-out").presenter.catalogue
    for language in words.languages:
        text = words.messages(language)
        for prefix, names in (
            ("block", BLOCKS),
            ("the_block", BLOCKS),
            ("card", CARDS),
            ("cards", CARDS),
        ):
            messages = [str(text[f"{prefix}.{name}"]) for name in names]
            assert len(set(messages)) == len(names), f"{language}: {prefix}"
        assert len({str(text[f"seat.{seat}"]) for seat in range(6)}) == 6, language


def test_the_rhyme_of_the_rules_is_the_one_that_is_spoken() -> None:
    words = empile.load("block-out").presenter.catalogue
    for language in words.languages:
        text = words.messages(language)
        assert str(text["countdown"]) in str(text["rules.6.text"]), language
