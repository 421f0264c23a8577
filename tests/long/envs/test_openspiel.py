"""OpenSpiel games."""

from __future__ import annotations

import importlib
import json
import random
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import numpy as np
import pytest

import empile
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.errors import IllegalActionError, OptionError
from empile.engine.options import Option
from empile.envs.names import spiel_name
from tests.envs.games import by_game
from tests.support.games import Variant, variants
from tests.support.lazy_modules import lazy_module

if TYPE_CHECKING:
    import pyspiel

    from empile.envs import openspiel
else:
    openspiel = lazy_module("empile.envs.openspiel")
    pyspiel = lazy_module("pyspiel", registers="empile.envs.openspiel")

ismcts = lazy_module("open_spiel.python.algorithms.ismcts")
mcts = lazy_module("open_spiel.python.algorithms.mcts")
outcome_sampling_mccfr = lazy_module("open_spiel.python.algorithms.outcome_sampling_mccfr")

SHORT = {"round_limit": 2, "turn_limit": 12}
"""Options that shorten games."""


def load(variant: Variant, *, short: bool = False) -> Any:
    """Load a variant with OpenSpiel."""
    options: dict[str, Any] = dict(variant.options)
    offered = {option.name: option for option in game_class(variant.name).options_offered}
    if short:
        options |= {name: value for name, value in SHORT.items() if name in offered}
    told = {name: parameter(offered[name], value) for name, value in options.items()}
    return pyspiel.load_game(spiel_name(variant.name), told)


def parameter(option: Option, value: Any) -> Any:
    plain = option.kind in ("choice", "number", "flag") or value == "house"
    return value if plain else json.dumps(value)


def step(state: Any, dice: random.Random) -> None:
    """Apply a random action."""
    if state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(actions, odds)[0])
    else:
        state.apply_action(dice.choice(state.legal_actions()))


def random_states(game: Any, seed: int) -> list[Any]:
    """Return the states of a random game at a seat's turn."""
    state, dice, found = game.new_initial_state(), random.Random(seed), list[Any]()
    while not state.is_terminal():
        if not state.is_chance_node():
            found.append(state.clone())
        step(state, dice)
    return found


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_game_passes_python_simulation(variant: Variant) -> None:
    tests: Any = importlib.import_module("open_spiel.python.tests.games_sim_test")
    np.random.seed(1)
    tests.GamesSimTest().sim_game(load(variant, short=True))


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_parameters_cover_every_option(variant: Variant) -> None:
    game = load(variant)
    wanted = {**variant.options}
    assert {name: game.game.options[name] for name in wanted} == wanted
    again: Any = pyspiel.load_game(str(game))
    assert again.game.options == game.game.options
    assert str(again) == str(game)


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_parameters_default_to_games_without_people(variant: Variant) -> None:
    game: Any = pyspiel.load_game(spiel_name(variant.name))
    cls = game_class(variant.name)
    assert game.game.options == {**cls().options, **headless_options(cls)}
    assert str(game) == f"{spiel_name(variant.name)}()"


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_state_matches_engine(variant: Variant) -> None:
    game = load(variant, short=True)
    state, ours = game.new_initial_state(), game.game.new_state()
    dice = random.Random(1)
    while not state.is_terminal():
        assert state.is_chance_node() == ours.is_chance_node()
        if ours.is_chance_node():
            odds = dict(state.chance_outcomes())
            assert odds == {action: p for action, p in ours.chance_outcomes() if p > 0}
            assert sum(odds.values()) == pytest.approx(1)
        else:
            assert state.current_player() == ours.current_player()
            assert state.legal_actions() == ours.legal_actions()
            mask = state.legal_actions_mask(state.current_player())
            assert np.array_equal(mask, ours.legal_mask())
        for seat in range(game.num_players()):
            assert state.observation_tensor(seat) == ours.observation(seat).tolist()
            assert state.information_state_tensor(seat) == ours.information_state(seat).tolist()
        step(state, dice)
        ours.apply_action(state.history()[-1])
        assert state.empile_state == ours
    assert state.returns() == ours.returns()


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_information_state_matches_observed_events(variant: Variant) -> None:
    game = load(variant, short=True)
    state, dice = game.new_initial_state(), random.Random(2)
    match = empile.Match(game.game)
    while not state.is_terminal():
        step(state, dice)
    history = iter(state.history())
    while not match.state.is_terminal():
        before = match.state
        if before.is_chance_node():
            drawn = [next(history) for _ in range(before.chance_actions_left())]
            match.play(game.game.notation.event_text(before, drawn))
        else:
            match.play_action(next(history))
    for seat in range(game.num_players()):
        told = [
            game.game.notation.redacted_text(match.state_before(number), event, seat)
            for number, event in enumerate(match.events)
        ]
        assert state.information_state_string(seat).split("\n") == [f"seat {seat}", *told]


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_resample_from_infostate_keeps_the_information_state(variant: Variant) -> None:
    game = load(variant, short=True)
    sampler, changed = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0), 0
    for state in random_states(game, seed=3)[::3]:
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, sampler)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.current_player() == state.current_player()
            changed += str(other) != str(state)
    assert bool(changed) == game.game.imperfect_information


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_action_to_string_matches_notation(variant: Variant) -> None:
    for state in random_states(load(variant, short=True), seed=4)[:5]:
        player, ours = state.current_player(), state.empile_state
        for action in state.legal_actions():
            assert state.action_to_string(player, action) == ours.action_to_text(action)


def test_apply_action_illegal_raises() -> None:
    state: Any = pyspiel.load_game("python_empile_block_ness").new_initial_state()
    action = state.legal_actions_mask(0).index(0)
    with pytest.raises(IllegalActionError) as refused:
        state.apply_action(action)
    assert refused.value.reason is not None


def test_parameters_reject_bad_values() -> None:
    with pytest.raises(OptionError, match="option 'players' must be one of 2, 3, 4, not 9"):
        pyspiel.load_game("python_empile_block_ness(players=9)")
    with pytest.raises(OptionError, match="option 'colours' is not JSON"):
        pyspiel.load_game("python_empile_block_ness", {"colours": "[1,"})
    with pytest.raises(pyspiel.SpielError, match="colour"):
        pyspiel.load_game("python_empile_block_ness(colour=1)")


def test_parameters_accept_json_and_percent_encoding() -> None:
    plain: Any = pyspiel.load_game("python_empile_block_ness", {"colours": "[3,1]"})
    quoted: Any = pyspiel.load_game(f"python_empile_block_ness(colours={quote('[3,1]')})")
    assert plain.game.options == quoted.game.options
    assert plain.game.options["colours"] == [3, 1]
    assert str(plain) == str(quoted)


def observer(game: Any, private: Any, *, public: bool = True, recall: bool = False) -> Any:
    kind = pyspiel.IIGObservationType(public, perfect_recall=recall, private_info=private)
    return game.make_py_observer(kind)


def observed(game: Any, state: Any, seat: int, private: Any, **kind: bool) -> tuple[bytes, str]:
    """Return the tensor and the text of an observer."""
    seen = observer(game, private, **kind)
    seen.set_from(state, seat)
    return seen.tensor.tobytes(), seen.string_from(state, seat)


@pytest.mark.parametrize("recall", [False, True])
@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_public_observer_shows_nothing_hidden(variant: Variant, recall: bool) -> None:
    game = load(variant, short=True)
    none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    everyone = pyspiel.PrivateInfoType.ALL_PLAYERS
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    seats, hidden = range(game.num_players()), 0
    for state in random_states(game, seed=8)[::3]:
        public = observed(game, state, 0, none, recall=recall)
        for seat in seats:
            assert observed(game, state, seat, none, recall=recall) == public
            own = observed(game, state, seat, single, public=False, recall=recall)
            other = state.resample_from_infostate(seat, sampler)
            assert observed(game, other, seat, none, recall=recall) == public
            assert observed(game, other, seat, single, public=False, recall=recall) == own
            all_of = observed(game, state, seat, everyone, public=False, recall=recall)
            hidden += observed(game, other, seat, everyone, public=False, recall=recall) != all_of
    assert bool(hidden) == game.game.imperfect_information


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_observers_of_parts_make_up_the_whole(variant: Variant) -> None:
    game = load(variant, short=True)
    none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    everyone = pyspiel.PrivateInfoType.ALL_PLAYERS
    for state in random_states(game, seed=9)[::5]:
        parts = [observer(game, none), observer(game, single, public=False)]
        whole, of_all = observer(game, single), observer(game, everyone, public=False)
        for each in (*parts, whole, of_all):
            each.set_from(state, 0)
        assert whole.tensor.tolist() == state.observation_tensor(0)
        assert set(parts[0].dict) | set(parts[1].dict) == set(whole.dict)
        for name, plane in whole.dict.items():
            part = next(part for part in parts if name in part.dict)
            assert np.array_equal(part.dict[name], plane)
        for name, planes in of_all.dict.items():
            for seat in range(game.num_players()):
                parts[1].set_from(state, seat)
                assert np.array_equal(planes[seat], parts[1].dict[name])
        assert observer(game, none, public=False).string_from(state, 0) == ""


def test_private_text_is_what_others_do_not_see() -> None:
    game: Any = pyspiel.load_game("python_empile_block_out(turn_limit=2)")
    state = next(s for s in random_states(game, seed=1) if s.current_player() == 0)
    hand = state.empile_state.view(0)["hands"][0]
    single = pyspiel.PrivateInfoType.SINGLE_PLAYER
    own = observer(game, single, public=False, recall=True).string_from(state, 0)
    assert own.split("\n")[:2] == ["seat 0", "~hand " + " ".join(hand)]
    own = observer(game, single, public=False).string_from(state, 0)
    shown = json.loads(own.removeprefix("seat 0: "))
    assert shown["hands"][0] == hand
    assert set(shown["hands"][1]) == {"?"}
    assert "tower" not in shown


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_generate_playthrough_is_reproduced_by_its_actions(variant: Variant) -> None:
    generator: Any = importlib.import_module("open_spiel.python.algorithms.generate_playthrough")
    name = str(load(variant, short=True))
    lines = generator.playthrough(name, None, seed=1).splitlines()
    actions = [int(line.removeprefix("action: ")) for line in lines if line.startswith("action: ")]
    assert "IsTerminal() = True" in lines
    assert generator.playthrough(name, actions, seed=2).splitlines() == lines


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_chance_outcomes_stay_within_the_bound(variant: Variant) -> None:
    game = load(variant, short=True)
    state, dice, moves, drawn = game.new_initial_state(), random.Random(3), 0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            drawn += 1
            outcomes = [action for action, _ in state.chance_outcomes()]
            assert max(outcomes) < game.max_chance_outcomes()
        else:
            moves += 1
        step(state, dice)
    assert moves <= game.max_game_length()
    assert drawn <= game.max_chance_nodes_in_history()


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_utilities_stay_within_the_bounds(variant: Variant) -> None:
    game = load(variant, short=True)
    lowest, highest, total = game.min_utility(), game.max_utility(), game.utility_sum()
    assert (lowest, highest, total) == (-1, 1, 0)
    dice, reached = random.Random(5), set[float]()
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            step(state, dice)
        returns = state.returns()
        assert len(returns) == game.num_players()
        assert sum(returns) == pytest.approx(total)
        reached.update(returns)
    assert lowest <= min(reached) <= max(reached) <= highest


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_utility_bounds_are_reached(variant: Variant) -> None:
    game = load(variant)
    dice, reached = random.Random(6), set[float]()
    for _ in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            step(state, dice)
        reached.update(state.returns())
        if {game.min_utility(), game.max_utility()} <= reached:
            return
    pytest.fail(f"returns were {sorted(reached)} only")


def test_register_is_idempotent() -> None:
    names = pyspiel.registered_names()
    openspiel.register()
    assert pyspiel.registered_names() == names
    assert {spiel_name(name) for name in empile.game_names()} <= set(names)


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_mcts_bot_plays(variant: Variant) -> None:
    game = load(variant, short=True)
    states = [state for state in random_states(game, seed=5) if len(state.legal_actions()) > 1]
    state = states[len(states) // 2]
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 20, 100, False, 1, False)
    root = bot.mcts_search(state)  # `step` releases the GIL, which crashes Python games
    assert root.explore_count == 20
    assert root.best_child().action in state.legal_actions()


def test_mcts_bot_beats_random_play() -> None:
    game = pyspiel.load_game("python_empile_block_ness")
    bots = [
        mcts.MCTSBot(
            game,
            1.4,
            30,
            mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
            random_state=np.random.RandomState(2),
        ),
        pyspiel.make_uniform_random_bot(1, 3),
    ]
    results = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0] for seed in range(4)]
    assert sum(results) > 0


@pytest.mark.parametrize(
    "name", [n for n in empile.game_names() if game_class(n).imperfect_information]
)
def test_ismcts_bot_plays(name: str) -> None:
    variant = next(variant for variant in by_game() if variant.name == name)
    game = load(variant, short=True)
    states = [s for s in random_states(game, seed=6) if len(s.legal_actions()) > 1]
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.4,
        max_simulations=10,
        random_state=np.random.RandomState(2),
        allow_inconsistent_action_sets=True,
    )
    dice = np.random.RandomState(3)

    def resample(state: Any, seat: int) -> Any:
        return state.resample_from_infostate(seat, dice.uniform)

    bot.set_resampler(resample)
    assert bot.step(states[-3]) in states[-3].legal_actions()


def test_mccfr_runs() -> None:
    game = pyspiel.load_game("python_empile_block_out(turn_limit=3)")
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(10):
        solver.iteration()
    state: Any = random_states(game, seed=1)[0]
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


def test_a_game_can_be_played_by_older_rules() -> None:
    """And its state is written and read with them."""
    game: Any = pyspiel.load_game("python_empile_on_top", {"rules_version": 1})
    assert "rules_version=1" in str(game)
    assert game.game.rules_version == 1
    again: Any = pyspiel.load_game(str(game))
    assert again.game.rules_version == 1
    newest: Any = pyspiel.load_game("python_empile_on_top")
    assert newest.game.rules_version == 2
    with pytest.raises(empile.UnknownGameError, match="on-top has no rules version 9"):
        pyspiel.load_game("python_empile_on_top", {"rules_version": 9})
