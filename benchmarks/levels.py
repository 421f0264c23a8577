"""Test whether each level of a game's bots scores at least 75 % against the one below.

    python benchmarks/levels.py [--game block-ness] [--games 200] [--threads N]
    python benchmarks/levels.py --game block-out --even 2 3 4 5 6 --games 2000

Neighbouring levels play each other in all mixed seatings (see :mod:`empile.bots.sprt`), for every
number of seats, every variant, and in teams. A match is a sequential test (SPRT) of at most ``--games``
games; variants other than the first get fewer. Scores are written to
``benchmarks/results/levels-GAME.json`` during the run, so an interrupted run resumes; a readable table is
written next to it. Levels are defined in simulations, so the scores (not the times) are the same on
every machine.

With much luck there is no room for five such levels; they should then be evenly spaced below the
strongest. ``--even`` names the numbers of seats for which this holds: their matches are played to the
end, and if the goal is missed, each step (the score minus one half) should be at least 0.6 of the mean
step of its seats and variant.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from random_games import settings
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import empile
from empile.bots import Level, levels_of
from empile.bots.sprt import Sequential, Verdict, duel, level_player
from empile.engine.discovery import game_class
from empile.engine.game import Game
from empile.engine.playouts import cores

GOAL = 0.75
ERROR = 0.05
EVEN = 0.6
"""Minimum of an even step, relative to the mean step."""
HOLDS = ("proved", "held", "even")
SAVE_SECONDS = 5.0
RESULTS = Path(__file__).parent / "results"


class Whole(Sequential):
    """Scores of a match without early stopping."""

    @property
    def verdict(self) -> Verdict:
        """Always ``open``."""
        return "open"


FORMER_FIELDS = {
    "hasty": "random_move_probability",
    "horizon": "rollout_depth",
    "widening": "progressive_widening",
    "prior": "prior_weight",
}


class Results:
    """The matches so far, in a file."""

    def __init__(self, path: Path, name: str, even: Sequence[int] = ()) -> None:
        self.path = path
        head = {
            "game": name,
            "rules": empile.load(name).rules_version,
            "goal": GOAL,
            "error": ERROR,
            "even": sorted(even),
            "levels": ladders(name),
        }
        self.data: dict[str, Any] = {**head, "matches": []}
        if path.exists():
            found = json.loads(path.read_text("utf-8"))
            # Older files lack newer fields, which have defaults.
            found.setdefault("even", [])
            everybody = [label for label, _ in labelled(name)]
            found["levels"] = [
                {"plays": row.pop("plays", everybody), **asdict(level_of(row))}
                for row in found["levels"]
            ]
            if {key: found[key] for key in head} == head:
                self.data = found
        self._saved = time.monotonic()

    def match(self, game: Game, variant: str, weaker: Level, stronger: Level) -> dict[str, Any]:
        """Return the entry of a match; create it if it is missing."""
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
        """Write the file and its table, at most every few seconds unless ``now``."""
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


def level_of(row: Mapping[str, Any]) -> Level:
    """Return the level of a results file; earlier versions named its fields otherwise."""
    known = {field.name for field in fields(Level)}
    named = {FORMER_FIELDS.get(name, name): value for name, value in row.items()}
    return Level(**{name: value for name, value in named.items() if name in known})


def ladders(name: str) -> list[dict[str, Any]]:
    """Return the levels of a game, each with the seats and variants that have it."""
    groups: list[tuple[list[str], list[Level]]] = []
    for label, game in labelled(name):
        levels = levels_of(game)
        for others, known in groups:
            if known == levels:
                others.append(label)
                break
        else:
            groups.append(([label], levels))
    return [{"plays": labels, **asdict(level)} for labels, levels in groups for level in levels]


def table(data: dict[str, Any]) -> str:
    """Return the results as a Markdown table."""
    levels = {level["number"]: level for level in data["levels"]}
    lines = [
        f"# Levels of {data['game']}",
        "",
        "Written by `benchmarks/levels.py`. A score is the share of pairs of opposing seats in which the",
        "stronger level ranked better; ties count half. A level should beat the one below with a score",
        f"of at least {data['goal']}. *Proved*: shown by a sequential test with an error of",
        f"{data['error']}. *Held*: the score was reached, but the test was not conclusive.",
    ]
    if data["even"]:
        seats = ", ".join(str(number) for number in data["even"])
        lines += [
            "",
            f"With {seats} seats luck leaves no room for five such levels: they should be evenly spaced below",
            "the strongest. These matches do not stop early; ± is the standard error. *Even*: the goal is",
            "missed, but the score exceeds one half by at least",
            f"{EVEN} of the mean step of these seats and variant.",
        ]
    lines += [
        "",
        "| seats and variant | level | simulations | random moves | rollouts cut after |",
        "| --- | --- | --- | --- | --- |",
    ]
    is_one = len({tuple(level["plays"]) for level in data["levels"]}) == 1
    for level in data["levels"]:
        lines.append(
            f"| {'all' if is_one else ', '.join(level['plays'])} "
            f"| {level['number']} {level['key'].removeprefix('level.')} "
            f"| {level['simulations']:,} | {level['random_move_probability']:.0%} | {cutoff_text(level['rollout_depth'])} |"
        )
    lines += [
        "",
        "| seats | variant | levels | games | score | | seconds |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for match in data["matches"]:
        scores = match["scores"]
        names = [
            levels[match[side]]["key"].removeprefix("level.") for side in ("stronger", "weaker")
        ]
        score = f"{mean(scores) if scores else 0.0:.3f}"
        if match["seats"] in data["even"] and len(scores) > 1:
            score += f" ± {stdev(scores) / sqrt(len(scores)):.3f}"
        lines.append(
            f"| {match['seats']} | {match['variant']} | {names[0]} against {names[1]}"
            f" | {len(scores)} | {score} | {verdict_of(data, match)} | {match['seconds']:.0f} |"
        )
    return "\n".join(lines) + "\n"


def cutoff_text(rollout_depth: int) -> str:
    """Return after how many moves a playout is evaluated."""
    if rollout_depth == 0:
        return "the end"
    return (
        "no move"
        if rollout_depth < 0
        else f"{rollout_depth} move{'s' if rollout_depth > 1 else ''}"
    )


def verdict_of(data: dict[str, Any], match: dict[str, Any]) -> str:
    """Return the verdict of a match, compared with others of its seats and variant."""
    test = Sequential(data["goal"], data["error"], match["scores"])
    if test.verdict == "proved":
        return "proved"
    if test.mean >= test.goal:
        return "held"
    if match["seats"] in data["even"]:
        steps = [
            mean(other["scores"]) - 0.5
            for other in data["matches"]
            if (other["seats"], other["variant"]) == (match["seats"], match["variant"])
            and other["scores"]
        ]
        step = test.mean - 0.5
        return "even" if step > 0.0 and step >= EVEN * mean(steps) else "uneven"
    return "refuted" if test.verdict == "refuted" else "missed"


def settings_with_teams(name: str) -> Iterator[tuple[Game, str]]:
    """Yield ``settings``, and team games if the game has an option ``teams``."""
    yield from settings(name)
    for option in empile.load(name).options_offered:
        if option.name == "teams":
            for seats in option.needs["players"]:
                yield game_class(name)(players=seats, teams=True), "teams"


def labelled(name: str) -> Iterator[tuple[str, Game]]:
    """Yield these games with their labels, for example ``2 base``."""
    for game, variant in settings_with_teams(name):
        yield f"{game.num_players} {variant}", game


def run(
    name: str, path: Path, games: int, fewer: int, threads: int, seed: int, even: Sequence[int] = ()
) -> bool:
    """Play all unfinished matches; return whether every level holds."""
    results = Results(path, name, even)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[score]}"),
    )
    console = Console(stderr=True)
    first_variant = next(settings(name))[1]
    with Progress(*columns, console=console) as bars:
        for game, variant in settings_with_teams(name):
            most = games if variant == first_variant else fewer
            for weaker, stronger in itertools.pairwise(levels_of(game)):
                entry = results.match(game, variant, weaker, stronger)
                label = f"{game.num_players} {variant} {stronger.number} against {weaker.number}"
                bar = bars.add_task(label, total=most, completed=len(entry["scores"]), score="")
                update = partial(bars.update, bar)
                test = meet(game, weaker, stronger, entry, results, most, threads, seed, update)
                word = verdict_of(results.data, entry)
                bars.update(bar, total=len(test.scores), score=f"{test.mean:.3f} {word}")
                bars.stop_task(bar)
    return all(verdict_of(results.data, match) in HOLDS for match in results.data["matches"])


def meet(
    game: Game,
    weaker: Level,
    stronger: Level,
    entry: dict[str, Any],
    results: Results,
    games: int,
    threads: int,
    seed: int,
    update: Callable[..., None],
) -> Sequential:
    """Finish one match; update ``entry`` and the file."""
    spent, begun = float(entry["seconds"]), time.monotonic()

    def on_game(test: Sequential) -> None:
        entry["seconds"] = round(spent + time.monotonic() - begun, 1)
        update(completed=len(test.scores), score=f"{test.mean:.3f}")
        results.save()

    kind = Whole if game.num_players in results.data["even"] else Sequential
    test = duel(
        game,
        level_player(stronger),
        level_player(weaker),
        seed=seed,
        games=games,
        threads=threads,
        test=kind(GOAL, ERROR, entry["scores"]),
        on_game=on_game,
    )
    results.save(now=True)
    return test


def main() -> None:
    """Play and write; exit with status 1 if a level does not hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="block-ness")
    parser.add_argument("--games", type=int, default=200, help="maximum per match")
    parser.add_argument(
        "--fewer", type=int, default=60, help="maximum per match of further variants"
    )
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--even", type=int, nargs="*", default=[], help="numbers of seats with evenly spaced levels"
    )
    parser.add_argument("--output", type=Path, help="file of scores, also to resume")
    chosen = parser.parse_args()
    path = chosen.output or RESULTS / f"levels-{chosen.game}.json"
    holds = run(
        chosen.game, path, chosen.games, chosen.fewer, chosen.threads, chosen.seed, chosen.even
    )
    print(path.with_suffix(".md").read_text("utf-8"), end="")
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
