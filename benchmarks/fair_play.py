"""How well a fair play report tells helped players from honest ones, tried on bots.

    python benchmarks/fair_play.py [--game on-top] [--players 16] [--helped 4] [--games 10]
        [--seats seats.json]

Honest players are bots of the middle level whose simulations differ. Helped ones are the same, but play
the strongest level's move in a share of their moves. An Expert among them is an honest player who is rated too
low. All games are for two, against honest players. Each player is compared with honest ones as in a
report. Writes ``benchmarks/results/fair-play.md``; ``--seats`` keeps the analysed games, so that a run that was
interrupted goes on.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import track

import empile
from empile import Match, Record
from empile.bots import choose, levels_of
from empile.bots.analysis import analyse
from empile.community.fairplay.measures import SeatMeasured, measure
from empile.community.fairplay.statistics import MEASURES, Measure, compare, estimate
from empile.engine.contracts.level import Level
from empile.engine.random import below, new_stream

RESULTS = Path(__file__).parent / "results" / "fair-play.md"
LIMITS: Final = (2.0, 2.5, 3.0)
COMPARED_GAMES: Final = 4
"""Games of each player of a comparison."""
COMPARISONS: Final = 20
"""Random choices of these games."""
_SHARES: Final = {"honest": 0.0, "helped 25%": 0.25, "helped 50%": 0.5, "helped 100%": 1.0}
_EXPERT: Final = "honest Expert"
_SIGNS: Final[dict[Measure, int]] = {"agreement": 1, "loss": -1}
_RESOLUTION: Final = 1 << 16
_HEAD: Final = """\
# Fair play reports on simulated players

Written by `benchmarks/fair_play.py`: {game} for two, {games} games for each player, analysed as for a report. Honest
players are bots of the middle level whose numbers of simulations differ by up to 1.6 times either way; {players} of them.
Helped players ({helped} of each kind) are the same, but play the strongest level's move in that share of their moves.
The Expert is an honest player who is rated some 300 points too low. Each player is compared with the other honest
ones, {compared} of their games each, {comparisons} times with other games.

*Share above* is the share of these comparisons in which the number is more than so many standard deviations above the
mean (loss: below it). Honest players above a limit are false alarms. Times of bots say nothing, and were not tried.

| players | moves a game | agreement | loss | mean z of agreement | above 2 | 2.5 | 3 | mean z of loss | above 2 | 2.5 | 3 |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""

Player = list[SeatMeasured]
"""The games of a player."""


class Chooser(NamedTuple):
    """How a simulated player moves."""

    own: Level
    helper: Level
    share: float
    """Of the moves that the helper chooses."""

    def move(self, match: Match, stream: empile.Stream) -> int:
        """Return a move."""
        helped = below(stream, _RESOLUTION) < self.share * _RESOLUTION
        return choose(match.state, self.helper if helped else self.own, stream)


def chooser(game: empile.Game, kind: str, number: int) -> Chooser:
    """Return a player of a kind; honest ones differ by their ``number``."""
    levels = levels_of(game)
    helper = levels[-1]
    if kind == _EXPERT:
        return Chooser(levels[-2], helper, 0.0)
    middle = levels[len(levels) // 2]
    factor = 1.6 ** random.Random(number).uniform(-1.0, 1.0)
    own = replace(middle, simulations=max(1, round(middle.simulations * factor)))
    return Chooser(own, helper, _SHARES[kind])


def played(game: empile.Game, choosers: Sequence[Chooser], seed: int) -> Record:
    """Return the record of a game between simulated players."""
    match, stream = Match(game), new_stream(seed)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        match.play_action(choosers[match.state.current_player()].move(match, stream))
        match.resolve_chance(stream, also_external=True)
    return match.record()


def measured(game: empile.Game, kind: str, number: int, games: int) -> Player:
    """Play and analyse the games of a player, against honest ones in both seats."""
    found: Player = []
    for index in range(games):
        seed = 1000 * number + index
        seat = index % 2
        other = chooser(game, "honest", -1 - seed)
        pair = [chooser(game, kind, number), other]
        record = played(game, pair if seat == 0 else pair[::-1], seed)
        *_, analysis = analyse(record)
        found.append(measure(record, analysis, [1.0] * len(record.events))[seat])
    return found


def z_of(name: Measure, own: Player, others: Sequence[Player], rng: random.Random) -> float:
    """Return the ``z`` of a player among others, by some of their games; 0 if it is unknown."""
    number = MEASURES[name]
    value = estimate(own, number)
    chosen = [rng.sample(games, min(COMPARED_GAMES, len(games))) for games in others]
    known = [one for games in chosen if (one := estimate(games, number)) is not None]
    z = None if value is None else compare(value, known).z
    return 0.0 if z is None else z


def row(kind: str, players: Sequence[Player], honest: Sequence[Player]) -> str:
    """Return a row of the table."""
    moves = [move for games in players for seat in games for move in seat.counted]
    count = sum(len(games) for games in players)
    cells = [
        f"{len(moves) / max(1, count):.1f}",
        f"{sum(move.agreed for move in moves) / max(1, len(moves)):.0%}",
        f"{sum(move.loss for move in moves) / max(1, len(moves)):.3f}",
    ]
    for name, sign in _SIGNS.items():
        rng = random.Random(1)
        found = [
            sign * z_of(name, own, [one for one in honest if one is not own], rng)
            for own in players
            for _ in range(COMPARISONS)
        ]
        cells.append(f"{round(sum(found) / len(found), 1) + 0.0:.1f}")  # never -0.0
        cells += [f"{sum(z > limit for z in found) / len(found):.0%}" for limit in LIMITS]
    return f"| {kind} | {' | '.join(cells)} |"


def all_players(
    game: empile.Game, players: int, helped: int, games: int, seats: Path | None = None
) -> dict[str, list[Player]]:
    """Return the players of each kind, from the file ``seats`` as far as it has them."""
    known: dict[str, Player] = {}
    if seats is not None and seats.exists():
        known = msgspec.json.decode(seats.read_bytes(), type=dict[str, Player])
    wanted = [
        (kind, 100 * group + number)
        for group, kind in enumerate((*_SHARES, _EXPERT))
        for number in range(players if kind == "honest" else helped)
    ]
    found: dict[str, list[Player]] = {}
    for kind, number in track(wanted, game.name, console=Console(stderr=True)):
        name = f"{kind} {number}"
        if name not in known:
            known[name] = measured(game, kind, number, games)
            if seats is not None:
                seats.write_bytes(msgspec.json.encode(known))
        found.setdefault(kind, []).append(known[name])
    return found


def main() -> None:
    """Play, measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=empile.game_names(), default="on-top")
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--helped", type=int, default=4)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seats", type=Path)
    chosen = parser.parse_args()
    game = empile.load(chosen.game, players=2)
    found = all_players(game, chosen.players, chosen.helped, chosen.games, chosen.seats)
    head = _HEAD.format(
        game=chosen.game,
        games=chosen.games,
        players=chosen.players,
        helped=chosen.helped,
        compared=COMPARED_GAMES,
        comparisons=COMPARISONS,
    )
    rows = [row(kind, players, found["honest"]) for kind, players in found.items()]
    text = head + "".join(f"{line}\n" for line in rows)
    print(text)
    RESULTS.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
