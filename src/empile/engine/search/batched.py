"""Search guided by an evaluator, in many games at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.arguments import MOST, new_stream, whole_number
from empile.engine.compiled.layout import StructArray
from empile.engine.contracts.evaluation import Evaluator, EvaluatorInputs, Gumbel, Puct, inputs_of
from empile.engine.errors import EvaluatorError
from empile.engine.game import TERMINAL, Game, State
from empile.engine.maths.perceptron import NO_NETWORK, PackedNetwork
from empile.engine.search.forest import MAX_BYTES, Forest

__all__ = ["BatchedResult", "BatchedSearch"]

_PUCT = Puct()
_INPUTS = EvaluatorInputs()


class BatchedResult(NamedTuple):
    """What ``BatchedSearch`` found; columns are those of ``game.possible_actions``."""

    actions: NDArray[np.int32]
    """Shape (games,): the best moves, as engine's actions; -1 in games that are over."""
    visits: NDArray[np.int32]
    """Shape (games, actions): simulations that began with each move."""
    policy: NDArray[np.float32]
    """Shape (games, actions): the target for learning: shares of visits, or Gumbel's improved policy."""
    values: NDArray[np.float32]
    """Shape (games, seats): mean returns of all simulations, by seat."""


class BatchedSearch:
    """Trees of ``size`` games with the same rules and options, advanced by compiled code.

    All trees run until their leaves wait; one call evaluates them. Games may have chance,
    teams and more than two seats, each of which maximizes its own return. With imperfect information
    each simulation redraws what the seat to act cannot see, and an evaluator sees observations only;
    such a search need not converge to an equilibrium (Cowling, Powley and Whitehouse 2012).

    Results depend on the seed, the states and the evaluator, not on ``size``. Not thread-safe.

    :param seed: of chance, redrawn cards and noise; each game has its own random stream.
    :param method: :class:`Puct` or :class:`Gumbel`.
    :param inputs: what evaluators see, e.g. ``network.inputs``.
    :param max_bytes: of the trees; full trees grow no further, but simulations go on.
    :raises ArgumentError: fewer than one game, or another number that is not whole.
    :raises ValueError: ``own_view`` with perfect information.

    Example::

        >>> import numpy as np
        >>> game = empile.load("block-ness", players=2)
        >>> batch = empile.Batch(game, 8, seed=1)
        >>> def evaluator(observations, legal):
        ...     return np.zeros(legal.shape, np.float32), np.zeros(len(legal), np.float32)
        >>> searcher = empile.BatchedSearch(game, 8, seed=2)
        >>> found = searcher.search(batch.states, evaluator, 16)
        >>> found.visits.sum(axis=1)
        array([16, 16, 16, 16, 16, 16, 16, 16])
        >>> _ = batch.step(found.actions)
    """

    def __init__(
        self,
        game: Game,
        size: int,
        *,
        seed: int,
        method: Puct | Gumbel = _PUCT,
        inputs: EvaluatorInputs = _INPUTS,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        size, max_bytes = whole_number("size", size, 1), whole_number("max_bytes", max_bytes, 0)
        self.game, self.size, self.method = game, size, method
        self._forest = Forest(
            game, size, new_stream(seed), method, inputs=inputs, max_bytes=max_bytes
        )
        self._inputs = inputs
        self._waiting = 0
        self.evaluations = 0
        """Positions evaluated so far."""

    def search(
        self,
        states: StructArray | Sequence[State],
        evaluator: Evaluator,
        simulations: int,
        *,
        reuse: bool = False,
    ) -> BatchedResult:
        """Search all games.

        :param states: one for each game, as ``Batch.states``; games that are over are skipped.
        :param simulations: for each game, in addition to the evaluation of its root.
        :param reuse: keep what the last search found below the new states: those of the same games
            after moves. With imperfect information only if the same seat is to act as then. ``Gumbel``
            always begins with an empty tree.
        :raises ArgumentError: fewer than 0 simulations.
        :raises ValueError: states are of another game, their number is wrong, or chance is not resolved.
        :raises EvaluatorError: the evaluator returned something else than ``Evaluator`` describes.
            Other exceptions of the evaluator pass through.
        """
        if hasattr(evaluator, "inputs") and inputs_of(evaluator) != self._inputs:
            raise ValueError(
                "the evaluator has other inputs: BatchedSearch(inputs=evaluator.inputs)"
            )
        self.start(states, simulations, reuse=reuse)
        network = self._forest.network_of(evaluator)
        while self._advance(network):
            self.back_up(*self._evaluate(evaluator))
        self.evaluations += self._forest.take_evaluated()
        return self.result()

    # -- Step by step --------------------------------------------------------------------------

    def start(
        self, states: StructArray | Sequence[State], simulations: int, *, reuse: bool = False
    ) -> None:
        """Begin a search, as ``search`` does, to be continued by ``advance`` and ``back_up``.

        Example::

            searcher.start(batch.states, 64)
            while searcher.advance():
                searcher.back_up(*network(searcher.observations, searcher.legal))
            found = searcher.result()
        """
        simulations = whole_number("simulations", simulations, 0, MOST)
        roots = self._roots(states)
        self._forest.start(roots, simulations, reuse=reuse)
        self._waiting = 0
        observer = self._forest.trees["observer"]
        if ((observer < 0) & (observer != TERMINAL)).any():
            self._forest.trees["observer"] = TERMINAL
            raise ValueError("resolve chance before a search: no seat is to act")

    def advance(self) -> int:
        """Run simulations until each tree waits or is finished; return the number of rows.

        Rows are leaves; with ``own_view`` there are rows of searching seats after them. Those that
        already wait stay the same. 0: the search is finished.
        """
        return self._advance(NO_NETWORK)

    def _advance(self, network: PackedNetwork) -> int:
        if not self._waiting:
            self._waiting = self._forest.advance(network)
        return self._waiting

    @property
    def observations(self) -> NDArray[np.float32]:
        """What the seats to act at the leaves see: shape (rows, length). Overwritten."""
        return self._forest.observations[: self._waiting]

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Legal moves at the leaves: shape (rows, actions). Overwritten."""
        return self._forest.legal[: self._waiting]

    @property
    def seats(self) -> NDArray[np.int32]:
        """The seats whose observations the rows are: shape (rows,)."""
        return self._of_rows("seat", "observer")

    @property
    def games(self) -> NDArray[np.int32]:
        """The games of the rows: shape (rows,)."""
        return self._of_rows("tree", "tree")

    def _of_rows(self, of_leaves: str, of_views: str) -> NDArray[np.int32]:
        leaves = self._forest.leaves[: self._forest.waiting[0]]
        views = leaves[leaves["view_row"] >= 0]
        rows: NDArray[np.int32] = np.concatenate([leaves[of_leaves], views[of_views]])
        return rows[: self._waiting]

    def back_up(self, logits: Any, values: Any) -> None:
        """Take the evaluations of the leaves, as an ``Evaluator`` returns them.

        Raises :class:`EvaluatorError`; then the leaves still wait.
        """
        back_up(self._forest, self._waiting, logits, values)
        self.evaluations += self._waiting
        self._waiting = 0

    @property
    def nbytes(self) -> int:
        """Memory of the trees, including what the system has not allocated yet."""
        return self._forest.nbytes

    def _evaluate(self, evaluator: Evaluator) -> tuple[Any, Any]:
        return evaluate(evaluator, self.observations, self.legal)

    def _roots(self, states: StructArray | Sequence[State]) -> StructArray:
        if isinstance(states, np.ndarray):
            if states.dtype != self._forest.roots.dtype:
                raise ValueError(f"states must be structs of {self.game.name}")
            roots: StructArray = np.ascontiguousarray(states)
        else:
            if any(state.game != self.game for state in states):
                raise ValueError(f"states must be of {self.game.name} with the same options")
            roots = np.concatenate([state.array for state in states])
        if roots.shape != (self.size,):
            raise ValueError(f"{self.size} games need as many states, not {roots.size}")
        return roots

    # -- Results -------------------------------------------------------------------------------

    def result(self) -> BatchedResult:
        """Return what was found so far."""
        shape = self.size, self.game.possible_actions.size
        found = BatchedResult(
            np.full(self.size, -1, np.int32),
            np.zeros(shape, np.int32),
            np.zeros(shape, np.float32),
            np.zeros((self.size, self.game.num_players), np.float32),
        )
        self._forest.report(found.visits, found.policy, found.values, found.actions)
        return found

    def sample(self, temperature: float = 1.0) -> NDArray[np.int32]:
        """Return a move of each game, drawn by its visits to the power of 1 / ``temperature``.

        -1 in games that are over. ``temperature`` 0 is the best move.

        :raises ValueError: ``temperature`` is negative.

        Example: ``batch.step(searcher.sample(1.0))``.
        """
        if not temperature >= 0:
            raise ValueError("temperature must not be negative")
        actions = self.result().actions
        if temperature > 0:
            forest = self._forest
            self.game.compiled.evaluator_results.sample(
                forest.trees,
                forest.nodes,
                forest.stats,
                float(temperature),
                forest.streams,
                actions,
            )
        return actions


# -- Evaluations -----------------------------------------------------------------------------------


def evaluate(
    evaluator: Evaluator, observations: NDArray[np.float32], legal: NDArray[np.bool_]
) -> tuple[Any, Any]:
    """Return what the evaluator returns; raises ``EvaluatorError`` if that is not a pair."""
    try:
        found: Any = evaluator(observations, legal)
    except Exception as error:
        error.add_note(
            f"raised by the evaluator of observations {observations.shape} and legal {legal.shape}"
        )
        raise
    try:
        logits, values = found
    except (TypeError, ValueError) as error:
        raise EvaluatorError(
            f"an evaluator must return (logits, values), not {type(found).__name__}"
        ) from error
    return logits, values


def back_up(forest: Forest, rows: int, logits: Any, values: Any) -> None:
    """Check and take evaluations of all waiting rows; raises ``EvaluatorError``."""
    wanted = rows, forest.legal.shape[1]
    policy = _array(logits, "logits")
    if policy.shape != wanted:
        raise EvaluatorError(f"logits must have shape {wanted}, not {policy.shape}")
    seats = forest.game.num_players
    worth = _array(values, "values")
    if worth.shape == (rows,) and seats == 2:
        worth = np.stack((worth, -worth), axis=1)
    if worth.shape != (rows, seats):
        also = f" or ({rows},)" if seats == 2 else ""
        raise EvaluatorError(f"values must have shape {(rows, seats)}{also}, not {worth.shape}")
    wrong = forest.write_priors(policy, worth)
    if wrong >= 0:
        raise EvaluatorError(
            f"logits of legal moves must be numbers or -inf, not all -inf: see row {wrong}"
        )
    if wrong < -1:
        row = -2 - wrong
        raise EvaluatorError(
            f"values must be from -1 to 1, not {worth[row].tolist()} in row {row}: use tanh, or clip"
        )
    forest.back_up(worth)


def _array(given: Any, name: str) -> NDArray[np.float32]:
    found: Any = given
    if not isinstance(given, np.ndarray):
        if not hasattr(given, "__dlpack__"):
            raise EvaluatorError(f"{name} must be an array, not {type(given).__name__}")
        try:
            found = np.from_dlpack(given)
        except Exception as error:
            raise EvaluatorError(
                f"{name} cannot be used by NumPy, detach and move them to the CPU: {error}"
            ) from error
    if found.dtype.kind != "f":
        raise EvaluatorError(f"{name} must be floating point numbers, not {found.dtype}")
    if found.dtype == np.float32:
        return np.ascontiguousarray(found)
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(found, np.float32)
