"""A place may say three phrases at once, then one every eight seconds."""

from __future__ import annotations

from empile.server.tables.talk.budget import AT_ONCE, EVERY_MS, TalkBudget


def test_a_budget_refills_one_phrase_at_a_time() -> None:
    budget = TalkBudget()
    said: list[int] = []
    for now in range(0, 10 * EVERY_MS + 1, 1000):
        if budget.allows(2, now):
            budget.spend(2, now)
            said.append(now)
    assert said[:AT_ONCE] == [0, 1000, 2000]
    assert said[AT_ONCE:] == [number * EVERY_MS for number in range(1, 11)]


def test_a_rested_place_has_no_more_than_at_once() -> None:
    budget = TalkBudget()
    budget.spend(0, 0)
    later = 100 * EVERY_MS
    for _ in range(AT_ONCE):
        assert budget.allows(0, later)
        budget.spend(0, later)
    assert not budget.allows(0, later)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    budget = TalkBudget()
    for at in (5000, 4000, 3000):
        budget.spend(0, at)
    assert not budget.allows(0, 2000)
