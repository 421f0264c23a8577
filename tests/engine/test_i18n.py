"""Message catalogues: placeholders and plurals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from empile.engine.errors import Reason
from empile.engine.i18n import Catalog


@pytest.fixture
def words(tmp_path: Path) -> Catalog:
    folder = tmp_path / "locales"
    folder.mkdir()
    plural_en = {"one": "{count} ring left", "other": "{count} rings left"}
    plural_fr = {"one": "il reste {count} anneau", "other": "il reste {count} anneaux"}
    (folder / "en.json").write_text(json.dumps({"left": plural_en, "hole": "hole {hole}"}))
    (folder / "fr.json").write_text(json.dumps({"left": plural_fr, "hole": "trou {hole}"}))
    (tmp_path / "secret.json").write_text(json.dumps({"left": "found"}))
    return Catalog(folder)


def test_format_fills_placeholders(words: Catalog) -> None:
    assert words.languages == ["en", "fr"]
    assert words.format("en", Reason("hole", {"hole": "d5"})) == "hole d5"
    assert words.format("fr", Reason("hole", {"hole": "{d5}"})) == "trou {d5}"


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 0, "0 rings left"),
        ("en", 1, "1 ring left"),
        ("en", 2, "2 rings left"),
        ("fr", 0, "il reste 0 anneau"),
        ("fr", 1, "il reste 1 anneau"),
        ("fr", 2, "il reste 2 anneaux"),
    ],
)
def test_format_plurals(words: Catalog, language: str, count: int, said: str) -> None:
    assert words.format(language, Reason("left", {"count": count})) == said


def test_format_returns_an_unknown_key(words: Catalog) -> None:
    assert words.format("en", Reason("nothing")) == "nothing"
    assert words.format("de", Reason("nothing")) == "nothing"


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        # Runs of equal letters; unknown letters are kept.
        ("WWM", "2 whites, 1 mauve"),
        ("W", "1 white"),
        ("W??", "1 white, ??"),
        ("", ""),
        # Arguments with a message of their own, or with spaces, are names.
        ("y*", "any yellow"),
        ("kS y* y* nL nL", "small black, 2 × any yellow, nL nL"),
    ],
)
def test_format_formats_runs_of_letters_and_names(tmp_path: Path, cards: str, told: str) -> None:
    messages = {
        "paid": "paid: {cards:cards}",
        "cards.W": {"one": "{count} white", "other": "{count} whites"},
        "cards.M": "{count} mauve",
        "cards.y*": {"one": "any yellow", "other": "{count} × any yellow"},
        "cards.kS": "small black",
    }
    (tmp_path / "en.json").write_text(json.dumps(messages))
    assert Catalog(tmp_path).format("en", Reason("paid", {"cards": cards})) == f"paid: {told}"


def test_catalogue_does_not_read_other_paths(words: Catalog) -> None:
    assert words.messages("../secret") == {}


def test_format_falls_back_to_english_before_shared_messages(tmp_path: Path) -> None:
    for name, texts in {
        "own/en.json": {"log.move": "climbs", "cards.W": "white", "paid": "{cards:cards}"},
        "own/fr.json": {"name": "Tour"},
        "shared/en.json": {"log.move": "plays", "level": "Beginner", "end": "over"},
        "shared/fr.json": {"log.move": "joue", "level": "Débutant"},
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(texts), "utf-8")
    catalog = Catalog(tmp_path / "own", Catalog(tmp_path / "shared"))
    for language in ("fr", "xx"):
        assert catalog.format(language, Reason("log.move")) == "climbs"
        assert catalog.format(language, Reason("end")) == "over"
        assert catalog.format(language, Reason("paid", {"cards": "W"})) == "white"
    assert catalog.format("fr", Reason("name")) == "Tour"
    assert catalog.format("fr", Reason("level")) == "Débutant"
    assert catalog.format("fr", Reason("missing")) == "missing"
    assert catalog.messages("fr") == {"log.move": "joue", "level": "Débutant", "name": "Tour"}
