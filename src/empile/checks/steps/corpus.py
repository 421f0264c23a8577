"""Step 14: records that must replay or be refused, and mutated ones."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from empile.checks.check import Step, itself
from empile.checks.evidence import CORPUS, Variant, evidence_folder, shown, variants_of
from empile.checks.fuzzing import kept_records, mutated, outcome, seed_records
from empile.checks.lack import Lack, expect
from empile.checks.random_games import sample
from empile.engine.errors import RecordError
from empile.engine.record import Record

CORPUS_STEP = Step(
    "corpus", "records that must replay, and broken ones", CORPUS,
    needs=("rules", "notation", "positions"),
)  # fmt: skip


@CORPUS_STEP.check(itself)
def fuzz_corpus_exists(name: str) -> None:
    """There is a record that must replay, and one that must be refused."""
    folder = evidence_folder(name) / CORPUS
    kept = [path.name for path in kept_records(name)]
    if not any(file.startswith("good-") for file in kept):
        raise Lack(
            "no record that must replay", shown(folder / "good-1.json"),
            f"what empile random {name} --seed 1 prints",
        )  # fmt: skip
    if not any(file.startswith("bad-") for file in kept):
        raise Lack(
            "no record that must be refused", shown(folder / "bad-1.json"),
            f"what empile random {name} --seed 1 prints, with an illegal move in it",
        )  # fmt: skip


@CORPUS_STEP.check(kept_records)
def corpus_record(path: Path) -> None:
    """``good-*.json`` replays, ``bad-*.json`` is refused in one line."""
    told = outcome(path.read_bytes())
    if path.name.startswith("good-") and told != "good":
        raise Lack(f"{path.name} does not replay: {told}", shown(path))
    if not path.name.startswith("good-") and told == "good":
        raise Lack(f"{path.name} replays: it is named good-*.json, or gets a fault", shown(path))


@CORPUS_STEP.check(itself, file="notation and view")
def mutated_records_replay_or_raise_one_line(name: str) -> None:
    """Records changed at random replay or are refused; nothing else is raised."""
    good = seed_records(variants_of(name))
    told: list[str] = []
    for seed in sample(10):
        luck = random.Random(seed)
        told += [outcome(mutated(luck.choice(good), luck)) for _ in range(60)]
    expect(any(message != "good" for message in told), "damaged records are never refused")


@CORPUS_STEP.check(variants_of, file="__init__.py")
def options_replay_or_raise(variant: Variant) -> None:
    """Any data as options is taken or refused in one line."""
    luck = random.Random(2)
    scraps: list[Any] = [
        None, True, 0, 3, -1, 2.5, "house", "", [], [1, 0], {}, {"columns": 3}, [["2.1"]] * 4,
    ]  # fmt: skip
    names = [option.name for option in variant.game().options_offered]
    for _ in range(200):
        options = {luck.choice([*names, "self", "name"]): luck.choice(scraps) for _ in range(2)}
        record = {
            "format": "empile/1", "game": variant.name, "rules": variant.game().rules_version, "options": options,
            "seats": ["a", "b"], "events": [], "result": None,
        }  # fmt: skip
        try:
            Record.from_dict(record)
        except RecordError as error:
            expect(str(error).isprintable(), "the error of {} is not one line", json.dumps(options))
