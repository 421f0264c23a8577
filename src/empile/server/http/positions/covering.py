"""Positions in which the hidden things of some seats are covered, as on one screen seen by several people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from empile.engine.game import Event, State
from empile.engine.strict_json import is_list
from empile.server.tables import game_redaction
from empile.server.wire.schemas import Frame


@dataclass(frozen=True)
class Cover:
    """The seats whose hidden things are not shown."""

    seats: frozenset[int]

    def hides_turn(self, state: State) -> bool:
        """Return whether the legal moves would reveal what is covered."""
        return state.game.imperfect_information and state.current_player() in self.seats

    def position(self, state: State, position: dict[str, Any]) -> dict[str, Any]:
        """Return a position object of ``state`` without what is covered.

        Lists with one item for each seat, such as hands, are covered item by item. Other values
        are those that the acting seat sees, or a spectator if that seat is covered.
        """
        if not self.seats or not state.game.imperfect_information:
            return position
        seats = state.game.num_players
        acting = state.current_player()
        viewer = acting if acting >= 0 and acting not in self.seats else None
        page_view = state.game.presenter.json.page_view
        views = {seat: page_view(state, seat) for seat in range(seats)}
        spectator = page_view(state, None)
        common = spectator if viewer is None else views[viewer]

        def value_of(key: str) -> Any:
            value = position[key]
            if key not in common or value == spectator[key]:
                return value
            if is_list(value) and len(value) == seats and is_list(spectator[key]):
                return [
                    spectator[key][seat] if seat in self.seats else views[seat][key][seat]
                    for seat in range(seats)
                ]
            return common[key]

        return {key: value_of(key) for key in position}

    def frame(self, frame: Frame, before: State, event: Event, after: State) -> Frame:
        """Return a frame after ``event`` without what is covered."""
        if not self.seats or not before.game.imperfect_information:
            return frame
        informed = before.game.notation.informed_viewer(before, event)
        viewer = None if informed in self.seats else informed
        return msgspec.structs.replace(
            frame,
            event=game_redaction.replay_event(before, event, viewer, everything=False),
            position=self.position(after, frame.position),
        )


NO_COVER: Final = Cover(frozenset())


def cover_of(seats: Sequence[int]) -> Cover:
    """Return the cover of seats.

    Example::

        >>> cover_of([1]).seats
        frozenset({1})
    """
    return Cover(frozenset(seats))
