"""Web Push: encryption, signatures, and what this server refuses to talk to."""

from __future__ import annotations

import asyncio
import json
import stat
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from empile.community.notices.web_push import (
    MOST_BYTES,
    Answer,
    PushError,
    PushKeys,
    Recipient,
    encrypt,
    make_keys,
    read_keys,
    read_recipient,
    send,
)
from empile.community.outgoing import Outgoing
from empile.server.metrics import Metrics
from tests.community.notices.push_service import base64url, push_service

ENDPOINT = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"


def sent(recipient: Recipient, *, local: bool = True) -> Answer:
    """Send a message; return the answer."""

    async def send_it() -> Answer:
        outgoing = Outgoing(Metrics())
        try:
            return await send(outgoing, recipient, b"x", {"TTL": "1"}, local=local)
        finally:
            await outgoing.close()

    return asyncio.run(send_it())


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def claims_of(keys: PushKeys, header: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return header and claims of a token, after its signature was checked."""
    fields = dict(part.split("=", 1) for part in header.removeprefix("vapid ").split(", "))
    assert fields["k"] == keys.public
    first, second, signature = fields["t"].split(".")
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    raw = decoded(signature)
    found = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(found, f"{first}.{second}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(decoded(first)), json.loads(decoded(second))


def test_encrypt_matches_the_example_of_rfc_8291() -> None:
    private = ec.derive_private_key(
        int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"),
        ec.SECP256R1(),
    )
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        read_recipient(ENDPOINT, KEY, SECRET),
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        private,
        padded=1,
    )
    assert base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qul"
        "cy4a-fN"
    )


def test_encrypt_hides_the_length_and_refuses_long_messages() -> None:
    recipient = read_recipient(ENDPOINT, KEY, SECRET)
    lengths = {len(encrypt(b"x" * length, recipient)) for length in (1, 100, 1000)}
    assert len(lengths) == 1
    assert len(encrypt(b"x" * MOST_BYTES, recipient)) <= 4096
    with pytest.raises(PushError):
        encrypt(b"x" * (MOST_BYTES + 1), recipient)


def test_authorization_is_signed_for_the_service(tmp_path: Path) -> None:
    keys = make_keys(tmp_path / "push.pem")
    assert read_keys(tmp_path / "push.pem").public == keys.public
    assert stat.S_IMODE((tmp_path / "push.pem").stat().st_mode) & 0o077 == 0
    header = keys.authorization(f"{ENDPOINT}?x=1", "mailto:host@example.org", 1_790_000_000.5)
    algorithm, claims = claims_of(keys, header)
    assert algorithm == {"typ": "JWT", "alg": "ES256"}
    assert claims == {
        "aud": "https://push.example.net",
        "exp": 1_790_000_000 + 12 * 3600,
        "sub": "mailto:host@example.org",
    }
    other = make_keys(tmp_path / "other.pem")
    forged = header.replace(keys.public, other.public)
    with pytest.raises(InvalidSignature):
        claims_of(other, forged)


def test_keys_are_never_overwritten_and_checked_when_read(tmp_path: Path) -> None:
    file = tmp_path / "push.pem"
    make_keys(file)
    with pytest.raises(FileExistsError):
        make_keys(file)
    file.write_text("nothing")
    with pytest.raises(PushError, match="push-keys"):
        read_keys(file)
    with pytest.raises(PushError):
        read_keys(tmp_path / "missing.pem")


@pytest.mark.parametrize(
    ("key", "secret"),
    [
        ("", SECRET),
        ("AAAA", SECRET),
        ("B" + "A" * 86, SECRET),
        (KEY, ""),
        (KEY, "AAAA"),
        ("é", SECRET),
    ],
)
def test_read_recipient_refuses_what_is_no_key(key: str, secret: str) -> None:
    with pytest.raises(PushError):
        read_recipient(ENDPOINT, key, secret)


@pytest.mark.parametrize(
    "endpoint",
    ["https://127.0.0.1/x", "https://localhost/x", "https://10.0.0.1/x", "https://[::1]/x",
     "https://169.254.169.254/x", "http://push.example.net/x"],
)  # fmt: skip
def test_send_refuses_addresses_that_are_not_public(
    endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(*_: object, **__: object) -> None:
        raise AssertionError("nothing may be connected to")

    monkeypatch.setattr("asyncio.open_connection", connect)
    recipient = read_recipient(endpoint, KEY, SECRET)
    with pytest.raises(PushError, match=r"public|TLS"):
        sent(recipient, local=False)


def test_send_follows_no_redirect() -> None:
    with push_service() as service:
        service.statuses = [302]
        recipient = read_recipient(service.subscriber().endpoint, KEY, SECRET)
        assert sent(recipient).status == 302
        assert [path for path, _, _ in service.received] == ["/push/phone"]


def test_send_tells_when_nobody_listens() -> None:
    with push_service() as service:
        recipient = read_recipient(service.subscriber().endpoint, KEY, SECRET)
    with pytest.raises(PushError, match="reached"):
        sent(recipient)
