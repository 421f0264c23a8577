"""Kinds of columns, the same in SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, MetaData, Text

metadata = MetaData()
Int: Final = BigInteger().with_variant(Integer, "sqlite")
String: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Ordered by bytes, as in SQLite."""


def key(name: str, of: str | None = None) -> Column[int]:
    """Return an integer of the primary key, possibly the id of a row of another table."""
    references = () if of is None else (ForeignKey(f"{of}.id"),)
    return Column(name, Int, *references, primary_key=True, autoincrement=False)


def text_key(name: str) -> Column[str]:
    return Column(name, String, primary_key=True)


def row_id() -> Column[int]:
    return Column("id", Int, primary_key=True)


def reference(name: str, of: str) -> Column[int]:
    return Column(name, Int, ForeignKey(f"{of}.id"), nullable=False)


def optional_reference(name: str, of: str) -> Column[int]:
    return Column(name, Int, ForeignKey(f"{of}.id"))


def whole(name: str) -> Column[int]:
    return Column(name, Int, nullable=False)


def optional_whole(name: str) -> Column[int]:
    return Column(name, Int)


def optional_real(name: str) -> Column[float]:
    return Column(name, Double)


def real(name: str) -> Column[float]:
    return Column(name, Double, nullable=False)


def text(name: str, *, unique: bool = False) -> Column[str]:
    return Column(name, String, nullable=False, unique=unique)


def optional_text(name: str, *, unique: bool = False) -> Column[str]:
    return Column(name, String, unique=unique)
