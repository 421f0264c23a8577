"""Random games prepared before a load test, so that the load generator applies no rules."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import empile
from empile.engine.contracts.referee import headless_options
from empile.engine.random import below, new_stream, split
from load.seeds import GAMES, seed_of


class PreparedMove(NamedTuple):
    """A move of a prepared game."""

    seat: int
    text: str
    chance_events: int
    """The number of chance events that follow."""
    position: dict[str, Any]
    """The position object before the move."""


class PreparedGame(NamedTuple):
    """A whole game; its chance events are those of ``seeded_server``."""

    opening: int
    """The number of chance events before the first move."""
    moves: list[PreparedMove]


def load_game(name: str) -> empile.Game:
    """Return a game with outcomes that the server draws."""
    return empile.load(name, **headless_options(empile.game_class(name)))


def prepare_game(game: empile.Game, number: int) -> PreparedGame:
    """Return the prepared game ``number``."""
    match = empile.Match(game)
    stream = split(new_stream(2026), number)
    opening = _resolve_chance(match, number)
    moves: list[PreparedMove] = []
    while not match.state.is_terminal():
        seat, position = match.state.current_player(), match.position_before(len(match.events))
        legal = match.state.legal_actions()
        text = match.play_action(legal[below(stream, len(legal))]).text
        moves.append(PreparedMove(seat, text, _resolve_chance(match, number), position))
    return PreparedGame(opening, moves)


def _resolve_chance(match: empile.Match, number: int) -> int:
    first = len(match.events)
    while match.state.is_chance_node():
        match.push_chance(new_stream(seed_of(number, len(match.events))))
    return len(match.events) - first


@cache
def prepare_games(name: str) -> list[PreparedGame]:
    """Return the prepared games of a kind."""
    game = load_game(name)
    return [prepare_game(game, number) for number in range(GAMES)]
