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
from tests.engine.search.positions import near_the_end, random_state
from tests.engine.search.reference_puct import visits_of

Observations = NDArray[np.float32]
Legal = NDArray[np.bool_]
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("block-ness", {"players": 3}),
    ("block-out", {"players": 4, "referee": "odds"}),
    ("on-top", {"players": 4, "teams": True}),
]


def uniform(seats: int) -> empile.Evaluator:
    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        return np.zeros(legal.shape, np.float32), np.zeros((len(legal), seats), np.float32)

    return evaluator


def scattered(seats: int, seed: int = 0) -> empile.Evaluator:
    """Return an evaluator whose priors and values depend on all of an observation."""

    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        keys = np.random.default_rng(seed).normal(size=(observations.shape[1], seats + 1))
        phases = 37.0 * (observations.astype(np.float64) @ keys)
        columns = np.arange(legal.shape[1])
        logits = np.sin(phases[:, :1] + 1.7 * columns)
        return logits.astype(np.float32), np.sin(phases[:, 1:]).astype(np.float32)

    return evaluator


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


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("params", [empile.Puct(), empile.Puct(0.4, fpu_reduction=0.3)])
def test_search_equals_plain_puct(players: int, params: empile.Puct) -> None:
    game = empile.load("block-ness", players=players)
    states = [random_state(game, seed, moves=3 * seed) for seed in range(6)]
    searcher = empile.BatchedSearch(game, len(states), seed=1, method=params)
    for evaluator in (uniform(players), scattered(players)):
        found = searcher.search(states, evaluator, 150)
        for i, state in enumerate(states):
            assert visits(found, game, i) == visits_of(state, evaluator, 150, params)


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


@pytest.mark.parametrize("method", [empile.Puct(), empile.Gumbel(), empile.Puct(leaves=4)])
def test_search_of_states_that_the_seat_cannot_distinguish_is_the_same(
    method: empile.Puct | empile.Gumbel,
) -> None:
    game = empile.load("block-out", players=3, referee="odds")
    state = random_state(game, 3, moves=4)
    seat = state.current_player()
    twins = [empile.resampled(state, seat, empile.new_stream(n)) for n in range(6)]
    assert len({twin.tobytes() for twin in twins}) > 1
    results = [
        empile.BatchedSearch(game, 1, seed=9, method=method).search([twin], scattered(3), 200)
        for twin in twins
    ]
    for other in results[1:]:
        assert all(a.tobytes() == b.tobytes() for a, b in zip(results[0], other, strict=True))


# -- Gumbel ------------------------------------------------------------------------------------------


def test_visit_schedule_halves_the_considered_moves() -> None:
    schedule = visit_schedule(8, 32)
    assert schedule.shape == (9, 32)
    # 8 moves once, then 4 twice, then 2 as often as there are simulations left.
    assert schedule[8].tolist() == [0] * 8 + [1] * 4 + [2] * 4 + [
        visits for visits in range(3, 11) for _ in range(2)
    ]
    assert schedule[1].tolist() == list(range(32))


def test_gumbel_divides_simulations_by_sequential_halving() -> None:
    batch = batch_of("block-ness", 4, players=2)
    searcher = empile.BatchedSearch(batch.game, 4, seed=1, method=empile.Gumbel(8))
    found = searcher.search(batch.states, scattered(2), 32)
    for row in found.visits:
        assert sorted(row[row > 0].tolist(), reverse=True) == [11, 11, 3, 3, 1, 1, 1, 1]


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


# -- Wrong evaluators --------------------------------------------------------------------------------


def wrong_results(legal: Legal) -> list[tuple[Any, str]]:
    rows, columns = legal.shape
    logits, values = np.zeros((rows, columns), np.float32), np.zeros(rows, np.float32)
    nan, hopeless = logits.copy(), logits.copy()
    nan[1, np.flatnonzero(legal[1])[0]] = np.nan
    hopeless[2, legal[2]] = -np.inf
    infinite = np.where(legal, np.float32(np.inf), logits)
    return [
        (None, r"must return \(logits, values\), not NoneType"),
        ((logits, values, values), r"must return \(logits, values\)"),
        (([0.0], values), "logits must be an array, not list"),
        ((logits[:-1], values), "logits must have shape"),
        ((logits.T, values), "logits must have shape"),
        ((logits.astype(np.int64), values), "logits must be floating point numbers, not int64"),
        ((logits, values[:-1]), "values must have shape"),
        ((logits, np.zeros((rows, 3), np.float32)), "values must have shape"),
        ((logits, np.full(rows, np.nan, np.float32)), "values must be from -1 to 1, not"),
        ((logits, np.full(rows, 1.5, np.float32)), "use tanh, or clip"),
        ((nan, values), "see row 1"),
        ((hopeless, values), "see row 2"),
        ((infinite, values), "see row 0"),
    ]


def always(result: Any) -> empile.Evaluator:
    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        return result  # type: ignore[no-any-return]

    return evaluator


def test_wrong_evaluations_raise_clear_errors_and_leaves_go_on_waiting() -> None:
    batch = batch_of("block-ness", 3, players=2)
    searcher = empile.BatchedSearch(batch.game, 3, seed=1)
    searcher.start(batch.states, 20)
    assert searcher.advance() == 3
    for result, message in wrong_results(searcher.legal.copy()):
        with pytest.raises(empile.EvaluatorError, match=message):
            searcher.search(batch.states, always(result), 20)
    searcher.start(batch.states, 20)
    good = scattered(2)
    while searcher.advance():
        with pytest.raises(empile.EvaluatorError):
            searcher.back_up(np.full(searcher.legal.shape, np.nan), np.zeros(len(searcher.legal)))
        searcher.back_up(*good(searcher.observations, searcher.legal))
    fresh = empile.BatchedSearch(batch.game, 3, seed=1)
    expected = fresh.search(batch.states, good, 20)
    assert (searcher.result().visits == expected.visits).all()


def test_exceptions_of_an_evaluator_pass_through_with_a_note() -> None:
    batch = batch_of("block-ness", 3, players=2)

    def broken(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        raise KeyError("weights")

    searcher = empile.BatchedSearch(batch.game, 3, seed=1)
    with pytest.raises(KeyError) as caught:
        searcher.search(batch.states, broken, 20)
    assert "raised by the evaluator of observations (3, 615)" in caught.value.__notes__[0]
    assert searcher.search(batch.states, uniform(2), 5).visits.sum() == 15


@pytest.mark.parametrize("seed", range(8))
def test_fuzzed_evaluators_give_results_or_errors(seed: int) -> None:
    rng = np.random.default_rng(seed)
    batch = batch_of("block-ness", 4, players=2)
    searcher = empile.BatchedSearch(
        batch.game, 4, seed=seed, method=empile.Puct(leaves=int(rng.integers(1, 6)))
    )
    odd = np.array([np.nan, np.inf, -np.inf, 1e38, -1e38, 0.0, 1e-45])

    def fuzzed(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        logits = 50 * rng.normal(size=legal.shape)
        values = rng.uniform(-1, 1, size=len(legal))
        if rng.random() < 0.1:
            spoilt = rng.random(legal.shape) < 0.01
            logits[spoilt] = rng.choice(odd, size=int(spoilt.sum()))
        kind = rng.choice(["f2", "f4", "f8", ">f8"])
        with np.errstate(all="ignore"):
            return np.asfortranarray(logits.astype(kind)), values.astype(kind)[::-1]

    outcomes = set[bool]()
    for _ in range(12):
        try:
            found = searcher.search(batch.states, fuzzed, 25, reuse=True)
        except empile.EvaluatorError:
            outcomes.add(False)
            continue
        outcomes.add(True)
        assert np.isfinite(found.values).all()
        assert not found.visits[~batch.action_masks()].any()
        batch.step(found.actions)
    assert outcomes


def test_wrong_states_are_refused() -> None:
    game, other = empile.load("block-ness", players=2), empile.load("block-ness", players=3)
    searcher = empile.BatchedSearch(game, 2, seed=1)
    with pytest.raises(ValueError, match="2 games need as many states, not 1"):
        searcher.search([game.new_state()], uniform(2), 1)
    with pytest.raises(ValueError, match="same options"):
        searcher.search([other.new_state()] * 2, uniform(2), 1)
    with pytest.raises(ValueError, match="structs of block-ness"):
        searcher.search(np.zeros(2), uniform(2), 1)
    with pytest.raises(ValueError, match="must not be negative"):
        searcher.search([game.new_state()] * 2, uniform(2), -1)
    with pytest.raises(ValueError, match="at least one game"):
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
        lambda: empile.Gumbel(considered=0),
        lambda: empile.Gumbel(scale=-1.0),
        lambda: empile.Gumbel(leaves=2_000),
    ],
)
def test_wrong_parameters_are_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="must"):
        wrong()
