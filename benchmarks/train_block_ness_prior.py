"""Train the policy networks of Block Ness: priors for the moves of a search.

    python benchmarks/train_block_ness_prior.py [--positions 5000] [--simulations 2500]

The teacher is the search of the strongest level with fewer simulations. It plays against itself, with some
random moves for variety. Targets are its visit shares, with a bonus for the chosen move (see
``policy_network.py`` of the game). Start rings and later rings have separate networks; both serve all
numbers of seats and both variants. Prints, for held-out games, the gain over a uniform prior in nats (and
the maximum), and how often the chosen move is the likeliest, and among the five likeliest.
Deterministic for given options.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from training import Adam, Floats, held_out, rounded

import empile
from empile.bots import levels_of
from empile.engine.game import Game, State
from empile.engine.random import below, new_stream, split
from empile.engine.search.search import SearchResult, search
from empile.games.block_ness.rules import policy_network
from empile.games.block_ness.rules.state import FEATURES, UNITS

WEIGHTS = Path(policy_network.__file__).parents[1] / "data" / "policy_network.json"
VARIANTS: tuple[Literal["base", "expert"], ...] = ("base", "expert")
SETTINGS: list[tuple[int, Literal["base", "expert"]]] = [
    (seats, variant) for variant in VARIANTS for seats in (2, 3, 4)
]
STAGES = ("starts", "plays")
_WILD = (5, 15, 40)
"""Percentages of random moves, alternating from game to game."""
_CHOSEN = 0.2
"""Bonus share of the chosen move in the target."""
_BATCH = 64

_features: Any = policy_network.features


class Lesson(NamedTuple):
    """A position with more than one move."""

    features: Floats
    """Shape (moves, ``FEATURES``)."""
    shares: Floats
    """Target probabilities, shape (moves,)."""
    stage: int
    game: int


class Network(NamedTuple):
    """The weights for one stage."""

    by_feature: Floats
    """Shape (``FEATURES``, ``UNITS``)."""
    bias: Floats
    by_unit: Floats


class Found(NamedTuple):
    """Mean accuracy of a network over some positions."""

    nats: float
    """Gain over a uniform prior in nats."""
    possible: float
    """Maximum possible gain in nats."""
    first: float
    """How often the teacher's choice is the likeliest."""
    among_five: float


@numba.njit
def _write_features(params_array: Any, states: Any, moves: Any, out: Any) -> None:
    _features(params_array[0], states[0], moves, len(moves), out)


def play(game: Game, positions: int, simulations: int, seed: int) -> list[Lesson]:
    """Let the teacher play whole games until there are enough positions."""
    lessons: list[Lesson] = []
    params = levels_of(game)[-1].search_params
    number = 0
    while len(lessons) < positions:
        stream = split(new_stream(seed), number)
        state = game.new_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            best = moves[0]
            if len(moves) > 1:
                found = search(state, stream=stream, simulations=simulations, params=params)
                best = found.best
                lessons.append(lesson(state, moves, found, number))
            wild = below(stream, 100) < _WILD[number % len(_WILD)]
            state.apply_action(moves[below(stream, len(moves))] if wild else best)
        number += 1
    return lessons


def lesson(state: State, moves: list[int], found: SearchResult, game: int) -> Lesson:
    """Return the target of a search."""
    features = np.zeros((len(moves), FEATURES))
    _write_features(state.game.params_array, state.array, np.array(moves, np.int32), features)
    visits = {move.action: move.visits for move in found.moves}
    shares = np.array([visits[move] for move in moves], np.float64)
    shares *= (1.0 - _CHOSEN) / shares.sum()
    shares[moves.index(found.best)] += _CHOSEN
    stage = int(int(state.array["laid"][0]) >= state.game.num_players)
    return Lesson(features, shares, stage, game)


def predict(network: Network, features: Floats, starts: NDArray[np.int64]) -> Floats:
    """Return the probability of each move; moves of a position are contiguous, from ``starts`` on."""
    return _forward(network, features, starts)[0]


def _forward(
    network: Network, features: Floats, starts: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Return the probabilities and each neuron's activation."""
    drive = features @ network.by_feature + network.bias
    total = np.maximum(drive, 0.0) @ network.by_unit
    sizes = np.diff(starts, append=len(total))
    powers = np.exp(total - np.repeat(np.maximum.reduceat(total, starts), sizes))
    return powers / np.repeat(np.add.reduceat(powers, starts), sizes), drive


def gradient(network: Network, lessons: list[Lesson]) -> Network:
    """Return the gradient of the mean cross entropy."""
    features = np.concatenate([lesson.features for lesson in lessons])
    shares = np.concatenate([lesson.shares for lesson in lessons])
    starts = np.cumsum([0] + [len(lesson.shares) for lesson in lessons])[:-1]
    found, drive = _forward(network, features, starts)
    error = (found - shares) / len(lessons)
    by_drive = error[:, None] * network.by_unit * (drive > 0.0)
    return Network(features.T @ by_drive, by_drive.sum(0), np.maximum(drive, 0.0).T @ error)


def teach(lessons: list[Lesson], epochs: int, seed: int) -> Network:
    """Return a network trained for ``epochs`` epochs."""
    generator = np.random.default_rng(seed)
    network = Network(
        generator.normal(0.0, 1.0 / np.sqrt(FEATURES), (FEATURES, UNITS)),
        np.zeros(UNITS),
        generator.normal(0.0, 0.5, UNITS),
    )
    adam = Adam(network, epochs * -(-len(lessons) // _BATCH))
    for _ in range(epochs):
        order: list[int] = generator.permutation(len(lessons)).tolist()
        for i in range(0, len(order), _BATCH):
            adam.descend(gradient(network, [lessons[k] for k in order[i : i + _BATCH]]))
    return network


def shared_out(lessons: list[Lesson]) -> tuple[list[Lesson], list[Lesson]]:
    """Return training and held-out positions, split by game."""
    back: list[bool] = held_out(np.array([lesson.game for lesson in lessons])).tolist()
    load_weights = [lesson for lesson, is_back in zip(lessons, back, strict=True) if not is_back]
    return load_weights, [lesson for lesson, is_back in zip(lessons, back, strict=True) if is_back]


def evaluate(network: Network, lessons: list[Lesson]) -> Found:
    """Return the accuracy of ``network`` on positions."""
    rows: list[tuple[float, float, bool, bool]] = []
    for one in lessons:
        shares = predict(network, one.features, np.zeros(1, np.int64))
        alike = np.log(len(shares))
        known = one.shares[one.shares > 0.0]
        favourite = int(one.shares.argmax())
        rows.append(
            (
                alike + float(one.shares @ np.log(shares)),
                alike + float(known @ np.log(known)),
                int(shares.argmax()) == favourite,
                favourite in np.argsort(-shares)[:5],
            )
        )
    return Found(*np.array(rows, np.float64).mean(0).tolist())


def write(networks: list[Network], path: Path) -> None:
    """Write the networks in the game's format, a line per feature."""
    stages = [
        ",\n".join(f"      {json.dumps(row)}" for row in rounded(network.by_feature))
        for network in networks
    ]
    by_feature = "\n    ],\n    [\n".join(stages)
    bias = json.dumps([rounded(network.bias) for network in networks])
    by_unit = json.dumps([rounded(network.by_unit) for network in networks])
    text = (
        f'{{\n  "by_feature": [\n    [\n{by_feature}\n    ]\n  ],\n'
        f'  "bias": {bias},\n  "by_unit": {by_unit}\n}}\n'
    )
    path.write_text(text, "utf-8")


def main() -> None:
    """Generate data, train, print, and write the networks."""
    parser = argparse.ArgumentParser(description="Train the policy networks of Block Ness.")
    parser.add_argument("--positions", type=int, default=5_000, help="per setting")
    parser.add_argument("--simulations", type=int, default=2_500, help="of the teacher, per move")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    chosen = parser.parse_args()
    console = Console()
    load_weights: list[Lesson] = []
    kept: list[tuple[str, list[Lesson]]] = []
    for number, (seats, variant) in enumerate(SETTINGS):
        game = empile.load("block-ness", players=seats, variant=variant)
        with console.status(f"{seats} seats, {variant}"):
            lessons = play(game, chosen.positions, chosen.simulations, seed=number)
        part, back = shared_out(lessons)
        load_weights += part
        kept.append((f"{seats} seats, {variant}", back))
        console.print(f"{seats} seats, {variant}: {len(lessons)} positions")
    networks: list[Network] = []
    for stage, name in enumerate(STAGES):
        networks.append(
            teach([one for one in load_weights if one.stage == stage], chosen.epochs, seed=1)
        )
        for label, back in kept:
            found = evaluate(networks[-1], [one for one in back if one.stage == stage])
            console.print(
                f"{name}, {label}: {found.nats:.2f} of {found.possible:.2f} nats,"
                f" first {found.first:.0%}, among five {found.among_five:.0%}"
            )
    write(networks, chosen.output)


if __name__ == "__main__":
    main()
