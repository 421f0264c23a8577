"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.server.physics.conftest import script as script
