"""REST routes of accounts, for :class:`litestar.Litestar`."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from empile.community.routes.account_routes import MeController, invite, register
from empile.community.routes.member_routes import MemberController
from empile.community.routes.passkey_routes import PasskeyController, PasskeySignInController
from empile.community.routes.privacy_routes import privacy
from empile.community.routes.session_routes import RecoveryController, SessionController

ROUTES: tuple[ControllerRouterHandler, ...] = (
    register,
    MeController,
    SessionController,
    RecoveryController,
    PasskeyController,
    PasskeySignInController,
    MemberController,
    invite,
    privacy,
)
"""All routes; add new ones here."""
