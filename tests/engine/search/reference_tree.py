"""Trees that an evaluator guides in plain Python, one object a node: what compiled trees have to equal.

Max-n (each seat maximizes its own return), sampled chance, and with hidden information a new
determinization before each simulation, whose nodes are what the seat to act observes. Moves are
chosen by PUCT, or as in "Policy improvement by planning with Gumbel" (Danihelka et al. 2022).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import empile
from empile.engine.random import Stream, below, new_stream, next_bits, split

Method: TypeAlias = empile.Puct | empile.Gumbel
OBSERVATIONS = empile.EvaluatorInputs()


@dataclass
class Edge:
    action: int
    column: int
    prior: float
    visits: int = 0
    value: list[float] = field(default_factory=list[float])
    child: Node | None = None

    def mean(self, seat: int) -> float:
        return self.value[seat] / self.visits


class Node:
    """A decision node with its evaluation."""

    def __init__(
        self,
        state: empile.State,
        evaluator: empile.Evaluator,
        inputs: empile.EvaluatorInputs,
        observer: int,
    ) -> None:
        game, self.seat = state.game, state.current_player()
        legal = np.empty(game.compiled.max_legal, np.int32)
        count = game.compiled.step.legal(game.params_array, state.array, 0, legal)
        columns = np.searchsorted(game.possible_actions, legal[:count])
        mask = np.zeros((1, game.possible_actions.size), np.bool_)
        mask[0, columns] = True
        seen = seen_by(state, self.seat, inputs.memory)
        logits, values = evaluator(seen[np.newaxis], mask)
        logits = np.array(logits)
        first = self.seat
        if inputs.own_view and observer != self.seat:
            first = observer
            seen = seen_by(state, observer, inputs.memory)
            _, values = evaluator(seen[np.newaxis], np.zeros_like(mask))
        worth: NDArray[np.float32] = np.asarray(values)[0]
        self.values = [0.0] * game.num_players
        for k in range(game.num_players):
            self.values[(first + k) % game.num_players] = float(worth[k])
        powers = np.exp(logits[0, columns].astype(np.float64) - float(logits[0, columns].max()))
        shares = (powers / powers.sum()).tolist()
        self.edges = [
            Edge(action, column, prior, value=[0.0] * game.num_players)
            for action, column, prior in zip(
                legal[:count].tolist(), columns.tolist(), shares, strict=True
            )
        ]
        self.tried: list[Edge] = []  # in the order of their first visits

    @property
    def untried(self) -> Edge | None:
        """The untried move with the highest prior."""
        rest = [edge for edge in self.edges if all(edge is not other for other in self.tried)]
        return min(rest, key=lambda edge: (-edge.prior, edge.action), default=None)

    def puct(self, mean: float, params: empile.Puct) -> Edge:
        pull = params.exploration * math.sqrt(sum(edge.visits for edge in self.tried) + 1)

        def score(edge: Edge) -> float:
            worth = edge.mean(self.seat) if edge.visits else mean - params.fpu_reduction
            return worth + pull * edge.prior / (edge.visits + 1)

        best, other = max(self.tried, key=score, default=None), self.untried
        if other and (best is None or score(other) > score(best)):
            return other
        assert best is not None
        return best

    # -- Gumbel ------------------------------------------------------------------------------------

    def sigma(self, q: float, method: empile.Gumbel) -> float:
        """Return sigma of a value from -1 to 1."""
        most = max(edge.visits for edge in self.edges)
        return (method.visit_offset + most) * method.value_scale * (q + 1) / 2

    def improved(self, method: empile.Gumbel) -> list[float]:
        """Return the improved policy: the softmax of logits plus sigma of completed values."""
        seen = [edge for edge in self.edges if edge.visits]
        mixed = self.values[self.seat]
        if seen:
            visits, share = sum(e.visits for e in seen), sum(e.prior for e in seen)
            weighted = sum(e.prior * e.mean(self.seat) for e in seen) / share
            mixed = (mixed + visits * weighted) / (1 + visits)
        scores = [
            -math.inf
            if not edge.prior
            else math.log(edge.prior)
            + self.sigma(edge.mean(self.seat) if edge.visits else mixed, method)
            for edge in self.edges
        ]
        powers = [math.exp(score - max(scores)) for score in scores]
        return [power / sum(powers) for power in powers]

    def below_root(self, method: empile.Gumbel) -> Edge:
        total = 1 + sum(edge.visits for edge in self.edges)
        policy = self.improved(method)
        scores = [p - edge.visits / total for p, edge in zip(policy, self.edges, strict=True)]
        return self.edges[int(np.argmax(scores))]


class Tree:
    """The tree of one state; its random numbers are those of ``BatchedSearch(game, 1, seed=seed)``."""

    def __init__(
        self,
        state: empile.State,
        evaluator: empile.Evaluator,
        method: Method,
        *,
        seed: int = 0,
        inputs: empile.EvaluatorInputs = OBSERVATIONS,
    ) -> None:
        self._state, self._evaluator, self._method, self._inputs = state, evaluator, method, inputs
        self._hides = state.game.imperfect_information
        self._stream = split(new_stream(seed), 0)
        self._nodes: dict[tuple[int, bytes], Node] = {}
        start = self._determinized()
        self.root = self._new_node(start, self._key(start, after_chance=False))
        self.total, self.returns = 1, self._returns(start, self.root)
        self._noisy: dict[int, float] = {}
        if isinstance(method, empile.Gumbel):
            self._draw_gumbel(method)

    def run(self, simulations: int) -> None:
        """Run simulations after the evaluation of the root."""
        visits = (
            visit_sequence(len(self._noisy), simulations)
            if isinstance(self._method, empile.Gumbel)
            else []
        )
        for made in range(simulations):
            self._simulate(visits[made] if visits else -1)

    @property
    def visits(self) -> dict[int, int]:
        """Visits of the root's moves that were tried."""
        return {edge.action: edge.visits for edge in self.root.edges if edge.visits}

    @property
    def values(self) -> list[float]:
        """Mean returns by seat."""
        return [value / self.total for value in self.returns]

    def _simulate(self, visits_at_root: int) -> None:
        state, node, path = self._determinized(), self.root, list[tuple[Node, Edge]]()
        mean = self.values[node.seat]
        while True:
            edge = self._select(node, mean, visits_at_root if not path else -1)
            path.append((node, edge))
            after_chance = self._play(state, edge.action)
            if state.is_terminal():
                returns = state.returns()
                break
            key = self._key(state, after_chance)
            child = edge.child if key is None else self._nodes.get(key)
            if child is None:
                edge.child = self._new_node(state, key)
                returns = self._returns(state, edge.child)
                break
            node = child
            mean = edge.mean(node.seat) if edge.visits else node.values[node.seat]
        for parent, edge in path:
            if not edge.visits:
                parent.tried.append(edge)
            edge.visits += 1
            edge.value = [a + b for a, b in zip(edge.value, returns, strict=True)]
        self.total += 1
        self.returns = [a + b for a, b in zip(self.returns, returns, strict=True)]

    def _select(self, node: Node, mean: float, visits: int) -> Edge:
        if isinstance(self._method, empile.Puct):
            return node.puct(mean, self._method)
        if visits < 0:
            return node.below_root(self._method)
        method = self._method
        considered = [edge for edge in node.edges if edge.action in self._noisy]
        return max(
            (edge for edge in considered if edge.visits == visits),
            key=lambda edge: (
                self._noisy[edge.action]
                + (node.sigma(edge.mean(node.seat), method) if edge.visits else 0)
            ),
        )

    def _draw_gumbel(self, method: empile.Gumbel) -> None:
        """Choose the considered moves: those with the greatest noise plus logit."""
        scores: dict[int, float] = {}
        for edge in self.root.edges:
            uniform = ((int(next_bits(self._stream)) >> 12) + 0.5) * 2.0**-52
            noise = -math.log(-math.log(uniform))
            if edge.prior:
                scores[edge.action] = method.scale * noise + math.log(edge.prior)
        best = sorted(scores, key=lambda action: (-scores[action], action))[: method.considered]
        self._noisy = {action: scores[action] for action in best}

    def _new_node(self, state: empile.State, key: tuple[int, bytes] | None) -> Node:
        observer = self._state.current_player()
        node = Node(state, self._evaluator, self._inputs, observer)
        if key is not None:
            self._nodes[key] = node
        return node

    def _returns(self, state: empile.State, node: Node) -> list[float]:
        """Return the value of a new leaf, mixed with a rollout."""
        weight = self._method.rollout_weight
        if not weight:
            return node.values
        found = rolled_out(state, self._method.rollout_depth, self._stream)
        return [(1 - weight) * a + weight * b for a, b in zip(node.values, found, strict=True)]

    def _key(self, state: empile.State, after_chance: bool) -> tuple[int, bytes] | None:
        """Return what nodes are found by; None: only as children of a move."""
        seat = state.current_player()
        if self._hides:
            return seat, seen_by(state, seat, self._inputs.memory).tobytes()
        return (seat, state.tobytes()) if after_chance else None

    def _determinized(self) -> empile.State:
        if not self._hides:
            return self._state.clone()
        return empile.resampled(self._state, self._state.current_player(), self._stream)

    def _play(self, state: empile.State, action: int) -> bool:
        """Apply a move and the chance events after it; return whether there were any."""
        state.apply_action(action)
        after_chance = False
        while state.is_chance_node():
            state.apply_action(drawn(state, self._stream))
            after_chance = True
        return after_chance


def seen_by(state: empile.State, seat: int, memory: bool) -> NDArray[np.float32]:
    """Return what the evaluator sees."""
    return state.information_state(seat) if memory else state.observation(seat)


def drawn(state: empile.State, stream: Stream) -> int:
    """Return an outcome, drawn by its weight."""
    actions, weights = state._outcomes()
    left = below(stream, int(weights.sum()))
    return int(actions[int(np.searchsorted(np.cumsum(weights), left, side="right"))])


def rolled_out(state: empile.State, depth: int, stream: Stream) -> list[float]:
    """Return the returns of a rollout, estimated after ``depth`` moves; 0: never, -1: at once."""
    state, made = state.clone(), 0
    compiled = state.game.compiled
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state, stream))
            continue
        if depth and made >= depth:
            estimated = np.zeros(compiled.max_seats)
            compiled.simulation.estimate(state.game.params_array, state.array, 0, estimated)
            return [float(value) for value in estimated[: state.game.num_players]]
        moves = np.empty(compiled.max_legal, np.int32)
        params = state.game.params_array
        count = compiled.step.legal(params, state.array, 0, moves)
        bits = int(next_bits(stream)) >> 32
        state.apply_action(
            int(compiled.simulation.rollout_move(params, state.array, moves, count, bits))
        )
        made += 1
    return state.returns()


def visit_sequence(considered: int, simulations: int) -> list[int]:
    """Return the visits before each simulation of its move, by sequential halving.

    ``ceil(log2(considered))`` phases, each with the same share of the simulations, divided equally among
    the moves that are left; of two, what is left of the simulations (Karnin, Koren & Somekh 2013).
    """
    phases = math.ceil(math.log2(considered)) if considered > 1 else 1
    visits, left, found = [0] * considered, considered, list[int]()
    while len(found) < simulations:
        for _ in range(max(1, simulations // (phases * left))):
            found += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(left // 2, min(2, considered))
    return found[:simulations]


def differences(
    state: empile.State,
    method: Method,
    simulations: int,
    evaluator: empile.Evaluator,
    *,
    seed: int = 4,
    inputs: empile.EvaluatorInputs = OBSERVATIONS,
) -> list[str]:
    """Return in what a search of ``BatchedSearch`` differs from the plain tree."""
    game = state.game
    tree = Tree(state, evaluator, method, seed=seed, inputs=inputs)
    tree.run(simulations)
    searcher = empile.BatchedSearch(game, 1, seed=seed, method=method, inputs=inputs)
    found = searcher.search([state], evaluator, simulations)
    edges = tree.root.edges
    policy = [edge.visits / simulations for edge in edges]
    if isinstance(method, empile.Gumbel):
        policy = tree.root.improved(method)
    columns = [edge.column for edge in edges]
    visits: list[int] = found.visits[0, columns].tolist()
    pairs: dict[str, tuple[Any, Any]] = {
        "visits": (visits, [edge.visits for edge in edges]),
        "all visits": (int(found.visits.sum()), simulations),
        "values": (
            found.values[0].round(4).tolist(),
            np.array(tree.values, np.float32).round(4).tolist(),
        ),
        "policy": (
            bool(np.allclose(found.policy[0, columns], policy, atol=1e-3)),
            True,
        ),
    }
    return [
        f"{name}: {mine}, not {wanted}" for name, (mine, wanted) in pairs.items() if mine != wanted
    ]
