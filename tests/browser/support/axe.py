"""What axe objects to on a page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.conftest import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOUR_RULES = ("color-contrast", "link-in-text-block")


def objections_to(page: Page, *rules: str) -> list[str]:
    """Return what axe finds on the page as it stands, by all rules or by those named."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate(
        """rules => axe.run(document, {
          resultTypes: ["violations"], ...(rules.length && { runOnly: { type: "rule", values: rules } }),
        })""",
        rules,
    )
    return [
        f"{violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def objections_in_both(page: Page) -> list[str]:
    """Return what axe finds in light, and in dark, which differs in colours only."""
    page.emulate_media(color_scheme="light")
    found = objections_to(page)
    page.emulate_media(color_scheme="dark")
    return found + [f"dark: {objection}" for objection in objections_to(page, *COLOUR_RULES)]
