"""An authenticator in software, as browsers have one: it makes passkeys and signs challenges."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

_PRESENT, _VERIFIED, _ATTESTED = 1, 4, 64
_ES256 = -7


def encoded(data: bytes) -> str:
    """Return base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Read base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """A device with one passkey. ``counts`` its uses, or always says 0 as synchronized ones do."""

    def __init__(self, *, counts: bool = True, verifies: bool = True) -> None:
        self.counter = 0
        self._counts = counts
        self._verifies = verifies
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.credential = secrets.token_bytes(32)
        self.user = b""

    def make(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """Return what ``navigator.credentials.create`` does, as JSON."""
        self.user = decoded(options["user"]["id"])
        numbers = self._key.public_key().public_numbers()
        key = cbor2.dumps(
            {
                1: 2,
                3: _ES256,
                -1: 1,
                -2: numbers.x.to_bytes(32, "big"),
                -3: numbers.y.to_bytes(32, "big"),
            }
        )
        size = len(self.credential).to_bytes(2, "big")
        attested = bytes(16) + size + self.credential + key
        data = self._data(options["rp"]["id"], _ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            {
                "clientDataJSON": encoded(_client_data("webauthn.create", options, origin)),
                "attestationObject": encoded(attestation),
            }
        )

    def sign(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """Return what ``navigator.credentials.get`` does, as JSON."""
        self.counter += 1
        client = _client_data("webauthn.get", options, origin)
        data = self._data(options["rpId"], 0)
        signature = self._key.sign(
            data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256())
        )
        return self._answer(
            {
                "clientDataJSON": encoded(client),
                "authenticatorData": encoded(data),
                "signature": encoded(signature),
                "userHandle": encoded(self.user),
            }
        )

    def _data(self, host: str, flags: int) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self._verifies else 0)
        counter = self.counter if self._counts else 0
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + counter.to_bytes(4, "big")

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        name = encoded(self.credential)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }


def _client_data(kind: str, options: dict[str, Any], origin: str) -> bytes:
    client = {"type": kind, "challenge": options["challenge"], "origin": origin}
    return json.dumps({**client, "crossOrigin": False}).encode()
