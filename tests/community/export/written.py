"""What an export says, in one piece."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection

from empile.community.export.contents import export_of
from empile.community.export.writer import Export


def written(export: Export, connection: Connection) -> Any:
    """Return the value of an export that is written in pieces."""
    parts: list[bytes] = []
    while not export.done:
        parts.append(export.piece(connection))
    return json.loads(b"".join(parts))


def exported(connection: Connection, account: int) -> dict[str, Any]:
    """Return all that is stored about an account."""
    found: dict[str, Any] = written(export_of(account), connection)
    return found
