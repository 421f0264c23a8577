"""Passkeys, with an authenticator in software."""

from __future__ import annotations

from typing import Any

import pytest

from empile.community import clock, passkeys, sessions
from empile.server.wire.errors import CommandError
from tests.community.authenticator import Authenticator, encoded
from tests.community.people import Browser, code_of
from tests.server.serving import Serving


def here(server: Serving) -> Browser:
    return Browser(server, host="localhost")


def origin(server: Serving) -> str:
    return server.address.replace("127.0.0.1", "localhost")


def add(browser: Browser, device: Authenticator, **more: str) -> Any:
    """Add a passkey; return the answer."""
    options = browser.post("/api/passkeys/options", json={})
    assert options.status_code == 200, options.text
    made = device.make(options.json()["options"], browser.headers["origin"])
    return browser.post("/api/passkeys", json={"credential": made, **more})


def asked(browser: Browser) -> dict[str, Any]:
    found: dict[str, Any] = browser.post("/api/sessions/passkey/options", json={}).json()["options"]
    return found


def sign_in(browser: Browser, device: Authenticator) -> Any:
    signed = device.sign(asked(browser), browser.headers["origin"])
    return browser.post("/api/sessions/passkey", json={"credential": signed})


@pytest.fixture
def device() -> Authenticator:
    return Authenticator()


def test_passkey_signs_in_without_a_name(server: Serving, device: Authenticator) -> None:
    browser = here(server)
    browser.sign_up("Anne", None)
    (added,) = add(browser, device, name="  my   phone ").json()["passkeys"]
    assert (added["name"], added["used"]) == ("my phone", None)
    other = here(server)
    assert sign_in(other, device).json()["account"]["login"] == "Anne"
    assert other.me()["passkeys"][0]["used"] is not None
    assert other.me()["account"]["has_password"] is False


def test_passkeys_without_counters_sign_in_again(server: Serving) -> None:
    device = Authenticator(counts=False)
    browser = here(server)
    browser.sign_up("Anne", None)
    add(browser, device)
    assert [sign_in(here(server), device).status_code for _ in range(3)] == [200] * 3


def test_replayed_assertion_is_refused(server: Serving) -> None:
    device = Authenticator(counts=False)
    browser = here(server)
    browser.sign_up("Anne", None)
    add(browser, device)
    signed = {"credential": device.sign(asked(browser), origin(server))}
    assert here(server).post("/api/sessions/passkey", json=signed).status_code == 200
    replayed = here(server).post("/api/sessions/passkey", json=signed)
    assert code_of(replayed) == (401, "wrong_login")


def test_copied_authenticator_is_refused(server: Serving, device: Authenticator) -> None:
    """Its counter is not higher than the one that was stored."""
    browser = here(server)
    browser.sign_up("Anne", None)
    add(browser, device)
    device.counter = 8
    assert sign_in(here(server), device).status_code == 200
    for counter in (8, 2):
        device.counter = counter
        assert code_of(sign_in(here(server), device)) == (401, "wrong_login")
    device.counter = 20
    assert sign_in(here(server), device).status_code == 200


def test_expired_challenge_is_refused(
    server: Serving, device: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = here(server)
    browser.sign_up("Anne", None)
    add(browser, device)
    signed = {"credential": device.sign(asked(browser), origin(server))}
    later = clock.now_ms() + 5 * clock.MINUTE_MS
    monkeypatch.setattr("empile.community.routes.passkey_routes.now_ms", lambda: later)
    refused = here(server).post("/api/sessions/passkey", json=signed)
    assert code_of(refused) == (401, "wrong_login")


def test_answer_for_another_site_is_refused(server: Serving, device: Authenticator) -> None:
    browser = here(server)
    browser.sign_up("Anne", None)
    add(browser, device)
    phished = device.sign(asked(browser), "https://evil.example")
    assert code_of(here(server).post("/api/sessions/passkey", json={"credential": phished})) == (
        401,
        "wrong_login",
    )
    elsewhere = device.sign({**asked(browser), "rpId": "evil.example"}, origin(server))
    assert code_of(here(server).post("/api/sessions/passkey", json={"credential": elsewhere})) == (
        401,
        "wrong_login",
    )


def test_forged_answers_are_refused(server: Serving, device: Authenticator) -> None:
    browser = here(server)
    browser.sign_up("Anne", None)
    add(browser, device)
    thief = Authenticator()
    thief.credential, thief.user = device.credential, device.user
    assert code_of(sign_in(here(server), thief)) == (401, "wrong_login")
    unknown = Authenticator()
    assert code_of(sign_in(here(server), unknown)) == (401, "wrong_login")
    device.user = b"empile-999"
    assert code_of(sign_in(here(server), device)) == (401, "wrong_login")


def test_tap_without_verification_is_refused(server: Serving) -> None:
    browser = here(server)
    browser.sign_up("Anne", None)
    assert code_of(add(browser, Authenticator(verifies=False))) == (400, "bad_request")
    assert browser.me()["passkeys"] == []


def test_challenge_of_another_account_adds_nothing(server: Serving, device: Authenticator) -> None:
    anne, bea = here(server), here(server)
    anne.sign_up("Anne", None)
    bea.sign_up("Bea", None)
    options = anne.post("/api/passkeys/options", json={}).json()["options"]
    made = {"credential": device.make(options, origin(server))}
    assert code_of(bea.post("/api/passkeys", json=made)) == (400, "bad_request")
    assert anne.post("/api/passkeys", json=made).status_code == 201
    # Nor is it used twice.
    assert code_of(anne.post("/api/passkeys", json=made)) == (400, "bad_request")


def test_passkey_confirms_for_its_own_account_only(
    server: Serving, device: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne, bea = here(server), here(server)
    anne.sign_up("Anne", None)
    bea.sign_up("Bea", None)
    add(anne, device)

    def confirm(browser: Browser) -> Any:
        signed = device.sign(asked(browser), origin(server))
        return browser.post("/api/me/confirm", json={"passkey": signed})

    monkeypatch.setattr(sessions, "CONFIRMED_MS", 1)
    assert code_of(bea.post("/api/me/recovery-codes", json={})) == (403, "confirm")
    assert code_of(confirm(bea)) == (401, "wrong_login")
    monkeypatch.setattr(sessions, "CONFIRMED_MS", clock.HOUR_MS)
    assert confirm(anne).status_code == 200
    assert anne.post("/api/me/recovery-codes", json={}).status_code == 200


def test_last_way_to_sign_in_is_not_deleted(server: Serving, device: Authenticator) -> None:
    browser = here(server)
    browser.sign_up("Anne", None)
    (added,) = add(browser, device).json()["passkeys"]
    path = f"/api/passkeys/{added['id']}"
    assert code_of(browser.delete(path)) == (400, "bad_request")
    assert browser.patch("/api/me", json={"password": {"new": "one of many words"}}).is_success
    assert browser.delete(path).status_code == 204
    assert code_of(browser.delete(path)) == (404, "no_table")
    assert code_of(sign_in(here(server), device)) == (401, "wrong_login")


def test_addresses_without_https_have_no_passkeys(server: Serving) -> None:
    browser = Browser(server)
    assert code_of(browser.post("/api/sessions/passkey/options", json={})) == (400, "bad_request")


@pytest.mark.parametrize(
    ("page", "host"),
    [
        ("https://play.example.org", "play.example.org"),
        ("https://play.example.org:8443", "play.example.org"),
        ("http://localhost:8000", "localhost"),
        ("http://play.example.org", None),
        ("https://192.168.1.2", None),
        ("https://[::1]:8000", None),
        ("null", None),
    ],
)
def test_place_of_needs_a_secure_page_with_a_name(page: str, host: str | None) -> None:
    if host is None:
        with pytest.raises(CommandError):
            passkeys.place_of(page)
    else:
        assert passkeys.place_of(page) == (page, host)


def test_malformed_answers_are_refused(server: Serving) -> None:
    broken: list[dict[str, Any]] = [
        {},
        {"response": None},
        {"response": {"clientDataJSON": 5}},
        {"response": {"clientDataJSON": "!!!"}},
        {"response": {"clientDataJSON": encoded(b"[]")}},
        {"response": {"clientDataJSON": encoded(b'{"challenge": 7}')}},
        {"id": [], "response": {"clientDataJSON": encoded(b'{"challenge": "AAAA"}')}},
    ]
    browser = here(server)
    for credential in broken:
        answer = browser.post("/api/sessions/passkey", json={"credential": credential})
        assert answer.status_code in (400, 401), credential


@pytest.mark.parametrize("name", ["authenticatorData", "signature", "clientDataJSON"])
def test_broken_parts_of_answers_are_refused(
    server: Serving, device: Authenticator, name: str
) -> None:
    browser = here(server)
    browser.sign_up("Anne", None)
    add(browser, device)
    values: list[Any] = [None, 5, "", "AA", "é", [], {"a": 1}, "A" * 5000]
    for value in values:
        signed = device.sign(asked(browser), origin(server))
        signed["response"][name] = value
        answer = here(server).post("/api/sessions/passkey", json={"credential": signed})
        assert answer.status_code in (400, 401), value
    for value in values:
        options = browser.post("/api/passkeys/options", json={}).json()["options"]
        made = Authenticator().make(options, origin(server))
        made["response"]["attestationObject" if name == "signature" else name] = value
        if name != "authenticatorData":
            assert browser.post("/api/passkeys", json={"credential": made}).status_code == 400
    assert sign_in(here(server), device).status_code == 200
