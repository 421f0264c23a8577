"""What all routes of accounts need."""

from __future__ import annotations

from empile.community.service import Community
from empile.server.http.errors import Asked


def community_of(request: Asked) -> Community:
    found = request.app.state.community
    assert isinstance(found, Community)
    return found
