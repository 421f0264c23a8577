"""Accounts: made, found, changed, banned and deleted."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from empile.community import members, recovery, rules, sessions
from empile.community.database import overwrite_deleted
from empile.community.moderation import appeals, cases, guests
from empile.community.moderation.forgetting import forget_account
from empile.community.names import alike, clean_name, key_of_email
from empile.community.passwords import known_addresses
from empile.engine.text.look_alikes import key_of_name, look_of_name
from empile.server.store.schema import (
    accounts,
    challenges,
    mail_tokens,
    notice_digests,
    passkeys,
    recovery_codes,
)
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import AccountInfo, Me, MemberKind, PasskeyInfo, Role

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8})?")


class SigningIn(NamedTuple):
    """What is needed to check a password."""

    account: int
    password: str | None


class NewOne(NamedTuple):
    """What a new account is made with, checked."""

    login: str
    name: str
    kind: MemberKind
    language: str
    password: str | None
    """The hash."""


def key_of_login(login: str) -> str:
    """Return what no two accounts may share."""
    return key_of_name(login)


def clean_language(text: str) -> str:
    """Return a language tag, or nothing. Raises ``CommandError``."""
    if text and not _LANGUAGE.fullmatch(text):
        raise CommandError("bad_request", "'language' must be a short tag such as fr")
    return text


def make(connection: Connection, new: NewOne, now: int) -> int:
    """Make an account with its first member; return its id.

    Raises ``CommandError`` with the code ``name_taken``.
    """
    _require_free_login(connection, new.login)
    made = connection.execute(
        insert(accounts).values(
            login=new.login,
            login_key=key_of_login(new.login),
            login_look=look_of_name(new.login),
            password=new.password,
            email_confirmed=0,
            role="member",
            state="active",
            ban_reason="",
            language=new.language,
            made=now,
        )
    ).inserted_primary_key
    assert made is not None
    account = int(made[0])
    members.make(connection, account, new.name, new.kind, now)
    return account


def _require_free_login(connection: Connection, login: str, but: int = 0) -> None:
    similar = alike(connection, login, accounts.c.login_key, accounts.c.login_look)
    taken = select(accounts.c.id).where(similar, accounts.c.id != but).limit(1)
    if connection.scalar(taken) is not None:
        raise CommandError("name_taken", "this name is taken, or too similar to another")


def signing_in(connection: Connection, login: str) -> SigningIn | None:
    """Return what is needed to check a password, or None without such an account."""
    row = connection.execute(
        select(accounts.c.id, accounts.c.password).where(
            accounts.c.login_key == key_of_login(login)
        )
    ).first()
    return None if row is None else SigningIn(*row)


def password_of(connection: Connection, account: int) -> str | None:
    """Return the hash of the password, or None."""
    found: str | None = connection.scalar(
        select(accounts.c.password).where(accounts.c.id == account)
    )
    return found


def login_of(connection: Connection, account: int) -> str:
    """Return the name to sign in with."""
    return str(connection.scalar(select(accounts.c.login).where(accounts.c.id == account)))


def require_allowed(connection: Connection, account: int, now: int) -> None:
    """Raise ``CommandError`` if an account is banned. Call it after the password was right."""
    row = connection.execute(
        select(accounts.c.state, accounts.c.banned_until, accounts.c.ban_reason).where(
            accounts.c.id == account
        )
    ).one()
    state, until, reason = row
    if state == "deleted":
        raise CommandError("wrong_login", "the name or the password is wrong")
    if state == "banned" and (until is None or until > now):
        raise CommandError("not_allowed", f"this account is banned: {reason or 'no reason given'}")


def set_password(connection: Connection, account: int, password: str) -> None:
    """Store the hash of a new password."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(password=password))


def me(connection: Connection, session: sessions.Session, now: int) -> Me:
    """Return the account of a session."""
    row = connection.execute(
        select(
            accounts.c.login,
            accounts.c.email,
            accounts.c.email_confirmed,
            accounts.c.role,
            accounts.c.password,
            accounts.c.language,
        ).where(accounts.c.id == session.account)
    ).one()
    info = AccountInfo(
        login=row[0],
        email=row[1],
        email_confirmed=bool(row[2]),
        role=row[3],
        has_password=row[4] is not None,
        recovery_left=recovery.count_codes(connection, session.account),
        language=row[5],
        confirmed_until=session.confirmed_until(now),
    )
    return Me(
        info,
        rules.infos_of(connection, members.all_of(connection, session.account)),
        passkeys_of(connection, session.account),
        appeals.standing(connection, session.account, now),
        0 if session.role == "member" else cases.count_waiting(connection, session.account),
    )


def passkeys_of(connection: Connection, account: int) -> list[PasskeyInfo]:
    """Return the passkeys of an account, the oldest first."""
    rows = connection.execute(
        select(passkeys.c.id, passkeys.c.name, passkeys.c.made, passkeys.c.used)
        .where(passkeys.c.account == account)
        .order_by(passkeys.c.id)
    )
    return [PasskeyInfo(*row) for row in rows]


def change_login(connection: Connection, account: int, login: str) -> None:
    """Let an account sign in with another name. Raises ``CommandError``."""
    if login == login_of(connection, account):
        return
    login = clean_name(login)
    members.lock(connection, account)
    _require_free_login(connection, login, account)
    connection.execute(
        update(accounts)
        .where(accounts.c.id == account)
        .values(login=login, login_key=key_of_login(login), login_look=look_of_name(login))
    )


def change_language(connection: Connection, account: int, language: str) -> None:
    """Change the language of mails. Raises ``CommandError``."""
    connection.execute(
        update(accounts).where(accounts.c.id == account).values(language=clean_language(language))
    )


def change_email(connection: Connection, account: int, address: str | None) -> str | None:
    """Set an address that is not confirmed yet; return the confirmed one before, or None."""
    row = connection.execute(
        select(accounts.c.email, accounts.c.email_confirmed).where(accounts.c.id == account)
    ).one()
    connection.execute(
        update(accounts)
        .where(accounts.c.id == account)
        .values(email=address, email_key=None, email_confirmed=0)
    )
    # A link to the address before confirms nothing any more.
    connection.execute(delete(mail_tokens).where(mail_tokens.c.account == account))
    return str(row[0]) if row[1] else None


def confirm_email(connection: Connection, account: int, address: str) -> bool:
    """Confirm the address of an account; return False if it has another one by now.

    Raises ``CommandError`` if the address recovers another account.
    """
    key = key_of_email(address)
    other = connection.scalar(
        select(accounts.c.id).where(accounts.c.email_key == key, accounts.c.id != account)
    )
    if other is not None:
        raise CommandError("name_taken", "another account has this address")
    confirmed = connection.execute(
        update(accounts)
        .where(accounts.c.id == account, accounts.c.email == address)
        .values(email_confirmed=1, email_key=key)
    )
    return confirmed.rowcount > 0


class Recoverable(NamedTuple):
    """An account that can be recovered by mail."""

    account: int
    login: str
    email: str
    language: str


def recoverable(connection: Connection, login_or_email: str) -> Recoverable | None:
    """Return the account of a name, or of a confirmed address, if it has a confirmed one."""
    same = (
        accounts.c.email_key == key_of_email(login_or_email.strip())
        if "@" in login_or_email
        else accounts.c.login_key == key_of_login(login_or_email)
    )
    row = connection.execute(
        select(accounts.c.id, accounts.c.login, accounts.c.email, accounts.c.language).where(
            same, accounts.c.email_confirmed == 1, accounts.c.state != "deleted"
        )
    ).first()
    return None if row is None else Recoverable(*row)


def find_login(connection: Connection, login: str) -> int:
    """Return the account of a name. Raises ``CommandError``."""
    found = connection.scalar(
        select(accounts.c.id).where(accounts.c.login_key == key_of_login(login))
    )
    if found is None:
        raise CommandError("no_table", f"there is no account {login!r}")
    return int(found)


def ban(connection: Connection, account: int, until: int | None, reason: str) -> None:
    """Let an account no longer sign in, until a time or for ever; end its sessions."""
    connection.execute(
        update(accounts)
        .where(accounts.c.id == account)
        .values(state="banned", banned_until=until, ban_reason=reason)
    )
    sessions.end_all(connection, account)


def lift_ban(connection: Connection, account: int) -> None:
    """Let a banned account sign in again."""
    connection.execute(
        update(accounts)
        .where(accounts.c.id == account, accounts.c.state == "banned")
        .values(state="active", banned_until=None, ban_reason="")
    )


def set_role(connection: Connection, account: int, role: Role) -> None:
    """Let an account do more, or less, on this server."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(role=role))


def remove(connection: Connection, account: int, now: int) -> None:
    """Delete an account and all that is its own; finished games stay, by deleted players."""
    overwrite_deleted(connection)
    for member in members.ids(connection, account):
        members.remove(connection, member, now)
    sessions.end_all(connection, account)
    known_addresses.forget_account(connection, account)
    forget_account(connection, account)
    guests.forget_account(connection, account)
    for table in (passkeys, challenges, recovery_codes, mail_tokens, notice_digests):
        connection.execute(delete(table).where(table.c.account == account))
    connection.execute(
        update(accounts)
        .where(accounts.c.id == account)
        .values(
            login="",
            login_key=None,
            login_look=None,
            password=None,
            email=None,
            email_key=None,
            email_confirmed=0,
            role="member",
            state="deleted",
            banned_until=None,
            ban_reason="",
            language="",
        )
    )
