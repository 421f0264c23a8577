"""Who meets whom at tables: every way there, with members and guests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Connection

from empile.client import connect
from empile.community import accounts, limits
from empile.server.store import database
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.lobby.messages import AcceptSeek, LobbyError, Matched
from tests.community.contacts.village import Villager
from tests.community.lobby.visitors import visiting
from tests.community.moderation.acting import act
from tests.community.moderation.test_guests import OPEN, join
from tests.community.people import Browser, code_of
from tests.community.playing import finish, new_table, person, resign, take_place
from tests.server.serving import Serving, hears, perform, serving, told
from tests.server.store.conftest import KINDS
from tests.support.postgres_server import PostgresServer

NEUTRAL = "you cannot take a place at this table"
PARTED = ["banned", "closed", "blocked", "blocking"]


@pytest.fixture(scope="module", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    if request.param == "sqlite":
        location: Any = tmp_path_factory.mktemp("company") / "tables.sqlite3"
    else:
        postgres: PostgresServer = request.getfixturevalue("postgres")
        location = postgres.new_store()
    with serving(location, accounts="open", lobby=True) as running:
        yield running


@pytest.fixture(autouse=True)
def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """One address makes many accounts."""
    for name in limits.LIMITS:
        monkeypatch.setitem(limits.LIMITS, name, limits.Limit(1_000_000, 1))


_numbers = count()


def villagers(server: Serving) -> tuple[Villager, Villager, Villager]:
    number = next(_numbers)
    eve, ben, cleo = (Villager(server, f"{name}{number}") for name in ("Eve", "Ben", "Cleo"))
    return eve, ben, cleo


def part(server: Serving, guest: Villager, other: Villager, how: str) -> None:
    """Let two people not meet any more: ``guest`` is the one who plays as a guest."""
    match how:
        case "banned":
            act(server, guest.member, "ban")
        case "closed":

            def ban(connection: Connection) -> None:
                accounts.ban(connection, accounts.find_login(connection, guest.name), None, "rude")
                connection.commit()

            database.write(server.application.settings.data, ban)
        case "blocked":
            other.block(guest)
        case _:
            guest.block(other)


@pytest.mark.parametrize("how", PARTED)
def test_who_comes_later_does_not_meet_the_guest(server: Serving, how: str) -> None:
    eve, ben, cleo = villagers(server)
    own = new_table(eve, [person("Guest"), OPEN, OPEN])["table"]
    table = new_table(cleo, [person(member=cleo.member), OPEN, OPEN])["table"]
    take_place(eve, table, "Guest")
    household = new_table(eve, [person(member=eve.member), OPEN])["table"]
    part(server, eve, ben, how)
    for one in (own, table):
        for refused in (join(ben, one), join(ben, one, member=ben.member)):
            assert code_of(refused) == (403, "not_allowed")
            assert refused.json()["detail"] == NEUTRAL
    # A block keeps only these two apart, and nothing the household.
    assert join(Browser(server), own).is_success == (how in ("blocked", "blocking"))
    assert join(eve, household).is_success


@pytest.mark.parametrize("how", PARTED)
def test_no_rematch_with_the_guest(server: Serving, how: str) -> None:
    eve, ben, _ = villagers(server)
    made = new_table(eve, [person("Guest"), OPEN])
    table, member = made["table"], None if how == "banned" else ben.member
    tokens = [made["token"], take_place(ben, table, "Ben", member)["token"]]
    resign(server, table, tokens[0])

    async def scene() -> None:
        async with (
            await connect(server.address, table, tokens[0]) as one,
            await connect(server.address, table, tokens[1]) as other,
        ):
            await one.send(wire.Rematch())
            asked = await told(other, events.Asked)
            await asyncio.to_thread(part, server, eve, ben, how)
            headers = {"authorization": f"Bearer {tokens[1]}"}
            answer = {"ask": asked.seq, "yes": True}
            refused = Browser(server).post(
                f"/api/tables/{table}/answers", json=answer, headers=headers
            )
            assert code_of(refused) == (403, "not_allowed")
            for seat, message in ((one, wire.Rematch()), (other, wire.Answer(asked.seq, True))):
                await seat.send(message)
                assert (await hears(seat, wire.Error)).code == "not_allowed"
            await other.send(wire.Answer(asked.seq, False))
            await told(one, events.Answered)
            for seat in (one, other):
                await seat.send(wire.Rematch())
                assert (await hears(seat, wire.Error)).code == "not_allowed"

    perform(scene())


def test_no_rematch_after_a_block_between_members(server: Serving) -> None:
    eve, ben, cleo = villagers(server)
    made = new_table(eve, [person(member=eve.member), OPEN, OPEN])
    table = made["table"]
    seats = [
        made["token"],
        *(take_place(one, table, member=one.member)["token"] for one in (ben, cleo)),
    ]
    finish(server, table, *seats)

    async def scene(allowed: bool) -> None:
        for token in seats:
            async with await connect(server.address, table, token) as seat:
                await seat.send(wire.Rematch())
                if allowed:
                    await told(seat, events.Asked)
                    return
                assert (await hears(seat, wire.Error)).detail == NEUTRAL

    ben.block(cleo)
    perform(scene(allowed=False))
    assert ben.delete(f"{ben.path}/blocks/{cleo.member}").is_success
    perform(scene(allowed=True))


@pytest.mark.parametrize("how", ["blocked", "blocking"])
def test_the_lobby_does_not_match_the_guest(server: Serving, how: str) -> None:
    eve, ben, cleo = villagers(server)
    part(server, eve, ben, how)

    async def scene() -> None:
        async with (
            visiting(server.address, cookie=eve.cookie) as guest,
            visiting(server.address, cookie=ben.cookie, member=ben.member) as other,
            visiting(server.address, cookie=cleo.cookie, member=cleo.member) as third,
        ):
            posted = await guest.seek()
            await other.sees(1)
            await other.send(AcceptSeek(posted.seek.id))
            assert await other.error() == "not_allowed"
            await third.send(AcceptSeek(posted.seek.id))
            await third.hear(Matched)
            await guest.hear(Matched)

    perform(scene())


@pytest.mark.parametrize("how", ["banned", "blocked"])
def test_a_match_from_before_makes_no_table_with_the_guest(server: Serving, how: str) -> None:
    eve, ben, _ = villagers(server)

    async def scene() -> None:
        async with (
            visiting(server.address, cookie=eve.cookie) as guest,
            visiting(server.address, cookie=ben.cookie, member=ben.member) as other,
        ):
            posted = await guest.seek()
            await other.sees(1)
            await asyncio.to_thread(part, server, eve, ben, how)
            await other.send(AcceptSeek(posted.seek.id))
            await (guest if how == "banned" else other).hear(LobbyError)

    perform(scene())


def test_a_challenge_keeps_apart_who_blocked_each_other(server: Serving) -> None:
    eve, ben, cleo = villagers(server)
    ben.block(cleo)
    table = eve.challenged(ben, cleo, game="block-ness")["challenge"]["table"]
    assert ben.answer(table, "accept").is_success
    assert code_of(cleo.answer(table, "accept")) == (403, "not_allowed")
