"""Searches with an evaluator of all kinds, for comparisons with and without the compiler.

``python -m tests.engine.search.sample_searches GAME`` prints their results as JSON; ``differences``
instead of a game: how searches of games that are seldom compiled differ from plain trees.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import empile
from empile.research import TinyBlox
from tests.engine.search.evaluators import scattered, sparse
from tests.engine.search.positions import random_state
from tests.engine.search.reference_tree import differences

USUAL, MEMORY = empile.EvaluatorInputs(), empile.EvaluatorInputs(memory=True)
OWN_VIEW = empile.EvaluatorInputs(own_view=True)

SEARCHES: list[tuple[str, dict[str, Any], empile.Puct | empile.Gumbel, empile.EvaluatorInputs]] = [
    ("block-ness", {"players": 3}, empile.Puct(0.8, noise=0.25), USUAL),
    ("block-ness", {"players": 2}, empile.Gumbel(6, leaves=2), USUAL),
    ("on-top", {"players": 4, "teams": True}, empile.Puct(leaves=3), USUAL),
    ("on-top", {"players": 2}, empile.Gumbel(4), MEMORY),
    ("block-out", {"players": 3, "referee": "odds"}, empile.Puct(0.5, fpu_reduction=0.2), USUAL),
    ("block-out", {"players": 2, "referee": "odds"}, empile.Gumbel(3), MEMORY),
    ("block-out", {"players": 3, "referee": "odds"}, empile.Puct(leaves=2), OWN_VIEW),
    ("block-ness", {"players": 2}, empile.Puct(rollout_weight=0.5, rollout_depth=3), USUAL),
]


def results(name: str) -> list[dict[str, Any]]:
    """Return what the searches of a game find; the second ones are below the moves of the first."""
    return [found for search in SEARCHES if search[0] == name for found in _results(*search)]


def _results(
    name: str,
    options: dict[str, Any],
    method: empile.Puct | empile.Gumbel,
    inputs: empile.EvaluatorInputs,
) -> Iterator[dict[str, Any]]:
    game = empile.load(name, **options)
    matches = [empile.Match(game, random_state(game, seed, moves=2 * seed)) for seed in (1, 2)]
    searcher = empile.BatchedSearch(game, 2, seed=3, method=method, inputs=inputs)
    for evaluator in (scattered(game.num_players), sparse(game.num_players)):
        states = [match.state for match in matches]
        found = searcher.search(states, evaluator, 15, reuse=True)
        yield {
            "visits": found.visits.tolist(),
            "actions": found.actions.tolist(),
            "sample": searcher.sample(1.0).tolist(),
            "policy": found.policy.tolist(),
            "values": found.values.tolist(),
        }
        for match, action in zip(matches, found.actions.tolist(), strict=True):
            if not match.state.is_terminal():
                match.play_action(action)
                match.resolve_chance(empile.new_stream(7), also_external=True)


def plain_differences() -> list[str]:
    """Return where searches of games with hidden information differ from plain trees."""
    games = [empile.load("cairn", players=4, teams=True), TinyBlox(round_limit=3)]
    return [
        f"{game.name}, {method}: {found}"
        for game in games
        for method in (empile.Puct(0.7), empile.Gumbel(3))
        for found in differences(
            random_state(game, 1, moves=1), method, 25, scattered(game.num_players)
        )
    ]


if __name__ == "__main__":
    asked = sys.argv[1]
    print(json.dumps(plain_differences() if asked == "differences" else results(asked)))
