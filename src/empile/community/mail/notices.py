"""Mails about an account: links, and notices of changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, select

from empile.community import accounts as accounts_
from empile.community import recovery
from empile.community.mail.sender import Mailer
from empile.community.mail.texts import MailKey, mail_text
from empile.server.store.schema import accounts


class Notice(NamedTuple):
    """A mail to send."""

    key: MailKey
    address: str
    login: str
    language: str
    path: str = ""
    """The path of its link, with the token in the fragment, which browsers do not send."""


def of_change(connection: Connection, account: int) -> list[Notice]:
    """Return a notice to the confirmed address of an account that something changed."""
    row = connection.execute(
        select(
            accounts.c.email, accounts.c.email_confirmed, accounts.c.login, accounts.c.language
        ).where(accounts.c.id == account)
    ).one()
    return [Notice("changed", row[0], row[2], row[3])] if row[1] else []


def of_new_address(
    connection: Connection, account: int, address: str | None, now: int
) -> list[Notice]:
    """Set an address; return a notice to the one before, and a link to confirm the new one."""
    sent = of_change(connection, account)
    accounts_.change_email(connection, account, address)
    if address is not None:
        login, language = connection.execute(
            select(accounts.c.login, accounts.c.language).where(accounts.c.id == account)
        ).one()
        token = recovery.new_link(
            connection, account, "address", address, now + recovery.ADDRESS_MS
        )
        sent.append(Notice("address", address, login, language, f"/account/email#{token}"))
    return sent


def of_recovery(connection: Connection, found: accounts_.Recoverable, now: int) -> Notice:
    """Return a link that recovers an account."""
    token = recovery.new_link(connection, found.account, "recovery", "", now + recovery.RECOVERY_MS)
    path = f"/account/recover#{token}"
    return Notice("recovery", found.email, found.login, found.language, path)


def send(mailer: Mailer | None, origins: Iterable[str], sent: Iterable[Notice]) -> None:
    """Send mails soon. Links begin with an address of the host, never with that of a request."""
    origin = min(origins, default="")
    for notice in sent if mailer is not None else ():
        assert mailer is not None
        text = mail_text(
            notice.key,
            notice.language,
            notice.login,
            origin + notice.path,
            origin.partition("://")[2],
        )
        mailer.send(notice.address, text.subject, text.text)
