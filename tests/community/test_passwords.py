"""Hashes of passwords: their parameters, their renewal, and who waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace

import pytest
from argon2 import Parameters, PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import Connection, select, update

from empile.community import accounts, clock, limits
from empile.community.passwords import argon2id, hasher
from empile.community.passwords.hasher import Asker, Passwords
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import accounts as stored_accounts
from empile.server.store.schema import known_addresses, metadata
from empile.server.wire.errors import CommandError
from tests.community.people import PASSWORD, Browser, code_of
from tests.server.serving import Serving, perform, serving
from tests.server.store.conftest import location as location
from tests.support.patience import PATIENCE

HERE, ELSEWHERE = "192.0.2.7", "198.51.100.8"


@pytest.fixture
def server(location: StoreLocation) -> Iterator[Serving]:
    """A server with a store of each kind."""
    with serving(location, accounts="open") as running:
        yield running


# -- Hashes ----------------------------------------------------------------------------------------


def test_new_hashes_have_one_lane() -> None:
    found = argon2id.hashed(argon2id.PARAMETERS, PASSWORD).decode()
    assert found.startswith("$argon2id$v=19$m=65536,t=3,p=1$")


def quick(lanes: int) -> Parameters:
    return replace(argon2id.PARAMETERS, memory_cost=64, time_cost=1, parallelism=lanes)


def test_old_hashes_are_made_anew() -> None:
    old, new = quick(4), quick(1)
    stored = PasswordHasher.from_parameters(old).hash(PASSWORD)
    renewed = argon2id.verified(new, stored, PASSWORD).decode()
    assert ",p=1$" in renewed
    assert argon2id.verified(new, renewed, PASSWORD).decode() == renewed
    assert argon2id.verified(new, stored, "another one") == b""


def test_nobodys_hash_costs_as_much_as_one() -> None:
    for parameters in (quick(1), argon2id.PARAMETERS):
        nobodys = argon2id._nobodys(parameters)
        assert not PasswordHasher.from_parameters(parameters).check_needs_rehash(nobodys)
    with pytest.raises(VerifyMismatchError):  # it was computed, and not refused as malformed
        PasswordHasher.from_parameters(quick(1)).verify(argon2id._nobodys(quick(1)), PASSWORD)
    assert argon2id.verified(quick(1), None, PASSWORD) == b""


def test_sign_in_renews_an_old_hash(server: Serving, location: StoreLocation) -> None:
    Browser(server).sign_up("Anne")
    old = PasswordHasher.from_parameters(quick(4)).hash(PASSWORD)

    def age(connection: Connection) -> None:
        accounts.set_password(connection, 1, old)
        connection.commit()

    database.write(location, age)
    assert code_of(Browser(server).sign_in("Anne", "not the password")) == (401, "wrong_login")
    assert Browser(server).sign_in("Anne").status_code == 200
    stored = database.read(
        location, lambda connection: connection.scalar(select(stored_accounts.c.password))
    )
    assert ",p=1$" in str(stored)
    assert Browser(server).sign_in("Anne").status_code == 200


# -- The queue -------------------------------------------------------------------------------------


def stranger(number: int, network: int = 0, *, known: bool = False) -> Asker:
    return Asker(f"person{number}", f"2001:db8:{network:x}:{number:x}::1", known)


def refusal(queue: Passwords, asker: Asker) -> CommandError | None:
    """Return why there is no place for somebody."""
    try:
        with queue.place(asker):
            return None
    except CommandError as error:
        return error


def test_places_are_bounded_by_network_account_and_in_all() -> None:
    async def scene() -> None:
        queue = Passwords(in_process=False)
        with ExitStack() as inside:
            for number in range(hasher.MOST_OF_NETWORK):
                inside.enter_context(queue.place(stranger(number)))
            refused = refusal(queue, stranger(99))
            assert refused is not None
            assert (refused.code, refused.reason and refused.reason.key) == (
                "rate_limited",
                "sign_in.busy",
            )
            assert refused.retry_after is not None
            assert 2 <= refused.retry_after <= 60
            for number in range(hasher.MOST_OF_ACCOUNT):
                inside.enter_context(queue.place(stranger(50, 1 + number)))
            assert refusal(queue, stranger(50, 90)) is not None
            number = 1000
            while refusal(queue, stranger(number, number)) is None:
                inside.enter_context(queue.place(stranger(number, number)))
                number += 1
            assert queue._inside["all", False, ""] == hasher.MOST_INSIDE
            # The places of known people are others.
            for number in range(hasher.MOST_INSIDE):
                inside.enter_context(queue.place(stranger(number, known=True)))
            assert refusal(queue, stranger(99, known=True)) is not None
        assert not queue._inside
        await queue.close()

    perform(scene())


done: list[str] = []
may_go = threading.Event()


def work(_: Parameters, name: str) -> bytes:
    """Note who got a turn; the first one waits."""
    assert may_go.wait(PATIENCE)
    done.append(name)
    return b""


def test_known_people_need_not_queue_behind_strangers() -> None:
    done.clear()
    may_go.clear()

    async def scene() -> None:
        queue = Passwords(in_process=False)

        async def ask(name: str, known: bool) -> None:
            await queue.compute(Asker(name, HERE, known), work, name)

        async with asyncio.TaskGroup() as group:
            for number in range(20):
                group.create_task(ask(f"stranger{number}", False))
            await asyncio.sleep(0)
            for number in range(6):
                group.create_task(ask(f"known{number}", True))
            await asyncio.sleep(0)
            may_go.set()
        await queue.close()

    perform(scene())
    assert len(done) == 26
    assert done.index("known0") <= 2
    # Strangers get a turn as well.
    assert "stranger1" in done[: done.index("known5")]
    assert done.index("known5") < 10


def test_a_queue_that_closes_refuses_who_waits() -> None:
    may_go.clear()

    async def scene() -> None:
        queue = Passwords(in_process=False)
        asking = [
            asyncio.create_task(queue.compute(Asker(str(number), HERE, False), work, "late"))
            for number in range(3)
        ]
        await asyncio.sleep(0)
        queue.stop()
        may_go.set()
        found = await asyncio.gather(*asking, return_exceptions=True)
        assert all(isinstance(one, CommandError) for one in found[1:])
        await queue.close()

    perform(scene())


def test_password_that_changes_while_a_sign_in_waits_is_asked_again(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    verify = hasher.Place.verify

    async def late(self: hasher.Place, stored: str | None, password: str) -> str | None:
        found = await verify(self, stored, password)
        monkeypatch.setattr(hasher.Place, "verify", verify)
        change = {"password": {"old": PASSWORD, "new": "four blocks on top"}}
        changed = await asyncio.to_thread(browser.patch, "/api/me", json=change)
        assert changed.status_code == 200
        return found

    monkeypatch.setattr(hasher.Place, "verify", late)
    refused = Browser(server).sign_in("Anne")
    assert code_of(refused) == (429, "rate_limited")
    assert code_of(Browser(server).sign_in("Anne")) == (401, "wrong_login")


# -- Known browsers and addresses ------------------------------------------------------------------


def lock(location: StoreLocation, login: str) -> None:
    """Guess passwords of an account from everywhere until it is locked for strangers."""

    def guess(connection: Connection) -> None:
        with suppress(CommandError):
            for number in range(100):
                counted = limits.of_sign_in(login, f"203.0.113.{number}")
                limits.count(connection, counted, clock.now_ms())
        connection.commit()

    database.write(location, guess)


def test_who_signed_in_from_the_address_is_not_locked_out(
    server: Serving, location: StoreLocation
) -> None:
    here, there = ({"x-forwarded-for": host} for host in (HERE, ELSEWHERE))
    Browser(server, **here).sign_up("Anne")
    lock(location, "anne")
    refused = Browser(server, **there).sign_in("Anne")
    assert code_of(refused) == (429, "rate_limited")
    assert int(refused.headers["retry-after"]) > 1
    assert Browser(server, **here).sign_in("Anne").status_code == 200
    # Guessing is limited there as well.
    guesses = [Browser(server, **here).sign_in("Anne", f"wrong {n}") for n in range(7)]
    assert [one.status_code for one in guesses] == [401] * 6 + [429]

    def age(connection: Connection) -> None:
        connection.execute(update(known_addresses).values(made=clock.now_ms() - 31 * clock.DAY_MS))
        connection.commit()

    database.write(location, age)
    assert code_of(Browser(server, **here).sign_in("Anne")) == (429, "rate_limited")


def test_who_signed_in_with_the_browser_is_not_locked_out(
    server: Serving, location: StoreLocation
) -> None:
    there = {"x-forwarded-for": ELSEWHERE}
    browser, other = Browser(server), Browser(server, **there)
    browser.sign_up("Anne")
    other.sign_up("Bea")
    for one in (browser, other):
        assert one.delete("/api/sessions/current").status_code == 204
    lock(location, "anne")
    browser.headers.update(there)  # a phone that has left its home
    assert code_of(other.sign_in("Anne")) == (429, "rate_limited")
    assert browser.sign_in("Anne").status_code == 200


def test_addresses_are_stored_as_hashes_and_deleted(
    server: Serving, location: StoreLocation
) -> None:
    def known(connection: Connection) -> list[tuple[int, str]]:
        columns = known_addresses.c
        query = select(columns.account, columns.hash).order_by(columns.account)
        return list(connection.execute(query).tuples())

    def everything(connection: Connection) -> str:
        rows = (connection.execute(table.select()).all() for table in metadata.sorted_tables)
        return str(list(rows))

    browser = Browser(server, **{"x-forwarded-for": HERE})
    Browser(server, **{"x-forwarded-for": HERE}).sign_up("Bea")
    browser.sign_up("Anne")
    rows = database.read(location, known)
    assert HERE not in database.read(location, everything)
    assert [account for account, _ in rows] == [1, 2]
    assert rows[0][1] != rows[1][1], "one address has another hash for each account"
    assert browser.delete("/api/me").status_code == 204
    assert database.read(location, known) == rows[:1]


def test_right_passwords_are_limited_too(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "passwords_of_account", limits.Limit(3, 1))
    Browser(server).sign_up("Anne")
    found = [Browser(server).sign_in("Anne").status_code for _ in range(4)]
    assert found == [200] * 3 + [429]


def test_a_full_queue_counts_no_attempt(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    Browser(server).sign_up("Anne")
    with monkeypatch.context() as full:
        full.setattr(hasher, "MOST_INSIDE", 0)
        for _ in range(8):
            refused = Browser(server).sign_in("Anne")
            assert code_of(refused) == (429, "rate_limited")
            assert refused.json()["reason"]["key"] == "sign_in.busy"
            assert refused.headers["retry-after"] == "2"
    assert Browser(server).sign_in("Anne").status_code == 200
