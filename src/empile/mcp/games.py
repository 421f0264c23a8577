"""What a client is told of games, and games by the options that it names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from empile.bots.policy import levels_of
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class, game_names
from empile.engine.errors import EmpileError, Reason
from empile.engine.game import Game
from empile.engine.options import Option
from empile.engine.presets import option_presets
from empile.envs.text.rules import rules_text
from empile.envs.text.words import game_title, of_game
from empile.mcp.errors import RequestError


def games_text() -> str:
    """Return one line for each game: its name, seats and what it is about.

    Example: ``games_text()``.
    """
    lines: list[str] = []
    for name in game_names():
        try:
            lines.append(_line(loaded(name)))
        except Exception:
            continue
    return "\n".join(lines)


def game_text(name: str) -> str:
    """Return a game's options with their values and presets, and the levels of its bots.

    Example: ``game_text("on-top")``.
    """
    game = loaded(name)
    lines = [_line(game), "Options:"]
    lines += [f"- {option.name}: {_values(option, game)}" for option in game.options_offered[1:]]
    levels = [str(level.number) for level in levels_of(game)]
    return "\n".join([*lines, f"Bot levels, weakest first: {', '.join(levels)}"])


def full_or_short_rules(name: str, *, full: bool) -> str:
    """Return the rules of a game. Example: ``full_or_short_rules("blox", full=False)``."""
    return rules_text(loaded(name), "full" if full else "short")


def loaded(name: str, players: int | None = None, options: Mapping[str, Any] | None = None) -> Game:
    """Return a game without placements by hand; options may name presets.

    Texts that are JSON count as the value: models write ``"true"`` for true.

    :raises RequestError: for an unknown game or option, with what there is

    Example: ``loaded("on-top", 3, {"board": "large"})``.
    """
    try:
        cls = game_class(name.strip().lower().replace(" ", "-").replace("_", "-"))
        given = {option: _value(cls, option, value) for option, value in (options or {}).items()}
        if players is not None:
            given["players"] = players
        return cls(**{**headless_options(cls), **given})
    except EmpileError as error:
        raise RequestError(_sentence(str(error))) from error


def _value(cls: type[Game], option: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if any(option == known.name for known in cls.options_offered):
        presets = option_presets(cls, option)
        if value in presets:
            return presets[value]
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value


def _line(game: Game) -> str:
    seats = game.options_offered[0].values
    about = of_game(game, Reason("tagline"), "en")
    hidden = " Hidden information." if game.imperfect_information else ""
    return (
        f"{game.name}: {game_title(game, 'en')}, {min(seats)}-{max(seats)} players. {about}{hidden}"
    )


def _values(option: Option, game: Game) -> str:
    presets = option_presets(type(game), option.name)
    default = _shown(game.options[option.name])
    default = default if len(default) <= 40 else default[:39] + "…"
    if option.kind == "number":
        return f"{option.values[0]} to {option.values[1]} (default {default})"
    values = [_shown(value) for value in option.values]
    if option.kind == "flag":
        values = ["true", "false"]
    elif option.kind in ("data", "list"):
        values = [f"{option.kind} as JSON"]
    named = [name for name in presets if name not in values]
    return f"{' | '.join([*values, *named])} (default {default})"


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."
