"""Messages over HTTP: who reads them, who does not, and what nobody must notice."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from empile.community import limits
from empile.community.messages.conversations import NUMBERS_PER_MS
from empile.server.store import database
from empile.server.store.schema import messages
from tests.community.contacts.village import answer_of
from tests.community.messages.writers import Writer, table_of
from tests.community.people import PASSWORD, Browser, code_of
from tests.community.playing import add_member, as_program, new_token
from tests.server.serving import Serving, serving


def test_players_of_a_table_read_each_other(server: Serving) -> None:
    anne, bea, carl = (Writer(server, name) for name in ("Anne", "Bea", "Carl"))
    table = table_of(server, anne, bea, guests=1)
    assert anne.page(table) == {
        "messages": [],
        "more": False,
        "readers": ["Bea"],
        "reason": None,
    }
    first = anne.wrote(table, "  Hello\n Bea ")
    assert anne.page(table)["messages"][0] | {"made": 0} == {
        "id": first,
        "name": "Anne",
        "text": "Hello Bea",
        "made": 0,
        "own": True,
        "place": 0,
    }
    assert bea.page(table)["messages"][0] | {"made": 0} == {
        "id": first,
        "name": "Anne",
        "text": "Hello Bea",
        "made": 0,
        "place": 0,
        "unread": True,
    }
    # A number tells when it was written, and no more.
    assert first // NUMBERS_PER_MS == anne.page(table)["messages"][0]["made"]
    assert (anne.unread(), bea.unread()) == ({table[7:]: 0}, {table[7:]: 1})
    (found,) = answer_of(bea.get(f"{bea.path}/messages"))["conversations"]
    assert found["places"] == [0]
    bea.has_read(table, first)
    assert bea.unread() == {table[7:]: 0}
    # Somebody else, who has no place.
    for asked in (carl.get(carl.conversation(table)), carl.write(table, "Hi")):
        assert code_of(asked) == (403, "not_yours")
    assert carl.unread() == {}


def test_nobody_reads_what_was_written_before_they_came(server: Serving) -> None:
    anne, bea, carl = (Writer(server, name) for name in ("Anne", "Bea", "Carl"))
    table = table_of(server, anne, bea)
    made = anne.post(
        "/api/tables",
        json={
            "game": "blox",
            "places": [{"kind": "person", "member": anne.member}, *[{"kind": "open"}] * 2],
        },
    ).json()["table"]
    table = f"tables/{made}"
    assert code_of(anne.write(table, "alone"))[1] == "not_allowed"
    for one, seen in ((bea, ["for Bea"]), (carl, [])):
        answer_of(one.post(f"/api/tables/{made}/join", json={"name": "", "member": one.member}))
        if one is bea:
            anne.wrote(table, "for Bea")
        assert one.texts(table) == seen


def test_pages_of_a_conversation_have_fifty_messages(server: Serving) -> None:
    anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
    anne.befriend(bea)
    where = f"friends/{bea.member}"
    for number in range(53):
        anne.wrote(where, str(number))
    newest = anne.page(where)
    assert [one["text"] for one in newest["messages"]] == [str(n) for n in range(3, 53)]
    assert newest["more"]
    older = anne.page(where, before=newest["messages"][0]["id"])
    assert [one["text"] for one in older["messages"]] == ["0", "1", "2"]
    assert not older["more"]


def test_messages_between_friends_need_the_friendship(server: Serving) -> None:
    anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
    assert code_of(anne.write(f"friends/{bea.member}", "Hi")) == (403, "not_allowed")
    anne.befriend(bea)
    assert anne.page(f"friends/{bea.member}")["readers"] == ["Bea"]
    anne.wrote(f"friends/{bea.member}", "Hi")
    assert bea.texts(f"friends/{anne.member}") == ["Hi"]
    found = answer_of(bea.get(f"{bea.path}/messages"))["conversations"]
    assert [(one["member"], one["name"], one["unread"]) for one in found] == [
        (anne.member, "Anne", 1)
    ]
    answer_of(bea.delete(f"{bea.path}/friends/{anne.member}"))
    assert code_of(anne.write(f"friends/{bea.member}", "Hi?")) == (403, "not_allowed")
    # What was written stays, and says that nobody reads on.
    assert anne.page(f"friends/{bea.member}")["readers"] == []
    assert bea.texts(f"friends/{anne.member}") == ["Hi"]
    for who in (anne.member, "nobody"):
        assert code_of(anne.write(f"friends/{who}", "Hi")) == (404, "no_table")


def test_blocked_member_notices_nothing(server: Serving) -> None:
    """Twin states: a reader who blocked the author, and one who did not."""
    answers: list[list[object]] = []
    for blocked in (False, True):
        anne, bea, carl = (Writer(server, f"{name}{blocked:d}") for name in ("Anne", "Bea", "Carl"))
        table = table_of(server, anne, bea, carl)
        bea.wrote(table, "before")
        if blocked:
            bea.block(anne)
        number = anne.wrote(table, "Hello")
        answered = anne.write(table, "again")
        answers.append(
            [
                {**answered.json(), "id": 0, "made": 0, "name": ""},
                [one["text"] for one in anne.page(table)["messages"]],
                [name[:-1] for name in anne.page(table)["readers"]],
                anne.unread()[table[7:]],
                anne.erase(number).status_code,
            ]
        )
        carl.wrote(table, "and you")
        assert bea.texts(table) == ["before", *(["", "again"] * (not blocked)), "and you"]
        places = answer_of(bea.get(f"{bea.path}/blocks/{table}"))["places"]
        assert places == [0] * blocked
        if blocked:
            # Nor does who blocked write to the blocked.
            assert bea.page(table)["readers"] == ["Carl1"]
            bea.wrote(table, "secret")
            assert "secret" in carl.texts(table)
            assert "secret" not in anne.texts(table)
            # What was written meanwhile is never read.
            answer_of(bea.delete(f"{bea.path}/blocks/{anne.member}"))
            assert "again" not in bea.texts(table)
        assert answer_of(anne.get(f"{anne.path}/blocks/{table}"))["places"] == []
    assert answers[0] == answers[1]


def test_places_of_the_blocked_are_shown_to_players_only(server: Serving) -> None:
    anne, bea, carl = (Writer(server, name) for name in ("Anne", "Bea", "Carl"))
    table = table_of(server, anne, bea)
    carl.block(anne)
    assert answer_of(carl.get(f"{carl.path}/blocks/{table}"))["places"] == []


def test_child_reads_and_writes_only_as_a_guardian_decides(server: Serving) -> None:
    anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
    child = Writer(server, "Family", listed=False)
    child.member = add_member(child, "Zoé", "child")
    child.path = f"/api/members/{child.member}"
    answer_of(child.post("/api/me/confirm", json={"password": PASSWORD}))
    rules = {"meet": "approved", "phrases_only": True, "zone": "UTC"}
    answer_of(child.put(f"{child.path}/rules", json=rules))
    for other in (anne, bea):
        answer_of(child.put(f"{child.path}/approvals/{other.member}", json={}))
    table = table_of(server, anne, child, bea)
    friend = f"friends/{child.member}"
    answer_of(anne.ask(member=child.member))
    answer_of(child.put(f"{child.path}/friends/{anne.member}", json={}))

    def doors() -> list[int]:
        return [
            child.write(table, "Hi").status_code,
            child.write(f"friends/{anne.member}", "Hi").status_code,
            anne.write(friend, "Hi").status_code,
            len(child.texts(table)),
            len(child.texts(f"friends/{anne.member}")),
            anne.page(table)["readers"].count("Zoé"),
            anne.page(friend)["readers"].count("Zoé"),
            child.get(f"{child.path}/messages").text.count("last"),
        ]

    anne.wrote(table, "not for children")
    assert child.page(table)["reason"]["key"] == "rule.phrases"
    assert doors() == [403, 403, 403, 0, 0, 0, 0, 0]
    answer_of(child.put(f"{child.path}/rules", json={**rules, "phrases_only": False}))
    # Nothing from before.
    assert child.texts(table) == []
    assert child.page(table)["reason"] is None
    assert doors() == [201, 201, 201, 1, 2, 1, 1, 2]
    # An adult who is not approved any more.
    answer_of(child.delete(f"{child.path}/approvals/{bea.member}"))
    bea.wrote(table, "still here?")
    child.wrote(table, "psst")
    assert child.texts(table) == ["Hi", "psst"]
    assert "psst" not in bea.texts(table)
    assert "Zoé" not in bea.page(table)["readers"]
    answer_of(child.put(f"{child.path}/rules", json=rules))
    # Its own words are left.
    assert doors() == [403, 403, 403, 2, 1, 0, 0, 2]
    assert [one["text"] for one in anne.page(table)["messages"] if not one.get("own")] == [
        "still here?"
    ]


def test_erased_message_leaves_only_that_there_was_one(server: Serving, tmp_path: Path) -> None:
    anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
    table = table_of(server, anne, bea)
    number = anne.wrote(table, "something stupid")
    assert code_of(bea.erase(number)) == (404, "no_table")
    assert anne.erase(number).status_code == 204
    assert code_of(anne.erase(number)) == (404, "no_table")
    for one in (anne, bea):
        found = one.page(table)["messages"][0]
        assert (found["text"], found["erased"]) == ("", True)
    assert bea.unread() == {table[7:]: 0}
    assert "stupid" not in bea.get("/api/me/export").text
    kept = database.read(
        tmp_path / "tables.sqlite3", lambda connection: connection.execute(select(messages)).one()
    )
    found = server.registry.rooms[0].table
    assert (kept.text, kept.game, kept.seq) == ("", 1, found.seq)


def test_stream_has_the_conversations_as_they_change(server: Serving) -> None:
    anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
    anne.befriend(bea)
    where = f"friends/{bea.member}"
    lists = bea.follow()
    assert next(lists) == []
    first = anne.wrote(where, "one")
    (found,) = next(lists)
    assert (found["last"], found["unread"], found["name"]) == (first, 1, "Anne")
    bea.has_read(f"friends/{anne.member}", first)
    assert next(lists)[0]["unread"] == 0
    anne.erase(first)
    assert next(lists)[0]["changed"] > found["changed"]
    bea.delete("/api/sessions/current")
    answer_of(anne.write(where, "two"))
    assert list(lists) == []


def test_messages_are_limited(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "messages_of_member", limits.Limit(5, 4 / 60))
    anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
    anne.befriend(bea)
    answers = [anne.write(f"friends/{bea.member}", "Hi") for _ in range(6)]
    assert [one.status_code for one in answers[:5]] == [201] * 5
    assert code_of(answers[5]) == (429, "rate_limited")
    assert 1 <= int(answers[5].headers["retry-after"]) <= 4
    assert len(bea.texts(f"friends/{anne.member}")) == 5
    assert bea.write(f"friends/{anne.member}", "Hi").status_code == 201


def test_tokens_of_people_read_and_write_with_their_scope(server: Serving) -> None:
    anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
    anne.befriend(bea)
    path = anne.conversation(f"friends/{bea.member}")
    with as_program(server, new_token(anne, anne.member, "read")) as client:
        for asked in (client.get(path), client.post(path, json={"text": "Hi"})):
            assert code_of(asked) == (403, "not_allowed")
    with as_program(server, new_token(anne, anne.member, "messages")) as client:
        assert client.post(path, json={"text": "Hi"}).status_code == 201
        assert client.get(path).json()["messages"][0]["own"]
        assert code_of(client.get(f"{bea.path}/messages")) == (404, "no_table")
        assert code_of(client.get("/api/stream/events")) == (403, "not_allowed")
    robot = add_member(anne, "Robo", "bot")
    wanted = {"name": "test", "scopes": ["messages"]}
    made = anne.post(f"/api/members/{robot}/tokens", json=wanted)
    assert code_of(made) == (403, "not_allowed")


def test_strangers_and_other_sites_have_no_messages(server: Serving) -> None:
    anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
    anne.befriend(bea)
    path = anne.conversation(f"friends/{bea.member}")
    assert code_of(Browser(server).get(path)) == (401, "signed_out")
    assert code_of(bea.get(path)) == (404, "no_table")
    for origin, code in ((None, "signed_out"), ("https://elsewhere.example", "forbidden")):
        with Browser(server, origin) as other:
            other.cookies = anne.cookies
            assert code_of(other.post(path, json={"text": "Hi"}))[1] == code
    assert anne.texts(f"friends/{bea.member}") == []


@pytest.mark.parametrize("talk", ["off", "phrases"])
def test_server_without_messages_has_no_doors(tmp_path: Path, talk: str) -> None:
    with serving(tmp_path / "tables.sqlite3", accounts="open", talk=talk) as server:
        anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
        anne.befriend(bea)
        where = f"friends/{bea.member}"
        for asked in (
            anne.write(where, "Hi"),
            anne.get(anne.conversation(where)),
            anne.get(f"{anne.path}/messages"),
            anne.get(f"{anne.path}/messages/stream"),
            anne.erase(1),
        ):
            assert code_of(asked) == (403, "not_allowed")
        kinds = answer_of(anne.get(f"{anne.path}/notices/settings"))["kinds"]
        assert "message" not in kinds
