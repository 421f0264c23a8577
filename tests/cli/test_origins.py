"""Origins and hosts that a server is started with."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from empile.cli.origins import host, origin
from tests.cli.conftest import Empile


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("HTTPS://Play.Example.org:443/", "https://play.example.org"),
        ("http://play.example.org:80", "http://play.example.org"),
        ("http://play.example.org:443", "http://play.example.org:443"),
        ("http://[::1]:8000/", "http://[::1]:8000"),
        ("https://[2001:db8::443]", "https://[2001:db8::443]"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("https://xn--spel-cpa.example", "https://xn--spel-cpa.example"),
    ],
)
def test_an_origin_is_read_as_browsers_send_it(text: str, sent: str) -> None:
    assert origin(text) == sent


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("https://games.example.org/empile", "a host of its own"),
        ("https://games.example.org?x=1", "a host of its own"),
        ("games.example.org", "http:// or https://"),
        ("ftp://games.example.org", "http:// or https://"),
        ("https://", "http:// or https://"),
        ("null", "http:// or https://"),
        ("*", "http:// or https://"),
        ("https://spïel.example", "xn--"),
        ("https://[::1", "not a host"),
        ("https://a.example:99999", "not a host"),
        ("https://a.example:0", "not a host"),
        ("https://anne@a.example", "not a host"),
        ("https://*.example.org", "not a host"),
        ("https://256.1.1.1", "not a host"),
        ("https://a..example", "not a host"),
    ],
)
def test_an_origin_that_no_browser_sends_is_refused(text: str, why: str) -> None:
    with pytest.raises(ArgumentTypeError, match=why):
        origin(text)


def test_hosts_may_have_ports() -> None:
    assert host("A.example:8000") == "a.example:8000"
    for wrong in ("https://a.example", "a.example/x", "::1", "a b"):
        with pytest.raises(ArgumentTypeError):
            host(wrong)


@pytest.mark.parametrize(
    "words",
    [
        ("--origin", "https://a.example/games"),
        ("--allow-origin", "a.example"),
        ("--host-name", "https://a.example"),
    ],
)
def test_a_server_does_not_start_with_them(empile_cli: Empile, words: tuple[str, str]) -> None:
    empile_cli("serve", *words).refused(f"argument {words[0]}: '", words[1])
