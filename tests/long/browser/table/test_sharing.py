"""Handing a record or an invitation over: by the system's own way where it has one, else as a file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from empile.server.http.network import access
from tests.browser.conftest import Person
from tests.browser.support.playing import (
    READY,
    await_turn,
    choose_action,
    lay,
    make_table,
    sit_down,
)
from tests.server.serving import Serving, serving

TWO = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Béa"})
SHARES = """
window.shared = [];
navigator.canShare = (what) => (what.files ?? []).length > 0;
navigator.share = async (what) => {
  const files = await Promise.all((what.files ?? []).map((file) => file.text()));
  window.shared.push({ title: what.title, text: what.text, url: what.url, files });
  const outcome = "%s";
  if (outcome) throw new DOMException("no", outcome);
};
"""


def _table(page: Page, site: Serving) -> str:
    made = make_table(site.address, *TWO)
    sit_down(page, made)
    page.wait_for_selector(READY)
    assert await_turn(page)
    return lay(page)


def _shared(page: Page) -> list[dict[str, Any]]:
    page.wait_for_function("() => window.shared.length > 0")
    found: list[dict[str, Any]] = page.evaluate("() => window.shared")
    return found


def _check(text: str, move: str) -> None:
    record = json.loads(text)
    assert record["format"] == "empile/1"
    assert record["events"] == [move]


def test_a_phone_shares_the_record_its_own_way(person: Person, site: Serving) -> None:
    page = person(390, 800, touch=True)
    page.add_init_script(SHARES % "")
    move = _table(page, site)
    choose_action(page, "record")
    [given] = _shared(page)
    _check(given["files"][0], move)
    expect(page.locator(".notice")).to_have_count(0)


def test_changing_ones_mind_while_sharing_is_no_fault(person: Person, site: Serving) -> None:
    page = person(390, 800, touch=True)
    page.add_init_script(SHARES % "AbortError")
    downloads: list[object] = []
    page.on("download", lambda download: downloads.append(download))
    _table(page, site)
    choose_action(page, "record")
    assert len(_shared(page)) == 1
    expect(page.locator(".notice")).to_have_count(0)
    assert downloads == []


@pytest.mark.parametrize("has_sharing", [True, False], ids=["it fails", "there is none"])
def test_where_sharing_fails_there_is_a_file(
    person: Person, site: Serving, tmp_path: Path, has_sharing: bool
) -> None:
    page = person(390, 800, touch=True)
    if has_sharing:
        page.add_init_script(SHARES % "NotAllowedError")
    else:
        page.add_init_script("navigator.canShare = undefined; navigator.share = undefined;")
    move = _table(page, site)
    with page.expect_download() as waiting:
        choose_action(page, "record")
    name = waiting.value.suggested_filename
    assert name.startswith("block-ness-")
    waiting.value.save_as(tmp_path / name)
    _check((tmp_path / name).read_text("utf-8"), move)
    expect(page.locator(".notice")).to_contain_text(name)


def test_with_a_mouse_the_record_is_a_file(person: Person, site: Serving) -> None:
    page = person()
    page.add_init_script(SHARES % "")
    _table(page, site)
    with page.expect_download() as waiting:
        choose_action(page, "record")
    assert waiting.value.suggested_filename.endswith(".json")
    assert page.evaluate("() => window.shared") == []


def test_a_saved_record_names_bots_as_the_page_does(
    person: Person, site: Serving, tmp_path: Path
) -> None:
    page = person()
    table = make_table(site.address, TWO[0], {"kind": "bot", "level": 1})
    sit_down(page, table)
    shown = page.locator("seat-list").first
    expect(shown).to_contain_text("Débutant")
    with page.expect_download() as waiting:
        choose_action(page, "record")
    waiting.value.save_as(tmp_path / "record.json")
    seats: list[str] = json.loads((tmp_path / "record.json").read_text("utf-8"))["seats"]
    assert "Débutant" in seats


def test_an_invitation_is_shared_with_its_link(person: Person, site: Serving) -> None:
    page = person(390, 800, touch=True)
    page.add_init_script(SHARES % "")
    made = make_table(site.address, TWO[0], {"kind": "open"})
    sit_down(page, made)
    page.get_by_role("button", name="Partager l’invitation").click()
    [given] = _shared(page)
    assert given["url"] == f"{site.address}/t/{made['table']}"
    assert made["token"] not in json.dumps(given)
    assert "Block Ness" in given["text"]


def test_host_opens_the_table_to_the_home_network(
    browsers: dict[bool, Browser], tmp_path: Path, pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "own_addresses", lambda: ["127.0.0.2"])  # a neighbour's view
    with serving(tmp_path / "tables.sqlite3", pages, may_open_network=True) as home:
        context = browsers[False].new_context(locale="fr-FR", reduced_motion="reduce")
        page = context.new_page()
        open_place = ({"kind": "person", "name": "Anne"}, {"kind": "open"})
        made = make_table(home.address, *open_place)
        page.goto(f"{home.address}/t/{made['table']}#seat={made['token']}")
        opens = page.locator("[data-action=open-network]")
        expect(opens).to_be_visible()
        expect(page.locator(".qr")).to_have_count(0)
        opens.press("Enter")
        expect(page.locator(".told")).to_contain_text("C’est ouvert")
        link = page.locator("[data-invite-link]")
        expect(link).to_have_value(re.compile(rf"http://127\.0\.0\.2:\d+/t/{made['table']}"))
        expect(link).to_be_focused()
        expect(page.locator(".qr")).to_be_visible()
        expect(opens).to_have_count(0)
        guest = context.new_page()
        guest.goto(link.input_value())
        guest.get_by_label("Votre nom").fill("Béa")
        guest.get_by_role("button", name="Prendre place").click()
        page.wait_for_selector(READY)
        context.close()
