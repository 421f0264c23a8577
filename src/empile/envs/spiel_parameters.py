"""Conversion between a game's options and OpenSpiel parameters (numbers, flags, strings)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.errors import OptionError
from empile.engine.game import Game
from empile.engine.options import Option, read_options
from empile.engine.strict_json import PlainDataError, read_json


def _is_plain(option: Option) -> bool:
    return option.kind in ("choice", "number", "flag")


RULES: Final = "rules_version"
"""The parameter of the version of the rules."""


def default_parameters(cls: type[Game]) -> dict[str, Any]:
    """Return all parameters with their defaults, without people and with the newest rules."""
    chosen = {**read_options(cls.name, cls.options_offered, {}), **headless_options(cls)}
    options = {o.name: chosen[o.name] if _is_plain(o) else "" for o in cls.options_offered}
    return {**options, RULES: cls.rules_version}


def class_of(cls: type[Game], parameters: Mapping[str, Any]) -> type[Game]:
    """Return the class with the rules of the parameters; raises :class:`UnknownGameError`."""
    version = int(parameters[RULES])
    return cls if version == cls.rules_version else game_class(cls.name, version)


def options_of(cls: type[Game], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Read options; raises :class:`OptionError` for invalid JSON."""
    options: dict[str, Any] = {}
    for option in cls.options_offered:
        value = parameters[option.name]
        if _is_plain(option) or value == "house":
            options[option.name] = value
        elif value:
            try:
                options[option.name] = read_json(unquote(str(value)))
            except PlainDataError as error:
                raise OptionError(f"option '{option.name}' is not JSON: {error}") from error
    return options


def written(value: Any) -> Any:
    """Return a parameter as written in a game string."""
    return quote(unquote(value), safe="") if isinstance(value, str) else value
