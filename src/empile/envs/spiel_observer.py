"""Observers of OpenSpiel states: public and private parts, with or without perfect recall."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from empile.engine.game import Game, State
from empile.engine.planes import Plane, size_of, split_planes

if TYPE_CHECKING:
    import pyspiel

NONE, SINGLE_PLAYER = "NONE", "SINGLE_PLAYER"
"""Names of OpenSpiel's ``PrivateInfoType``; the third is ``ALL_PLAYERS``."""


class ObservedState(Protocol):
    """What observers read of an OpenSpiel state."""

    @property
    def empile_state(self) -> State:
        """The engine's state."""
        ...

    def events_seen_by(self, seat: int | None) -> Sequence[str]:
        """Return the texts of all events as ``seat`` (None: a spectator) sees them."""
        ...


class EmpileObserver:
    """An observer as in OpenSpiel's ``observation.py``.

    The public tensor has the planes that a spectator may know, as of seat 0 (seats in order); the
    private one the planes that only ``player`` may know. ``ALL_PLAYERS`` has those of every seat,
    with a leading seat axis. Public text is the view of a spectator, private text what differs from
    it in the player's view. With perfect recall the texts are those of all events.

    Example::

        >>> import pyspiel, empile.envs.openspiel
        >>> game = pyspiel.load_game("python_empile_block_ness")
        >>> state = game.new_initial_state()
        >>> kind = pyspiel.IIGObservationType(
        ...     perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
        ... )
        >>> observer = game.make_py_observer(kind)
        >>> observer.set_from(state, player=0)
    """

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType) -> None:
        self._recalls = kind.perfect_recall
        self._public = kind.public_info
        self._private: str = kind.private_info.name
        self._seats = range(game.num_players)
        self._planes = game.information_planes if self._recalls else game.observation_planes
        shown = [seen for plane in self._planes if (seen := self._shown(plane)) is not None]
        self.tensor: NDArray[np.float32] = np.zeros(size_of(shown), np.float32)
        self.dict = dict(split_planes(shown, self.tensor))

    def _shown(self, plane: Plane) -> Plane | None:
        if not plane.private:
            return plane if self._public else None
        if self._private == NONE:
            return None
        if self._private == SINGLE_PLAYER:
            return plane
        return plane._replace(shape=(len(self._seats), *plane.shape))

    def set_from(self, state: ObservedState, player: int) -> None:
        """Fill ``tensor`` and ``dict``."""
        if self._public and self._private == SINGLE_PLAYER:
            self.tensor[:] = self._read(state, player)
            return
        alone = self._private == SINGLE_PLAYER
        seen = [
            split_planes(self._planes, self._read(state, seat))
            for seat in ([player] if alone else self._seats)
        ]
        for plane in self._planes:
            if plane.name in self.dict:
                values = [of_seat[plane.name] for of_seat in seen]
                self.dict[plane.name][:] = values if plane.private and not alone else values[0]

    def _read(self, state: ObservedState, seat: int) -> NDArray[np.float32]:
        ours = state.empile_state
        return ours.information_state(seat) if self._recalls else ours.observation(seat)

    def string_from(self, state: ObservedState, player: int) -> str:
        """Return the observation or the information state as text."""
        if self._private == SINGLE_PLAYER:
            write = self._everything if self._public else self._own
            return f"seat {player}{write(state, player)}"
        parts = [f"public{self._everything(state, None)}"] if self._public else []
        if self._private != NONE:
            parts += [f"seat {seat}{self._own(state, seat)}" for seat in self._seats]
        return "\n".join(parts)

    def _everything(self, state: ObservedState, seat: int | None) -> str:
        if self._recalls:
            return "".join(f"\n{text}" for text in state.events_seen_by(seat))
        return f": {json_text(state.empile_state.view(seat))}"

    def _own(self, state: ObservedState, seat: int) -> str:
        if self._recalls:
            events = zip_longest(state.events_seen_by(seat), state.events_seen_by(None))
            return "".join(f"\n{own}" for own, public in events if own != public)
        ours = state.empile_state
        return f": {json_text(_differing(ours.view(seat), ours.view(None)))}"


def _differing(own: Mapping[str, Any], public: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in own.items() if value != public.get(key)}


def json_text(value: Any) -> str:
    """Return compact JSON. Example: ``json_text([1, "é"])``."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
