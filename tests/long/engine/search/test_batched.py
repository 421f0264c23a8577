"""Trees that an evaluator guides, in many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.engine.search.exhaustive import exact_value
from empile.engine.search.forest import visit_schedule
from empile.research import TinyBlockNess, TinyBlockOut
from empile.research.game_tree import value
from tests.engine.search.evaluators import Legal, Observations, scattered, uniform
from tests.engine.search.positions import near_the_end, random_state

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("block-ness", {"players": 3}),
    ("block-out", {"players": 4, "referee": "odds"}),
    ("on-top", {"players": 4, "teams": True}),
]


def batch_of(name: str, size: int, moves: int = 6, **options: Any) -> empile.Batch:
    batch = empile.Batch(empile.load(name, **options), size, seed=5)
    for _ in range(moves):
        batch.step(batch.random_actions())
    return batch


def visits(found: empile.BatchedResult, game: empile.Game, i: int) -> dict[int, int]:
    columns = np.flatnonzero(found.visits[i])
    return dict(
        zip(game.possible_actions[columns].tolist(), found.visits[i, columns].tolist(), strict=True)
    )


def test_search_equals_search_without_evaluator_in_the_last_move() -> None:
    """Both add Q and the same term of PUCT if each move ends the game and UCB1 adds nothing."""
    game, compared = TinyBlockNess(), 0
    for seed in range(30):
        state = near_the_end(game, seed, most_lines=12)
        if state is None or not all(ends(state, action) for action in state.legal_actions()):
            continue
        plain = empile.search(
            state,
            stream=empile.new_stream(seed),
            simulations=200,
            params=empile.SearchParams(
                exploration=0.0, amaf_weight=0.0, solver=False, prior_weight=1.0, fpu_reduction=-9.0
            ),
        )
        searcher = empile.BatchedSearch(
            game, 1, seed=seed, method=empile.Puct(1.0, fpu_reduction=-9.0)
        )
        found = visits(searcher.search([state], prior_of_rules(state), 200), game, 0)
        assert sorted(found.values()) == sorted(move.visits for move in plain.moves)
        compared += 1
    assert compared >= 3


def prior_of_rules(state: empile.State) -> empile.Evaluator:
    """Return an evaluator of one state by the policy prior of the rules."""

    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        game, moves = state.game, np.array(state.legal_actions(), np.int32)
        shares = np.zeros(len(moves), np.float64)
        template = game.compiled.template("prior")
        template.prior(game.params_array, state.array, moves, len(moves), shares)
        logits = np.zeros(legal.shape)
        logits[0, columns_of(game, moves)] = np.log(shares)
        return logits, np.zeros(1)

    return evaluator


def ends(state: empile.State, action: int) -> bool:
    after = state.clone()
    after.apply_action(action)
    return after.is_terminal()


@pytest.mark.parametrize("method", [empile.Puct(2.0), empile.Gumbel(considered=64)])
@pytest.mark.parametrize("variant", ["base", "expert"])
def test_search_finds_the_value_of_a_tiny_game(
    method: empile.Puct | empile.Gumbel, variant: str
) -> None:
    game = TinyBlockNess(variant=variant)
    searcher = empile.BatchedSearch(game, 1, seed=3, method=method)
    found = searcher.search([game.new_state()], uniform(2), 20_000)
    assert found.values[0, 0] == pytest.approx(value(game), abs=0.6)  # of all simulations
    after = game.new_state()
    after.apply_action(int(found.actions[0]))
    assert exact_value(after, 0) == value(game)


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize(
    "method", [empile.Puct(noise=0.25), empile.Gumbel(), empile.Puct(leaves=5)]
)
def test_search_is_deterministic_and_independent_of_the_size(
    name: str, options: dict[str, Any], method: empile.Puct | empile.Gumbel
) -> None:
    batch = batch_of(name, 5, **options)
    game, evaluator = batch.game, scattered(batch.game.num_players)
    found, again, one = (
        empile.BatchedSearch(game, size, seed=2, method=method).search(
            batch.states[:size], evaluator, 60
        )
        for size in (5, 5, 1)
    )
    assert (found.visits.sum(axis=1) == 60).all()
    for mine, other in zip(found, again, strict=True):
        assert mine.tobytes() == other.tobytes()
    assert (one.visits[0] == found.visits[0]).all()
    masks = batch.action_masks()
    assert not found.visits[~masks].any()
    assert not found.policy[~masks].any()
    assert found.policy.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    assert (found.actions[:, np.newaxis] == game.possible_actions).any(axis=1).all()
    batch.step(found.actions)


def test_search_draws_chance_by_weight() -> None:
    """The value of a move is the mean over what follows, drawn by the odds."""
    game = TinyBlockOut()
    match = empile.Match(game)
    match.resolve_chance(empile.new_stream(4))
    batch = empile.Batch(game, 1, seed=0, start=match.state)
    searcher = empile.BatchedSearch(game, 1, seed=1)
    found = searcher.search(batch.states, uniform(2), 20_000)
    plain = empile.search(match.state, stream=empile.new_stream(1), simulations=20_000)
    assert found.values[0, plain.seat] == pytest.approx(plain.value, abs=0.15)


# -- Hidden information ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "inputs",
    [
        pytest.param(empile.EvaluatorInputs(), id="observations"),
        pytest.param(empile.EvaluatorInputs(memory=True), id="information states"),
        pytest.param(empile.EvaluatorInputs(own_view=True), id="own views"),
    ],
)
@pytest.mark.parametrize(
    "method", [empile.Puct(noise=0.25), empile.Gumbel(), empile.Puct(leaves=4)]
)
@pytest.mark.parametrize(
    ("name", "options"),
    [("block-out", {"players": 3, "referee": "odds"}), ("blox", {"players": 2})],
)
def test_search_of_states_that_the_seat_cannot_distinguish_is_the_same(
    name: str,
    options: dict[str, Any],
    method: empile.Puct | empile.Gumbel,
    inputs: empile.EvaluatorInputs,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = empile.load(name, **options)
    state = random_state(game, 3, moves=4)
    twins = [
        empile.resampled(state, state.current_player(), empile.new_stream(n)) for n in range(6)
    ]
    assert len({twin.tobytes() for twin in twins}) > 1

    def results(inputs: empile.EvaluatorInputs) -> set[bytes]:
        searchers = [
            empile.BatchedSearch(game, 1, seed=9, method=method, inputs=inputs) for _ in twins
        ]
        return {
            b"".join(array.tobytes() for array in searcher.search([twin], evaluator, 150))
            for searcher, twin in zip(searchers, twins, strict=True)
        }

    evaluator = scattered(game.num_players)
    assert len(results(inputs)) == 1
    monkeypatch.setattr(type(game), "imperfect_information", False)
    revealing = empile.EvaluatorInputs(memory=inputs.memory)
    assert len(results(revealing)) > 1, "what is hidden does not matter in this position"


# -- Gumbel ------------------------------------------------------------------------------------------


def test_visit_schedule_halves_the_considered_moves() -> None:
    schedule = visit_schedule(8, 32)
    assert schedule.shape == (9, 32)
    # 8 moves once, then 4 twice, then 2 as often as there are simulations left.
    assert schedule[8].tolist() == [0] * 8 + [1] * 4 + [2] * 4 + [
        visits for visits in range(3, 11) for _ in range(2)
    ]
    assert schedule[1].tolist() == list(range(32))


def test_gumbel_considers_no_more_moves_than_there_are() -> None:
    batch = batch_of("block-ness", 2, players=2)
    all_moves, many = (
        empile.BatchedSearch(batch.game, 2, seed=1, method=empile.Gumbel(considered)).search(
            batch.states, scattered(2), 40
        )
        for considered in (batch.game.compiled.max_legal, 2**31 - 1)
    )
    assert all_moves.visits.tobytes() == many.visits.tobytes()
    legal = batch.action_masks().sum(axis=1)
    assert ((all_moves.visits > 0).sum(axis=1) == np.minimum(legal, 40)).all()


def test_gumbel_policy_is_the_softmax_of_logits_and_completed_values() -> None:
    batch = batch_of("block-ness", 1, players=2)
    evaluator, method = scattered(2), empile.Gumbel(4, scale=0.0, value_scale=0.05)
    searcher = empile.BatchedSearch(batch.game, 1, seed=1, method=method)
    found = searcher.search(batch.states, evaluator, 4)  # each considered move once
    masks = batch.action_masks()
    logits, values = evaluator(batch.observations(), masks)
    tried = np.flatnonzero(found.visits[0])
    legal = np.flatnonzero(masks[0])
    prior = np.exp(logits[0, legal]) / np.exp(logits[0, legal]).sum()
    assert set(tried) == set(legal[np.argsort(-prior)[:4]])
    q = np.zeros(len(legal))
    seat = int(batch.current[0])
    for column in tried:
        state = batch.state(0)
        state.apply_action(int(batch.game.possible_actions[column]))
        mover = state.current_player()
        seen = state.observation(mover)[np.newaxis]
        worth = float(evaluator(seen, masks)[1][0, (seat - mover) % 2])
        q[legal == column] = worth
    was_tried = np.isin(legal, tried)
    weighted = (prior * q)[was_tried].sum() / prior[was_tried].sum()
    q[~was_tried] = (float(values[0, 0]) + 4 * weighted) / 5
    scores = np.log(prior) + (50 + 1) * 0.05 * 0.5 * q
    expected = np.exp(scores - scores.max())
    assert found.policy[0, legal] == pytest.approx(expected / expected.sum(), rel=1e-3)


# -- Reuse, noise, temperature -----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), [GAMES[0], GAMES[2]])
def test_reuse_keeps_the_visits_below_the_new_root(name: str, options: dict[str, Any]) -> None:
    batch = batch_of(name, 6, **options)
    game = batch.game
    searcher = empile.BatchedSearch(game, 6, seed=1, method=empile.Puct(0.5))
    for _ in range(4):
        before = searcher.search(batch.states, scattered(game.num_players), 200, reuse=True)
        kept = before.visits[np.arange(6), columns_of(game, before.actions)]
        batch.step(before.actions)
        searcher.start(batch.states, 0, reuse=True)
        while searcher.advance():
            searcher.back_up(*scattered(game.num_players)(searcher.observations, searcher.legal))
        after = searcher.result().visits.sum(axis=1)
        if game.compiled.max_outcomes == 1:
            assert (after == kept - 1).all()  # its first visit evaluated it
        else:
            assert (after < kept).all()
            assert after.any()
        masks = batch.action_masks()
        assert not searcher.result().visits[~masks].any()


def columns_of(game: empile.Game, actions: NDArray[np.int32]) -> NDArray[np.intp]:
    return np.searchsorted(game.possible_actions, actions)


def test_reuse_never_crosses_seats_that_see_different_things() -> None:
    game = empile.load("block-out", players=2, referee="odds")
    state = random_state(game, 2, moves=3)
    searcher = empile.BatchedSearch(game, 1, seed=1)
    found = searcher.search([state], uniform(2), 300)
    match = empile.Match(game)
    match.state.array[:] = state.array
    match.play_action(int(found.actions[0]))
    match.resolve_chance(empile.new_stream(1), also_external=True)
    assert match.state.current_player() != state.current_player()
    searcher.start([match.state], 0, reuse=True)
    assert searcher.advance() == 1, "an empty tree begins with its root"


def test_reuse_bounds_the_memory() -> None:
    batch = batch_of("on-top", 4, players=2)
    searcher = empile.BatchedSearch(batch.game, 4, seed=1)
    sizes: list[int] = []
    for _ in range(60):
        batch.step(searcher.search(batch.states, scattered(2), 50, reuse=True).actions)
        sizes.append(searcher.nbytes)
    assert sizes[-1] == sizes[15]


def test_full_trees_grow_no_further_but_go_on() -> None:
    batch = batch_of("block-ness", 4, players=2)
    searcher = empile.BatchedSearch(batch.game, 4, seed=1, max_bytes=1 << 20)
    found = searcher.search(batch.states, scattered(2), 3_000)
    assert (found.visits.sum(axis=1) == 3_000).all()
    larger = empile.BatchedSearch(batch.game, 4, seed=1)
    larger.search(batch.states, scattered(2), 3_000)
    assert searcher.nbytes < larger.nbytes


def test_noise_changes_the_root_only_if_wanted() -> None:
    batch = batch_of("block-ness", 3, players=2)
    states = batch.states

    def first(noise: float, seed: int) -> NDArray[np.int32]:
        method = empile.Puct(noise=noise)
        searcher = empile.BatchedSearch(batch.game, 3, seed=seed, method=method)
        return searcher.search(states, uniform(2), 80).visits

    assert (first(0.0, 1) == first(0.0, 2)).all()
    assert (first(0.25, 1) != first(0.25, 2)).any()


def test_sample_follows_visits_and_temperature() -> None:
    batch = batch_of("block-ness", 1, players=2)
    searcher = empile.BatchedSearch(batch.game, 1, seed=1)
    found = searcher.search(batch.states, scattered(2), 60)
    drawn = np.bincount(
        columns_of(batch.game, np.concatenate([searcher.sample() for _ in range(2_000)])),
        minlength=found.visits.shape[1],
    )
    assert drawn / 2_000 == pytest.approx(found.visits[0] / 60, abs=0.05)
    assert searcher.sample(0.0) == found.actions
    assert all(searcher.sample(1e-3) == found.actions for _ in range(20))
    with pytest.raises(ValueError, match="negative"):
        searcher.sample(-1.0)


def test_games_that_are_over_are_skipped() -> None:
    game = empile.load("block-ness", players=2)
    over = random_state(game, 1, moves=2)
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    searcher = empile.BatchedSearch(game, 2, seed=1)
    found = searcher.search([over, game.new_state()], uniform(2), 10)
    assert found.actions[0] == searcher.sample()[0] == -1
    assert found.visits.sum(axis=1).tolist() == [0, 10]


# -- Wrong arguments --------------------------------------------------------------------------------


def test_wrong_states_are_refused() -> None:
    game, other = empile.load("block-ness", players=2), empile.load("block-ness", players=3)
    searcher = empile.BatchedSearch(game, 2, seed=1)
    with pytest.raises(ValueError, match="2 games need as many states, not 1"):
        searcher.search([game.new_state()], uniform(2), 1)
    with pytest.raises(ValueError, match="same options"):
        searcher.search([other.new_state()] * 2, uniform(2), 1)
    with pytest.raises(ValueError, match="structs of block-ness"):
        searcher.search(np.zeros(2), uniform(2), 1)
    with pytest.raises(ValueError, match="simulations must be"):
        searcher.search([game.new_state()] * 2, uniform(2), -1)
    with pytest.raises(ValueError, match="size must be"):
        empile.BatchedSearch(game, 0, seed=1)
    on_top = empile.load("on-top")
    with pytest.raises(ValueError, match="resolve chance"):
        empile.BatchedSearch(on_top, 1, seed=1).search([on_top.new_state()], uniform(2), 1)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: empile.Puct(exploration=-1.0),
        lambda: empile.Puct(noise=1.5),
        lambda: empile.Puct(noise_alpha=0.0),
        lambda: empile.Puct(leaves=0),
        lambda: empile.Puct(exploration=float("nan")),
        lambda: empile.Puct(exploration=float("inf")),
        lambda: empile.Puct(fpu_reduction=float("nan")),
        lambda: empile.Puct(noise=0.25, noise_alpha=float("inf")),
        lambda: empile.Gumbel(considered=0),
        lambda: empile.Gumbel(visit_offset=float("inf")),
        lambda: empile.Gumbel(scale=-1.0),
        lambda: empile.Gumbel(leaves=2_000),
    ],
)
def test_wrong_parameters_are_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="must"):
        wrong()
