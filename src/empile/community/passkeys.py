"""Passkeys (WebAuthn): challenges that are used once, and signatures that are verified.

Only ``https`` pages and those of this machine can use them; other browsers' pages are refused.
"""

from __future__ import annotations

import secrets
import struct
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
import webauthn
from sqlalchemy import Connection, delete, func, insert, select, update
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from empile.community.clock import MINUTE_MS
from empile.server.http.origin import host_name
from empile.server.store.schema import challenges, passkeys
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError

Purpose: TypeAlias = Literal["add", "sign_in"]

MOST: Final = 20
"""Passkeys of an account."""
_CHALLENGE_MS: Final = 5 * MINUTE_MS
_CHALLENGE_BYTES: Final = 32
_NAME: Final = "Empile"
_MOST_NAME: Final = 60
_MALFORMED: Final = (
    WebAuthnException, ValueError, TypeError, KeyError, IndexError, AttributeError, struct.error,
    OverflowError, msgspec.DecodeError,
)  # fmt: skip
"""What the library raises for data of strangers."""


class Place(NamedTuple):
    """The origin of a page that uses a passkey, and the host that the passkey belongs to."""

    origin: str
    host: str


class Asked(NamedTuple):
    """Options for a browser, and the challenge in them."""

    options: dict[str, Any]
    challenge: bytes


class Passkey(NamedTuple):
    """A stored passkey."""

    id: int
    account: int
    public_key: bytes
    counter: int


class NewKey(NamedTuple):
    """A verified passkey to store."""

    credential: str
    public_key: bytes
    counter: int


def place_of(origin: str) -> Place:
    """Return the place of an origin. Raises ``CommandError`` if it cannot have passkeys."""
    scheme, _, authority = origin.partition("://")
    host = host_name(authority)
    if host is not None and (host == "localhost" or host.endswith(".localhost")):
        return Place(origin, host)
    if host is None or scheme != "https" or host.replace(".", "").isdigit() or ":" in host:
        raise CommandError("bad_request", "passkeys need an address with https and a name")
    return Place(origin, host)


def options_to_add(account: int, login: str, place: Place, known: list[str]) -> Asked:
    """Return what a browser needs to make a passkey; ``known`` are credentials that exist."""
    challenge = secrets.token_bytes(_CHALLENGE_BYTES)
    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name=_NAME,
        user_id=handle_of(account),
        user_name=login,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known
        ],
    )
    return Asked(options_to_json_dict(options), challenge)


def options_to_sign_in(place: Place) -> Asked:
    """Return what a browser needs to sign in with any passkey of this host."""
    challenge = secrets.token_bytes(_CHALLENGE_BYTES)
    options = webauthn.generate_authentication_options(
        rp_id=place.host,
        challenge=challenge,
        # A tap alone would let a child confirm for its guardian.
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return Asked(options_to_json_dict(options), challenge)


def handle_of(account: int) -> bytes:
    """Return the name that authenticators store for an account."""
    return b"empile-%d" % account


def keep_challenge(
    connection: Connection, challenge: bytes, account: int | None, purpose: Purpose, now: int
) -> None:
    """Store that a challenge was given."""
    connection.execute(
        insert(challenges).values(
            hash=_hash_of(challenge),
            account=account,
            purpose=purpose,
            body=b"",
            expires=now + _CHALLENGE_MS,
        )
    )


def use_challenge(
    connection: Connection, challenge: bytes, account: int | None, purpose: Purpose, now: int
) -> bool:
    """Use a challenge up; return whether it was given, for this purpose, and lately."""
    used = connection.execute(
        delete(challenges).where(
            challenges.c.hash == _hash_of(challenge),
            challenges.c.purpose == purpose,
            challenges.c.account.is_(None) if account is None else challenges.c.account == account,
            challenges.c.expires > now,
        )
    )
    return used.rowcount > 0


def challenge_in(credential: dict[str, Any]) -> bytes:
    """Return the challenge that an authenticator signed. Raises ``CommandError``."""
    try:
        signed = base64url_to_bytes(credential["response"]["clientDataJSON"])
        found: Any = msgspec.json.decode(signed)["challenge"]
        return base64url_to_bytes(found)
    except _MALFORMED:
        raise CommandError("bad_request", "this is no answer of an authenticator") from None


def verify_new(credential: dict[str, Any], challenge: bytes, place: Place) -> NewKey:
    """Return a passkey that a browser made. Raises ``CommandError``."""
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            require_user_verification=True,
        )
    except _MALFORMED as error:
        raise CommandError("bad_request", f"the passkey cannot be added: {error}") from None
    return NewKey(
        bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count
    )


def verify_sign_in(
    credential: dict[str, Any], challenge: bytes, place: Place, stored: Passkey
) -> int:
    """Return the new counter of a passkey. Raises ``CommandError`` with ``wrong_login``."""
    try:
        handle = credential["response"].get("userHandle")
        if handle is not None and base64url_to_bytes(handle) != handle_of(stored.account):
            raise ValueError("the passkey of another account")
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=stored.public_key,
            credential_current_sign_count=stored.counter,
            require_user_verification=True,
        )
    except _MALFORMED:
        raise wrong() from None
    return found.new_sign_count


def wrong() -> CommandError:
    """Return the error for any passkey that does not sign in."""
    return CommandError("wrong_login", "this passkey does not sign in here")


def find(connection: Connection, credential: dict[str, Any]) -> Passkey | None:
    """Return the passkey that an answer says it is from, or None."""
    name = credential.get("id")
    if not isinstance(name, str):
        return None
    row = connection.execute(
        select(passkeys.c.id, passkeys.c.account, passkeys.c.public_key, passkeys.c.counter).where(
            passkeys.c.credential == name.rstrip("=")
        )
    ).first()
    return None if row is None else Passkey(*row)


def credentials(connection: Connection, account: int) -> list[str]:
    """Return the credentials of an account."""
    found = select(passkeys.c.credential).where(passkeys.c.account == account)
    return list(connection.scalars(found))


def add(connection: Connection, account: int, new: NewKey, name: str, now: int) -> None:
    """Store a passkey. Raises ``CommandError`` if the account has too many."""
    count = select(func.count()).select_from(passkeys).where(passkeys.c.account == account)
    if int(connection.scalar(count) or 0) >= MOST:
        raise CommandError("bad_request", f"an account has at most {MOST} passkeys")
    shown = " ".join(name.split())[:_MOST_NAME]
    connection.execute(
        insert(passkeys).values(
            account=account,
            credential=new.credential,
            public_key=new.public_key,
            counter=new.counter,
            name=shown if shown.isprintable() else "",
            made=now,
        )
    )


def note_use(connection: Connection, stored: Passkey, counter: int, now: int) -> None:
    """Store the counter of a sign-in. Raises ``CommandError`` if another came first."""
    used = connection.execute(
        update(passkeys)
        .where(passkeys.c.id == stored.id, passkeys.c.counter == stored.counter)
        .values(counter=counter, used=now)
    )
    if not used.rowcount:
        raise wrong()


def remove(connection: Connection, account: int, passkey: int) -> bool:
    """Delete a passkey of an account; return whether there was one."""
    gone = delete(passkeys).where(passkeys.c.id == passkey, passkeys.c.account == account)
    return connection.execute(gone).rowcount > 0


def forget_old(connection: Connection, now: int) -> None:
    """Delete challenges without an answer."""
    connection.execute(delete(challenges).where(challenges.c.expires <= now))


def _hash_of(challenge: bytes) -> str:
    return key_of(bytes_to_base64url(challenge))
