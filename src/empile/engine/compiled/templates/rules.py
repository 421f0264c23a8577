"""The contract of compiled rules: the functions that ``games/*/rules/core.py`` defines.

A game's ``rules/core.py`` defines all of these names, each function decorated with
:func:`empile.engine.compiled.jit.inline`. This module stands in for it when templates are read and
type-checked.

State
    One element ``s`` of an array of dtype ``STATE``: fixed size, no pointers, unused slots zero. Equal
    positions are equal bytes. Hidden piles are stored as counts, not as an order.
Parameter struct
    One element ``params`` of an array of dtype ``PARAMS``: read-only tables computed from the options.
    Options change the parameters, never the code.
Action
    An integer from 0 to ``ACTIONS - 1``: a move of a seat or an outcome of chance. Its meaning may
    depend on the phase of the game.
Restrictions
    Convert small integer fields with ``int(...)`` before arithmetic (``int8`` overflows without the
    compiler). No allocation, lists, ``np.random`` or formatted exceptions: the functions also compile
    for GPUs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.planes import Plane, size_of
from empile.engine.random import Stream

CHANCE = -1
"""``current`` at a chance node: a shuffle, a deal or a draw."""

EXTERNAL = -2
"""``current`` at a node whose outcome a referee outside the rules brings (a real tower, physics)."""

TERMINAL = -4
"""``current`` when the game is over."""

PARAMS: np.dtype[Any] = struct_dtype([("seats", "u1")])
STATE: np.dtype[Any] = struct_dtype([("seat", "i1")])

ACTIONS = 1
"""Number of distinct actions."""

MAX_LEGAL = 1
"""Maximum number of legal moves; the length of ``legal``'s buffer."""

MAX_OUTCOMES = 1
"""Maximum number of chance outcomes; the length of ``chance``'s buffers."""

MAX_SEATS = 1
"""Maximum number of seats under any options."""

OBSERVATION_PLANES: Sequence[Plane] = (Plane("seat", (1,)),)
"""What :func:`observe` writes; independent of the options."""

OBSERVATION = size_of(OBSERVATION_PLANES)

INFORMATION_PLANES: Sequence[Plane] = OBSERVATION_PLANES
"""What :func:`information_state` writes; the observation's planes come first."""

INFORMATION = size_of(INFORMATION_PLANES)


@inline
def init(params: StructRef, s: StructRef) -> None:
    """Set up ``s``, which is all zero, as the initial state."""
    raise NotImplementedError


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act (from 0), or ``CHANCE``, ``EXTERNAL`` or ``TERMINAL``."""
    raise NotImplementedError


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write the legal moves of the seat to act into ``out``; return their number, at least 1.

    Optional: ``random_move(params, s, stream, scratch)``, a faster draw of the move at the index that
    :func:`empile.engine.random.below` gives.
    """
    raise NotImplementedError


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Apply a legal move or a possible chance outcome to ``s``; undefined for other actions.

    Unchecked. :meth:`empile.engine.game.State.apply_action` checks first.
    """
    raise NotImplementedError


@inline
def chance(
    params: StructRef, s: StructRef, out: NDArray[np.int32], weights: NDArray[np.int64]
) -> int:
    """Write the outcomes of a chance node and their weights; return their number.

    Probabilities are weight / sum. At an ``EXTERNAL`` node, weights are the odds that a search
    assumes, and may be 0.

    Optional: ``draw(params, s, stream, actions, weights)``, a faster draw of the outcome that
    :func:`empile.engine.random.pick` gives.
    """
    raise NotImplementedError


@inline
def chance_actions_left(params: StructRef, s: StructRef) -> int:
    """Return how many chance actions, this one included, the chance event still takes.

    A chance *event* is what the record writes as one text (a hand of five cards); it is made of
    one or more chance *actions* (a card each). Called at chance and outside nodes only.
    """
    raise NotImplementedError


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Write each seat's final rank: 1 is best, ties share a rank, the next rank is skipped."""
    raise NotImplementedError


@inline
def team(params: StructRef, seat: int) -> int:
    """Return a number shared by partners only (``seat`` if there are no teams)."""
    raise NotImplementedError


@inline
def scores(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Write each seat's points in any state. Ranks, not points, decide the game."""
    raise NotImplementedError


@inline
def gain(params: StructRef, s: StructRef, action: int) -> int:
    """Return how many points a legal move adds at once to its mover's score."""
    raise NotImplementedError


@inline
def reason(params: StructRef, s: StructRef) -> int:
    """Return why the game ended, as an index into the game's ``reasons``."""
    raise NotImplementedError


@inline
def simulation_move(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, bits: int
) -> int:
    """Choose one of the ``n`` legal ``moves``: the rollout policy of searches.

    ``bits`` are 32 random bits; uniform play is ``moves[(bits * n) >> 32]``. The policy also
    proposes moves to progressive widening.

    Optional: ``simulated_move(params, s, stream, scratch)``, a faster choice among all legal moves
    with the upper half of the stream's next bits; ``prior(params, s, moves, n, out)``, a policy prior
    that writes a logit for each move.
    """
    raise NotImplementedError


@inline
def estimate(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Write each seat's expected return (-1 to 1) in a state in which a seat acts.

    Evaluates rollouts that are cut at the rollout depth.
    """
    raise NotImplementedError


@inline
def resample(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Redraw everything hidden from ``seat``, uniformly: the determinization of ISMCTS.

    Every physical arrangement of the hidden pieces is equally likely. Open information, the seat's
    own pieces, the sizes of hands and piles and the turn stay the same.
    """
    raise NotImplementedError


@inline
def observed_action(params: StructRef, s: StructRef, seat: int, action: int) -> int:
    """Return what ``seat`` sees of ``action`` happening in ``s``: a number below ``ACTIONS``.

    Equal numbers for actions that it cannot tell apart (what another draws face down), the action
    itself where all see it.
    """
    raise NotImplementedError


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write ``seat``'s observation of ``s`` into ``out[:OBSERVATION]``, all of it.

    Its own data first, the other seats' clockwise; counts as fractions of a full hand, pile or
    set; of hidden hands only the size. States that ``seat`` cannot distinguish give equal bytes.
    """
    raise NotImplementedError


@inline
def information_state(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write what ``seat`` knows of ``s`` into ``out[:INFORMATION]``: all of it.

    What it sees, as :func:`observe` writes it, and behind that what it remembers of how the game came
    here, as far as the state keeps it: what others were seen to take, in which order things were laid.
    """
    raise NotImplementedError
