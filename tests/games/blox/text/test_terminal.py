"""Tests of the terminal drawing: complete, 80 columns, nothing by colour alone."""

from __future__ import annotations

import re

import pytest

import empile
from tests.games.blox.situations import situation
from tests.support.games import Variant, random_match, variants

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def drawn(state: empile.State, seat: int, *, colour: bool = False) -> str:
    """Return the text for a seat."""
    return state.game.presenter.to_text(state, seat, colour=colour)


@pytest.mark.parametrize("variant", variants("blox"), ids=str)
def test_to_text_fits_terminal_without_colour(variant: Variant) -> None:
    match = random_match(variant.game(), 5)
    for index in range(0, len(match.events) + 1, 5):
        state = match.state_before(index)
        plain = drawn(state, 0)
        assert max(map(len, plain.split("\n"))) <= 80
        assert "\x1b" not in plain
        assert ESCAPES.sub("", drawn(state, 0, colour=True)) == plain


def test_to_text_widest_line() -> None:
    """Nine blocks are the most that rule 4 lets one hold in phase 3, ten in phase 4."""
    state = situation(blocks=("WWWGGGBBBM", ""), points=(120, 1), hands=("WGBMM", "WWWWW"))
    assert max(map(len, drawn(state, 0).split("\n"))) <= 80


def test_to_text_squares_towers_and_figures() -> None:
    state = situation("a9=WGM e5=WGGBM", "b9=0 i1=1 c9=neutral")
    nine, *_, five = drawn(state, 0).split("\n")[:5]
    colours = state.game.presenter.board_setup()["colours"]
    assert nine.split() == [
        "9",
        f"{colours[0][0].lower()}WGM",
        f"{colours[0][1].lower()}@1",
        f"{colours[0][2].lower()}@N",
        *colours[0][3:].lower(),
    ]
    assert f"{colours[4][4].lower()}WGGBM" in five.split()


def test_to_text_phase_piles_and_players() -> None:
    state = situation(
        hands=("WGBMM", "WWWGG"),
        phase=3,
        round=12,
        last_round=True,
        points=(1, 20),
        blocks=("", "WGGGBBM"),
        jokers=(False, True),
        discard="WWM",
    )
    lines = drawn(state, 1).split("\n")
    assert "Phase 3: demolish towers of 1-3, build towers of 4. Last round (12)." in lines
    assert "Draw pile: 47. Discard pile: W2 G0 B0 M1." in lines
    heads, blue, brown = (line.split() for line in lines[-3:])
    assert heads == ["points", "hand", "joker", "reserve", "blocks"]
    assert blue == [">", "@1", "Blue", "1", "?????", "down", "4", "-"]
    assert brown == ["@2", "Brown", "20", "WWWGG", "up", "4", "WGGGBBM", "(7)"]


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_to_text_languages(language: str) -> None:
    state = situation(
        hands=("WGBMM",) * 4,
        phase=4,
        round=200,
        last_round=True,
        points=(120, 1, 2, 3),
        blocks=("WWWGGGBBBM", "", "", ""),
        deck="W",
    )
    text = state.game.presenter.to_text(state, None, language=language)
    assert max(map(len, text.split("\n"))) <= 80
    assert not re.search(r"text\.|seat\.|[{}]", text)
    assert (language == "en") == ("towers" in text)


def test_to_text_exact_phases() -> None:
    assert "demolish towers of 2," in drawn(situation(phase=2, demolish="exact"), 0)


def test_to_text_of_the_end() -> None:
    state = random_match(Variant("blox", "2").game(), 3).state
    assert "?" not in drawn(state, 0)
