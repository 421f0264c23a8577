"""AlphaZero's tree in Python, to compare with: NumPy arrays in each node, evaluations in batches."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

import empile
from empile.engine.game import State

EXPLORATION = 1.25


class Node:
    """A position with its moves, priors, visits and sums of values for the seat to act."""

    def __init__(self, state: State, logits: NDArray[np.float32], value: float) -> None:
        game = state.game
        self.state, self.seat, self.value = state, state.current_player(), value
        self.moves = np.array(state.legal_actions())
        chosen = logits[np.searchsorted(game.possible_actions, self.moves)]
        powers = np.exp(chosen - chosen.max())
        self.priors = powers / powers.sum()
        self.visits = np.zeros(len(self.moves), np.int32)
        self.sums = np.zeros(len(self.moves))
        self.children: dict[int, Node] = {}

    def select(self) -> int:
        """Return the index of the move with the highest score of PUCT."""
        visits = self.visits
        means = np.where(visits > 0, self.sums / np.maximum(visits, 1), self.value)
        pull = EXPLORATION * math.sqrt(1 + int(visits.sum()))
        return int(np.argmax(means + pull * self.priors / (1 + visits)))


def search(states: list[State], evaluator: empile.Evaluator, simulations: int) -> list[Node]:
    """Search all states of a game with two seats and perfect information; return the roots."""
    game = states[0].game
    roots = _evaluated(states, evaluator)
    for _ in range(simulations):
        waiting: list[tuple[list[tuple[Node, int]], State]] = []
        for root in roots:
            node, path = root, list[tuple[Node, int]]()
            while True:
                k = node.select()
                path.append((node, k))
                if k not in node.children:
                    break
                node = node.children[k]
            after = node.state.clone()
            after.apply_action(int(node.moves[k]))
            if after.is_terminal():
                _back_up(path, after.returns()[0])
            else:
                waiting.append((path, after))
        if waiting:
            leaves = _evaluated([state for _, state in waiting], evaluator)
            for (path, _), leaf in zip(waiting, leaves, strict=True):
                path[-1][0].children[path[-1][1]] = leaf
                _back_up(path, leaf.value if leaf.seat == 0 else -leaf.value)
    assert game.num_players == 2
    return roots


def _evaluated(states: list[State], evaluator: empile.Evaluator) -> list[Node]:
    game = states[0].game
    seen = np.stack([state.observation(state.current_player()) for state in states])
    masks = np.stack([state.legal_mask()[game.possible_actions] for state in states])
    logits, values = evaluator(seen, masks)
    return [
        Node(state, row, float(value))
        for state, row, value in zip(states, logits, values, strict=True)
    ]


def _back_up(path: list[tuple[Node, int]], first_value: float) -> None:
    for node, k in path:
        node.visits[k] += 1
        node.sums[k] += first_value if node.seat == 0 else -first_value
