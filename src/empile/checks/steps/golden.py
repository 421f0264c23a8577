"""Step 13: golden games, in which a change of the rules shows as a change of a readable file."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

from empile.checks.check import Step, itself
from empile.checks.evidence import (
    GOLDEN,
    Variant,
    evidence_folder,
    golden_records,
    seat_counts,
    shown,
    variants_of,
)
from empile.checks.golden_text import golden_text
from empile.checks.lack import PLACE, Lack
from empile.checks.random_games import random_match
from empile.engine.discovery import game_class, game_names
from empile.engine.errors import EmpileError, OptionError
from empile.engine.game import Game
from empile.engine.record import Record

GOLDEN_STEP = Step(
    "golden", "whole games as text, and records of rare endings", GOLDEN,
    needs=("rules", "notation", "positions", "messages"),
)  # fmt: skip

SEED = 2021
SEARCHED = 300
"""Random games of each variant in which missing endings are looked for."""


def golden_path(variant: Variant) -> Path:
    """Return the file of the golden game of a variant."""
    return evidence_folder(variant.name) / GOLDEN / f"{variant.file_name}.txt"


def written(name: str) -> str:
    """Return the command that writes the golden games of a game."""
    return f"empile check-game {name} --write-golden, and read what it writes"


@GOLDEN_STEP.check(variants_of, every=True)
def golden_game(variant: Variant) -> None:
    """The game of a fixed seed goes as its golden file tells."""
    path = golden_path(variant)
    if not path.exists():
        raise Lack(
            f"no golden game of the variant '{variant.label}'", shown(path), written(variant.name)
        )
    texts = golden_text(variant, SEED), path.read_text("utf-8")
    found, kept = (text.split("\n") for text in texts)
    PLACE.clear()
    if found != kept:
        number = next(
            (n for n, pair in enumerate(zip(found, kept, strict=False)) if pair[0] != pair[1]),
            min(len(found), len(kept)),
        )
        now, before = (
            ([*lines, ""] * 2)[number] if number <= len(lines) else "" for lines in (found, kept)
        )
        raise Lack(
            f"the golden game of '{variant.label}' goes otherwise from line {number + 1} on:"
            f" '{now}', not '{before}'; if that is right",
            shown(path),
            written(variant.name),
        )


@GOLDEN_STEP.check(golden_records)
def golden_record(path: Path) -> None:
    """A golden record is a whole game, and ends as it says."""
    try:
        record = Record.from_json(path.read_bytes())
        result = record.final_state().result()
    except EmpileError as error:
        raise Lack(f"{path.name} cannot be replayed: {error}", shown(path)) from None
    if record.result is None:
        raise Lack(f"{path.name} is not a whole game", shown(path))
    if result != record.result:
        raise Lack(f"{path.name} ends with {result}, not as it says", shown(path))


@GOLDEN_STEP.check(itself)
def golden_games_end_in_every_way(name: str) -> None:
    """With every reason by which a game of so many seats can end, for every number of seats."""
    missing = missing_ends(name)
    if missing:
        told = ", ".join(f"'{reason}' with {seats} seats" for seats, reason in missing)
        seats, reason = missing[0]
        raise Lack(
            f"no golden game ends by {told}: keep a record of each, so that every ending is replayed"
            " for every number of seats",
            shown(evidence_folder(name) / GOLDEN / f"{seats}-{reason}.json"),
            f"empile check-game {name} --write-golden, which looks for them in random games",
        )


def missing_ends(name: str) -> list[tuple[int, str]]:
    """Return numbers of seats with reasons for an end that no golden game has."""
    ends = set[tuple[int, str]]()
    for variant in variants_of(name):
        path = golden_path(variant)
        told = re.findall(
            r"^result (.*)$", path.read_text("utf-8") if path.exists() else "", re.MULTILINE
        )
        ends |= {(variant.game().num_players, json.loads(one)["reason"]) for one in told}
    for path in golden_records(name):
        record = json.loads(path.read_text("utf-8"))
        if record.get("result"):
            ends.add((record["options"]["players"], record["result"]["reason"]))
    game = game_class(name)
    possible = {
        (seats, reason)
        for seats in seat_counts(game)
        for chosen in _flags(game, seats)
        for reason in chosen.end_reasons
    }
    return sorted(possible - ends)


def _flags(game: type[Game], seats: int) -> list[Game]:
    """Return the game with so many seats, plain and with each flag that it offers set the other way."""
    flags = [option for option in game.options_offered if option.kind == "flag"]
    found = [game(players=seats)]
    for flag in flags:
        with suppress(OptionError):  # a flag may need another number of seats
            found.append(game(players=seats, **{flag.name: not flag.default({})}))
    return found


def write_golden(name: str) -> list[Path]:
    """Write the golden game of each variant, and records of missing endings; return what changed."""
    changed: list[Path] = []
    for variant in variants_of(name):
        path, text = golden_path(variant), golden_text(variant, SEED)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            changed.append(path)
    missing = missing_ends(name)
    for variant in variants_of(name):
        for seed in range(SEARCHED):
            if not any(seats == variant.game().num_players for seats, _ in missing):
                break
            match = random_match(variant.game(), seed, eager=(0.0, 0.5, 1.0)[seed % 3])
            result = match.state.result()
            end = (variant.game().num_players, "" if result is None else result.reason)
            if end in missing:
                path = evidence_folder(name) / GOLDEN / f"{end[0]}-{end[1]}.json"
                path.write_text(match.record().to_json(), "utf-8")
                changed.append(path)
                missing.remove(end)
    return changed


def write_all_golden() -> list[Path]:
    """Write the golden games of all games; return what changed."""
    return [path for name in game_names() for path in write_golden(name)]
