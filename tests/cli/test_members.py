"""``empile members``: the accounts of stores of both kinds, also of a running server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete

from empile.server.store import database
from empile.server.store.location import PostgresUrl, StoreLocation
from empile.server.store.schema import game_players, games, member_statistics
from tests.cli.conftest import Empile
from tests.community.conftest import quick_passwords as quick_passwords
from tests.community.people import Browser, code_of
from tests.community.playing import (
    eventually,
    games_of,
    member_of,
    new_table,
    person,
    resign,
    take_place,
)
from tests.server.serving import Serving, serving
from tests.server.store.conftest import location as location


@pytest.fixture
def server(location: StoreLocation) -> Iterator[Serving]:
    """A server on which invited people may make accounts."""
    with serving(location, accounts="invitation") as running:
        yield running


@pytest.fixture
def members(empile_cli: Empile, location: StoreLocation) -> Empile:
    """Return ``empile members`` for the store."""
    store = location.url if isinstance(location, PostgresUrl) else location

    def call(*words: str | Path, stdin: str = "") -> object:
        return empile_cli("members", words[0], *words[1:], "--store", store, stdin=stdin)

    return call  # type: ignore[return-value]


def join(server: Serving, members: Empile, login: str) -> Browser:
    """Make an account with an invitation."""
    code = members("invite").lines[0]
    browser = Browser(server, host="localhost")
    browser.sign_up(login, invitation=code)
    return browser


def test_members_are_listed(server: Serving, members: Empile) -> None:
    anne = join(server, members, "Anne")
    anne.post("/api/members", json={"name": "Léo", "kind": "child"})
    join(server, members, "Bea").delete("/api/sessions/current")
    shown = members("list")
    assert (shown.status, len(shown.lines)) == (0, 3)
    assert re.match(r"Anne +member +active +\d{4}-.*Anne, Léo$", shown.lines[1])
    listed = [json.loads(line) for line in members("list", "--json").lines]
    assert [(one["login"], one["members"]) for one in listed] == [
        ("Anne", ["Anne", "Léo"]),
        ("Bea", ["Bea"]),
    ]
    assert listed[0]["seen"] is not None
    assert listed[1]["seen"] is None


def test_reset_prints_a_link_that_works_once(server: Serving, members: Empile) -> None:
    anne = join(server, members, "Anne")
    (link,) = members("reset", "anne", "--origin", "https://play.example.org/").lines
    found = re.fullmatch(r"https://play\.example\.org/account/recover#(\S+)", link)
    assert found is not None
    path, body = f"/api/recovery/mail/{found[1]}", {"password": "four blocks on top"}
    browser = Browser(server)
    assert browser.post(path, json=body).status_code == 200
    assert code_of(anne.get("/api/me")) == (401, "signed_out")
    assert code_of(browser.post(path, json=body)) == (410, "expired")
    assert members("reset", "Anne").lines[0].startswith("/account/recover#")


def test_roles_let_others_be_invited(server: Serving, members: Empile) -> None:
    anne = join(server, members, "Anne")
    assert code_of(anne.post("/api/invitations", json={})) == (403, "not_allowed")
    assert members("role", "Anne", "moderator").status == 0
    assert anne.me()["account"]["role"] == "moderator"
    code = anne.post("/api/invitations", json={}).json()["code"]
    Browser(server).sign_up("Bea", invitation=code)
    members("role", "Anne", "chief").refused("chief")


def test_ban_ends_sessions_until_it_is_lifted(server: Serving, members: Empile) -> None:
    eve = join(server, members, "Eve")
    assert members("ban", "eve", "--for", "4w", "--reason", "insults").status == 0
    assert code_of(eve.get("/api/me")) == (401, "signed_out")
    refused = eve.sign_in("Eve")
    assert code_of(refused) == (403, "not_allowed")
    assert "insults" in refused.json()["detail"]
    # A wrong password does not tell it.
    assert code_of(eve.sign_in("Eve", "not the password")) == (401, "wrong_login")
    assert [json.loads(line)["state"] for line in members("list", "--json").lines] == ["banned"]
    assert members("ban", "Eve", "--lift").status == 0
    assert eve.sign_in("Eve").status_code == 200


def test_delete_asks_first(server: Serving, members: Empile) -> None:
    anne = join(server, members, "Anne")
    members("delete", "Anne", stdin="no\n").refused("nothing was deleted")
    assert anne.get("/api/me").status_code == 200
    assert members("delete", "Anne", stdin="Anne\n").status == 0
    assert code_of(anne.get("/api/me")) == (401, "signed_out")
    members("delete", "Anne", "--yes").refused("no account 'Anne'")
    assert members("list", "--json").lines == []


def test_export_is_what_the_member_gets(server: Serving, members: Empile) -> None:
    anne = join(server, members, "Anne")
    exported = json.loads(members("export", "anne").out)
    assert exported == anne.get("/api/me/export").json()
    assert exported["account"]["login"] == "Anne"


def test_unknown_accounts_and_stores_are_refused(empile_cli: Empile, tmp_path: Path) -> None:
    store = tmp_path / "none.sqlite3"
    for words in (["list"], ["invite"], ["ban", "Anne"]):
        empile_cli("members", *words, "--store", store).refused("no data file")
    assert not store.exists()
    empile_cli("members", "invite", "--for", "forever", "--store", store).refused("forever")
    empile_cli("members").refused("ACTION")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--talk", "free"], "--accounts"),
        (["--accounts", "open", "--smtp", "mail.example.org"], "smtp://"),
        (["--accounts", "open", "--smtp", "smtp://localhost"], "--mail-from"),
        (
            ["--accounts", "open", "--smtp", "smtp://localhost", "--mail-from", "a@b.example"],
            "--origin",
        ),
        (["--accounts", "some"], "invalid choice"),
        (["--results-webhook", "https://a.example"], "--accounts"),
        (["--accounts", "open", "--results-webhook", "https://a.example"], "--webhook-secret"),
        (
            [
                "--accounts",
                "open",
                "--results-webhook",
                "https://a.example",
                "--webhook-secret",
                "secret",
            ],
            "--origin",
        ),
        (
            [
                "--accounts",
                "open",
                "--results-webhook",
                "ftp://a.example",
                "--webhook-secret",
                "secret",
                "--origin",
                "https://b.example",
            ],
            "must be an address",
        ),
        (
            [
                "--accounts",
                "open",
                "--results-webhook",
                "https://a.example",
                "--webhook-secret",
                "no such file",
                "--origin",
                "https://b.example",
            ],
            "cannot be read",
        ),
    ],
)
def test_serve_refuses_incomplete_settings(empile_cli: Empile, words: list[str], said: str) -> None:
    empile_cli("serve", *words).refused(said)


def test_serve_names_the_missing_extra(empile_cli: Empile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("empile.cli.commands.serve._ACCOUNT_PACKAGES", ("no_such_package",))
    empile_cli("serve", "--accounts", "open").refused("pip install 'empile[accounts]'")


def test_rebuild_derives_histories_again(
    server: Serving, members: Empile, location: StoreLocation
) -> None:
    anne = join(server, members, "Anne")
    member = member_of(anne)
    made = new_table(anne, [person(member=member), {"kind": "open"}])
    other = take_place(Browser(server), made["table"], "Bea")
    resign(server, made["table"], other["token"])
    before = eventually(lambda: games_of(anne, member))
    database.write(location, forget_results)
    assert games_of(anne, member) == []
    shown = members("rebuild")
    assert shown.lines == ["derived 1 finished games of 1 tables again"]
    assert games_of(anne, member) == before
    profile = anne.get(f"/api/members/{member}/profile").json()
    assert profile["games"] == 1


def forget_results(connection: Connection) -> None:
    for table in (games, game_players, member_statistics):
        connection.execute(delete(table))
    connection.commit()


def test_host_moderates_without_the_page(server: Serving, members: Empile) -> None:
    anne, eve = (join(server, members, name) for name in ("Anne", "Eve"))
    path = f"/api/members/{member_of(anne)}/reports"
    for about in ("name", "cheating"):
        wanted = {"about": about, "member": member_of(eve), "text": "Look."}
        assert anne.post(path, json=wanted).status_code == 201
    listed = members("reports").lines
    assert [line.split()[0] for line in listed[1:]] == ["1", "2"]
    assert listed[1].endswith("Eve: Look.")
    (first, _) = [json.loads(line) for line in members("reports", "--json").lines]
    assert (first["login"], first["reporter"], first["evidence"]["name"]) == ("Eve", "Anne", "Eve")
    act = ("act", "Eve", "ban", "--for", "2h", "--category", "cheating", "--reason", "No.")
    assert "act 1: ban against Eve, until " in members(*act, "--report", "2").out
    members(*act, "--report", "2").refused("decided")
    members("act", "Eve", "warn", "--member", "Bob").refused("no member 'Bob'")
    (told,) = eve.me()["acts"]
    assert (told["kind"], told["category"], told["text"], told["holds"]) == (
        "ban",
        "cheating",
        "No.",
        True,
    )
    (notice,) = eve.get(f"/api/members/{member_of(eve)}/notices").json()["notices"]
    assert notice["kind"] == "decision"
    refused = eve.post(f"/api/members/{member_of(eve)}/friends", json={"member": member_of(anne)})
    assert code_of(refused) == (403, "not_allowed")
    assert "act 1: ban against Eve is lifted" in members("lift", "Eve").out
    members("lift", "Eve").refused("nothing to lift")
    assert "report 1 is closed" in members("reports", "--close", "1").out
    logged = [json.loads(line) for line in members("log", "--json").lines]
    assert [(one["what"], one["by"], one["login"]) for one in logged] == [
        ("close", "", "Eve"),
        ("lift", "", "Eve"),
        ("ban", "", "Eve"),
    ]
    assert len(members("log", "--account", "Anne").lines) == 1
    assert members("log").lines[-1].split()[2:] == ["(host)", "ban", "Eve", "No."]
