"""Tensors in every game: exactly the information of the seat."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.engine.batches.batch import Batch
from empile.engine.planes import Plane, size_of, split_planes
from empile.engine.random import new_stream
from empile.engine.random import split as split_stream
from empile.engine.search.search import resampled
from tests.games.test_redaction import another_history
from tests.support.games import Variant, golden_records, random_match, single_steps, variants

every_variant = pytest.mark.parametrize("variant", variants(), ids=str)
HIDING = [variant for variant in variants() if variant.game().imperfect_information]
hiding = pytest.mark.parametrize("variant", HIDING, ids=str)
every_game = pytest.mark.parametrize("name", empile.game_names())


@cache
def states_of(variant: Variant) -> list[empile.State]:
    """Return states of random games, uniform and eager, chance nodes and ends among them."""
    found: list[empile.State] = []
    for seed, eager in enumerate((0.0, 0.5, 0.9)):
        steps = [step.state for step in single_steps(variant.game(), seed, eager=eager)]
        found += [*steps[:: max(1, len(steps) // 40)], steps[-1]]
    return found


def seen(variant: Variant) -> Iterator[tuple[empile.State, int]]:
    """Yield states with every seat that may look."""
    for state in states_of(variant):
        for seat in range(state.game.num_players):
            yield state, seat


# -- Shape -----------------------------------------------------------------------------------------


@every_variant
def test_tensor_shapes_match_planes(variant: Variant) -> None:
    game = variant.game()
    planes, more = game.observation_planes, game.information_planes
    assert planes == more[: len(planes)]
    shown = {plane.name for plane in planes}
    known = [p.name for p in game.rules.OBSERVATION_PLANES]
    assert [plane.name for plane in planes] == [name for name in known if name in shown]
    assert len({plane.name for plane in more}) == len(more)
    state = game.new_state()
    for wanted, tensor in ((planes, state.observation(0)), (more, state.information_state(0))):
        assert tensor.dtype == np.float32
        assert tensor.shape == (size_of(wanted),)
        parts = split_planes(wanted, tensor)
        assert [(name, part.shape) for name, part in parts.items()] == [p[:2] for p in wanted]


@every_variant
def test_tensor_is_written_completely_and_in_bounds(variant: Variant) -> None:
    template = variant.game().compiled.observing
    for state, seat in seen(variant):
        for write, told in (
            (template.observe, state.observation(seat)),
            (template.information_state, state.information_state(seat)),
        ):
            room = np.full(len(told) + 3, np.nan, np.float32)
            write(state.game.params_array, state.array, 0, seat, room)
            assert np.array_equal(room[: len(told)], told)
            assert np.isnan(room[len(told) :]).all()


@every_variant
def test_tensor_values_are_in_plane_range(variant: Variant) -> None:
    for state, seat in seen(variant):
        planes = state.game.information_planes
        for plane, part in zip(
            planes, split_planes(planes, state.information_state(seat)).values(), strict=True
        ):
            assert part.min() >= np.float32(plane.low), plane.name
            assert part.max() <= np.float32(plane.high), plane.name


@every_variant
def test_information_starts_with_observation(variant: Variant) -> None:
    for state, seat in seen(variant):
        known = state.information_state(seat)
        assert known[: len(state.observation(seat))].tobytes() == state.observation(seat).tobytes()


@every_variant
def test_tensors_of_batches_equal_single_states(variant: Variant) -> None:
    pairs = list(seen(variant))
    game = variant.game()
    states = np.concatenate([state.array for state, _ in pairs])
    seats = np.array([seat for _, seat in pairs], np.int32)
    template = game.compiled.observing
    for many, length, one in (
        (template.observe_many, game.observation_size, empile.State.observation),
        (
            template.information_state_many,
            game.information_size,
            empile.State.information_state,
        ),
    ):
        out = np.full((len(pairs), length), np.nan, np.float32)
        many(game.params_array, states, seats, out)
        for (state, seat), row in zip(pairs, out, strict=True):
            assert one(state, seat).tobytes() == row.tobytes()
            assert one(state.clone(), seat).tobytes() == row.tobytes()


def test_tensors_reject_other_observers() -> None:
    state = empile.load("cairn", players=3).new_state()
    for seat in (-1, 3):
        with pytest.raises(ValueError, match=f"seats are 0 to 2, not {seat}"):
            state.observation(seat)
        with pytest.raises(ValueError, match=f"seats are 0 to 2, not {seat}"):
            state.information_state(seat)


# -- Nothing is written for nothing ------------------------------------------------------------------


def parts_of(planes: Sequence[Plane], tensor: NDArray[Any]) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield each board of a tensor, and each number that is on no board, with a name."""
    for plane, part in zip(planes, split_planes(planes, tensor).values(), strict=True):
        board = plane.shape[-2:] if len(plane.shape) > 1 else ()
        for number, one in enumerate(part.reshape(-1, prod(board))):
            yield f"{plane.name}[{number}]", one


def many_states(name: str) -> Iterator[list[empile.State]]:
    """Yield the states of game after game, under all options."""
    for variant in variants(name):
        yield states_of(variant)
    for path in golden_records(name):
        yield [state for state, _ in empile.Record.from_json(path.read_text("utf-8")).replay()]
    for seed in range(3, 60):
        for variant in variants(name):
            yield [step.state for step in single_steps(variant.game(), seed, eager=0.9)]


class Range:
    """The least and the greatest value of each part of a tensor."""

    def __init__(self) -> None:
        self.least: dict[str, float] = {}
        self.most: dict[str, float] = {}

    def add(self, states: list[empile.State]) -> list[str]:
        """Add what all seats see of states; return the parts that are still constant."""
        planes = states[0].game.information_planes
        seats = range(states[0].game.num_players)
        low = high = states[0].information_state(0)
        for state in states:
            for seat in seats:
                seen = state.information_state(seat)
                low, high = np.minimum(low, seen), np.maximum(high, seen)
        for part, values in parts_of(planes, low):
            self.least[part] = min(self.least.get(part, np.inf), values.min())
        for part, values in parts_of(planes, high):
            self.most[part] = max(self.most.get(part, -np.inf), values.max())
        return [part for part in self.least if self.least[part] == self.most[part]]


@every_game
def test_planes_vary(name: str) -> None:
    """Each board of it does, and each of its numbers: under some options, in some game."""
    seen = Range()
    constant: list[str] = []
    for states in many_states(name):
        constant = seen.add(states)
        if not constant:
            return
    assert not constant


_RESTRICTING = {"round_limit", "turn_limit", "board", "lake", "layout", "start", "rings"}
"""Options that end games before they have shown everything, and data with parts that never matter."""
_RARE = ("drawn", "phase[0]", "colours")
"""Cards drawn by a seat that can play no other, Blox's last phase; the layout does not change."""


def plain_games() -> list[Any]:
    """Return each set of other options under test, once."""
    found: dict[str, Any] = {}
    for variant in variants():
        options = {k: v for k, v in variant.options.items() if k not in _RESTRICTING}
        text = " ".join(f"{k}={v}" for k, v in options.items() if k != "referee")
        found.setdefault(f"{variant.name} {text}", (variant.name, options))
    return [pytest.param(*each, id=text) for text, each in found.items() if "cairn" not in text]


@pytest.mark.parametrize(("name", "options"), plain_games())
def test_planes_follow_options(name: str, options: dict[str, Any]) -> None:
    """No board and no number is for nothing under the options of a game."""
    game, seen = empile.load(name, **options), Range()
    constant: list[str] = []
    for seed in range(60):
        eager = (0.9, 0.5, 0.99)[seed % 3]
        states = [step.state for step in single_steps(game, seed, eager=eager)]
        constant = seen.add([*states[seed % 5 :: 5], *states[-3:]])
        constant = [part for part in constant if not part.startswith(_RARE)]
        if not constant:
            return
    assert not constant


@pytest.mark.parametrize(("name", "options"), plain_games())
def test_possible_actions_follow_options(name: str, options: dict[str, Any]) -> None:
    """In random games each is legal at least once, in Blox a part of them: it has many towers."""
    game = empile.load(name, **options)
    batch = Batch(game, 1000, 1)
    found = np.zeros(len(game.possible_actions), np.bool_)
    for _ in range(150):
        found |= batch.action_masks().any(axis=0)
        if found.all():
            break
        batch.random_step()
    assert found.mean() > (0.2 if name == "blox" else 0.999)


# -- What seats may know -------------------------------------------------------------------------------


@hiding
def test_tensors_ignore_hidden_state(variant: Variant) -> None:
    """Resampling changes other seats' tensors but not the seat's own."""
    others = 0
    for state, seat in seen(variant):
        if state.current_player() < 0:
            continue
        for number in range(3):
            drawn = resampled(state, seat, new_stream(number))
            assert drawn.observation(seat).tobytes() == state.observation(seat).tobytes()
            assert (
                drawn.information_state(seat).tobytes() == state.information_state(seat).tobytes()
            )
            others += any(
                drawn.observation(other).tobytes() != state.observation(other).tobytes()
                for other in range(state.game.num_players)
            )
    assert others > 20


@hiding
def test_tensors_of_indistinguishable_histories_are_equal(variant: Variant) -> None:
    """At every point, chance nodes included, until the end shows what was hidden."""
    differing = 0
    for seed in range(12):
        match = random_match(variant.game(), seed, (4, 9, 16, 30)[seed % 4])
        for seat in range(match.game.num_players):
            other = another_history(match, seat, split_stream(new_stream(seed), 1))
            if other is None or match.state.is_terminal():
                continue
            for index in range(len(match.events) + 1):
                state, like = match.state_before(index), other.state_before(index)
                assert (
                    state.information_state(seat).tobytes()
                    == like.information_state(seat).tobytes()
                )
                differing += state != like
    assert differing > 20, "too few pairs of games were found to say anything"


@every_variant
def test_tensors_of_distinct_views_differ(variant: Variant) -> None:
    """While the game runs: an ended one shows what tensors never do."""
    views: dict[tuple[int, bytes], str] = {}
    for state, seat in seen(variant):
        if not state.is_terminal():
            view = json.dumps([state.current_player(), state.view(seat)], sort_keys=True)
            assert views.setdefault((seat, state.information_state(seat).tobytes()), view) == view
    assert len(set(views.values())) > 10


# -- Moves as a mask -----------------------------------------------------------------------------------


@every_variant
def test_legal_mask(variant: Variant) -> None:
    for state in states_of(variant):
        mask = state.legal_mask()
        assert mask.dtype == np.bool_
        assert mask.shape == (state.game.num_distinct_actions,)
        assert np.flatnonzero(mask).tolist() == state.legal_actions()
        mask[:] = True  # the caller's own
        assert np.flatnonzero(state.legal_mask()).tolist() == state.legal_actions()
