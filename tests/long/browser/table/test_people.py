"""A table of real blocks: the page deals, keeps the turns, lights the words up and is told what happened."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import (
    CURTAIN,
    MY_TURN,
    TERMINAL,
    focused,
    lay_shown,
    lift,
    make_table,
    sit_down,
    tab_to,
)
from tests.server.serving import Serving

GAME = "block-out"
CARD = "ruling-card"
SIX = ("Anne", "Béa", "Chloé", "David", "Élodie", "Farid")
STANDS, FALLS, LATER = "~stands", "~falls", "~falls-later"


def step(name: str) -> str:
    """Return the selector of the card at one of its questions."""
    return f"{CARD} [data-ruling={name}]"


def here(name: str) -> dict[str, Any]:
    """Return the place of a person at this device."""
    return {"kind": "person", "name": name}


def with_lists(page: Page) -> Page:
    """Let cards be chosen from lists: how they look is the scene's own affair."""
    page.add_init_script("localStorage.setItem('empile.lists', 'on')")
    return page


def play_a_card(page: Page) -> None:
    """Play a card of the hand shown, one for a block where there is one."""
    page.wait_for_selector(MY_TURN)
    table = page.locator(".table")
    for part in ("card", "block"):
        if table.get_attribute("data-preview"):
            break
        chooser = page.locator(f"list-chooser select[data-part={part}]")
        values = chooser.locator("option").evaluate_all(
            "options => options.map(option => option.value).filter(Boolean)"
        )
        blocks = [value for value in values if value not in ("pass", "reverse")]
        chooser.select_option((blocks or values)[0])
    lay_shown(page)


def place(page: Page) -> str:
    """Play cards round one device until a block is to be placed; return who places it."""
    while True:
        page.wait_for_selector(f"{CURTAIN}, {MY_TURN}")
        if page.locator(CURTAIN).count():
            lift(page)
        play_a_card(page)
        page.wait_for_selector(f"{CARD}, {CURTAIN}, {MY_TURN}, {TERMINAL}")
        if page.locator(CARD).count():
            return page.locator(".ruling h2").inner_text().split()[1]


def press(page: Page, name: str) -> None:
    """Press a button of the card once it is ready."""
    page.locator(f"[data-ruling-press='{name}'][aria-disabled=false]").click()


def stands(page: Page) -> None:
    """Say that the tower stands."""
    press(page, STANDS)
    page.wait_for_selector(step("held"))


def next_turn(page: Page) -> str:
    """Begin the next turn; return who is to take the device."""
    press(page, "begin")
    page.wait_for_selector(CURTAIN)
    return page.locator("#pass-screen-title").inner_text().removeprefix("Passez l’appareil à ")


def one_device(page: Page, site: Serving, *names: str, **options: Any) -> dict[str, Any]:
    """Seat persons round one device."""
    made = make_table(
        site.address, *map(here, names or SIX[:2]), game=GAME, referee="people", **options
    )
    sit_down(with_lists(page), made)
    return made


def test_a_whole_game_round_one_device(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    made = one_device(page, site, turn_limit=5)
    told = page.locator("[data-told]")

    # It stands, from the words to the next turn.
    first = place(page)
    expect(page.locator(".ruling h2")).to_contain_text("de poser")
    press(page, "countdown")
    page.wait_for_selector(f"{step('countdown')} .countdown .now")
    page.wait_for_selector(step("spoken"))
    expect(told).to_have_text("Alors, ça tient\u202f?")
    press(page, STANDS)
    page.wait_for_selector(step("held"))
    second = next_turn(page)
    assert {first, second} == set(SIX[:2])
    expect(page.locator(CARD)).to_have_count(0)

    # It falls while it is placed: a mistaken press is mended, then it is said; the same seat rebuilds.
    assert place(page) == second
    press(page, "fell")
    page.wait_for_selector(step("when"))
    press(page, "back")
    press(page, "fell")
    press(page, FALLS)
    page.wait_for_selector(CURTAIN)
    assert second in page.locator(CURTAIN).inner_text(), (
        "the device lay on the table for all to see"
    )
    assert place(page) == second
    stands(page)

    # A reload in the middle of it, and what was said is still there.
    page.reload()
    page.wait_for_selector(step("held"))

    # It falls later: nobody draws, it is the other one's turn.
    press(page, "fell")
    press(page, LATER)
    page.wait_for_selector(CURTAIN)
    assert first in page.locator(CURTAIN).inner_text()

    # The end is asked for twice.
    while True:
        place(page)
        press(page, STANDS)
        page.wait_for_selector(f"{step('held')}, {step('sure')}")
        if page.locator(step("sure")).count():
            break
        next_turn(page)
    press(page, "back")
    expect(page.locator(step("place"))).to_be_visible()
    press(page, STANDS)
    press(page, "sure")
    page.wait_for_selector(TERMINAL)
    expect(page.locator(CARD)).to_have_count(0)
    page.goto(f"/r/{made['table']}")
    for text in (STANDS, FALLS, LATER):
        expect(page.locator("code", has_text=text).first).to_be_attached()


def test_six_persons_hand_one_telephone_round(person: Person, site: Serving) -> None:
    page = person(width=360, height=640, touch=True)
    one_device(page, site, *SIX)
    met: list[str] = []
    for _ in SIX:
        met.append(place(page))
        expect(page.locator("list-chooser")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert "?" not in page.locator(CARD).inner_text().replace("\u202f?", "")
        stands(page)
        assert next_turn(page) in SIX
        expect(page.locator(".table")).to_be_hidden()
    # Cards that pass or turn the round may leave somebody out.
    assert set(met) <= set(SIX)
    assert len(set(met)) > 1


def test_a_card_played_by_mistake_is_taken_back(person: Person, site: Serving) -> None:
    page = person()
    one_device(page, site)
    name = place(page)
    stands(page)
    page.locator("[data-action=takeback]").click()
    page.wait_for_selector(CURTAIN)
    assert name in page.locator(CURTAIN).inner_text()
    assert place(page) == name
    expect(page.locator(step("place"))).to_be_visible()


def test_with_a_device_each_anybody_may_press(person: Person, site: Serving) -> None:
    anne, bea = with_lists(person()), with_lists(person(width=360))
    made = make_table(site.address, here("Anne"), {"kind": "open"}, game=GAME, referee="people")
    sit_down(anne, made)
    anne.wait_for_selector(".qr svg")
    bea.goto(f"/t/{made['table']}")
    bea.get_by_label("Votre nom").fill("Béa")
    bea.get_by_role("button", name="Prendre place").click()
    while True:
        anne.wait_for_selector(".table[data-current=true]")
        bea.wait_for_selector(".table[data-current=true]")
        playing = anne if anne.locator(MY_TURN).count() else bea
        play_a_card(playing)
        anne.wait_for_selector(f"{CARD}, .table[data-to-act]:not([data-to-act=''])")
        if anne.locator(CARD).count():
            break
    bea.wait_for_selector(CARD)
    press(bea, STANDS)
    for page in (anne, bea):
        page.wait_for_selector(step("held"))
    expect(anne.locator(".ruling-held")).to_contain_text("Signalé par Béa")
    expect(anne.locator("[data-told]")).to_have_text("Béa\xa0: La tour tient\u202f!")
    press(anne, "begin")
    for page in (anne, bea):
        expect(page.locator(CARD)).to_have_count(0)

    watcher = person()
    watcher.goto(f"/t/{made['table']}")
    watcher.wait_for_selector(".table")
    expect(watcher.locator("[data-ruling-press]")).to_have_count(0)


def test_after_a_lost_connection_it_goes_on_where_it_was(person: Person, site: Serving) -> None:
    page = person()
    sockets: list[WebSocketRoute] = []

    def through(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/ws?*", through)
    one_device(page, site)
    place(page)
    stands(page)
    sockets[-1].close()
    page.wait_for_selector(".table[data-connection=waiting]")
    expect(page.locator("[data-ruling-press=begin]")).to_have_attribute("aria-disabled", "true")
    page.wait_for_selector(".table[data-connection=open]")
    assert len(sockets) == 2
    page.wait_for_selector(step("held"))
    next_turn(page)


def test_it_is_all_done_by_keys(person: Person, site: Serving) -> None:
    page = person()
    one_device(page, site)
    place(page)
    page.wait_for_selector("[data-ruling-press=countdown][aria-disabled=false]")
    tab_to(page, "[data-ruling-press=countdown]")
    page.keyboard.press("Enter")
    page.wait_for_selector(step("spoken"))
    tab_to(page, f"[data-ruling-press='{STANDS}']")
    page.wait_for_selector(f"[data-ruling-press='{STANDS}'][aria-disabled=false]")
    page.keyboard.press("Enter")
    page.wait_for_selector(step("held"))
    # The focus stays in the card when its buttons change.
    page.wait_for_function("() => document.activeElement?.closest('ruling-card')")
    tab_to(page, "[data-ruling-press=begin]")
    page.wait_for_selector("[data-ruling-press=begin][aria-disabled=false]")
    page.keyboard.press("Space")
    page.wait_for_selector(CURTAIN)
    page.wait_for_function("() => document.activeElement?.matches('[data-action=lift]')")
    assert focused(page, "[data-action=lift]")


def test_axe_finds_nothing_on_the_card(person: Person, site: Serving) -> None:
    page = person(width=360)
    one_device(page, site)
    place(page)
    page.wait_for_selector("[data-ruling-press=countdown][aria-disabled=false]")
    objections = {"place": objections_in_both(page)}
    press(page, "countdown")
    page.wait_for_selector(f"{step('countdown')} .now")
    objections["countdown"] = objections_in_both(page)
    press(page, "fell")
    page.wait_for_selector(step("when"))
    objections["when"] = objections_in_both(page)
    press(page, "back")
    stands(page)
    objections["held"] = objections_in_both(page)
    assert {name: found for name, found in objections.items() if found} == {}
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_nothing_comes_from_anywhere_but_the_server_itself(person: Person, site: Serving) -> None:
    page = person()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
    one_device(page, site)
    place(page)
    press(page, "countdown")
    page.wait_for_selector(step("spoken"))
    stands(page)
    assert len(asked) > 5
    elsewhere = [url for url in asked if not url.startswith((site.address, "data:", "blob:"))]
    assert elsewhere == []
