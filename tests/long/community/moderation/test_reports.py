"""Reports, what moderators see of them, acts and appeals over REST."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, select

from empile.community import limits
from empile.community.clock import DAY_MS, now_ms
from empile.community.limits import Limit
from empile.community.moderation import forgetting
from empile.server.store import database
from empile.server.store.schema import acts, appeals, moderation_log, reports
from tests.community.contacts.village import Villager, answer_of
from tests.community.messages.writers import Writer, table_of
from tests.community.moderation.acting import promote
from tests.community.people import Browser, code_of
from tests.community.playing import add_member, new_table, person, take_place
from tests.server.serving import Serving, serving

OPEN = {"kind": "open"}


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    file: Path = tmp_path_factory.mktemp("reports") / "tables.sqlite3"
    with serving(file, accounts="open") as running:
        yield running


@pytest.fixture(autouse=True)
def _many_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("accounts_of_address", "messages_of_member"):
        monkeypatch.setitem(limits.LIMITS, name, Limit(1000, 1))


class Table:
    """A running game between two members."""

    def __init__(self, one: Villager, other: httpx.Client, member: str | None = None) -> None:
        places = [person(member=one.member), OPEN]
        made = new_table(one, places, game="blox", allow_spectators=False)
        self.id: str = made["table"]
        take_place(other, self.id, "Zed", member)
        for phrase in ("start.hello", "react.clap"):
            said = one.post(
                f"/api/tables/{self.id}/phrases",
                json={"phrase": phrase},
                headers={"authorization": f"Bearer {made['token']}"},
            )
            assert said.is_success, said.text


def report(who: Villager, about: str = "behaviour", **more: Any) -> httpx.Response:
    return who.post(f"{who.path}/reports", json={"about": about, **more})


def moderator(server: Serving, name: str) -> Villager:
    found = Villager(server, name)
    promote(server, name)
    return found


def queue(who: Villager) -> Any:
    return answer_of(who.get("/api/moderation/queue"))


def test_report_copies_the_table(village: Serving) -> None:
    ada, bob = Villager(village, "Ada"), Villager(village, "Bob", listed=False)
    table = Table(bob, ada, ada.member)
    sent = answer_of(report(ada, text=" He   shouts. ", table=table.id, place=0))
    assert (sent["name"], sent["text"], sent["closed"]) == ("Bob", "He shouts.", None)
    mod = moderator(village, "Mo")
    assert (mod.me()["waiting"], ada.me()["waiting"]) == (1, 0)
    (case,) = [one for one in queue(mod)["cases"] if one["name"] == "Bob"]
    assert (case["member"], case["about"], case["acts"]) == (bob.member, ["behaviour"], 0)
    known = answer_of(mod.get(f"/api/moderation/members/{bob.member}"))
    (shown,) = known["reports"]
    assert (shown["reporter"], shown["text"], shown["yours"]) == ("Ada", "He shouts.", False)
    evidence = shown["evidence"]
    assert (evidence["table"], evidence["game"], evidence["name"]) == (table.id, "blox", "Bob")
    assert [(one["name"], one["member"], one["reported"]) for one in evidence["players"]] == [
        ("Bob", bob.member, True),
        ("Zed", ada.member, False),
    ]
    lines = [(one["kind"], one["place"], one["text"]) for one in evidence["lines"]]
    assert ("said", 0, "start.hello") in lines
    assert lines[-1] == ("said", 0, "react.clap")
    assert lines[0][0] == "started"
    # A moderator may play there: hands stay hidden.
    hands = [text for _, _, text in lines if text.startswith("~hand")]
    assert hands
    assert all(set(text.removeprefix("~hand ")) == {"?"} for text in hands)
    # Erasing the profile does not erase what was copied.
    answer_of(bob.patch(bob.path, json={"name": "Robert"}))
    again = answer_of(mod.get(f"/api/moderation/reports/{sent['id']}"))
    assert again["evidence"] == evidence


def test_report_copies_the_messages(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", accounts="open", talk="free") as server:
        ann, bea = Writer(server, "Ann"), Writer(server, "Bea")
        table = table_of(server, ann, bea)
        wrote = [bea.wrote(table, text) for text in ("Hi.", "You idiot.", "Sorry.")]
        assert ann.wrote(table, "No.") > wrote[2]
        sent = answer_of(report(ann, "message", message=wrote[1]))
        assert sent["name"] == "Bea"
        answer_of(bea.erase(wrote[1]))
        mod = Writer(server, "Mod")
        promote(server, "Mod")
        evidence = answer_of(mod.get(f"/api/moderation/reports/{sent['id']}"))["evidence"]
        assert [(one["name"], one["text"], one["reported"]) for one in evidence["messages"]] == [
            ("Bea", "Hi.", False),
            ("Bea", "You idiot.", True),
            ("Bea", "Sorry.", False),
            ("Ann", "No.", False),
        ]
        assert evidence["table"] == table.removeprefix("tables/")
        assert [one["reported"] for one in evidence["players"]] == [False, True]
        assert evidence["lines"]
        # Nobody reports what they cannot read, or wrote themselves.
        assert code_of(report(mod, "message", message=wrote[0])) == (404, "no_table")
        assert code_of(report(bea, "message", message=wrote[0])) == (400, "bad_request")
        # Between friends.
        ann.befriend(bea)
        wrote = [bea.wrote(f"friends/{ann.member}", text) for text in "abc"]
        sent = answer_of(report(ann, "message", message=wrote[2]))
        evidence = answer_of(mod.get(f"/api/moderation/reports/{sent['id']}"))["evidence"]
        assert [one["text"] for one in evidence["messages"]] == ["a", "b", "c"]
        assert evidence["table"] is None


def test_same_report_is_refused_until_it_is_decided(village: Serving) -> None:
    cleo, dan = Villager(village, "Cleo"), Villager(village, "Dan", listed=False)
    first = answer_of(report(cleo, "name", member=dan.member))
    assert first["name"] == ""  # the profile is hidden
    assert code_of(report(cleo, "name", member=dan.member)) == (409, "not_now")
    answer_of(report(cleo, "cheating", member=dan.member))
    mod = moderator(village, "Mia")
    answer_of(mod.post(f"/api/moderation/reports/{first['id']}/close", json={"text": "fine"}))
    closed = {one["id"]: one["closed"] for one in answer_of(cleo.get(f"{cleo.path}/reports"))}
    assert closed[first["id"]] is not None
    answer_of(report(cleo, "name", member=dan.member))
    again = mod.post(f"/api/moderation/reports/{first['id']}/close", json={})
    assert code_of(again) == (409, "stale")


def test_guest_and_hidden_member_are_reported_alike(village: Serving) -> None:
    eve, fay, guest = Villager(village, "Eve"), Villager(village, "Fay"), Browser(village)
    fay.patch(fay.path, json={"listed": False})
    by_member = answer_of(report(eve, table=Table(eve, fay, fay.member).id, place=1))
    by_guest = answer_of(report(eve, table=Table(eve, guest).id, place=1))
    for told in (by_member, by_guest):
        del told["id"], told["made"]
    assert by_member == by_guest
    mod = moderator(village, "Max")
    (case,) = [one for one in queue(mod)["cases"] if one["name"] == "Zed"]
    assert (case["member"], case["acts"]) == (None, 0)
    answer_of(mod.post(f"/api/moderation/reports/{case['reports'][0]}/close", json={}))


def test_wrong_reports_are_refused(village: Serving) -> None:
    gus, hal, out = (Villager(village, name) for name in ("Gus", "Hal", "Out"))
    table = Table(gus, hal, hal.member).id
    assert code_of(report(gus, table=table, place=0)) == (400, "bad_request")  # oneself
    assert code_of(report(gus, table=table, place=7)) == (409, "no_place")
    assert code_of(report(out, table=table, place=0)) == (403, "no_spectators")
    assert code_of(report(gus, table="nothing", place=0)) == (404, "no_table")
    assert code_of(report(gus, member="nobody")) == (404, "no_table")
    assert code_of(report(gus, member=gus.member)) == (400, "bad_request")
    wrongs: list[dict[str, Any]] = [
        {},
        {"table": table},
        {"member": hal.member, "table": table, "place": 1},
    ]
    for wrong in wrongs:
        assert code_of(report(gus, **wrong)) == (400, "bad_request")
    assert code_of(report(gus, member=hal.member, text="x" * 501)) == (400, "bad_request")
    other = gus.post(f"{hal.path}/reports", json={"about": "name", "member": out.member})
    assert code_of(other) == (403, "not_yours")
    guest = Browser(village).post(f"{gus.path}/reports", json={"about": "name", "member": "x"})
    assert code_of(guest) == (401, "signed_out")
    codes = [code_of(report(gus, member="nobody")) for _ in range(20)]
    assert codes[-1] == (429, "rate_limited")


def test_only_moderators_see_anything(village: Serving) -> None:
    ian, joe = Villager(village, "Ian"), Villager(village, "Joe")
    made = answer_of(report(ian, "name", member=joe.member))["id"]
    doors: list[tuple[str, str, Any]] = [
        ("get", "/api/moderation/queue", None),
        ("get", "/api/moderation/log", None),
        ("get", f"/api/moderation/reports/{made}", None),
        ("get", f"/api/moderation/members/{joe.member}", None),
        ("post", f"/api/moderation/reports/{made}/close", {}),
        (
            "post",
            f"/api/moderation/members/{joe.member}/acts",
            {"kind": "warn", "category": "name"},
        ),
        ("post", "/api/moderation/acts/1/lift", {}),
        ("post", "/api/moderation/acts/1/appeal", {"outcome": "kept"}),
    ]
    for method, path, body in doors:
        more: dict[str, Any] = {} if body is None else {"json": body}
        for who, refusal in (
            (joe, (403, "forbidden")),
            (ian, (403, "forbidden")),
            (Browser(village), (401, "signed_out")),
        ):
            assert code_of(who.request(method, path, **more)) == refusal, path


def test_reported_moderator_learns_nothing(village: Serving) -> None:
    """The one who is reported gets the same bytes as if nothing had happened."""
    kim, mod, other = Villager(village, "Kim"), moderator(village, "Mod"), moderator(village, "Moe")
    paths = [
        "/api/moderation/queue",
        "/api/moderation/log",
        f"/api/moderation/members/{mod.member}",
        "/api/me",
        "/api/me/acts",
        f"{mod.path}/reports",
        f"{mod.path}/inbox",
        f"{mod.path}/notices",
        f"/api/members/{mod.member}/profile",
    ]
    before = [mod.get(path).content for path in paths]
    made = answer_of(report(kim, table=Table(mod, kim, kim.member).id, place=0))["id"]
    assert [mod.get(path).content for path in paths] == before
    for path in (f"/api/moderation/reports/{made}", f"/api/moderation/reports/{made}/close"):
        seen = mod.get(path) if path.endswith(str(made)) else mod.post(path, json={})
        unknown = path.replace(str(made), "99999")
        none = mod.get(unknown) if path.endswith(str(made)) else mod.post(unknown, json={})
        assert (seen.status_code, seen.content) == (none.status_code, none.content)
    answer_of(other.post(f"/api/moderation/reports/{made}/close", json={"text": "nothing"}))
    assert [mod.get(path).content for path in paths] == before
    # Nor does an act tell who reported it.
    wanted = {"kind": "warn", "category": "insults", "text": "No."}
    made = answer_of(report(kim, "name", member=mod.member))["id"]
    answer_of(
        other.post(f"/api/moderation/members/{mod.member}/acts", json={**wanted, "reports": [made]})
    )
    told = mod.get("/api/me").content + mod.get("/api/me/acts").content
    assert b"No." in told
    assert b"Kim" not in told
    assert kim.member.encode() not in told


def test_moderators_do_not_decide_in_their_own_cause(village: Serving) -> None:
    mod, lea, boss = moderator(village, "Mara"), Villager(village, "Lea"), Villager(village, "Boss")
    promote(village, "Boss", "host")
    path = f"/api/moderation/members/{lea.member}/acts"
    wanted = {"kind": "ban", "category": "cheating", "seconds": 3600}
    made = answer_of(report(mod, member=lea.member))["id"]
    assert not answer_of(mod.get(f"/api/moderation/members/{lea.member}"))["decides"]
    for body in (wanted, {**wanted, "reports": [made]}):
        assert code_of(mod.post(path, json=body)) == (403, "not_allowed")
    own = mod.post(f"/api/moderation/reports/{made}/close", json={})
    assert code_of(own) == (403, "not_allowed")
    for member in (mod.member, boss.member):
        refused = mod.post(f"/api/moderation/members/{member}/acts", json=wanted)
        assert code_of(refused) == (403, "not_allowed")
    foreign = answer_of(report(lea, member=boss.member))["id"]
    wrong = boss.post(path, json={**wanted, "reports": [foreign]})
    assert code_of(wrong) == (404, "no_table")
    answer_of(boss.post(path, json={**wanted, "reports": [made]}))
    assert answer_of(mod.get(f"/api/moderation/reports/{made}"))["act"] is not None
    # A banned moderator decides nothing.
    promote(village, "Lea")
    assert code_of(lea.get("/api/moderation/queue")) == (403, "not_allowed")


def test_ban_is_told_appealed_and_lifted(village: Serving) -> None:
    one, two = moderator(village, "Mick"), moderator(village, "Mona")
    nan, ole = Villager(village, "Nan"), Villager(village, "Ole")
    kid = add_member(nan, "Nano", "child")
    made = answer_of(report(ole, "cheating", member=nan.member, text="An engine."))["id"]
    wanted = {"kind": "ban", "category": "cheating", "text": "An engine.", "seconds": 24 * 3600}
    known = answer_of(
        one.post(f"/api/moderation/members/{nan.member}/acts", json={**wanted, "reports": [made]})
    )
    (act,) = known["acts"]
    assert (act["kind"], act["holds"], act["ended"] - act["began"]) == ("ban", True, DAY_MS)
    assert known["reports"][0]["act"] == act["id"]
    assert known["household"] == ["Nan", "Nano"]
    (told,) = nan.me()["acts"]
    assert told == act
    assert [one["kind"] for one in nan.get(f"{nan.path}/notices").json()["notices"]] == ["decision"]
    assert answer_of(nan.post(f"/api/me/acts/{act['id']}/read", json={}))[0]["read"]
    path = f"/api/me/acts/{act['id']}/appeal"
    assert code_of(nan.post(path, json={"text": " "})) == (400, "bad_request")
    assert code_of(ole.post(path, json={"text": "?"})) == (404, "no_table")
    answer_of(nan.post(path, json={"text": "I know no engine."}))
    assert code_of(nan.post(path, json={"text": "Again."})) == (409, "not_now")
    (waiting,) = [a for a in queue(two)["appeals"] if a["act"]["id"] == act["id"]]
    assert (waiting["member"], waiting["yours"]) == (nan.member, False)
    answer = f"/api/moderation/acts/{act['id']}/appeal"
    reply = {"outcome": "lifted", "text": "We were wrong."}
    # Another moderator answers.
    assert code_of(one.post(answer, json=reply)) == (403, "not_allowed")
    answer_of(two.post(answer, json=reply))
    assert code_of(two.post(answer, json=reply)) == (409, "stale")
    assert nan.me()["acts"] == []
    (told,) = answer_of(nan.get("/api/me/acts"))
    assert (told["holds"], told["appeal"]["outcome"]) == (False, "lifted")
    assert told["appeal"]["reply"] == "We were wrong."
    log = answer_of(two.get("/api/moderation/log", params={"member": kid}))
    assert [(e["what"], e["by"], e["name"], e["text"]) for e in log["entries"]] == [
        ("lift", "Mona", "Nan", "We were wrong."),
        ("ban", "Mick", "Nan", "An engine."),
    ]
    assert not log["more"]


def test_moderation_is_exported_and_forgotten(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", accounts="open") as server:
        mod, pia, quin = moderator(server, "Mod"), Villager(server, "Pia"), Villager(server, "Quin")
        answer_of(report(pia, "name", member=quin.member, text="Rude."))
        answer_of(report(quin, "cheating", member=pia.member, text="Hm."))
        wanted = {"kind": "mute", "category": "spam", "text": "Too much."}
        known = answer_of(mod.post(f"/api/moderation/members/{pia.member}/acts", json=wanted))
        act = known["acts"][0]["id"]
        answer_of(pia.post(f"/api/me/acts/{act}/appeal", json={"text": "Never."}))
        exported = answer_of(pia.get("/api/me/export"))["moderation"]
        assert [(one["about"], one["text"]) for one in exported["reports"]] == [("name", "Rude.")]
        assert exported["acts"][0]["text"] == "Too much."
        assert exported["acts"][0]["appeal"]["text"] == "Never."
        assert "Quin" not in str(exported["acts"])
        where = server.application.settings.data

        def count(connection: Connection) -> list[int]:
            found = (reports, acts, appeals, moderation_log)
            return [len(connection.execute(select(table)).all()) for table in found]

        assert database.read(where, count) == [2, 1, 1, 1]
        answer_of(pia.request("DELETE", "/api/me"))
        # What she reported stays until it is decided.
        assert database.read(where, count) == [1, 0, 0, 1]
        (left,) = answer_of(mod.get(f"/api/moderation/members/{quin.member}"))["reports"]
        assert (left["reporter"], left["text"]) == ("", "Rude.")
        answer_of(mod.post(f"/api/moderation/reports/{left['id']}/close", json={}))

        def forget(connection: Connection, days: int) -> None:
            forgetting.forget_old(connection, now_ms() + days * DAY_MS)
            connection.commit()

        database.write(where, lambda connection: forget(connection, 179))
        assert database.read(where, count) == [1, 0, 0, 2]
        database.write(where, lambda connection: forget(connection, 181))
        assert database.read(where, count) == [0, 0, 0, 2]
        database.write(where, lambda connection: forget(connection, 731))
        assert database.read(where, count) == [0, 0, 0, 0]
