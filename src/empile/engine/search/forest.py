"""The memory of trees that an evaluator guides: pools that grow."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.batches.checks import aligned, aligned_zeros
from empile.engine.compiled.layout import StructArray
from empile.engine.contracts.evaluation import Evaluator, EvaluatorInputs, Gumbel, Puct
from empile.engine.game import Game
from empile.engine.maths.perceptron import NO_NETWORK, PackedNetwork
from empile.engine.random import Stream, split

MAX_BYTES = 1 << 30
"""Memory of all trees unless the caller says otherwise."""


class Forest:
    """Trees of ``size`` games with shared pools."""

    def __init__(
        self,
        game: Game,
        size: int,
        stream: Stream,
        method: Puct | Gumbel,
        *,
        inputs: EvaluatorInputs,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        if inputs.own_view and not game.imperfect_information:
            raise ValueError(f"own_view is for games with imperfect information, not {game.name}")
        compiled = game.compiled
        self.game, self.size, self.method = game, size, method
        dtypes: Any = compiled.evaluator_tree
        self._dtypes = dtypes
        self.rows = size * method.leaves
        self._max_bytes = max_bytes
        self._has_table = game.imperfect_information or compiled.max_outcomes > 1
        self.settings = _settings(dtypes, game, method, inputs)
        considered = int(self.settings["considered"][0])
        self.trees: StructArray = np.zeros(size, dtypes.TREE)
        self.trees["observer"] = -1
        self.trees["root"] = -1
        self.pool: StructArray = np.zeros(1, dtypes.POOL)
        self.streams = np.concatenate([split(stream, t) for t in range(size)])
        self.roots: StructArray = np.zeros(size, compiled.state_dtype)
        self.work: StructArray = np.zeros(compiled.max_seats + 2, compiled.state_dtype)
        self._scratch: StructArray = np.zeros(1, dtypes.SCRATCH)
        self.leaves: StructArray = np.zeros(self.rows, compiled.evaluator_paths.LEAF)
        self.scores = np.zeros((size, max(1, considered)), np.float64)
        self.schedule = np.zeros((1, 1), np.int32)
        width = game.information_size if inputs.memory else game.observation_size
        shown = 2 * self.rows if inputs.own_view else self.rows  # leaves, then their views
        self.observations: NDArray[np.float32] = aligned_zeros((shown, width), np.float32)
        self.legal: NDArray[np.bool_] = aligned_zeros((shown, game.possible_actions.size), np.bool_)
        self._views: NDArray[np.float32] = aligned_zeros((shown - self.rows, width), np.float32)
        self._logits = self._values = np.zeros((0, 0), np.float32)
        self._observed = self.observations.view(np.uint32)
        self._work_words = words_of(self.work)[0]
        self.columns = np.zeros(game.num_distinct_actions, np.int32)
        self.columns[game.possible_actions] = np.arange(game.possible_actions.size)
        spare = self.rows * compiled.max_legal
        nodes = 64 + 2 * size
        moves = spare + (size + 1) * compiled.max_legal
        stats = 2 * compiled.max_legal + size * (2 * considered + 16)
        self._allocate(self.rows + nodes, moves, stats)
        self._reset_pool()

    def _allocate(self, nodes: int, moves: int, stats: int) -> None:
        self.nodes: StructArray = np.empty(nodes, self._dtypes.NODE)
        self.actions = np.empty(moves, np.int32)
        self.priors = np.empty(moves, np.float32)
        self.stats: StructArray = np.empty(stats, self._dtypes.STAT)
        self.table = self._new_table(nodes)

    def _new_table(self, nodes: int) -> NDArray[np.int32]:
        return np.full(1 << (2 * nodes).bit_length() if self._has_table else 1, -1, np.int32)

    @property
    def nbytes(self) -> int:
        """The size of the pools."""
        pools = self.nodes, self.actions, self.priors, self.stats, self.table
        return sum(pool.nbytes for pool in pools)

    def _reset_pool(self) -> None:
        pool = self.pool
        pool["nodes"], pool["moves"] = self.rows, self.rows * self.game.compiled.max_legal
        pool["stats"] = pool["full"] = pool["tree"] = pool["rows"] = 0
        pool["views"] = 0
        pool["stamp"] += 1

    # -- Searches ------------------------------------------------------------------------------

    def start(self, roots: StructArray, simulations: int, *, reuse: bool) -> None:
        """Set the roots; ``reuse`` keeps what older trees have below them."""
        reuse = reuse and not int(self.settings["considered"][0]) and not self._is_waiting
        self.legal[: sum(self.waiting)] = False
        if reuse:
            self._carry_over(roots)
        else:
            self._reset_pool()
            self.table[:] = -1
            self.game.compiled.evaluator_search.begin(self.game.params_array, roots, self.trees)
        self.roots[:] = roots
        self.trees["begun"] = self.trees["waiting"] = 0
        self.set_budget(simulations)

    @property
    def _is_waiting(self) -> bool:
        return bool(self.trees["waiting"].any())

    def set_budget(self, simulations: int, *, planned: int | None = None) -> None:
        """Let each tree make ``simulations`` since its start, of those ``planned``."""
        self.trees["budget"] = simulations
        considered = int(self.settings["considered"][0])
        if considered:
            self.schedule = visit_schedule(considered, planned or simulations)

    def _carry_over(self, roots: StructArray) -> None:
        old = self.nodes, self.actions, self.priors, self.stats, self.table
        old_pool = self.pool.copy()
        self._allocate(len(self.nodes), len(self.actions), len(self.stats))
        self._reset_pool()
        width = self.observations.shape[1]
        observation: NDArray[np.float32] = aligned((width,), np.float32)
        self.game.compiled.evaluator_reuse.carry_over(
            self.game.params_array,
            self.settings,
            self.roots,
            roots,
            self.work,
            words_of(self.work),
            words_of(roots),
            self.trees,
            old_pool,
            *old,
            self.pool,
            self.nodes,
            self.actions,
            self.priors,
            self.stats,
            self.table,
            self.scores,
            observation,
            observation.view(np.uint32),
            self.streams,
        )

    @property
    def waiting(self) -> tuple[int, int]:
        """How many leaves wait, and how many views of them by the searching seats."""
        return int(self.pool["rows"][0]), int(self.pool["views"][0])

    def advance(self, network: PackedNetwork = NO_NETWORK) -> int:
        """Run simulations until all trees wait or are finished; return the number of rows.

        The rows of leaves come first, then those of their views. With a network, the search runs to
        its end without the interpreter; rows are left only if the network's evaluations are wrong.
        """
        logits, values = self._room_for_evaluations(network)
        while not self.game.compiled.evaluator_search.advance(
            self.game.params_array,
            self.settings,
            self.roots,
            self.work,
            self._work_words,
            self.trees,
            self.pool,
            self.nodes,
            self.actions,
            self.priors,
            self.stats,
            self.table,
            self.schedule,
            self.scores,
            self.leaves,
            self.observations,
            self._observed,
            self.legal,
            self._views,
            self.columns,
            self._scratch,
            self.streams,
            *network,
            logits,
            values,
        ):
            self._grow()
        return sum(self.waiting)

    def network_of(self, evaluator: Evaluator) -> PackedNetwork:
        """Return the network that an evaluator is, if its attribute ``packed`` fits the game."""
        packed = getattr(evaluator, "packed", NO_NETWORK)
        if not isinstance(packed, PackedNetwork):
            return NO_NETWORK
        layout, seats = packed.layout[0], self.game.num_players
        fits = (
            int(layout["observed"]) == self.observations.shape[1]
            and int(layout["actions"]) == self.legal.shape[1]
            and int(layout["outputs"]) == (1 if seats == 2 else seats)
        )
        return packed if fits else NO_NETWORK

    def _room_for_evaluations(
        self, network: PackedNetwork
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        if network is not NO_NETWORK and not len(self._logits):
            rows = len(self.legal)
            self._logits = np.zeros(self.legal.shape, np.float32)
            self._values = np.zeros((rows, self.game.num_players), np.float32)
        return self._logits, self._values

    def take_evaluated(self) -> int:
        """Return how many rows networks evaluated since the last call."""
        evaluated = int(self.pool["evaluated"][0])
        self.pool["evaluated"] = 0
        return evaluated

    def _grow(self) -> None:
        """Enlarge the pools, or let the trees grow no further."""
        pool, most = self.pool, self.game.compiled.max_legal
        reserve = 2 * (most + self.size * int(self.settings["considered"][0]))
        nodes = _room(len(self.nodes), int(pool["nodes"][0]) + 1)
        moves = _room(len(self.actions), int(pool["moves"][0]) + most)
        stats = _room(len(self.stats), int(pool["stats"][0]) + reserve)
        growth = nodes / len(self.nodes), moves / len(self.actions), stats / len(self.stats)
        if max(growth) * self.nbytes > self._max_bytes and not self._roots_are_missing:
            pool["full"] = 1
            return
        old = self.nodes, self.actions, self.priors, self.stats
        self._allocate(nodes, moves, stats)
        new = self.nodes, self.actions, self.priors, self.stats
        for array, before in zip(new, old, strict=True):
            array[: len(before)] = before
        self.game.compiled.evaluator_reuse.rehash(
            self.nodes, self.rows, int(self.pool["nodes"][0]), self.table
        )

    @property
    def _roots_are_missing(self) -> bool:
        return bool(((self.trees["observer"] >= 0) & (self.trees["root"] < 0)).any())

    def write_priors(self, logits: NDArray[np.float32], values: NDArray[np.float32]) -> int:
        """Return -1, or the first wrong row: see the template."""
        return int(
            self.game.compiled.evaluator_leaves.write_priors(
                self.pool,
                self.nodes,
                self.actions,
                self.priors,
                self.leaves,
                self.columns,
                self._scratch,
                logits,
                values,
            )
        )

    def back_up(self, values: NDArray[np.float32]) -> None:
        rows = sum(self.waiting)
        self.game.compiled.evaluator_leaves.back_up(
            self.game.params_array,
            self.settings,
            self.trees,
            self.pool,
            self.nodes,
            self.actions,
            self.priors,
            self.stats,
            self.scores,
            self.leaves,
            self._scratch,
            values,
            self.streams,
        )
        self.legal[:rows] = False  # whole rows, since evaluators may have changed them

    def report(
        self,
        visits: NDArray[np.int32],
        policy: NDArray[np.float32],
        values: NDArray[np.float32],
        best: NDArray[np.int32],
    ) -> None:
        """Write what was found in each tree: see the template."""
        self.game.compiled.evaluator_results.report(
            self.settings,
            self.trees,
            self.nodes,
            self.actions,
            self.priors,
            self.stats,
            self.scores,
            self.columns,
            self._scratch,
            self.game.num_players,
            visits,
            policy,
            values,
            best,
        )


def _room(length: int, needed: int) -> int:
    """Return twice the length of a pool that is too short."""
    return length if needed <= length else max(2 * length, needed)


def words_of(structs: StructArray) -> NDArray[Any]:
    """Return the bytes of structs as words, a row each: 32 bits if their size permits."""
    size = structs.dtype.itemsize
    word = np.uint32 if size % 4 == 0 else np.uint8
    words: NDArray[Any] = structs.view(np.uint8).reshape(len(structs), size).view(word)
    return words


def _settings(
    dtypes: Any, game: Game, method: Puct | Gumbel, inputs: EvaluatorInputs
) -> StructArray:
    settings: StructArray = np.zeros(1, dtypes.SETTINGS)
    if isinstance(method, Puct):
        settings["exploration"] = method.exploration
        settings["fpu_reduction"] = method.fpu_reduction
        settings["noise"] = method.noise
        settings["alpha"] = method.noise_alpha or 0.0
    else:
        settings["considered"] = min(method.considered, game.compiled.max_legal)
        settings["gumbel_scale"] = method.scale
        settings["value_scale"] = method.value_scale
        settings["visit_offset"] = method.visit_offset
    settings["leaves"] = method.leaves
    # Without other leaves it changes nothing but the last bits of sums.
    settings["virtual_loss"] = method.virtual_loss if method.leaves > 1 else 0.0
    settings["hidden"] = game.imperfect_information
    settings["memory"], settings["own_view"] = inputs.memory, inputs.own_view
    settings["rollout_weight"] = method.rollout_weight
    settings["rollout_depth"] = method.rollout_depth
    return settings


@lru_cache(maxsize=64)
def visit_schedule(considered: int, simulations: int) -> NDArray[np.int32]:
    """Return the visits that the move of each simulation has, by the number of considered moves.

    Sequential halving (Karnin, Koren and Somekh 2013): shape (considered + 1, simulations).
    """
    schedule = np.zeros((considered + 1, max(1, simulations)), np.int32)
    for moves in range(1, considered + 1):
        schedule[moves, :simulations] = _halving(moves, simulations)
    return schedule


def _halving(moves: int, simulations: int) -> list[int]:
    if moves == 1:
        return list(range(simulations))
    rounds, left, visits, found = ceil(log2(moves)), moves, 0, list[int]()
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += [visits] * left
            visits += 1
        left = max(2, left // 2)
    return found[:simulations]
