"""Guests in a browser that an account has used."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, update

from empile.community import accounts
from empile.community.moderation import guests
from empile.community.sessions import KEPT_MS
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import browsers, sessions
from empile.server.wire.lobby.messages import LobbyError, PostSeek
from tests.community.contacts.village import Villager
from tests.community.lobby.visitors import BLOX, visiting
from tests.community.moderation.acting import act
from tests.community.people import PASSWORD, Browser, code_of
from tests.community.playing import (
    add_member,
    member_of,
    new_table,
    person,
)
from tests.server.serving import Serving, perform, serving
from tests.server.store.conftest import location as location

BOT = {"kind": "bot", "level": 1}
OPEN = {"kind": "open"}


@pytest.fixture
def server(location: StoreLocation) -> Iterator[Serving]:
    """A server with a store of each kind."""
    with serving(location, accounts="open") as running:
        yield running


def change(server: Serving, statement: Any) -> None:
    def write(connection: Connection) -> None:
        connection.execute(statement)
        connection.commit()

    database.write(server.application.settings.data, write)


def wait_for_the_password(server: Serving) -> None:
    """Let the password have been confirmed long ago."""
    change(server, update(sessions).values(confirmed=0))


def make(browser: httpx.Client, *places: dict[str, Any], **more: Any) -> httpx.Response:
    wanted = {"game": "block-ness", "places": list(places), **more}
    return browser.post("/api/tables", json=wanted)


def family(server: Serving, kind: str = "child") -> Browser:
    """Return the browser of an account with a parent and somebody else."""
    browser = Browser(server)
    browser.sign_up("Anne")
    add_member(browser, "Tommy", kind)
    wait_for_the_password(server)
    return browser


def table_of_others(server: Serving, login: str = "Bea") -> tuple[Browser, str]:
    """Return another browser and its table with an open place."""
    browser = Browser(server)
    browser.sign_up(login)
    made = make(browser, person("", member_of(browser)), OPEN)
    return browser, made.json()["table"]


def join(browser: httpx.Client, table: str, **more: str) -> httpx.Response:
    return browser.post(f"/api/tables/{table}/join", json={"name": "me", **more})


def test_a_guest_needs_the_password_where_a_child_plays(server: Serving) -> None:
    browser = family(server)
    table = make(Browser(server), person(), OPEN).json()["table"]
    for answer in (
        make(browser, person("Me"), BOT),
        make(browser, person("Me"), person("You")),
        join(browser, table),
        browser.post(
            "/api/tables",
            json={"game": "block-ness", "places": [person("Me"), BOT]},
            headers={"authorization": "Bearer 0123456789abcdef0123456789abcdef"},
        ),
    ):
        assert code_of(answer) == (403, "confirm")
        assert answer.json()["reason"]["key"] == "rule.guest"
    # The child, with the rules of its guardian, and who is beside it.
    child = member_of(browser, "Tommy")
    assert make(browser, person("", child), person("Granny")).status_code == 201
    assert browser.post("/api/me/confirm", json={"password": PASSWORD}).is_success
    assert make(browser, person("Me"), BOT).status_code == 201
    assert join(browser, table).is_success


def test_signing_out_does_not_make_a_guest_of_a_child(server: Serving) -> None:
    browser = family(server)
    assert browser.delete("/api/sessions/current").is_success
    assert browser.get("/api/me").status_code == 401
    refused = make(browser, person("Me"), BOT)
    assert code_of(refused) == (401, "signed_out")
    # What was its own is closed without a session, and other browsers are free.
    named = make(browser, person("Me", "someone"), BOT)
    assert code_of(named)[1] == "signed_out"
    assert make(Browser(server), person("Me"), BOT).status_code == 201
    assert browser.sign_in("Anne").is_success
    assert make(browser, person("Me"), BOT).status_code == 201


@pytest.mark.parametrize("signs_out", [False, True])
def test_guests_without_children_are_free(server: Serving, signs_out: bool) -> None:
    browser = family(server, "adult")
    if signs_out:
        assert browser.delete("/api/sessions/current").is_success
    assert make(browser, person("Me"), OPEN).status_code == 201
    assert join(browser, table_of_others(server)[1]).is_success


def test_a_browser_is_forgotten(server: Serving) -> None:
    browser = family(server)
    assert browser.delete("/api/sessions/current").is_success
    change(server, update(browsers).values(made=browsers.c.made - KEPT_MS))
    assert make(browser, person("Me"), BOT).status_code == 201

    def forget(connection: Connection) -> None:
        guests.forget_old(connection, int(time.time() * 1000))
        assert connection.execute(browsers.select()).all() == []

    database.write(server.application.settings.data, forget)


@pytest.mark.parametrize("signs_out", [False, True])
@pytest.mark.parametrize("who", ["moderator", "host"])
def test_a_ban_holds_for_the_guest_of_the_same_browser(
    server: Serving, who: str, signs_out: bool
) -> None:
    browser = family(server, "adult")
    _, table = table_of_others(server)
    guests_table = make(Browser(server), person(), OPEN).json()["table"]
    if who == "moderator":
        act(server, member_of(browser), "ban")
    if signs_out:
        assert browser.delete("/api/sessions/current").is_success
    if who == "host":

        def ban(connection: Connection) -> None:
            accounts.ban(connection, accounts.find_login(connection, "Anne"), None, "rude")
            connection.commit()

        database.write(server.application.settings.data, ban)
    for answer in (
        join(browser, table),
        join(browser, guests_table),
        make(browser, person("Me"), OPEN),
    ):
        assert code_of(answer) == (403, "not_allowed")
    assert make(browser, person("Me"), BOT).status_code == 201
    assert join(Browser(server), table).is_success


@pytest.mark.parametrize("signs_out", [False, True])
def test_a_block_holds_for_the_guest_of_the_same_browser(server: Serving, signs_out: bool) -> None:
    browser = family(server, "adult")
    other, table = table_of_others(server)
    assert browser.patch(f"/api/members/{member_of(browser)}", json={"listed": True}).is_success
    blocked = other.put(f"/api/members/{member_of(other)}/blocks/{member_of(browser)}", json={})
    assert blocked.is_success, blocked.text
    if signs_out:
        assert browser.delete("/api/sessions/current").is_success
    assert code_of(join(browser, table)) == (403, "not_allowed")
    assert join(Browser(server), table).is_success


def test_places_of_guests_are_forgotten(server: Serving) -> None:
    eve, ben = Villager(server, "Eve"), Villager(server, "Ben")
    table = new_table(eve, [person("Guest"), OPEN])["table"]
    act(server, eve.member, "ban")
    assert not join(ben, table).is_success
    change(server, update(browsers).values(made=browsers.c.made - KEPT_MS))
    assert join(ben, table).is_success


def test_tables_without_open_places_are_not_noted(server: Serving) -> None:
    eve = Villager(server, "Eve")
    new_table(eve, [person("Guest"), BOT])
    new_table(eve, [person("Guest"), person("Another")])

    def count(connection: Connection) -> int:
        return len(connection.execute(browsers.select()).all())

    assert database.read(server.application.settings.data, count) == 1


@pytest.mark.parametrize("kind", ["child", "adult"])
def test_the_lobby_asks_guests_for_the_password_too(tmp_path: Any, kind: str) -> None:
    with serving(tmp_path / "tables.sqlite3", accounts="open", lobby=True) as server:
        browser = family(server, kind)
        if kind == "adult":
            act(server, member_of(browser), "ban")
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())

        async def scene() -> None:
            async with visiting(server.address, cookie=cookies) as visitor:
                await visitor.send(PostSeek([BLOX]))
                refused = await visitor.hear(LobbyError)
                assert refused.code == ("confirm" if kind == "child" else "not_allowed")

        perform(scene())
