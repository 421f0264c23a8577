"""Mail: addresses are confirmed by it, and accounts recovered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from empile.community import clock
from empile.community.mail import sender
from empile.community.mail.sender import MailError, SmtpServer, read_smtp
from tests.community.people import PASSWORD, Browser, code_of
from tests.community.smtp_server import MailServer, mail_server
from tests.server.serving import Serving, serving

SITE = "https://play.example.org"
NEW = "four blocks on top"


@pytest.fixture
def post() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


@pytest.fixture
def server(tmp_path: Path, post: MailServer) -> Iterator[Serving]:
    with serving(
        tmp_path / "tables.sqlite3",
        accounts="open",
        smtp=post.url,
        mail_from="Empile <games@example.org>",
        origins=frozenset({SITE}),
    ) as running:
        yield running


def text_of(message: EmailMessage) -> str:
    return str(message.get_content())


def token_in(message: EmailMessage) -> str:
    """Return the token of the link in a message."""
    found = re.search(rf"{SITE}/account/\w+#(\S+)", text_of(message))
    assert found is not None, text_of(message)
    return found[1]


def with_address(server: Serving, post: MailServer, login: str = "Anne") -> Browser:
    """Sign up, and confirm an address."""
    browser = Browser(server)
    browser.sign_up(login, language="fr")
    sent = len(post.received)
    browser.patch("/api/me", json={"email": f"{login.lower()}@example.org"})
    token = token_in(post.wait_for(sent + 1)[-1])
    assert browser.post(f"/api/me/email/{token}", json={}).status_code == 204
    return browser


def test_address_is_confirmed_by_a_link_that_works_once(server: Serving, post: MailServer) -> None:
    browser = Browser(server)
    browser.sign_up("Anne", language="fr")
    found = browser.patch("/api/me", json={"email": " Anne@Example.org "}).json()["account"]
    assert (found["email"], found["email_confirmed"]) == ("Anne@Example.org", False)
    (message,) = post.wait_for(1)
    assert message["to"] == "Anne@Example.org"
    assert message["from"] == "Empile <games@example.org>"
    assert message["subject"] == "Confirmez votre adresse pour Empile"
    path = f"/api/me/email/{token_in(message)}"
    assert Browser(server).post(path, json={}).status_code == 204
    assert browser.me()["account"]["email_confirmed"] is True
    assert code_of(browser.post(path, json={})) == (410, "expired")


def test_link_to_an_earlier_address_confirms_nothing(server: Serving, post: MailServer) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    browser.patch("/api/me", json={"email": "old@example.org"})
    old = token_in(post.wait_for(1)[0])
    browser.patch("/api/me", json={"email": "new@example.org"})
    assert code_of(browser.post(f"/api/me/email/{old}", json={})) == (410, "expired")
    assert browser.me()["account"]["email_confirmed"] is False


def test_address_is_of_one_account_once_it_is_confirmed(server: Serving, post: MailServer) -> None:
    thief = Browser(server)
    thief.sign_up("Eve")
    thief.patch("/api/me", json={"email": "anne@example.org"})
    token = token_in(post.wait_for(1)[0])
    # An address that is not confirmed keeps nobody from using it.
    with_address(server, post)
    assert code_of(thief.post(f"/api/me/email/{token}", json={})) == (409, "name_taken")
    assert thief.me()["account"]["email_confirmed"] is False


@pytest.mark.parametrize("asked", ["Anne", "ANNE@example.org"])
def test_mail_recovers_an_account_once(server: Serving, post: MailServer, asked: str) -> None:
    browser = with_address(server, post)
    answer = Browser(server).post("/api/recovery/mail", json={"login_or_email": asked})
    assert (answer.status_code, answer.content) == (202, b"null")
    message = post.wait_for(2)[1]
    assert message["to"] == "anne@example.org"
    assert message["subject"] == "Nouveau mot de passe pour Empile"
    path = f"/api/recovery/mail/{token_in(message)}"
    other = Browser(server)
    assert code_of(other.post(path, json={"password": "weak"})) == (400, "weak_password")
    assert other.post(path, json={"password": NEW}).json()["account"]["login"] == "Anne"
    assert other.get("/api/me").status_code == 200
    assert code_of(browser.get("/api/me")) == (401, "signed_out")
    assert code_of(browser.post(path, json={"password": PASSWORD})) == (410, "expired")
    # The owner hears of it.
    assert post.wait_for(3)[2]["subject"] == "Votre compte Empile a été modifié"


def test_recovery_link_expires(
    server: Serving, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_address(server, post)
    browser = Browser(server)
    browser.post("/api/recovery/mail", json={"login_or_email": "Anne"})
    path = f"/api/recovery/mail/{token_in(post.wait_for(2)[1])}"
    later = clock.now_ms() + 30 * clock.MINUTE_MS
    monkeypatch.setattr("empile.community.routes.session_routes.now_ms", lambda: later)
    assert code_of(browser.post(path, json={"password": NEW})) == (410, "expired")


def test_recovery_mail_answers_the_same_for_everyone(server: Serving, post: MailServer) -> None:
    with_address(server, post)
    unconfirmed = Browser(server)
    unconfirmed.sign_up("Bea")
    unconfirmed.patch("/api/me", json={"email": "bea@example.org"})
    post.wait_for(2)
    names = ["nobody", "nobody@example.org", "Bea", "bea@example.org", "Anne"]
    answers = [
        Browser(server).post("/api/recovery/mail", json={"login_or_email": name}) for name in names
    ]
    assert {(one.status_code, one.content) for one in answers} == {(202, b"null")}
    assert {tuple(sorted(one.headers.keys())) for one in answers} == {
        tuple(sorted(answers[0].headers.keys()))
    }
    # The last one is sent last, so nothing was sent to the others.
    assert [message["to"] for message in post.wait_for(3)] == [
        "anne@example.org",
        "bea@example.org",
        "anne@example.org",
    ]


def test_recovery_mails_are_limited_for_names_that_do_not_exist_too(
    server: Serving, post: MailServer
) -> None:
    with_address(server, post)
    for name in ("Anne", "nobody", "anne@example.org"):
        statuses = [
            Browser(server).post("/api/recovery/mail", json={"login_or_email": name}).status_code
            for _ in range(4)
        ]
        assert statuses == [202] * 3 + [429]


def test_links_never_begin_with_the_host_of_a_request(server: Serving, post: MailServer) -> None:
    with_address(server, post)
    forged = {"host": "6.6.6.6", "origin": "http://6.6.6.6"}
    body = {"login_or_email": "Anne"}
    assert Browser(server).post("/api/recovery/mail", json=body, headers=forged).status_code == 202
    message = post.wait_for(2)[1]
    assert token_in(message)
    assert "6.6.6.6" not in text_of(message)


def test_change_of_the_address_is_told_to_the_old_one(server: Serving, post: MailServer) -> None:
    browser = with_address(server, post)
    browser.patch("/api/me", json={"email": "eve@example.org"})
    mails = {mail["to"]: mail for mail in post.wait_for(3)[1:]}  # none waits for the other
    assert mails.keys() == {"anne@example.org", "eve@example.org"}
    notice = mails["anne@example.org"]
    assert "play.example.org" in text_of(notice)
    browser.patch("/api/me", json={"email": ""})
    assert browser.me()["account"]["email"] is None


def test_refused_mail_is_sent_again(
    server: Serving, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "_PAUSES", (0.0, 0.01, 0.01))
    post.busy = 2
    browser = Browser(server)
    browser.sign_up("Anne")
    browser.patch("/api/me", json={"email": "anne@example.org"})
    assert post.wait_for(1)[0]["to"] == "anne@example.org"
    assert post.busy == 0


@pytest.mark.parametrize(
    "address",
    ["x", "a@b", "a b@example.org", "a@example.org\r\nBcc: b@example.org", "<a@example.org>", "é@example.org",
     "a@example.org,b@example.org", "@example.org"],
)  # fmt: skip
def test_addresses_that_are_none_are_refused(server: Serving, address: str) -> None:
    browser = Browser(server)
    browser.sign_up("Anne")
    assert code_of(browser.patch("/api/me", json={"email": address})) == (400, "bad_request")


def test_without_smtp_there_is_no_mail(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", accounts="open") as server:
        browser = Browser(server)
        browser.sign_up("Anne")
        asked = browser.post("/api/recovery/mail", json={"login_or_email": "Anne"})
        assert code_of(asked) == (404, "not_found")
        assert code_of(browser.patch("/api/me", json={"email": "a@example.org"})) == (
            400,
            "bad_request",
        )


def test_read_smtp() -> None:
    assert read_smtp("smtp://localhost") == SmtpServer("localhost", 587, None, None, False)
    assert read_smtp("smtps://me%40x:p%2Fw@mail.example.org:99") == SmtpServer(
        "mail.example.org", 99, "me@x", "p/w", True
    )
    for url in ("", "http://x", "smtp://", "smtp://x:port", "mail.example.org"):
        with pytest.raises(MailError) as failed:
            read_smtp(url)
        assert "secret" not in str(failed.value)
