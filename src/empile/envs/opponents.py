"""Players of the other seats in environments in which one seat learns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from empile.bots.policy import any_move, choose, levels_of
from empile.engine.contracts.level import Level
from empile.engine.game import Game, State
from empile.engine.random import Stream

Chooser: TypeAlias = Callable[[State, Stream], int]
"""Selects a move."""

Opponent: TypeAlias = int | Chooser
"""A bot level's number, or a function."""


def play_at_random(state: State, stream: Stream) -> int:
    """Return a uniformly random move.

    Example::

        env = SeatEnv("block-ness", opponents=play_at_random)
    """
    return any_move(state, stream)


def opponents_of(game: Game, opponents: Opponent | Sequence[Opponent]) -> list[Chooser]:
    """Return a function for each other seat, clockwise; raises ``ValueError``."""
    others = game.num_players - 1
    return _players(
        game,
        opponents,
        others,
        f"opponents must be one for all or {others}, one for each other seat",
    )


def players_of(game: Game, by: Opponent | Sequence[Opponent]) -> list[Chooser]:
    """Return a function for each seat; raises ``ValueError``."""
    return _players(
        game,
        by,
        game.num_players,
        f"players must be one for all or {game.num_players}, one for each seat",
    )


def _players(
    game: Game, given: Opponent | Sequence[Opponent], number: int, rule: str
) -> list[Chooser]:
    each = [given] * number if isinstance(given, int) or callable(given) else given
    if len(each) != number:
        raise ValueError(f"{rule}, not {len(each)}")
    return [_player(game, player) for player in each]


def _player(game: Game, opponent: Opponent) -> Chooser:
    if callable(opponent):
        return opponent
    levels = {level.number: level for level in levels_of(game)}
    if opponent not in levels:
        raise ValueError(f"levels of {game.name} are {', '.join(map(str, levels))}, not {opponent}")
    level = levels[opponent]
    return partial(_play_level, level)  # unlike a closure, it can be pickled


def _play_level(level: Level, state: State, stream: Stream) -> int:
    return choose(state, level, stream)
