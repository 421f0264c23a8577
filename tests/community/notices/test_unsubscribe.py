"""Mails with notices end by one click, without signing in."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.community.notices.readers import Reader
from tests.community.people import code_of
from tests.community.playing import add_member
from tests.community.smtp_server import MailServer
from tests.server.serving import Serving

SITE = "https://play.example.org"


@pytest.fixture
def anne(server: Serving, post: MailServer) -> Reader:
    """A member who has got a mail."""
    found = Reader(server, "Anne")
    found.confirm_address(post)
    found.choose(mail=["friend"], push=["friend"], digest="hourly")
    sent = len(post.received)
    Reader(server, "Bea").ask(member=found.member)
    post.wait_for(sent + 1)
    return found


def path_in(post: MailServer) -> str:
    """Return the path of the link in the headers of the last mail, as they were sent."""
    head = post.raw[-1].partition(b"\r\n\r\n")[0].decode("ascii")
    assert "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in f"\r\n{head}\r\n"
    link = re.search(rf"\r\nList-Unsubscribe:\s+<{re.escape(SITE)}(/\S+)>\r\n", head)
    assert link is not None, head
    return link[1]


def test_one_click_of_a_mail_program_ends_the_mails(
    anne: Reader, server: Serving, post: MailServer
) -> None:
    tom = add_member(anne, "Tom", "child")
    assert anne.put(f"/api/members/{tom}/notices/settings", json={"mail": ["turn"]}).is_success
    for _ in range(2):
        answer = httpx.post(
            server.address + path_in(post),
            content=b"List-Unsubscribe=One-Click",
            headers={"content-type": "application/x-www-form-urlencoded"},
        )
        assert answer.status_code == 200
    chosen = anne.choices()["settings"]
    assert (chosen["mail"], chosen["push"], chosen["digest"]) == ([], ["friend"], "hourly")
    told = anne.get(f"/api/members/{tom}/notices/settings").json()
    assert told["settings"]["mail"] == []


def test_looking_at_the_link_changes_nothing(
    anne: Reader, server: Serving, post: MailServer
) -> None:
    assert anne.patch("/api/me", json={"language": "fr"}).is_success
    address = server.address + path_in(post)
    shown = httpx.get(address)
    assert shown.headers["content-type"].startswith("text/html")
    assert shown.headers["cache-control"] == "no-store"
    assert '<html lang="fr">' in shown.text
    assert "Ne plus recevoir de messages</button>" in shown.text
    assert anne.choices()["settings"]["mail"] == ["friend"]
    # What a browser sends for the form of a page without a referrer.
    kind = {"origin": "null", "content-type": "application/x-www-form-urlencoded"}
    done = httpx.post(address, content=b"", headers=kind)
    assert (done.status_code, "Vous ne recevrez plus" in done.text) == (200, True)
    assert anne.choices()["settings"]["mail"] == []


def test_link_must_be_signed_and_of_an_account(
    anne: Reader, server: Serving, post: MailServer
) -> None:
    path = path_in(post)
    account, _, mac = path.rpartition("/")[2].partition(".")
    folder = path.rpartition("/")[0]
    for token in (
        f"{int(account) + 1}.{mac}",
        f"{account}.{'A' * 22}",
        account,
        f"0{account}.{mac}",
    ):
        for answer in (
            httpx.get(f"{server.address}{folder}/{token}"),
            httpx.post(f"{server.address}{folder}/{token}"),
        ):
            assert code_of(answer) == (410, "expired")
    assert anne.choices()["settings"]["mail"] == ["friend"]
    assert anne.delete("/api/me").status_code == 204
    assert code_of(httpx.post(server.address + path)) == (410, "expired")
