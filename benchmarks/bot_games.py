"""Play whole games between bots and compare each with its own record.

    python benchmarks/bot_games.py [--game blox] [--seats 4] [--games 1000] [--simulations 40]

Each seat is played by one of the game's levels, drawn for each game, or by random moves. The record
of each game is written, read and replayed; every position must be equal byte for byte, and the result
too. Writes ``benchmarks/results/bot-games.md``, a row per game and number of seats.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import track

import empile
from empile import Record
from empile.bots import levels_of
from empile.bots.sprt import Chooser, level_player
from empile.engine.errors import RecordError
from empile.engine.game import Game, State
from empile.engine.match import Match
from empile.engine.playouts import cores
from empile.engine.random import Stream, below, new_stream, split

RESULTS = Path(__file__).parent / "results" / "bot-games.md"
_HEAD = """\
# Games between bots

Written by `benchmarks/bot_games.py`: whole games, each seat played by one of the game's levels with a
small budget or by random moves. Every record was read and replayed; *differences* are those between
the game and its record, replay and result.

| game | seats | games | moves | ends | differences | seconds |
| --- | --- | --- | --- | --- | --- | --- |
"""


def random_move(state: State, stream: Stream) -> int:
    """Return a uniformly random legal move."""
    moves = state.legal_actions()
    return moves[below(stream, len(moves))]


def players(game: Game, simulations: int) -> list[Chooser]:
    """Return the levels of a game, none with more than ``simulations``, and random moves."""
    levels = levels_of(game)
    small = [replace(one, simulations=min(one.simulations, simulations)) for one in levels]
    return [*(level_player(level) for level in small), random_move]


def play(game: Game, choosers: Sequence[Chooser], stream: Stream) -> Match:
    """Play a game; each seat's player is drawn from ``choosers``."""
    seats = [choosers[below(stream, len(choosers))] for _ in range(game.num_players)]
    match = Match(game)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        match.play_action(seats[match.state.current_player()](match.state, stream))
        match.resolve_chance(stream, also_external=True)
    return match


def differences(match: Match) -> list[str]:
    """Return the differences between a match and its replayed record."""
    written = match.record()
    record = Record.from_json(written.to_json())
    found: list[str] = []
    if record.to_dict() != written.to_dict():
        found.append("the record is not read as it was written")
    states: list[State] = []
    try:
        for index, (before, event) in enumerate(record.replay()):
            states.append(before.clone())
            if event != match.events[index]:
                found.append(f"event {index} is replayed as {event.text}")
        states.append(record.final_state())
    except RecordError as error:
        return [*found, str(error)]
    if len(states) != len(match.events) + 1:
        found.append(f"{len(states) - 1} events are replayed of {len(match.events)}")
    for index, state in enumerate(states):
        if state.array.tobytes() != match.state_before(index).array.tobytes():
            found.append(f"the position after {index} events is another")
    if not record.result == states[-1].result() == match.state.result():
        found.append("the result is another")
    return found


def run(
    game: Game,
    games: int,
    simulations: int,
    *,
    seed: int = 1,
    threads: int = 1,
    on_game: Callable[[], object] = lambda: None,
) -> tuple[list[str], Counter[str], int]:
    """Play games; return all differences, counts of end reasons, and the number of moves."""
    choosers = players(game, simulations)

    def one(number: int) -> tuple[list[str], str, int]:
        match = play(game, choosers, split(new_stream(seed), number))
        result = match.state.result()
        assert result is not None
        found_here = [f"game {number}: {difference}" for difference in differences(match)]
        on_game()
        return found_here, result.reason, sum(event.seat >= 0 for event in match.events)

    with ThreadPoolExecutor(threads) as pool:
        outcomes = list(pool.map(one, range(games)))
    found = [difference for found_here, _, _ in outcomes for difference in found_here]
    return found, Counter(end for _, end, _ in outcomes), sum(moves for *_, moves in outcomes)


def keep(path: Path, line: str) -> None:
    """Write a row of the table; it replaces that of the same game and seats."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    rows = [
        row for row in lines if row.startswith("| ") and not row.startswith(("| game", "| ---"))
    ]
    same = line.split("|")[1:3]
    rows = sorted([row for row in rows if row.split("|")[1:3] != same] + [line])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_HEAD + "\n".join(rows) + "\n", "utf-8")


def main() -> None:
    """Play and write; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="blox")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--simulations", type=int, default=40, help="maximum simulations per move")
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = empile.load(chosen.game, players=chosen.seats)
    steps = iter(
        track(
            range(chosen.games), f"{game.name}, {chosen.seats} seats", console=Console(stderr=True)
        )
    )
    next(steps, None)
    begun = time.monotonic()
    found, ends, moves = run(
        game,
        chosen.games,
        chosen.simulations,
        seed=chosen.seed,
        threads=chosen.threads,
        on_game=lambda: next(steps, None),
    )
    seconds = time.monotonic() - begun
    for difference in found:
        print(difference)
    ended = ", ".join(f"{end} {count:,}" for end, count in ends.most_common())
    line = (
        f"| {game.name} | {chosen.seats} | {chosen.games:,} | {moves:,} | {ended}"
        f" | {len(found)} | {seconds:.0f} |"
    )
    keep(RESULTS, line)
    print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
