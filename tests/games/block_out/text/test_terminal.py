"""Tests of the terminal drawing: complete, 80 columns, nothing by colour alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

import empile
from tests.support.games import Variant, random_match, variants

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
HANDS = ("kS kM y* *L ** pass reverse", "nS nM nL k* ** pass reverse")


def after(*events: str, **options: Any) -> empile.State:
    """Return the state after these events, hands dealt first; two seats without other options."""
    chosen: dict[str, Any] = {"players": 2, "referee": "odds", **options}
    game = empile.load("block-out", **chosen)
    state = game.new_state()
    for seat in range(game.num_players):
        state.apply_text(f"~hand {HANDS[seat % 2]}")
    for event in events:
        state.apply_text(event)
    return state


def drawn(
    state: empile.State, seat: int | None = 0, *, colour: bool = False, language: str = "en"
) -> str:
    return state.game.presenter.to_text(state, seat, colour=colour, language=language)


@pytest.mark.parametrize("variant", variants("block-out"), ids=str)
def test_to_text_fits_terminal_without_colour(variant: Variant) -> None:
    match = random_match(variant.game(), 5)
    for index in range(0, len(match.events) + 1, 5):
        state = match.state_before(index)
        for seat in (None, 0):
            plain = drawn(state, seat)
            assert max(map(len, plain.split("\n"))) <= 80
            assert "\x1b" not in plain
            assert ESCAPES.sub("", drawn(state, seat, colour=True)) == plain


def test_to_text_blocks() -> None:
    state = after("kS>kS", "~stands", "nM>nM", "~stands", "y*>yL", "~stands")
    tower = drawn(state).split("\n")[:4]
    assert [line.strip() for line in tower] == [
        "^^^^^^ yL ^^^^^^",
        "oooo nM oooo",
        "== kS ==",
        "------------------  3",
    ]
    middles = {len(line) - len(line.lstrip()) + len(line.strip()) / 2 for line in tower[:3]}
    assert len(middles) == 1, "the blocks stand above each other"
    assert "Available blocks: kM, kL, nS, nL, yS, yM" in drawn(state)


def test_to_text_of_empty_table() -> None:
    assert drawn(after()).startswith("  ------------------  0\nAvailable blocks: kS, kM, kL, nS,")


def test_to_text_hands() -> None:
    lines = drawn(after()).split("\n")[-2:]
    assert [line.split() for line in lines] == [
        [">", "1", "Blue", "7", "cards", *HANDS[0].split()],
        ["2", "Red", "7", "cards", *"???????"],
    ]
    assert "kS kM" not in drawn(after(), None)


def test_to_text_piles_turn_and_order() -> None:
    lines = drawn(after("reverse", players=3)).split("\n")
    assert "Draw pile: 34. Discard pile: 1 card." in lines
    assert "  reverse 1" in lines
    assert "Turn 2. Turn order: 3 2 1." in lines


def test_to_text_asks_for_new_tower_and_free_block() -> None:
    fallen = after("kS>kS", "~falls", "~draw kL", "~draw yS", "~draw nS")
    assert "The tower has fallen: a new one begins." in drawn(fallen)
    assert "place a bonus block" not in drawn(fallen)
    seven = ("kS>kS", "kM>kM", "y*>yS", "*L>yL", "**>nS", "pass")
    others = ("nM>nM", "nL>nL", "k*>kL", "**>yM", "pass", "reverse")
    told: list[str] = []
    for own, other in zip(seven, others, strict=True):
        for move in (own, other):
            told += [move, *(["~falls-later"] if ">" in move else [])]
    assert "Empty hand: place a bonus block." in drawn(after(*told, "reverse", advanced=True))


def test_to_text_drawn_card() -> None:
    """With all nine blocks but nS in the tower seat 0 holds nothing for it and draws."""
    state = forced()
    assert "Card drawn, must be played: n*." in drawn(state, 0)
    assert "Card drawn" not in drawn(state, 1)


def forced() -> empile.State:
    """Return a state in which seat 0 had to draw, and drew ``n*``."""
    game = empile.load("block-out", players=2, referee="odds")
    state = game.new_state()
    state.apply_text("~hand kS kS kM kM kL kL k*")
    state.apply_text("~hand nM nL yS yM yL k* k*")
    events = ("kS>kS", "k*>kM", "kL>kL", "nM>nM")
    for event in events:
        state.apply_text(event)
        state.apply_text("~stands")
    state.apply_text("~draw n*")
    return state


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_to_text_languages(language: str) -> None:
    state = forced()
    text = drawn(state, language=language)
    assert max(map(len, text.split("\n"))) <= 80
    assert not re.search(r"text\.|seat\.|colour\.|[{}]", text)
    assert (language == "en") == ("Turn order" in text)
