"""Nothing outside a game's folder speaks of the things of one game, such as rings or tiles.

A new game then never meets a button or a message of another one. Names of games are no words of this kind, and
neither are longer words such as "layout" or "string". What is allowed is listed with its reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

SUFFIXES = {".css", ".html", ".py", ".sql", ".svg", ".ts"}
SOURCES = ("src/empile", "web/public", "web/src", "web/test")
CATALOGUES = ("src/empile/cli/locales", "src/empile/engine/locales", "web/locales")
GENERATED = ("src/empile/server/pages/", "src/empile/server/data/")
"""Built from the other sources."""

IN_CODE = re.compile(r"lay(s|ing)?|laid|rings?|ringed|tiles?|towers?|monsters?")
"""Whole words, also as parts of identifiers. "Block" is not here: blocking calls, blocked users, CSS boxes."""
IN_MESSAGES = {
    "en": r"lays?|laid|laying|rings?|tiles?|towers?|monsters?|(?:a|each|every|real|the|this) blocks?|place blocks?",
    "fr": r"anneaux?|tuiles?|(?:la|une|cette|les|des) tours?(?! de table)|monstres?|blocs?",
    "de": r"ringe?n?|rauten?|tu?e?rme?|türme?n?|ungeheuers?|klotz|klötzen?|fliesen?",
    "es": r"anillos?|losetas?|torres?|monstruos?|bloques",
}
ALLOWED_FOLDERS = {
    "src/empile/games/": "the games themselves",
    "src/empile/research/tiny_": "small versions of the games, for checks by complete search",
    "web/public/": "pictures of the site, drawn from pieces of the games",
}
TECHNICAL = re.compile(r"\b(lays?|laid|laying) out\b")
ALLOWED_LINES = (
    (
        "src/empile/envs/text/environment.py",
        r"start ring",
        "an example: an answer, and why it is illegal",
    ),
    ("src/empile/engine/board/cells.py", r"\brings\b", "rings of hexagons, as in geometry"),
    (
        "src/empile/options.py",
        r"^    rings:",
        "the name of an option is data, and typed here for each game",
    ),
    ("src/empile/server/http/solo.py", r"rings(:|=)", "a field of the API keeps its name"),
    ("web/src/net/protocol.ts", r"^  rings: number;", "generated from the API"),
    ("web/src/solo/solo-map.ts", r"\brings\b", "reads that field of the API"),
    (
        "web/src/board/generic/choices.test.ts",
        r"(?i)\blays?",
        "moves of Cairn, the game of the tests",
    ),
    ("web/src/board/generic/marks.ts", r"\bring\(", "draws a ring around a spot"),
    ("web/src/board/generic/svg-tree.ts", r"stitchTiles", "an attribute of SVG"),
    ("web/src/stage/three-classes.ts", r"RingGeometry", "the name of a class of three.js"),
    ("web/src/stage/table.ts", r"\bTILE\b|texture tile", "a texture is repeated in tiles"),
    ("web/src/home/", r"(?i)tiles?\b", "small pictures that lead to games"),
    ("web/src/puzzle/", r"(?i)tiles?\b", "small boards that lead to puzzles"),
    ("web/test/chunk-groups.test.ts", r"\brings\b", "the name of a module of a game"),
    (
        "web/test/spoken-moves.test.ts",
        r"(?i)rings?\b|tile\b|\blay\b",
        "moves of each game in words",
    ),
)
ALLOWED_MESSAGES = {
    "news.": "news of the site name games and what is in their boxes",
    "preview.": "previews of links to the site name its games",
}


def words_in(line: str) -> list[str]:
    """Return the words of a line in lower case, with identifiers taken apart: ``layRing`` is "lay", "ring".

    "Lay out", which has "layout" as its noun, is left out.
    """
    kept = TECHNICAL.sub("", line)
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", kept)]


def is_allowed(path: str, line: str) -> bool:
    return any(path.startswith(where) and re.search(what, line) for where, what, _ in ALLOWED_LINES)


def source_lines() -> Iterator[tuple[str, int, str]]:
    """Yield path, number and text of each line of the sources outside games."""
    for folder in SOURCES:
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.suffix not in SUFFIXES or path.startswith((*GENERATED, *ALLOWED_FOLDERS)):
                continue
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                yield path, number, line


def messages(file: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line, key and text of each message, plural forms one by one."""
    text = file.read_text("utf-8")
    for key, message in json.loads(text).items():
        number = text[: text.index(f'"{key}":')].count("\n") + 1
        for form in [message] if isinstance(message, str) else message.values():
            yield number, key, form


def test_words_in_takes_identifiers_apart() -> None:
    assert words_in("layRing(of_tile, 'a-tower') MONSTERS") == [
        "lay",
        "ring",
        "of",
        "tile",
        "a",
        "tower",
        "monsters",
    ]
    assert words_in("lays out a ring") == ["a", "ring"]
    assert words_in("layout strings overlay blockNess") == [
        "layout",
        "strings",
        "overlay",
        "block",
        "ness",
    ]


def test_code_outside_games_has_no_words_of_one_game() -> None:
    found = [
        f"{path}:{number}: {line.strip()}"
        for path, number, line in source_lines()
        if any(IN_CODE.fullmatch(word) for word in words_in(line)) and not is_allowed(path, line)
    ]
    assert found == [], "\n".join(["words of one game outside its folder:", *found])


def test_messages_outside_games_have_no_words_of_one_game() -> None:
    found: list[str] = []
    for folder in CATALOGUES:
        for language, words in IN_MESSAGES.items():
            file = ROOT / folder / f"{language}.json"
            pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
            found += [
                f"{file.relative_to(ROOT)}:{number}: {key}: {text}"
                for number, key, text in messages(file)
                if pattern.search(re.sub(r"\{[^}]*\}", "", text))
                and not key.startswith(tuple(ALLOWED_MESSAGES))
            ]
    assert found == [], "\n".join(["words of one game in messages of all:", *found])


def test_each_exception_is_still_needed() -> None:
    lines = list(source_lines())
    unused = [
        (where, what)
        for where, what, _ in ALLOWED_LINES
        if not any(
            path.startswith(where)
            and re.search(what, line)
            and any(IN_CODE.fullmatch(word) for word in words_in(line))
            for path, _, line in lines
        )
    ]
    assert unused == []
