"""Fair queues: shares of groups, bounds and cancelled waiters."""

from __future__ import annotations

import asyncio

import pytest

from empile.server.background.fair_queue import FairQueue, FairSlots
from empile.server.wire.errors import CommandError
from tests.server.serving import perform


def served(queue: FairQueue[str]) -> list[str]:
    found: list[str] = []
    while (following := queue.pop()) is not None:
        found.append(following[1])
    return found


def test_queue_serves_groups_in_turn() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(4):
        queue.push("a", 1, f"a{number}")
    for number in range(2):
        queue.push("b", 1, f"b{number}")
    assert list(queue) == ["a0", "b0", "a1", "b1", "a2", "a3"]
    assert served(queue) == ["a0", "b0", "a1", "b1", "a2", "a3"]
    assert len(queue) == 0


def test_queue_weighs_costs() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.push("long", 10, f"long{number}")
    for number in range(20):
        queue.push("short", 1, f"short{number}")
    order = served(queue)
    assert order.index("long1") == 11, "ten short ones are served for a long one"
    assert order.index("long2") == 22


def test_queue_serves_a_newcomer_before_the_backlog() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.push("a", 1, f"a{number}")
    for _ in range(50):
        queue.pop()
    queue.push("b", 1, "b")
    assert list(queue).index("b") <= 1


def test_queue_does_not_punish_past_use_after_it_was_empty() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(5):
        queue.push("a", 100, f"a{number}")
    served(queue)
    queue.push("a", 1, "a")
    queue.push("b", 1, "b")
    assert served(queue) == ["a", "b"]


def test_queue_is_bounded_per_group_and_in_all() -> None:
    queue: FairQueue[str] = FairQueue(most_per_group=2, most=3)
    queue.push("a", 1, "a0")
    queue.push("a", 1, "a1")
    with pytest.raises(CommandError) as refused:
        queue.push("a", 1, "a2")
    assert refused.value.code == "rate_limited"
    queue.push("b", 1, "b0")
    with pytest.raises(CommandError):
        queue.push("c", 1, "c0")
    assert len(queue) == 3


def test_queue_remove_refunds_the_last_item() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.push("b", 1, "b0")
    queue.push("a", 100, "a0")
    queue.remove("a", "a0")
    queue.remove("a", "unknown")
    queue.push("a", 1, "a1")
    queue.push("b", 1, "b1")
    assert served(queue) == ["b0", "a1", "b1"]


def test_queue_pop_skips_groups_that_are_not_allowed() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.push("a", 1, "a0")
    queue.push("b", 1, "b0")
    assert queue.pop(lambda group: group != "a") == ("b", "b0")
    assert queue.pop(lambda group: group != "a") is None
    assert queue.pop() == ("a", "a0")


def test_slots_are_given_to_groups_in_turn() -> None:
    async def scene() -> list[str]:
        slots = FairSlots(1, most_per_group=10, most=20)
        order: list[str] = []

        async def use(group: str, name: str) -> None:
            await slots.acquire(group)
            order.append(name)
            await asyncio.sleep(0)
            slots.release()

        await asyncio.gather(*(use("a", f"a{n}") for n in range(4)), use("b", "b0"))
        return order

    assert perform(scene()) == ["a0", "a1", "b0", "a2", "a3"]


def test_slots_pass_over_cancelled_waiters() -> None:
    async def scene() -> None:
        slots = FairSlots(1, most_per_group=10, most=20)
        go_on = asyncio.Event()
        served: list[str] = []

        async def use(name: str) -> None:
            await slots.acquire(name)
            await go_on.wait()
            served.append(name)
            slots.release()

        uses = [asyncio.create_task(use(name)) for name in "abc"]
        await asyncio.sleep(0)
        assert slots.waiting == 2
        uses[1].cancel()
        await asyncio.wait(uses[1:2])
        assert slots.waiting == 1
        # A slot that is given to a task in the moment it is cancelled goes on to the next.
        go_on.set()
        await uses[0]
        uses[2].cancel()
        await asyncio.wait(uses)
        await use("d")
        assert served[0] == "a"
        assert served[-1] == "d"

    perform(scene())


def test_queue_serves_tables_in_turn_as_well() -> None:
    queue: FairQueue[str] = FairQueue()
    for group in "abcd":  # many groups at one table
        queue.push(group, 1, f"{group}7", table=7)
    queue.push("e", 1, "e8", table=8)
    queue.push("f", 1, "f")
    queue.push("a", 1, "a9", table=9)
    assert list(queue) == ["a7", "e8", "f", "b7", "a9", "c7", "d7"]
    served = [found[1] for found in iter(queue.pop, None)]
    assert served == ["a7", "e8", "f", "b7", "a9", "c7", "d7"]


def test_queue_forgets_the_turn_of_a_removed_item() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.push("a", 1, "a7", table=7)
    queue.push("b", 5, removed := "b7", table=7)
    queue.remove("b", removed)
    queue.push("c", 1, "c7", table=7)
    queue.push("d", 2, "d8", table=8)
    queue.push("d", 2, "late", table=8)
    assert list(queue) == ["a7", "d8", "c7", "late"]
