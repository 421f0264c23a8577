"""Recovery codes, and links sent by mail. Each works once, and is stored as a hash."""

from __future__ import annotations

import secrets
from typing import Final, Literal, TypeAlias

from sqlalchemy import Connection, delete, func, insert, select, update

from empile.community.clock import DAY_MS, MINUTE_MS
from empile.server.store.schema import accounts, mail_tokens, recovery_codes
from empile.server.tables.tokens import CODE_LETTERS, key_of, new_token, read_code

CODES: Final = 10
_LETTERS: Final = 16
_GROUP: Final = 4
RECOVERY_MS: Final = 30 * MINUTE_MS
RESET_MS: Final = DAY_MS
"""How long a link works that the host gives by hand."""
ADDRESS_MS: Final = DAY_MS

Purpose: TypeAlias = Literal["recovery", "address"]


def new_codes(connection: Connection, account: int) -> list[str]:
    """Replace the recovery codes of an account; return the new ones."""
    connection.execute(delete(recovery_codes).where(recovery_codes.c.account == account))
    codes = [_new_code() for _ in range(CODES)]
    connection.execute(
        insert(recovery_codes),
        [{"account": account, "hash": key_of(read_code(code)), "used": None} for code in codes],
    )
    return codes


def _new_code() -> str:
    letters = [secrets.choice(CODE_LETTERS) for _ in range(_LETTERS)]
    groups = ["".join(letters[start : start + _GROUP]) for start in range(0, _LETTERS, _GROUP)]
    return "-".join(groups)


def count_codes(connection: Connection, account: int) -> int:
    """Return how many codes were not used."""
    left = select(func.count()).select_from(recovery_codes)
    left = left.where(recovery_codes.c.account == account, recovery_codes.c.used.is_(None))
    return int(connection.scalar(left) or 0)


def use_code(connection: Connection, login_key: str, code: str, now: int) -> int | None:
    """Use a code up; return its account, or None."""
    account = connection.scalar(select(accounts.c.id).where(accounts.c.login_key == login_key))
    used = connection.execute(
        update(recovery_codes)
        .where(
            recovery_codes.c.account == (account or 0),
            recovery_codes.c.hash == key_of(read_code(code)),
            recovery_codes.c.used.is_(None),
        )
        .values(used=now)
    )
    return account if used.rowcount else None


def new_link(
    connection: Connection, account: int, purpose: Purpose, body: str, expires: int
) -> str:
    """Return the token of a new link, which replaces earlier ones of its purpose."""
    connection.execute(
        delete(mail_tokens).where(
            mail_tokens.c.account == account, mail_tokens.c.purpose == purpose
        )
    )
    token = new_token()
    connection.execute(
        insert(mail_tokens).values(
            hash=key_of(token), account=account, purpose=purpose, body=body, expires=expires
        )
    )
    return token


def use_link(
    connection: Connection, token: str, purpose: Purpose, now: int
) -> tuple[int, str] | None:
    """Use a link up; return its account and content, or None if it is used or too old."""
    row = connection.execute(
        delete(mail_tokens)
        .where(
            mail_tokens.c.hash == key_of(token),
            mail_tokens.c.purpose == purpose,
            mail_tokens.c.expires > now,
        )
        .returning(mail_tokens.c.account, mail_tokens.c.body)
    ).first()
    return None if row is None else (int(row[0]), str(row[1]))


def forget_old(connection: Connection, now: int) -> None:
    """Delete links that expired."""
    connection.execute(delete(mail_tokens).where(mail_tokens.c.expires <= now))
