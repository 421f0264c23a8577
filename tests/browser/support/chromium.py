"""Headless Chromium."""

from __future__ import annotations

import os
import shutil

import pytest
from playwright.sync_api import Browser, Playwright

_FEATURES_OFF = (
    # Playwright's own list, which ours replaces: what applies to pages and to the network.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    # Every window starts a process for suggestions below an address bar that nobody sees.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
)
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(_FEATURES_OFF)}",
)
# Software draws the page; drawing it by an emulated graphics card costs several times as much.
_FLAT = ("--disable-gpu", "--disable-software-rasterizer", "--disable-3d-apis")
_SOLID = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing")


FLAT_FLAGS = (*_FLAGS, *_FLAT)
"""Of a browser that cannot draw in three dimensions."""


def launch(playwright: Playwright, *, solid: bool) -> Browser:
    """Start a browser, which draws in three dimensions if ``solid``; skip the test without one."""
    return playwright.chromium.launch(
        executable_path=executable(), args=[*_FLAGS, *_SOLID] if solid else FLAT_FLAGS
    )


def is_refusal(kind: str, text: str) -> bool:
    """Whether the console tells that the browser refused something of the page (not of the net)."""
    # Without https, browsers ignore the header that keeps other windows away from the page.
    harmless = (
        "Failed to load resource",
        "WebSocket connection to",
        "Cross-Origin-Opener-Policy header has been ignored",
    )
    return kind == "error" and not any(part in text for part in harmless)


def executable() -> str:
    """Return the path of Chromium; skip the test if there is none, or fail it in CI."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        reason = "there is no Chromium on this machine (set CHROMIUM to its path)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found
