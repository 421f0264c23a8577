"""Strength of neighbouring bot levels of Block Out! in the physics simulation.

    python benchmarks/tower_levels.py [--seats 2 --seats 4] [--games 200] [--processes 2]

Neighbouring levels play each other in the simulation, each with its own hand skill: it chooses a card by
search and placement bonus, and places the block. The strongest also plays the weakest. Seats
rotate. Streams are fixed, so results are reproducible on the same machine. Writes
``benchmarks/results/tower-levels.md`` and keeps its other matches. Games are kept in a file beside it,
so that a later run goes on with the rest; delete it after a change of levels, hands or physics.
A game takes 1 to 6 seconds of processor time, by the number of seats.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

from rich.console import Console
from uct_baseline import ahead, table

import empile
from empile.bots import Level, choose, levels_of
from empile.bots.sprt import score_of, seatings
from empile.engine.contracts.referee import HandSkill, Referee, SimulationError
from empile.engine.game import EXTERNAL, Game
from empile.engine.match import Match
from empile.engine.random import Stream, new_stream, split

RESULTS = Path(__file__).parent / "results" / "tower-levels.md"
GAME = "block-out"
_SEED = 2026
_ATTEMPTS = 5
_HEAD = """\
# Levels of block-out with placements by hand

Written by `benchmarks/tower_levels.py`: games in the physics simulation, each level with its default hand skill. A
score is the share of pairs of opposing seats in which the stronger level ranked better; ties count half; ± is
the standard error. Intervals are 95 %, computed over games. Matches have a fixed number of games, 200 or more.

| seats | level | against | games | score | Elo | blocks placed per game |
| --- | --- | --- | --- | --- | --- | --- |
"""


class Played(NamedTuple):
    """Result of a game."""

    score: float
    """Share of pairs of opposing seats in which the stronger level ranked better; ties half."""
    blocks: int
    """Number of blocks placed."""


def referee_of(game: Game) -> Referee:
    """Return the referee of Block Out!."""
    assert game.referee is not None
    return game.referee


class Player(NamedTuple):
    """A level with its hand skill."""

    level: Level
    hand: HandSkill


def player(game: Game, level: Level) -> Player:
    """Return a level with its default hand skill."""
    hand = referee_of(game).default_hand_skill(level)
    assert hand is not None
    return Player(level, hand)


def play(seats: int, stronger: int, weaker: int, number: int) -> Played:
    """Play game ``number`` between two levels; random numbers depend on the number only.

    The simulation has a limit of real time, which a busy machine may exceed: the game is then played
    again, with the same random numbers and so the same result.
    """
    for _ in range(_ATTEMPTS - 1):
        with suppress(SimulationError):
            return _play(seats, stronger, weaker, number)
    return _play(seats, stronger, weaker, number)


def _play(seats: int, stronger: int, weaker: int, number: int) -> Played:
    game = empile.load(GAME, players=seats)
    ways = seatings(game)
    way = ways[number % len(ways)]
    levels = levels_of(game)
    strong, weak = (player(game, levels[level - 1]) for level in (stronger, weaker))
    players = [strong if is_first else weak for is_first in way]
    match, stream, blocks = Match(game), split(new_stream(_SEED), number), 0
    while True:
        match.resolve_chance(stream)
        state = match.state
        if state.is_terminal():
            return Played(score_of(state.ranks(), way), blocks)
        if state.current_player() == EXTERNAL:
            blocks += 1
            hand = players[referee_of(game).placing_seat(state)].hand
            match.play(placed(match, hand, split(stream, blocks)))
        else:
            level, hand = players[state.current_player()]
            bonus = referee_of(game).placement_bonus(state, match.events, hand)
            match.play_action(choose(state, level, stream, bonus))


def placed(match: Match, hand: HandSkill, stream: Stream) -> str:
    """Return the outcome of a block that a bot places."""
    simulation = referee_of(match.state.game).simulation(
        match.state, match.events, split(stream, 0)
    )
    try:
        return simulation.place(hand, split(stream, 1)).text
    finally:
        simulation.close()


def pairs(levels: int) -> list[tuple[int, int]]:
    """Return the pairings, stronger first: neighbours, then strongest and weakest."""
    neighbours = [(below + 1, below) for below in range(1, levels)]
    return [*neighbours, (levels, 1)]


def row(seats: int, stronger: Level, weaker: Level, games: Sequence[Played]) -> str:
    """Return the row of a match."""
    scores = [game.score for game in games]
    error = stdev(scores) / len(scores) ** 0.5
    names = " | ".join(level.key.removeprefix("level.") for level in (stronger, weaker))
    blocks = mean(game.blocks for game in games)
    score = f"{mean(scores):.3f} ± {error:.3f} | {ahead(mean(scores), error)}"
    return f"| {seats} | {names} | {len(games)} | {score} | {blocks:.1f} |"


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--output", type=Path, default=RESULTS)
    given = parser.parse_args()
    console, lines = Console(), list[str]()
    progress = given.output.with_suffix(".json")
    kept: dict[str, list[Any]] = {}
    if progress.exists():
        kept = json.loads(progress.read_text("utf-8"))
    with get_context("spawn").Pool(given.processes) as pool:
        for seats in given.seats or empile.load(GAME).options_offered[0].values:
            game = empile.load(GAME, players=seats)
            levels = levels_of(game)
            rounds = -(-given.games // len(seatings(game)))
            numbers = range(rounds * len(seatings(game)))
            for stronger, weaker in pairs(len(levels)):
                key = f"{seats} seats, level {stronger} against {weaker}"
                games = [Played(*game) for game in kept.get(key, [])][: len(numbers)]
                rest = numbers[len(games) :]
                for played in pool.imap(partial(play, seats, stronger, weaker), rest):
                    games.append(played)
                    kept[key] = games
                    progress.write_text(json.dumps(kept), "utf-8")
                lines.append(row(seats, levels[stronger - 1], levels[weaker - 1], games))
                console.print(lines[-1])
                before = given.output.read_text("utf-8") if given.output.exists() else ""
                given.output.write_text(table(before, _HEAD, lines, cells=3), "utf-8")


if __name__ == "__main__":
    main()
