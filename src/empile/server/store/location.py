"""The location of a store: a SQLite file, or a PostgreSQL database."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from empile.engine.errors import EmpileError

_SCHEMES: Final = ("postgresql", "postgres")

MISSING_PACKAGES: Final = "PostgreSQL needs further packages: pip install 'empile[postgres]'"


class StoreError(EmpileError):
    """The store cannot be opened, or is not one of Empile."""


@dataclass(frozen=True)
class PostgresUrl:
    """The address of a PostgreSQL database; ``str()`` is without the password."""

    url: str

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        user, at, host = parts.netloc.rpartition("@")
        return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}{at}{host}", query=""))


StoreLocation: TypeAlias = Path | PostgresUrl
"""A path is that of a SQLite file."""


def read_location(text: str) -> StoreLocation:
    """Read a path, ``sqlite:///PATH`` or ``postgresql://USER@HOST/DATABASE``.

    As in SQLAlchemy, ``sqlite:////srv/x`` is an absolute path. Raises :class:`StoreError`.

    >>> print(read_location("sqlite:///tables.sqlite3"))
    tables.sqlite3
    >>> print(read_location("postgresql://empile:secret@db.example.org/empile"))
    postgresql://empile@db.example.org/empile
    """
    scheme, separator, rest = text.partition("://")
    if not separator:
        return Path(text)
    if scheme == "sqlite" and rest.startswith("/") and rest[1:]:
        return Path(rest[1:])
    if scheme in _SCHEMES and rest.count("[") == rest.count("]"):
        return PostgresUrl(f"postgresql://{rest}")
    raise StoreError(
        f"'{text}' is no store: give a file, sqlite:///FILE or postgresql://USER@HOST/DATABASE"
    )
