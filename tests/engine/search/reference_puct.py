"""PUCT in plain Python, one object a node: what compiled trees have to equal."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

import empile


@dataclass
class Edge:
    action: int
    prior: float
    visits: int = 0
    value: list[float] = field(default_factory=list[float])
    child: Node | None = None


class Node:
    """A decision node with its evaluation."""

    def __init__(self, state: empile.State, evaluator: empile.Evaluator) -> None:
        game, self.state, self.seat = state.game, state, state.current_player()
        legal = np.array(state.legal_actions())
        columns = np.searchsorted(game.possible_actions, legal)
        mask = np.zeros((1, game.possible_actions.size), np.bool_)
        mask[0, columns] = True
        seen = state.observation(self.seat)[np.newaxis]
        logits, values = evaluator(seen, mask)
        worth: NDArray[np.float32] = np.asarray(values)[0]
        self.values = [0.0] * game.num_players
        for k in range(game.num_players):
            self.values[(self.seat + k) % game.num_players] = float(worth[k])
        powers = np.exp(logits[0, columns].astype(np.float64))
        shares = (powers / powers.sum()).tolist()
        self.untried = [Edge(a, p) for a, p in zip(legal.tolist(), shares, strict=True)]
        self.untried.sort(key=lambda edge: (-edge.prior, edge.action))
        self.tried: list[Edge] = []

    def select(self, mean: float, params: empile.Puct) -> Edge:
        visits = sum(edge.visits for edge in self.tried)
        pull = params.exploration * math.sqrt(visits + 1)

        def score(edge: Edge) -> float:
            worth = mean - params.fpu_reduction
            if edge.visits:
                worth = edge.value[self.seat] / edge.visits
            return worth + pull * edge.prior / (edge.visits + 1)

        best = max(self.tried, key=score, default=None)  # of equals the first
        if self.untried and (best is None or score(self.untried[0]) > score(best)):
            best = self.untried.pop(0)
            best.value = [0.0] * len(self.values)
            self.tried.append(best)
        assert best is not None
        return best


def visits_of(
    state: empile.State, evaluator: empile.Evaluator, simulations: int, params: empile.Puct
) -> dict[int, int]:
    """Return the visits of the root's moves; the game has neither chance nor hidden information."""
    root = Node(state, evaluator)
    total = list(root.values)
    for made in range(simulations):
        node, mean, path = root, total, list[Edge]()
        count = made + 1
        while True:
            edge = node.select(mean[node.seat] / count, params)
            path.append(edge)
            if edge.child is None:
                break
            node, mean, count = edge.child, edge.value, edge.visits
        after = node.state.clone()
        after.apply_action(edge.action)
        if after.is_terminal():
            returns = list(after.returns())
        else:
            edge.child = Node(after, evaluator)
            returns = edge.child.values
        for edge in path:
            edge.visits += 1
            edge.value = [a + b for a, b in zip(edge.value, returns, strict=True)]
        total = [a + b for a, b in zip(total, returns, strict=True)]
    return {edge.action: edge.visits for edge in root.tried}
