"""The contract of a game's compiled rules: the functions that ``games/*/rules.py`` defines.

This module stands in for a game's rules where templates are read and type-checked; the functions
here are prose with a signature. A game's ``rules.py`` defines every one of these names, each
function decorated with :func:`empile.engine.jit.inner`.

What a state is
    One element ``s`` of an array of dtype ``STATE``: fixed size, no pointers, all that is needed
    to go on with the game and no more. Unused slots are zero. Two states reached by different
    orders of the same facts are the same bytes wherever the game's position is the same.
    Unseen piles are kept as counts, never as an order: no state knows what will be drawn.
What a box is
    One element ``box`` of an array of dtype ``BOX``: read-only tables computed once from the
    options (board, pieces, number of seats). Other options make another box, never other code.
What an action is
    A small integer from 0 to ``ACTIONS - 1``. Moves of a seat and outcomes of chance are both
    actions. An integer may mean different things at different stages of a game.
Rules of the house
    Wrap small-integer fields in ``int(...)`` before arithmetic (``int8`` overflows where the
    compiler is off). No allocation, no lists, no ``np.random``, no formatted exceptions: the same
    functions compile for GPUs. No function looks at anything but its arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.jit import inner
from empile.engine.layout import Record, record_dtype
from empile.engine.planes import Plane, size_of
from empile.engine.random import Stream

CHANCE = -1
"""``current`` at a node where a shuffle or a draw decides."""

EXTERNAL = -2
"""``current`` at a node whose outcome a referee outside the rules brings (a real tower, physics)."""

TERMINAL = -4
"""``current`` when the game is over."""

BOX: np.dtype[Any] = record_dtype([("seats", "u1")])
STATE: np.dtype[Any] = record_dtype([("seat", "i1")])

ACTIONS = 1
"""How many different integers actions can be."""

MAX_LEGAL = 1
"""An upper bound of how many moves are legal at once: the size of ``legal``'s buffer."""

MAX_OUTCOMES = 1
"""An upper bound of how many outcomes a chance node offers: the size of ``chance``'s buffers."""

MAX_SEATS = 1
"""The greatest number of seats under any options."""

OBSERVATION_PLANES: Sequence[Plane] = (Plane("seat", (1,)),)
"""The parts of what :func:`observe` writes, in order; the same under any options."""

OBSERVATION = size_of(OBSERVATION_PLANES)
"""How many numbers :func:`observe` writes."""

INFORMATION_PLANES: Sequence[Plane] = OBSERVATION_PLANES
"""The parts of what :func:`information_state` writes: those of the observation come first."""

INFORMATION = size_of(INFORMATION_PLANES)
"""How many numbers :func:`information_state` writes."""


@inner
def init(box: Record, s: Record) -> None:
    """Set up ``s``, whose bytes are all zero, as the start of a game."""
    raise NotImplementedError


@inner
def current(box: Record, s: Record) -> int:
    """Return the seat to act (from 0), or ``CHANCE``, ``EXTERNAL`` or ``TERMINAL``."""
    raise NotImplementedError


@inner
def legal(box: Record, s: Record, out: NDArray[np.int32]) -> int:
    """Write the legal moves of the seat to act into ``out``; return how many. At least one.

    A game may also define ``random_move(box, s, stream, scratch)``, a quicker way to one of them:
    the very one at the place in the list that :func:`empile.engine.random.below` finds with the
    same number. ``scratch`` has the length of ``out``.
    """
    raise NotImplementedError


@inner
def apply(box: Record, s: Record, action: int) -> None:
    """Change ``s`` by a legal move or a possible outcome of chance. Anything else is undefined.

    Callers check first; :meth:`empile.engine.game.State.apply_action` does.
    """
    raise NotImplementedError


@inner
def chance(box: Record, s: Record, out: NDArray[np.int32], weights: NDArray[np.int64]) -> int:
    """Write the possible outcomes of a chance node and their weights; return how many.

    Weights are positive integers: an outcome has probability weight / sum, exactly. At an
    ``EXTERNAL`` node they are the odds that a search should reckon with, and may be 0 for what can
    happen all the same.

    A game may also define ``draw(box, s, stream, actions, weights)``, a quicker way to one outcome:
    the very one that :func:`empile.engine.random.pick` finds among these with the same number.
    """
    raise NotImplementedError


@inner
def chance_actions_left(box: Record, s: Record) -> int:
    """Return how many chance actions, this one included, the chance event still takes.

    A chance *event* is what the record writes as one text (a hand of five cards); it is made of
    one or more chance *actions* (a card each). Called at chance and outside nodes only.
    """
    raise NotImplementedError


@inner
def ranks(box: Record, s: Record, out: NDArray[np.int32]) -> None:
    """Write each seat's rank when the game is over: 1 is best, equal seats share, the next skips."""
    raise NotImplementedError


@inner
def team(box: Record, seat: int) -> int:
    """Return a number that partners share and opponents do not (``seat`` where all play alone)."""
    raise NotImplementedError


@inner
def scores(box: Record, s: Record, out: NDArray[np.int32]) -> None:
    """Write each seat's points at any time of the game. Points are shown; ranks decide."""
    raise NotImplementedError


@inner
def gain(box: Record, s: Record, action: int) -> int:
    """Return by how many points a legal move raises its mover's own score at once."""
    raise NotImplementedError


@inner
def reason(box: Record, s: Record) -> int:
    """Return why the game ended, as an index into the game's ``reasons``."""
    raise NotImplementedError


@inner
def simulation_move(box: Record, s: Record, moves: NDArray[np.int32], n: int, bits: int) -> int:
    """Choose one of the ``n`` legal ``moves`` for a simulated game of a search.

    ``bits`` are 32 random bits. Uniform play is ``moves[(bits * n) >> 32]``; a game may prefer
    moves that make sense, which makes its bots stronger at the same number of simulations. It also
    proposes the moves that a level with ``widening`` tries first.

    A game may also define ``simulated_move(box, s, stream, scratch)``, a quicker way to the move that
    is chosen among all legal ones with the upper half of the stream's next bits.

    And it may define ``prior(box, s, moves, n, out)``, which writes how promising each of the ``n``
    legal moves looks before any is searched: as the logarithm, up to a constant, of the share of a
    search's visits that it foresees. A level with ``prior`` reckons with it.
    """
    raise NotImplementedError


@inner
def estimate(box: Record, s: Record, out: NDArray[np.float64]) -> None:
    """Write what each seat may expect in a state in which a seat is to act: returns, -1 to 1.

    Where a level sets a horizon its simulated games are cut short and count as this says.
    """
    raise NotImplementedError


@inner
def resample(box: Record, s: Record, seat: int, stream: Stream) -> None:
    """Draw anew all of ``s`` that ``seat`` cannot see, every physical arrangement as likely.

    An arrangement is which single card (or stone) lies where among the places that are hidden from
    ``seat``. What lies open, what the seat holds and how many lie in each place stay as they are,
    and so does whose turn it is: a seat's. Where nothing is hidden nothing is done.
    """
    raise NotImplementedError


@inner
def observed_action(box: Record, s: Record, seat: int, action: int) -> int:
    """Return what ``seat`` sees of ``action`` happening in ``s``: a number below ``ACTIONS``.

    Equal numbers for actions that it cannot tell apart (what another draws face down), the action
    itself where all see it.
    """
    raise NotImplementedError


@inner
def observe(box: Record, s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Write what ``seat`` sees of ``s``, whoever is to act, into ``out[:OBSERVATION]``: all of it.

    Whatever bears on the game from here on and lies open to the seat, laid out as
    ``OBSERVATION_PLANES`` tells: its own things first, the others' clockwise. Counts are shares of a
    full hand, pile or set, so that numbers are small. Of what others hold in secret only how much
    it is, at the end too. States that ``seat`` cannot tell apart give the same bytes.
    """
    raise NotImplementedError


@inner
def information_state(box: Record, s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Write what ``seat`` knows of ``s`` into ``out[:INFORMATION]``: all of it.

    What it sees, as :func:`observe` writes it, and behind that what it remembers of how the game came
    here, as far as the state keeps it: what others were seen to take, in which order things were laid.
    """
    raise NotImplementedError
