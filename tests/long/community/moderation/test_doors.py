"""A banned account against every door, over REST, sockets and tokens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from empile.community.clock import HOUR_MS, now_ms
from empile.server.wire.lobby import messages
from tests.community.contacts.village import Villager, answer_of
from tests.community.lobby.visitors import visiting
from tests.community.moderation.acting import act, lift
from tests.community.people import Browser, code_of
from tests.community.playing import (
    add_member,
    as_program,
    finish,
    new_table,
    new_token,
    person,
    take_place,
)
from tests.server.serving import Serving, perform, serving
from tests.support.patience import PATIENCE

OPEN = {"kind": "open"}
NEUTRAL = "you cannot take a place at this table"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    file: Path = tmp_path_factory.mktemp("doors") / "tables.sqlite3"
    with serving(file, lobby=True, accounts="open") as running:
        yield running


def reason_of(answer: httpx.Response) -> str:
    """Return the reason of a refusal."""
    assert code_of(answer) == (403, "not_allowed")
    key: str = answer.json()["reason"]["key"]
    return key


def join(client: httpx.Client, table: dict[str, Any], member: str | None = None) -> httpx.Response:
    wanted = {"name": "", **({"member": member} if member else {})}
    return client.post(f"/api/tables/{table['table']}/join", json=wanted)


def test_banned_account_meets_nobody(server: Serving) -> None:
    eve, ben, guest = Villager(server, "Eve"), Villager(server, "Ben"), Browser(server)
    kid, robo = add_member(eve, "Kid", "child"), add_member(eve, "Robo", "bot")
    program = as_program(server, new_token(eve, robo))
    eve.befriend(ben)
    by_guest = new_table(guest, [person("Guest"), OPEN])
    by_ben = new_table(ben, [person(member=ben.member), OPEN])
    waiting = new_table(eve, [person(member=eve.member), OPEN])
    sent = eve.challenged(ben)["challenge"]["table"]
    received = ben.challenged(eve)["challenge"]["table"]
    ban = act(server, eve.member, "ban", now_ms() + HOUR_MS)
    assert (ben.state(sent), eve.state(received)) == ("withdrawn", "declined")

    # Tables of others, also as a guest and by a program.
    for table in (by_guest, by_ben):
        for who in (eve.member, kid, None):
            assert reason_of(join(eve, table, who)) in ("ban.until", "rule.meet")
        assert reason_of(join(program, table)) == "ban.until"
    # Own tables that wait: whoever comes is not told of the ban.
    for refused in (join(ben, waiting, ben.member), join(guest, waiting)):
        assert code_of(refused) == (403, "not_allowed")
        assert (refused.json()["detail"], refused.json().get("reason")) == (NEUTRAL, None)
    # Challenges, of both directions, sent before and after.
    assert reason_of(eve.challenge(ben)) == "ban.until"
    assert code_of(eve.answer(received, "accept")) == (409, "stale")
    assert code_of(ben.answer(sent, "accept")) == (409, "stale")
    refused = ben.challenge(eve)
    assert refused.json()["detail"] == "this member takes no challenges from you"
    # Friends.
    assert reason_of(eve.ask(member=Villager(server, "Cleo").member)) == "ban.until"
    dan = Villager(server, "Dan")
    assert dan.ask(member=eve.member).status_code == 200
    assert reason_of(eve.put(f"{eve.path}/friends/{dan.member}", json={})) == "ban.until"

    # No table of it is in the list for strangers.
    listed = {"game": "blox", "places": [person(member=eve.member), OPEN], "listed": True}
    assert reason_of(eve.post("/api/tables", json=listed)) == "ban.until"

    # The household, bots and watching stay.
    assert take_place(eve, waiting["table"], member=kid)["places"] == [1]
    bot = {"kind": "bot", "level": 1}
    new_table(eve, [person(member=eve.member), bot], game="blox")
    assert eve.get(f"/api/tables/{by_ben['table']}").status_code == 200
    assert eve.me()["account"]["login"] == "Eve"

    lift(server, ban)
    assert join(eve, by_ben, eve.member).status_code == 200


def test_banned_account_does_not_seek(server: Serving) -> None:
    eva, bob = Villager(server, "Eva"), Villager(server, "Bob")

    async def scene() -> None:
        async with (
            visiting(server.address, cookie=eva.cookie, member=eva.member) as one,
            visiting(server.address, cookie=bob.cookie, member=bob.member) as other,
        ):
            posted = await one.seek()
            await other.sees(1)
            act(server, eva.member, "ban")
            # A seek from before ends when it would become a table; the other seek stays.
            await other.send(messages.AcceptSeek(posted.seek.id))
            refused = await one.hear(messages.LobbyError)
            assert (refused.code, refused.reason.key) == ("not_allowed", "ban.open")
            await one.hear(messages.SeekEnded)
            while [seek.name for seek in one.seeks.values()] != ["Bob"]:
                await one.receive()
            (left,) = one.seeks.values()
            for again in (messages.PostSeek([left.wishes[0]]), messages.AcceptSeek(left.id)):
                await one.send(again)
                assert await one.error() == "not_allowed"

    perform(scene())


def test_running_game_ends_and_has_no_rematch(server: Serving) -> None:
    ann, ned, guest = Villager(server, "Ann"), Villager(server, "Ned"), Browser(server)
    made = new_table(ann, [person(member=ann.member), OPEN, OPEN])
    table, tokens = made["table"], [made["token"]]
    tokens.append(take_place(ned, table, member=ned.member)["token"])
    tokens.append(take_place(guest, table, "Guest")["token"])
    act(server, ann.member, "ban")
    finish(server, table, *tokens)
    told, *others = [refusal(server, table, token, {"type": "rematch"}) for token in tokens]
    assert told["reason"]["key"] == "ban.open"
    assert [(one["detail"], one.get("reason")) for one in others] == [(NEUTRAL, None)] * 2


def test_mute_leaves_play_but_no_free_names(server: Serving) -> None:
    mia, tom = Villager(server, "Mia"), Villager(server, "Tom")
    act(server, mia.member, "warn")
    assert seated_as(server, mia, tom, "Mi") == "Mi"
    mute = act(server, mia.member, "mute")
    table = new_table(tom, [person(member=tom.member), OPEN])
    joined = mia.post(
        f"/api/tables/{table['table']}/join", json={"name": "You fool", "member": mia.member}
    )
    assert joined.status_code == 200
    assert seated_as(server, mia, tom, "You fool") == "Mia"
    message = {"type": "rename", "name": "You fool"}
    refused = refusal(server, table["table"], joined.json()["token"], message)
    assert (refused["about"], refused["reason"]["key"]) == ("rename", "rule.muted")
    answer_of(mia.challenge(tom))
    # Others are renamed as ever.
    with socket_at(server, table["table"], table["token"]) as socket:
        socket.send(json.dumps({"type": "rename", "name": "Tommy"}))
        assert "Tommy" in hear(socket, "update")
    lift(server, mute)
    with socket_at(server, table["table"], joined.json()["token"]) as socket:
        socket.send(json.dumps({"type": "rename", "name": "Mimi"}))
        assert "Mimi" in hear(socket, "update")


def seated_as(server: Serving, who: Villager, other: Villager, name: str) -> str:
    """Return the name that somebody gets at a new table, who wants another one."""
    made = new_table(who, [person(name, member=who.member), OPEN])
    found = other.get(f"/api/tables/{made['table']}").json()
    return str(found["places"][0]["name"])


def hear(socket: ClientConnection, kind: str) -> str:
    """Return the next message of a type."""
    while json.loads(text := str(socket.recv(PATIENCE)))["type"] != kind:
        pass
    return text


@contextmanager
def socket_at(server: Serving, table: str, token: str) -> Iterator[ClientConnection]:
    with connect(server.address.replace("http", "ws") + "/ws") as socket:
        socket.send(json.dumps({"type": "hello", "table": table, "token": token}))
        hear(socket, "welcome")
        yield socket


def refusal(server: Serving, table: str, token: str, message: dict[str, Any]) -> dict[str, Any]:
    """Send a message; return the error."""
    with socket_at(server, table, token) as socket:
        socket.send(json.dumps(message))
        found: dict[str, Any] = json.loads(hear(socket, "error"))
    assert found["code"] == "not_allowed"
    return found
