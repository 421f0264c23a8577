"""Seat tokens and short codes."""

from __future__ import annotations

from empile.server.tables.tokens import (
    CODE_LETTERS,
    find_key,
    key_of,
    new_code,
    new_table_id,
    new_token,
    read_code,
)


def test_tokens_are_random_and_stored_as_hashes() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) >= 22 for token in tokens)
    one, other = list(tokens)[:2]
    keys = [key_of(other), key_of(one)]
    assert find_key(one, keys) == key_of(one)
    assert one not in "".join(keys)
    assert find_key(new_token(), keys) is None
    assert find_key("", keys) is None
    assert find_key(None, keys) is None
    assert find_key("é" * 10, keys) is None


def test_codes_are_short_and_unambiguous() -> None:
    code = new_code()
    assert len(code) == 6
    assert set(code) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("I1O0S5Z2")
    assert read_code(f" {code[:3].lower()}-{code[3:].lower()} ") == code


def test_table_ids_are_no_options_of_commands() -> None:
    assert not any(new_table_id().startswith("-") for _ in range(2000))
