"""The account page: sign up, sign in, recovery, people, sessions, and the end of the account."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.accounts.conftest import PASSWORD, add_person, confirm, sign_up
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import expect_fitting

NEW_PASSWORD = "cinq moutons verts"


def test_an_account_is_made_and_used_by_keyboard_alone(person: Person) -> None:
    page = person()
    page.goto("/account")
    page.locator("[data-way=up]").focus()
    page.keyboard.press("Enter")
    page.locator("input[name=login]").focus()
    page.keyboard.type("Clavier")
    page.keyboard.press("Tab")
    page.keyboard.type("Camille")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("recovery-codes h2")).to_be_focused()
    expect(page.locator("recovery-codes li")).to_have_count(10)
    expect(page.locator("members-section .account-name")).to_have_text("Camille")
    assert objections_in_both(page) == []


def test_a_wrong_password_and_a_taken_name_are_explained(person: Person) -> None:
    page = person()
    login = sign_up(page)
    other = person()
    other.goto("/account")
    other.locator("input[name=login]").fill(login)
    other.locator("input[name=password]").fill("wrong password")
    other.keyboard.press("Enter")
    expect(other.locator("[role=alert]", has_text="Nom ou mot de passe incorrect.")).to_be_visible()
    other.locator("[data-way=up]").click()
    other.locator("input[name=login]").fill(login.upper())
    other.locator("input[name=password]").fill(PASSWORD)
    other.keyboard.press("Enter")
    expect(other.locator("[role=alert]", has_text="déjà pris")).to_be_visible()
    assert objections_in_both(other) == []


def test_signing_in_elsewhere_and_a_new_password_end_other_sessions(person: Person) -> None:
    first, second = person(), person()
    login = sign_up(first)
    second.goto("/account")
    second.locator("input[name=login]").fill(login)
    second.locator("input[name=password]").fill(PASSWORD)
    second.locator("[data-action=sign-in]").click()
    second.locator("members-section").wait_for()

    second.locator("[data-part=sessions] summary").click()
    expect(second.locator("[data-part=sessions] li")).to_have_count(2)
    second.locator("[data-part=password] summary").click()
    second.locator("input[name=old_password]").fill(PASSWORD)
    second.locator("input[name=new_password]").fill(NEW_PASSWORD)
    second.locator("[data-action=change-password]").click()
    expect(second.locator("security-section .told")).to_have_text("Mot de passe changé.")

    first.reload()
    first.locator("sign-in-form form").wait_for()


def test_a_recovery_code_opens_the_account_once(person: Person) -> None:
    page = person()
    page.goto("/account")
    page.locator("[data-way=up]").click()
    page.locator("input[name=login]").fill("Oubli")
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    code = page.locator("recovery-codes code").first.inner_text()
    page.locator("[data-action=codes-done]").click()
    page.locator("[data-action=sign-out]").click()
    page.wait_for_selector(".home[data-ready=true]")

    for attempt in range(2):
        page.goto("/account")
        if attempt:
            page.locator("[data-action=sign-out]").click()
            page.wait_for_selector(".home[data-ready=true]")
            page.goto("/account")
        page.locator("[data-action=forgot]").click()
        page.locator("input[name=login]").fill("Oubli")
        page.locator("input[name=code]").fill(code)
        page.locator("input[name=password]").fill(NEW_PASSWORD)
        page.locator("[data-action=recover]").click()
        if not attempt:
            page.locator("members-section").wait_for()
    expect(page.locator("sign-in-form [role=alert]")).not_to_be_empty()


def test_people_are_added_renamed_chosen_and_removed(person: Person) -> None:
    page = person()
    sign_up(page)
    add_person(page, "Léa")
    add_person(page, "Tom", "child")
    rows = page.locator("members-section li")
    expect(rows).to_have_count(3)
    tom = rows.filter(has_text="Tom")
    expect(tom).to_contain_text("enfant")
    expect(tom.locator("[data-action=listed]")).to_have_count(0)

    tom.locator("[data-action=choose]").click()
    expect(tom).to_contain_text("joue ici")
    lea = rows.filter(has_text="Léa")
    lea.locator("[data-action=rename]").click()
    page.locator("members-section form input[name=name]").fill("Léonie")
    page.keyboard.press("Enter")
    expect(rows.filter(has_text="Léonie")).to_have_count(1)
    rows.filter(has_text="Léonie").locator("[data-action=remove]").click()
    confirm(page)
    expect(rows).to_have_count(2)
    assert objections_in_both(page) == []


def test_the_account_is_downloaded_and_deleted(person: Person) -> None:
    page = person()
    login = sign_up(page)
    with page.expect_download() as downloading:
        page.locator("[data-action=export]").click()
        confirm(page)
    found = json.loads(Path(downloading.value.path()).read_text("utf-8"))
    assert login in json.dumps(found, ensure_ascii=False)
    assert PASSWORD not in json.dumps(found)

    page.locator("[data-action=delete]").click()
    confirm(page)
    page.wait_for_selector(".home[data-ready=true]")
    page.goto("/account")
    page.locator("input[name=login]").fill(login)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("[data-action=sign-in]").click()
    expect(page.locator("[role=alert]", has_text="incorrect")).to_be_visible()


def test_a_passkey_is_added_and_signs_in(person: Person) -> None:
    page = person()
    page.goto("/")
    page.goto(page.url.replace("127.0.0.1", "localhost"))  # addresses have no passkeys
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    origin = page.url.rstrip("/")
    page.goto(f"{origin}/account")
    page.locator("[data-way=up]").click()
    page.locator("input[name=login]").fill("Empreinte")
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.locator("[data-action=codes-done]").click()
    page.locator("[data-part=passkeys] summary").click()
    page.locator("[data-action=add-passkey]").click()
    confirm(page)
    expect(page.locator("[data-part=passkeys] li")).to_have_count(1)
    page.locator("[data-action=sign-out]").click()
    page.wait_for_selector(".home[data-ready=true]")
    page.goto(f"{origin}/account")
    page.locator("[data-action=passkey]").click()
    page.locator("members-section").wait_for()


def test_the_pages_fit_on_a_phone(person: Person) -> None:
    page = person(width=360, height=740)
    sign_up(page)
    add_person(page, "Noé", "child")
    for summary in page.locator(".account-page summary").all():
        summary.click()
    expect_fitting(page, "the account")
    page.goto("/family")
    page.locator("[data-child]").wait_for()
    expect_fitting(page, "the parents' page")
    page.goto("/privacy")
    page.locator(".text-page h2").first.wait_for()
    expect_fitting(page, "the privacy page")
