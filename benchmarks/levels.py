"""Measure how well each level of a game's bots scores against the one below.

    python benchmarks/levels.py [--game block-ness] [--games 200] [--seats 2] [--luck 4 --luck-games 200]
    python benchmarks/levels.py --game block-ness --seats 2 --choose

Neighbouring levels play each other in all mixed seatings (see :mod:`empile.bots.sprt`), for every
number of seats, every variant, and in teams; the strongest also plays the weakest. Each match has
a fixed number of games: none stops early, which would favour the leader. Random numbers are not those
by which the levels were chosen: ``--choose`` uses seed 1, measurements use ``SEED``.

With much luck there is no room for five levels of which each wins three games of four. ``--luck`` names
numbers of seats for which two more matches show how much room there is: ten times the simulations of the
strongest level against it, and the strongest against uniformly random moves.

Scores are written to ``benchmarks/results/levels-GAME.json`` during the run, so an interrupted run
resumes; a readable table is written next to it. Levels are defined in simulations, so the scores (not
the times) are the same on every machine.

``--choose`` writes nothing: it tests the goal sequentially, as fast as possible, to choose levels.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from math import log10, sqrt
from pathlib import Path
from typing import Any, Final

from random_games import settings

import empile
from empile.bots import Level, levels_of
from empile.bots.sprt import Chooser, duel, level_player, play_game, score_of, seatings
from empile.engine.discovery import game_class
from empile.engine.game import Game, State
from empile.engine.playouts import cores
from empile.engine.random import Stream, below, new_stream, split

GOAL = 0.75
SEED = 20_261_125
CHOOSING_SEED = 1
LEAST_GAMES = 200
"""Of a match that counts as measured."""
STRONGER_SEARCH = 10
"""Simulations of the search that shows how much room luck leaves, relative to the strongest level."""
RANDOM = "random moves"
SAVE_SECONDS = 5.0
RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Player:
    """One side of a match."""

    name: str
    level: Level | None
    """None plays uniformly random moves."""

    @property
    def chooser(self) -> Chooser:
        """The function that selects a move."""
        return random_move if self.level is None else level_player(self.level)


def random_move(state: State, stream: Stream) -> int:
    """Return a uniformly random legal move."""
    moves = state.legal_actions()
    return moves[below(stream, len(moves))]


def player(level: Level) -> Player:
    """Return a level as a player."""
    return Player(level.key.removeprefix("level."), level)


def pairings(game: Game, *, luck: bool) -> list[tuple[Player, Player]]:
    """Return the matches, stronger player first: neighbours, then the ends of the ladder.

    :param luck: also those that show how much room luck leaves.
    """
    levels = levels_of(game)
    found = [(player(stronger), player(weaker)) for weaker, stronger in pairwise(levels)]
    found.append((player(levels[-1]), player(levels[0])))
    if luck:
        more = replace(levels[-1], simulations=STRONGER_SEARCH * levels[-1].simulations)
        best = player(levels[-1])
        found.append((Player(f"{best.name} x {STRONGER_SEARCH}", more), best))
        found.append((best, Player(RANDOM, None)))
    return found


@dataclass(frozen=True)
class Estimate:
    """A mean score, from 0 to 1."""

    games: int
    mean: float
    error: float
    """Standard error."""
    low: float
    """95 % interval: of Wilson (1927), with the games that would have this variance if won or lost."""
    high: float


def estimate(scores: Mapping[float, int]) -> Estimate:
    """Return the mean of scores, given how often each was reached."""
    games = sum(scores.values())
    mean = sum(score * count for score, count in scores.items()) / games
    squares = sum((score - mean) ** 2 * count for score, count in scores.items())
    variance = squares / max(1, games - 1)
    binary = mean * (1.0 - mean)
    equal = games * binary / variance if variance > 0.0 else float(games)
    z2 = 1.96**2
    centre = (mean + z2 / (2.0 * equal)) / (1.0 + z2 / equal)
    half = 1.96 * sqrt(binary / equal + z2 / (4.0 * equal**2)) / (1.0 + z2 / equal)
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Estimate(games, mean, sqrt(variance / games), low, high)


def counts(match: Mapping[str, Any]) -> dict[float, int]:
    """Return how often each score was reached in a match of a file."""
    return {float(score): count for score, count in match["scores"].items()}


STILL_HOLD: Final = {"on-top": 1}
"""The rules version of earlier matches whose scores hold for the newest one: `results/on-top-versions.md`."""


class Results:
    """The matches so far, in a file."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        head = {
            "game": name,
            "rules": empile.load(name).rules_version,
            "seed": SEED,
            "levels": ladders(name),
        }
        self.data: dict[str, Any] = {**head, "matches": []}
        if path.exists():
            found = json.loads(path.read_text("utf-8"))
            earlier = {**head, "rules": STILL_HOLD.get(name, head["rules"])}
            if {key: found.get(key) for key in head} in (head, earlier):
                self.data = found
        self._saved = time.monotonic()

    def match(self, game: Game, variant: str, stronger: Player, weaker: Player) -> dict[str, Any]:
        """Return the entry of a match; create it if it is missing."""
        key = {
            "seats": game.num_players,
            "variant": variant,
            "stronger": stronger.name,
            "weaker": weaker.name,
        }
        for match in self.data["matches"]:
            if all(match[name] == value for name, value in key.items()):
                return match  # type: ignore[no-any-return]
        entry: dict[str, Any] = {**key, "scores": {}, "seconds": 0.0}
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


def ladders(name: str) -> list[dict[str, Any]]:
    """Return the levels of a game, each with the seats and variants that have it."""
    groups: list[tuple[list[str], list[Level]]] = []
    for game, variant in settings_with_teams(name):
        label, levels = f"{game.num_players} {variant}", levels_of(game)
        for others, known in groups:
            if known == levels:
                others.append(label)
                break
        else:
            groups.append(([label], levels))
    return [{"plays": labels, **asdict(level)} for labels, levels in groups for level in levels]


def settings_with_teams(name: str) -> Iterator[tuple[Game, str]]:
    """Yield ``settings``, and team games if the game has an option ``teams``."""
    yield from settings(name)
    for option in empile.load(name).options_offered:
        if option.name == "teams":
            for seats in option.needs["players"]:
                yield game_class(name)(players=seats, teams=True), "teams"


def table(data: dict[str, Any]) -> str:
    """Return the results as Markdown."""
    lines = [
        f"# Levels of {data['game']}",
        "",
        "Written by `benchmarks/levels.py`. A score is the share of pairs of opposing seats in which the",
        "stronger player ranked better; ties count half. Each match has a fixed number of games and was",
        f"played after the levels had been chosen, with other random numbers (seed {data['seed']}; they were",
        f"chosen with seed {CHOOSING_SEED}). ± is the standard error, over games; intervals are 95 %. A level should beat",
        f"the one below with a score of at least {GOAL}. *Above*: so is the whole interval. *Reached*: the score is,",
        "the interval contains the goal. *Missed*: the score is below the goal.",
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
        "| seats | variant | players | games | score | 95 % interval | Elo | | seconds |",
        "| --- | --- | --- | ---: | --- | --- | ---: | --- | ---: |",
    ]
    played = [match for match in data["matches"] if match["scores"]]
    lines += [row(match, is_step=is_step(data, match)) for match in played]
    return "\n".join([*lines, *unmeasured(data, played), *room(data, played)]) + "\n"


def unmeasured(data: Mapping[str, Any], played: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return lines that name the seats and variants without matches, and unfinished matches."""
    known = {f"{match['seats']} {match['variant']}" for match in played}
    everybody = dict.fromkeys(label for level in data["levels"] for label in level["plays"])
    missing = [label for label in everybody if label not in known]
    lines = ["", f"Not measured in this way: {', '.join(missing)}."] if missing else []
    short = [
        f"{match['seats']} {match['variant']}, {match['stronger']} against {match['weaker']}"
        for match in played
        if estimate(counts(match)).games < LEAST_GAMES
    ]
    if short:
        lines += ["", f"Unfinished, with less than {LEAST_GAMES} games: {'; '.join(short)}."]
        lines += ["The clock stopped them, not the score."]
    return lines


def row(match: Mapping[str, Any], *, is_step: bool) -> str:
    """Return the row of a match; only a step of the ladder has a verdict."""
    found = estimate(counts(match))
    return (
        f"| {match['seats']} | {match['variant']} | {match['stronger']} against {match['weaker']}"
        f" | {found.games:,} | {found.mean:.3f} ± {found.error:.3f} | {found.low:.3f} to {found.high:.3f}"
        f" | {elo_text(found.mean)} | {verdict(found) if is_step else ''} | {match['seconds']:.0f} |"
    )


def is_step(data: Mapping[str, Any], match: Mapping[str, Any]) -> bool:
    """Return whether neighbouring levels play in a match."""
    names = [level["key"].removeprefix("level.") for level in data["levels"]]
    return (match["weaker"], match["stronger"]) in pairwise(names)


def verdict(found: Estimate) -> str:
    """Return whether a step reaches the goal."""
    if found.mean < GOAL:
        return "missed"
    return "above" if found.low >= GOAL else "reached"


def elo(score: float) -> float:
    """Return the Elo difference that corresponds to a score between 0 and 1."""
    return 400.0 * log10(score / (1.0 - score))


def elo_text(score: float) -> str:
    """Return the Elo difference; a score of 0 or 1 has none."""
    return f"{elo(score):+.0f}" if 0.0 < score < 1.0 else ""


def room(data: Mapping[str, Any], matches: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return lines on how much room luck leaves, if matches show it."""
    found: dict[tuple[int, str], dict[str, float]] = {}
    for match in matches:
        score = estimate(counts(match)).mean
        if not 0.0 < score < 1.0:
            continue
        leads = found.setdefault((match["seats"], match["variant"]), {})
        if is_step(data, match):
            leads["steps"] = leads.get("steps", 0.0) + elo(score)
        elif match["weaker"] == RANDOM:
            leads["random"] = elo(score)
        else:
            more = f" x {STRONGER_SEARCH}" in match["stronger"]
            leads["stronger" if more else "weakest"] = elo(score)
    needed = 4 * elo(GOAL)
    lines = [
        f"| {seats} | {variant} | {leads['steps']:.0f} | {leads['stronger']:+.0f}"
        f" | {leads['steps'] + leads['stronger']:.0f} of {needed:.0f}"
        f" | {leads['random']:.0f} | {leads['weakest']:.0f} |"
        for (seats, variant), leads in found.items()
        if len(leads) == 4
    ]
    if not lines:
        return []
    return [
        "",
        "## How much room luck leaves",
        "",
        f"Five levels of which each scores {GOAL} against the one below span {needed:.0f} Elo in four steps. Where the goal is",
        "missed, two more matches show how much room there is: a search with"
        f" {STRONGER_SEARCH} times the simulations against",
        "the strongest level, and that level against uniformly random moves. Better spacing cannot reach the goal",
        "if the steps and that search together stay below the span, and if random moves do no worse than the",
        "weakest level, so that there is no room below it. Leads do not add up exactly with more than two seats,",
        "where both players have several seats at one table.",
        "",
        "| seats | variant | the four steps | ten times the search | together | strongest level against random moves"
        " | against the weakest level |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
        *lines,
    ]


def cutoff_text(rollout_depth: int) -> str:
    """Return after how many moves a playout is evaluated."""
    if rollout_depth == 0:
        return "the end"
    return (
        "no move"
        if rollout_depth < 0
        else f"{rollout_depth} move{'s' if rollout_depth > 1 else ''}"
    )


def play_match(
    game: Game,
    sides: tuple[Player, Player],
    entry: dict[str, Any],
    results: Results,
    games: int,
    threads: int,
) -> None:
    """Finish a match, in whole rounds of seatings; update ``entry`` and the file."""
    ways = seatings(game)
    games = -(-games // len(ways)) * len(ways)
    first, second = (side.chooser for side in sides)

    def play(number: int) -> float:
        way = ways[number % len(ways)]
        seats = [first if is_first else second for is_first in way]
        return score_of(play_game(game, seats, split(new_stream(SEED), number)), way)

    spent, begun = float(entry["seconds"]), time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for score in pool.map(play, range(sum(entry["scores"].values()), games)):
                key = f"{score:.4g}"
                entry["scores"][key] = entry["scores"].get(key, 0) + 1
                entry["seconds"] = round(spent + time.monotonic() - begun, 1)
                results.save()
        finally:
            pool.shutdown(cancel_futures=True)
    results.save(now=True)


def choose_levels(name: str, seats: Sequence[int], games: int, threads: int) -> None:
    """Test the goal sequentially for each step, and print."""
    for game, variant in settings_with_teams(name):
        if seats and game.num_players not in seats:
            continue
        for weaker, stronger in pairwise(levels_of(game)):
            test = duel(
                game,
                level_player(stronger),
                level_player(weaker),
                seed=CHOOSING_SEED,
                games=games,
                threads=threads,
            )
            print(
                f"{game.num_players} {variant}: {stronger.key} against {weaker.key},"
                f" {test.mean:.3f} in {len(test.scores)} games, {test.verdict}",
                flush=True,
            )


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="block-ness")
    parser.add_argument("--games", type=int, default=LEAST_GAMES, help="per match")
    parser.add_argument("--seats", type=int, nargs="*", default=[], help="by default all")
    parser.add_argument(
        "--luck", type=int, nargs="*", default=[], help="numbers of seats to measure luck for"
    )
    parser.add_argument(
        "--luck-games", type=int, default=200, help="per match of the ten times stronger search"
    )
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--choose", action="store_true", help="test sequentially, write nothing")
    parser.add_argument("--output", type=Path, help="file of scores, also to resume")
    chosen = parser.parse_args()
    if chosen.choose:
        choose_levels(chosen.game, chosen.seats, chosen.games, chosen.threads)
        return
    path = chosen.output or RESULTS / f"levels-{chosen.game}.json"
    results = Results(path, chosen.game)
    for game, variant in settings_with_teams(chosen.game):
        if chosen.seats and game.num_players not in chosen.seats:
            continue
        luck = game.num_players in chosen.luck and variant != "teams"
        for stronger, weaker in pairings(game, luck=luck):
            entry = results.match(game, variant, stronger, weaker)
            is_slow = f" x {STRONGER_SEARCH}" in stronger.name
            games = chosen.luck_games if is_slow else chosen.games
            play_match(game, (stronger, weaker), entry, results, games, chosen.threads)
            print(row(entry, is_step=is_step(results.data, entry)), file=sys.stderr, flush=True)
    print(path.with_suffix(".md").read_text("utf-8"), end="")


if __name__ == "__main__":
    main()
