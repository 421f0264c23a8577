"""Conversion between a game's options and OpenSpiel parameters (numbers, flags, strings)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from empile.engine.contracts.referee import headless_options
from empile.engine.errors import OptionError
from empile.engine.game import Game
from empile.engine.options import Option, read_options
from empile.engine.strict_json import PlainDataError, read_json


def _is_plain(option: Option) -> bool:
    return option.kind in ("choice", "number", "flag")


def default_parameters(cls: type[Game]) -> dict[str, Any]:
    """Return all parameters with their defaults, without people."""
    chosen = {**read_options(cls.name, cls.options_offered, {}), **headless_options(cls)}
    return {o.name: chosen[o.name] if _is_plain(o) else "" for o in cls.options_offered}


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
