"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.server.conftest import killable_redis as killable_redis
from tests.server.conftest import no_loaded_games as no_loaded_games
from tests.server.conftest import quick_bots as quick_bots
from tests.server.conftest import server as server
