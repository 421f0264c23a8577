"""What an account exports, and what stays of it once it is deleted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert

from empile.community import accounts, members, recovery, sessions
from empile.community.moderation import guests
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import (
    api_tokens,
    game_players,
    games,
    passkeys,
    progress,
    studies,
    tables,
)
from empile.server.wire.errors import CommandError
from tests.community.export.written import exported
from tests.community.people import PASSWORD, Browser, code_of
from tests.long.server.store.test_copying import contents
from tests.server.serving import Serving, serving
from tests.server.store.conftest import location as location

SECRET = "a-secret-of-anne"


def fill(connection: Connection) -> int:
    """Give an account something of everything; return it."""
    new = accounts.NewOne("Anne", "Anne", "adult", "fr", f"{SECRET}-hash")
    account = accounts.make(connection, new, 1)
    child = members.make(connection, account, "Léo", "child", 2)
    connection.execute(insert(tables).values(id="t1", code=None, made=3))
    recovery.new_codes(connection, account)
    recovery.new_link(connection, account, "recovery", SECRET, 10**15)
    _, token = sessions.begin(connection, account, "Firefox/1 Linux", 4)
    guests.note(connection, token, account, 4)
    connection.execute(
        insert(passkeys).values(
            account=account, credential=SECRET, public_key=b"k", counter=0, name="phone", made=5
        )
    )
    connection.execute(
        insert(api_tokens).values(hash=SECRET, member=child.id, name="bot", scopes="read", made=6)
    )
    connection.execute(
        insert(progress).values(
            member=child.id, kind="lesson", game="blox", item="first", value=3, at=7
        )
    )
    connection.execute(
        insert(studies).values(
            member=child.id, study="s1", name="Léo", folder="", games="blox", chapters=1, version=7, edit="x",
            changed=7, bytes=2, body="{}",
        )
    )  # fmt: skip
    for number in range(2):
        connection.execute(
            insert(games).values(
                number=number, game=1, table_id=f"t{number}", name="blox", players=2, started=8, ended=9,
                events=4, reason="", spectators=1,
            )
        )  # fmt: skip
        for seat, (member, name) in enumerate(((child.id, "Léo"), (None, "Bea"))):
            connection.execute(
                insert(game_players).values(
                    number=number, game=1, seat=seat, place=seat, team=seat, program=0, member=member, name=name,
                    name_key=name.lower(), rank=1 + seat, score=5, outcome="won", resigned=2,
                    name_of_game="blox", players=2, ended=9,
                )
            )  # fmt: skip
    connection.commit()
    return account


def test_export_has_everything_but_secrets(location: StoreLocation) -> None:
    account = database.write(location, fill)
    found = database.read(location, lambda connection: exported(connection, account))
    assert (found["format"], found["version"]) == ("empile-account", 1)
    assert found["account"]["login"] == "Anne"
    assert [one["name"] for one in found["passkeys"]] == ["phone"]
    assert found["sessions"][0]["agent"] == "Firefox, Linux"
    adult, child = found["members"]
    assert (adult["name"], adult["rules"]["meet"]) == ("Anne", "anyone")
    assert (child["name"], child["rules"]["meet"]) == ("Léo", "household")
    assert child["progress"] == [
        {"kind": "lesson", "game": "blox", "item": "first", "value": 3, "at": 7}
    ]
    assert child["studies"] == [{"changed": 7, "study": {}}]
    assert child["api_tokens"][0]["name"] == "bot"
    assert [(one["table"], one["outcome"]) for one in child["games"]] == [
        ("t0", "won"),
        ("t1", "won"),
    ]
    assert [game["left"] for game in child["games"]] == ["time", "time"]
    assert SECRET not in str(found)


def test_deleted_account_leaves_games_without_its_name(location: StoreLocation) -> None:
    account = database.write(location, fill)

    def remove(connection: Connection) -> None:
        accounts.remove(connection, account, 10)
        connection.commit()

    database.write(location, remove)
    found = contents(location)
    assert len(found["games"]) == 2
    seats = {(row[2], row[5], row[6], "léo" in str(row[7])) for row in found["game_players"]}
    assert seats == {(0, None, "", False), (1, None, "Bea", False)}
    for name in (
        "sessions",
        "browsers",
        "passkeys",
        "recovery_codes",
        "mail_tokens",
        "api_tokens",
        "progress",
        "studies",
    ):
        assert found[name] == []
    # Nothing but numbers and times is left of the account and its members.
    assert "Anne" not in str((found["accounts"], found["members"]))
    assert "Léo" not in str(found)
    assert SECRET not in str(found)
    with pytest.raises(CommandError, match="deleted"):
        database.read(location, lambda connection: exported(connection, account))


def test_account_is_deleted_over_rest(server: Serving, tmp_path: Path) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    answer = browser.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="empile-account.json"'
    assert answer.headers["cache-control"] == "no-store"
    assert browser.delete("/api/me").status_code == 204
    assert not browser.cookies
    assert code_of(browser.sign_in("Anne", PASSWORD)) == (401, "wrong_login")
    assert Browser(server).sign_up("Anne")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as store:
        assert store.execute("SELECT count(*) FROM accounts").fetchone() == (2,)


def test_deleted_texts_are_overwritten_in_the_file(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite3"
    with serving(store, accounts="open") as server:
        browser = Browser(server)
        browser.sign_up("Zenobia")
        made = browser.post("/api/members", json={"name": "Xanthippe", "kind": "child"}).json()
        other = Browser(server)
        other.sign_up("Bea")
        assert browser.delete(f"/api/members/{made['id']}").status_code == 204
        assert browser.delete("/api/me").status_code == 204
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    found = store.read_bytes().lower()
    assert b"bea" in found
    for name in (b"zenobla", b"zenobia", b"xanthippe", b"xanthlppe"):
        assert name not in found
