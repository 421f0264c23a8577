"""Networks in NumPy, and in PyTorch and ONNX with the same weights."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import empile
from empile.networks import CentredView, Network, NetworkError, NetworkShape
from empile.networks.network import parameter_shapes
from tests.engine.search.positions import random_state
from tests.support.training import SHAPES, SMALL, positions_of, random_weights

two_seats = cache(lambda: empile.load("block-ness", players=2))


def network_of(kind: str) -> Network:
    """Return a network of a kind whose biases differ from 0."""
    name, options, shape = SHAPES[kind]
    network = Network.random(empile.load(name, **options), shape, seed=2)
    return Network(network.game, shape, random_weights(network))


@pytest.mark.parametrize("kind", SHAPES)
def test_network_equals_pytorch(torch: Any, kind: str) -> None:
    from empile.training.model import TorchNetwork

    network = network_of(kind)
    module = TorchNetwork(network)
    seen, legal = positions_of(network.game, 9, memory=network.shape.memory)
    logits, values = network(seen, legal)
    seats = network.game.num_players
    assert values.shape == ((9,) if seats == 2 else (9, seats))
    shown = (torch.from_numpy(legal.astype(np.float32)),) if network.shape.legal else ()
    counts = legal.sum(axis=1)
    rows = np.zeros((9, counts.max() + 2), np.int64)
    is_move = np.arange(rows.shape[1])[None, :] < counts[:, None]
    rows[is_move] = np.nonzero(legal)[1]
    with torch.no_grad():
        wanted, wanted_values = module(torch.from_numpy(seen), *shown)
        of_moves, all_values = module.of_moves(
            torch.from_numpy(seen), torch.from_numpy(rows), torch.from_numpy(is_move)
        )
    assert logits[legal] == pytest.approx(wanted.numpy()[legal], abs=1e-4)
    assert values == pytest.approx(wanted_values.numpy(), abs=1e-4)
    assert of_moves.numpy()[is_move] == pytest.approx(wanted.numpy()[legal], abs=1e-4)
    assert all_values.shape == (9, seats)
    assert all_values.numpy()[:, 0] == pytest.approx(values.reshape(9, -1)[:, 0], abs=1e-4)
    assert np.ptp(logits[legal]) > 0.1
    again = module.network()
    assert all((again.weights[name] == array).all() for name, array in network.weights.items())


@pytest.mark.parametrize("kind", ["everything"])
@pytest.mark.filterwarnings("ignore")  # of the exporter
def test_network_equals_its_onnx_model(torch: Any, kind: str, tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnxscript")
    from empile.training.model import export_onnx

    network = network_of(kind)
    export_onnx(network, tmp_path / "network.onnx")
    evaluator = empile.onnx_evaluator(tmp_path / "network.onnx")
    seen, legal = positions_of(network.game, 9)
    for size in (1, 2, 9):
        logits, values = network(seen[:size], legal[:size])
        found, found_values = evaluator(seen[:size], legal[:size])
        assert found[legal[:size]] == pytest.approx(logits[legal[:size]], abs=1e-4)
        assert found_values == pytest.approx(values, abs=1e-4)


def test_values_of_two_seats_are_opposite(torch: Any) -> None:
    from empile.training.model import TorchNetwork

    seen, legal = positions_of(two_seats(), 4)
    columns = torch.from_numpy(legal.argmax(axis=1)[:, None])
    is_move = torch.ones_like(columns, dtype=torch.bool)
    values = TorchNetwork(network_of("dense")).of_moves(torch.from_numpy(seen), columns, is_move)[1]
    assert (values[:, 0] == -values[:, 1]).all()


def test_network_guides_searches() -> None:
    network = network_of("view")
    state = two_seats().new_state()
    found = empile.search(
        state, stream=empile.new_stream(1), simulations=20, evaluator=network, method=empile.Puct()
    )
    assert found.simulations == 20
    assert found.best in state.legal_actions()


class Called:
    """A network that searches call."""

    def __init__(self, network: Network) -> None:
        self.inputs, self.network, self.rows = network.inputs, network, 0

    def __call__(self, observations: Any, legal: Any) -> Any:
        self.rows += len(observations)
        return self.network(observations, legal)


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize(
    "method", [empile.Puct(leaves=3, rollout_weight=0.2), empile.Gumbel(6), empile.Puct()]
)
def test_searches_in_machine_code_equal_those_that_call_the_network(
    kind: str, method: empile.Puct | empile.Gumbel
) -> None:
    network = network_of(kind)
    called = Called(network)
    states = [random_state(network.game, seed, moves=3 * seed) for seed in range(3)]
    results: list[tuple[list[bytes], int]] = []
    for evaluator in (network, called):
        searcher = empile.BatchedSearch(
            network.game, 3, seed=1, method=method, inputs=network.inputs
        )
        found = [searcher.search(states, evaluator, 60, reuse=True) for _ in range(2)]
        bytes_found = [array.tobytes() for result in found for array in result]
        results.append((bytes_found, searcher.evaluations))
    assert results[0] == results[1]
    assert called.rows == results[1][1] > 200
    one, other = (
        empile.search(
            states[1],
            stream=empile.new_stream(4),
            simulations=90,
            evaluator=evaluator,
            method=method,
        )
        for evaluator in (network, called)
    )
    assert one.moves == other.moves
    assert one.principal_variation == other.principal_variation


@pytest.mark.parametrize("weights", ["policy.weight", "values.weight"])
def test_numbers_that_are_wrong_are_found_in_machine_code(weights: str) -> None:
    broken = dict(Network.random(two_seats(), SMALL, 1).weights)
    broken[weights] = np.full_like(broken[weights], np.nan)
    searcher = empile.BatchedSearch(two_seats(), 2, seed=1)
    states = [random_state(two_seats(), 1, moves=2), random_state(two_seats(), 2, moves=2)]
    with pytest.raises(empile.EvaluatorError, match="row 0"):
        searcher.search(states, Network(two_seats(), SMALL, broken), 20)
    assert searcher.search(states, Network.random(two_seats(), SMALL, 1), 20).visits.sum() == 40


def test_searches_refuse_networks_of_other_games() -> None:
    other = Network.random(empile.load("on-top", players=2), SMALL, 1)
    searcher = empile.BatchedSearch(two_seats(), 1, seed=1)
    with pytest.raises(NetworkError, match="the network needs observations and legal moves of"):
        searcher.search([random_state(two_seats(), 1, moves=2)], other, 20)


def test_calls_reuse_their_output_and_copies_do_not_share_it() -> None:
    network = network_of("dense")
    copy = network.copy()
    seen, legal = positions_of(two_seats(), 4)
    first = network(seen, legal)[0]
    kept = first.copy()
    copy(seen[::-1], legal[::-1])
    assert (first == kept).all()
    network(seen[::-1], legal[::-1])
    assert (first[legal[::-1]] == kept[::-1][legal[::-1]]).all()
    assert (first != kept).any()


def test_random_networks_depend_on_the_seed_and_begin_almost_uniform() -> None:
    seen, legal = positions_of(two_seats(), 4)
    first, same, other = (Network.random(two_seats(), SMALL, seed) for seed in (1, 1, 2))
    logits, values = (array.copy() for array in first(seen, legal))
    assert (same(seen, legal)[0] == logits).all()
    assert (other(seen, legal)[0] != logits).any()
    assert np.abs(logits).max() < 2.0
    assert np.abs(values).max() < 0.7


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"input.bias": np.zeros(3)}, "input.bias"),
        ({"more.bias": np.zeros(16)}, "more.bias"),
        ({"policy.weight": None}, "policy.weight"),
    ],
)
def test_network_needs_weights_of_its_shape(change: dict[str, Any], said: str) -> None:
    weights: dict[str, Any] = {**Network.random(two_seats(), SMALL, 1).weights, **change}
    weights = {name: array for name, array in weights.items() if array is not None}
    with pytest.raises(NetworkError, match=f"the weights {said} do not fit block-ness"):
        Network(two_seats(), SMALL, weights)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (CentredView(("heads",), "bottom"), "no board planes bottom"),
        (CentredView(("ears", "tails"), "top"), "no board planes ears"),
        (CentredView(("heads",), "top", ("walls",)), "no board planes walls"),
        (CentredView(("heads",), "heads"), "several channels"),
    ],
)
def test_view_needs_planes_of_the_game(view: CentredView, said: str) -> None:
    with pytest.raises(NetworkError, match=said):
        Network.random(two_seats(), NetworkShape(view=view), 1)


def test_own_view_needs_hidden_information() -> None:
    with pytest.raises(NetworkError, match="block-ness has no hidden information"):
        Network.random(two_seats(), NetworkShape(own_view=True), 1)


def test_searches_show_networks_what_they_learned_from() -> None:
    game = empile.load("block-out", referee="odds")
    network = Network.random(game, NetworkShape(width=8, blocks=0, memory=True, own_view=True), 1)
    assert network.inputs == empile.EvaluatorInputs(memory=True, own_view=True)
    state = random_state(game, 1, moves=3)
    found = empile.search(state, stream=empile.new_stream(1), simulations=20, evaluator=network)
    assert found.simulations == 20
    searcher = empile.BatchedSearch(game, 1, seed=1, inputs=network.inputs)
    assert searcher.search([state], network, 20).visits.sum() == 20
    other = empile.BatchedSearch(game, 1, seed=1)
    with pytest.raises(ValueError, match="the evaluator has other inputs"):
        other.search([state], network, 20)


def test_rank_needs_action_planes() -> None:
    with pytest.raises(NetworkError, match="cairn has no action planes: the rank must be 0"):
        Network.random(empile.load("cairn"), NetworkShape(rank=4), 1)


@pytest.mark.parametrize(
    "wrong",
    [{"width": 0}, {"width": 5000}, {"value_width": 0}, {"blocks": -1}, {"rank": 2000}],
)
def test_shapes_have_bounds(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"a network needs|the rank"):
        NetworkShape(**wrong)


@pytest.mark.parametrize("wrong", [{"radius": 0}, {"radius": 10**9}, {"around": ()}])
def test_views_have_bounds(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a view"):
        msgspec.structs.replace(CentredView(("heads",), "top"), **wrong)


def test_rank_needs_fewer_weights() -> None:
    rank = parameter_shapes(two_seats(), NetworkShape(rank=8))
    dense = parameter_shapes(two_seats(), NetworkShape())
    sizes = [
        sum(int(np.prod(size)) for name, size in shapes.items() if name.startswith("policy"))
        for shapes in (rank, dense)
    ]
    assert 2 * sizes[0] < sizes[1]
