"""The German and Spanish catalogues keep to the typography and the terms of their style guides.

The guides are ``web/locales/STYLE.de.md`` and ``web/locales/STYLE.es.md``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/empile/games"
SOURCE = ROOT / "src/empile"
FOLDERS = sorted(
    [
        ROOT / "web/locales",
        SOURCE / "cli/locales",
        SOURCE / "engine/locales",
        *GAMES.glob("*/locales"),
    ]
)
LANGUAGES = ("de", "es")
RULES = {"de": "Spielregeln", "es": "Reglas del juego"}

GERMAN_COLOURS = "blau|braun|gelb|grün|lila|orange|rot|schwarz|türkis|violett|weiß"
SPANISH_COLOURS = (
    r"amarill[oa]|azul|blanc[oa]|marrón|naranja|negr[oa]|roj[oa]|turquesa|verde|violeta"
)
# What the style guides rule out, in any catalogue, and what only one of them rules out.
FORBIDDEN = {
    "de": [
        rf"(?i)\b(du bist|bea ist|anne ist) ({GERMAN_COLOURS})\b",
        r"\bBrett(?!spiel)",
        r"\b(Plan|Spielfeld\w*|Stadtplan)\b",
        r"(?<!in der )\bSchachtel\b",
        r"\bAufzeichnung",
        r"\b(Anfänger|Routinier|Profis?|Geübte\w*|Gegner\w*)\b",
        r"(?i)\bam Zug\b",
        r"\b(Spielweise|Unseres|Escape|Moment \{)",
        r"\b(der|die) Nächsten? ist\b",
        r"\b(Leg|Setz|Zieh|Wähl|Dreh|Drück|Tu)\b",
        r"\b(geschieht|geschehen|geschah|aufs Neue|abfotograf)",
    ],
    "es": [
        rf"(?i)\b(eres|bea es|anne es) ({SPANISH_COLOURS})\b",
        r"(?i)\b(vosotr|vuestr|ustedes)",
        r"(?i)\b\w+[áé]is\b",
        r"(?i)\b(colocad|contad|esperad|haced|jugad|mirad|poned)\b",
        r"(?i)\b(cog[eé]|coj[ao]|cóg)",
        r"(?i)\bcada cual\b",
        r"(?i)\b(aparato|asiento|novato)s?\b",
        r"(?i)\b(caja de verdad|de tu caja)\b",
        r"(?i)\bregistros?\b",
        r"\b(Amateur|Habitual|Escape)\b",
        r"(?i)\bmomento \{",
    ],
    "de on_top": [r"\bFigur", r"\bvoller? Kreis"],
    "de block_out": [r"\bReim\b", r"\bSturz\b", r"(?i)\bkrach\b"],
    "es blox": [r"(?i)\bgolpe"],
    "es block_out": [r"(?i)\bpon(e|er|es)?\b", r"(?i)\bsost(en|ien)"],
    "es on_top": [r"(?i)\bpon(e|er|es)?\b", r"(?i)\besquinas? anchas?\b"],
}


def unpaired(text: str, pairs: dict[str, str]) -> bool:
    """Return whether an opening sign is not closed, or a closing one not opened."""
    closing: list[str] = []
    for sign in text:
        if closing and sign == closing[-1]:
            closing.pop()
        elif sign in pairs:
            closing.append(pairs[sign])
        elif sign in pairs.values():
            return True
    return bool(closing)


def typography(language: str, text: str) -> list[str]:
    """Return the rules of a language's typography that a text breaks."""
    text = re.sub(r"`[^`]*`", "", text).replace("Block Out!", "Block Out")
    broken: list[str] = []
    if re.search("[\"']", text):
        broken.append("straight quotes or apostrophes")
    if "..." in text:
        broken.append("three dots instead of an ellipsis")
    if re.search(r"(?<![\u00a0-])%", text):
        broken.append("no no-break space before %")
    if re.search(r" [,.;:?!»]", text):
        broken.append("a space before a punctuation mark")
    if language == "de":
        if unpaired(text, {"„": "“", "‚": "‘"}):
            broken.append("unpaired quotes")
        if re.search("[«»”]", text):
            broken.append("quotes of another language")
        if re.search("(?<!\u00a0)…", text):
            broken.append("no no-break space before an ellipsis")
        if re.search(" [-—] ", text):
            broken.append("a dash that is no en dash")
    else:
        if unpaired(text, {"¿": "?", "¡": "!", "«": "»", "“": "”"}):
            broken.append("unpaired signs")
        if re.search("[„‘]", text):
            broken.append("quotes of another language")
        if re.search(r"\s…", text):
            broken.append("a space before an ellipsis")
    return broken


def forbidden(language: str, catalogue: str, text: str) -> list[str]:
    """Return the words of a text that the style guide rules out."""
    rules = FORBIDDEN[language] + FORBIDDEN.get(f"{language} {catalogue}", [])
    return [found[0] for rule in rules if (found := re.search(rule, text))]


def texts(folder: Path, language: str) -> dict[str, str]:
    """Return the texts of a catalogue, each plural form on its own."""
    said: dict[str, str] = {}
    messages = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    for key, message in messages.items():
        forms = {"": message} if isinstance(message, str) else message
        for form, text in forms.items():
            said[f"{key} {form}".strip()] = text
    return said


def test_all_catalogues_are_found() -> None:
    assert len(FOLDERS) >= 7
    counts = {folder.parent.name: len(texts(folder, "de")) for folder in FOLDERS}
    assert counts.pop("engine") == 16, "levels, middlegame puzzles, defaults of games on cells"
    assert min(counts.values()) > 50


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_catalogue_keeps_to_the_typography(folder: Path, language: str) -> None:
    catalogue = texts(folder, language)
    broken = {key: typography(language, text) for key, text in catalogue.items()}
    assert {key: rules for key, rules in broken.items() if rules} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_catalogue_keeps_to_the_terms(folder: Path, language: str) -> None:
    name, catalogue = folder.parent.name, texts(folder, language)
    found = {key: forbidden(language, name, text) for key, text in catalogue.items()}
    assert {key: words for key, words in found.items() if words} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_in_the_readmes_keep_to_typography_and_terms(language: str) -> None:
    heading = f"## {RULES[language]}\n"
    readmes = {path.parent.name: path.read_text(encoding="utf-8") for path in GAMES.glob("*/*.md")}
    rules = {
        name: text.partition(heading)[2].partition("\n## ")[0]
        for name, text in readmes.items()
        if heading in text
    }
    assert "block_ness" in rules
    for name, section in rules.items():
        assert typography(language, section) == [], name
        assert forbidden(language, name, section) == [], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_style_guide_is_kept(language: str) -> None:
    guide = (ROOT / f"web/locales/STYLE.{language}.md").read_text(encoding="utf-8")
    assert guide.count("\n| ") > 10


@pytest.mark.parametrize(
    ("language", "text", "broken"),
    [
        ("de", "Lege den Stein auf „a1“ oder ‚b2‘: 50\u00a0% Chance\u00a0…", 0),
        ("de", 'Lege den Stein auf "a1".', 1),
        ("de", "Los geht's!", 1),
        ("de", "Lege den Stein auf „a1.", 1),
        ("de", "Einen Moment…", 1),
        ("de", "100 % – oder 95-%-Intervall", 1),
        ("es", "«¿Quién juega?» ¡A jugar! Block Out! 50\u00a0%…", 0),
        ("es", "Quién juega?", 1),
        ("es", "¡A jugar", 1),
        ("es", "Abre «Blox.", 1),
        ("es", "Un momento …", 1),
        ("es", "50%", 1),
    ],
)
def test_broken_typography_is_found(language: str, text: str, broken: int) -> None:
    assert len(typography(language, text)) == broken


@pytest.mark.parametrize(
    ("language", "catalogue", "text", "words"),
    [
        ("de", "blox", "Du bist blau.", ["Du bist blau"]),
        ("de", "web", "Mit der echten Schachtel; neues Brett", ["Brett", "Schachtel"]),
        ("de", "web", "Mit dem echten Brettspiel", []),
        ("de", "on_top", "eine Figur", ["Figur"]),
        ("de", "blox", "eine Figur", []),
        ("es", "web", "¿Cuántos jugáis?", ["jugáis"]),
        ("es", "blox", "Eres negro.", ["Eres negro"]),
        ("es", "block_out", "Pon el bloque.", ["Pon"]),
        ("es", "blox", "Se pone boca abajo.", []),
    ],
)
def test_forbidden_words_are_found(
    language: str, catalogue: str, text: str, words: list[str]
) -> None:
    assert forbidden(language, catalogue, text) == words
