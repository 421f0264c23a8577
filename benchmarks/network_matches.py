"""Play networks of ``empile train`` against the strongest level, at equal processor time.

    python benchmarks/network_matches.py block-ness=runs/block-ness-2/best.npz ... [--games 200]

Both play one game after the other on one core. The network's simulations per move are chosen before the
match, so that a move takes as long as the level's; the table tells how long moves took in the match. All
seatings are played equally often. With ``--times 10`` the network has ten times as long: if it then scores no
better, luck decides between these players. Adds the results to ``benchmarks/results/network-matches.json`` and writes
``network-matches.md`` from it. A run with ``--level 3`` plays against another level.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import msgspec
from rich.console import Console

from empile.bots.policy import choose, levels_of
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import State
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.networks import Network, load_network
from empile.networks.files import read_spec
from empile.training.matches import play_match
from empile.training.players import LevelPlayer, Player, SearchPlayer

RESULTS = Path(__file__).parent / "results" / "network-matches.json"
ONE_THREAD = "OPENBLAS_NUM_THREADS"
POSITIONS = 16
TRIAL = 400
"""Simulations with which the speed of a network is measured."""
SEED = 20261126


class Played(msgspec.Struct):
    """A match."""

    game: str
    seats: int
    network: str
    kilobytes: float
    simulations: int
    level: int
    level_simulations: int
    games: int
    score: float
    standard_error: float
    elo: int
    elo_low: int
    elo_high: int
    verdict: str
    seconds_per_move: float
    level_seconds_per_move: float
    times: int = 1
    """Processor time of the network by that of the level, as it was meant."""


def positions(network: Network) -> list[State]:
    """Return positions from games of a weak level."""
    game = network.game
    level, found, stream = levels_of(game)[1], list[State](), new_stream(SEED)
    while len(found) < POSITIONS:
        match = Match(game)
        while True:
            match.resolve_chance(stream, also_external=True)
            if match.state.is_terminal():
                break
            found.append(match.state.clone())
            match.play_action(choose(match.state, level, stream))
    return found[:: max(1, len(found) // POSITIONS)][:POSITIONS]


def simulations_for(network: Network, level_number: int) -> int:
    """Return how many simulations take as long as a move of the level."""
    level = LevelPlayer(levels_of(network.game)[level_number - 1])
    states = positions(network)
    streams = [new_stream(SEED + i) for i in range(len(states))]

    def seconds(player: Player) -> float:
        player.choose(states[:1], streams[:1])  # loads machine code
        player.seconds = 0.0
        player.choose(states, streams)
        return player.seconds

    simulations = TRIAL
    for _ in range(2):  # a simulation of a short search takes longer
        trial = SearchPlayer("trial", network, simulations=simulations)
        simulations = max(8, round(simulations * seconds(level) / seconds(trial)))
    return simulations


def match(file: Path, game_name: str, level_number: int, games: int, times: int) -> Played:
    """Play a match."""
    spec = read_spec(file)
    game = game_class(game_name)(players=spec.seats)
    # The usual options, also if the network learned with others.
    network = load_network(file, type(game)(**{**game.options, **headless_options(game)}))
    level = levels_of(network.game)[level_number - 1]
    simulations = times * simulations_for(network, level_number)
    me = SearchPlayer("network", network, simulations=simulations)
    begun = time.monotonic()

    def tell(done: int) -> None:
        Console(stderr=True).print(f"{game_name}: {done} games, {time.monotonic() - begun:.0f} s")

    found = play_match(network.game, me, LevelPlayer(level), games=games, seed=SEED, on_games=tell)
    low, high = found.elo_interval()
    return Played(
        game_name,
        network.game.num_players,
        file.name,
        round(file.stat().st_size / 1000, 1),
        simulations,
        level.number,
        level.simulations,
        len(found.scores),
        round(found.score, 4),
        round(found.error, 4),
        round(found.elo),
        round(low),
        round(high),
        found.verdict,
        round(found.seconds_per_move[0], 5),
        round(found.seconds_per_move[1], 5),
        times,
    )


def table(rows: list[Played]) -> str:
    """Return the results as Markdown."""
    lines = [
        "# Networks against levels at equal processor time",
        "",
        "Written by `python benchmarks/network_matches.py`. A score is the share of pairs of opposing seats in which the network ranked",
        "better, ties half; Elo is the difference that it stands for, with its 95 % interval. *Stronger*: a sequential test finds the score",
        "above one half. Where a move of the network takes ten times as long, the row shows whether a better search is better play: if not,",
        "luck decides between these players.",
        "",
        "| game | seats | network | simulations | against | simulations | games | score | Elo | 95 % | verdict | ms a move | level's |",
        "| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- | --- | ---: | ---: |",
    ]
    verdicts = {"proved": "stronger", "refuted": "weaker", "open": "open"}
    for row in rows:
        lines.append(
            f"| {row.game} | {row.seats} | {row.kilobytes:.0f} kB | {row.simulations:,} | level {row.level} |"
            f" {row.level_simulations:,} | {row.games} | {row.score:.3f} ± {row.standard_error:.3f} | {row.elo:+} |"
            f" {row.elo_low:+} to {row.elo_high:+} | {verdicts[row.verdict]} | {1000 * row.seconds_per_move:.1f} |"
            f" {1000 * row.level_seconds_per_move:.1f} |"
        )
    return "\n".join(lines) + "\n"


def _key(row: Played) -> tuple[str, int, int, int]:
    return row.game, row.seats, -row.level, row.times


def main() -> None:
    """Play, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("networks", nargs="+", metavar="GAME=FILE")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--times", type=int, default=1, help="processor time of the network")
    chosen = parser.parse_args()
    if os.environ.get(ONE_THREAD) != "1":  # read when NumPy is imported
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, ONE_THREAD: "1"})
    for text in chosen.networks:
        name, _, file = text.partition("=")
        played = match(Path(file), name, chosen.level, chosen.games, chosen.times)
        rows = (
            msgspec.json.decode(RESULTS.read_bytes(), type=list[Played]) if RESULTS.exists() else []
        )
        rows = [row for row in rows if _key(row) != _key(played)] + [played]
        rows.sort(key=_key)
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
        RESULTS.with_suffix(".md").write_text(table(rows), "utf-8")
    print(table(msgspec.json.decode(RESULTS.read_bytes(), type=list[Played])))


if __name__ == "__main__":
    main()
