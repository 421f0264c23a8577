"""Event probabilities, and goodness-of-fit tests of samples."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from math import comb, prod, sqrt
from typing import Any

import empile


def hands_from(pool: tuple[int, ...], size: int) -> dict[tuple[int, ...], int]:
    """Return every hand of ``size`` pieces by kind, with its number of ways.

    ``pool`` is the number of distinguishable pieces of each kind.
    """
    hands: dict[tuple[int, ...], int] = {(): 1}
    for here in pool:
        hands = {
            (*hand, n): ways * comb(here, n)
            for hand, ways in hands.items()
            for n in range(min(here, size - sum(hand)) + 1)
        }
    return {hand: ways for hand, ways in hands.items() if sum(hand) == size}


def assert_fits(found: Mapping[Any, int], odds: Mapping[Any, int]) -> None:
    """Fail on impossible outcomes or if Pearson's test gives p < 1/30,000.

    ``found`` counts each outcome, ``odds`` is the weight of each possible one.
    """
    assert set(found) <= set(odds), f"impossible: {set(found) - set(odds)}"
    total, weights = sum(found.values()), sum(odds.values())
    expected = {outcome: total * weight / weights for outcome, weight in odds.items()}
    # Outcomes too rare for the test to hold are counted as one.
    rare = {outcome for outcome, often in expected.items() if often < 5.0}
    classes = [(found.get(o, 0), often) for o, often in expected.items() if o not in rare]
    classes.append((sum(found.get(o, 0) for o in rare), sum(expected[o] for o in rare)))
    classes = [(seen, often) for seen, often in classes if often >= 5.0]
    assert len(classes) >= 2, "too few draws to say anything"
    statistic = sum((seen - often) ** 2 / often for seen, often in classes)
    free = len(classes) - 1
    # Wilson and Hilferty's approximation of the quantile four deviations out.
    most = free * (1 - 2 / (9 * free) + 4.0 * sqrt(2 / (9 * free))) ** 3
    assert statistic < most, f"{statistic:.1f} where {most:.1f} is a lot"


def deals(pool: tuple[int, ...], sizes: list[int]) -> dict[tuple[tuple[int, ...], ...], int]:
    """Return every way to deal hands of ``sizes`` one after the other, with its number of ways."""
    dealt: dict[tuple[tuple[int, ...], ...], int] = {(): 1}
    for size in sizes:
        dealt = {
            (*hands, hand): ways * more
            for hands, ways in dealt.items()
            for hand, more in hands_from(
                tuple(n - sum(h[k] for h in hands) for k, n in enumerate(pool)), size
            ).items()
        }
    assert all(prod(n >= 0 for hand in hands for n in hand) for hands in dealt)
    return dealt


def odds_of(state: empile.State, text: str) -> Fraction:
    """Return how likely a chance event is, in whatever order it comes."""
    total = Fraction(0)
    for order in set(permutations(state.read_text(text).actions)):
        trial, share = state.clone(), Fraction(1)
        for action in order:
            outcomes = dict(trial.chance_outcomes())
            if action not in outcomes:
                share = Fraction(0)
                break
            share *= Fraction(outcomes[action]).limit_denominator(1000)
            trial.apply_action(action)
        total += share
    return total
