"""Challenges by name: sent, accepted, declined, withdrawn, expired."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from empile.client import Rest, connect, play_all
from empile.community.clock import now_ms
from empile.community.contacts import invited, service
from empile.server.wire.errors import CommandError
from empile.server.wire.lobby.people import InboxChanged
from tests.community.contacts.village import Villager, answer_of
from tests.community.lobby.visitors import visiting
from tests.community.people import Browser, code_of
from tests.community.playing import (
    add_member,
    as_program,
    eventually,
    new_token,
    take_place,
)
from tests.long.community.programs.test_streams import lines
from tests.server.conftest import killable_redis as killable_redis
from tests.server.serving import Serving, perform, serving
from tests.support.redis_server import RedisServer

CLOCK = {"kind": "real", "base": 300, "increment": 3}
TURNS = {"kind": "turn", "turn": 30, "reserve": 120}


def test_accepted_challenge_is_a_running_game(server: Serving) -> None:
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")
    to = [{"name": "bea"}]
    wanted = {"game": "blox", "members": to, "clock": CLOCK, "rated": True}
    sent = answer_of(anne.post(f"{anne.path}/challenges", json=wanted))
    table = sent["challenge"]["table"]
    assert (sent["places"], sent["challenge"]["place"]) == ([0], 0)
    (received,) = bea.inbox()["challenges"]
    assert (received["table"], received["state"], received["place"]) == (table, "open", 1)
    assert [one["name"] for one in received["players"]] == ["Anne", "Bea"]
    assert [one["accepted"] for one in received["players"]] == [True, False]
    assert received["expected"] == 0.5
    assert received["players"][0]["rating"]["provisional"]
    assert (received["clock"], received["rated"]) == (CLOCK, True)
    taken = answer_of(bea.answer(table, "accept"))
    assert taken["challenge"]["state"] == "accepted"
    assert anne.state(table) == bea.state(table) == "accepted"

    async def scene() -> None:
        async with (
            await connect(server.address, table, sent["token"]) as one,
            await connect(server.address, table, taken["token"]) as other,
        ):
            assert (one.places, other.places) == ([0], [1])
            assert one.welcome.table.rated
            assert one.state is not None

    perform(scene())
    again = answer_of(bea.answer(table, "accept"))
    assert (again["token"], again["places"]) == (None, [1])
    for answer in (bea.answer(table, "decline"), anne.delete(f"{anne.path}/challenges/{table}")):
        assert code_of(answer) == (409, "stale")


def test_places_are_kept_for_those_who_are_invited(server: Serving) -> None:
    anne, bea, carl = (Villager(server, name) for name in ("Anne", "Bea", "Carl"))
    table = anne.challenged(bea)["challenge"]["table"]
    for client, member in ((carl, carl.member), (carl, None), (Browser(server), None)):
        wanted = {"name": "X", **({"member": member} if member else {})}
        refused = client.post(f"/api/tables/{table}/join", json=wanted)
        assert code_of(refused) == (403, "not_allowed")
    assert code_of(carl.answer(table, "accept")) == (404, "no_table")
    # Whoever follows the link of the table accepts, too.
    take_place(bea, table, member=bea.member)
    assert anne.state(table) == "accepted"


def test_three_play_once_all_have_accepted(server: Serving) -> None:
    anne, bea, carl = (Villager(server, name) for name in ("Anne", "Bea", "Carl"))
    sent = anne.challenged(bea, carl, game="on-top", clock=TURNS, rated=True)
    table = sent["challenge"]["table"]
    # Carl first: each has the place of its own.
    assert answer_of(carl.answer(table, "accept"))["places"] == [2]
    assert anne.state(table) == "open"
    assert [one["accepted"] for one in bea.inbox()["challenges"][0]["players"]] == [
        True,
        False,
        True,
    ]
    assert answer_of(bea.answer(table, "accept"))["places"] == [1]
    assert carl.state(table) == "accepted"
    assert bea.inbox()["challenges"][0]["expected"] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("how", ["declined", "withdrawn", "expired", "blocked", "deleted"])
def test_ended_challenge_cannot_be_accepted(
    server: Serving, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_LOOK_SECONDS", 0.1)
    anne, bea, carl = (Villager(server, name) for name in ("Anne", "Bea", "Carl"))
    table = anne.challenged(bea, carl, game="on-top")["challenge"]["table"]
    answer_of(carl.answer(table, "accept"))
    assert [one["table"] for one in answer_of(anne.get("/api/me/tables"))["tables"]] == [table]
    match how:
        case "declined":
            assert bea.answer(table, "decline").status_code == 204
        case "withdrawn":
            assert anne.delete(f"{anne.path}/challenges/{table}").status_code == 204
        case "blocked":
            bea.block(anne)
        case "deleted":
            assert bea.delete("/api/me").status_code == 204
        case _:
            later = invited.SHOWN_MS + now_ms()
            monkeypatch.setattr(service, "now_ms", lambda: later)
    state = "declined" if how in ("blocked", "deleted") else how
    eventually(lambda: anne.state(table) == carl.state(table) == state)
    if how != "deleted":
        assert code_of(bea.answer(table, "accept")) == (409, "stale")
    # The table is no longer among those that run.
    assert answer_of(anne.get("/api/me/tables"))["tables"] == []


def test_who_may_challenge_whom(server: Serving) -> None:
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")
    carl = Villager(server, "Carl", listed=False)
    assert code_of(anne.challenge(carl)) == (404, "no_table")
    anne.befriend(carl)
    answer_of(anne.challenge(carl))
    bea.set(challenges="friends")
    assert code_of(anne.challenge(bea)) == (403, "not_allowed")
    anne.befriend(bea)
    answer_of(anne.challenge(bea))
    bea.set(challenges="nobody")
    assert code_of(anne.challenge(bea)) == (403, "not_allowed")
    bad: list[dict[str, Any]] = [
        {"members": [{"member": anne.member}]},
        {"members": [{"name": "Bea"}, {"member": bea.member}], "game": "on-top"},
        {"members": [{"name": "Bea"}], "rated": True},
        {"members": [{"name": "Bea"}], "clock": TURNS},
    ]
    for wanted in bad:
        sent = anne.post(f"{anne.path}/challenges", json={"game": "blox", **wanted})
        assert code_of(sent) == (400, "bad_request"), wanted
    unknown = anne.post(
        f"{anne.path}/challenges", json={"game": "blox", "members": [{"name": "Nobody"}]}
    )
    assert code_of(unknown) == (404, "no_table")
    guest = Browser(server).post(f"{anne.path}/challenges", json={"game": "blox", "members": []})
    assert code_of(guest)[0] in (400, 401)


def test_household_needs_no_friendship(server: Serving) -> None:
    anne = Villager(server, "Anne", listed=False)
    leo = add_member(anne, "Léo", "child")
    wanted = {"game": "blox", "members": [{"member": leo}], "clock": CLOCK, "rated": True}
    path = f"{anne.path}/challenges"
    assert code_of(anne.post(path, json=wanted)) == (403, "not_allowed")
    sent = answer_of(anne.post(path, json={**wanted, "friendly": True}))
    table = sent["challenge"]["table"]
    accepted = anne.post(f"/api/members/{leo}/challenges/{table}/accept", json={})
    assert answer_of(accepted)["challenge"]["state"] == "accepted"


def test_children_are_challenged_by_approved_friends_only(server: Serving) -> None:
    anne = Villager(server, "Anne")
    parent = Villager(server, "Paul", listed=False)
    zoe = add_member(parent, "Zoé", "child")
    to_zoe = {"game": "blox", "members": [{"member": zoe}]}
    assert code_of(anne.post(f"{anne.path}/challenges", json=to_zoe)) == (404, "no_table")
    assert anne.ask(member=zoe).status_code == 200
    path = f"/api/members/{zoe}"
    refused = parent.put(f"{path}/friends/{anne.member}", json={})
    assert code_of(refused) == (403, "not_allowed")
    rules = {"meet": "approved", "phrases_only": True}
    assert parent.put(f"{path}/rules", json=rules).status_code == 200
    answer_of(parent.put(f"{path}/friends/{anne.member}", json={}))
    table = answer_of(anne.post(f"{anne.path}/challenges", json=to_zoe))["challenge"]["table"]
    answer_of(parent.post(f"{path}/challenges/{table}/accept", json={}))
    parent.delete(f"{path}/approvals/{anne.member}")
    refused = anne.post(f"{anne.path}/challenges", json=to_zoe)
    assert code_of(refused) == (403, "not_allowed")


def test_challenges_are_limited(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")
    monkeypatch.setattr(invited, "MOST_FROM_ACCOUNT", 1)
    table = anne.challenged(bea)["challenge"]["table"]
    assert code_of(anne.challenge(bea)) == (429, "rate_limited")
    assert bea.answer(table, "decline").status_code == 204
    answer_of(anne.challenge(bea))
    monkeypatch.setattr(invited, "MOST_FROM_ACCOUNT", 9)
    monkeypatch.setattr(invited, "MOST_OPEN", 1)
    assert code_of(anne.challenge(bea)) == (429, "rate_limited")


def test_place_that_was_noted_but_not_taken_can_be_taken_again(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a process was killed between the two."""
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")
    table = anne.challenged(bea)["challenge"]["table"]

    async def killed(*_: object) -> None:
        raise CommandError("failed", "killed")

    def not_undone(*_: object) -> None:
        """Nobody is left to undo it."""

    with monkeypatch.context() as patch:
        patch.setattr(service.ContactsService, "_join", killed)
        patch.setattr(invited, "take_back", not_undone)
        assert code_of(bea.answer(table, "accept")) == (500, "failed")
    assert bea.state(table) == anne.state(table) == "open"
    assert code_of(anne.delete(f"{anne.path}/challenges/{table}")) == (409, "stale")
    answer_of(bea.answer(table, "accept"))
    assert anne.state(table) == "accepted"


def test_refused_place_leaves_the_challenge_open(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")
    table = anne.challenged(bea)["challenge"]["table"]

    async def refused(*_: object) -> None:
        raise CommandError("not_allowed", "these are quiet hours")

    with monkeypatch.context() as patch:
        patch.setattr(service.ContactsService, "_join", refused)
        assert code_of(bea.answer(table, "accept")) == (403, "not_allowed")
    assert anne.delete(f"{anne.path}/challenges/{table}").status_code == 204


def test_place_that_a_bot_took_ends_the_challenge(server: Serving) -> None:
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")
    sent = anne.challenged(bea)
    table = sent["challenge"]["table"]
    filled = anne.post(
        f"/api/tables/{table}/fill",
        json={"level": 1},
        headers={"authorization": f"Bearer {sent['token']}"},
    )
    assert filled.is_success, filled.text
    assert code_of(bea.answer(table, "accept")) == (409, "no_place")
    assert bea.state(table) == anne.state(table) == "withdrawn"
    tables = answer_of(anne.get("/api/me/tables"))["tables"]
    assert [(one["table"], one["status"]) for one in tables] == [(table, "playing")]


def test_programs_hear_of_challenges_and_answer(server: Serving) -> None:
    anne, owner = Villager(server, "Anne"), Villager(server, "Otto", listed=False)
    robo = add_member(owner, "Robo", "bot")
    program = as_program(server, new_token(owner, robo))
    path = f"/api/members/{robo}/challenges"
    to_robo = {"game": "blox", "members": [{"name": "Robo"}]}
    with lines(program, "/api/stream/events") as stream:
        eventually(lambda: anne.get("/api/people/here").json()["members"] is not None)
        tables: list[str] = []
        for answer in ("decline", "accept"):
            sent = answer_of(anne.post(f"{anne.path}/challenges", json=to_robo))
            tables.append(sent["challenge"]["table"])
            event = json.loads(next(stream))
            assert (event["type"], event["challenge"]["table"]) == ("challenge", tables[-1])
            assert event["challenge"]["players"][0]["name"] == "Anne"
            answered = program.post(f"{path}/{tables[-1]}/{answer}", json={})
            assert answered.is_success, answered.text
            if answer == "decline":
                event = json.loads(next(stream))
                assert event["challenge"]["state"] == "declined"
        kinds = {json.loads(next(stream))["type"] for _ in range(2)}
        assert kinds <= {"challenge", "table", "turn", "started"}
    assert anne.state(tables[0]) == "declined"
    assert anne.state(tables[1]) == "accepted"
    # Programs challenge, too, if their token is for it.
    to_anne = {"game": "blox", "members": [{"name": "Anne"}]}
    answer_of(program.post(path, json=to_anne))
    reader = as_program(server, new_token(owner, robo, "read"))
    assert code_of(reader.post(path, json=to_anne)) == (403, "not_allowed")
    assert reader.get(f"/api/members/{robo}/inbox").status_code == 200
    assert code_of(reader.get(f"/api/members/{anne.member}/inbox")) == (404, "no_table")
    # The owner's page cannot play for it.
    table = answer_of(anne.post(f"{anne.path}/challenges", json=to_robo))["challenge"]["table"]
    assert code_of(owner.post(f"{path}/{table}/accept", json={})) == (403, "not_allowed")


def test_lobby_finds_challenges_that_no_note_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes on one store, whose bus is away."""
    monkeypatch.setattr(service, "_LOOK_SECONDS", 0.1)
    file = tmp_path / "tables.sqlite3"
    with (
        serving(file, accounts="open", lobby=True) as here,
        serving(file, accounts="open", lobby=True) as there,
    ):
        anne, bea = Villager(here, "Anne"), Villager(there, "Bea")

        async def scene() -> None:
            async with visiting(there.address, cookie=bea.cookie, member=bea.member) as visitor:
                first: InboxChanged = await visitor.hear(InboxChanged)
                assert first.inbox.challenges == []
                table = (await asyncio.to_thread(anne.challenged, bea))["challenge"]["table"]
                told: InboxChanged = await visitor.hear(InboxChanged)
                assert [one.table for one in told.inbox.challenges] == [table]

        perform(scene())


def test_play_all_accepts_or_declines_challenges(server: Serving) -> None:
    anne, owner = Villager(server, "Anne"), Villager(server, "Otto", listed=False)
    robo = add_member(owner, "Robo", "bot")
    token = new_token(owner, robo)
    wanted = {"members": [{"name": "Robo"}]}
    path = f"{anne.path}/challenges"

    def first_move(state: Any) -> int:
        moves: list[int] = state.legal_actions()
        return moves[0]

    async def scene() -> None:
        async with Rest(server.address, token) as rest:
            playing = asyncio.create_task(
                play_all(rest, first_move, accepts=lambda challenge: challenge.game == "blox")
            )
            tables = {
                game: answer_of(
                    await asyncio.to_thread(anne.post, path, json={"game": game, **wanted})
                )["challenge"]["table"]
                for game in ("block-ness", "blox")
            }
            for game, state in (("block-ness", "declined"), ("blox", "accepted")):
                while await asyncio.to_thread(anne.state, tables[game]) != state:
                    await asyncio.sleep(0.05)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    perform(scene())


@pytest.mark.parametrize("processes", [1, 2])
def test_lobby_tells_of_challenges_at_once(
    tmp_path: Path, killable_redis: RedisServer, processes: int
) -> None:
    file = tmp_path / "tables.sqlite3"
    bus = killable_redis.url if processes == 2 else None
    with (
        serving(file, accounts="open", lobby=True, bus=bus) as here,
        serving(file, accounts="open", lobby=True, bus=bus) as there,
    ):
        anne = Villager(here, "Anne")
        bea = Villager(there if processes == 2 else here, "Bea")
        address = (there if processes == 2 else here).address

        async def scene() -> None:
            async with visiting(address, cookie=bea.cookie, member=bea.member) as visitor:
                first: InboxChanged = await visitor.hear(InboxChanged)
                assert first.inbox.challenges == []
                sent = await asyncio.to_thread(anne.challenged, bea)
                told: InboxChanged = await visitor.hear(InboxChanged)
                (received,) = told.inbox.challenges
                assert (received.table, received.place) == (sent["challenge"]["table"], 1)
                await asyncio.to_thread(anne.ask, name="Bea")
                told = await visitor.hear(InboxChanged)
                assert told.inbox.requests == 1
                await asyncio.to_thread(anne.delete, f"{anne.path}/challenges/{received.table}")
                told = await visitor.hear(InboxChanged)
                assert told.inbox.challenges[0].state == "withdrawn"

        perform(scene())
