"""Two people with a browser each, and a spectator: nobody ever holds another's cards.

Every message of their sockets, every answer over HTTP, the page as it stands, the memory of its
programs and what can be saved from it are held against the truth, move by move.
"""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from empile.server.tables.table import Table
from tests.browser.conftest import Person
from tests.browser.support.blox import exchange, hand, point
from tests.browser.support.playing import MY_TURN, READY, choose_action, make_table, sit_down
from tests.browser.support.secrets import (
    Heard,
    Truth,
    check,
    heap_strings,
    objects_in,
    strings_in,
    words_of_cards,
)
from tests.server.serving import Serving

ROUNDS = 3


def _table(site: Serving, name: str) -> Table:
    return next(room.table for room in site.registry.rooms if room.table.id == name)


def _eye(table: Table, place: int) -> int:
    assert table.current is not None
    return table.current.seat_of(place)


def _all_at(seq: str | None, *people: Heard) -> None:
    for heard in people:
        heard.page.wait_for_selector(f".table[data-seq='{seq}']")


def _check_everything(table: Table, people: tuple[Heard, ...]) -> None:
    truth = Truth(table)
    for heard in people:
        documents = heard.documents()
        met = [check(document, truth, heard.eye) for document in documents]
        assert sum(one["positions"] for one in met) > 0
        told = {
            found["seq"]
            for document in documents
            for found in objects_in(document)
            if found.get("kind") in ("move", "chance")
        }
        assert told == set(truth.seqs), "every event was told, and held against the truth"
        _check_page(heard, truth)
        _check_turn(heard, table)


def _check_page(heard: Heard, truth: Truth) -> None:
    """The cards shown are one's own, and the log tells of others' draws how many alone.

    The browser keeps no hand, one's own neither: others may use it later.
    """
    assert hand(heard.page) == ("" if heard.eye is None else truth.hands[heard.eye])
    stored = heard.page.evaluate("() => JSON.stringify([localStorage, sessionStorage])")
    assert not [cards for cards in truth.hands if cards in stored]
    told = heard.page.locator(".wide-log code").all_text_contents()
    assert told == [truth.seen(i, heard.eye) for i in range(len(truth.events))]


def _check_turn(heard: Heard, table: Table) -> None:
    """Others are told by name whose turn it is, though seats are not in the order of places."""
    assert table.state is not None
    assert table.current is not None
    if table.state.is_terminal() or (acting := table.state.current_player()) == heard.eye:
        return
    name = table.places[table.current.seats[acting]].name
    expect(heard.page.locator(".turn-banner strong")).to_contain_text(name)


def _check_memory(heard: Heard, truth: Truth) -> int:
    """Look for others' hands in the memory of a page; return how many could be looked for.

    A hand that is spelt like something that this page was rightly told cannot be told from it.
    """
    known = words_of_cards(text for document in heard.documents() for text in strings_in(document))
    held = words_of_cards(iter(heap_strings(heard.page)))
    if heard.eye is not None:
        assert truth.hands[heard.eye] in held, "the memory of the page is what is looked through"
    unlike = [secret for secret in truth.secrets(heard.eye) if secret not in known]
    for secret in unlike:
        assert secret not in held, f"the page of {heard.eye} holds the hand {secret}"
    return len(unlike)


def _check_saved(heard: Heard, truth: Truth, folder: Path) -> None:
    """What is saved and what is watched again in the middle of the game is one's own view."""
    with heard.page.expect_download() as waiting:
        choose_action(heard.page, "record")
    path = folder / f"{heard.eye}.json"
    waiting.value.save_as(path)
    assert check(json.loads(path.read_text("utf-8")), truth, heard.eye)["records"] == 1
    table = heard.page.url.rpartition("/")[2]
    again = heard.page.context.new_page()
    heard.listen(again)
    again.goto(f"/r/{table}")
    again.wait_for_selector(READY)
    again.keyboard.press("End")
    shown = [word.replace("pay:", "") for word in _plain_cards(again)]
    assert "".join(shown) in ("", truth.hands[heard.eye] if heard.eye is not None else "")
    heard.documents()  # read before the page is gone
    again.close()


def _plain_cards(page: Page) -> list[str]:
    cards = page.locator(".panel-choice.plain[data-choice^='pay:']").all()
    return [card.get_attribute("data-choice") or "" for card in cards]


def test_no_page_ever_holds_the_others_hand(person: Person, site: Serving, tmp_path: Path) -> None:
    pages = [person(), person(), person()]
    made = make_table(
        site.address,
        {"kind": "person", "name": "Anne"},
        {"kind": "open"},
        game="blox",
        begins=1,
        round_limit=ROUNDS,
    )
    # Listening begins before anybody is told anything of the game.
    anne, bea, watcher = (Heard(page, None) for page in pages)
    sit_down(anne.page, made)
    bea.page.goto(f"/t/{made['table']}")
    bea.page.get_by_label("Votre nom").fill("Béa")
    bea.page.get_by_role("button", name="Prendre place").click()
    watcher.page.goto(f"/t/{made['table']}")
    people = (anne, bea, watcher)
    for heard in people:
        heard.page.wait_for_selector(READY)
    table = _table(site, made["table"])
    anne.eye, bea.eye = _eye(table, 0), _eye(table, 1)
    _all_at(str(table.seq), *people)
    _check_everything(table, people)

    looked_for = 0
    for number in range(2 * ROUNDS - 1):
        anne.page.wait_for_selector(f"{MY_TURN}, .table[data-turn=other]")
        mover = anne if anne.page.locator(".table[data-turn=mine]").count() else bea
        mover.page.wait_for_selector(MY_TURN)
        if number in (0, 1, 4):
            exchange(mover.page, cards=2)
        else:
            point(mover.page)
        _all_at(str(table.seq), *people)
        if number == 2:
            bea.page.reload()
            bea.page.wait_for_selector(READY)
            _all_at(str(table.seq), bea)
        _check_everything(table, people)
        if number in (1, 3):
            looked_for += sum(_check_memory(heard, Truth(table)) for heard in people)
        if number == 3:
            for heard in people:
                _check_saved(heard, Truth(table), tmp_path)
            _check_everything(table, people)
    assert looked_for > 0

    # When the game is over everybody may see everything.
    mover = anne if anne.page.locator(".table[data-turn=mine]").count() else bea
    mover.page.wait_for_selector(MY_TURN)
    point(mover.page)
    for heard in people:
        heard.page.wait_for_selector(".table[data-turn=over]")
        with heard.page.expect_download() as waiting:
            choose_action(heard.page, "record")
        path = tmp_path / "whole.json"
        waiting.value.save_as(path)
        record = json.loads(path.read_text("utf-8"))
        assert "view" not in record
        assert not any("?" in text for text in record["events"])
    expect(watcher.page.locator(".ranks li")).to_have_count(2)
