"""Publish the learning curves of runs of ``empile train``.

    python benchmarks/training_curves.py runs/block-ness-2 runs/on-top-2 ...

Writes ``benchmarks/results/training.md``: for each run its settings, how it learned, and its matches against
bot levels and older networks, with the processor time until then. Copies the curves of each run to
``benchmarks/results/training/RUN.json``, from which the tables of other runs are written again.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any

import msgspec

from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.training.config import config_for
from empile.training.folder import read_run

RESULTS = Path(__file__).parent / "results" / "training.md"
FOLDER = RESULTS.with_suffix("")


class Curve(msgspec.Struct):
    """A run."""

    game: str
    seats: int
    changed: dict[str, Any]
    """Settings other than the defaults."""
    progress: dict[str, str]
    """The last line of ``progress.csv``."""
    matches: list[dict[str, str]]
    options: dict[str, Any] = {}


def rows_of(file: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def curve_of(run: Path) -> Curve:
    """Return the curve of a run."""
    info = read_run(run)
    game = game_class(info.game)(**info.options)
    defaults = msgspec.to_builtins(config_for(game))
    settings = msgspec.to_builtins(info.config)
    changed = {
        name: value
        for name, value in {**settings, **settings["shape"]}.items()
        if name != "shape" and value != {**defaults, **defaults["shape"]}[name]
    }
    last = rows_of(run / "progress.csv")[-1]
    usual = game_class(info.game)(**headless_options(game), players=game.num_players).options
    options = {name: value for name, value in game.options.items() if value != usual[name]}
    matches = rows_of(run / "matches.csv")
    return Curve(info.game, game.num_players, changed, last, matches, options)


def _text(value: Any) -> str:
    """Return a value as ``--set`` takes it."""
    return msgspec.json.encode(value).decode()


def table(curve: Curve) -> list[str]:
    """Return the section of a run as Markdown."""
    last, players = curve.progress, "" if curve.seats == 2 else f" --players {curve.seats}"
    changes = "".join(f" --option {name}={value}" for name, value in curve.options.items())
    changes += "".join(f" --set {name}={_text(value)}" for name, value in curve.changed.items())
    minutes = round(float(last["cpu_seconds"]) / 30) / 2
    lines = [
        f"## {curve.game}, {curve.seats} seats",
        "",
        f"`empile train {curve.game}{players} --cpu-minutes {minutes:g}{changes}`: {float(last['cpu_seconds']):,.0f} processor seconds,"
        f" {int(last['games']):,} games, {int(last['positions']):,} positions, {int(last['simulations']):,} simulations,"
        f" {int(last['gradient_steps']):,} gradient steps.",
        "",
        "| processor seconds | against | games | score | Elo | 95 % |",
        "| ---: | --- | ---: | ---: | ---: | --- |",
    ]
    lines += [
        f"| {float(row['cpu_seconds']):,.0f} | {row['opponent']} | {row['games']} | {float(row['score']):.3f} ±"
        f" {float(row['standard_error']):.3f} | {int(row['elo']):+} | {int(row['elo_low']):+} to {int(row['elo_high']):+} |"
        for row in curve.matches
    ]
    return [*lines, ""]


def main() -> None:
    """Read runs, write curves."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("runs", nargs="*", type=Path, metavar="FOLDER")
    FOLDER.mkdir(exist_ok=True)
    for run in parser.parse_args().runs:
        curve = curve_of(run)
        file = FOLDER / f"{run.name}.json"
        file.write_bytes(msgspec.json.format(msgspec.json.encode(curve)) + b"\n")
    curves = [
        msgspec.json.decode(file.read_bytes(), type=Curve) for file in sorted(FOLDER.glob("*.json"))
    ]
    lines = [
        "# Learning curves",
        "",
        "Written by `python benchmarks/training_curves.py`. Each run learned from self-play alone, with one thread. Processor seconds are",
        "those of self-play and learning, on a core that other programs used as well; matches are not counted. Networks search 64",
        "simulations per move, about 1 ms; what a search as long as that of the strongest level achieves is in",
        "`network-matches.md`. A score is the share of pairs of opposing seats in which the network ranked better,",
        "ties half. Against older networks games begin with a random move of each seat.",
        "",
    ]
    for curve in curves:
        lines += table(curve)
    RESULTS.write_text("\n".join(lines).rstrip() + "\n", "utf-8")
    print(RESULTS)


if __name__ == "__main__":
    main()
