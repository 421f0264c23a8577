"""Friends, blocks and presence over HTTP: what one sees, and what nobody must notice."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from empile.client import connect
from empile.community.contacts import hub
from empile.community.contacts.hub import ContactsHub
from empile.server.store import database
from empile.server.store.schema import members
from empile.server.wire.lobby.messages import AcceptSeek, Matched
from tests.community.contacts.village import Villager, answer_of
from tests.community.lobby.visitors import BLOX, visiting
from tests.community.people import PASSWORD, Browser, code_of
from tests.community.playing import add_member, eventually, new_table, person, take_place
from tests.server.conftest import killable_redis as killable_redis
from tests.server.serving import Serving, perform, serving
from tests.support.patience import slowness
from tests.support.redis_server import RedisServer


def test_friends_see_each_other_here_and_at_tables(server: Serving) -> None:
    anne, bea = Villager(server, "Anne", listed=False), Villager(server, "Bea", listed=False)
    anne.befriend(bea)
    assert anne.friend("Bea")["since"] > 0
    assert "presence" not in anne.friend("Bea")
    bea.inbox()  # a page that is open asks each minute
    eventually(lambda: anne.friend("Bea").get("presence") == "here")
    for listed in (False, True):
        made = new_table(bea, [person(member=bea.member), {"kind": "open"}], listed=listed)
        take_place(Browser(server), made["table"], "Guest")

        async def scene(made: dict[str, Any] = made, listed: bool = listed) -> None:
            async with await connect(server.address, made["table"], made["token"]):
                eventually(lambda: anne.friend("Bea").get("presence") == "playing")
                shown = made["table"] if listed else None
                eventually(lambda: anne.friend("Bea").get("table") == shown)

        perform(scene())
        eventually(lambda: anne.friend("Bea")["presence"] == "here")
    bea.set(presence="nobody")
    eventually(lambda: "presence" not in anne.friend("Bea"))


def test_page_that_no_longer_asks_is_away(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "SEEN_SECONDS", 1.5 * slowness())
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")
    anne.befriend(bea)
    bea.inbox()
    eventually(lambda: "presence" in anne.friend("Bea"))
    eventually(lambda: "presence" not in anne.friend("Bea"))


def test_who_is_here_are_public_profiles_that_show_it(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", accounts="open", lobby=True) as server:
        anne, bea = Villager(server, "Anne"), Villager(server, "Bea", listed=False)
        carl, dora = Villager(server, "Carl"), Villager(server, "Dora")
        carl.set(presence="friends")
        for one in (anne, bea, carl, dora):
            one.inbox()
        dora.block(anne)

        def seen_by(who: Browser) -> list[str]:
            return [one["name"] for one in answer_of(who.get("/api/people/here"))["members"]]

        eventually(lambda: seen_by(Browser(server)) == ["Anne", "Dora"])
        eventually(lambda: seen_by(anne) == ["Anne"])

        async def scene() -> None:
            async with visiting(server.address, "Guest"):
                eventually(lambda: anne.get("/api/people/here").json()["guests"] == 1)

        perform(scene())
        eventually(lambda: anne.get("/api/people/here").json()["guests"] == 0)


def test_presence_ends_with_a_killed_process(tmp_path: Path, killable_redis: RedisServer) -> None:
    file, bus = tmp_path / "tables.sqlite3", killable_redis.url
    with ExitStack() as stack:
        here, there = (
            stack.enter_context(serving(file, accounts="open", lobby=True, bus=bus))
            for _ in range(2)
        )
        anne, bea = Villager(here, "Anne"), Villager(there, "Bea")
        anne.befriend(bea)

        async def scene() -> None:
            async with visiting(there.address, cookie=bea.cookie, member=bea.member):
                eventually(lambda: anne.friend("Bea").get("presence") == "here")
                # As if it were killed: it says nothing more.
                found = _hub(there)
                found._tick = _nothing  # type: ignore[method-assign]  # pyright: ignore[reportPrivateUsage]
                eventually(lambda: "presence" not in anne.friend("Bea"))

        perform(scene())


async def _nothing(now: float) -> None:
    """Stand for a tick that does not come."""


def test_hidden_presence_is_as_being_away(server: Serving) -> None:
    """Twin states: a friend who hides, and one who is not connected."""
    anne = Villager(server, "Anne")
    seen: list[bytes] = []
    bea = Villager(server, "Bea")
    anne.befriend(bea)
    seen.append(anne.get(f"{anne.path}/contacts").content)
    bea.set(presence="nobody")
    bea.inbox()
    eventually(lambda: bea.member in _members_here(server))
    seen.append(anne.get(f"{anne.path}/contacts").content)
    assert seen[0] == seen[1]
    assert answer_of(anne.get("/api/people/here"))["members"] == []


def _hub(server: Serving) -> ContactsHub:
    """Return what the process of a server knows."""
    programs = server.application._loaded_programs()  # pyright: ignore[reportPrivateUsage]
    assert programs is not None
    assert programs.community is not None
    return programs.community.contacts.hub


def _members_here(server: Serving) -> list[str]:
    here = _hub(server).present()
    query = select(members.c.public).where(members.c.id.in_(here))
    location = server.application.settings.data
    return database.read(location, lambda connection: list(connection.scalars(query)))


def test_block_cannot_be_told_from_somebody_who_keeps_to_friends(server: Serving) -> None:
    """Twin states: Bea blocked Anne; Carl only takes challenges from friends."""
    anne, bea, carl = (Villager(server, name) for name in ("Anne", "Bea", "Carl"))
    bea.block(anne)
    carl.set(challenges="friends")
    assert anne.challenge(bea).content == anne.challenge(carl).content
    asked = [anne.ask(member=other.member).json()["sent"][0] for other in (bea, carl)]
    for one, other in zip(asked, (bea, carl), strict=True):
        assert (one["id"], one["name"]) == (other.member, other.name)
    assert [one["kind"] for one in asked] == ["adult", "adult"]
    assert bea.contacts()["received"] == []
    assert len(carl.contacts()["received"]) == 1
    assert bea.inbox()["requests"] == 0
    assert [one["name"] for one in bea.contacts()["blocked"]] == ["Anne"]
    bea.delete(f"{bea.path}/blocks/{anne.member}")
    assert bea.inbox()["requests"] == 1


def test_hidden_profile_is_not_found_by_name(server: Serving) -> None:
    """Twin states: a member with a hidden profile, and none of that name."""
    anne = Villager(server, "Anne")
    Villager(server, "Bea", listed=False)
    for path in ("/api/people/named", "/api/people/named"):
        assert (
            anne.get(path, params={"name": "Bea"}).content
            == anne.get(path, params={"name": "Nobody"}).content
        )
    asked = [anne.ask(name=name) for name in ("Bea", "Nobody")]
    assert code_of(asked[0]) == code_of(asked[1]) == (404, "no_table")
    assert asked[0].content == asked[1].content
    sent = [
        anne.post(f"{anne.path}/challenges", json={"game": "blox", "members": [{"name": name}]})
        for name in ("Bea", "Nobody")
    ]
    assert sent[0].content == sent[1].content
    found = answer_of(Browser(server).get("/api/people/named", params={"name": "ANNE"}))
    assert found == {"id": anne.member, "name": "Anne", "kind": "adult"}


def test_blocked_account_takes_no_place_at_the_table_of_who_blocked_it(server: Serving) -> None:
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")
    bea.block(anne)
    places = [person(member=bea.member), {"kind": "open"}]
    made = new_table(bea, places, listed=True)
    wanted = {"name": "", "member": anne.member}
    refused = anne.post(f"/api/tables/{made['table']}/join", json=wanted)
    assert code_of(refused) == (403, "not_allowed")
    # The other way round it is Bea's choice.
    made = new_table(anne, [person(member=anne.member), {"kind": "open"}], listed=True)
    take_place(bea, made["table"], member=bea.member)


def test_blocked_accounts_do_not_meet_by_the_lobby(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", accounts="open", lobby=True) as server:
        anne, bea, carl = (Villager(server, name) for name in ("Anne", "Bea", "Carl"))
        bea.block(anne)

        async def scene() -> None:
            async with (
                visiting(server.address, cookie=anne.cookie, member=anne.member) as one,
                visiting(server.address, cookie=bea.cookie, member=bea.member) as other,
                visiting(server.address, cookie=carl.cookie, member=carl.member) as third,
            ):
                posted = await one.seek(BLOX)
                await other.seek(BLOX)
                await other.send(AcceptSeek(posted.seek.id))
                assert await other.error() == "not_allowed"
                # Both suit Carl, who gets one of them.
                await third.seek(BLOX)
                await third.hear(Matched)
                await third.sees(1)

        perform(scene())


def test_friends_see_what_to_expect(server: Serving) -> None:
    anne, bea = Villager(server, "Anne", listed=False), Villager(server, "Bea", listed=False)
    query = {"game": "blox", "members": f"{anne.member},{bea.member}"}
    assert code_of(anne.get("/api/ratings/expected", params=query)) == (404, "no_table")
    anne.befriend(bea)
    found = answer_of(anne.get("/api/ratings/expected", params=query))["members"]
    assert [one["expected"] for one in found] == [0.5, 0.5]


def test_only_the_account_sees_contacts(server: Serving) -> None:
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")
    path = f"{anne.path}/contacts"
    assert code_of(bea.get(path)) == (403, "not_yours")
    assert code_of(Browser(server).get(path)) == (401, "signed_out")
    assert code_of(Browser(server).get(f"{anne.path}/inbox")) == (401, "signed_out")
    assert code_of(bea.get(f"{anne.path}/inbox")) == (404, "no_table")
    other_site = {"origin": "https://evil.example"}
    refused = anne.post(f"{anne.path}/friends", json={"member": bea.member}, headers=other_site)
    assert code_of(refused) == (403, "forbidden")


def test_friends_of_a_child_need_a_confirmed_session(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne = Villager(server, "Anne")
    paul = Villager(server, "Paul", listed=False)
    zoe = add_member(paul, "Zoé", "child")
    path = f"/api/members/{zoe}"
    answer_of(paul.put(f"{path}/rules", json={"meet": "approved", "phrases_only": True}))
    later = paul.sign_in("Paul")
    assert later.is_success
    monkeypatch.setattr("empile.community.sessions.CONFIRMED_MS", -1)
    wanted = {"member": anne.member}
    assert code_of(paul.post(f"{path}/friends", json=wanted)) == (403, "confirm")
    monkeypatch.undo()
    assert paul.post("/api/sessions/confirm", json={"password": PASSWORD}).status_code < 500
    answer_of(paul.post(f"{path}/friends", json=wanted))
    assert [one["name"] for one in anne.contacts()["received"]] == ["Zoé"]


def test_export_has_friends_blocks_and_challenges(server: Serving) -> None:
    anne, bea, carl = (Villager(server, name) for name in ("Anne", "Bea", "Carl"))
    anne.befriend(bea)
    anne.block(carl)
    table = anne.challenged(bea)["challenge"]["table"]
    (member,) = answer_of(anne.get("/api/me/export"))["members"]
    assert [one["name"] for one in member["contacts"]["friends"]] == ["Bea"]
    assert [one["name"] for one in member["contacts"]["blocked"]] == ["Carl"]
    (sent,) = member["challenges"]
    assert (sent["table"], sent["sent"], sent["state"]) == (table, True, "open")
