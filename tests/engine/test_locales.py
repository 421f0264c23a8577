"""The catalogues of all languages: placeholders, typography and vocabulary.

The rules for English and French are those of ``web/locales/STYLE.en.md`` and ``STYLE.fr.md``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

LANGUAGES = ("de", "en", "es", "fr")
FOLDERS = (
    ROOT / "web" / "locales",
    ROOT / "src" / "empile" / "cli" / "locales",
    ROOT / "src" / "empile" / "engine" / "locales",
    *sorted((ROOT / "src" / "empile" / "games").glob("*/locales")),
)
_CURLY, _ANGLE = ("“", "”"), ("«", "»")
QUOTES = {"de": [("„", "“")], "en": [_CURLY], "es": [_ANGLE, _CURLY], "fr": [_ANGLE, _CURLY]}

THIN, FIXED = "\u202f", "\u00a0"

# What the style guides replace. A pattern is matched in whole words, in upper or lower case.
FORBIDDEN_EN = (
    "mend|anew|thereby|whence|beside|besides|meanwhile|somebody’s|whom",
    "for want of|all the same|round this screen|is to place|if equal|by lot|dare it",
    "step back|steps back|whoever (has|is|lays|places|opens)",
    "return game|return match|stands? in(?! front)|real box|our board|ours",
    "colou?r(?<!colour)(?<!colours)|gray|center|counter-?clockwise",
    "lit|taken down|take down|takes down|strike|strikes|struck|passed over|lengthen|laid|lay",
    "stock|calm hands?|free blocks?|tilted|true face|crossings?|sharp|blunt|golden border",
    "moment \\{",
)
FORBIDDEN_FR = (
    "l’on|nul|nulle|faute de|à votre guise|s’offre|voyez (?!ce qui)|se dresse|naissent",
    "autour de cet écran|le nôtre|la nôtre|notre plateau|vraie boîte|on remet ça|c’est repris",
    "conseils?|journal|enregistrements?|moments? \\{|dérouler|manches?|revenir en arrière",
    "habitué|valable|cela vous va|éclairée?s?|en relief|photographier",
    "abat|abattre|abattez|détruire|survoler|survole|allongez|les mots|main calme|mains calmes",
    "blocs? libres?|faces? penchées?|de travers|croisements?|domine|dominer|bordure dorée|dorure",
    "d’ailleurs|vous êtes (bleu|marron|vert|orange|violet|noir|jaune|rouge)",
    "(de|que) \\{(game|names?)\\}",
)
# "Who has no card left wins." is a riddle; "Who is playing?" is a question.
RIDDLE = {
    "en": re.compile(r"(?:^|[.;:!?] )Who(?:ever)? [^.?!]*[.!]"),
    "fr": re.compile(rf"(?:^|[.;:!?{THIN}{FIXED}] )Qui [^.?!]*[.!]"),
}


def messages(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    """Yield each text of a catalogue with its key, plural forms one by one."""
    for key, message in json.loads((folder / f"{language}.json").read_text("utf-8")).items():
        forms = {"": message} if isinstance(message, str) else message
        for form, text in forms.items():
            yield (f"{key}.{form}" if form else key), text


def placeholders(message: str | dict[str, str]) -> set[str]:
    texts = [message] if isinstance(message, str) else list(message.values())
    return set(re.findall(r"\{[^}]*\}", " ".join(texts)))


def catalogues(*languages: str) -> pytest.MarkDecorator:
    pairs = [(folder, language) for folder in FOLDERS for language in languages]
    ids = [f"{folder.parent.name}-{language}" for folder, language in pairs]
    return pytest.mark.parametrize(("folder", "language"), pairs, ids=ids)


@catalogues(*LANGUAGES)
def test_placeholders_are_those_of_the_english_text(folder: Path, language: str) -> None:
    english = json.loads((folder / "en.json").read_text("utf-8"))
    other = json.loads((folder / f"{language}.json").read_text("utf-8"))
    assert other.keys() == english.keys()
    unlike = {
        key: (placeholders(english[key]), placeholders(other[key]))
        for key in english
        if placeholders(english[key]) != placeholders(other[key])
    }
    assert unlike == {}


@catalogues(*LANGUAGES)
def test_each_key_is_there_once(folder: Path, language: str) -> None:
    text = (folder / f"{language}.json").read_text("utf-8")
    pairs: list[tuple[str, object]] = json.loads(text, object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert sorted(set(keys)) == sorted(keys)


@catalogues(*LANGUAGES)
def test_quotes_are_balanced(folder: Path, language: str) -> None:
    for key, text in messages(folder, language):
        for pair in QUOTES[language]:
            opening, closing = pair[0], pair[1]
            depth = 0
            for sign in text:
                depth += (sign == opening) - (sign == closing)
                assert depth in (0, 1), f"{key}: {text}"
            assert depth == 0, f"{key}: {text}"


@catalogues("en", "fr")
def test_apostrophes_and_dots_are_typographic(folder: Path, language: str) -> None:
    found = [
        (key, text) for key, text in messages(folder, language) if re.search(r"['\"]|\.\.", text)
    ]
    assert found == []


@catalogues("en")
def test_english_has_no_space_before_punctuation(folder: Path, language: str) -> None:
    found = [
        (key, text)
        for key, text in messages(folder, language)
        if re.search(rf"[ {THIN}{FIXED}][;:!?%]", text)
    ]
    assert found == []


@catalogues("fr")
def test_french_has_no_break_spaces(folder: Path, language: str) -> None:
    """A terminal font may lack the narrow space: texts of the command line use the wide one."""
    narrow = FIXED if folder.parent.name == "cli" else THIN
    wrong = re.compile(
        rf"(?<!{narrow})[;!?%]|(?<!{FIXED}):|«(?!{FIXED})|(?<!{FIXED})»|(\d|\}}) mm\b"
    )
    found = [
        (key, text)
        for key, text in messages(folder, language)
        if wrong.search(re.sub(r"\{[^}]*\}", "{}", text.replace("Block Out!", "Block Out")))
    ]
    assert found == []


@catalogues("en", "fr")
def test_spaces_are_single_and_inside(folder: Path, language: str) -> None:
    """Prompts of the terminal end in a space, and its lists are set in columns."""
    if folder.parent.name == "cli":
        pytest.skip("set in columns")
    for key, text in messages(folder, language):
        assert text == text.strip(), key
        assert not re.search(rf"[ {THIN}{FIXED}]{{2}}", text), f"{key}: {text}"


@catalogues("en", "fr")
def test_replaced_words_do_not_come_back(folder: Path, language: str) -> None:
    patterns = FORBIDDEN_EN if language == "en" else FORBIDDEN_FR
    forbidden = re.compile(rf"(?<![\w’])(?:{'|'.join(patterns)})(?![\w])", re.IGNORECASE)
    found = {}
    for key, text in messages(folder, language):
        kept = text if language == "fr" else re.sub(r"\{[^}]*\}", "{}", text)
        if match := forbidden.search(kept) or RIDDLE[language].search(kept):
            found[key] = match[0]
    assert found == {}
