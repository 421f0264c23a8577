"""Names that look like those of others."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import StaticPool

from empile.community import accounts, members
from empile.engine.text.look_alikes import key_of_name
from empile.server.store import database
from empile.server.store.migrations.upgrade import upgrade
from empile.server.wire.errors import CommandError
from tests.community.people import PASSWORD, Browser, code_of
from tests.community.playing import add_member
from tests.server.serving import Serving
from tests.support.postgres_server import PostgresServer

PAIRS = (("fanny", "ƒanny"), ("علی", "على"))
NEW = accounts.NewOne("", "Tom", "adult", "", None)


def sign_up(browser: Browser, login: str) -> int:
    return browser.post("/api/accounts", json={"login": login, "password": PASSWORD}).status_code


@pytest.mark.parametrize(("name", "other"), PAIRS)
def test_no_new_name_looks_like_another(server: Serving, name: str, other: str) -> None:
    first, second = Browser(server), Browser(server)
    first.sign_up(name)
    assert code_of(second.post("/api/accounts", json={"login": other, "password": PASSWORD})) == (
        409,
        "name_taken",
    )
    second.sign_up("somebody")
    assert code_of(second.patch("/api/me", json={"login": other}))[1] == "name_taken"
    add_member(second, name)
    assert code_of(second.post("/api/members", json={"name": other, "kind": "adult"}))[1] == (
        "name_taken"
    )


def test_public_names_look_different(server: Serving) -> None:
    first, second = Browser(server), Browser(server)
    first.sign_up("Anne")
    second.sign_up("Eve")
    ids = [
        add_member(browser, name) for browser, name in zip((first, second), PAIRS[0], strict=True)
    ]
    assert first.patch(f"/api/members/{ids[0]}", json={"listed": True}).is_success
    refused = second.patch(f"/api/members/{ids[1]}", json={"listed": True})
    assert code_of(refused)[1] == "name_taken"


@pytest.mark.parametrize("name", ["می\u200cنا", "क्\u200dषमा"])
def test_joiners_are_allowed_where_a_script_needs_them(server: Serving, name: str) -> None:
    browser, other = Browser(server), Browser(server)
    browser.sign_up(name)
    assert browser.me()["account"]["login"] == name
    without = name.replace("\u200c", "").replace("\u200d", "")
    refused = other.post("/api/accounts", json={"login": without, "password": PASSWORD})
    assert code_of(refused)[1] == "name_taken"


@pytest.mark.parametrize(
    "name", ["\u3164\u3164", "\uffa0ab", "ab\u034f", "ㅤ한글", "a\u200db", "a\u200cb"]
)
def test_no_name_hides_something(server: Serving, name: str) -> None:
    refused = Browser(server).post("/api/accounts", json={"login": name, "password": PASSWORD})
    assert code_of(refused)[1] == "bad_name"


def check_upgrade(connection: Connection) -> None:
    """Store look-alikes at the revision before, and check what changes with the next one."""
    upgrade(connection, 0, 17)
    for login in PAIRS[0]:
        connection.execute(
            text(
                "INSERT INTO accounts (login, login_key, email_confirmed, role, state, ban_reason,"
                " language, made) VALUES (:login, :key, 0, 'member', 'active', '', '', 1)"
            ),
            {"login": login, "key": key_of_name(login)},
        )
    upgrade(connection, 17)
    # Those that exist stay, and sign in.
    found = [accounts.find_login(connection, login) for login in PAIRS[0]]
    assert len(set(found)) == 2
    for login in ("Fanny", "ƒANNY"):
        with pytest.raises(CommandError, match="similar"):
            accounts.make(connection, NEW._replace(login=login), 2)
    # What does not change their name is no reason to refuse anything.
    accounts.change_login(connection, found[1], PAIRS[0][1])
    accounts.change_login(connection, found[1], "Irene")
    with pytest.raises(CommandError, match="similar"):
        accounts.change_login(connection, found[1], PAIRS[0][1])
    member = members.make(connection, found[0], "Tom", "adult", 3)
    assert members.all_of(connection, found[0]) == [member]


def test_look_alikes_of_before_stay(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.sqlite3", isolation_level=None)) as file:
        engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            check_upgrade(connection)


@pytest.mark.long
def test_look_alikes_of_before_stay_in_postgres(postgres: PostgresServer) -> None:
    work: Callable[[Connection], None] = check_upgrade
    database._with_server(postgres.new_database(), work, to_read=False)
