"""Measure steps of text environments and the parts of their texts.

    python benchmarks/text_env.py [--games 10] [--rounds 5] [--output FILE]

Plays random games of a seed with full text for the seat to act at each step (short rules, board, JSON, log,
all legal moves) and answers in a tag. Measures processor time on one core. Figures are of the best round.
Writes ``benchmarks/results/text-env.md``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from empile.engine.random import below, new_stream
from empile.envs.text import TextEnv, find_move, rules_text
from empile.envs.text.observation import Observer

RESULTS = Path(__file__).parent / "results" / "text-env.md"
SEATS = {"block-ness": (2, 4), "block-out": (2, 6), "blox": (2, 4), "on-top": (2, 4)}
PARTS = ("rules", "board", "JSON", "moves", "log", "read tag", "read line")
STEPS = 400
"""Of a round and game, at most."""
_HEAD = """\
# Speed of text environments

Written by `benchmarks/text_env.py`: random games with full text at each step (short rules, board and JSON, log, all legal
moves) and answers in a `<move>` tag, per second of processor time on one core: {games} games of each, cut after {steps}
steps in all, the best of {rounds} rounds. Other load on the machine lowers the figures. *Without text*: the same answers without
texts, as a multiple. *Signs* are those of the text of a turn. Parts are microseconds a step, each by itself: the
rules (written once a game), the board as text, the position as JSON, the legal moves, the log, and reading an answer in
a tag, or in a sentence (which is compared with all legal moves).

| game | seats | steps/s | without text | signs | {heads} |
| --- | --- | --- | --- | --- |{rules}
"""


class Row(NamedTuple):
    """Figures of one game."""

    game: str
    seats: int
    steps: float
    """Per second."""
    without: float
    """The same answers without texts, as a multiple."""
    signs: float
    """Of the text of a turn."""
    parts: dict[str, float]
    """Microseconds a step."""


class Script(NamedTuple):
    """Answers of games from the first seed on."""

    answers: list[list[str]]

    @property
    def steps(self) -> int:
        """How many answers there are."""
        return sum(map(len, self.answers))


def environment(game: str, seats: int) -> TextEnv:
    """Return an environment with all parts of the text."""
    return TextEnv(game, players=seats, moves="all")


def script(env: TextEnv, games: int) -> Script:
    """Return random legal answers of whole games, cut after ``STEPS``."""
    found: list[list[str]] = []
    left, stream = STEPS, new_stream(1)
    for seed in range(games):
        env.reset(seed)
        moves: list[str] = []
        while not env.done and left:
            legal = env.state.legal_texts()
            moves.append(legal[below(stream, len(legal))])
            env.step(moves[-1])
            left -= 1
        found.append(moves)
    return Script(found)


def seconds(rounds: int, run: Callable[[], object]) -> float:
    """Return the processor time of the best round."""
    found: list[float] = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def play(env: TextEnv, played: Script, *, text: bool) -> int:
    """Play a script, with or without text; return the signs of all texts."""
    signs = 0
    for seed, moves in enumerate(played.answers):
        env.reset(seed)
        for move in moves:
            if text:
                signs += len(env.observation())
            assert env.step(f"<move>{move}</move>").accepted
    return signs


def parts(env: TextEnv, played: Script, rounds: int) -> dict[str, float]:
    """Return the microseconds of each part, over the positions of a script."""
    game, observer = env.game, Observer(env.game, env.settings)
    at: list[tuple[TextEnv, int, str]] = []
    for seed, moves in enumerate(played.answers):
        env.reset(seed)
        for move in moves:
            seat = env.current_seat
            assert seat is not None
            at.append((TextEnv(env.match), seat, move))
            env.step(move)

    def timed(part: Callable[[TextEnv, int, str], object]) -> float:
        def run() -> None:
            for one, seat, move in at:
                part(one, seat, move)

        return 1e6 * seconds(rounds, run) / len(at)

    ways: dict[str, Callable[[TextEnv, int, str], object]] = {
        "rules": lambda one, seat, move: rules_text(game),
        "board": lambda one, seat, move: observer.board(one.state, seat),
        "JSON": lambda one, seat, move: one.state.view(seat),
        "moves": lambda one, seat, move: one.state.legal_texts(),
        "log": lambda one, seat, move: observer.log(one.match, seat, {}),
        "read tag": lambda one, seat, move: find_move(f"<move>{move}</move>", one.state),
        "read line": lambda one, seat, move: find_move(f"I choose **{move}**.", one.state),
    }
    return {part: timed(ways[part]) for part in PARTS}


def measure(game: str, seats: int, games: int, rounds: int) -> Row:
    """Measure one game."""
    env = environment(game, seats)
    played = script(env, games)
    signs = play(env, played, text=True)  # also compiles
    full = seconds(rounds, lambda: play(env, played, text=True))
    bare = seconds(rounds, lambda: play(env, played, text=False))
    instructions = len(env.instructions(0))
    return Row(
        game,
        seats,
        played.steps / full,
        full / bare,
        signs / played.steps - instructions,
        parts(env, played, rounds),
    )


def report(rows: list[Row], games: int, rounds: int) -> str:
    """Return the page of results."""
    heads, rules = " | ".join(PARTS), " --- |" * len(PARTS)
    lines = [_HEAD.format(heads=heads, rules=rules, games=games, steps=STEPS, rounds=rounds)]
    for row in rows:
        figures = " | ".join(f"{row.parts[part]:,.0f}" for part in PARTS)
        lines.append(
            f"| {row.game} | {row.seats} | {row.steps:,.0f} | {row.without:.1f} | {row.signs:,.0f} | {figures} |\n"
        )
    return "".join(lines)


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game", nargs="*", default=list(SEATS))
    parser.add_argument("--output", type=Path, default=RESULTS)
    given = parser.parse_args()
    rows = [
        measure(game, seats, given.games, given.rounds)
        for game in given.game
        for seats in SEATS.get(game, (2,))
    ]
    text = report(rows, given.games, given.rounds)
    given.output.write_text(text, "utf-8")
    Console().print(text, markup=False)


if __name__ == "__main__":
    main()
