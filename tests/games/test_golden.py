"""Golden games of every variant: a rule change shows as a change of a readable file.

``pytest tests/games/test_golden.py --write-golden`` rewrites them; review the diff. The records in
``golden/*.json`` are whole games with endings that random play seldom reaches.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import empile
from tests.support.games import Variant, golden_records, variants, witness_folder
from tests.support.golden import golden_text

SEED = 2021


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_golden_game(variant: Variant, write_golden: bool) -> None:
    path = witness_folder(variant.name) / "golden" / f"{variant.label.replace(' ', '-')}.txt"
    text = golden_text(variant, SEED)
    if write_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.exists(), f"there is no {path}; write it with --write-golden"
    assert text == path.read_text("utf-8"), "this game no longer goes as its golden file tells"


@pytest.mark.parametrize("path", golden_records(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_golden_record(path: Path) -> None:
    """It ends as it says, by the way; replaying checks the result."""
    record = empile.Record.from_json(path.read_bytes())
    assert record.result is not None, "a golden record is a whole game"
    assert record.final_state().result() == record.result
