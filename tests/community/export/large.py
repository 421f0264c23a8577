"""Accounts with much to export."""

from __future__ import annotations

import json
import random

from sqlalchemy import Connection, insert, select

from empile.community import accounts, members, sessions
from empile.community.accounts import NewOne
from empile.community.clock import now_ms
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import members as members_
from empile.server.store.schema import studies


def make_account(
    location: StoreLocation, login: str, count: int, studies_each: int, size: int
) -> str:
    """Store an account of ``count`` members with studies of ``size`` bytes; return a session's token."""
    now = now_ms()

    def begin(connection: Connection) -> tuple[str, list[int]]:
        account = accounts.make(connection, NewOne(login, login, "adult", "en", None), now)
        for number in range(1, count):
            members.make(connection, account, f"{login} {number}", "adult", now)
        _, token = sessions.begin(connection, account, "", now)
        whose = select(members_.c.id).where(members_.c.account == account)
        connection.commit()
        return token, list(connection.scalars(whose))

    token, whose = database.write(location, begin)
    for member in whose:

        def fill(connection: Connection, member: int = member) -> None:
            for number in range(studies_each):
                study = f"study-{number}"
                body = _body(study, size, member)
                row = {
                    "member": member,
                    "study": study,
                    "name": study,
                    "folder": "",
                    "games": "blox",
                }
                numbers = {"chapters": 1, "version": 1, "changed": now, "bytes": len(body)}
                connection.execute(insert(studies).values(**row, **numbers, edit="1", body=body))
            connection.commit()

        database.write(location, fill)
    return token


def _body(study: str, size: int, seed: int) -> str:
    """Return a study that does not compress to nothing."""
    text = random.Random(seed).randbytes(size // 2).hex()
    return json.dumps({"format": "empile-study/1", "id": study, "chapters": [text]})
