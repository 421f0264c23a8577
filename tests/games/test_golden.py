"""Golden games of every variant: a change of a rule shows as a change of a readable file.

``pytest tests/games/test_golden.py --write-golden`` writes them anew; read the difference.
"""

from __future__ import annotations

import pytest

from tests.support.games import Variant, variants, witness_folder
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
