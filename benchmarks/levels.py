"""Whether each level of a game's bots beats the one below at least three times in four.

    python benchmarks/levels.py [--game block-ness] [--games 200] [--threads N]

For every number of seats and every variant, and in teams, neighbouring levels meet in games that
mix both with seats rotated (see :mod:`empile.bots.tournament`). A match stops as soon as the answer
is clear, at the latest after ``--games`` games; variants other than the first are given fewer. Scores are
written to ``benchmarks/results/levels-GAME.json`` while it runs: broken off, it goes on where it
was. A table for people is written beside it. Levels are set in simulations, so the scores (not the
times) are the same on every machine.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from random_games import settings
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import empile
from empile.bots import Level, levels_of
from empile.bots.tournament import Sequential, duel, level_player
from empile.engine.discovery import game_class
from empile.engine.game import Game
from empile.engine.playouts import cores

GOAL = 0.75
ERROR = 0.05
SAVE_SECONDS = 5.0
RESULTS = Path(__file__).parent / "results"


class Results:
    """The matches so far, in a file that is kept up to date."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        head = {
            "game": name,
            "rules": empile.load(name).rules_version,
            "goal": GOAL,
            "error": ERROR,
            "levels": [asdict(level) for level in levels_of(empile.load(name))],
        }
        self.data: dict[str, Any] = {**head, "matches": []}
        if path.exists():
            found = json.loads(path.read_text("utf-8"))
            # Levels of before a field was added have that field's default.
            found["levels"] = [asdict(Level(**level)) for level in found["levels"]]
            if {key: found[key] for key in head} == head:
                self.data = found
        self._saved = time.monotonic()

    def match(self, game: Game, variant: str, weaker: Level, stronger: Level) -> dict[str, Any]:
        """Return the entry of a match, made if need be."""
        key = {
            "seats": game.num_players,
            "variant": variant,
            "weaker": weaker.number,
            "stronger": stronger.number,
        }
        for match in self.data["matches"]:
            if all(match[name] == value for name, value in key.items()):
                return match  # type: ignore[no-any-return]
        entry: dict[str, Any] = {**key, "scores": [], "seconds": 0.0}
        self.data["matches"].append(entry)
        return entry

    def save(self, *, now: bool = False) -> None:
        """Write the file and the table beside it, at most every few seconds unless ``now``."""
        if not now and time.monotonic() - self._saved < SAVE_SECONDS:
            return
        self._saved = time.monotonic()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = ",\n  ".join(json.dumps(match) for match in self.data["matches"])
        head = json.dumps({key: self.data[key] for key in self.data if key != "matches"})
        text = f'{head[:-1]},\n "matches": [\n  {lines}\n ]}}\n'
        unfinished = self.path.with_suffix(".part")
        unfinished.write_text(text, "utf-8")
        unfinished.replace(self.path)
        self.path.with_suffix(".md").write_text(table(self.data), "utf-8")


def table(data: dict[str, Any]) -> str:
    """Return the results as a Markdown table."""
    levels = {level["number"]: level for level in data["levels"]}
    lines = [
        f"# Levels of {data['game']}",
        "",
        "Made by `benchmarks/levels.py`. A score is the share of pairs of unlike seats in which the",
        "stronger level ranked better, ties half. A level should beat the one below with a score",
        f"of at least {data['goal']}. *Proved*: shown at an error of {data['error']}, by a test that",
        "may stop at any time. *Held*: the score was reached, but not by so much as to prove it.",
        "",
        "| level | simulations | hasty moves |",
        "| --- | --- | --- |",
    ]
    for level in data["levels"]:
        lines.append(
            f"| {level['number']} {level['key'].removeprefix('level.')} "
            f"| {level['simulations']:,} | {level['hasty']:.0%} |"
        )
    lines += [
        "",
        "| seats | variant | levels | games | score | | seconds |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for match in data["matches"]:
        test = Sequential(data["goal"], data["error"], match["scores"])
        names = [
            levels[match[side]]["key"].removeprefix("level.") for side in ("stronger", "weaker")
        ]
        lines.append(
            f"| {match['seats']} | {match['variant']} | {names[0]} against {names[1]}"
            f" | {len(test.scores)} | {test.mean:.3f} | {told(test)} | {match['seconds']:.0f} |"
        )
    return "\n".join(lines) + "\n"


def told(test: Sequential) -> str:
    """Return in a word what a match showed."""
    if test.verdict == "open":
        return "held" if test.mean >= test.goal else "missed"
    return test.verdict


def settings_with_teams(name: str) -> Iterator[tuple[Game, str]]:
    """Yield what ``settings`` does and, where a game offers an option ``teams``, those as well."""
    yield from settings(name)
    for option in empile.load(name).options_offered:
        if option.name == "teams":
            for seats in option.needs["players"]:
                yield game_class(name)(players=seats, teams=True), "teams"


def run(name: str, path: Path, games: int, fewer: int, threads: int, seed: int) -> bool:
    """Play all matches that are not finished; return whether every level holds."""
    results = Results(path, name)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[score]}"),
    )
    console = Console(stderr=True)
    first_variant = next(settings(name))[1]
    verdicts: list[str] = []
    with Progress(*columns, console=console) as bars:
        for game, variant in settings_with_teams(name):
            most = games if variant == first_variant else fewer
            for weaker, stronger in itertools.pairwise(levels_of(game)):
                entry = results.match(game, variant, weaker, stronger)
                label = f"{game.num_players} {variant} {stronger.number} against {weaker.number}"
                bar = bars.add_task(label, total=most, completed=len(entry["scores"]), score="")
                tell = partial(bars.update, bar)
                test = meet(game, weaker, stronger, entry, results, most, threads, seed, tell)
                bars.update(bar, total=len(test.scores), score=f"{test.mean:.3f} {told(test)}")
                bars.stop_task(bar)
                verdicts.append(told(test))
    return all(verdict in ("proved", "held") for verdict in verdicts)


def meet(
    game: Game,
    weaker: Level,
    stronger: Level,
    entry: dict[str, Any],
    results: Results,
    games: int,
    threads: int,
    seed: int,
    tell: Callable[..., None],
) -> Sequential:
    """Play what is left of one match; keep ``entry`` and the file up to date."""
    spent, begun = float(entry["seconds"]), time.monotonic()

    def on_game(test: Sequential) -> None:
        entry["seconds"] = round(spent + time.monotonic() - begun, 1)
        tell(completed=len(test.scores), score=f"{test.mean:.3f}")
        results.save()

    test = duel(
        game,
        level_player(stronger),
        level_player(weaker),
        seed=seed,
        games=games,
        threads=threads,
        test=Sequential(GOAL, ERROR, entry["scores"]),
        on_game=on_game,
    )
    results.save(now=True)
    return test


def main() -> None:
    """Read the command line, play, write; exit with status 1 where a level does not hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="block-ness")
    parser.add_argument("--games", type=int, default=200, help="at most so many in a match")
    parser.add_argument("--fewer", type=int, default=60, help="the same for further variants")
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, help="the file of scores to write or go on with")
    chosen = parser.parse_args()
    path = chosen.output or RESULTS / f"levels-{chosen.game}.json"
    holds = run(chosen.game, path, chosen.games, chosen.fewer, chosen.threads, chosen.seed)
    print(path.with_suffix(".md").read_text("utf-8"), end="")
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
