"""Addresses of stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from empile.server.store.location import PostgresUrl, StoreError, read_location


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables.sqlite3", Path("tables.sqlite3")),
        ("/srv/x.sqlite3", Path("/srv/x.sqlite3")),
        ("sqlite:///tables.sqlite3", Path("tables.sqlite3")),
        ("sqlite:////srv/x.sqlite3", Path("/srv/x.sqlite3")),
        ("postgresql://me@host/db", PostgresUrl("postgresql://me@host/db")),
        ("postgres://me@a,b/db?x=1", PostgresUrl("postgresql://me@a,b/db?x=1")),
    ],
)
def test_read_location(text: str, expected: Path | PostgresUrl) -> None:
    assert read_location(text) == expected


@pytest.mark.parametrize("text", ["mysql://host/db", "sqlite://", "sqlite:///", "redis://host"])
def test_read_location_refuses_others(text: str) -> None:
    with pytest.raises(StoreError, match="postgresql://USER@HOST/DATABASE"):
        read_location(text)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:secret@host:5433/db?sslmode=require", "postgresql://me@host:5433/db"),
        ("postgresql://me:se@cret@host/db?password=secret", "postgresql://me@host/db"),
        ("postgresql://host/db", "postgresql://host/db"),
    ],
)
def test_postgres_url_is_shown_without_its_password(url: str, shown: str) -> None:
    assert str(PostgresUrl(url)) == shown
