"""Random positions for search tests."""

from __future__ import annotations

import empile
from empile.engine.random import below, new_stream


def random_state(game: empile.Game, seed: int, *, moves: int) -> empile.State:
    """Return a state after so many random moves, at a seat's turn."""
    stream = new_stream(seed)
    match = empile.Match(game)
    match.resolve_chance(stream, also_external=True)
    for _ in range(moves):
        legal = match.state.legal_actions()
        match.play_action(legal[below(stream, len(legal))])
        match.resolve_chance(stream, also_external=True)
    return match.state


def near_the_end(game: empile.Game, seed: int, *, most_lines: int) -> empile.State | None:
    """Return a late state of a random game, small enough to solve, with several legal moves."""
    stream = new_stream(seed)
    state = game.new_state()
    found: empile.State | None = None
    trail = [state.clone()]
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[below(stream, len(legal))])
        trail.append(state.clone())
    for earlier in reversed(trail[:-1]):
        if len(earlier.legal_actions()) > 1:
            if lines(earlier, most_lines) > most_lines:
                break
            found = earlier
    return found


def lines(state: empile.State, most: int) -> int:
    """Count the paths to the end, up to ``most``."""
    if state.is_terminal():
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        total += lines(after, most - total)
        if total > most:
            break
    return total
