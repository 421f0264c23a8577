"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.arena.conftest import program as program
from tests.arena.conftest import watching as watching
