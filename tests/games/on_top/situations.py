"""Situations of On Top, played by the compiled rules and the reference in parallel."""

from __future__ import annotations

from typing import Any

import empile
from empile.games.on_top.rules.state import PAWN_BITS
from tests.games.on_top.reference import COLOURS, Reference, default_board, tile_name

PLENTY = {**default_board(), "tiles": dict.fromkeys(default_board()["tiles"], 20)}
"""The house board with as many of each tile as one may wish for."""

# Round the crossing 3,3 lie, counter-clockwise, U33 D23 U23 D22 U32 D32. Each of these tiles shows
# its second or its third colour there.
TWO_LEFT = "U23D23 {}"
"""The second colour, two segments."""
TWO_BELOW = "U32D22 {}"
"""The second colour, two segments."""
ONE_ABOVE = "U24D23 {}"
"""The third colour, one segment."""
ONE_RIGHT = "U42D32 {}"
"""The third colour, one segment."""


class Situation:
    """A game under way; each move draws its tile first. Both writings must agree all along."""

    def __init__(self, *moves: str, rules_version: int = 2, **options: Any) -> None:
        chosen: dict[str, Any] = {"board": PLENTY, **options}
        self.game = empile.load("on-top", rules_version=rules_version, **chosen)
        self.state = self.game.new_state()
        self.reference = Reference(self.game.options, rules_version)
        self.effects: dict[str, Any] = {}
        """What the last move brought."""
        self.compare()
        self.lay(*moves)

    @property
    def position(self) -> dict[str, Any]:
        return self.state.position()

    @property
    def towers(self) -> dict[str, str]:
        found: dict[str, str] = self.position["towers"]
        return found

    def compare(self) -> None:
        assert self.state.position() == self.reference.position()
        assert self.state.legal_texts() == self.reference.legal_texts()
        result = self.state.result()
        assert (None if result is None else result._asdict()) == self.reference.result()

    def draw(self, colours: str) -> Situation:
        """Draw the tile that reads ``colours``."""
        text = f"~{tile_name(colours)}"
        self.state.apply_text(text)
        self.reference.play(text)
        self.compare()
        return self

    def lay(self, *moves: str) -> Situation:
        for move in moves:
            self.draw(move.split(" ")[1])
            action = self.state.read_text(move).actions[0]
            self.effects = self.game.presenter.move_effects(self.state, action)
            self.state.apply_text(move)
            self.reference.play(move)
            assert self.effects == self.reference.move_effects()
            self.compare()
        return self

    def left(self, **pawns: int) -> Situation:
        """Set how many pawns some colours have left to place.

        No game may lead there in so few moves: the fields of the state are set.
        """
        self.reference.pawns.update(pawns)
        kept = sum(
            number << (PAWN_BITS * COLOURS.index(colour))
            for colour, number in self.reference.pawns.items()
        )
        self.state = self.state.clone()  # which has read nothing yet
        self.state.array["pawns"] = kept
        self.compare()
        return self

    def scored(self, *points: int) -> Situation:
        """Set the points so far, by seat: as for :meth:`left`."""
        self.reference.raw_scores = list(points)
        self.state = self.state.clone()
        self.state.array["points"][0, : len(points)] = points
        self.compare()
        return self
