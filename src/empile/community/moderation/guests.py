"""What holds for guests in a browser that signed in to an account.

The browser keeps the token of its last session after the session has ended. It signs nobody in:
the store only tells for 90 days which account it was. Another browser, or cleared cookies, are not
recognized. The place of a guest at a table is kept as long, by the hash of its token.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, delete, select

from empile.community.projections.statements import set_in
from empile.community.sessions import KEPT_MS
from empile.engine.errors import Reason
from empile.server.store.schema import browsers, members, sessions
from empile.server.tables.owners import Caller
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError

COOKIE: Final = "empile_browser"
"""Has the token after the session's cookie is gone."""
_PLACE: Final = "place "
"""Before the hashes of tokens of places: no cookie has one."""


def note(connection: Connection, token: str, account: int, now: int) -> None:
    """Note that the browser with the token of a session is one of an account."""
    _note(connection, key_of(token), account, now)


def note_place(connection: Connection, key: str, account: int, now: int) -> None:
    """Note from which account's browser a guest takes a place, by the hash of its token."""
    _note(connection, _PLACE + key, account, now)


def _note(connection: Connection, hash_: str, account: int, now: int) -> None:
    values = {"hash": hash_, "account": account, "made": now}
    set_in(connection, browsers, values, ["account", "made"])


def account_of(connection: Connection, tokens: Collection[str], now: int) -> int | None:
    """Return the account to which the browser with some tokens signed in last, or None."""
    found = (
        select(browsers.c.account)
        .where(browsers.c.hash.in_(list(map(key_of, tokens))), browsers.c.made > now - KEPT_MS)
        .order_by(browsers.c.made.desc())
        .limit(1)
    )
    return connection.scalar(found)


def accounts_of_places(connection: Connection, keys: Collection[str], now: int) -> dict[str, int]:
    """Return the accounts of guests by the hashes of the tokens of their places."""
    query = select(browsers.c.hash, browsers.c.account).where(
        browsers.c.hash.in_([_PLACE + key for key in keys]), browsers.c.made > now - KEPT_MS
    )
    return {
        hash_.removeprefix(_PLACE): account for hash_, account in connection.execute(query).tuples()
    }


def forget_account(connection: Connection, account: int) -> None:
    """Forget the browsers of an account."""
    connection.execute(delete(browsers).where(browsers.c.account == account))


def forget_old(connection: Connection, now: int) -> None:
    """Forget browsers that have not been signed in for a long time."""
    is_used = browsers.c.hash.in_(select(sessions.c.hash))
    connection.execute(delete(browsers).where(browsers.c.made <= now - KEPT_MS, ~is_used))


def check_alone(connection: Connection, caller: Caller) -> None:
    """Raise ``CommandError`` unless guests may play in the caller's browser without a member."""
    if caller.is_confirmed:
        return
    children = (members.c.account == caller.account, members.c.kind == "child")
    child = select(members.c.id).where(*children, members.c.deleted.is_(None)).limit(1)
    if connection.scalar(child) is not None:
        raise CommandError(
            "signed_out" if caller.is_guest else "confirm",
            "a child plays in this browser: guests need the password of the account",
            Reason("rule.guest", {}),
        )
