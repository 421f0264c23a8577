"""Strength of our search compared with plain UCT or ISMCTS at equal processor time.

    python benchmarks/uct_baseline.py [--game block-ness] [--seconds 0.05] [--games 200]

Ours is the strongest level. The baseline gets the mean time per move of that level, measured in games of
the level against itself. With ``--seconds`` both get that time, and ours has no limit of simulations.
The baseline is UCT, or ISMCTS with hidden information, on the same compiled rules: uniformly random
playouts to the end, every move tried once before any is tried twice, and no extensions (rollout policy,
progressive widening, cut playouts, AMAF, solver). Time is processor time of the searching thread, so
that load on the machine affects neither. Seats rotate.

If ours is less than 100 Elo ahead, both play the baseline again with ten times its time: if even the
longer search gains little, luck decides most games. Writes ``benchmarks/results/uct-baseline.md`` and keeps
its other matches; games of interrupted runs are not kept.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable
from math import inf, log10, sqrt
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import random_games
from rich.console import Console

from empile.bots import levels_of
from empile.bots.sprt import Chooser, Sequential, duel, play_game
from empile.engine.contracts.level import SearchParams
from empile.engine.discovery import game_names
from empile.engine.game import Game, State
from empile.engine.playouts import cores
from empile.engine.random import Stream, new_stream
from empile.engine.search.search import search

RESULTS = Path(__file__).parent / "results" / "uct-baseline.md"
BUILD = Path(__file__).parent.parent / "build" / "plain"
GOAL = 100.0
"""The goal, in Elo."""
AMPLE = 10
"""Factor of the thinking time if the goal is missed."""

_MODULE = '''"""The rules of {rules}, but a simulated game takes any move alike. {key}"""

import numpy as np

import {rules} as own
from empile.engine.compiled.jit import inline

globals().update({{name: value for name, value in vars(own).items() if name[:2] != "__"}})


@inline
def simulation_move(params, s, moves, n, bits):
    return int(moves[np.uint64((bits * n) >> 32)])
'''


class Result(NamedTuple):
    """Result of a match."""

    games: int
    score: float
    """Share of pairs of opposing seats in which the first ranked better; ties half."""
    error: float
    """Standard error of the score."""

    def __str__(self) -> str:
        return f"{ahead(self.score, self.error)}, {self.games} games"


class Outcome(NamedTuple):
    """Result of a match of one game and number of seats."""

    game: str
    seats: int
    variant: str
    result: Result
    """Score of ours."""
    simulations: tuple[float, float]
    """Simulations per move, ours and the baseline's."""
    seconds: float
    """The baseline's time per move."""
    own: bool
    """Whether that is the mean time of the strongest level."""
    ample: tuple[Result, Result] | None = None
    """Ours, then the baseline, with ``AMPLE`` times the time against the same opponent."""


def plain(game: Game) -> Game:
    """Return the same game with uniformly random playouts."""
    rules = _plain_rules(game)
    twin: type[Game] = type(f"Plain{type(game).__name__}", (type(game),), {"rules": rules})
    return twin(**game.options)


def _plain_rules(game: Game) -> ModuleType:
    name = f"empile_plain_{game.name.replace('-', '_')}"
    if name in sys.modules:
        return sys.modules[name]
    # Machine code is cached by the sources of its folder; the key stands for imported ones.
    folder = BUILD / game.name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    path.write_text(_MODULE.format(rules=game.rules.__name__, key=game.compiled.key), "utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_DEFAULT = SearchParams()


class Thinker:
    """A search with a budget of time or simulations that counts simulations and time."""

    def __init__(
        self,
        seconds: float,
        twin: Game | None = None,
        most: int | None = None,
        params: SearchParams = _DEFAULT,
    ) -> None:
        self.seconds, self.twin, self.most, self.search_params = (
            seconds,
            twin,
            most or _MANY,
            params,
        )
        self.moves = self.simulations = 0
        self.spent = 0.0

    def __call__(self, state: State, stream: Stream) -> int:
        """Return the chosen move."""
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self.twin is not None:
            state = State.from_bytes(self.twin, state.tobytes())
        begun = time.thread_time()
        end = begun + self.seconds
        found = search(
            state,
            stream=stream,
            simulations=self.most,
            stop=lambda: time.thread_time() >= end,
            params=self.search_params,
        )
        self.spent += time.thread_time() - begun
        self.moves += 1
        self.simulations += found.simulations
        return found.best

    @property
    def pace(self) -> float:
        """Mean simulations per move."""
        return self.simulations / max(self.moves, 1)


_NEVER = 1e-300
"""Error of a match that should not stop early."""
_TIMED = 4
"""Number of games of the strongest level with itself to measure its time."""
_MANY = 1 << 18
"""Capacity in simulations: more than the time allows."""
_UNTRIED_FIRST = -1e6
"""First-play urgency: value of an untried move above the mean."""


def strongest(game: Game, times: int = 1) -> Thinker:
    """Return the strongest level, with ``times`` its simulations."""
    level = levels_of(game)[-1]
    return Thinker(inf, most=times * level.simulations, params=level.search_params)


def own_seconds(game: Game) -> float:
    """Return the mean time per move of the strongest level against itself."""
    level = strongest(game)
    for number in range(_TIMED + 1):
        if number == 1:  # everything is loaded now
            level.spent, level.moves = 0.0, 0
        play_game(game, [level] * game.num_players, new_stream(number))
    return level.spent / level.moves


def textbook(game: Game, seconds: float, exploration: float) -> Thinker:
    """Return the baseline search for ``game``."""
    return Thinker(
        seconds,
        plain(game),
        params=SearchParams(
            exploration=exploration, fpu_reduction=_UNTRIED_FIRST, amaf_weight=0.0, solver=False
        ),
    )


def meet(
    game: Game,
    seconds: float | None,
    exploration: float,
    games: int,
    threads: int,
    on_game: Callable[[Sequential], None],
    *,
    whole: bool = False,
) -> Outcome:
    """Play a match of about ``games`` games.

    Stops early once the verdict is clear, unless ``whole``.
    """
    plain_one = textbook(game, own_seconds(game) if seconds is None else seconds, exploration)

    def ours(times: int) -> Thinker:
        if seconds is None:
            return strongest(game, times)
        return Thinker(times * seconds, params=levels_of(game)[-1].search_params)

    def match(one: Thinker) -> Result:
        players: tuple[Chooser, Chooser] = one, plain_one
        test = Sequential(
            goal=1 / (1 + 10 ** (-GOAL / 400)), error=_NEVER if whole else Sequential.error
        )
        test = duel(
            game, *players, seed=1, games=games, threads=threads, test=test, on_game=on_game
        )
        spread = sum((score - test.mean) ** 2 for score in test.scores)
        error = sqrt(spread / max(len(test.scores) - 1, 1) / len(test.scores))
        return Result(len(test.scores), test.mean, error)

    first = ours(1)
    result = match(first)
    found = Outcome(
        game.name,
        game.num_players,
        str(game.options.get("variant", "base")),
        result,
        (first.pace, plain_one.pace),
        plain_one.seconds,
        seconds is None,
    )
    if elo(result.score) >= GOAL:
        return found
    longer = textbook(game, AMPLE * plain_one.seconds, exploration)
    return found._replace(ample=(match(ours(AMPLE)), match(longer)))


def elo(score: float) -> float:
    """Return the Elo difference of a score."""
    return 400 * log10(score / (1 - score)) if 0 < score < 1 else inf if score else -inf


_HEAD = """\
# Our search compared with plain UCT and ISMCTS

Written by `benchmarks/uct_baseline.py`. Both have the same processor time per move: *own* is the mean time of the
strongest level at a table; with a given time, both use it and ours has no limit of simulations. A score is the share of
pairs of opposing seats in which ours ranked better; ties count half. A match may stop as soon as it is clear on which
side of {goal:g} Elo the score is. Intervals are 95 %, computed over games. If ours is less than {goal:g} Elo ahead, the last
columns show how far ahead of the same opponent ours is with {ample} times the time, and how far the baseline itself: if the
longer search gains little, luck decides the rest.

| game | seats | variant | time | games | score | Elo | simulations per move, ours and the baseline's | ours with {ample} times the time | the baseline with {ample} times the time |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def row(found: Outcome) -> str:
    """Return the row of a match."""
    paces = " and ".join(f"{pace:,.0f}" for pace in found.simulations)
    lasted = f"{1000 * found.seconds:.3g} ms"
    what = f"{found.game} | {found.seats} | {found.variant} | {'own' if found.own else lasted}"
    if found.own:
        paces += f" in {lasted}"
    games, score, error = found.result
    ours, theirs = found.ample or ("", "")
    return (
        f"| {what} | {games} | {score:.3f} | {ahead(score, error)} | {paces} | {ours} | {theirs} |"
    )


def ahead(score: float, error: float) -> str:
    """Return a lead in Elo with its interval."""
    low, high = (min(max(score + side * 1.96 * error, 0.0), 1.0) for side in (-1.0, 1.0))
    return f"{elo(score):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})"


def table(text: str, head: str, lines: list[str], cells: int = 4) -> str:
    """Return the table of ``text`` with ``lines`` instead of those of the same matches.

    The first ``cells`` of a row identify the match. With another ``head`` all of ``text`` is dropped.
    """
    kept = text.removeprefix(head).splitlines() if text.startswith(head) else []
    rows = {tuple(line.split(" | ")[:cells]): line for line in (*kept, *lines)}
    return head + "".join(f"{rows[key]}\n" for key in sorted(rows))


def settings(name: str) -> list[Game]:
    """Return a game with every number of seats and every variant."""
    found = [game for game, _ in random_games.settings(name)]
    return sorted(found, key=lambda game: game.num_players)


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", action="append", choices=game_names(), dest="names")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument(
        "--seconds", type=float, help="time per move for both; default: the mean time of the level"
    )
    parser.add_argument("--exploration", type=float, default=0.5, help="of the baseline")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument(
        "--whole",
        action="store_true",
        help="play all games; early stopping biases the score",
    )
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--output", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    console, lines = Console(), list[str]()
    for name in chosen.names or game_names():
        for game in settings(name):
            if chosen.seats and game.num_players not in chosen.seats:
                continue
            what = f"{name}, {game.num_players} seats"
            with console.status(what) as status:

                def tell(test: Sequential, status: Any = status, what: str = what) -> None:
                    status.update(f"{what}: {test.mean:.3f} of {len(test.scores)} games")

                found = meet(
                    game,
                    chosen.seconds,
                    chosen.exploration,
                    chosen.games,
                    chosen.threads,
                    tell,
                    whole=chosen.whole,
                )
            lines.append(row(found))
            console.print(lines[-1])
            head = _HEAD.format(goal=GOAL, ample=AMPLE)
            before = chosen.output.read_text("utf-8") if chosen.output.exists() else ""
            chosen.output.write_text(table(before, head, lines), "utf-8")


if __name__ == "__main__":
    main()
