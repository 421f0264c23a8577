"""Notices on the page: live in the header, by channel, and pushed while the page is closed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from empile.community.notices import courier, outbox
from empile.community.notices.web_push import make_keys
from empile.server.store import database
from empile.server.store.schema import notices, push_devices
from tests.browser.accounts.conftest import sign_up, unlimited
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import expect_fitting, tab_to
from tests.community.contacts.village import Villager, answer_of
from tests.community.notices.push_service import PushService, Subscriber, push_service
from tests.community.playing import eventually
from tests.server.serving import Serving, serving

BELL = "notices-link [data-action=notices]"
# Chromium without its push service: what it subscribes to is that of the test.
SUBSCRIBED = """
  PushManager.prototype.subscribe = async () => ({ toJSON: () => (%s) });
"""


@pytest.fixture(scope="module")
def push() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, pages: Path, push: PushService
) -> Iterator[Serving]:
    """A server that pushes notices, replacing that of the package."""
    folder = tmp_path_factory.mktemp("notices")
    make_keys(folder / "push.pem")
    with unlimited() as patched:
        patched.setattr(courier, "_EACH_SECONDS", 0.1)
        patched.setattr(outbox, "PAGE_MS", 60_000)
        with serving(
            folder / "tables.sqlite3",
            pages,
            accounts="open",
            push_keys=folder / "push.pem",
            push_locally=True,
        ) as running:
            yield running


def stages(site: Serving) -> list[str]:
    found = select(notices.c.stage).order_by(notices.c.id)
    return database.read(
        site.application.settings.data, lambda connection: list(connection.scalars(found))
    )


def devices_of(site: Serving) -> list[tuple[str, bool]]:
    """Return the names of subscribers, and whether they get notices."""
    found = select(push_devices.c.endpoint, push_devices.c.failed)
    return [
        (endpoint.rpartition("/")[2], failed is None)
        for endpoint, failed in database.read(
            site.application.settings.data, lambda connection: connection.execute(found).all()
        )
    ]


def open_notices(page: Page) -> None:
    page.goto("/notices")
    page.locator(".notices-page[data-ready=true]").wait_for()


def deliver(page: Page, site: Serving, message: Any) -> None:
    """Give a pushed message to the service worker, as the browser does."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []

    def note(told: dict[str, Any]) -> None:
        found.extend(one["registrationId"] for one in told["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.address, "registrationId": found[0], "data": json.dumps(message)},
    )


def test_notices_come_by_page_and_push(
    person: Person, site: Serving, push: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = Villager(site, "Ben")
    phone: Subscriber = push.subscriber("browser")
    page = person(keeps=True)
    page.context.grant_permissions(["notifications"])
    shown = {
        "endpoint": phone.endpoint,
        "keys": {name: phone.subscription[name] for name in ("p256dh", "auth")},
    }
    page.context.add_init_script(SUBSCRIBED % json.dumps(shown))
    sign_up(page, "Anna")
    mine = page.evaluate("localStorage.getItem('empile.member')")
    answer_of(ben.ask(member=mine))
    accepted = page.context.request.put(
        f"/api/members/{mine}/friends/{ben.member}", data={}, headers={"origin": site.address}
    )
    assert accepted.ok

    # Settings, by keyboard; nothing but the page is on.
    page.goto("/account")
    page.locator(".account-page[data-ready=true]").wait_for()
    tab_to(page, "[data-part=notices]")
    page.keyboard.press("Enter")
    page.locator(".notices-page[data-ready=true]").wait_for()
    expect(page.locator("h1")).to_have_text("Notifications")
    expect(page.locator("fieldset[data-channel=page] input:checked")).to_have_count(5)
    expect(page.locator("fieldset[data-channel=push] input:checked")).to_have_count(0)
    expect(page.locator("fieldset[data-channel=mail]")).to_have_count(0)
    tab_to(page, "input[name=push][value=challenge]")
    page.keyboard.press("Space")
    page.locator("input[name=from]").fill("00:00")
    page.locator("input[name=to]").fill("00:00")
    page.locator("[data-action=save]").click()
    expect(page.locator(".told").first).to_have_text("Enregistré.")
    page.locator("[data-action=subscribe]").click()
    expect(page.locator("[data-device]")).to_contain_text("celui-ci")
    expect(page.locator("[data-action=subscribe]")).to_have_count(0)
    page.reload()
    page.locator(".notices-page[data-ready=true]").wait_for()
    expect(page.locator("input[name=push][value=challenge]")).to_be_checked()
    assert objections_in_both(page) == []

    # Live in the header; a page in sight keeps the push service quiet.
    page.goto("/games")
    expect(page.locator(BELL)).to_have_count(0)
    page.locator("[data-tab=people]").wait_for()
    challenge = {"game": "blox", "members": [{"member": mine}]}
    answer_of(ben.post(f"{ben.path}/challenges", json=challenge))
    expect(page.locator(BELL)).to_have_attribute("data-count", "1")
    eventually(lambda: stages(site)[-1] == "done")
    for width, height in ((1440, 900), (820, 1180), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, "the header with a notice")
    page.locator(BELL).click()
    page.locator(".notices-page[data-ready=true]").wait_for()
    told = page.locator("[data-notice=challenge]")
    expect(told).to_contain_text("Ben vous défie\u00a0: Blox")
    for width, height in ((360, 740), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, "notices")
    assert objections_in_both(page) == []
    told.locator("a").click()
    page.locator(".contacts-page[data-ready=true]").wait_for()
    expect(page.locator(BELL)).to_have_count(0)
    assert push.received == []

    # Pushed while the page is closed; the worker confirms it, and opens it by a click.
    page.goto("about:blank")
    monkeypatch.setattr(outbox, "PAGE_MS", 100)
    answer_of(ben.post(f"{ben.path}/challenges", json={**challenge, "game": "block-ness"}))
    ((_, _, body),) = push.wait_for(1)
    eventually(lambda: stages(site)[-1] == "pushed")
    message = phone.read(body)
    assert message["body"] == "Ben vous défie à Block Ness."
    page.goto("/rules/blox")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    deliver(page, site, message)
    eventually(lambda: stages(site)[-1] == "done")
    worker = page.context.service_workers[0]
    opened = worker.evaluate(
        """async () => {
          const opened = [];
          Clients.prototype.matchAll = async () => [];
          Clients.prototype.openWindow = async (address) => void opened.push(address);
          let notification;
          do [notification] = await self.registration.getNotifications();
          while (!notification && (await new Promise((go) => setTimeout(go, 50, true))));
          const event = new NotificationEvent("notificationclick", { notification });
          const work = [];
          event.waitUntil = (one) => work.push(one);
          self.dispatchEvent(event);
          await Promise.all(work);
          return [notification.title, notification.body, ...opened];
        }"""
    )
    assert opened == ["Un défi pour vous", message["body"], f"{site.address}/friends"]

    # The browser ends the subscription; the worker subscribes again.
    again = push.subscriber("again")
    keys = {name: again.subscription[name] for name in ("p256dh", "auth")}
    worker.evaluate(
        """async (subscription) => {
          PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription });
          const event = new ExtendableEvent("pushsubscriptionchange");
          const work = [];
          event.waitUntil = (one) => work.push(one);
          self.dispatchEvent(event);
          await Promise.all(work);
        }""",
        {"endpoint": again.endpoint, "keys": keys},
    )
    page.goto("about:blank")
    made = answer_of(ben.post(f"{ben.path}/challenges", json={**challenge, "game": "on-top"}))
    assert push.wait_for(2)[-1][0] == "/push/again"

    # The push service knows it no more: the page subscribes again when it is opened.
    declined = page.context.request.post(
        f"/api/members/{mine}/challenges/{made['challenge']['table']}/decline",
        data={},
        headers={"origin": site.address},
    )
    assert declined.ok
    push.statuses = [410]
    answer_of(ben.post(f"{ben.path}/challenges", json={**challenge, "game": "block-out"}))
    push.wait_for(3)
    eventually(lambda: devices_of(site) == [("again", False)])
    open_notices(page)
    expect(page.locator("[data-device]:not([data-dead])")).to_have_count(1)
    assert devices_of(site) == [("browser", True)]
    page.locator("[data-device] button").click()
    expect(page.locator("[data-device]")).to_have_count(0)


def test_guests_get_no_notices(person: Person, site: Serving) -> None:
    page = person(width=360)
    open_notices(page)
    expect(page.locator("main")).to_contain_text("Connectez-vous")
    expect(page.locator(BELL)).to_have_count(0)
    expect_fitting(page, "notices of a guest")
