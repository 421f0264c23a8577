"""One browser: round one screen, losing the connection, games without a picture, replays."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import (
    MY_TURN,
    READY,
    SMALL,
    TERMINAL,
    await_turn,
    choose_action,
    finish,
    lay,
    make_table,
    open_form,
    sit_down,
)
from tests.server.serving import Serving

TWO = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Béa"})


def test_round_one_screen_the_table_tells_whose_turn_it_is(person: Person) -> None:
    page = person()
    open_form(page, "", "person:")
    page.locator("[name=name-0]").fill("Anne")
    page.locator("[name=name-1]").fill("Béa")
    page.locator("[data-action=play]").click()
    page.wait_for_selector(READY)
    banner = page.locator(".turn-banner strong")
    first = banner.inner_text()
    assert await_turn(page)
    lay(page)
    assert await_turn(page)
    assert {first, banner.inner_text()} == {"À Anne de jouer", "À Béa de jouer"}


LISTENS = """
window.said = [];
const live = "[aria-live]:not([aria-live=off]), [role=status]:not([aria-live=off]), [role=alert], [role=log]";
new MutationObserver((changes) => {
  const regions = new Set(changes.map(({ target }) => (target.parentElement ?? target).closest(live)));
  for (const region of regions) if (region && !region.closest("[aria-hidden=true]")) said.push(region.textContent.trim());
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def test_screen_readers_hear_each_thing_once(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, *TWO, **SMALL))
    page.wait_for_selector(READY)
    assert await_turn(page)
    page.evaluate(LISTENS)
    for _ in range(2):
        page.evaluate("said.length = 0")
        move = lay(page)
        assert await_turn(page)
        turn = page.locator(".turn-banner strong").inner_text()
        page.wait_for_function("turn => said.some(text => text.includes(turn))", arg=turn)
        assert page.evaluate("said").count(page.locator("[data-told]").inner_text()) == 1
        assert [turn in text for text in page.evaluate("said")].count(True) == 1, move


def test_a_lost_connection_comes_back_by_itself(person: Person, site: Serving) -> None:
    page = person()
    routes: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    page.route_web_socket("**/ws?*", through)
    sit_down(page, make_table(site.address, *TWO, **SMALL))
    page.wait_for_selector(READY)
    assert await_turn(page)
    lay(page)
    routes[-1].close(code=1012)
    page.wait_for_function("() => document.querySelector('.table').dataset.connection !== 'open'")
    page.wait_for_selector(".table[data-connection=open]")
    assert len(routes) == 2
    finish(page)
    expect(page.locator(TERMINAL)).to_be_visible()


def test_the_secret_leaves_the_address_bar_and_the_place_is_kept(
    person: Person, site: Serving
) -> None:
    page = person()
    made = make_table(site.address, *TWO)
    sit_down(page, made)
    page.wait_for_selector(MY_TURN)
    assert made["token"] not in page.url
    page.goto("/")
    page.goto(f"/t/{made['table']}")
    page.wait_for_selector(MY_TURN)


def test_without_a_place_one_watches(person: Person, site: Serving) -> None:
    page = person()
    made = make_table(site.address, *TWO)
    page.goto(f"/t/{made['table']}")
    page.wait_for_selector(READY)
    expect(page.locator(".watching")).to_be_visible()
    expect(page.locator(".target")).to_have_count(0)


def test_wrong_token_is_refused_and_one_may_watch_or_forget_the_seat(
    person: Person, site: Serving
) -> None:
    page = person()
    made = make_table(site.address, *TWO)
    page.goto(f"/t/{made['table']}#seat=a-token-of-nobody")
    page.wait_for_selector("[data-state=refused]")
    expect(page.locator("[data-state=refused]")).to_contain_text("n’est pas reconnue")
    page.locator("[data-action=watch]").click()
    page.wait_for_selector(READY)
    expect(page.locator(".watching")).to_be_visible()
    page.reload()
    page.locator("[data-action=forget]").click()
    page.wait_for_selector("[data-page=home]")
    page.goto(f"/t/{made['table']}")
    page.wait_for_selector(READY)
    expect(page.locator(".watching")).to_be_visible()


def test_wrong_link_keeps_the_seat_of_this_browser(person: Person, site: Serving) -> None:
    page = person()
    made = make_table(site.address, *TWO)
    sit_down(page, made)
    page.wait_for_selector(MY_TURN)
    page.goto("/")
    page.goto(f"/t/{made['table']}#seat=a-token-of-nobody")
    page.wait_for_selector(MY_TURN)


def test_resigning_is_asked_twice_and_ends_the_game(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, TWO[0], {"kind": "bot", "level": 1}))
    page.wait_for_selector(MY_TURN)
    choose_action(page, "resign")
    page.get_by_role("button", name="Continuer à jouer").click()
    expect(page.locator(TERMINAL)).to_have_count(0)
    choose_action(page, "resign")
    page.locator("[data-action=resign-now]").click()
    expect(page.get_by_role("heading", name="Débutant gagne")).to_be_visible()
    expect(page.locator("table-over")).to_contain_text("Vous avez abandonné.")


def test_a_rematch_begins_a_new_game_with_the_next_one_first(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, *TWO, **SMALL))
    finish(page)
    page.locator("[data-action=rematch]").click()
    page.wait_for_selector(".table[data-game='2'][data-turn=mine]")
    finish(page)


def test_a_finished_game_is_watched_again_by_keys(person: Person, site: Serving) -> None:
    page = person()
    made = make_table(site.address, *TWO, **SMALL)
    sit_down(page, made)
    finish(page)
    page.get_by_role("link", name="Revoir").click()
    page.wait_for_selector(READY)
    replay = page.locator(".replay")
    frames = int(replay.get_attribute("data-frames") or 0)
    assert frames >= 3
    for key, frame in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", frames)):
        page.keyboard.press(key)
        expect(replay).to_have_attribute("data-frame", str(frame))
    expect(page.locator("table-over")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    expect(replay).to_have_attribute("data-frame", "1")


def test_a_pasted_or_uploaded_record_is_watched_and_a_broken_one_is_told(
    person: Person, site: Serving
) -> None:
    page = person()
    page.goto("/games")
    page.locator("#record").fill("no record")
    page.get_by_role("button", name="Regarder").click()
    expect(page.get_by_text("Ce n’est pas un fichier de partie valide.")).to_be_visible()
    record: dict[str, Any] = {
        "format": "empile/1",
        "game": "block-ness",
        "rules": 1,
        "options": {"players": 2},
        "seats": ["Anne", "Béa"],
        "events": ["c3-e3", "g5-g8"],
        "result": None,
    }
    page.locator("#record").fill(json.dumps(record))
    page.get_by_role("button", name="Regarder").click()
    expect(page.locator(".replay")).to_have_attribute("data-frames", "2")

    page.emulate_media(media="print")
    expect(page.locator(".log li")).to_have_count(2)
    expect(page.locator(".log li").first).to_contain_text("Anne")
    expect(page.locator(".stage-area")).to_be_hidden()
    page.emulate_media(media="screen")

    other = person()
    other.goto(page.url)
    expect(other.locator(".replay")).to_have_attribute("data-frames", "2")
    expect(other.locator("seat-list")).to_contain_text("Béa")
    other.goto(page.url[:-8])
    expect(other.get_by_role("alert")).to_contain_text("Ce lien est abîmé")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    choose_action(page, "copy-link")
    expect(page.locator(".side > .told")).to_have_text("Copié.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url

    pasted = page.url
    page.goto("/games")
    content = json.dumps(record).encode()
    page.locator(".drop input[type=file]").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": content}
    )
    expect(page.locator(".replay")).to_have_attribute("data-frames", "2")
    assert page.url == pasted

    page.goto("/games")
    page.locator("#record").fill(json.dumps({**record, "events": ["c3-l3"]}))
    page.get_by_role("button", name="Regarder").click()
    expect(page.get_by_role("heading", name="Cette partie ne peut pas être revue")).to_be_visible()


TITLES = {
    "de": "Wollen wir stapeln?",
    "en": "Shall we stack?",
    "es": "¿Apilamos?",
    "fr": "On empile\N{NARROW NO-BREAK SPACE}?",
}


@pytest.mark.parametrize("language", TITLES)
def test_the_language_follows_the_browser(person: Person, language: str) -> None:
    page = person(language={"en": "en-GB", "es": "es-MX"}.get(language, language))
    page.goto("/")
    expect(page.get_by_role("heading", name=TITLES[language], exact=True)).to_be_visible()
    assert page.locator("html").get_attribute("lang") == language


def test_the_language_is_switched_and_remembered(person: Person) -> None:
    page = person(language="ja")
    page.goto("/")
    choice = page.locator("[data-action=language]")
    assert choice.locator("option").all_text_contents() == [
        "Deutsch",
        "English",
        "Español",
        "Français",
    ]
    expect(page.get_by_role("heading", name=TITLES["en"], exact=True)).to_be_visible()
    for language, name in (("fr", "Français"), ("es", "Español"), ("de", "Deutsch")):
        choice.select_option(label=name)
        expect(page.get_by_role("heading", name=TITLES[language], exact=True)).to_be_visible()
        assert page.locator("html").get_attribute("lang") == language
    page.reload()
    expect(page.get_by_role("heading", name=TITLES["de"], exact=True)).to_be_visible()
    assert choice.input_value() == "de"
