"""Tokens of programs: who has which, and what each is for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.community.people import Browser, code_of
from tests.community.playing import (
    add_member,
    as_program,
    member_of,
    new_table,
    new_token,
    person,
    take_place,
)
from tests.server.serving import Serving

TABLE = {"game": "block-ness", "places": [{"kind": "person"}, {"kind": "open"}]}


@pytest.fixture
def browser(server: Serving) -> Browser:
    """A signed-in page of an account with a program."""
    found = Browser(server)
    found.sign_up("Anne")
    return found


@pytest.fixture
def robo(browser: Browser) -> str:
    """The id of the program."""
    return add_member(browser, "Robo", "bot")


def test_tokens_are_listed_without_their_secrets(browser: Browser, robo: str) -> None:
    made = browser.post(
        f"/api/members/{robo}/tokens", json={"name": " my  bot ", "scopes": ["play"], "days": 2}
    ).json()
    assert made["token"].startswith("emp_")
    assert len(made["token"]) > 40
    (listed,) = browser.get(f"/api/members/{robo}/tokens").json()
    assert listed == {key: value for key, value in made.items() if key != "token"}
    assert (listed["name"], listed["scopes"], listed["used"]) == ("my bot", ["play"], None)
    assert listed["expires"] - listed["made"] == 2 * 24 * 3600 * 1000


def test_secrets_are_not_stored(server: Serving, browser: Browser, robo: str) -> None:
    secret = new_token(browser, robo)
    assert as_program(server, secret).get("/api/me/tables").status_code == 200
    data = server.application.settings.data
    assert isinstance(data, Path)
    for file in data.parent.iterdir():
        assert secret.encode() not in file.read_bytes()


@pytest.mark.parametrize(
    "body",
    [
        {"name": "", "scopes": ["read"]},
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["write"]},
        {"name": "x\n\u0000", "scopes": ["read"]},
        {"name": "x" * 61, "scopes": ["read"]},
        {"name": "x", "scopes": ["read"], "days": 0},
    ],
)
def test_wrong_tokens_are_refused(browser: Browser, robo: str, body: dict[str, Any]) -> None:
    refused = browser.post(f"/api/members/{robo}/tokens", json=body)
    assert code_of(refused) == (400, "bad_request")


def test_only_programs_play_with_tokens(server: Serving, browser: Browser) -> None:
    anne = member_of(browser)
    path = f"/api/members/{anne}/tokens"
    for scopes in (["play"], ["read", "challenge"]):
        refused = browser.post(path, json={"name": "x", "scopes": scopes})
        assert code_of(refused) == (403, "not_allowed")
    program = as_program(server, new_token(browser, anne, "read"))
    assert program.get(f"/api/members/{anne}/games").json() == {"games": [], "cursor": None}
    child = add_member(browser, "Tim", "child")
    refused = browser.post(f"/api/members/{child}/tokens", json={"name": "x", "scopes": ["read"]})
    assert code_of(refused) == (403, "not_allowed")


def test_tokens_need_a_confirmed_session_of_their_account(
    server: Serving, browser: Browser, robo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = Browser(server)
    stranger.sign_up("Bea")
    wanted = {"name": "x", "scopes": ["play"]}
    path = f"/api/members/{robo}/tokens"
    assert code_of(stranger.post(path, json=wanted)) == (403, "not_yours")
    assert code_of(stranger.get(path)) == (403, "not_yours")
    assert code_of(Browser(server).post(path, json=wanted)) == (401, "signed_out")
    monkeypatch.setattr("empile.community.sessions.CONFIRMED_MS", 0)
    assert code_of(browser.post(path, json=wanted)) == (403, "confirm")
    # A token makes no tokens.
    monkeypatch.undo()
    secret = new_token(browser, robo)
    refused = as_program(server, secret).post(path, json=wanted)
    assert code_of(refused) == (401, "signed_out")


def test_scopes_limit_what_a_token_does(server: Serving, browser: Browser, robo: str) -> None:
    clients = {
        scope: as_program(server, new_token(browser, robo, scope))
        for scope in ("read", "play", "challenge")
    }
    other = new_table(browser, [person("Bea"), {"kind": "open"}])
    joining = f"/api/tables/{other['table']}/join"
    refused = (403, "not_allowed")
    assert code_of(clients["read"].post("/api/tables", json=TABLE)) == refused
    assert code_of(clients["play"].post("/api/tables", json=TABLE)) == refused
    made = new_table(clients["challenge"], [person(), {"kind": "open"}])
    assert code_of(clients["read"].post(joining, json={"name": ""})) == refused
    assert code_of(clients["challenge"].post(joining, json={"name": ""})) == refused
    take_place(clients["play"], other["table"])
    move = {"seq": 1, "action": "x"}
    for scope in ("read", "challenge"):
        moved = clients[scope].post(f"/api/tables/{made['table']}/moves", json=move)
        assert code_of(moved) == refused
    moved = clients["play"].post(f"/api/tables/{made['table']}/moves", json=move)
    assert code_of(moved) in ((409, "stale"), (409, "not_now"))
    assert clients["read"].get(f"/api/members/{robo}/games").status_code == 200


def test_tokens_act_for_their_member_only(server: Serving, browser: Browser, robo: str) -> None:
    other = add_member(browser, "Other", "bot")
    program = as_program(server, new_token(browser, robo))
    wanted = {**TABLE, "places": [person(member=other), {"kind": "open"}]}
    assert code_of(program.post("/api/tables", json=wanted)) == (403, "not_yours")
    anne = member_of(browser)
    assert code_of(program.get(f"/api/members/{anne}/games")) == (404, "no_table")
    made = new_table(program, [person(), {"kind": "open"}])
    stranger = as_program(server, new_token(browser, other))
    info = stranger.get(f"/api/tables/{made['table']}").json()
    assert not info["places"][0]["mine"]


@pytest.mark.parametrize("how", ["revoked", "expired", "deleted", "never made"])
def test_invalid_tokens_are_refused(
    server: Serving, browser: Browser, robo: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = browser.post(
        f"/api/members/{robo}/tokens", json={"name": "x", "scopes": ["read"], "days": 1}
    ).json()
    secret = made["token"]
    match how:
        case "revoked":
            assert browser.delete(f"/api/tokens/{made['id']}").status_code == 204
        case "expired":
            later = made["expires"] + 1
            monkeypatch.setattr("empile.community.seats.now_ms", lambda: later)
        case "deleted":
            assert browser.delete(f"/api/members/{robo}").status_code == 204
        case _:
            secret = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    answer = as_program(server, secret).get("/api/me/tables")
    assert code_of(answer) == (401, "bad_token")


def test_tokens_of_others_cannot_be_revoked(server: Serving, browser: Browser, robo: str) -> None:
    secret = new_token(browser, robo)
    (token,) = browser.get(f"/api/members/{robo}/tokens").json()
    stranger = Browser(server)
    stranger.sign_up("Bea")
    assert code_of(stranger.delete(f"/api/tokens/{token['id']}")) == (403, "not_yours")
    assert as_program(server, secret).get("/api/me/tables").status_code == 200


def test_servers_without_accounts_know_no_tokens(tmp_path: Path) -> None:
    from tests.server.serving import serving

    with serving(tmp_path / "none.sqlite3") as server:
        program = as_program(server, "emp_" + "a" * 43)
        made = new_table(Browser(server), [person("A"), {"kind": "open"}])
        info = program.get(f"/api/tables/{made['table']}")
        assert code_of(info) == (401, "bad_token")
        assert program.get("/api/stream/events").status_code == 404
        assert httpx.get(f"{server.address}/api/me/tables").status_code == 404
