"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.server.store.conftest import location as location
from tests.server.store.conftest import new_store as new_store
