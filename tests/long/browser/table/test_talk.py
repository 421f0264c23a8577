"""Players say phrases: each reads them in their own language, and can mute the others."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import (
    ANNE,
    MY_TURN,
    READY,
    expect_fitting,
    lay,
    make_table,
    sit_down,
    tab_to,
    use,
)
from tests.server.serving import Serving

OPEN: dict[str, Any] = {"kind": "open"}
SAY = "[data-action=say]"


def say(page: Page, phrase: str) -> None:
    page.locator(SAY).click()
    page.locator(f"[data-phrase='{phrase}']").click()
    expect(page.locator("talk-panel")).to_have_count(0)


def test_a_phrase_is_read_in_each_language(person: Person, site: Serving) -> None:
    anne, bea = person(width=360, height=740), person(width=1280, language="de-DE")
    made = make_table(site.address, ANNE, OPEN)
    sit_down(anne, made)
    bea.goto(f"/t/{made['table']}")
    bea.locator("#join-name").fill("Bea")
    bea.locator(".join-name .primary").click()
    for page in (anne, bea):
        page.wait_for_selector(READY)

    # By keyboard: the panel opens with the focus on its first phrase, and closes with Escape.
    tab_to(anne, SAY)
    anne.keyboard.press("Enter")
    expect(anne.locator("[data-phrase='start.hello']")).to_be_focused()
    expect_fitting(anne, "the table with phrases")
    board = anne.locator("game-board").bounding_box()
    panel = anne.locator("talk-panel").bounding_box()
    assert board is not None
    assert panel is not None
    assert panel["y"] >= board["y"] + board["height"]
    assert objections_in_both(anne) == []
    anne.keyboard.press("Escape")
    expect(anne.locator("talk-panel")).to_have_count(0)
    expect(anne.locator(SAY)).to_be_focused()
    anne.keyboard.press("Enter")
    anne.locator("[data-phrase='play.long']").press("Enter")
    expect(anne.locator(SAY)).to_be_focused()

    expect(bea.locator(".seat", has_text="Anne").locator(".seat-said")).to_have_text(
        "Was für ein langes Ungeheuer!"
    )
    expect(bea.locator("[data-told]")).to_have_text("Anne: „Was für ein langes Ungeheuer!“")
    expect(bea.locator(".wide-log .log")).to_contain_text("„Was für ein langes Ungeheuer!“")
    expect(anne.locator(".seat-said")).to_contain_text("Quel long monstre")
    say(bea, "react.clap")
    expect(anne.locator("[data-told]")).to_contain_text("👏 Applaudissements")

    # A phrase is no move: the one to act goes on choosing.
    acting, other = (anne, bea) if anne.locator(MY_TURN).count() else (bea, anne)
    use(acting.locator(".target[data-part=near]").first)
    acting.wait_for_selector("[data-action=undo]")
    say(other, "play.oops")
    expect(acting.locator("[data-told]")).to_contain_text("Oups" if acting is anne else "Hoppla")
    expect(acting.locator("[data-action=undo]")).to_have_count(1)
    lay(acting)
    other.wait_for_selector(MY_TURN)

    # What a muted player says is not shown, nor what they have said.
    bea.locator(SAY).click()
    bea.get_by_label("Anne stumm schalten").check()
    expect(bea.locator(".wide-log .log")).not_to_contain_text("Ungeheuer")
    bea.reload()
    bea.wait_for_selector(READY)
    expect(bea.locator(".wide-log .log")).not_to_contain_text("Ungeheuer")


def test_no_phrases_where_nobody_reads_them(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, ANNE, {"kind": "bot", "level": 1}))
    page.wait_for_selector(READY)
    expect(page.locator(SAY)).to_have_count(0)
