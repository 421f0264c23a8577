"""One tree that an evaluator guides, with the interface of ``.trees``."""

from __future__ import annotations

import numpy as np

from empile.engine.contracts.evaluation import Evaluator, Gumbel, Puct, inputs_of
from empile.engine.maths.perceptron import NO_NETWORK
from empile.engine.random import Stream
from empile.engine.search.batched import back_up, evaluate
from empile.engine.search.forest import MAX_BYTES, Forest
from empile.engine.search.trees import MoveStats
from empile.engine.state import State

_PV_VISITS = 8
"""Minimum in the principal variation."""
_ROUNDS = 64
"""Of a chunk, if all its simulations wait for evaluations."""


class EvaluatorTree:
    """The search tree of ``state``; ``budget`` are the simulations planned, None: unknown."""

    def __init__(
        self,
        state: State,
        evaluator: Evaluator,
        method: Puct | Gumbel,
        budget: int | None,
        stream: Stream,
        *,
        first: int | None = None,
        observer: int | None = None,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        if isinstance(method, Gumbel) and (budget is None or first is not None):
            raise ValueError(
                "Gumbel search divides a number of simulations among moves: pass simulations, not first"
            )
        self._seat = state.current_player()
        if state.game.imperfect_information and observer not in (None, self._seat):
            raise ValueError("an evaluator needs the information of the seat to act")
        self._seats = state.game.num_players
        self._evaluator, self._budget = evaluator, budget
        self._forest = Forest(
            state.game, 1, stream, method, inputs=inputs_of(evaluator), max_bytes=max_bytes
        )
        stream[0] = self._forest.streams[0]  # the next search differs
        self._network = self._forest.network_of(evaluator)
        self.calls_evaluator = self._network is NO_NETWORK
        # Chunks divide the leaves that are evaluated together.
        divides = self.calls_evaluator or method.leaves > 1
        self.chunk = _ROUNDS * method.leaves if divides else None
        self._forest.start(state.array, 0, reuse=False)
        self._run()
        if first is not None:
            self._keep_only(first)

    def grow(self, simulations: int) -> int:
        """Run at most so many simulations; return their number."""
        made = int(self._forest.trees["begun"][0])
        self._forest.set_budget(made + simulations, planned=self._budget)
        self._run()
        return int(self._forest.trees["begun"][0]) - made

    def _run(self) -> None:
        """Run the simulations up to the next call of the evaluator."""
        forest = self._forest
        if rows := forest.advance(self._network):
            found = evaluate(self._evaluator, forest.observations[:rows], forest.legal[:rows])
            back_up(forest, rows, *found)

    def _keep_only(self, action: int) -> None:
        root = self._forest.nodes[int(self._forest.trees["root"][0])]
        self._forest.actions[int(root["first"])] = action
        self._forest.priors[int(root["first"])] = 1.0
        root["count"] = 1

    def move_stats(self) -> list[MoveStats]:
        """Return the moves, the best first, the others by visits."""
        forest = self._forest
        root = forest.nodes[int(forest.trees["root"][0])]
        begun, count = int(root["first"]), int(root["count"])
        tried = forest.stats[int(root["stats"]) : int(root["stats"]) + int(root["tried"])]
        reports = [
            MoveStats(action, visits, tuple(v / max(visits, 1) for v in sums), None, False)
            for action, visits, sums in zip(
                tried["action"].tolist(),
                tried["visits"].tolist(),
                tried["value"][:, : self._seats].tolist(),
                strict=True,
            )
        ]
        nothing = (0.0,) * self._seats
        rest: list[int] = forest.actions[begun + len(reports) : begun + count].tolist()
        reports += [MoveStats(action, 0, nothing, None, False) for action in rest]
        best = self._best()
        reports.sort(key=lambda report: (report.action != best, -report.visits, report.action))
        return reports

    def _best(self) -> int:
        forest = self._forest
        columns = forest.game.possible_actions.size
        best = np.full(1, -1, np.int32)
        forest.report(
            np.zeros((1, columns), np.int32),
            np.zeros((1, columns), np.float32),
            np.zeros((1, self._seats), np.float32),
            best,
        )
        return int(best[0])

    def principal_variation(self) -> list[int]:
        """Return the most visited moves as far as nothing uncertain follows them."""
        forest = self._forest
        line = [self._best()]
        number = int(forest.trees["root"][0])
        while True:
            node = forest.nodes[number]
            stats = forest.stats[int(node["stats"]) : int(node["stats"]) + int(node["tried"])]
            found = stats[stats["action"] == line[-1]]
            number = int(found["child"][0]) if len(found) else -1
            if number < 0 or not forest.nodes[number]["tried"]:
                return line
            node = forest.nodes[number]
            below = forest.stats[int(node["stats"]) : int(node["stats"]) + int(node["tried"])]
            best = int(np.argmax(below["visits"]))
            if below["visits"][best] < _PV_VISITS:
                return line
            line.append(int(below["action"][best]))

    def expected(self) -> tuple[float, ...]:
        """Return the mean of all returns by seat."""
        tree = self._forest.trees
        sums: list[float] = tree["sums"][0, : self._seats].tolist()
        return tuple(total / max(1, int(tree["total"][0])) for total in sums)
