"""Accounts and sessions over REST."""

from __future__ import annotations

import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest

from empile.community import clock, sessions
from empile.server.tables.tokens import key_of
from tests.community.people import PASSWORD, Browser, code_of
from tests.server.serving import Serving, serving
from tests.server.store.conftest import location as location


def test_sign_up_signs_in(server: Serving) -> None:
    browser = Browser(server)
    made = browser.sign_up("Anne", name="Annette", language="fr")
    assert len(set(made["recovery_codes"])) == 10
    assert made["me"] == browser.me()
    account = browser.me()["account"]
    assert account["confirmed_until"] > clock.now_ms()
    del account["confirmed_until"]
    assert account == {
        "login": "Anne",
        "email": None,
        "email_confirmed": False,
        "role": "member",
        "has_password": True,
        "recovery_left": 10,
        "language": "fr",
    }
    (member,) = browser.me()["members"]
    assert len(member.pop("id")) == 12
    assert member == {"name": "Annette", "kind": "adult", "listed": False, "strangers": True}


def test_sign_in_and_out(server: Serving) -> None:
    Browser(server).sign_up("Anne")
    browser = Browser(server)
    assert code_of(browser.get("/api/me")) == (401, "signed_out")
    for login in ("Anne", "ANNE", "ａｎｎｅ"):
        assert browser.sign_in(login).json()["account"]["login"] == "Anne"
    # Devices write accents as one letter or as two.
    Browser(server).sign_up("Am\u00e9lie", "cr\u00e8me br\u00fbl\u00e9e 12")
    for form in ("NFC", "NFD"):
        accented = [
            unicodedata.normalize(form, text)
            for text in ("Am\u00e9lie", "cr\u00e8me br\u00fbl\u00e9e 12")
        ]
        assert browser.sign_in(*accented).status_code == 200
    assert browser.delete("/api/sessions/current").status_code == 204
    assert list(browser.cookies) == ["empile_browser"], "the session has ended"
    assert code_of(browser.get("/api/me")) == (401, "signed_out")


def test_passwords_and_tokens_are_stored_as_hashes(server: Serving, tmp_path: Path) -> None:
    browser = Browser(server)
    codes = browser.sign_up("Anne")["recovery_codes"]
    token = browser.cookies["empile_session"]
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as store:
        everything = "\n".join(store.iterdump())
        (hashed,) = store.execute("SELECT password FROM accounts").fetchone()
    assert hashed.startswith("$argon2id$")
    assert key_of(token) in everything
    for secret in (PASSWORD, token, *codes, *(code.replace("-", "") for code in codes)):
        assert secret not in everything


def test_cookie_is_hidden_from_scripts_and_other_sites(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    (plain,) = browser.sign_in("Anne").headers.get_list("set-cookie")
    parts = {part.strip().lower() for part in plain.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/", f"max-age={90 * 86400}"} <= parts
    assert "secure" not in parts
    secured = Browser(server, server.address.replace("http://127.0.0.1", "https://127.0.0.1"))
    (cookie,) = secured.sign_in("Anne").headers.get_list("set-cookie")
    assert "Secure" in cookie


def test_sessions_are_listed_and_ended(server: Serving) -> None:
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    here, there = Browser(server), Browser(server, **{"user-agent": firefox})
    here.sign_up("Anne")
    there.sign_in("Anne")
    other = Browser(server)
    other.sign_up("Bea")
    listed = there.get("/api/sessions").json()
    assert [(one["agent"], one["current"]) for one in listed] == [
        ("Firefox, Linux", True),
        ("", False),
    ]
    foreign = other.get("/api/sessions").json()[0]["id"]
    assert code_of(here.delete(f"/api/sessions/{foreign}")) == (404, "no_table")
    assert here.delete(f"/api/sessions/{listed[0]['id']}").status_code == 204
    assert code_of(there.get("/api/me")) == (401, "signed_out")
    there.sign_in("Anne")
    assert there.delete("/api/sessions").status_code == 204
    assert code_of(here.get("/api/me")) == (401, "signed_out")
    assert len(there.get("/api/sessions").json()) == 1
    assert other.get("/api/me").status_code == 200


def test_session_expires_unless_it_is_used(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    began = clock.now_ms()
    for days, status in ((80, 200), (160, 200), (249, 200), (340, 401)):
        at = began + days * clock.DAY_MS
        for module in ("shared", "account_routes"):
            monkeypatch.setattr(f"empile.community.routes.{module}.now_ms", lambda at=at: at)
        assert browser.get("/api/me").status_code == status, days


def test_old_sessions_are_deleted(server: Serving, tmp_path: Path) -> None:
    Browser(server).sign_up("Anne")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as store:
        store.execute("UPDATE sessions SET expires = 1")
        store.commit()
    from empile.community.service import forget_old
    from empile.server.store import database

    def forget(connection: object) -> None:
        forget_old(connection)  # type: ignore[arg-type]
        connection.commit()  # type: ignore[attr-defined]

    database.write(tmp_path / "tables.sqlite3", forget)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as store:
        assert store.execute("SELECT count(*) FROM sessions").fetchone() == (0,)


def test_password_change_ends_other_sessions(server: Serving) -> None:
    here, there = Browser(server), Browser(server)
    here.sign_up("Anne")
    there.sign_in("Anne")
    new = "four blocks on top"
    wrong = {"password": {"old": "not this one", "new": new}}
    assert code_of(here.patch("/api/me", json=wrong)) == (401, "wrong_login")
    changed = here.patch("/api/me", json={"password": {"old": PASSWORD, "new": new}})
    assert changed.status_code == 200
    assert code_of(there.get("/api/me")) == (401, "signed_out")
    assert here.get("/api/me").status_code == 200
    assert code_of(there.sign_in("Anne")) == (401, "wrong_login")
    assert there.sign_in("Anne", new).status_code == 200


def test_step_up_is_needed_for_what_a_guardian_does(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(server, host="localhost")
    member = browser.sign_up("Anne")["me"]["members"][0]["id"]
    monkeypatch.setattr(sessions, "CONFIRMED_MS", 0)
    assert browser.me()["account"]["confirmed_until"] is None
    rules = {"meet": "anyone", "phrases_only": False}
    guarded = [
        ("PATCH", "/api/me", {"login": "Anna"}),
        ("PATCH", "/api/me", {"email": ""}),
        ("PATCH", "/api/me", {"password": {"new": "a much longer one"}}),
        ("POST", "/api/me/recovery-codes", {}),
        ("GET", "/api/me/export", None),
        ("DELETE", "/api/me", None),
        ("POST", "/api/passkeys/options", {}),
        ("DELETE", "/api/passkeys/1", None),
        ("DELETE", f"/api/members/{member}", None),
        ("PUT", f"/api/members/{member}/rules", rules),
        ("PUT", f"/api/members/{member}/approvals/{member}", {}),
        ("DELETE", f"/api/members/{member}/approvals/{member}", None),
    ]
    for method, path, body in guarded:
        answer = browser.request(method, path, json=body)
        assert code_of(answer) == (403, "confirm"), path
    monkeypatch.setattr(sessions, "CONFIRMED_MS", clock.HOUR_MS)
    confirmed = browser.post("/api/me/confirm", json={"password": PASSWORD})
    assert confirmed.json()["account"]["confirmed_until"] > clock.now_ms()
    assert code_of(browser.post("/api/me/confirm", json={"password": "x"})) == (401, "wrong_login")
    assert browser.patch("/api/me", json={"login": "Anna"}).json()["account"]["login"] == "Anna"


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short", "weak_password"),
        ("aaaaaaaaaaaa", "weak_password"),
        ("1234567890", "weak_password"),
        ("Password123", "weak_password"),
        ("anne-1234567", "weak_password"),
        ("motdepasse99", "weak_password"),
        ("blue blocks", None),
        ("пароль из слов", None),
    ],
)
def test_sign_up_refuses_weak_passwords(server: Serving, password: str, code: str | None) -> None:
    answer = Browser(server).post("/api/accounts", json={"login": "Anne", "password": password})
    assert answer.status_code == (201 if code is None else 400)
    assert answer.json().get("code") == code


def test_recovery_code_works_once_and_ends_all_sessions(server: Serving) -> None:
    here, there = Browser(server), Browser(server)
    code, other, *_ = here.sign_up("Anne")["recovery_codes"]
    new = "a new one of words"
    body = {"login": "anne", "code": code.lower().replace("-", " "), "password": new}
    assert there.post("/api/recovery", json=body).json()["account"]["recovery_left"] == 9
    assert code_of(here.get("/api/me")) == (401, "signed_out")
    assert there.get("/api/me").status_code == 200
    assert code_of(here.post("/api/recovery", json=body)) == (401, "wrong_login")
    fresh = there.post("/api/me/recovery-codes", json={}).json()["recovery_codes"]
    assert code_of(here.post("/api/recovery", json={**body, "code": other})) == (401, "wrong_login")
    assert here.post("/api/recovery", json={**body, "code": fresh[0]}).status_code == 200


def test_registration_modes(tmp_path: Path) -> None:
    body = {"login": "Anne", "password": PASSWORD}
    with serving(tmp_path / "closed.sqlite3", accounts="closed") as server:
        assert code_of(Browser(server).post("/api/accounts", json=body)) == (403, "not_allowed")
    with serving(tmp_path / "invited.sqlite3", accounts="invitation") as server:
        for code in (None, "", "ABCD-EFGH-JKLM"):
            refused = Browser(server).post("/api/accounts", json={**body, "invitation": code})
            assert code_of(refused) == (410, "expired")


def test_accounts_work_on_every_store(location: object) -> None:
    with serving(location, accounts="open") as server:  # type: ignore[arg-type]
        browser = Browser(server)
        code = browser.sign_up("Anne")["recovery_codes"][0]
        assert code_of(Browser(server).post("/api/accounts", json={"login": "anne"})) == (
            409,
            "name_taken",
        )
        assert Browser(server).sign_in("Anne").status_code == 200
        body = {"login": "Anne", "code": code, "password": "another long one"}
        assert browser.post("/api/recovery", json=body).status_code == 200
        child = browser.post("/api/members", json={"name": "Léo", "kind": "child"}).json()
        path = f"/api/members/{child['id']}"
        assert child["strangers"] is False
        rules = {"meet": "approved", "phrases_only": True, "zone": "Europe/Paris"}
        assert browser.put(f"{path}/rules", json=rules).json()["meet"] == "approved"
        assert browser.get("/api/me/export").json()["members"][1]["rules"]["meet"] == "approved"
        assert browser.delete("/api/me").status_code == 204
        assert code_of(browser.get("/api/me")) == (401, "signed_out")
        assert Browser(server).sign_up("Anne")["me"]["members"][0]["name"] == "Anne"
