"""Short codes: how long they are valid, and how many can be guessed."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from empile.client import CommandError, Rest, connect
from empile.server.bus.memory import MemoryBus
from empile.server.tables.code_guesses import CodeGuesses
from empile.server.tables.tokens import CODE_LETTERS, code_length
from empile.server.wire import errors
from empile.server.wire import messages as wire
from empile.server.wire.rate_limits import Limits
from tests.server.serving import (
    ROOMY,
    Serving,
    hears,
    join,
    make,
    perform,
    serving,
    told,
    two_persons,
    until,
)


def status_of(server: Serving, code: str | None) -> int:
    return httpx.get(f"{server.address}/api/codes/{code}").status_code


async def code_seen(server: Serving, table: str, token: str) -> str | None:
    async with await connect(server.address, table, token) as seat:
        return seat.table.code


@pytest.mark.parametrize("watch", [True, False])
def test_code_is_valid_while_somebody_can_join_or_watch(tmp_path: Path, watch: bool) -> None:
    with serving(tmp_path / "tables.sqlite3") as server:
        made = perform(make(server.address, ["person", "open"], allow_spectators=watch))
        assert status_of(server, made.code) == 200
        assert perform(code_seen(server, made.table, made.token)) == made.code
        perform(join(server.address, made.table))
        assert status_of(server, made.code) == (200 if watch else 404)
        seen = perform(code_seen(server, made.table, made.token))
        assert seen == (made.code if watch else None)


def test_code_is_released_after_the_game(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"

    async def scene(server: Serving) -> tuple[str, str]:
        seat, other = await two_persons(server.address)
        async with seat, other:
            code, table = seat.table.code, seat.table.id
            assert code is not None
            assert status_of(server, code) == 200
            await seat.send(wire.Resign(seat.places[0]))
            message = await hears(seat, wire.Update)
            while not message.table or message.table.status != "over":
                message = await hears(seat, wire.Update)
            assert message.table.code is None
            assert status_of(server, code) == 404

            for one in (seat, other):
                await one.send(wire.Rematch())
            await told(seat, wire.Started)
            assert status_of(server, code) == 404, "it may belong to another table"
        return table, code

    with serving(data) as server:
        table, code = perform(scene(server))
    with serving(data) as server:
        assert status_of(server, code) == 404
        assert httpx.get(f"{server.address}/api/tables/{table}").status_code == 200


def test_table_without_a_code_if_nobody_can_use_it(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3") as server:
        made = perform(make(server.address, ["person", "person"], allow_spectators=False))
        assert made.code is None
        assert status_of(server, "null") == 404


def test_released_code_is_free_for_another_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def new_code(_: int) -> str:
        return "ABCDEF"

    monkeypatch.setattr("empile.server.tables.tokens.new_code", new_code)

    async def scene(server: Serving) -> None:
        first = await make(server.address, ["person", "open"], allow_spectators=False)
        async with Rest(server.address) as rest:
            with pytest.raises(CommandError, match="no free code"):
                await rest.make_table("block-ness", ["person", "open"])
            await join(server.address, first.table)

            async def made() -> bool:
                try:
                    second = await rest.make_table("block-ness", ["person", "open"])
                except CommandError:
                    return False
                return await rest.find("ABCDEF") == second.table != first.table

            await until(made)

    with serving(tmp_path / "tables.sqlite3") as server:
        perform(scene(server))


def test_code_length_makes_guessing_hopeless() -> None:
    assert code_length(0) == 6
    for valid in (1, 100, 482, 10_000, 1_000_000, 50_000_000):
        codes = len(CODE_LETTERS) ** code_length(valid)
        assert codes / valid >= 1_000_000


def guesses(limiter: CodeGuesses, hosts: list[str], tries: int) -> int:
    """Return how many wrong guesses all `hosts` have together."""
    made = 0
    for host in hosts:
        for _ in range(tries):
            try:
                limiter.begin(host)
            except errors.CommandError as error:
                assert error.code == "rate_limited"
                break
            made += 1
    return made


SLOW = Limits(
    wrong_codes_per_second=1e-9,
    network_wrong_codes_per_second=1e-9,
    shared_wrong_codes_per_second=1e-9,
)


def test_wrong_guesses_are_limited_by_address_and_together() -> None:
    limiter = CodeGuesses(SLOW, MemoryBus().spend)
    assert guesses(limiter, ["192.0.2.1"], 1000) == 5 + 60
    # The reserve is empty, but others still have their own guesses.
    assert guesses(limiter, ["192.0.2.2"], 1000) == 5
    # A network of 65,536 IPv6 groups has no more than six addresses.
    network = [f"2001:db8:1:{n:x}::1" for n in range(200)]
    assert guesses(limiter, network, 1000) == 30


def test_right_codes_are_no_guesses() -> None:
    limiter = CodeGuesses(SLOW, MemoryBus().spend)
    for _ in range(1000):
        limiter.was_right(limiter.begin("192.0.2.1"))
    assert guesses(limiter, ["192.0.2.1"], 1000) == 5 + 60


def test_server_refuses_further_guesses(tmp_path: Path) -> None:
    limits = Limits(
        requests_at_once=ROOMY.requests_at_once, shared_wrong_codes_at_once=0.0, reads_at_once=1e6
    )
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        made = perform(make(server.address, ["person", "open"]))
        answers = [status_of(server, f"AAAAA{letter}") for letter in "ABCDE"]
        assert answers == [404] * 5
        assert status_of(server, made.code) == 429
