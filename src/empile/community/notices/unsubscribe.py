"""Links in mails that end them by one click (RFC 8058), without signing in.

A link names the account and is signed with a key of the server. It works as long as the account exists,
and can do nothing else. Mail programs send ``POST``; people, and programs that look at every link, send
``GET`` and see a page with one button.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from html import escape
from typing import Final, NamedTuple

from sqlalchemy import Connection, select, update

from empile.community.server_keys import find_key, server_key
from empile.server.store.schema import accounts, members, notice_settings

PATH: Final = "/api/notices/unsubscribe/"
_KEY: Final = "unsubscribe"
_TOKEN: Final = re.compile(r"([1-9][0-9]{0,17})\.([A-Za-z0-9_-]{22})")
_MAC_BYTES: Final = 16


class _Texts(NamedTuple):
    title: str
    question: str
    button: str
    done: str
    """With a link to the settings."""


_DEFAULT: Final = "en"
_TEXTS: Final = {
    "en": _Texts(
        "Mails from Empile",
        "Do you want to get no more mails about your games?",
        "No more mails",
        'You get no more mails about your games. <a href="/notices">Change that</a>',
    ),
    "fr": _Texts(
        "Les messages d’Empile",
        "Voulez-vous ne plus recevoir de messages sur vos parties ?",
        "Ne plus recevoir de messages",
        'Vous ne recevrez plus de messages sur vos parties. <a href="/notices">Changer cela</a>',
    ),
    "de": _Texts(
        "Mails von Empile",
        "Möchtest du keine Mails mehr über deine Partien bekommen?",
        "Keine Mails mehr",
        'Du bekommst keine Mails mehr über deine Partien. <a href="/notices">Ändern</a>',
    ),
    "es": _Texts(
        "Mensajes de Empile",
        "¿Quieres dejar de recibir mensajes sobre tus partidas?",
        "Dejar de recibir mensajes",
        'Ya no recibirás mensajes sobre tus partidas. <a href="/notices">Cambiarlo</a>',
    ),
}
_PAGE: Final = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>{title}</title><style>
body{{font:18px/1.6 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;\
color:#2b2118;background:#f3ead9}}
button{{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.5rem;color:#fff;background:#7a3b12}}
a{{color:#7a3b12}}</style></head>
<body><main><h1>{title}</h1>{content}</main></body></html>
"""


def token_of(connection: Connection, account: int) -> str:
    """Return the signed part of an account's link. Call it in a transaction that writes."""
    return f"{account}.{_mac(server_key(connection, _KEY), account)}"


def account_of(connection: Connection, token: str) -> int | None:
    """Return the account of a link, or None if it is not signed or the account was deleted."""
    found, key = _TOKEN.fullmatch(token), find_key(connection, _KEY)
    if found is None or key is None:
        return None
    account = int(found[1])
    if not hmac.compare_digest(_mac(key, account), found[2]):
        return None
    this = accounts.c.id == account, accounts.c.state != "deleted"
    return connection.scalar(select(accounts.c.id).where(*this))


def end_mails(connection: Connection, account: int) -> None:
    """Send no more notices to an account by mail, for all its members."""
    whose = select(members.c.id).where(members.c.account == account)
    connection.execute(
        update(notice_settings).where(notice_settings.c.member.in_(whose)).values(mail="")
    )


def page(connection: Connection, account: int, *, done: bool) -> str:
    """Return the page of a link: a question, or with ``done`` the answer."""
    spoken = connection.scalar(select(accounts.c.language).where(accounts.c.id == account))
    language = str(spoken).partition("-")[0]
    if language not in _TEXTS:
        language = _DEFAULT
    texts = _TEXTS[language]
    content = (
        f"<p>{texts.done}</p>"
        if done
        else f"<p>{escape(texts.question)}</p>"
        f'<form method="post"><button>{escape(texts.button)}</button></form>'
    )
    return _PAGE.format(language=language, title=escape(texts.title), content=content)


def _mac(key: bytes, account: int) -> str:
    mac = hmac.digest(key, f"{_KEY} {account}".encode(), hashlib.sha256)[:_MAC_BYTES]
    return urlsafe_b64encode(mac).rstrip(b"=").decode()
