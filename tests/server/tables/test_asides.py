"""Events that are no moves are limited by person, by table and in number; moves are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from empile.client import TableConnection, connect
from empile.server.wire import messages as wire
from tests.server.serving import (
    ROOMY,
    Serving,
    hears,
    join,
    legal,
    make,
    perform,
    serving,
    told,
    two_persons,
)

FEW = replace(
    ROOMY,
    asides_per_second=1e-6,
    asides_at_once=4,
    table_asides_per_second=1e-6,
    table_asides_at_once=6,
)
"""Limits that a test reaches, and that do not refill."""
MANY = replace(ROOMY, asides_at_once=1e6, table_asides_at_once=1e6)


async def repeat(
    seat: TableConnection, message: Callable[[int], wire.ClientMessage], times: int
) -> list[str]:
    """Send messages; return the code of each refusal, or the kind of the first event."""
    answers: list[str] = []
    for index in range(times):
        await seat.send(message(index))
        while True:
            answer = await seat.receive()
            if isinstance(answer, wire.Error):
                answers.append(answer.code)
                break
            if isinstance(answer, wire.Update):
                answers.append(str(answer.events[0].__struct_config__.tag))
                break
    return answers


def rename(index: int) -> wire.ClientMessage:
    return wire.Rename(f"Name {index}", 0)


def test_renames_of_a_person_are_limited(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            assert await repeat(seat, rename, 6) == [*["renamed"] * 4, *["rate_limited"] * 2]
            for _ in range(8):
                await seat.act(legal(seat))

    with serving(tmp_path / "tables.sqlite3", limits=FEW) as server:
        perform(scene(server))


def test_limit_of_a_person_leaves_some_to_others(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "open", "open"])
        joined = [await join(server.address, made.table) for _ in range(2)]
        refused: list[int] = []
        for place, token in enumerate((made.token, joined[0].token, joined[1].token)):
            async with await connect(server.address, made.table, token) as seat:
                answers = await repeat(seat, lambda i: wire.Rename(f"{place} {i}"), 5)  # noqa: B023
                refused.append(answers.count("rate_limited"))
        # 4 events for each person, 6 for the table.
        assert refused == [1, 3, 5]

    with serving(tmp_path / "tables.sqlite3", limits=FEW) as server:
        perform(scene(server))


def test_moves_taken_back_again_and_again_are_limited(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            answers: list[str] = []
            for _ in range(6):
                await seat.act(legal(seat))
                answers += await repeat(seat, lambda _: wire.Takeback(), 1)
            assert answers == [*["taken_back"] * 4, *["rate_limited"] * 2]

    with serving(tmp_path / "tables.sqlite3", limits=FEW) as server:
        perform(scene(server))


def test_votes_are_limited(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        one, other = await two_persons(server.address)
        await one.act(legal(one))
        answers: list[str] = []
        for _ in range(4):
            await one.send(wire.Takeback())
            answer = await hears(one, (wire.Update, wire.Error))  # type: ignore[arg-type]
            if isinstance(answer, wire.Error):
                answers.append(answer.code)
                break
            asked = answer.events[0]
            assert isinstance(asked, wire.Asked)
            await other.send(wire.Answer(asked.seq, yes=False))
            answers.append(str((await told(one, wire.Answered)).yes))
        # Six events of the table: three questions with their answers.
        assert answers == ["False"] * 3 + ["rate_limited"]
        await one.close()
        await other.close()

    with serving(tmp_path / "tables.sqlite3", limits=FEW) as server:
        perform(scene(server))


def test_rematches_are_limited(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            answers: list[str] = []
            for _ in range(3):
                answers += await repeat(seat, lambda _: wire.Resign(0), 1)
                answers += await repeat(seat, lambda _: wire.Rematch(), 1)
            assert answers == ["resigned", "started"] * 2 + ["rate_limited", "not_now"]

    with serving(tmp_path / "tables.sqlite3", limits=FEW) as server:
        perform(scene(server))


def test_hints_count_as_events(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            for _ in range(2):
                await seat.hint()
                await seat.act(legal(seat))
            assert await repeat(seat, rename, 3) == ["renamed", "renamed", "rate_limited"]

    with serving(tmp_path / "tables.sqlite3", limits=FEW) as server:
        perform(scene(server))


def test_limits_refill(tmp_path: Path) -> None:
    limits = replace(FEW, asides_per_second=50, table_asides_per_second=50)

    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            renamed = 0
            while renamed < 20:
                renamed += (await repeat(seat, rename, 2)).count("renamed")

    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        perform(scene(server))


def test_game_has_a_most_number_of_asides(tmp_path: Path) -> None:
    """Beyond it, the game can be played on, given up, and followed by another."""
    file = tmp_path / "tables.sqlite3"

    async def fill(server: Serving) -> tuple[str, str]:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            assert await repeat(seat, rename, 7) == [*["renamed"] * 5, *["not_now"] * 2]
        return made.table, made.token

    async def play_on(server: Serving, table: str, token: str) -> None:
        async with await connect(server.address, table, token) as seat:
            assert await repeat(seat, rename, 1) == ["not_now"]
            await seat.act(legal(seat))
            assert await repeat(seat, lambda _: wire.Takeback(), 1) == ["not_now"]
            assert await repeat(seat, lambda _: wire.Resign(0), 1) == ["resigned"]
            assert await repeat(seat, lambda _: wire.Rematch(), 1) == ["started"]
            assert await repeat(seat, rename, 1) == ["renamed"]

    limits = replace(MANY, asides_per_game=5)
    with serving(file, limits=limits) as server:
        table, token = perform(fill(server))
    with serving(file, limits=limits) as server:
        perform(play_on(server, table, token))


def test_table_has_a_most_number_of_events(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            for _ in range(8):
                await seat.act(legal(seat))
            assert await repeat(seat, rename, 1) == ["not_now"]
            assert await repeat(seat, lambda _: wire.Resign(0), 1) == ["resigned"]
            await seat.send(wire.Rematch())
            error = await hears(seat, wire.Error)
            assert error.code == "not_now"
            assert "new table" in error.detail

    with serving(tmp_path / "tables.sqlite3", limits=replace(MANY, table_events=10)) as server:
        perform(scene(server))


@pytest.mark.parametrize("name", ["Zoë", " Zoë  "])
def test_name_of_before_is_no_event(server: Serving, name: str) -> None:
    """The client gets an answer, because it would wait for one."""

    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.send(wire.Rename("Zoë", 0))
            seq = (await told(seat, wire.Renamed)).seq
            await seat.send(wire.Rename(name, 0))
            error = await hears(seat, wire.Error)
            assert (error.code, error.about, error.seq) == ("not_now", "rename", seq)

    perform(scene())
