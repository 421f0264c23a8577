"""Members at tables: places, claims, and what the session opens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.sync.client import connect as open_socket
from websockets.typing import Origin

from tests.community.people import Browser, code_of
from tests.community.playing import (
    add_member,
    as_program,
    eventually,
    finish,
    games_of,
    member_of,
    new_table,
    new_token,
    person,
    resign,
    take_place,
)
from tests.server.serving import Serving


def hello(server: Serving, table: str, browser: Browser | None = None, **more: Any) -> list[Any]:
    """Return the first messages of a socket, as the page of a browser opens it."""
    headers: dict[str, str] = {}
    if browser is not None:
        headers["cookie"] = "; ".join(f"{one.name}={one.value}" for one in browser.cookies.jar)
    with open_socket(
        server.address.replace("http", "ws") + "/ws",
        origin=Origin(server.address),
        additional_headers=headers,
    ) as socket:
        socket.send(json.dumps({"type": "hello", "table": table, **more}))
        first = json.loads(socket.recv())
        return [first, json.loads(socket.recv())] if first["type"] == "error" else [first]


def test_members_of_a_household_play_at_one_device(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Family", name="Mum")
    mum, child = member_of(browser), add_member(browser, "Tim", "child")
    made = new_table(browser, [person(member=mum), person(member=child)])
    info = browser.get(f"/api/tables/{made['table']}").json()
    assert [place["name"] for place in info["places"]] == ["Mum", "Tim"]
    finish(server, made["table"], made["token"])
    (game,) = eventually(lambda: games_of(browser, mum))
    (same,) = games_of(browser, child)
    assert game["table"] == same["table"] == made["table"]
    assert {game["outcome"], same["outcome"]} in ({"won", "lost"}, {"shared"})
    assert [one["name"] for one in game["players"]] in (["Mum", "Tim"], ["Tim", "Mum"])
    assert game["replay"]
    assert game["reason"]


def test_places_link_to_public_profiles_only(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    anne = member_of(browser)
    made = new_table(browser, [person(member=anne), {"kind": "open"}])
    info = browser.get(f"/api/tables/{made['table']}").json()
    assert "member" not in info["places"][0]
    browser.patch(f"/api/members/{anne}", json={"listed": True})
    other = new_table(browser, [{"kind": "open"}, person("Anna", member=anne)])
    info = browser.get(f"/api/tables/{other['table']}").json()
    assert [place.get("member") for place in info["places"]] == [None, anne]
    assert info["places"][1]["name"] == "Anna"


@pytest.mark.parametrize("whose", ["a stranger's", "nobody's"])
def test_foreign_members_are_refused(server: Serving, whose: str) -> None:
    browser, stranger = Browser(server), Browser(server)
    browser.sign_up("Anne")
    stranger.sign_up("Bea")
    foreign = member_of(stranger) if whose == "a stranger's" else "AAAAAAAAAAAA"
    wanted = {"game": "block-ness", "places": [person(member=foreign), {"kind": "open"}]}
    assert code_of(browser.post("/api/tables", json=wanted)) == (403, "not_yours")
    made = new_table(stranger, [person("x"), {"kind": "open"}])
    joining = f"/api/tables/{made['table']}/join"
    refused = browser.post(joining, json={"name": "", "member": foreign})
    assert code_of(refused) == (403, "not_yours")


def test_members_need_a_session_of_this_site(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    wanted = {"game": "block-ness", "places": [person(member=member_of(browser)), {"kind": "open"}]}
    guest = Browser(server)
    assert code_of(guest.post("/api/tables", json=wanted)) == (401, "signed_out")
    program = Browser(server, origin=None)
    program.cookies.update(browser.cookies)
    assert code_of(program.post("/api/tables", json=wanted)) == (401, "signed_out")


def test_a_member_holds_one_place_of_a_table(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    anne = member_of(browser)
    wanted = {"game": "block-ness", "places": [person(member=anne), person(member=anne)]}
    assert code_of(browser.post("/api/tables", json=wanted)) == (409, "not_now")
    made = new_table(browser, [person(member=anne), {"kind": "open"}])
    joining = f"/api/tables/{made['table']}/join"
    refused = browser.post(joining, json={"name": "", "member": anne})
    assert code_of(refused) == (409, "not_now")


def test_guardian_rules_hold_at_tables(server: Serving) -> None:
    browser, stranger = Browser(server), Browser(server)
    browser.sign_up("Family", name="Mum")
    child = add_member(browser, "Tim", "child")
    made = new_table(browser, [person(member=child), {"kind": "open"}])
    joining = f"/api/tables/{made['table']}/join"
    assert code_of(stranger.post(joining, json={"name": "x"})) == (403, "not_allowed")
    open_table = new_table(stranger, [person("x"), {"kind": "open"}])
    joining = f"/api/tables/{open_table['table']}/join"
    refused = browser.post(joining, json={"name": "", "member": child})
    assert code_of(refused) == (403, "not_allowed")
    take_place(browser, made["table"], member=member_of(browser, "Mum"))


def test_guardian_rules_hold_at_rematches(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Family", name="Mum")
    mum, child = member_of(browser), add_member(browser, "Tim", "child")
    made = new_table(browser, [person(member=mum), {"kind": "open"}])
    token = take_place(browser, made["table"], member=child)["token"]
    finish(server, made["table"], made["token"], token)
    answers = f"/api/tables/{made['table']}/answers"

    def ask_for_rematch(seat: str) -> list[dict[str, Any]]:
        with open_socket(server.address.replace("http", "ws") + "/ws") as socket:
            socket.send(json.dumps({"type": "hello", "table": made["table"], "token": seat}))
            json.loads(socket.recv())
            socket.send(json.dumps({"type": "rematch"}))
            socket.send(json.dumps({"type": "ping"}))
            found: list[dict[str, Any]] = []
            while not any(one["type"] in ("error", "update") for one in found):
                found.append(json.loads(socket.recv()))
            return found

    rules = f"/api/members/{child}/rules"
    wanted = {"meet": "bots", "phrases_only": True, "zone": "UTC"}
    assert browser.put(rules, json=wanted).status_code == 200
    refused = [one for one in ask_for_rematch(token) if one["type"] == "error"]
    assert [(one["code"], one["about"]) for one in refused] == [("not_allowed", "rematch")]

    assert ask_for_rematch(made["token"])[-1]["type"] == "error"  # neither may the other ask
    assert browser.put(rules, json={**wanted, "meet": "household"}).status_code == 200
    (update,) = [one for one in ask_for_rematch(made["token"]) if one["type"] == "update"]
    asked = update["events"][-1]["seq"]
    assert browser.put(rules, json=wanted).status_code == 200
    answer = {"ask": asked, "yes": True}
    headers = {"authorization": f"Bearer {token}"}
    refused_answer = browser.post(answers, json=answer, headers=headers)
    assert code_of(refused_answer) == (403, "not_allowed")
    declined = browser.post(answers, json={"ask": asked, "yes": False}, headers=headers)
    assert declined.status_code == 200


def test_the_session_opens_the_seats_of_the_account_on_any_device(server: Serving) -> None:
    browser, tablet = Browser(server), Browser(server)
    browser.sign_up("Family", name="Mum")
    tablet.sign_in("Family")
    mum, dad = member_of(browser), add_member(browser, "Dad")
    made = new_table(browser, [person(member=mum), {"kind": "open"}])
    take_place(tablet, made["table"], member=dad)
    table = made["table"]
    (welcome,) = hello(server, table, tablet)
    assert welcome["you"]["places"] == [0]
    (welcome,) = hello(server, table, tablet, member=dad)
    assert welcome["you"]["places"] == [1]
    info = tablet.get(f"/api/tables/{table}").json()
    assert [place["mine"] for place in info["places"]] == [True, False]
    (welcome,) = hello(server, table)
    assert welcome["you"]["places"] == []


def test_hello_refuses_members_without_a_place(server: Serving) -> None:
    browser, stranger = Browser(server), Browser(server)
    browser.sign_up("Anne")
    stranger.sign_up("Bea")
    anne = member_of(browser)
    made = new_table(stranger, [person("x"), {"kind": "open"}])
    error, bye = hello(server, made["table"], browser, member=anne)
    assert (error["code"], bye["code"]) == ("not_yours", "refused")
    error, _ = hello(server, made["table"], stranger, member=anne)
    assert error["code"] == "not_yours"
    error, _ = hello(server, made["table"], member=anne)
    assert error["code"] == "signed_out"


def test_keep_games_of_a_guest(server: Serving) -> None:
    browser = Browser(server)
    finished = new_table(browser, [person("Anne"), {"kind": "open"}])
    other = take_place(Browser(server), finished["table"], "Bea")
    resign(server, finished["table"], other["token"])
    running = new_table(browser, [person("A"), person("Anne"), {"kind": "bot", "level": 1}])
    browser.sign_up("Anne")
    anne = member_of(browser)
    assert games_of(browser, anne) == []
    seats = [
        {"table": finished["table"], "token": finished["token"]},
        {"table": running["table"], "token": running["token"]},
        {"table": running["table"], "token": "wrong"},
        {"table": "gone", "token": running["token"]},
    ]
    kept = browser.post("/api/claims", json={"member": anne, "seats": seats})
    assert kept.json() == {"kept": 2}
    (game,) = games_of(browser, anne)
    assert (game["outcome"], game["reason"]) == ("won", "resignation")
    (table,) = browser.get("/api/me/tables").json()["tables"]
    assert (table["table"], table["mine"], table["member"]) == (running["table"], [0, 1], anne)
    # Only the place with the member's name counts.
    info = browser.get(f"/api/tables/{running['table']}").json()
    assert info["places"][1]["name"] == "Anne"
    again = browser.post("/api/claims", json={"member": anne, "seats": seats})
    assert again.json() == {"kept": 2}
    assert len(games_of(browser, anne)) == 1
    # Who else played at that device keeps the other place, and not what is another's.
    bea = Browser(server)
    bea.sign_up("Bea")
    taken = bea.post("/api/claims", json={"member": member_of(bea), "seats": seats})
    assert taken.json() == {"kept": 1}
    assert games_of(bea, member_of(bea)) == []


def test_own_tables_know_whose_turn_it_is(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    anne = member_of(browser)
    waiting = new_table(browser, [person(member=anne), {"kind": "open"}])
    playing = new_table(browser, [person(member=anne), person("Bea")])
    first, second = browser.get("/api/me/tables").json()["tables"]
    assert (first["table"], first["turn"], first["status"]) == (playing["table"], True, "playing")
    assert (second["table"], second["turn"]) == (waiting["table"], False)
    finish(server, playing["table"], playing["token"])
    eventually(lambda: len(browser.get("/api/me/tables").json()["tables"]) == 1)
    assert code_of(Browser(server).get("/api/me/tables")) == (401, "signed_out")
    assert code_of(browser.get("/api/me/tables?cursor=x")) == (400, "bad_request")


def test_own_tables_are_paged(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    anne = member_of(browser)
    made = [new_table(browser, [person(member=anne), {"kind": "open"}])["table"] for _ in range(23)]
    first = browser.get("/api/me/tables").json()
    second = browser.get(f"/api/me/tables?cursor={first['cursor']}").json()
    assert second["cursor"] is None
    found = [one["table"] for one in first["tables"] + second["tables"]]
    assert len(first["tables"]) == 20
    assert sorted(found) == sorted(made)


def test_deleted_members_have_no_name_at_tables(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Family", name="Mum")
    dad = add_member(browser, "Dad")
    made = new_table(browser, [person(member=dad), {"kind": "open"}])
    take_place(Browser(server), made["table"], "Bea")
    resign(server, made["table"], made["token"])
    bea = Browser(server)
    assert browser.delete(f"/api/members/{dad}").status_code == 204

    def names() -> list[str]:
        places = bea.get(f"/api/tables/{made['table']}").json()["places"]
        return [place["name"] for place in places]

    eventually(lambda: names() == ["", "Bea"])
    assert "Dad" not in bea.get(f"/api/tables/{made['table']}/record").text
    (welcome,) = hello(server, made["table"])
    assert "Dad" not in json.dumps(welcome)


def test_programs_are_marked_and_play_as_their_member(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    robo = add_member(browser, "Robo", "bot")
    refused = browser.post(
        "/api/tables",
        json={"game": "block-ness", "places": [person(member=robo), {"kind": "open"}]},
    )
    assert code_of(refused) == (403, "not_allowed")
    program = as_program(server, new_token(browser, robo))
    made = new_table(program, [person(), {"kind": "open"}], listed=True)
    info = Browser(server).get(f"/api/tables/{made['table']}").json()
    assert (info["places"][0]["name"], info["places"][0]["program"]) == ("Robo", True)
    (listed,) = Browser(server).get("/api/tables").json()["tables"]
    assert listed["places"][0]["program"]
    mine = program.get(f"/api/tables/{made['table']}").json()
    assert mine["places"][0]["mine"]
    (table,) = program.get("/api/me/tables").json()["tables"]
    assert table["table"] == made["table"]


RATED = {"rated": True, "hints": False, "clock": {"kind": "real", "base": 300}}


def test_rated_tables_seat_members_of_other_accounts(server: Serving) -> None:
    anne, bea, guest = Browser(server), Browser(server), Browser(server)
    anne.sign_up("Anne")
    bea.sign_up("Bea")
    own = member_of(anne)
    made = new_table(anne, [person(member=own), {"kind": "open"}], **RATED)
    join = f"/api/tables/{made['table']}/join"
    assert guest.post(join, json={"name": "Guest"}).json()["code"] == "signed_out"
    sister = add_member(anne, "Sister")
    assert anne.post(join, json={"name": "", "member": sister}).json()["code"] == "not_allowed"
    bot = anne.post(
        f"/api/tables/{made['table']}/fill",
        json={"level": 1},
        headers={"authorization": f"Bearer {made['token']}"},
    )
    assert bot.json()["code"] == "not_allowed"
    take_place(bea, made["table"], member=member_of(bea))
    info = bea.get(f"/api/tables/{made['table']}").json()
    assert info["rated"]
    assert info["status"] == "playing"
