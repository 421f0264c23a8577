"""Compare Empile with OpenSpiel, PettingZoo and Pgx in one run.

    python benchmarks/frameworks.py [--rounds 5] [--seconds 1] [--without-others]

Prints three tables and writes them to ``benchmarks/results/frameworks.md``:

- Uniformly random games on one core. For an equal comparison, Connect Four is also written for our
  engine (``connect_four/``). The table also has larger board games of the other frameworks, and ours.
- Search in Connect Four: ours and OpenSpiel's ``MCTSBot``, both UCT with one random playout per
  simulation, the same number of simulations, the same positions. Both are compiled.
- Search in Block Ness: ours, and OpenSpiel's ``MCTSBot`` with Block Ness as a Python game
  (``empile.envs.openspiel``).

All programs take turns and are timed by their own processor time, so that load on the machine affects
all equally; a ratio is the median over the rounds. The first run installs PettingZoo's games and Pgx
into ``build/field``, a separate environment, with uv; ``--without-others`` skips them. OpenSpiel is
installed with the tests (``empile[open-spiel]``).
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import version
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import other_environment
import pyspiel
from connect_four import ConnectFour
from rich.console import Console
from rich.table import Table

import empile
from empile.engine.contracts.level import SearchParams
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import Game, State
from empile.engine.playouts import random_games
from empile.engine.random import below, new_stream
from empile.engine.search.search import search
from empile.envs.names import spiel_name
from empile.envs.openspiel import register

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "frameworks.md"
ENVIRONMENT = HERE.parent / "build" / "field"
PACKAGES = ("pgx", "pettingzoo", "gymnasium", "pygame")
SPIEL_GAMES = ("connect_four", "othello", "backgammon")
OTHERS = (
    ("PettingZoo", "pettingzoo", "connect_four_v3"),
    ("Pgx", "pgx", "connect_four"),
    ("Pgx", "pgx", "othello"),
)
EXPLORATION = 2**0.5
OPENINGS = (0, 4, 8)
"""Numbers of random moves before the searches of Connect Four."""
SEARCHED = "block-ness"


class Played(NamedTuple):
    """Result of random games for a while."""

    games: int
    cpu: float


class Player(NamedTuple):
    """A program that plays random games of one game."""

    who: str
    game: str
    play: Callable[[float], Played]
    """Plays for about the given seconds of processor time."""


class Row(NamedTuple):
    """A table row; ``ratio`` is the speed of ours divided by this one, 0 for other games."""

    who: str
    what: str
    a_second: float
    ratio: float


# -- Random games ----------------------------------------------------------------------------------


def doubling(play: Callable[[int], object], seconds: float) -> Played:
    """Increase the number of games until they take ``seconds``; return the last result."""
    games = 1
    while True:
        begun = time.process_time()
        play(games)
        cpu = time.process_time() - begun
        if cpu >= seconds / 2:
            return Played(games, cpu)
        games = max(2 * games, int(0.75 * seconds / max(cpu, 1e-6) * games))


def ours(game: Game) -> Player:
    """Return a player of one of Empile's games, or of Connect Four."""
    seeds = count()
    headless = type(game)(**{**game.options, **headless_options(game)})

    def play(games: int) -> None:
        random_games(headless, games, stream=new_stream(next(seeds)))

    play(10)
    return Player("Empile", game.name, partial(doubling, play))


def open_spiel(name: str) -> Player:
    """Return a player in OpenSpiel's C++: many playouts of its search from the start."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def play(games: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, 1, 100, False, 1, False)
        assert bot.mcts_search(state).explore_count == 1

    return Player("OpenSpiel", name, partial(doubling, play))


@contextmanager
def another(who: str, library: str, name: str) -> Generator[Player]:
    """Yield a player of PettingZoo or Pgx in its own process."""
    runner = HERE / "framework_runner.py"
    with other_environment.program(who, ENVIRONMENT, runner, library, name) as work:

        def play(seconds: float) -> Played:
            found = work(seconds)
            return Played(found["games"], found["cpu"])

        yield Player(who, name, play)


def random_rows(players: Sequence[Player], rounds: int, seconds: float) -> list[Row]:
    """Let all players take turns; ratios refer to the first, which plays Connect Four."""
    speeds: dict[Player, list[float]] = {player: [] for player in players}
    for _ in range(rounds):
        for player in players:
            played = player.play(seconds)
            speeds[player].append(played.games / played.cpu)
    calibration = speeds[players[0]]
    rows: list[Row] = []
    for number, player in enumerate(players):
        same = number > 0 and player.game.replace("_", "-").startswith(ConnectFour.name)
        pairs = zip(calibration, speeds[player], strict=True)
        ratio = median(mine / theirs for mine, theirs in pairs) if same else 0.0
        rows.append(Row(player.who, player.game, median(speeds[player]), ratio))
    return rows


# -- Search ----------------------------------------------------------------------------------------


def opening(game: Game, moves: int, seed: int) -> tuple[State, list[int]]:
    """Return a state after random moves that do not end the game, and the moves."""
    stream = new_stream(seed)
    while True:
        state = game.new_state()
        made: list[int] = []
        while len(made) < moves and not state.is_terminal():
            legal = state.legal_actions()
            made.append(legal[below(stream, len(legal))])
            state.apply_action(made[-1])
        if not state.is_terminal():
            return state, made


def our_search(state: State, simulations: int, seed: int, amaf_weight: float) -> float:
    """Return simulations per second of processor time; 0 if the solver finished early."""
    begun = time.process_time()
    found = search(
        state,
        stream=new_stream(seed),
        simulations=simulations,
        params=SearchParams(exploration=EXPLORATION, amaf_weight=amaf_weight),
    )
    if found.simulations < simulations:
        return 0.0
    return simulations / (time.process_time() - begun)


def their_search(game: Any, moves: Sequence[int], simulations: int, seed: int) -> float:
    """Return simulations per second of processor time of OpenSpiel's ``MCTSBot``."""
    state = game.new_initial_state()
    for move in moves:
        state.apply_action(move)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, 1000, True, seed, False)
    begun = time.process_time()
    made = bot.mcts_search(state).explore_count
    return float(made / (time.process_time() - begun))


def connect_four_search(rounds: int, simulations: int) -> list[Row]:
    """Compare both searches in Connect Four, rows by length of the opening."""
    game, theirs = ConnectFour(), pyspiel.load_game("connect_four")
    our_search(game.new_state(), 10, 0, 0.0)
    rows: list[Row] = []
    for moves in OPENINGS:
        pairs: list[tuple[float, float]] = []
        seeds = count()
        while len(pairs) < rounds:
            seed = next(seeds)
            state, made = opening(game, moves, seed)
            mine = our_search(state, simulations, seed, 0.0)
            if mine:  # otherwise there is little to measure
                pairs.append((mine, their_search(theirs, made, simulations, seed)))
        rows += compared(f"after {moves} moves", pairs)
    return rows


def python_game_search(rounds: int, simulations: int) -> list[Row]:
    """Compare our search in Block Ness with OpenSpiel's on the same game in Python."""
    register()
    game = empile.load(SEARCHED)
    theirs = pyspiel.load_game(spiel_name(SEARCHED))
    our_search(game.new_state(), 10, 0, 1.0)
    pairs = [
        (
            our_search(game.new_state(), 200 * simulations, number, 1.0),
            their_search(theirs, [], simulations, number),
        )
        for number in range(rounds)
    ]
    return compared("from the start", pairs)


def compared(what: str, pairs: Sequence[tuple[float, float]]) -> list[Row]:
    """Return a row for Empile and one for OpenSpiel from their speeds by round."""
    mine, theirs = (median(side) for side in zip(*pairs, strict=True))
    ratio = median(ours / others for ours, others in pairs)
    return [Row("Empile", what, mine, 0.0), Row("OpenSpiel", what, theirs, ratio)]


# -- Tables ----------------------------------------------------------------------------------------


def measure(rounds: int, seconds: float, simulations: int, others: bool) -> dict[str, list[Row]]:
    """Return the rows of each table by its title."""
    with ExitStack() as processes:
        players = [ours(ConnectFour()), *map(open_spiel, SPIEL_GAMES)]
        if others:
            other_environment.install(ENVIRONMENT, PACKAGES)
            players += [processes.enter_context(another(*each)) for each in OTHERS]
        players += [ours(game_class(name)()) for name in empile.game_names()]
        rows = random_rows(players, rounds, seconds)
    return {
        "Random games per second, one core": rows,
        "Search in Connect Four: simulations per second, one core": connect_four_search(
            rounds, simulations
        ),
        "Search in Block Ness, as a Python game for OpenSpiel: simulations per second": (
            python_game_search(rounds, max(2, simulations // 500))
        ),
    }


def shown(title: str, rows: Sequence[Row]) -> Table:
    """Return rows as a table."""
    table = Table(title=title)
    for heading in ("program", "game", "per second", "Empile is faster by"):
        table.add_column(heading, justify="left" if heading in ("program", "game") else "right")
    for row in rows:
        table.add_row(*cells(row))
    return table


def cells(row: Row) -> tuple[str, str, str, str]:
    """Return a row's cells as text."""
    ratio = f"{row.ratio:.1f} times" if row.ratio else ""
    return row.who, row.what, f"{row.a_second:,.0f}", ratio


def report(found: dict[str, list[Row]], rounds: int) -> str:
    """Return all tables as Markdown."""
    lines = [
        "# Comparison with other frameworks",
        "",
        f"Written by `python benchmarks/frameworks.py`: medians of {rounds} interleaved rounds, by processor time, on"
        f" {platform.machine()} with Python {platform.python_version()}, OpenSpiel"
        f" {version('open_spiel')}.",
    ]
    for title, rows in found.items():
        lines += ["", f"## {title}", "", "| program | game | per second | Empile is faster by |"]
        lines += ["| --- | --- | ---: | ---: |"]
        lines += [f"| {' | '.join(cells(row))} |" for row in rows]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="per player and round")
    parser.add_argument("--simulations", type=int, default=20_000, help="per search")
    parser.add_argument("--without-others", action="store_true", help="compare with OpenSpiel only")
    chosen = parser.parse_args()
    console = Console(width=100)
    found = measure(chosen.rounds, chosen.seconds, chosen.simulations, not chosen.without_others)
    console.print(*(shown(title, rows) for title, rows in found.items()), sep="\n")
    if not chosen.without_others:
        RESULTS.write_text(report(found, chosen.rounds), "utf-8")


if __name__ == "__main__":
    main()
