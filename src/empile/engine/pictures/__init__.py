"""Pictures as data: one drawing for all views of a game, from which pages draw too.

Example::

    class MarketPicture(CellPicture):
        def background(self, width, height):
            price = ['<text x="20" y="34">', shown("view", "price"), "</text>"]
            return [super().background(width, height), price]
"""

from empile.engine.pictures.drawing import (
    Drawing,
    Later,
    Sheet,
    argument,
    chosen,
    counted,
    data_of,
    drawn,
    each,
    facts_of,
    shown,
)

__all__ = [
    "Drawing",
    "Later",
    "Sheet",
    "argument",
    "chosen",
    "counted",
    "data_of",
    "drawn",
    "each",
    "facts_of",
    "shown",
]
