"""Studies: in two browsers of an account, after a conflict, without an account, and by keyboard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.accounts.conftest import PASSWORD, sign_up
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import expect_fitting

FILE = json.dumps(
    {
        "format": "empile-study/1",
        "id": "any",
        "name": "Finales",
        "folder": "",
        "chapters": [
            {
                "format": "empile/1", "game": "blox", "rules": 1, "options": {"players": 2},
                "seats": ["1", "2"], "events": [], "result": None, "name": "",
            }
        ],
    }
)  # fmt: skip
RENAME = """async ([id, name]) => {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(`empile.study.${id}@`)) continue;
    const entry = JSON.parse(localStorage.getItem(key));
    entry.study.name = name;
    localStorage.setItem(key, JSON.stringify({...entry, edit: `edit-${name}`}));
  }
}"""
"""Changes a study as a page without a connection does: it is sent on the next visit."""


def open_file(page: Page, tmp_path: Path) -> None:
    """Open a study from a file, in the list."""
    file = tmp_path / "finales.study.json"
    file.write_text(FILE, "utf-8")
    page.locator(".studies input[type=file]").set_input_files(file)
    page.wait_for_url("**/study/blox?id=*")


def names(page: Page) -> list[str]:
    return page.locator(".studies-name strong").all_inner_texts()


def go_to_list(page: Page) -> None:
    page.goto("/study")
    page.wait_for_selector(".studies[data-ready=true]")


def exchanged(page: Page, *, puts: int = 0) -> None:
    """Visit the list until studies were exchanged with the account."""
    answers: list[Any] = []

    def is_last(answer: Any) -> bool:
        if answer.request.method == "PUT" and "/studies/" in answer.url and answer.ok:
            answers.append(answer)
        if puts:
            return len(answers) == puts
        return bool(answer.url.endswith("/studies") and answer.ok)

    with page.expect_response(is_last):
        go_to_list(page)


def sign_in(page: Page, login: str) -> None:
    page.goto("/account")
    page.locator("input[name=login]").fill(login)
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.locator("[data-action=sign-out]").wait_for()


def test_two_browsers_of_an_account_have_the_same_studies(person: Person, tmp_path: Path) -> None:
    here, there = person(), person()
    # A guest's study stays in the browser, until its owner moves it to an account.
    go_to_list(here)
    open_file(here, tmp_path)
    go_to_list(here)
    expect(here.locator(".studies-where")).to_contain_text("dans ce navigateur seulement")
    login = sign_up(here)
    go_to_list(here)
    expect(here.locator(".studies-name")).to_have_count(0)
    with here.expect_response(
        lambda answer: "/studies/" in answer.url and answer.request.method == "PUT" and answer.ok
    ):
        here.locator("[data-action=take-over]").click()
    expect(here.locator("[data-action=take-over]")).to_have_count(0)
    expect(here.locator(".studies-where")).to_contain_text("dans votre compte")
    sign_in(there, login)
    go_to_list(there)
    expect(there.locator(".studies-name strong")).to_have_text(["Finales"])
    id_ = there.locator(".studies li").get_attribute("data-study")
    # Both change it without knowing of each other.
    for page, name in ((here, "Ici"), (there, "Ailleurs")):
        page.goto("/offline")
        page.evaluate(RENAME, [id_, name])
    # The server does not answer at first.
    there.route("**/api/me", lambda route: route.abort(), times=1)
    exchanged(there, puts=1)
    exchanged(here, puts=1)
    expect(here.locator(".studies-name strong")).to_have_count(2)
    assert sorted(names(here)) == ["Ailleurs", "Ici (copie)"]
    go_to_list(there)
    expect(there.locator(".studies-name strong")).to_have_count(2)
    assert sorted(names(there)) == ["Ailleurs", "Ici (copie)"]
    # A browser that does not know it yet opens it by its address.
    third = person()
    sign_in(third, login)
    third.goto(f"/study/blox?id={id_}")
    third.wait_for_selector("study-page .study")
    # Signing out leaves nothing to be seen by others at this device.
    here.goto("/account")
    here.locator("[data-action=sign-out]").click()
    expect(here.locator("[data-action=sign-out]")).to_have_count(0)
    go_to_list(here)
    expect(here.locator(".studies-name")).to_have_count(0)


def test_studies_are_kept_in_folders_by_keyboard(person: Person, tmp_path: Path) -> None:
    page = person(width=360, height=740)
    go_to_list(page)
    expect_fitting(page, "studies")
    open_file(page, tmp_path)
    go_to_list(page)
    # Into a new folder, under another name.
    edit = page.locator("li [data-action=edit]")
    edit.focus()
    page.keyboard.press("Enter")
    expect(page.locator("input[name=name]")).to_be_focused()
    page.keyboard.type("Ouvertures")
    page.keyboard.press("Tab")
    page.keyboard.type("Club")
    expect_fitting(page, "studies")
    assert objections_in_both(page) == []
    page.keyboard.press("Enter")
    expect(edit).to_be_focused()
    expect(page.locator("[data-folder=Club] strong")).to_have_text("Ouvertures")
    # Another name for the folder.
    folder = page.locator("h3 [data-action=edit]")
    folder.focus()
    page.keyboard.press("Enter")
    expect(page.locator("input[name=folder]")).to_be_focused()
    page.keyboard.type("École")
    page.keyboard.press("Enter")
    expect(page.locator("[data-folder=École] strong")).to_have_text("Ouvertures")
    expect(folder).to_be_focused()
    # Another tab of this browser sees it, and what happens to it.
    other = page.context.new_page()
    go_to_list(other)
    expect(other.locator("[data-folder=École] strong")).to_have_text("Ouvertures")
    edit.press("Enter")
    page.locator("[data-action=delete]").press("Enter")
    undo = page.locator("[data-action=undo]")
    expect(undo).to_be_focused()
    expect(other.locator(".studies-name")).to_have_count(0)
    assert objections_in_both(page) == []
    page.keyboard.press("Enter")
    expect(other.locator(".studies-name strong")).to_have_text("Ouvertures")
    expect(page.locator(".studies-told")).to_contain_text("de retour")
    page.locator(".studies-name").press("Enter")
    page.wait_for_url("**/study/blox?id=*")
