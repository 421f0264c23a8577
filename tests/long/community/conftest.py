"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.community.conftest import no_loaded_games as no_loaded_games
from tests.community.conftest import quick_bots as quick_bots
from tests.community.conftest import quick_passwords as quick_passwords
from tests.community.conftest import server as server
