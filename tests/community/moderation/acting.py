"""Acts of the host, for tests of what they forbid."""

from __future__ import annotations

from sqlalchemy import Connection

from empile.community import accounts
from empile.community.clock import now_ms
from empile.community.members import find
from empile.community.moderation import acts, cases
from empile.community.moderation.acts import Act, NewAct
from empile.server.store import database
from empile.server.wire.people.accounts import Role
from empile.server.wire.people.acts import ActKind
from tests.server.serving import Serving


def act(
    server: Serving, member: str, kind: ActKind, ended: int | None = None, words: str = "Be kind."
) -> Act:
    """Act against the account of a member, by its ID in addresses."""

    def write(connection: Connection) -> Act:
        found = find(connection, member)
        assert found is not None
        new = NewAct(kind, "insults", words, ended)
        made = cases.act_on(connection, found, new, [], now_ms(), by=None)
        connection.commit()
        return made

    return database.write(server.application.settings.data, write)


def lift(server: Serving, act: Act) -> None:
    """End an act."""

    def write(connection: Connection) -> None:
        acts.lift(connection, act, "", now_ms(), by=None)
        connection.commit()

    database.write(server.application.settings.data, write)


def promote(server: Serving, login: str, role: Role = "moderator") -> None:
    """Give an account a role."""

    def write(connection: Connection) -> None:
        accounts.set_role(connection, accounts.find_login(connection, login), role)
        connection.commit()

    database.write(server.application.settings.data, write)
