"""Actions as planes: which output of a convolutional policy belongs to which action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.planes import Plane, stacked_shape

NOWHERE = -1


class ActionPlanes(NamedTuple):
    """A channel and a place for each of ``game.possible_actions``, whose index the arrays have.

    Places are those of ``stack_boards``. An action is at an *anchor* if it has one and the anchor's
    board has a 1: the place of this 1, for example a piece that moves. Otherwise it is at a fixed
    place, or nowhere, for example when cards are exchanged.
    """

    shape: tuple[int, int, int]
    """Channels, rows and columns of the policy."""
    channel: NDArray[np.int32]
    """Channel of actions that are not at an anchor."""
    place: NDArray[np.int32]
    """Their row * columns + column, -1: nowhere."""
    anchor: NDArray[np.int32]
    """Channel of ``stack_boards``, -1: no anchor."""
    anchored: NDArray[np.int32]
    """Channel of actions at an anchor, else 0."""

    def gather(self, policy: NDArray[Any], boards: NDArray[Any]) -> NDArray[Any]:
        """Return a number for each action: shape (..., actions).

        Actions that are nowhere get the mean of their channel.

        :param policy: shape (..., channels, rows, columns).
        :param boards: as ``stack_boards`` returns them, shape (..., their channels, rows, columns).
        :raises ValueError: the shapes do not fit.

        Example::

            >>> state = empile.load("block-ness").new_state()
            >>> boards, _ = empile.stack_boards(state.game.observation_planes, state.observation(0))
            >>> planes = state.game.action_planes
            >>> planes.gather(np.zeros(planes.shape), boards).shape
            (608,)
        """
        if policy.shape[-3:] != self.shape or boards.shape[-2:] != self.shape[1:]:
            raise ValueError(
                f"planes of shape {self.shape} and boards of {self.shape[1:]} fit, not"
                f" {policy.shape[-3:]} and {boards.shape[-2:]}"
            )
        flat = policy.reshape(*policy.shape[:-2], -1)
        found: NDArray[Any] = flat.mean(axis=-1)[..., self.channel]
        fixed = self.place != NOWHERE
        found[..., fixed] = flat[..., self.channel[fixed], self.place[fixed]]
        for anchor in np.unique(self.anchor[self.anchor != NOWHERE]).tolist():
            board = boards[..., anchor, :, :].reshape(*boards.shape[:-3], 1, -1)
            own = self.anchor == anchor
            there = (flat * (board == 1)).sum(axis=-1)[..., self.anchored[own]]
            found[..., own] = np.where((board == 1).any(axis=-1), there, found[..., own])
        return found


def fixed_places(
    planes: Sequence[Plane], channel: NDArray[np.int32], place: NDArray[np.int32]
) -> ActionPlanes:
    """Return action planes without anchors; ``planes`` are those of the observation.

    Example: ``fixed_places(game.observation_planes, channel, place)``.
    """
    _, rows, columns = stacked_shape(planes)
    none = np.full(len(channel), NOWHERE, np.int32)
    shape = int(channel.max()) + 1, rows, columns
    return ActionPlanes(shape, channel, place, none, np.zeros_like(none))


def first_channels(planes: Sequence[Plane]) -> Mapping[str, int]:
    """Return the first channel of each board in ``stack_boards``, by name.

    Example: ``first_channels(game.observation_planes)["heads"]``.
    """
    found: dict[str, int] = {}
    channel = 0
    for plane in planes:
        if plane.board:
            found[plane.name] = channel
            channel += prod(plane.shape[:-2])
    return found
