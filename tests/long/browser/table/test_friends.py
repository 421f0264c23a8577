"""Two people, each with a browser of their own, play a whole game by link."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.support.playing import READY, TERMINAL, await_turn, lay, open_form, unfold


def test_a_whole_game_by_link_with_a_reload_in_the_middle(person: Person) -> None:
    anne, bea = person(), person(width=390, height=800)
    open_form(anne, "", "open")
    anne.get_by_label("Votre nom").fill("Anne")
    anne.locator("[data-action=play]").click()
    link = anne.locator("[data-invite-link]").input_value()

    bea.goto(link)
    bea.get_by_label("Votre nom").fill("Béa")
    bea.get_by_role("button", name="Prendre place").click()
    for page in (anne, bea):
        page.wait_for_selector(READY)
        assert "Béa" in page.locator("seat-list").inner_text()

    moves: list[str] = []
    while not anne.locator(TERMINAL).count():
        mover = anne if anne.locator(".table[data-turn=mine]").count() else bea
        moves.append(lay(mover))
        seq = mover.locator(".table").get_attribute("data-seq")
        for page in (anne, bea):
            page.wait_for_selector(f".table[data-seq='{seq}'][data-current=true]")
        if len(moves) == 6:
            bea.reload()
            bea.wait_for_selector(READY)
            bea.wait_for_selector(".table[data-current=true]")

    assert len(moves) >= 8
    assert anne.locator(".wide-log .log code").all_text_contents() == moves
    for page in (anne, bea):
        expect(page.locator(TERMINAL)).to_be_visible()
        expect(page.locator(".ranks li")).to_have_count(2)


def test_a_code_leads_to_the_table_and_a_bot_can_take_the_open_place(person: Person) -> None:
    anne, curious = person(), person()
    open_form(anne, "", "open")
    anne.locator("[data-action=play]").click()
    code = anne.locator("[data-code]").inner_text()

    curious.goto("/")
    curious.locator("[data-action=code]").click()
    curious.get_by_label("Code de la table").fill(f" {code.lower()} ")
    curious.get_by_role("button", name="Rejoindre", exact=True).click()
    expect(curious.get_by_role("button", name="Prendre place")).to_be_visible()
    table = curious.url
    curious.goto(f"/{code}")
    curious.wait_for_url(table)
    expect(curious.get_by_role("button", name="Prendre place")).to_be_visible()

    level = anne.locator("[data-action=level]")
    assert level.locator("option").all_text_contents() == [
        "Débutant",
        "Amateur",
        "Confirmé",
        "Expert",
        "Maître",
    ]
    level.select_option(label="Débutant")
    anne.get_by_role("button", name="Ajouter l’ordinateur").click()
    anne.wait_for_selector(READY)
    expect(anne.locator("seat-list")).to_contain_text("Débutant")
    curious.wait_for_selector(READY)
    expect(curious.locator(".watching")).to_be_visible()
    expect(anne.locator(".watchers")).to_be_visible()


def test_a_wrong_code_is_told_in_words(person: Person) -> None:
    page = person()
    page.goto("/")
    page.locator("[data-action=code]").click()
    page.get_by_label("Code de la table").fill("zzzzzz")
    page.get_by_role("button", name="Rejoindre", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="ZZZZZZ")).to_be_visible()
    page.goto("/AAAAAA")
    expect(page.get_by_role("alert").filter(has_text="AAAAAA")).to_be_visible()


def test_a_table_that_does_not_exist_is_told_in_words(person: Person) -> None:
    page = person()
    page.goto("/t/nothing-here")
    expect(page.get_by_role("heading", name="Impossible d’ouvrir cette table")).to_be_visible()


def test_both_see_who_is_away_and_who_comes_back(person: Person) -> None:
    anne, bea = person(), person()
    open_form(anne, "", "open")
    anne.locator("[data-action=play]").click()
    link = anne.locator("[data-invite-link]").input_value()
    bea.goto(link)
    bea.get_by_label("Votre nom").fill("Béa")
    bea.get_by_role("button", name="Prendre place").click()
    bea.wait_for_selector(READY)

    bea.goto("/")
    expect(anne.locator(".seat.absent")).to_have_count(1)
    bea.locator(".left-list a").click()
    bea.wait_for_selector(READY)
    expect(anne.locator(".seat.absent")).to_have_count(0)


def test_a_move_is_taken_back_when_the_other_agrees(person: Person) -> None:
    anne, bea = person(), person()
    open_form(anne, "", "open")
    anne.locator("[data-action=play]").click()
    link = anne.locator("[data-invite-link]").input_value()
    bea.goto(link)
    bea.get_by_label("Votre nom").fill("Béa")
    bea.get_by_role("button", name="Prendre place").click()
    for page in (anne, bea):
        page.wait_for_selector(".table[data-current=true]")
    first, second = (anne, bea) if anne.locator("[data-turn=mine]").count() else (bea, anne)
    assert await_turn(first)
    lay(first)
    first.locator("[data-action=takeback]").click()
    second.locator("[data-action=yes]").click()
    assert await_turn(first)
    expect(first.locator(".log .undone")).to_have_count(1)


def test_a_friend_joins_a_table_that_lets_nobody_watch(person: Person) -> None:
    anne, bea = person(), person()
    open_form(anne, "", "open")
    unfold(anne)
    anne.locator("[name=watch]").uncheck()
    anne.locator("[data-action=play]").click()
    bea.goto(anne.locator("[data-invite-link]").input_value())
    bea.get_by_label("Votre nom").fill("Béa")
    bea.get_by_role("button", name="Prendre place").click()
    for page in (anne, bea):
        page.wait_for_selector(READY)
    stranger = person()
    stranger.goto(anne.url)
    expect(stranger.get_by_role("heading", name="Impossible d’ouvrir cette table")).to_be_visible()
