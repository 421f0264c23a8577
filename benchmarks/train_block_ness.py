"""Teach the network by which Block Ness judges positions that simulated games reach.

The teacher is the search whose simulated games are random and played to the end. It plays against
itself, with some random moves for variety; what it thinks of the positions after the moves that it
tried often is what the network (``judging.py`` of the game tells its form) is to say of them. One
network serves every number of seats and both variants, all of which have an equal share in what it
sees. A part of the games is kept back: the table tells how much of those positions' returns it
explains. Same options, same weights.

    python benchmarks/train_block_ness.py [--positions 12000] [--simulations 1500]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

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
SETTINGS = [(seats, variant) for variant in ("base", "expert") for seats in (2, 3, 4)]
_WILD = (10, 30, 60)
"""Of a hundred moves so many are random, in turn from game to game."""
_LEAST = 80
"""Positions are learnt from that so many simulations went through, or that are settled."""
_BATCH = 256


class Lessons(NamedTuple):
    """Positions of one setting."""

    traits: Floats
    """Shape (positions, seats, ``TRAITS``)."""
    returns: Floats
    """What the teacher expects, shape (positions, seats)."""
    games: NDArray[np.int64]
    """The game that each came from."""


class Network(NamedTuple):
    """What is learnt; ``own`` and ``others`` have the shape (``TRAITS``, ``NEURONS``)."""

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
    """Let the teacher play whole games until there are so many positions to learn from."""
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
    """Return what ``network`` says of positions, shape (positions, seats)."""
    return _forward(network, traits)[0]


def _forward(network: Network, traits: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the expectations, each neuron's drive, and the roots under the compared strengths."""
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
    """Return a network that has gone through all lessons so many times (Adam, a falling rate)."""
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
    """Return what is learnt from and what is kept back; no game is in both."""
    back = held_out(lessons.games)
    return _chosen(lessons, ~back), _chosen(lessons, back)


def _chosen(lessons: Lessons, which: NDArray[np.bool_]) -> Lessons:
    return Lessons(lessons.traits[which], lessons.returns[which], lessons.games[which])


def explained(network: Network, lessons: Lessons) -> float:
    """Return the share (at most 1) of the squared returns that ``network`` explains."""
    error = expected(network, lessons.traits) - lessons.returns
    return float(1.0 - (error**2).sum() / (lessons.returns**2).sum())


def write(network: Network, path: Path) -> None:
    """Write the network as the game reads it, a line for each trait."""
    by_trait = np.concatenate([network.own, network.others], axis=1)
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rounded(by_trait))
    bias, by_neuron = json.dumps(rounded(network.bias)), json.dumps(rounded(network.by_neuron))
    text = (
        f'{{\n  "by_trait": [\n{lines}\n  ],\n  "bias": {bias},\n  "by_neuron": {by_neuron}\n}}\n'
    )
    path.write_text(text, "utf-8")


def main() -> None:
    """Play, teach, tell, and write the network."""
    parser = argparse.ArgumentParser(description="Teach what judges positions of Block Ness.")
    parser.add_argument("--positions", type=int, default=12_000, help="of each setting")
    parser.add_argument("--simulations", type=int, default=1_500, help="of the teacher, for a move")
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
