"""Somebody is away, or the table stops: a bot stands in, the game goes on where it was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from empile.engine.state import State
from tests.browser.conftest import Person
from tests.browser.support.playing import (
    MY_TURN,
    READY,
    SMALL,
    await_turn,
    lay,
    make_table,
    sit_down,
)
from tests.server.serving import Serving


def _join(page: Page, table: str, name: str) -> None:
    page.goto(f"/t/{table}")
    page.get_by_label("Votre nom").fill(name)
    page.get_by_role("button", name="Prendre place").click()
    page.wait_for_selector(READY)


def test_a_bot_stands_in_until_the_person_comes_back(person: Person, site: Serving) -> None:
    anne, bea, chloe = person(), person(), person()
    open_place = {"kind": "open"}
    made = make_table(site.address, {"kind": "person", "name": "Anne"}, open_place, open_place)
    bea.goto(f"/t/{made['table']}")
    bea.get_by_label("Votre nom").fill("Béa")
    bea.get_by_role("button", name="Prendre place").click()
    _join(chloe, made["table"], "Chloé")
    sit_down(anne, made)
    for page in (anne, bea):
        page.wait_for_selector(READY)

    bea.goto("/")
    anne.get_by_role("button", name="Faire jouer l’ordinateur").click()
    expect(anne.locator("dialog[open]")).to_contain_text("doivent être d’accord")
    anne.get_by_role("button", name="Débutant").click()
    question = chloe.locator("[data-ask=takeover]")
    expect(question).to_contain_text("Anne propose que l’ordinateur joue pour Béa")
    chloe.locator("[data-action=yes]").click()
    for page in (anne, chloe):
        expect(page.locator(".seat", has_text="Béa")).to_contain_text("l’ordinateur joue")

    # The bot plays Béa's turns by itself: of six moves the other two lay four.
    for _ in range(4):
        anne.wait_for_selector(f"{MY_TURN}, .turn-banner:has-text('Chloé')")
        mover = anne if anne.locator(MY_TURN).count() else chloe
        assert await_turn(mover)
        lay(mover)
        seq = mover.locator(".table").get_attribute("data-seq")
        anne.wait_for_function(
            "seq => Number(document.querySelector('.table').dataset.seq) >= seq", arg=int(seq or 0)
        )
    moved = anne.locator(".wide-log li", has=anne.locator("code"))
    expect(moved.filter(has_text="Béa").first).to_be_visible()

    bea.locator(".left-list a").click()
    bea.locator("[data-action=retake]").click()
    expect(bea.locator("[data-action=retake]")).to_have_count(0)
    expect(anne.locator(".seat", has_text="Béa")).not_to_contain_text("l’ordinateur joue")
    expect(anne.locator(".seat.absent")).to_have_count(0)


def test_a_refusal_leaves_the_place_to_the_absent(person: Person, site: Serving) -> None:
    anne, bea = person(), person()
    open_place = {"kind": "open"}
    made = make_table(site.address, {"kind": "person", "name": "Anne"}, open_place, open_place)
    sit_down(anne, made)
    for name in ("Béa", "Chloé"):
        bea.goto("/")
        bea.evaluate("() => localStorage.clear()")
        bea.goto(f"/t/{made['table']}")
        bea.get_by_label("Votre nom").fill(name)
        bea.get_by_role("button", name="Prendre place").click()
    bea.wait_for_selector(READY)
    anne.wait_for_selector(READY)
    anne.get_by_role("button", name="Faire jouer l’ordinateur").click()
    anne.get_by_role("button", name="Maître").click()
    bea.locator("[data-action=no]").click()
    for page in (anne, bea):
        expect(page.locator("[data-ask]")).to_have_count(0)
        expect(page.locator(".seat", has_text="Béa")).not_to_contain_text("l’ordinateur joue")


def test_a_frozen_table_says_so_and_is_resumed_from_the_page(
    person: Person, site: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, watcher = person(), person()
    two = [{"kind": "person", "name": name} for name in ("Anne", "Béa")]
    made = make_table(site.address, *two, **SMALL)
    sit_down(page, made)
    page.wait_for_selector(READY)
    watcher.goto(f"/t/{made['table']}")
    watcher.wait_for_selector(READY)
    assert await_turn(page)
    with monkeypatch.context() as broken:
        broken.setattr(State, "read_text", _fails)
        page.locator(".target").first.click()
        page.locator(".target[data-part=far]").first.click()
        page.locator("[data-action=play-move]").click()
        page.wait_for_selector(".table[data-state=frozen]")
    for eyes in (page, watcher):
        expect(eyes.locator(".turn-banner")).to_contain_text("Cette table est en pause")
        assert "a secret" not in eyes.content()
    expect(watcher.locator("[data-action=resume]")).to_have_count(0)
    expect(page.locator(".target")).to_have_count(0)

    page.locator("[data-action=resume]").click()
    for eyes in (page, watcher):
        eyes.wait_for_selector(".table[data-state=playing]")
    assert await_turn(page)
    lay(page)
    expect(watcher.locator(".wide-log code")).to_have_count(1)


def _fails(*_: object) -> None:
    raise RuntimeError("a secret of the house")
