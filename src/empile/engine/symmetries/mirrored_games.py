"""Random games and their mirror images: whether a symmetry holds."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from empile.engine.random import Stream, below
from empile.engine.symmetries.symmetry import Symmetry

if TYPE_CHECKING:
    from empile.engine.game import Game, State


def first_difference(
    game: Game,
    symmetry: Symmetry,
    stream: Stream,
    *,
    moves: int = 500,
    eager: float = 0.0,
    starts: tuple[State, State] | None = None,
) -> str | None:
    """Play a random game and its mirror image; return where they differ first, None if nowhere.

    Legal moves, observations of all seats, the seat to act, the results and the probabilities of
    chance events are compared.

    :param moves: the game ends after so many moves.
    :param eager: the probability of choosing among immediately scoring moves only.
    :param starts: a state and its mirror image; by default both the initial state.

    Example: ``first_difference(game, game.symmetries[1], empile.new_stream(1)) is None``.
    """
    state, mirrored = starts or (game.new_state(), game.new_state())
    state, mirrored = state.clone(), mirrored.clone()
    image = np.argsort(symmetry.actions)
    for number in range(moves):
        found = _difference(state, mirrored, symmetry)
        if found is not None:
            return f"{found} after {number} moves"
        if state.is_terminal():
            return None
        if state.is_chance_node():
            event, after = state.after_chance(stream)
            image_of_event = _event_image(state, after, event.actions, mirrored, symmetry)
            if image_of_event is None:
                return f"no chance event of the same probability mirrors {event.text}"
            state, mirrored = after, image_of_event
            continue
        legal = state.legal_actions()
        if eager and below(stream, 1000) < 1000 * eager:
            legal = [action for action in legal if state.gain(action) > 0] or legal
        action = legal[below(stream, len(legal))]
        column = int(np.searchsorted(game.possible_actions, action))
        state.apply_action(action)
        mirrored.apply_action(int(game.possible_actions[image[column]]))
    return None


def _difference(state: State, mirrored: State, symmetry: Symmetry) -> str | None:
    if state.current_player() != mirrored.current_player():
        return "the seat to act differs"
    if not np.array_equal(_mask(state)[symmetry.actions], _mask(mirrored)):
        return "the legal moves differ"
    if _distance(state, mirrored, symmetry):
        return "the observations differ"
    if state.scores() != mirrored.scores():
        return "the scores differ"
    if state.is_terminal() and state.result() != mirrored.result():
        return "the results differ"
    return None


def _mask(state: State) -> NDArray[np.bool_]:
    return state.legal_mask()[state.game.possible_actions]


def _distance(state: State, mirrored: State, symmetry: Symmetry) -> float:
    """Return the sum of the differences of the observations of all seats."""
    distance = 0.0
    for seat in range(state.game.num_players):
        seen = state.observation(seat)[symmetry.observation]
        distance += float(np.abs(seen - mirrored.observation(seat)).sum())
    return distance


def _event_image(
    before: State,
    after: State,
    actions: Sequence[int],
    mirrored: State,
    symmetry: Symmetry,
) -> State | None:
    """Return the mirror image of ``after`` that an equally probable event leads to; None if none does.

    ``actions`` lead from ``before`` to ``after``. First the same outcomes are tried, then at each
    chance node the one whose observations are nearest.
    """
    wanted, _ = _drawn(before, actions)
    chance, found = _drawn(mirrored, actions)
    if not _is_image(after, found, symmetry):
        chance, found = 1.0, mirrored.clone()
        for action in actions:
            odds = dict(found.chance_outcomes())
            nearest, least = -1, np.inf
            # The same outcome first: hidden ones are equally near.
            for outcome in sorted(odds, key=lambda one, first=action: one != first):  # type: ignore[misc]
                tried = found.clone()
                tried.apply_action(outcome)
                distance = _distance(after, tried, symmetry)
                if distance < least:
                    nearest, least = outcome, distance
            if nearest < 0:
                return None
            chance *= odds[nearest]
            found.apply_action(nearest)
    return found if _is_image(after, found, symmetry) and isclose(chance, wanted) else None


def _drawn(state: State, actions: Sequence[int]) -> tuple[float, State]:
    """Return the probability of outcomes, 0 if they are impossible, and the state after them."""
    chance, after = 1.0, state.clone()
    for action in actions:
        chance *= dict(after.chance_outcomes()).get(action, 0.0)
        if not chance:
            break
        after.apply_action(action)
    return chance, after


def _is_image(state: State, mirrored: State, symmetry: Symmetry) -> bool:
    same = state.current_player() == mirrored.current_player()
    return same and not _distance(state, mirrored, symmetry)
