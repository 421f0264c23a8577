"""What the worker of tables tells its page, held against what the people at this device may see."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.support.blox import point
from tests.browser.support.here import begin_here, kept
from tests.browser.support.playing import BOT, CURTAIN, MY_TURN, lift
from tests.browser.support.secrets import (
    KeptTruth,
    check,
    heap_strings,
    objects_in,
    words_of_cards,
)
from tests.server.serving import Serving

BEA = {"kind": "person", "name": "Béa"}
ROUNDS = 3
LISTEN = """
  const Whole = Worker;
  window.heard = [];
  window.Worker = class extends Whole {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => data && window.heard.push(JSON.stringify(data)));
    }
  };
"""


def _documents(page: Page, table: str) -> list[Any]:
    """Return all messages that the worker of tables has sent to this page so far, without IDs."""
    heard = [json.loads(one.replace(table, "ID")) for one in page.evaluate("() => window.heard")]
    return [json.loads(one["text"]) for one in heard if isinstance(one, dict) and "text" in one]


def _told(documents: list[Any]) -> set[int]:
    return {
        found["seq"]
        for document in documents
        for found in objects_in(document)
        if found.get("kind") in ("move", "chance")
    }


def test_the_page_of_one_person_is_told_no_hand_of_a_computer(
    person: Person, site: Serving
) -> None:
    page = person()
    page.context.add_init_script(LISTEN)
    table = begin_here(page, "blox", BOT, BOT)
    for _ in range(ROUNDS):
        page.wait_for_selector(MY_TURN)
        truth = KeptTruth(kept(page, table))
        eye = truth.places.index(0)
        documents = _documents(page, table)
        met = [check(document, truth, eye) for document in documents]
        assert sum(one["positions"] for one in met) > 0
        assert _told(documents) == set(truth.seqs)
        point(page)
    page.wait_for_selector(MY_TURN)
    truth = KeptTruth(kept(page, table))
    strings = words_of_cards(iter(heap_strings(page)))
    secret = {hand for hand in truth.secrets(truth.places.index(0)) if len(hand) > 3}
    assert not secret & strings, "the memory of the page has no hand of others"


def test_people_at_one_device_are_told_the_hand_of_who_is_to_act(
    person: Person, site: Serving
) -> None:
    page = person()
    page.context.add_init_script(LISTEN)
    table = begin_here(page, "blox", BEA)
    for _ in range(ROUNDS):
        page.wait_for_selector(CURTAIN)
        truth = KeptTruth(kept(page, table))
        for document in _documents(page, table):
            for found in objects_in(document):
                if found.get("kind") in ("move", "chance"):
                    index = truth.seqs.index(found["seq"])
                    assert found["text"] == truth.seen(index, None), "the log is a spectator's"
                state = found.get("state")
                if isinstance(state, dict) and "position" in state:
                    seen = [set(hand) <= {"?"} for hand in state["position"]["hands"]]
                    assert seen == [seat != state["to_act"] for seat in range(2)]
        lift(page)
        point(page)
