"""Step 2: the compiled rules, on random games of all variants."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

from empile.checks.check import Step
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import Lack, close, equal, expect, lacks, refused
from empile.checks.random_games import (
    LONGEST,
    looked_through,
    one_of,
    pool,
    random_match,
    states_of,
)
from empile.engine.compiled.templates.rules import EXTERNAL
from empile.engine.errors import IllegalActionError
from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.random import below, new_stream, next_bits, pick, split
from empile.engine.state import State

RULES = Step("rules", "the compiled rules: moves, chance, results", "rules", needs=("game",))


@RULES.check(variants_of, gate=True)
def begins_and_ends(variant: Variant) -> None:
    """Random games reach an end, with a result; texts are not needed yet."""
    state, stream, actions = variant.game().new_state(), new_stream(0), 0
    expect(not state.is_terminal(), "a new game is over at once")
    while not state.is_terminal():
        if actions == LONGEST:
            lacks("a random game has not ended after {} actions: let each game end", LONGEST)
        outcomes = [action for action, odds in state.chance_outcomes() if odds > 0]
        possible = outcomes if state.is_chance_node() else state.legal_actions()
        if not possible:
            player = state.current_player()
            lacks("'current' returns {} after {} actions, but nothing is possible", player, actions)
        state.apply_action(possible[below(stream, len(possible))])
        actions += 1
    expect(state.result() is not None, "a finished game has no result")


@RULES.check(variants_of)
def legal_actions_are_sorted_and_in_range(variant: Variant) -> None:
    """Legal moves are different actions within the bounds that the rules declare."""
    for _, match in pool(variant):
        compiled, possible = match.game.compiled, set(match.game.possible_actions.tolist())
        for state in looked_through(match):
            legal = state.legal_actions()
            if bool(legal) != (state.current_player() >= 0):
                lacks("'legal' must write moves if and only if a seat is to act")
            expect(all(a < b for a, b in pairwise(legal)), "'legal' writes a move twice: {}", legal)
            if len(legal) > compiled.max_legal:
                lacks("'legal' writes {} moves, MAX_LEGAL is {}", len(legal), compiled.max_legal)
            if legal and not (legal[0] >= 0 and legal[-1] < compiled.actions):
                lacks("an action of {} is not below ACTIONS, {}", legal, compiled.actions)
            expect(possible >= set(legal), "'possible_actions' lacks some of {}", legal)


@RULES.check(variants_of)
def is_legal_matches_legal_actions(variant: Variant) -> None:
    """A state that has not listed its moves refuses and takes the same ones."""
    for seed, match in pool(variant):
        luck = random.Random(seed)
        state = one_of(match, luck, to_act=True)
        legal = set(state.legal_actions())
        step, params_array = state.game.compiled.step, state.game.params_array
        actions = state.game.num_distinct_actions
        for action in [*legal, *luck.sample(range(actions), min(300, actions))]:
            if bool(step.is_legal(params_array, state.array, 0, action)) != (action in legal):
                lacks("action {} is legal once and illegal once in the same state", action)


@RULES.check(variants_of)
def illegal_action_changes_nothing(variant: Variant) -> None:
    """An action that is not legal is refused, and the state stays as it is."""
    for seed, match in pool(variant):
        luck = random.Random(seed)
        state = one_of(match, luck)
        action = illegal_action(state, luck)
        if action is not None:
            before = state.tobytes()
            with_action(state, action)
            expect(state.tobytes() == before, "the illegal action {} changed the state", action)


def illegal_action(state: State, luck: random.Random) -> int | None:
    """Return an action that is not possible in ``state``; None if luck found none."""
    actions = state.game.num_distinct_actions
    edges = (-2, -1, 0, actions - 1, actions, actions + 1)
    action = luck.choice((luck.choice(edges), luck.randrange(actions)))
    possible = {*state.legal_actions(), *(a for a, _ in state.chance_outcomes())}
    return None if action in possible else action


def with_action(state: State, action: int) -> IllegalActionError:
    """Return the error with which an illegal action is refused."""
    error = refused(
        state.apply_action, action, IllegalActionError, "illegal action {} is taken", action
    )
    assert isinstance(error, IllegalActionError)
    return error


@RULES.check(variants_of)
def bytes_round_trip_with_zero_padding(variant: Variant) -> None:
    """A state is its bytes; what pads the struct stays zero."""
    for state in looked_through(random_match(variant.game(), 3)):
        for name in state.array.dtype.names or ():
            if name.startswith("pad_"):
                expect(not state.array[name].any(), "the padding {} was written to", name)
        again = State.from_bytes(state.game, state.tobytes())
        expect(again == state, "a state differs from the state of its bytes")
        expect(hash(again) == hash(state), "equal states have different hashes")
        equal(
            again.legal_actions(), state.legal_actions(), "legal moves of a state of the same bytes"
        )


@RULES.check(variants_of)
def undo_restores_state(variant: Variant) -> None:
    """Moves taken back lead to the bytes before."""
    for seed, match in pool(variant):
        luck = random.Random(seed)
        before = [state.tobytes() for state in states_of(match)]
        back = luck.randint(0, len(match.events))
        match.take_back(back)
        left = len(before) - 1 - back
        expect(match.state.tobytes() == before[left], "{} events taken back lead elsewhere", back)
        equal(len(match.events), left, "the number of events after {} were taken back", back)
        if back:
            refused(match.take_back, len(before), ValueError, "too much can be taken back")


@RULES.check(variants_of)
def chance_is_a_distribution(variant: Variant) -> None:
    """Outcomes of chance nodes are different actions with positive odds that add up to 1."""
    for _, match in pool(variant):
        for state in looked_through(match):
            outcomes = state.chance_outcomes()
            if bool(outcomes) != state.is_chance_node():
                lacks("'chance' must write outcomes if and only if 'current' returns CHANCE")
            if not outcomes:
                continue
            total = sum(odds for _, odds in outcomes)
            expect(close(total, 1), "the odds of the outcomes add up to {}, not to 1", total)
            # A referee may report outcomes with zero weight.
            least = 0 if state.current_player() == EXTERNAL else 1e-9
            if not all(odds >= least for _, odds in outcomes):
                lacks("'chance' writes an outcome without a weight: {}", outcomes)
            if len({action for action, _ in outcomes}) != len(outcomes):
                lacks("'chance' writes an outcome twice: {}", outcomes)


@RULES.check(variants_of)
def draw_matches_chance_weights(variant: Variant) -> None:
    """A game may have a quicker way to an outcome; it is the one that its number picks by weight."""
    for seed, match in pool(variant):
        _draws_alike(match, random.Random(seed))


def _draws_alike(match: Match, luck: random.Random) -> None:
    game = match.game
    actions = np.empty(game.compiled.max_outcomes, np.int32)
    weights = np.empty(game.compiled.max_outcomes, np.int64)
    for state in looked_through(match):
        if not state.is_chance_node():
            continue
        quick = state.clone()
        seed = luck.getrandbits(64)
        game.compiled.perft.settle(
            game.params_array, quick.array, 0, new_stream(seed), np.zeros(1, np.int64)
        )
        number = 0
        while state.is_chance_node():
            count = game.compiled.step.chance(game.params_array, state.array, 0, actions, weights)
            stream = split(new_stream(seed), number)
            state.apply_action(int(actions[pick(stream, weights, count)]))
            number += 1
        expect(state.tobytes() == quick.tobytes(), "'draw' draws otherwise than 'chance' says")


@RULES.check(variants_of)
def random_move_matches_legal(variant: Variant) -> None:
    """A game may choose without listing; moves and what is left of the stream are the same."""
    for seed, match in pool(variant):
        _chooses_alike(match, random.Random(seed))


def _chooses_alike(match: Match, luck: random.Random) -> None:
    game, rules = match.game, match.game.compiled.rules
    choices = game.compiled.template("choices")
    legal = np.empty(game.compiled.max_legal, np.int32)
    scratch = np.empty_like(legal)
    stream, params, bits = new_stream(luck.getrandbits(64)), game.params_array, np.uint64(32)
    for state in looked_through(match):
        if state.current_player() < 0:
            continue
        count = choices.legal(params, state.array, legal)
        if hasattr(rules, "random_move"):
            by_list = stream.copy()
            chosen = choices.random_move(params, state.array, stream, scratch)
            if chosen != legal[below(by_list, count)] or stream != by_list:
                lacks("'random_move' chooses otherwise than from 'legal'")
        if hasattr(rules, "simulated_move"):
            chosen = choices.simulated_move(params, state.array, stream.copy(), scratch)
            number = next_bits(stream) >> bits
            if chosen != choices.simulation_move(params, state.array, legal, count, number):
                lacks("'simulated_move' chooses otherwise than 'simulation_move'")


@RULES.check(variants_of)
def gain_is_immediate_score(variant: Variant) -> None:
    """``gain`` is what a move adds to the mover's score."""
    for _, match in pool(variant):
        for state in looked_through(match):
            seat, legal = state.current_player(), state.legal_actions()
            before = state.scores()
            for action in legal:
                after = state.clone()
                after._apply(action)  # pyright: ignore[reportPrivateUsage]  # is legal
                equal(state.gain(action), after.scores()[seat] - before[seat], "a move's 'gain'")


@RULES.check(variants_of)
def ranks_match_result(variant: Variant) -> None:
    """Ranks, winners, scores, returns and reason of an end agree; nothing can follow."""
    for _, match in pool(variant):
        game, state = match.game, match.state
        result = state.result()
        if result is None:
            lacks("a finished game has no result")
        equal(state.chance_outcomes(), [], "the list of outcomes after the end")
        if result.reason not in game.end_reasons:
            lacks("the reason {} is not among 'end_reasons', {}", result.reason, game.end_reasons)
        surplus = [reason for reason in game.end_reasons if reason not in game.reasons]
        expect(not surplus, "'end_reasons' has {}, which are no 'reasons'", surplus)
        equal(result.scores, state.scores(), "the score in the result")
        winners = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
        equal(result.winners, winners, "the list of winners")
        _ranks_are_shared(game, result.ranks)
        returns = state.returns()
        alone = len(set(game.teams)) == 1
        expect(alone or close(sum(returns), 0), "the returns {} do not add up to 0", returns)
        expect(all(-1 <= value <= 1 for value in returns), "{} are returns beyond 1", returns)
        late = "something can be played after the end"
        refused(state.apply_action, 0, IllegalActionError, late)
        refused(state.apply_text, "anything", IllegalActionError, late)


def _ranks_are_shared(game: Game, ranks: list[int]) -> None:
    """Check the ranks of the seats: each team has one, ties share one, the next is skipped."""
    teams = game.teams
    by_team = dict(zip(teams, ranks, strict=True))
    if [by_team[team] for team in teams] != ranks:
        lacks("partners have different ranks: {} of teams {}", ranks, teams)
    for rank in by_team.values():
        wanted = 1 + sum(other < rank for other in by_team.values())
        if rank != wanted:
            lacks(
                "ranks are {}: best is 1, ties share a rank and skip the next (1, 1, 3), and ranks"
                " count teams, not seats",
                ranks,
            )
    seats = len(teams)
    for one in range(seats):
        for other in range(seats):
            together = teams[one] == teams[other]
            if together != (teams[(one + 1) % seats] == teams[(other + 1) % seats]):
                lacks("teams are {}: partners must remain partners if all move on a seat", teams)


@RULES.check(variants_of)
def game_length_stays_within_the_bounds(variant: Variant) -> None:
    """``max_game_length`` and ``max_chance_nodes`` are upper bounds."""
    game = variant.game()
    longest, most_drawn = game.max_game_length, game.max_chance_nodes
    for seed in range(6):
        events = random_match(game, seed, eager=(0.0, 0.5, 1.0)[seed % 3]).events
        moves = sum(event.seat >= 0 for event in events)
        drawn = sum(len(event.actions) for event in events if event.seat < 0)
        expect(moves, "a random game has no move")
        if longest is not None and moves > longest:
            raise Lack(f"a game has {moves} moves, but max_game_length is {longest}", "__init__.py")
        if most_drawn is not None and drawn > most_drawn:
            raise Lack(
                f"a game has {drawn} chance actions, but max_chance_nodes is {most_drawn}",
                "__init__.py",
            )


@RULES.check(variants_of)
def copy_shares_nothing(variant: Variant) -> None:
    """A change of a copy of a state does not change the state."""
    state = variant.game().new_state()
    copy = state.clone()
    copy.array.view(np.uint8)[:] ^= 255
    expect(state == variant.game().new_state(), "a changed copy changes its original")
    expect(state != copy, "a changed copy equals its original")
