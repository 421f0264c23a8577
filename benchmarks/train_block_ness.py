"""Train the value network of Block Ness, which evaluates positions in the search.

    python benchmarks/train_block_ness.py [--positions 12000] [--simulations 1500]

The teacher is a search with full random playouts. It plays against itself, with some random moves for
variety. Targets are its values of the positions after often visited moves (see ``value_network.py`` of
the game). One network serves all numbers of seats and both variants, with equal shares of the data.
Prints the share of variance explained on held-out games. Deterministic for given options.
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
from empile.engine.game import Game, State
from empile.engine.random import below, new_stream, split
from empile.engine.search.search import search
from empile.games.block_ness.rules import value_network
from empile.games.block_ness.rules.state import MAX_SEATS, NEURONS, TRAITS

WEIGHTS = Path(value_network.__file__).parents[1] / "data" / "value_network.json"
VARIANTS: tuple[Literal["base", "expert"], ...] = ("base", "expert")
SETTINGS: list[tuple[int, Literal["base", "expert"]]] = [
    (seats, variant) for variant in VARIANTS for seats in (2, 3, 4)
]
_WILD = (10, 30, 60)
"""Percentages of random moves, alternating from game to game."""
_LEAST = 80
"""Minimum visits of positions used for training, unless solved."""
_BATCH = 256


class Lessons(NamedTuple):
    """Training positions of one setting."""

    traits: Floats
    """Shape (positions, seats, ``TRAITS``)."""
    returns: Floats
    """Targets, shape (positions, seats)."""
    games: NDArray[np.int64]
    """The game of each position."""


class Network(NamedTuple):
    """The weights; ``own`` and ``others`` have the shape (``TRAITS``, ``NEURONS``)."""

    own: Floats
    others: Floats
    bias: Floats
    by_neuron: Floats


_traits: Any = value_network.traits


@numba.njit
def _write_traits(params_array: Any, states: Any, out: Any) -> None:
    for i in range(len(states)):
        _traits(params_array[0], states[i], out[i])


def play(game: Game, positions: int, simulations: int, seed: int) -> Lessons:
    """Let the teacher play whole games until there are enough positions."""
    states: list[bytes] = []
    returns: list[tuple[float, ...]] = []
    games: list[int] = []
    number = 0
    while len(states) < positions:
        stream = split(new_stream(seed), number)
        state = game.new_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            found = search(state, stream=stream, simulations=simulations)
            for move in found.moves:
                after = _after(state, move.action)
                if not after.is_terminal() and (move.visits >= _LEAST or move.solved):
                    states.append(after.tobytes())
                    returns.append(move.values)
                    games.append(number)
            wild = below(stream, 100) < _WILD[number % len(_WILD)]
            state.apply_action(moves[below(stream, len(moves))] if wild else found.best)
        number += 1
    known = np.zeros((len(states), MAX_SEATS, TRAITS))
    records = np.frombuffer(b"".join(states), game.rules.STATE)
    _write_traits(game.params_array, records, known)
    seats = game.num_players
    return Lessons(known[:, :seats], np.array(returns)[:, :seats], np.array(games))


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply_action(action)
    return after


def expected(network: Network, traits: Floats) -> Floats:
    """Return the network's values of positions, shape (positions, seats)."""
    return _forward(network, traits)[0]


def _forward(network: Network, traits: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the values, each neuron's activation, and the square roots of the compared strengths."""
    opponents = traits.shape[1] - 1
    others = traits @ network.others
    others = (others.sum(1, keepdims=True) - others) / opponents
    drive = traits @ network.own + others + network.bias
    strength = np.maximum(drive, 0.0) @ network.by_neuron
    ahead = strength[:, :, None] - strength[:, None, :]
    root = np.sqrt(1.0 + ahead * ahead)
    return (ahead / root).sum(2) / opponents, drive, root


def gradient(network: Network, traits: Floats, returns: Floats) -> Network:
    """Return the gradient of the mean squared error."""
    opponents = traits.shape[1] - 1
    found, drive, root = _forward(network, traits)
    error = 2.0 * (found - returns) / found.size
    slope = 1.0 / (root**3 * opponents)
    by_strength = (slope * error[:, :, None]).sum(2) - (slope * error[:, :, None]).sum(1)
    by_drive = by_strength[:, :, None] * network.by_neuron * (drive > 0.0)
    by_others = (by_drive.sum(1, keepdims=True) - by_drive) / opponents
    return Network(
        np.einsum("pst,psn->tn", traits, by_drive),
        np.einsum("pst,psn->tn", traits, by_others),
        by_drive.sum((0, 1)),
        np.einsum("psn,ps->n", np.maximum(drive, 0.0), by_strength),
    )


def teach(lessons: list[Lessons], epochs: int, seed: int) -> Network:
    """Return a network trained for ``epochs`` epochs (Adam, decaying rate)."""
    generator = np.random.default_rng(seed)
    width = 1.0 / np.sqrt(TRAITS)
    network = Network(
        generator.normal(0.0, width, (TRAITS, NEURONS)),
        generator.normal(0.0, width, (TRAITS, NEURONS)),
        np.zeros(NEURONS),
        generator.normal(0.0, 0.5, NEURONS),
    )
    steps = epochs * sum(-(-len(lesson.games) // _BATCH) for lesson in lessons)
    adam = Adam(network, steps)
    for _ in range(epochs):
        todo: list[tuple[Lessons, NDArray[np.int64]]] = []
        for lesson in lessons:
            order = generator.permutation(len(lesson.games))
            todo += [(lesson, order[i : i + _BATCH]) for i in range(0, len(order), _BATCH)]
        mixed: list[int] = generator.permutation(len(todo)).tolist()
        for number in mixed:
            lesson, chosen = todo[number]
            adam.descend(gradient(network, lesson.traits[chosen], lesson.returns[chosen]))
    return network


def shared_out(lessons: Lessons) -> tuple[Lessons, Lessons]:
    """Return training and held-out positions, split by game."""
    back = held_out(lessons.games)
    return _chosen(lessons, ~back), _chosen(lessons, back)


def _chosen(lessons: Lessons, which: NDArray[np.bool_]) -> Lessons:
    return Lessons(lessons.traits[which], lessons.returns[which], lessons.games[which])


def explained(network: Network, lessons: Lessons) -> float:
    """Return the share of the squared returns that ``network`` explains (at most 1)."""
    error = expected(network, lessons.traits) - lessons.returns
    return float(1.0 - (error**2).sum() / (lessons.returns**2).sum())


def write(network: Network, path: Path) -> None:
    """Write the network in the game's format, a line per trait."""
    by_trait = np.concatenate([network.own, network.others], axis=1)
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rounded(by_trait))
    bias, by_neuron = json.dumps(rounded(network.bias)), json.dumps(rounded(network.by_neuron))
    text = (
        f'{{\n  "by_trait": [\n{lines}\n  ],\n  "bias": {bias},\n  "by_neuron": {by_neuron}\n}}\n'
    )
    path.write_text(text, "utf-8")


def main() -> None:
    """Generate data, train, print, and write the network."""
    parser = argparse.ArgumentParser(description="Train the value network of Block Ness.")
    parser.add_argument("--positions", type=int, default=12_000, help="per setting")
    parser.add_argument("--simulations", type=int, default=1_500, help="of the teacher, per move")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    chosen = parser.parse_args()
    console = Console()
    load_weights: list[Lessons] = []
    kept: list[Lessons] = []
    for number, (seats, variant) in enumerate(SETTINGS):
        game = empile.load("block-ness", players=seats, variant=variant)
        with console.status(f"{seats} seats, {variant}"):
            lessons = play(game, chosen.positions, chosen.simulations, seed=number)
        part, back = shared_out(lessons)
        load_weights.append(part)
        kept.append(back)
        console.print(f"{seats} seats, {variant}: {len(lessons.games)} positions")
    network = teach(load_weights, chosen.epochs, seed=1)
    for (seats, variant), back in zip(SETTINGS, kept, strict=True):
        console.print(f"{seats} seats, {variant}: {explained(network, back):.3f} explained")
    write(network, chosen.output)


if __name__ == "__main__":
    main()
