"""Sharing a replay: a picture, a film, and code that shows it on pages of others."""

from __future__ import annotations

import http.server
import io
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import choose_action
from tests.browser.support.records import random_record, replay_address
from tests.support.tcp_server import listening

COPIED = "() => navigator.clipboard.readText()"


def saved(page: Page, action: str) -> Image.Image:
    """Press a button of the replay, and return the picture that it saves."""
    with page.expect_download() as waiting:
        choose_action(page, action)
    return Image.open(io.BytesIO(waiting.value.path().read_bytes()))


@contextmanager
def other_site(body: str) -> Iterator[str]:
    """Serve a page of somebody else."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>Club</title>{body}".encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with listening(Handler) as port:
        yield f"http://localhost:{port}"


def test_a_replay_is_shared_as_picture_film_and_code(person: Person) -> None:
    page = person(360, 740)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(replay_address(random_record("blox")))
    page.wait_for_selector("[data-state=replay]")
    page.locator(".controls input[type=range]").press("End")
    picture = saved(page, "picture")
    assert (picture.format, max(picture.size)) == ("PNG", 1200)
    expect(page.locator(".told")).to_contain_text(".png")
    film = saved(page, "film")
    assert (film.format, getattr(film, "n_frames", 1) > 1) == ("WEBP", True)
    choose_action(page, "embed")
    expect(page.locator(".told")).to_have_text("Copié.")
    code = page.evaluate(COPIED)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    with other_site(code) as club:
        page.goto(club)
        frame = page.frame_locator("iframe")
        frame.locator("[data-state=replay]").wait_for()
        frame.locator("[data-action=next], .controls button").first.wait_for()
        assert frame.locator("header").count() == 0
        assert frame.locator("[data-action=analyse], [data-action=play-on]").count() == 0
        frame.locator(".controls input[type=range]").press("ArrowRight")
        expect(frame.locator("[data-frame]:not([data-frame='0'])")).to_be_visible()
        # All other pages refuse to be shown by others.
        address = code.split('src="')[1].split("/embed")[0]
        for path, framing in (("/", "DENY"), ("/embedded", "DENY"), ("/embed", None)):
            headers = page.request.get(address + path).headers
            assert headers.get("x-frame-options") == framing

    page.goto(replay_address(random_record("blox")).replace("/r#", "/embed#"))
    page.wait_for_selector("[data-state=replay]")
    assert objections_in_both(page) == []
