"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.community.notices.conftest import channels as channels
from tests.community.notices.conftest import post as post
from tests.community.notices.conftest import quick as quick
from tests.community.notices.conftest import server as server
from tests.community.notices.conftest import service as service
