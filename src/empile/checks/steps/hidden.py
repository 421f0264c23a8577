"""Step 5: what a seat cannot see changes nothing that it receives, and nothing that it searches."""

from __future__ import annotations

import json

import numpy as np

from empile.bots import Level, choose
from empile.checks.check import Step
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import PLACE, equal, expect, lacks
from empile.checks.random_games import is_fast, looked_through, random_match, sample
from empile.checks.twins import all_output, another_history, situations
from empile.engine.contracts.level import SearchParams
from empile.engine.match import Match
from empile.engine.random import new_stream, split
from empile.engine.record import Record
from empile.engine.search.search import resampled, search
from empile.engine.state import Event, State

HIDDEN = Step(
    "hidden",
    "hidden information: redaction, determinization, states of views",
    "view, notation and rules",
    needs=("rules", "notation", "positions"),
)

LENGTHS = (3, 6, 10, 16)
_LATER = (6, 9, 14, 25, 40)


def hiding(name: str) -> list[Variant]:
    """Return the variants with imperfect information."""
    return [variant for variant in variants_of(name) if variant.game().imperfect_information]


@HIDDEN.check(variants_of, gate=True)
def imperfect_information_is_declared(variant: Variant) -> None:
    """A game in which views differ from the position declares ``imperfect_information``."""
    game = variant.game()
    if game.imperfect_information:
        return
    for state in looked_through(random_match(game, 1, 12)):
        if state.view(None) != state.position():
            lacks("views hide something: declare imperfect_information = True in __init__.py")


@HIDDEN.check(variants_of)
def output_for_seat_ignores_hidden_state(variant: Variant) -> None:
    """Games that differ only in hidden information give a seat identical bytes."""
    game = variant.game()
    differing, something_hidden = 0, False
    for seat in (None, *range(game.num_players)):
        for seed in sample(12):
            match = random_match(game, seed, LENGTHS[seed % len(LENGTHS)])
            if match.state.is_terminal():
                continue
            hidden = match.record_for(seat).events != match.record().events
            something_hidden |= hidden
            if not hidden and seed >= 2:
                continue  # nothing can differ; twice is enough
            other = another_history(match, seat, split(new_stream(seed), 1))
            if other is not None:
                differing += match.state != other.state
                _shows_the_same(match, other, seat)
    if something_hidden and not is_fast():
        expect(differing >= 5, "too few pairs of games were found to say anything")


def _shows_the_same(match: Match, other: Match, seat: int | None) -> None:
    one, two = all_output(match, seat), all_output(other, seat)
    different = [method for method in one if one[method] != two[method]]
    if different:
        viewer = "a spectator" if seat is None else f"seat {seat}"
        lacks(
            f"{' and '.join(different)} must not differ: they show {viewer} something hidden, which"
            " another history with the same view has otherwise"
        )


@HIDDEN.check(variants_of)
def record_for_names_seat_and_full_record_follows(variant: Variant) -> None:
    """A running game's record names its viewer; after the end all get the whole record."""
    running = random_match(variant.game(), 1, 4)
    over = random_match(variant.game(), 1)
    if not running.state.is_terminal():
        for seat in (None, 0, variant.game().num_players - 1):
            seen = running.record_for(seat)
            equal(seen.to_dict()["view"], seat, "'view' of a seat's record")
            equal(seen.to_dict()["result"], None, "'result' of a running game")
            expect(Record.from_json(seen.to_json()) == seen, "a seat's record reads otherwise")
    expect("view" not in running.record().to_dict(), "a whole record has a 'view'")
    expect(over.record_for(0) == over.record(), "a seat's record of a finished game is not whole")
    expect("view" not in over.record_for(None).to_dict(), "a whole record has a 'view'")


# -- Determinization -------------------------------------------------------------------------------


def _situations(variant: Variant) -> list[tuple[Match, int]]:
    return situations(variant, sample(10), _LATER)


def _shown(state: State, seat: int) -> str:
    """Return all of a state that a seat is shown."""
    legal = state.legal_texts() if state.current_player() == seat else None
    view, picture = state.view(seat), state.to_svg(seat)
    return json.dumps([state.current_player(), state.scores(), view, picture, legal])


@HIDDEN.check(hiding)
def resample_keeps_view(variant: Variant) -> None:
    """``resample`` changes what the seat cannot see, and nothing else."""
    different = 0
    for match, seat in _situations(variant):
        before = match.state.tobytes()
        other = resampled(match.state, seat, new_stream(5))
        expect(match.state.tobytes() == before, "'resample' changed the state it was given")
        if _shown(other, seat) != _shown(match.state, seat):
            lacks("'resample' changes what seat {} sees", seat)
        different += other != match.state
    expect(different, "'resample' never changes anything")


@HIDDEN.check(hiding)
def resample_conserves_piles(variant: Variant) -> None:
    """The changed fields are piles of counts by kind with the same total.

    States may cache derived values (kinds in a hand); each game's own determinization tests check
    those.
    """
    for match, seat in _situations(variant):
        old = match.state.array[0]
        new = resampled(match.state, seat, new_stream(6)).array[0]
        changed = [
            name for name in old.dtype.names or () if not np.array_equal(old[name], new[name])
        ]
        if not changed:
            continue
        kinds = max((old[name].shape[-1] for name in changed if old[name].shape), default=0)
        piles = [name for name in changed if old[name].shape[-1:] == (kinds,)]
        before, after = (
            sum((s[name].astype(int).reshape(-1, kinds).sum(axis=0) for name in piles), np.zeros(1))
            for s in (old, new)
        )
        if not np.array_equal(before, after):
            lacks("'resample' turns the pieces {} into {}", before.tolist(), after.tolist())


@HIDDEN.check(hiding)
def resample_is_playable(variant: Variant) -> None:
    """A game goes on from a resampled state."""
    for match, seat in _situations(variant)[::3]:
        state, stream = resampled(match.state, seat, new_stream(7)), new_stream(8)
        for _ in range(30):
            if state.is_terminal():
                break
            if state.is_chance_node():
                _, state = state.after_chance(stream)
            else:
                legal = state.legal_actions()
                state.apply_text(state.action_to_text(legal[int(stream[0]) % len(legal)]))


@HIDDEN.check(hiding)
def resample_ignores_hidden_state(variant: Variant) -> None:
    """The imagined state is a function of what the seat sees and of the random numbers."""
    for match, seat in _situations(variant):
        other = resampled(match.state, seat, new_stream(1))
        one, two = (resampled(state, seat, new_stream(2)) for state in (match.state, other))
        expect(one == two, "'resample' depends on what seat {} cannot see", seat)


@HIDDEN.check(hiding)
def redacted_text_hides_draws_only(variant: Variant) -> None:
    """``observed_action`` and ``redacted_text`` hide the same draws; moves are public."""
    hidden = 0
    for seed in range(3):
        match = random_match(variant.game(), seed, 30)
        for index, event in enumerate(match.events):
            PLACE.events = index
            state = match.state_before(index)
            hidden += sum(_hides(state, event, seat) for seat in range(variant.game().num_players))
    expect(hidden, "no event is hidden from any seat, but imperfect_information is declared")


def _hides(state: State, event: Event, seat: int) -> bool:
    game = state.game
    actions = state.legal_actions() or [a for a, _ in state.chance_outcomes()]
    observed = game.compiled.simulation.observed_action
    seen = {observed(game.params_array, state.array, 0, seat, action) for action in actions}
    if not all(0 <= number < game.num_distinct_actions for number in seen):
        lacks("'observed_action' returns a number that is not below ACTIONS: {}", sorted(seen))
    if game.notation.redacted_text(state, event, seat) == event.text:
        if seen != set(actions):
            lacks(
                "'observed_action' hides {} from seat {}, 'redacted_text' shows it",
                event.text,
                seat,
            )
        return False
    if len(seen) != 1:
        lacks("'observed_action' distinguishes what 'redacted_text' hides from seat {}", seat)
    return True


# -- States of views -------------------------------------------------------------------------------


@HIDDEN.check(hiding)
def state_from_view_shows_same_view(variant: Variant) -> None:
    """A client can build a state from its seat's view that looks the same."""
    game = variant.game()
    looked = 0
    for seed in sample(3):
        match = random_match(game, seed, 80, eager=0.5)
        for index in range(len(match.events)):
            PLACE.events = index
            state = match.state_before(index)
            seat = state.current_player()
            if seat >= 0:
                made = game.presenter.state_from_view(state.view(seat))
                _looks_the_same(made, state, seat)
                drawn = resampled(made, seat, new_stream(index))
                equal(drawn.view(seat), state.view(seat), "the view of its resampled state")
                looked += 1
    if not is_fast():
        expect(looked > 20, "random games have too few turns to say anything")


def _looks_the_same(made: State, state: State, seat: int) -> None:
    equal(made.current_player(), seat, "the seat to act of 'state_from_view'")
    equal(made.view(seat), state.view(seat), "the view of 'state_from_view'")
    equal(made.legal_texts(), state.legal_texts(), "the list of legal moves of 'state_from_view'")
    equal(made.scores(), state.scores(), "the score of 'state_from_view'")


@HIDDEN.check(hiding)
def state_from_view_plays_on(variant: Variant) -> None:
    """Every public field is present: the same moves and draws lead both to the same position.

    If hidden cards decide what comes next (a seat without a playable card must draw), only some
    samples continue alike; all others must differ for that reason.
    """
    game = variant.game()
    for seed in sample(4):
        match = random_match(game, seed, 60, eager=0.5)
        turns = [i for i, event in enumerate(match.events) if event.seat >= 0]
        begin = turns[len(turns) // 2]
        before = match.state_before(begin)
        seat = before.current_player()
        made = game.presenter.state_from_view(before.view(seat))
        stream = new_stream(seed)
        worlds = [made, *(resampled(made, seat, stream) for _ in range(20))]
        after = match.state_before(begin + 1)
        alike = 0
        for world in worlds:
            world.apply_text(match.events[begin].text)
            if world.current_player() == after.current_player():
                equal(world.scores(), after.scores(), "the score after the next move")
                equal(world.view(None), after.view(None), "the view after the next move")
                alike += 1
        expect(alike, "no state of 'state_from_view' goes on like the game")


# -- Searches --------------------------------------------------------------------------------------


@HIDDEN.check(hiding)
def search_depends_on_view_only(variant: Variant) -> None:
    """Searches of other histories with the same view find the same."""
    differing = 0
    for match, seat in _situations(variant):
        if match.state.current_player() != seat:
            continue
        for number in range(3):
            other = another_history(match, seat, split(new_stream(number), 1))
            if other is not None and other.state != match.state:
                differing += 1
                for widening in (0.0, 1.0):
                    _searches_alike(match.state, other.state, widening)
                _chooses_alike(match.state, other.state)
                break
    if not is_fast():
        expect(differing >= 2, "too few pairs of histories were found to say anything")


def _searches_alike(one: State, two: State, widening: float) -> None:
    params = SearchParams(rollout_depth=6, progressive_widening=widening)
    first, second = (
        search(state, stream=new_stream(3), simulations=150, params=params) for state in (one, two)
    )
    if first.moves != second.moves or first.principal_variation != second.principal_variation:
        lacks("a search finds something else if only hidden things differ")


def _chooses_alike(one: State, two: State) -> None:
    for probability in (0.0, 1.0):
        level = Level(1, "level.test", 20, random_move_probability=probability, rollout_depth=4)
        moves = {choose(state, level, new_stream(4)) for state in (one, two)}
        expect(len(moves) == 1, "a bot plays something else if only hidden things differ")
