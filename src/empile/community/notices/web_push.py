"""Messages to browsers by Web Push.

They are encrypted for the browser (RFC 8291, RFC 8188), so that its push service cannot read them,
and signed with the server's key (VAPID, RFC 8292). Redirects are not followed, and addresses that
are not public are refused: browsers choose the address, and must not make this server send requests
to its own network.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from empile.community.outgoing import Outgoing, OutgoingError
from empile.engine.errors import EmpileError

_CURVE: Final = ec.SECP256R1()
_TOKEN_SECONDS: Final = 12 * 3600
_RECORD_BYTES: Final = 4096
_PADDED: Final = 1024
"""Messages are padded to a multiple of this, so that their length says little."""
MOST_BYTES: Final = 3 * _PADDED - 1
"""Of a message; push services take 4096 with what encryption adds."""


class PushError(EmpileError):
    """A key or an address is invalid, or a push service cannot be reached."""


class Recipient(NamedTuple):
    """A browser."""

    endpoint: str
    key: bytes
    """Its public key, a point of P-256."""
    secret: bytes
    """16 bytes."""


class Answer(NamedTuple):
    """What a push service answered."""

    status: int
    retry_seconds: int | None
    """When it wants to be asked again."""

    @property
    def is_gone(self) -> bool:
        """Whether the browser is not subscribed any more."""
        return self.status in (404, 410)

    @property
    def is_taken(self) -> bool:
        """Whether the message was accepted."""
        return 200 <= self.status < 300


class PushKeys:
    """The key pair that identifies the server to push services."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public: Final = _encoded(_point(private.public_key()))
        """The public key as base64url: the ``applicationServerKey`` of browsers."""

    def authorization(self, endpoint: str, contact: str, now: float) -> str:
        """Return the header that identifies the server; ``now`` is in seconds since 1970."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now) + _TOKEN_SECONDS,
            "sub": contact,
        }
        body = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
        signature = self._private.sign(body.encode(), ec.ECDSA(hashes.SHA256()))
        r, s = decode_dss_signature(signature)
        token = f"{body}.{_encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
        return f"vapid t={token}, k={self.public}"


def make_keys(path: Path) -> PushKeys:
    """Write new keys to a file that only its owner reads. Raises ``FileExistsError``."""
    private = ec.generate_private_key(_CURVE)
    text = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(text)
    return PushKeys(private)


def read_keys(path: Path) -> PushKeys:
    """Read keys. Raises :class:`PushError`."""
    try:
        private = serialization.load_pem_private_key(path.read_bytes(), None)
    except OSError as error:
        raise PushError(f"{path}: {error.strerror or error}") from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, ec.EllipticCurvePrivateKey) or private.curve.name != _CURVE.name:
        raise PushError(f"{path} has no keys for push; `empile push-keys FILE` makes them")
    return PushKeys(private)


def read_recipient(endpoint: str, key: str, secret: str) -> Recipient:
    """Read what a browser says. Raises :class:`PushError`."""
    try:
        found = Recipient(endpoint, _decoded(key), _decoded(secret))
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, found.key)
    except ValueError:
        raise PushError("the key of the browser is invalid") from None
    if len(found.secret) != 16:
        raise PushError("the secret of the browser has 16 bytes")
    return found


def encrypt(
    message: bytes,
    recipient: Recipient,
    salt: bytes | None = None,
    private: ec.EllipticCurvePrivateKey | None = None,
    padded: int = _PADDED,
) -> bytes:
    """Return a message that only the browser can read; at most :data:`MOST_BYTES`.

    ``salt`` and ``private`` are random unless given.
    """
    if len(message) > MOST_BYTES:
        raise PushError("the message is too long")
    private = private or ec.generate_private_key(_CURVE)
    salt = salt or os.urandom(16)
    public = _point(private.public_key())
    other = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, recipient.key)
    shared = private.exchange(ec.ECDH(), other)
    info = b"WebPush: info\0" + recipient.key + public
    input_key = _derive(recipient.secret, shared, info, 32)
    key = _derive(salt, input_key, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, input_key, b"Content-Encoding: nonce\0", 12)
    # The last record ends with 2; zeros follow.
    plain = message + b"\2"
    plain += bytes(-len(plain) % padded)
    header = salt + struct.pack("!IB", _RECORD_BYTES, len(public)) + public
    return header + AESGCM(key).encrypt(nonce, plain, None)


async def send(
    outgoing: Outgoing,
    recipient: Recipient,
    body: bytes,
    headers: Mapping[str, str],
    *,
    local: bool = False,
) -> Answer:
    """Send an encrypted message. Raises :class:`PushError`.

    ``local`` admits services of this machine and without TLS, for tests.
    """
    if not local and not recipient.endpoint.startswith("https://"):
        raise PushError("the push service has no TLS")
    encoded = {**headers, "Content-Encoding": "aes128gcm"}
    try:
        answer = await outgoing.post("push", recipient.endpoint, body, encoded, inside=local)
    except OutgoingError as error:
        raise PushError(f"a push service cannot be reached: {error}") from None
    again = answer.headers.get("retry-after", "")
    return Answer(answer.status, int(again) if again.isdecimal() else None)


def _derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    """HKDF-SHA-256 of one block (RFC 5869)."""
    extracted = hmac.digest(salt, key, hashlib.sha256)
    return hmac.digest(extracted, info + b"\1", hashlib.sha256)[:length]


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))


def _json(value: object) -> str:
    return _encoded(json.dumps(value, separators=(",", ":")).encode())
