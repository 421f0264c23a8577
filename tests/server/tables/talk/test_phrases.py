"""Every phrase has its text: general ones in the page's catalogues, others in those of their game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import empile
from empile.engine.discovery import game_class
from empile.server.tables.talk.phrases import GENERAL, MOMENTS, phrases_of
from tests.conftest import ROOT

LANGUAGES = ("de", "en", "es", "fr")
GAMES = sorted(path.parent for path in (ROOT / "src/empile/games").glob("*/locales"))


def texts(folder: Path, language: str) -> dict[str, str]:
    """Return the phrases of a catalogue by ID."""
    messages = json.loads((folder / f"{language}.json").read_text("utf-8"))
    return {
        key.removeprefix("say."): text for key, text in messages.items() if key.startswith("say.")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_general_phrases_are_those_of_the_page(language: str) -> None:
    found = texts(ROOT / "web" / "locales", language)
    assert tuple(found) == GENERAL
    assert all(found.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_phrases_of_a_game_have_texts_in_every_language(folder: Path, language: str) -> None:
    found = texts(folder / "locales", language)
    assert phrases_of(folder) == (*found, *GENERAL)
    assert all(found.values())
    assert not set(found) & set(GENERAL)
    assert {phrase.split(".")[0] for phrase in found} == {"play", "end"}


def test_phrases_belong_to_a_moment() -> None:
    for name in empile.game_names():
        moments = [phrase.split(".")[0] for phrase in phrases_of(game_class(name).folder)]
        assert set(moments) == set(MOMENTS)
