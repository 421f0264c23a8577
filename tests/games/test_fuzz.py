"""Short fuzz test of records; ``python -m benchmarks.fuzz`` runs longer.

Records that once failed are in ``tests/games/<folder>/corpus``: ``good-*.json`` must replay,
``bad-*.json`` must be rejected.
"""

from __future__ import annotations

import random

import pytest

import empile
from empile.engine.errors import EmpileError
from tests.support.fuzzing import kept_records, mutated, outcome, seed_records
from tests.support.games import Variant, random_match, variants


def test_corpus_records() -> None:
    outcomes = {path: outcome(path.read_bytes()) for path in kept_records()}
    wrong = {
        path: told
        for path, told in outcomes.items()
        if (told == "good") != path.name.startswith("good-")
    }
    assert outcomes
    assert wrong == {}


@pytest.mark.parametrize("seed", range(10))
def test_mutated_records_replay_or_raise_one_line(seed: int) -> None:
    luck = random.Random(seed)
    good = seed_records()
    told = [outcome(mutated(luck.choice(good), luck)) for _ in range(60)]
    assert any(message != "good" for message in told)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_mutated_moves_keep_state_intact(variant: Variant) -> None:
    luck = random.Random(1)
    match = random_match(variant.game(), 8)
    for index, event in enumerate(match.events):
        state = match.state_before(index)
        before = state.tobytes()
        for _ in range(15):
            at = luck.randrange(len(event.text) + 1)
            scrap = luck.choice("abcjz019-^~HT ?AB.;\n é٣")
            text = event.text[:at] + scrap + event.text[at + luck.randrange(2) :]
            try:
                read = state.read_text(text)
            except EmpileError as error:
                assert str(error).isprintable()
            else:
                assert read.text == text
                assert state.read_text(text) == read
            assert state.tobytes() == before


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_options_bytes_replay_or_raise(variant: Variant) -> None:
    luck = random.Random(2)
    scraps = [None, True, 0, 3, -1, 2.5, "house", "", [], [1, 0], {}, {"columns": 3}, [["2.1"]] * 4]
    names = [option.name for option in variant.game().options_offered]
    for _ in range(200):
        options = {luck.choice([*names, "self", "name"]): luck.choice(scraps) for _ in range(2)}
        record = {
            "format": "empile/1",
            "game": variant.name,
            "rules": 1,
            "options": options,
            "seats": ["a", "b"],
            "events": [],
            "result": None,
        }
        try:
            empile.Record.from_dict(record)
        except empile.RecordError as error:
            assert str(error).isprintable()
