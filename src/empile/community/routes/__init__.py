"""REST routes of accounts, for :class:`litestar.Litestar`."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from empile.community.routes.privacy_routes import privacy

ROUTES: tuple[ControllerRouterHandler, ...] = (privacy,)
"""All routes; add new ones here."""
