"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.browser.conftest import browsers as browsers
from tests.browser.conftest import pages as pages
from tests.browser.conftest import person as person
from tests.browser.conftest import site as site
from tests.browser.conftest import warm_bots as warm_bots
