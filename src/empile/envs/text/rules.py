"""The rules of a game as text: short, in full, and the notation of its moves.

A game has short rules in ``text/short_rules.md`` or ``short_rules.md`` of its folder, in other
languages ``short_rules.fr.md``: Markdown whose last section is the notation of the moves. A game
without short rules is explained by its full rules: the sections "The rules" and "Notation" of its
README, or in other languages the messages ``rules.1.text`` and so on.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from empile.engine.board.moves import Moves
from empile.engine.errors import Reason
from empile.engine.game import Game
from empile.envs.text.words import of_game

Rules: TypeAlias = Literal["short", "full", "none"]
"""Which rules a text contains."""

SHORT_RULES: Final = ("text/short_rules", "short_rules")
"""Where a game's folder has its short rules, without ``.md`` or ``.fr.md``."""

_HEADING = re.compile(r"^## (.*)\n", re.MULTILINE)
_IN_README = ("The rules", "Notation")


def rules_text(game: Game, rules: Rules = "short", language: str = "en") -> str:
    """Return the rules of a game with the notation of its moves; ``""`` for ``"none"``.

    Falls back to what the game has: short to full rules, a language to English, at last only the
    notation.

    Example: ``rules_text(empile.load("blox"), "full")``.
    """
    if rules == "none":
        return ""
    found = short_rules(game, language) if rules == "short" else ""
    return found or full_rules(game, language) or short_rules(game, language) or _patterns(game)


def short_rules(game: Game, language: str = "en") -> str:
    """Return the short rules, in English if the language has none; ``""`` if there are none.

    Example: ``"## Options" in short_rules(empile.load("blox"))``.
    """
    for suffix in (f".{language}.md", ".md"):
        for place in SHORT_RULES:
            text = _read(game.folder / f"{place}{suffix}")
            if text:
                return text
    return ""


def full_rules(game: Game, language: str = "en") -> str:
    """Return the full rules; ``""`` if the game has none.

    Example: ``full_rules(empile.load("blox"), "fr")``.
    """
    in_messages = _of_messages(game, language)
    if language != "en" and in_messages:
        return in_messages
    readme = _read(game.folder / "README.md")
    sections = _sections(readme)
    found = [sections[name] for name in _IN_README if name in sections]
    return "\n\n".join(found) or in_messages or readme


def notation_text(game: Game, language: str = "en") -> str:
    """Return how the moves of a game are written, as far as the game says it.

    Example: ``notation_text(empile.load("blox"))``.
    """
    short = short_rules(game, language)
    if short:
        return short.rpartition("\n## ")[2].partition("\n")[2].strip() or short
    return _sections(_read(game.folder / "README.md")).get("Notation", "") or _patterns(game)


def _of_messages(game: Game, language: str) -> str:
    parts: list[str] = []
    while text := of_game(game, Reason(f"rules.{len(parts) + 1}.text"), language):
        title = of_game(game, Reason(f"rules.{len(parts) + 1}.title"), language)
        parts.append(f"{len(parts) + 1}. {title}. {text}" if title else text)
    notation = notation_text(game, language) if parts else ""
    return "\n\n".join([*parts, notation] if notation else parts)


def _patterns(game: Game) -> str:
    """Return the patterns of the moves that a game's rules define, or nothing."""
    moves: object = getattr(type(game).rules, "MOVES", None)
    if not isinstance(moves, Moves):
        return ""
    return "\n".join(f"- {verb}: `{pattern}`" for verb, pattern in moves.patterns.items())


@lru_cache(maxsize=256)
def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except FileNotFoundError:
        return ""


def _sections(text: str) -> dict[str, str]:
    """Return what stands under the headings of the second level."""
    parts = _HEADING.split(text)
    return {title: body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}
