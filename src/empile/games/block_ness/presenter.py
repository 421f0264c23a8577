"""Positions, pictures and messages of Block Ness."""

from __future__ import annotations

from typing import Any

from empile.engine.contracts.presenter import Presenter
from empile.engine.errors import Reason
from empile.engine.game import Event, Game, State
from empile.games.block_ness.rules import components
from empile.games.block_ness.show import svg, view
from empile.games.block_ness.text import illegal, notation, terminal


class BlockNessPresenter(Presenter):
    """Everything is public: every seat sees the same."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._lake = components.lake_of(game.options["lake"])

    def position(self, state: State) -> dict[str, Any]:
        return view.position(state, self._lake)

    def board_setup(self) -> dict[str, Any]:
        """Return the lake's size and zones, and each seat's colour and full set of rings."""
        lake, colours = self._lake, self.game.options["colours"]
        sets = components.rings_of(self.game.options["rings"])
        return {
            "columns": lake.columns,
            "rows": lake.rows,
            "deep": [str(corner) for corner in lake.zones[2]],
            "zone": [str(corner) for corner in lake.zones[self.game.num_players]],
            "zones": {
                str(seats): [str(corner) for corner in zone] for seats, zone in lake.zones.items()
            },
            "colours": [components.COLOURS[colour] for colour in colours],
            "rings": [[str(ring) for ring in sets[int(colour)]] for colour in colours],
        }

    def to_svg(self, state: State, seat: int | None = None) -> str:
        ranks = state.ranks() if state.is_terminal() else None
        return svg.to_svg(self.position(state), self.board_setup(), ranks)

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        return terminal.to_text(state, self._lake, colour=colour, language=language)

    def event_message(self, before: State, event: Event, seat: int | None) -> Reason:
        move = notation.decode(before, event.actions[0])
        if isinstance(move, notation.Start):
            return Reason("log.start", {"tail": str(move.tail), "head": str(move.head)})
        key = "log.head" if move.end == notation.HEAD else "log.tail"
        args: dict[str, str | int] = {
            "near": str(move.near),
            "far": str(move.far),
            "height": move.ring.height,
        }
        return Reason(key, args)

    def explain_illegal(self, state: State, action: int) -> Reason:
        return illegal.explain_illegal(state, action, self._lake)

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        return view.move_parts(state, action)
