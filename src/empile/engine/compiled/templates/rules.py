"""The contract of compiled rules: what each game's ``rules`` package defines.

All functions are decorated with ``jit.inline`` (what takes no time in a game: ``jit.outlined``). A game must define ``STATE``, ``current``, ``legal``,
``apply`` and ``ranks``, and ``ACTIONS`` or ``MOVES`` (an ``empile.engine.board.Moves``). All else has a
default, see ``.default_rules``: *default* below. ``Game.has_points`` and ``Game.has_chance`` follow from
whether ``scores`` and ``chance`` are defined.

State
    ``s``, an element of dtype ``STATE``: fixed size, unused slots zero, so that equal positions are
    equal bytes. Hidden piles are counts, not an order.
Parameter struct
    ``params``, an element of dtype ``PARAMS``: read-only tables computed from the options.
Action
    A move or an outcome of chance; its meaning may depend on the phase.
Restrictions
    Convert small integer fields with ``int(...)`` before arithmetic (``int8`` overflows without the
    compiler). No allocation, lists, ``np.random`` or formatted exceptions: the code also runs on
    GPUs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline, outlined
from empile.engine.compiled.json_reader import SetupTexts
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.planes import Plane, size_of
from empile.engine.random import Stream

CHANCE = -1

EXTERNAL = -2
"""An outcome from outside the rules (a referee); ``CHANCE`` is a shuffle, deal or draw."""

TERMINAL = -4

PARAMS: np.dtype[Any] = struct_dtype([("seats", "u1")])
"""With ``seats``, the number of seats; this is the default."""

STATE: np.dtype[Any] = struct_dtype([("seat", "i1")])

ACTIONS = 1

MAX_LEGAL = 1
"""Length of the buffer of ``legal``; default ``ACTIONS``."""

MAX_OUTCOMES = 1
"""Length of the buffers of ``chance``; default ``ACTIONS``."""

MAX_SEATS = 1
"""Under any options; default the greatest value of the option ``players``."""

SETUP_TEXTS = SetupTexts()
"""The texts of ``read_position``, ``check_option``, ``fill_params`` and ``write_setup``."""

OBSERVATION_PLANES: Sequence[Plane] = (Plane("seat", (1,)),)
"""All planes in their greatest size; ``Game.observation_planes`` has those of the options.

Default with ``observe``: those of ``BOARD``, an ``empile.engine.board.Board``, else the seat to act.
"""

OBSERVATION = size_of(OBSERVATION_PLANES)
"""This is the default."""

INFORMATION_PLANES: Sequence[Plane] = OBSERVATION_PLANES
"""The observation's planes are first; default with ``information_state``: no others."""

INFORMATION = size_of(INFORMATION_PLANES)
"""This is the default."""


@inline
def init(params: StructRef, s: StructRef) -> None:
    """Set up ``s``, which is all zero; default: leave it so."""
    raise NotImplementedError


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act (from 0), ``CHANCE``, ``EXTERNAL`` or ``TERMINAL``."""
    raise NotImplementedError


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write the legal moves of the seat to act; return their number, at least 1.

    Optional: ``random_move(params, s, stream, scratch)``, faster: the move at index
    ``random.below``.
    """
    raise NotImplementedError


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Apply a legal move or a possible chance outcome, unchecked."""
    raise NotImplementedError


@inline
def chance(
    params: StructRef, s: StructRef, out: NDArray[np.int32], weights: NDArray[np.int64]
) -> int:
    """Write the outcomes of a chance node and their weights; return their number.

    Default: there are no chance nodes. At an ``EXTERNAL`` node weights are a search's odds, and may be 0.

    Optional: ``draw(params, s, stream, actions, weights)``, faster: the outcome at index
    ``random.pick``.
    """
    raise NotImplementedError


@inline
def chance_actions_left(params: StructRef, s: StructRef) -> int:
    """Return how many actions remain in the chance event (cards of a hand), this one included.

    Default 1.
    """
    raise NotImplementedError


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Write each seat's final rank: 1 is best, ties share a rank, the next is skipped.

    Partners share the rank of their team, and teams are ranked as if each were one seat: two teams
    have the ranks 1 and 2, or both 1.
    """
    raise NotImplementedError


@inline
def team(params: StructRef, seat: int) -> int:
    """Return a number shared by partners; default ``seat``: there are no teams."""
    raise NotImplementedError


@inline
def scores(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Write each seat's points, in any state; default zeros: the game has no points."""
    raise NotImplementedError


@inline
def gain(params: StructRef, s: StructRef, action: int) -> int:
    """Return the points that a legal move scores at once.

    Default: the difference of ``scores`` after it, which takes longer.
    """
    raise NotImplementedError


@inline
def reason(params: StructRef, s: StructRef) -> int:
    """Return an index into the game's ``reasons``, at the end; default 0 if there is only one."""
    raise NotImplementedError


@inline
def simulation_move(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, bits: int
) -> int:
    """Rollout policy: choose one of the ``n`` legal ``moves``, also for progressive widening.

    Default: uniform play, ``moves[(bits * n) >> 32]``; ``bits`` are 32 random bits.

    Optional: ``simulated_move(params, s, stream, scratch)``, faster, with the upper half of the
    stream's next bits; ``prior(params, s, moves, n, out)``, which writes each move's logit.
    """
    raise NotImplementedError


@inline
def estimate(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Write each seat's expected return (-1 to 1) at a seat's turn; evaluates cut rollouts.

    Default zeros.
    """
    raise NotImplementedError


@inline
def resample(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Redraw everything hidden from ``seat``: the determinization of ISMCTS.

    Every arrangement of the hidden pieces is equally likely; hands and piles keep their sizes.
    Required with imperfect information.
    """
    raise NotImplementedError


@inline
def observed_action(params: StructRef, s: StructRef, seat: int, action: int) -> int:
    """Return ``action`` as ``seat`` observes it: a number below ``ACTIONS``.

    Equal for actions that it cannot distinguish; a fully observed action itself. Required with
    imperfect information.
    """
    raise NotImplementedError


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write ``seat``'s observation into all of ``out[:OBSERVATION]``.

    Its own data first, then the others' clockwise; counts as fractions of a full hand, pile or set.
    Byte-identical for states that ``seat`` cannot distinguish.
    """
    raise NotImplementedError


@inline
def information_state(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write what ``seat`` knows into all of ``out[:INFORMATION]``.

    The observation, then what the state remembers: what others visibly took, the order of pieces.
    """
    raise NotImplementedError


@inline
def write_view(params: StructRef, s: StructRef, seat: int, out: NDArray[np.int32]) -> int:
    """Write the tokens of ``Presenter.view`` for ``seat``, -1 for a spectator; return their number.

    Optional, with ``write_move`` and ``Presenter.json_texts``; those of games on cells follow from ``BOARD``
    and ``MOVES``. See ``compiled.json_writer``.
    """
    raise NotImplementedError


@inline
def write_move(params: StructRef, s: StructRef, action: int, out: NDArray[np.int32]) -> int:
    """Write the tokens of a legal move: ``{"text":"``, its text, ``","parts":{`` and so on."""
    raise NotImplementedError


@inline
def write_event(
    params: StructRef, s: StructRef, seat: int, actions: NDArray[np.int32], out: NDArray[np.int32]
) -> int:
    """Write the tokens of ``Presenter.event_message`` for ``seat``, -1 for a spectator; return their number.

    ``s`` is the state before the event; its ``actions`` are one move, or all outcomes of a chance
    event in a feasible order. Optional, with ``write_refusal`` and ``Presenter.message_texts``; those of games
    on cells follow from ``MOVES`` and ``EVENTS``. It also runs as Python. See ``compiled.json_writer``.
    """
    raise NotImplementedError


@inline
def write_refusal(params: StructRef, s: StructRef, action: int, out: NDArray[np.int32]) -> int:
    """Write the tokens of ``Presenter.explain_illegal``: why the seat to act cannot choose ``action``.

    Optional, as ``write_event``. ``action`` is illegal, but below ``ACTIONS``.
    """
    raise NotImplementedError


@outlined
def write_chance(
    params: StructRef,
    s: StructRef,
    viewer: int,
    actions: NDArray[np.int32],
    out: NDArray[np.int32],
) -> int:
    """Write the tokens of the text of a chance event, ``~`` first; return their number.

    ``viewer`` is a seat, -1 for a spectator, or ``SEES_ALL`` of ``compiled.json_writer`` for the full
    text. What a seat or a spectator does not see of the outcomes is written ``?``, equally for all
    outcomes that it cannot distinguish; games of perfect information write the same for all.

    ``actions`` are numbers below ``MAX_OUTCOMES``, in any order, and perhaps only the first in the order
    of the text, whose text is the beginning then; without any it is what precedes the first. Return 0
    for what is no outcome. At a seat's turn what is written does not matter.

    Optional, as ``write_event``: ``Notation`` then writes, redacts and reads events.
    """
    raise NotImplementedError


@outlined
def read_position(
    params: StructRef, s: StructRef, words: NDArray[np.int32], out: NDArray[np.int32]
) -> int:
    """Read a position object into ``s``, which is all zero: it is a seat's turn, or the game is over.

    Return 0, or the number of tokens of the fault in ``out``; ``s`` is then of no use. Optional, with
    ``SETUP_TEXTS``: what ``Presenter.state_from_position`` reads. It also runs as Python. See
    ``compiled.json_reader``.
    """
    raise NotImplementedError


@outlined
def check_option(words: NDArray[np.int32], out: NDArray[np.int32]) -> int:
    """Check the last of the options so far, an object with values in the order of ``options_offered``.

    Return 0, or the number of tokens of a fault. Called for given options without a check of their
    own: an own board, a list. A page leaves out earlier lists that are not given. Optional, with ``SETUP_TEXTS``; it also runs as Python.
    """
    raise NotImplementedError


@outlined
def fill_params(params: StructRef, words: NDArray[np.int32], out: NDArray[np.int32]) -> int:
    """Compute the parameters from all options, which are checked, ``"house"`` replaced by its data.

    A page leaves out a list that is not given: it has its default.

    ``params`` is zero, but for what ``fill_constants(params)``, which is Python, has written: tables
    that are the same for all options. Return 0, or the number of tokens of a fault of options that do
    not suit each other. Optional, with ``SETUP_TEXTS``: what ``Game.fill_params`` computes, and
    ``plane``, the offsets of the planes. It also runs as Python.
    """
    raise NotImplementedError


@outlined
def write_setup(params: StructRef, words: NDArray[np.int32], out: NDArray[np.int32]) -> int:
    """Write the tokens of ``Presenter.board_setup``; return their number.

    ``words`` are a list of two: all options as ``fill_params`` reads them, and the position object
    from which the game begins, or null. What is copied from them are tokens of
    ``json_reader.shown``. Optional, with ``SETUP_TEXTS``: without it ``board_setup`` is the same for all options. It also runs as
    Python. See ``compiled.json_reader``.
    """
    raise NotImplementedError


@inline
def write_clue(
    params: StructRef,
    s: StructRef,
    solvable: int,
    take_back: int,
    action: int,
    step: int,
    out: NDArray[np.int32],
) -> int:
    """Write the tokens of a step of a hint, from 0, in a level for one person; return their number.

    ``action`` begins a solution, -1: it has no moves. The level is not ``solvable``: 0, or -1: it is
    unknown; ``take_back`` is then the number of moves since it was. Optional, as ``write_event``.
    """
    raise NotImplementedError
