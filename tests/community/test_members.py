"""Members of accounts while several requests change them."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from sqlalchemy import Connection

from empile.community import accounts, members
from empile.community.database import Database, open_database
from empile.community.members import Member
from empile.server.store.location import StoreLocation
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import MemberChange
from tests.server.serving import perform
from tests.server.store.conftest import location as location
from tests.server.store.scenes import opened
from tests.support.patience import PATIENCE


def pause(connection: Connection) -> None:
    """Keep a transaction open, so that another one probably begins meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_sleep(0.3)")
    else:
        time.sleep(0.3)


@pytest.mark.parametrize("renamed", [False, True], ids=["added", "renamed"])
def test_names_of_an_account_differ_although_requests_come_together(
    location: StoreLocation, *, renamed: bool
) -> None:
    is_added = threading.Event()

    async def scene() -> None:
        async with opened(location) as store:
            one, other = open_database(location, store), open_database(location, store)
            new = accounts.NewOne("Anne", "Anne", "adult", "", None)
            account = await one.write(lambda connection: accounts.make(connection, new, 1))
            known = await one.write(
                lambda connection: members.make(connection, account, "Max", "child", 1)
            )
            found = await asyncio.gather(
                one.write(lambda connection: slowly_added(connection, account)),
                later(other, account, known),
                return_exceptions=True,
            )
            assert isinstance(found[0], Member)
            assert isinstance(found[1], CommandError)
            assert found[1].code == "name_taken"
            names = [
                member.name
                for member in await one.read(lambda connection: members.all_of(connection, account))
            ]
            assert names == ["Anne", "Max", "Tom"]
            await one.close()
            await other.close()

    def slowly_added(connection: Connection, account: int) -> Member:
        added = members.make(connection, account, "Tom", "child", 1)
        is_added.set()
        pause(connection)
        return added

    async def later(database: Database, account: int, known: Member) -> Member:
        assert await asyncio.to_thread(is_added.wait, PATIENCE)
        if renamed:
            change = MemberChange(name="TOM")
            return await database.write(lambda work: members.change(work, known, change))
        return await database.write(lambda work: members.make(work, account, "tom", "child", 1))

    perform(scene())
