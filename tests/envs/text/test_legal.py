"""Legal moves as text."""

from __future__ import annotations

import pytest

from empile.envs.text.legal import EXAMPLES, MovesShown, examples_of, kinds_of, lists_all
from tests.envs.games import by_game
from tests.support.games import Variant, begun_match


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_examples_are_legal_moves_of_each_kind(variant: Variant) -> None:
    legal = begun_match(variant.name, events=8, seed=2, **variant.options).state.legal_texts()
    assert sorted(move for kind in kinds_of(legal) for move in kind) == legal
    examples = examples_of(legal)
    assert sum(count for _, count in examples) == len(legal)
    for some, count in examples:
        assert set(some) <= set(legal)
        assert len(set(some)) == len(some) == min(count, EXAMPLES)


def test_kinds_differ_in_signs() -> None:
    moves = ["Hc5-c3^2", "Td4-d10^3", "c3-e3", "pass"]
    assert kinds_of(moves) == [["Hc5-c3^2", "Td4-d10^3"], ["c3-e3"], ["pass"]]


@pytest.mark.parametrize(
    ("count", "shown", "listed"),
    [(9, "auto", True), (10, "auto", True), (11, "auto", False), (99, "all", True), (1, "pattern", False)],
)  # fmt: skip
def test_many_moves_are_not_listed(count: int, shown: MovesShown, listed: bool) -> None:
    assert lists_all(count, shown, 10) is listed
