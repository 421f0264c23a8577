"""What strangers, other sites and other accounts may not do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection

from empile.community import clock, invitations, limits, names
from empile.community.passwords import hasher
from empile.engine.text import look_alikes
from empile.server.store import database
from empile.server.wire.errors import CommandError
from tests.community.people import PASSWORD, Browser, code_of
from tests.server.serving import Serving, serving

MARKUP = "<img src=x onerror=alert(1)>"


# -- Other sites -----------------------------------------------------------------------------------


def test_request_with_a_cookie_needs_an_origin_of_this_server(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    cookie = {"cookie": f"empile_session={browser.cookies['empile_session']}"}
    json_ = {"content-type": "application/json"}
    for origin in (None, "https://evil.example", "null", server.address + "0"):
        headers = cookie | ({} if origin is None else {"origin": origin})
        for method, path in (
            ("PATCH", "/api/me"),
            ("POST", "/api/me/recovery-codes"),
            ("POST", "/api/members"),
            ("DELETE", "/api/sessions"),
            ("DELETE", "/api/sessions/current"),
            ("DELETE", "/api/me"),
        ):
            answer = httpx.request(
                method,
                server.address + path,
                headers=headers | json_,
                content=b'{"name":"x1","kind":"child"}',
            )
            assert code_of(answer) == (403, "forbidden"), (method, path, origin)
    assert browser.get("/api/me").status_code == 200
    assert browser.me()["account"]["recovery_left"] == 10


def test_sites_that_may_use_tables_may_not_use_accounts(tmp_path: Path) -> None:
    site = "https://tools.example.org"
    with serving(
        tmp_path / "tables.sqlite3", accounts="open", allowed_origins=frozenset({site})
    ) as server:
        browser = Browser(server)
        browser.sign_up("Anne")
        headers = {"origin": site}
        assert code_of(browser.delete("/api/sessions", headers=headers)) == (403, "forbidden")
        foreign = browser.post(
            "/api/sessions", json={"login": "Anne", "password": PASSWORD}, headers=headers
        )
        assert code_of(foreign) == (403, "forbidden")
        made = Browser(server).post("/api/accounts", json={"login": "Eve"}, headers=headers)
        assert code_of(made) == (403, "forbidden")
        answer = browser.get("/api/me", headers=headers)
        assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_forms_change_nothing(server: Serving, kind: str) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    answer = browser.patch("/api/me", content=b'{"language":"de"}', headers={"content-type": kind})
    assert code_of(answer) == (415, "wrong_media_type")
    assert browser.me()["account"]["language"] == ""


def test_answers_are_not_kept_by_browsers_and_proxies(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    for path in ("/api/me", "/api/sessions", "/api/me/export"):
        assert browser.get(path).headers["cache-control"] == "no-store"


def test_get_changes_nothing(server: Serving, tmp_path: Path) -> None:
    """But the count of exports, which are limited."""
    browser = Browser(server)
    browser.sign_up("Anne")

    def rows() -> list[str]:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as store:
            return [line for line in store.iterdump() if 'INTO "attempts"' not in line]

    before = rows()
    for path in ("/api/me", "/api/sessions", "/api/me/export", "/api/privacy"):
        assert browser.get(path).status_code == 200
    assert rows() == before


# -- Guessing --------------------------------------------------------------------------------------


def wrong_sign_ins(server: Serving, count: int, login: str = "Anne", **headers: str) -> list[int]:
    browser = Browser(server, **headers)
    return [browser.sign_in(login, f"wrong {n} wrong").status_code for n in range(count)]


def test_wrong_passwords_are_limited_by_account_and_address(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    Browser(server).sign_up("Anne")
    Browser(server).sign_up("Bea")
    assert wrong_sign_ins(server, 8) == [401] * 6 + [429] * 2
    refused = Browser(server).sign_in("Anne")
    assert code_of(refused) == (429, "rate_limited")
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    # Others of the address are not locked out.
    assert Browser(server).sign_in("Bea").status_code == 200
    later = clock.now_ms() + 61_000
    monkeypatch.setattr("empile.community.routes.shared.now_ms", lambda: later)
    assert Browser(server).sign_in("Anne").status_code == 200


def test_wrong_passwords_for_many_accounts_are_limited_by_address(server: Serving) -> None:
    statuses = [wrong_sign_ins(server, 1, f"nobody{n}")[0] for n in range(32)]
    assert statuses == [401] * 30 + [429] * 2


def test_wrong_passwords_from_many_addresses_are_limited_by_account(tmp_path: Path) -> None:
    def guess(connection: Connection) -> int:
        now, tried = clock.now_ms(), 0
        for address in range(100):
            try:
                limits.count(connection, limits.of_sign_in("anne", f"203.0.113.{address}"), now)
            except CommandError:
                break
            tried += 1
        return tried

    assert database.write(tmp_path / "tables.sqlite3", guess) == 60


def test_limits_survive_a_restart(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite3"
    with serving(store, accounts="open") as server:
        Browser(server).sign_up("Anne")
        assert wrong_sign_ins(server, 6) == [401] * 6
    with serving(store, accounts="open") as server:
        assert code_of(Browser(server).sign_in("Anne")) == (429, "rate_limited")


def test_right_passwords_are_not_limited(server: Serving) -> None:
    Browser(server).sign_up("Anne")
    assert {Browser(server).sign_in("Anne").status_code for _ in range(12)} == {200}


def test_recovery_codes_and_links_are_limited(server: Serving) -> None:
    Browser(server).sign_up("Anne")
    browser = Browser(server)
    body = {"login": "Anne", "code": "ABCD", "password": "another long one"}
    assert [browser.post("/api/recovery", json=body).status_code for _ in range(7)] == [401] * 6 + [
        429
    ]
    link = [
        browser.post(f"/api/recovery/mail/guess{n}", json={"password": "another long one"})
        for n in range(21)
    ]
    assert [answer.status_code for answer in link] == [410] * 20 + [429]
    assert code_of(browser.post("/api/me/email/guess", json={})) == (429, "rate_limited")


def test_new_accounts_are_limited_by_address(server: Serving) -> None:
    statuses = [
        Browser(server).post("/api/accounts", json={"login": f"person {word}"}).status_code
        for word in "abcdefghijk"
    ]
    assert statuses == [201] * 10 + [429]


def test_probing_names_is_limited(server: Serving) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    bodies = [{"name": "Anne", "kind": "bot"}] * 21
    statuses = [browser.post("/api/members", json=body).status_code for body in bodies]
    assert statuses == [409] * 20 + [429]


# -- Enumeration -----------------------------------------------------------------------------------


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each verification of a password had a hash of an account."""
    seen: list[bool] = []
    verify = hasher.Place.verify

    async def counted(self: hasher.Place, stored: str | None, password: str) -> str | None:
        seen.append(stored is not None)
        return await verify(self, stored, password)

    monkeypatch.setattr(hasher.Place, "verify", counted)
    return seen


def test_sign_in_does_not_tell_which_names_exist(server: Serving, verified: list[bool]) -> None:
    Browser(server).sign_up("Anne")
    Browser(server).sign_up("Zoé", None)

    def answer(login: str) -> dict[str, Any]:
        found = Browser(server).sign_in(login, "not the password")
        return {"status": found.status_code, **found.json()}

    # Wrong password, no password, no account: the same answer after the same work.
    assert answer("Anne") == answer("Zoé") == answer("nobody")
    assert verified == [True, False, False]


def test_recovery_does_not_tell_which_names_exist(server: Serving) -> None:
    Browser(server).sign_up("Anne")
    answers = [
        Browser(server)
        .post("/api/recovery", json={"login": login, "code": "X", "password": "another long one"})
        .json()
        for login in ("Anne", "nobody")
    ]
    assert answers[0] == answers[1]


def test_members_of_others_do_not_exist(server: Serving) -> None:
    anne, bea = Browser(server), Browser(server)
    anne.sign_up("Anne")
    other = bea.sign_up("Bea")["me"]["members"][0]["id"]
    rules = {"meet": "bots", "phrases_only": True}
    for member in (other, "nobody"):
        path = f"/api/members/{member}"
        for method, address, body in (
            ("GET", f"{path}/rules", None),
            ("PUT", f"{path}/rules", rules),
            ("GET", f"{path}/approvals", None),
            ("PATCH", path, {"name": "Eve"}),
            ("DELETE", path, None),
        ):
            answer = anne.request(method, address, json=body)
            assert code_of(answer) == (403, "not_yours")
            assert answer.json()["detail"] == "this is no member of your account"
    assert bea.me()["members"][0]["name"] == "Bea"


# -- Names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "imitation"),
    [
        ("Paul", "paul"),
        ("Paul", "PAUL"),
        ("Paul", "Ｐａｕｌ"),
        ("Paul", "𝐏𝐚𝐮𝐥"),
        ("Paul", "Pau1"),
        ("Paul", "PauI"),
        ("Paul", "P-a-u-l"),
        ("Paul", "Pa ul"),
        ("pace", "расе"),  # Cyrillic
        ("Hope", "Норе"),
        ("KATE", "ΚΑΤΕ"),  # Greek
        ("Bob", "B0b"),
        ("Marnie", "Mamie"),
        ("Léa", "Le\N{COMBINING ACUTE ACCENT}a"),
        ("straße", "STRASSE"),
        ("Ilse", "ıⅼse"),
    ],
)
def test_names_that_imitate_others_are_taken(server: Serving, known: str, imitation: str) -> None:
    Browser(server).sign_up(known)
    answer = Browser(server).post("/api/accounts", json={"login": imitation})
    assert code_of(answer) == (409, "name_taken")
    # The name of a public member or a program as well.
    owner, other = Browser(server), Browser(server)
    public = owner.sign_up("Quentin", name=known)["me"]["members"][0]["id"]
    assert owner.patch(f"/api/members/{public}", json={"listed": True}).status_code == 200
    found = other.sign_up("Rosalind", name=imitation)["me"]["members"][0]["id"]
    listed = other.patch(f"/api/members/{found}", json={"listed": True})
    assert code_of(listed) == (409, "name_taken")
    program = other.post("/api/members", json={"name": imitation, "kind": "bot"})
    assert code_of(program) == (409, "name_taken")


def test_families_may_use_the_same_names(server: Serving) -> None:
    anne, bea = Browser(server), Browser(server)
    anne.sign_up("Anne")
    bea.sign_up("Bea")
    for browser in (anne, bea):
        for name, kind in (("Tom", "child"), ("Papa", "adult")):
            made = browser.post("/api/members", json={"name": name, "kind": kind})
            assert made.status_code == 201
        again = browser.post("/api/members", json={"name": "T0m", "kind": "child"})
        assert code_of(again) == (409, "name_taken")
    papa, other = (browser.me()["members"][2]["id"] for browser in (anne, bea))
    assert anne.patch(f"/api/members/{papa}", json={"listed": True}).status_code == 200
    refused = bea.patch(f"/api/members/{other}", json={"listed": True})
    assert code_of(refused) == (409, "name_taken")
    # Names that are not public any more are free.
    assert anne.patch(f"/api/members/{papa}", json={"listed": False}).status_code == 200
    assert bea.patch(f"/api/members/{other}", json={"listed": True}).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "Pаul",  # with a Cyrillic letter
        "Aνα",
        "x",
        "",
        "   ",
        "a" * 41,
        "Anne\N{RIGHT-TO-LEFT OVERRIDE}",
        "An\N{ZERO WIDTH JOINER}ne",
        "An\N{SOFT HYPHEN}ne",
        "Zalgo\N{COMBINING DOT BELOW}\N{COMBINING TILDE OVERLAY}",
        "12345",
        "Anne\u0000",
        "ᎪᏞᏟ",  # Cherokee
        MARKUP,
        "a@b.example",
        "Admin",
        "M0derator",
        "deleted player",
        "😀😀",
    ],
)
def test_names_that_hide_something_are_refused(server: Serving, name: str) -> None:
    answer = Browser(server).post("/api/accounts", json={"login": name})
    assert code_of(answer) == (400, "bad_name")


@pytest.mark.parametrize(
    "name",
    [
        "Léa",
        "O’Brien",
        "Jean-Paul",
        "Мария",
        "Ελένη",
        "محمد",
        "דוד",
        "さくらサクラ桜",
        "민수",
        "Đặng Thị",
        "अनिल",
        "สมชาย",
    ],
)
def test_names_of_many_languages_are_allowed(name: str) -> None:
    assert names.clean_name(name)
    assert look_alikes.key_of_name(name)


# -- Free text -------------------------------------------------------------------------------------


def test_markup_stays_text(server: Serving) -> None:
    """Names have no markup; other texts are sent as JSON, and never as HTML."""
    browser = Browser(server, host="localhost", **{"user-agent": MARKUP})
    browser.sign_up("Anne")
    answer = browser.get("/api/sessions")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()[0]["agent"] == ""
    for body in ({"language": MARKUP}, {"login": MARKUP}, {"email": MARKUP}):
        assert browser.patch("/api/me", json=body).status_code == 400
    zone = {"meet": "bots", "phrases_only": True, "zone": MARKUP}
    member = browser.me()["members"][0]["id"]
    refused = browser.put(f"/api/members/{member}/rules", json=zone)
    assert code_of(refused) == (400, "bad_request")
    assert refused.headers["content-type"] == "application/problem+json"
    assert code_of(browser.patch(f"/api/members/{member}", json={"name": MARKUP})) == (
        400,
        "bad_name",
    )


def test_markup_in_names_of_tokens_stays_text(server: Serving) -> None:
    """The one text without rules for its letters: it is seen by its account alone, as JSON."""
    browser = Browser(server)
    browser.sign_up("Anne")
    member = browser.me()["members"][0]["id"]
    path = f"/api/members/{member}/tokens"
    made = browser.post(path, json={"name": MARKUP, "scopes": ["read"]})
    for answer in (made, browser.get(path), browser.get("/api/me/export")):
        assert answer.is_success, answer.text
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert browser.get(path).json()[0]["name"] == MARKUP


@pytest.mark.parametrize("zone", ["../../etc/passwd", "/etc/passwd", "Europe/Atlantis", "", "\x00"])
def test_time_zones_are_no_paths(server: Serving, zone: str) -> None:
    browser = Browser(server)
    member = browser.sign_up("Anne")["me"]["members"][0]["id"]
    body = {"meet": "bots", "phrases_only": True, "zone": zone}
    assert code_of(browser.put(f"/api/members/{member}/rules", json=body)) == (400, "bad_request")


# -- Links and codes -------------------------------------------------------------------------------


def test_invitation_is_used_once(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite3"
    with serving(store, accounts="invitation") as server:
        code = invited(store)
        other = invited(store)
        body = {"login": "Anne", "password": PASSWORD, "invitation": code.lower()}
        browser = Browser(server)
        assert browser.post("/api/accounts", json=body).status_code == 201
        again = Browser(server).post("/api/accounts", json={**body, "login": "Bea"})
        assert code_of(again) == (410, "expired")
        # A name that is taken does not use an invitation up.
        taken = Browser(server).post("/api/accounts", json={**body, "invitation": other})
        assert code_of(taken) == (409, "name_taken")
        accepted = Browser(server).post(
            "/api/accounts", json={**body, "login": "Bea", "invitation": other}
        )
        assert accepted.status_code == 201
        assert code_of(browser.post("/api/invitations", json={})) == (403, "not_allowed")


def invited(store: Path) -> str:
    def make(connection: Connection) -> str:
        code, _ = invitations.make(connection, None, clock.now_ms())
        connection.commit()
        return code

    return database.write(store, make)
