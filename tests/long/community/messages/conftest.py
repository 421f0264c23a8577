"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.community.messages.conftest import quick_words as quick_words
from tests.community.messages.conftest import server as server
