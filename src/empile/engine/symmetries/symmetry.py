"""A symmetry as permutations of the numbers of observations and of the columns of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.planes import Plane, size_of

IDENTITY = "identity"

Image = NDArray[np.integer[Any]]
"""A permutation as images: element k moves to ``image[k]``."""


class Symmetry(NamedTuple):
    """A symmetry of the board: it maps each state to a mirrored state with the same rules.

    Both arrays are sources: element k of the mirrored state is element ``array[k]`` of the state. If
    ``obs`` is the observation of a seat in a state at which a seat is to act, ``obs[observation]`` is
    the observation of the same seat in the mirrored state, equal in each bit. If ``mask`` and
    ``policy`` have a number for each of ``game.possible_actions``, ``mask[actions]`` and
    ``policy[actions]`` are those of the mirrored state. Column k moves to ``argsort(actions)[k]``.
    Seats, scores and returns are those of the state. A chance outcome leads to the mirrored state
    after an outcome of the same probability, in most games the same.

    Example, a position of a data set and its mirror images::

        >>> state = empile.load("block-ness").new_state()
        >>> obs, mask = state.observation(0), state.legal_mask()[state.game.possible_actions]
        >>> [symmetry.name for symmetry in state.game.symmetries][:3]
        ['identity', 'rotate-90', 'rotate-180']
        >>> mirrored = [(obs[s.observation], mask[s.actions]) for s in state.game.symmetries]
    """

    name: str
    """``"identity"``, ``"rotate-90"`` (degrees, counter-clockwise) or ``"reflect-90"`` (across an axis
    at this angle from the rows of the board)."""
    observation: NDArray[np.int32]
    """Shape (``game.observation_size``,)."""
    actions: NDArray[np.int32]
    """Shape (``game.possible_actions.size``,)."""


def identity(planes: Sequence[Plane], actions: NDArray[np.int32]) -> Symmetry:
    """Return the symmetry that changes nothing.

    Example: ``identity(game.observation_planes, game.possible_actions)``.
    """
    return _frozen(IDENTITY, np.arange(size_of(planes)), np.arange(len(actions)))


def symmetry_of(
    name: str,
    planes: Sequence[Plane],
    plane_images: Mapping[str, Image],
    actions: NDArray[np.int32],
    action_images: Image,
) -> Symmetry:
    """Return the symmetry with these images.

    :param planes: those of the observation.
    :param plane_images: by name of a plane, where its numbers move: a permutation of its last axes,
        which is the same for all numbers on the axes before. Other planes stay.
    :param actions: the possible actions, ascending.
    :param action_images: the action to which each moves.
    :raises ValueError: an array is no permutation.

    Example: ``symmetry_of("rotate-180", planes, {"heads": image}, actions, actions)``.
    """
    found: list[Image] = []
    start = 0
    for plane in planes:
        size = prod(plane.shape)
        image = np.asarray(plane_images.get(plane.name, np.arange(1)))
        found.append(start + repeated(image, size // len(image)))
        start += size
    columns = np.searchsorted(actions, action_images).clip(max=max(0, len(actions) - 1))
    if not np.array_equal(actions[columns], action_images):
        raise ValueError(f"{name} moves an action to one that is not possible")
    return _frozen(name, _sources(name, np.concatenate(found)), _sources(name, columns))


def composed(first: Symmetry, second: Symmetry) -> Symmetry:
    """Return ``first`` and then ``second`` as one symmetry; it has the names of both.

    Example: ``composed(rotation, rotation).observation``.
    """
    name = f"{first.name} {second.name}"
    return _frozen(name, first.observation[second.observation], first.actions[second.actions])


def repeated(image: Image, times: int) -> Image:
    """Return the images of so many equal parts behind each other.

    Example: ``repeated(image, 2)`` has twice the length.
    """
    return np.add.outer(np.arange(times) * len(image), image).ravel()


def crossed(first: Image, last: Image) -> Image:
    """Return the images of an array with two axes that both are permuted.

    Example: ``crossed(ways, holes)`` for a plane with a board for each direction.
    """
    return np.add.outer(first * len(last), last).ravel()


def _sources(name: str, image: Image) -> Image:
    found = np.full(len(image), -1)
    found[image] = np.arange(len(image))
    if (found < 0).any():
        raise ValueError(f"{name} moves two elements to the same place")
    return found


def _frozen(name: str, observation: Image, actions: Image) -> Symmetry:
    found = Symmetry(name, observation.astype(np.int32), actions.astype(np.int32))
    for array in found[1:]:
        array.setflags(write=False)
    return found
