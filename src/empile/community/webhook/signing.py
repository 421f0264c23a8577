"""Signatures of a webhook, by the Standard Webhooks specification (HMAC-SHA-256)."""

from __future__ import annotations

import binascii
import hashlib
import hmac
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from empile.engine.errors import EmpileError

_PREFIX: Final = "whsec_"
_LEAST_BYTES: Final = 24


class WebhookError(EmpileError):
    """The address or the secret of a webhook is invalid."""


def check_address(url: str) -> str:
    """Return an address to which results can be sent. Raises :class:`WebhookError`.

    >>> check_address("https://club.example.org/results")
    'https://club.example.org/results'
    """
    try:
        parts = urlsplit(url)
        usable = parts.port != 0 and parts.scheme in ("http", "https") and parts.hostname
    except ValueError:
        usable = False
    if not usable:
        # Without the address, which may have a password.
        raise WebhookError("the webhook must be an address like https://club.example.org/results")
    return url


def read_secret(path: Path) -> bytes:
    """Return the secret of a file, base64 with or without ``whsec_``.

    Raises :class:`WebhookError` if it cannot be read, or has fewer than 24 bytes.
    """
    try:
        text = path.read_text("ascii").strip()
        found = b64decode(text.removeprefix(_PREFIX), validate=True)
    except OSError as error:
        raise WebhookError(f"{path} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, binascii.Error):
        raise WebhookError(f"{path} is not base64") from None
    if len(found) < _LEAST_BYTES:
        raise WebhookError(f"the secret of {path} has fewer than {_LEAST_BYTES} bytes")
    return found


def signature(secret: bytes, message: str, timestamp: int, body: bytes) -> str:
    """Return the header ``webhook-signature`` of a body; ``timestamp`` is in seconds.

    >>> signature(b"0" * 24, "msg_1", 0, b"{}")
    'v1,oKZq5xWFVTqBLXYDLQpqnW8F2Hpsoh8MdKVP7lkm0tU='
    """
    signed = f"{message}.{timestamp}.".encode() + body
    return "v1," + b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()
