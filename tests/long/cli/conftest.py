"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.cli.conftest import empile_cli as empile_cli
