"""Skeletons of names, and characters that nobody sees."""

from __future__ import annotations

import unicodedata

import pytest

from empile.engine.text import look_alikes
from empile.engine.text.look_alikes import is_visible, look_of_name, skeleton


def test_all_confusable_characters_of_the_pinned_version_are_there() -> None:
    assert len(look_alikes._prototypes()) == 6565


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("paypal", "раураӏ"),
        ("fanny", "ƒanny"),
        ("علی", "على"),
        ("modern", "modem"),
        ("ΜΑΧ", "MAX"),
        ("Ｍila", "Mila"),
        ("Mi\u200dla", "Mila"),
    ],
)
def test_what_looks_alike_has_one_look(one: str, other: str) -> None:
    assert look_of_name(one) == look_of_name(other)


@pytest.mark.parametrize(("one", "other"), [("Lea", "Léa"), ("Anna", "Hanna"), ("علي", "عمر")])
def test_other_names_look_different(one: str, other: str) -> None:
    assert look_of_name(one) != look_of_name(other)


def test_skeletons_are_those_of_the_standard() -> None:
    # The examples of section 4 and of the data file.
    assert skeleton("𝔭𝒶ỿ𝕡𝕒ℓ") == skeleton("paypal") == skeleton("ρ⍺у𝓅𝒂ן")
    assert skeleton("1I|l") == "llll"
    assert skeleton("e\u0301") == unicodedata.normalize("NFD", "é")


@pytest.mark.parametrize(
    "text",
    [
        "Mila",
        "می\u200cنا",
        "क्\u200dष",
        "නිශ්\u200dර",
        "👨\u200d👩\u200d👧",
        "❤\ufe0f\u200d🔥",
        "👩🏽\u200d🚀",
        "1\ufe0f⃣",
        "?",
    ],
)
def test_joiners_belong_to_scripts_and_emoji(text: str) -> None:
    assert is_visible(text)


@pytest.mark.parametrize(
    "text",
    ["", "\u3164", "\uffa0\u115f", "\u2800", "\u0301", "\u200d", "Mi\u200dla", "Mi\u200cla", "Mila\ufe0f", "Mila\u2060",
     "👨\u200d", "\u200d👨", "ب\u200c", "\U000e0061"],
)  # fmt: skip
def test_nothing_else_is_invisible(text: str) -> None:
    assert not is_visible(text)
