"""Transfers between devices, in stores of both kinds."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy import func, select

from empile.community import transfers
from empile.server.store import schema
from empile.server.store.location import StoreLocation
from empile.server.wire.errors import CommandError
from tests.community.test_database import gateway
from tests.server.serving import perform
from tests.server.store.conftest import location as location

NAME = "0123456789abcdef" * 2
OTHER = "f" * 32
NOW = 1_700_000_000_000


def test_take_gives_a_transfer_once(location: StoreLocation) -> None:
    async def scene() -> None:
        async with gateway(location) as (database, _):
            expires = await database.write(lambda c: transfers.put(c, NAME, b"sealed", NOW))
            assert expires == NOW + transfers.LIFETIME_MS
            assert await database.write(lambda c: transfers.take(c, NAME, expires - 1)) == b"sealed"
            with pytest.raises(CommandError, match="used") as refused:
                await database.write(lambda c: transfers.take(c, NAME, NOW))
            assert refused.value.code == "not_found"

    perform(scene())


def test_take_refuses_what_has_expired_and_put_removes_it(location: StoreLocation) -> None:
    async def scene() -> None:
        async with gateway(location) as (database, _):
            expires = await database.write(lambda c: transfers.put(c, NAME, b"sealed", NOW))
            with pytest.raises(CommandError):
                await database.write(lambda c: transfers.take(c, NAME, expires))
            await database.write(lambda c: transfers.put(c, OTHER, b"later", expires))
            count = select(func.count()).select_from(schema.transfers)
            assert await database.read(lambda c: c.scalar(count)) == 1

    perform(scene())


def test_put_refuses_a_name_in_use_and_keeps_what_it_has(location: StoreLocation) -> None:
    async def scene() -> None:
        async with gateway(location) as (database, _):
            await database.write(lambda c: transfers.put(c, NAME, b"first", NOW))
            with pytest.raises(CommandError, match="name"):
                await database.write(lambda c: transfers.put(c, NAME, b"second", NOW))
            assert await database.write(lambda c: transfers.take(c, NAME, NOW)) == b"first"

    perform(scene())


def test_put_limits_what_is_kept(location: StoreLocation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfers, "MOST_BYTES", 10)

    async def scene() -> None:
        async with gateway(location) as (database, _):
            await database.write(lambda c: transfers.put(c, NAME, b"12345678", NOW))
            with pytest.raises(CommandError) as refused:
                await database.write(lambda c: transfers.put(c, OTHER, b"123", NOW))
            assert refused.value.code == "rate_limited"
            later = NOW + transfers.LIFETIME_MS
            await database.write(lambda c: transfers.put(c, OTHER, b"123", later))

    perform(scene())


def test_withdraw_removes_a_transfer(location: StoreLocation) -> None:
    async def scene() -> None:
        async with gateway(location) as (database, _):
            await database.write(lambda c: transfers.put(c, NAME, b"sealed", NOW))
            await database.write(lambda c: transfers.withdraw(c, NAME))
            await database.write(lambda c: transfers.withdraw(c, NAME))
            with pytest.raises(CommandError):
                await database.write(lambda c: transfers.take(c, NAME, NOW))

    perform(scene())


def test_one_network_leaves_room_for_others(
    location: StoreLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfers, "MOST_BYTES_OF_NETWORK", 10)

    async def scene() -> None:
        async with gateway(location) as (database, _):
            await database.write(lambda c: transfers.put(c, NAME, b"12345678", NOW, "2001:db8::1"))
            for host in ("2001:db8::2", "2001:db8:0:ffff::1"):
                put = partial(transfers.put, name=OTHER, body=b"123", now=NOW, host=host)
                with pytest.raises(CommandError) as refused:
                    await database.write(put)
                assert refused.value.code == "rate_limited"
            await database.write(lambda c: transfers.put(c, OTHER, b"123", NOW, "2001:db8:1::1"))
            await database.write(lambda c: transfers.take(c, NAME, NOW))
            await database.write(lambda c: transfers.put(c, NAME, b"123", NOW, "2001:db8::2"))

    perform(scene())
