"""Block Ness on a lake of 4 x 3 holes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from empile.engine.errors import OptionError
from empile.engine.options import Option, choice
from empile.games.block_ness import BlockNess

_LAKE = {"columns": 4, "rows": 3, "zones": {seats: ["a1", "d3"] for seats in ("2", "3", "4")}}
_RINGS = [["2.1", "1.2", "2.2", "2.3"]] * 4


def _fixed(name: str, value: Any) -> Option:
    def check(given: Any, _: Mapping[str, Any]) -> Any:
        if given != value:
            raise OptionError(f"the option '{name}' of tiny-block-ness is fixed")
        return value

    return Option(name, "data", check, lambda _: value, rare=True)


class TinyBlockNess(BlockNess):
    """Block Ness for two seats with four equal rings each, on a lake of 4 x 3 holes.

    All holes are deep water. Otherwise the rules are those of Block Ness.

    Example::

        >>> TinyBlockNess(variant="expert").max_game_length
        6
    """

    name = "tiny-block-ness"
    options_offered = (
        choice("players", (2,), 2),
        choice("variant", ("base", "expert"), "base"),
        Option("colours", "list", None, lambda _: [0, 1]),
        _fixed("lake", _LAKE),
        _fixed("rings", _RINGS),
    )
