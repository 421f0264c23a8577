"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.browser.accounts.conftest import site as site
