"""Boards and starts drawn from a seed, so that no agent can have learned them by heart.

Each generator returns options of its game. Games without a generator vary by random openings only.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any, Final, TypeAlias, TypeVar

from empile.engine.discovery import game_class
from empile.engine.errors import OptionError
from empile.engine.random import Stream, below

Generator: TypeAlias = Callable[[Stream, int], dict[str, Any]]
"""Takes a stream and the number of seats; returns options that may be invalid."""

_Item = TypeVar("_Item")
_MOST_TRIES: Final = 200
_COORDINATE: Final = "abcdefghijklmnopqrstuvwxyz"


def generated_options(game: str, players: int, stream: Stream) -> dict[str, Any]:
    """Return options with a generated board; empty for a game without a generator.

    :raises OptionError: if the generator finds no valid board

    Example::

        >>> sorted(generated_options("block-ness", 2, empile.new_stream(1)))
        ['lake', 'rings']
    """
    generator = GENERATORS.get(game)
    if generator is None:
        return {}
    load = game_class(game)
    for _ in range(_MOST_TRIES):
        options = generator(stream, players)
        try:
            load(**{"players": players, **options})
        except OptionError:
            continue
        return options
    raise OptionError(f"no valid board of {game} in {_MOST_TRIES} tries")


def shuffle(items: MutableSequence[_Item], stream: Stream) -> None:
    """Shuffle in place (Fisher & Yates). Example: ``shuffle(cells, stream)``."""
    for last in range(len(items) - 1, 0, -1):
        other = below(stream, last + 1)
        items[last], items[other] = items[other], items[last]


def _block_ness(stream: Stream, _: int) -> dict[str, Any]:
    """Draw the size of the lake, and the distance between the feet of each ring."""
    size = 11 + below(stream, 3)

    def zone(inset: int) -> list[str]:
        low, high = 1 + inset, size - inset
        return [f"{_COORDINATE[low - 1]}{low}", f"{_COORDINATE[high - 1]}{high}"]

    heights = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6)
    rings = [[f"{2 + below(stream, 4)}.{height}" for height in heights] for _ in range(4)]
    zones = {"2": zone(2), "3": zone(1), "4": zone(0)}
    return {"lake": {"columns": size, "rows": size, "zones": zones}, "rings": rings}


def _blox(stream: Stream, _: int) -> dict[str, Any]:
    """Draw where towers stand, and the colour of each cell."""
    size, colours = 9, "WGBM"
    squares = ["1"] * 12 + ["2"] * 4 + ["3"] * 4 + ["4"] * 2  # 40 blocks
    squares += ["."] * (size * size - len(squares))
    shuffle(squares, stream)
    # Two-seat games raise two towers of one block of each of the first two colours.
    singles = [*"WWGG", *(colours[2 + below(stream, 2)] for _ in range(8))]
    shuffle(singles, stream)
    others = [colours[at % 4] for at in range(size * size - len(singles))]
    shuffle(others, stream)
    found = [(singles if square == "1" else others).pop() for square in squares]
    return {"layout": {"colours": _rows(found, size), "squares": _rows(squares, size)}}


def _rows(signs: list[str], size: int) -> list[str]:
    return ["".join(signs[at : at + size]) for at in range(0, len(signs), size)]


def _on_top(stream: Stream, _: int) -> dict[str, Any]:
    """Draw two to six cells of the board that are covered at the start."""
    from empile.games.on_top.rules.components import data_of

    cells: list[str] = list(data_of("house")["cells"])
    shuffle(cells, stream)
    return {"start": sorted(cells[: 2 + below(stream, 5)])}


GENERATORS: Final[dict[str, Generator]] = {
    "block-ness": _block_ness,
    "blox": _blox,
    "on-top": _on_top,
}
"""Generators of options by game."""
