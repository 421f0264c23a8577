"""Tables that the page plays by itself, and how they are begun."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page

from tests.browser.support.playing import READY

SERVER = re.compile(r"^https?://[^/]+/(api|ws)(/|\?|$)")
"""What only a running server answers."""
_KEEP = """([game, setup, names]) => {
  localStorage.setItem(`empile.setup.${game}`, setup);
  localStorage.setItem("empile.names", names);
}"""


def refuse(page: Page) -> None:
    """Let nothing of this person reach the server, but the files of the page."""
    page.context.route(SERVER, lambda route: route.abort())


def begin_here(
    page: Page, game: str, *others: dict[str, Any], address: str = "", **options: Any
) -> str:
    """Begin a game at a table in the page by one click, as the user prefers it; return its ID."""
    page.goto(f"{address}/?game={game}")
    page.wait_for_selector(".home[data-ready=true]")
    people = [{"kind": "person", "name": "Anne"}, *others]
    setup = {"places": people, "options": options}
    names = "\n".join(person.get("name", "") for person in people)
    page.evaluate(_KEEP, [game, json.dumps(setup), names])
    page.evaluate("localStorage.setItem('empile.here', 'on')")
    page.locator("[data-action=play-now]").click()
    page.wait_for_url("**/t/~*")
    page.wait_for_selector(f"{READY}, dialog.pass-screen[open]")
    return re.sub(r".*/t/(~[^?#]+).*", r"\1", page.url)


_KEPT = """async id => {
  const opening = indexedDB.open("empile.tables");
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const all = async (store, range) => {
    const request = opening.result.transaction(store).objectStore(store).getAll(range);
    await new Promise((resolve) => (request.onsuccess = resolve));
    return request.result;
  };
  const [head] = await all("tables", id);
  const entries = await all("entries", IDBKeyRange.bound([id], [id, []]));
  opening.result.close();
  return { created: JSON.parse(head.created), entries: entries.map((text) => JSON.parse(text)) };
}"""


def kept(page: Page, table: str) -> dict[str, Any]:
    """Return what the browser keeps of a table: how it was created, and its events."""
    found: dict[str, Any] = page.evaluate(_KEPT, table)
    return found


def events_of(page: Page) -> str:
    """Return the number of the last event that the page shows."""
    return page.locator(".table").get_attribute("data-seq") or ""
