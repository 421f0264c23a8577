"""The route of the privacy text."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from empile.community.privacy import PrivacyLanguage, privacy_text
from empile.community.routes.shared import community_of
from empile.server.http.errors import Asked
from empile.server.wire.people.accounts import PrivacyText

Language = Annotated[
    PrivacyLanguage, QueryParameter(description="The language of the text: `en` or `fr`.")
]


@get(
    "/api/privacy",
    summary="What the host says about data",
    cost=1,
    errors=("bad_request",),
    tags=["host"],
)
async def privacy(request: Asked, language: Language = "en") -> PrivacyText:
    """Return the privacy text of this server, as Markdown."""
    folder = community_of(request).settings.privacy_folder
    return PrivacyText(language, await asyncio.to_thread(privacy_text, language, folder))
