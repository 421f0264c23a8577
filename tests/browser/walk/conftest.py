"""A server with all that has pages, and a person with an account there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.accounts.conftest import sign_up
from tests.server.serving import Serving, serving
from tests.support.patience import PATIENCE


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server with accounts, messages and a lobby."""
    data = tmp_path_factory.mktemp("walk") / "tables.sqlite3"
    with serving(data, pages, accounts="open", lobby=True, talk="free") as running:
        yield running


@pytest.fixture(scope="package")
def member(site: Serving, browsers: dict[bool, Browser]) -> Iterator[Page]:
    """A page of somebody who is signed in, on a phone with a keyboard."""
    context = browsers[False].new_context(
        base_url=site.address,
        viewport={"width": 360, "height": 740},
        locale="fr-FR",
        reduced_motion="reduce",
        service_workers="block",
    )
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    sign_up(page)
    yield page
    context.close()
