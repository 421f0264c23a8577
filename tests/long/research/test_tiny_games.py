"""Tiny games: solved values against independent solvers, and OpenSpiel's exact methods."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest

import empile
from empile.engine.errors import OptionError
from empile.envs.names import spiel_name
from empile.research import TinyBlockNess, TinyBlockOut, TinyBlox
from empile.research.game_tree import extensive_form, value
from tests.games.block_ness.reference import Reference
from tests.support.games import random_match
from tests.support.lazy_modules import lazy_module

if TYPE_CHECKING:
    import pyspiel

    from empile.envs import openspiel
else:
    openspiel = lazy_module("empile.envs.openspiel")
    pyspiel = lazy_module("pyspiel", registers="empile.envs.openspiel")


VALUES = {"base": 1.0, "expert": 0.0}
"""Of seat 0 in perfect play of tiny Block Ness."""


def reference_value(state: Reference, known: dict[str, float]) -> float:
    """Return the value by the reference implementation and plain minimax."""
    result = state.result()
    if result is not None:
        first, second = result["ranks"]
        return float((first < second) - (second < first))
    rings = sorted((tuple(sorted(ring["feet"])), ring["height"]) for ring in state.rings)
    hands = [sorted(hand) for hand in state.reserves.values()]
    key = repr((rings, state.heads, state.tails, state.under_head, hands, state.seat))
    if key not in known:
        sign = 1 if state.seat == 0 else -1
        best = -1.0
        for text in state.legal_texts():
            after = pickle.loads(pickle.dumps(state))
            after.play(text)
            best = max(best, sign * reference_value(after, known))
            if best == 1:
                break
        known[key] = sign * best
    return known[key]


@pytest.mark.parametrize("variant", VALUES)
def test_value_of_tiny_block_ness_matches_reference(variant: str) -> None:
    game = TinyBlockNess(variant=variant)
    assert value(game) == VALUES[variant]
    assert reference_value(Reference.of_options(game.options), {}) == VALUES[variant]


def test_value_rejects_other_games() -> None:
    with pytest.raises(ValueError, match="tiny-block-out is not a game of two seats with perfect"):
        value(TinyBlockOut())


def test_components_of_tiny_games_are_fixed() -> None:
    with pytest.raises(OptionError, match="the option 'lake' of tiny-block-ness is fixed"):
        TinyBlockNess(lake="house")
    with pytest.raises(OptionError, match="referee"):
        TinyBlockOut(referee="people")


def test_tiny_games_are_not_listed() -> None:
    assert not [name for name in empile.game_names() if name.startswith("tiny")]


@pytest.mark.parametrize(
    ("kind", "options"), [(TinyBlockNess, {}), (TinyBlockOut, {}), (TinyBlox, {"round_limit": 3})]
)
def test_tiny_games_stay_within_their_bounds(
    kind: type[empile.Game], options: dict[str, int]
) -> None:
    game = kind(**options)
    for seed in range(50):
        match = random_match(game, seed)
        moves = sum(event.seat >= 0 for event in match.events)
        drawn = sum(len(event.actions) for event in match.events if event.seat < 0)
        assert moves <= (game.max_game_length or 0)
        assert drawn <= (game.max_chance_nodes or 0)
        assert pickle.loads(pickle.dumps(match.state)) == match.state


def test_tiny_block_out_has_three_blocks_and_six_cards() -> None:
    game, towers = TinyBlockOut(turn_limit=30), set[int]()
    for seed in range(50):
        for state in random_match(game, seed)._states:
            position = state.position()
            towers.add(len(position["tower"]))
            assert set(position["tower"]) <= {"kS", "nM", "yL"}
            piles = sum(map(sum, (position["stock"].values(), position["discard"].values())))
            assert piles + sum(map(len, position["hands"])) == 6
    assert towers == {0, 1, 2, 3}


@pytest.mark.parametrize("cls", [TinyBlockNess, TinyBlockOut, TinyBlox])
def test_tiny_games_pass_random_sim_test(cls: type[empile.Game]) -> None:
    openspiel.register_class(cls)
    game = pyspiel.load_game(spiel_name(cls.name))
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def loaded(game: empile.Game) -> Any:
    return pyspiel.load_efg_game(extensive_form(game))


def step_in_tree(node: Any, text: str) -> float:
    """Take the action with this text; return its probability, 1 for a move."""
    player = node.current_player()
    texts = {node.action_to_string(player, action): action for action in node.legal_actions()}
    if not node.is_chance_node():
        node.apply_action(texts[text])
        return 1.0
    action = next(action for name, action in texts.items() if name.partition(" ")[2] == text)
    odds = dict(node.chance_outcomes())
    assert sum(odds.values()) == pytest.approx(1)
    node.apply_action(action)
    return float(odds[action])


@pytest.mark.parametrize("kind", [TinyBlockOut, TinyBlox])
def test_extensive_form_matches_random_games(kind: type[empile.Game]) -> None:
    game = kind()
    tree = loaded(game)
    sets: dict[str, str] = {}
    for seed in range(40):
        match, node = random_match(game, seed), tree.new_initial_state()
        observed = ["", ""]
        for number, event in enumerate(match.events):
            before = match.state_before(number)
            if before.is_chance_node():
                assert node.is_chance_node()
            else:
                assert node.current_player() == before.current_player()
                assert len(node.legal_actions()) == len(before.legal_actions())
                known = observed[before.current_player()]
                name = f"{before.current_player()}{known}"
                assert sets.setdefault(name, node.information_state_string()) == (
                    node.information_state_string()
                )
            probability = step_in_tree(node, event.text)
            if len(event.actions) == 1 and before.is_chance_node():
                assert probability == pytest.approx(
                    dict(before.chance_outcomes())[event.actions[0]]
                )
            for seat in range(2):
                observed[seat] += game.notation.redacted_text(before, event, seat)
        assert node.is_terminal()
        assert node.returns() == match.state.returns()
    assert len(set(sets.values())) == len(sets) > 20


def test_cfr_plus_solves_tiny_block_out() -> None:
    spiel: Any = pyspiel
    tree = loaded(TinyBlockOut(turn_limit=3))
    solver = spiel.CFRPlusSolver(tree)
    curve = []
    for _ in range(3):
        for _ in range(20):
            solver.evaluate_and_update_policy()
        curve.append(spiel.exploitability(tree, solver.average_policy()))
    assert curve == sorted(curve, reverse=True)
    policy = solver.average_policy()
    first, second = spiel.expected_returns(tree.new_initial_state(), policy, -1, False)
    assert first == -second == pytest.approx(0.9117, abs=0.001)
    assert curve[-1] < 0.001 < 0.1 < spiel.exploitability(tree, spiel.UniformRandomPolicy(tree))


def test_cfr_plus_solves_tiny_blox() -> None:
    spiel: Any = pyspiel
    tree = loaded(TinyBlox())
    solver = spiel.CFRPlusSolver(tree)
    curve = [spiel.exploitability(tree, spiel.UniformRandomPolicy(tree))]
    for _ in range(4):
        for _ in range(15):
            solver.evaluate_and_update_policy()
        curve.append(spiel.exploitability(tree, solver.average_policy()))
    assert curve == sorted(curve, reverse=True)
    policy = solver.average_policy()
    first, second = spiel.expected_returns(tree.new_initial_state(), policy, -1, False)
    assert first == -second == pytest.approx(0.9, abs=2 * curve[-1])
    assert curve[-1] < 0.001 < 0.8 < curve[0]


def test_tiny_blox_keeps_to_nine_spaces_and_six_cards() -> None:
    game, cells = TinyBlox(round_limit=6), set[str]()
    texts: set[str] = set()
    for seed in range(60):
        match = random_match(game, seed)
        texts |= {event.text for event in match.events if event.seat >= 0}
        for state in match._states:
            position = state.position()
            cells |= {*position["towers"], *position["figures"]}
            piles = sum(map(sum, (position["deck"].values(), position["discard"].values())))
            assert piles + sum(map(len, position["hands"])) == 6
            assert not any(position["jokers"])
    assert cells <= {f"{column}{row}" for column in "abc" for row in "123"}
    assert {">a3 W", ">c3 B", "a3xb3 W", "c3xb3 W", "/ WB"} <= texts


def test_tiny_blox_redeals_hidden_cards() -> None:
    game = TinyBlox(round_limit=6)
    for seed in range(30):
        for state in random_match(game, seed, 14)._states:
            seat = state.current_player()
            if seat >= 0:
                other = empile.resampled(state, seat, empile.new_stream(seed))
                assert other.view(seat) == state.view(seat)
                assert sum(map(len, other.position()["hands"])) == 4
                assert other.legal_actions() == state.legal_actions()


def test_machine_code_of_tiny_blox_depends_on_the_rules_of_blox() -> None:
    names = {source.as_posix().rpartition("empile/")[2] for source in TinyBlox().compiled.sources}
    assert {"games/blox/rules/moves.py", "research/tiny_blox_rules.py"} <= names
