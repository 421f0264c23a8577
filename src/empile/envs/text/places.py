"""Ranks of games in which seats may resign."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from empile.engine.game import Game
from empile.engine.state import State, returns_of_ranks


def losers(game: Game, resigned: Collection[int]) -> frozenset[int]:
    """Return the seats that have lost: those that resigned and their partners.

    Example: ``losers(empile.load("on-top", players=4, teams=True), [0])``.
    """
    teams = {game.teams[seat] for seat in resigned}
    return frozenset(seat for seat, team in enumerate(game.teams) if team in teams)


def is_decided(game: Game, resigned: Collection[int]) -> bool:
    """Return whether resignations leave one side at most. Example: ``is_decided(game, [1])``."""
    lost = losers(game, resigned)
    left = {team for seat, team in enumerate(game.teams) if seat not in lost}
    return bool(lost) and len(left) <= 1


def final_ranks(state: State, resigned: Collection[int]) -> list[int] | None:
    """Return the ranks of a game that is over, else None.

    Seats that resigned, and their partners, share the last place, whatever they reached; the
    others move up. A game that is decided by resignations needs no end by the rules.

    Example: ``final_ranks(state, {2})``.
    """
    game = state.game
    if state.is_terminal():
        given: Sequence[int] = state.ranks()
    elif is_decided(game, resigned):
        given = [1] * game.num_players
    else:
        return None
    lost = losers(game, resigned)
    if not lost:
        return list(given)
    playing = [seat for seat in range(game.num_players) if seat not in lost]
    last = max(len(playing) + 1, 2)  # also if nobody is left to be behind
    return [
        last if seat in lost else 1 + sum(given[other] < given[seat] for other in playing)
        for seat in range(game.num_players)
    ]


def final_returns(game: Game, ranks: Sequence[int] | None) -> list[float]:
    """Return each seat's return, zeros before the end. Example: ``final_returns(game, [1, 2])``."""
    if ranks is None:
        return [0.0] * game.num_players
    return returns_of_ranks(ranks, game.teams)
