"""A server on which everybody may create an account, and people who do."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from empile.community import limits
from tests.server.serving import Serving, serving

PASSWORD = "quatre chevaux bleus"
_numbers = itertools.count(1)


@contextmanager
def unlimited(*names: str) -> Generator[pytest.MonkeyPatch]:
    """Let all people of a test share one address: limits of accounts, and more by name, are high."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("accounts_of_address", "sign_ins_of_address", *names):
            patched.setitem(limits.LIMITS, name, limits.Limit(1000, 0.01))
        yield patched


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server with the page and accounts."""
    data = tmp_path_factory.mktemp("accounts") / "tables.sqlite3"
    with unlimited(), serving(data, pages, accounts="open") as running:
        yield running


def sign_up(page: Page, name: str = "Famille") -> str:
    """Create an account on a page, and return its name."""
    login = f"{name} {next(_numbers)}"
    page.goto("/")
    page.locator("[data-action=account]").click()
    page.locator("[data-way=up]").click()
    page.locator("input[name=login]").fill(login)
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("recovery-codes li")).to_have_count(10)
    page.locator("[data-action=codes-done]").click()
    return login


def add_person(page: Page, name: str, kind: str = "adult") -> None:
    """Add a person to the account whose page is open."""
    page.locator("[data-action=add-member]").click()
    section = page.locator("members-section")
    expect(section.locator("input[name=name]")).to_be_focused()
    page.keyboard.type(name)
    section.locator(f"input[value={kind}]").check()
    page.locator("[data-action=member-added]").click()
    section.locator(".account-name", has_text=name).wait_for()
    expect(page.locator("[data-action=add-member]")).to_be_focused()


def confirm(page: Page) -> None:
    """Confirm in the dialog, with the password if it is asked for."""
    dialog = page.locator("confirm-dialog")
    dialog.locator("form").wait_for()
    password = dialog.locator("input[type=password]")
    if password.count():
        password.fill(PASSWORD)
    dialog.locator("[data-action=confirm]").click()
