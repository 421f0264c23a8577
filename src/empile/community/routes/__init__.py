"""REST routes of accounts, for :class:`litestar.Litestar`."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router
from litestar.types import ControllerRouterHandler

from empile.community.routes.absence_routes import AbsenceController
from empile.community.routes.account_routes import MeController, invite, register
from empile.community.routes.challenge_routes import ChallengeController
from empile.community.routes.contact_routes import ContactController, PeopleController
from empile.community.routes.fair_play_routes import fair_play
from empile.community.routes.member_routes import MemberController
from empile.community.routes.message_routes import MessageController
from empile.community.routes.moderation_routes import ModerationController
from empile.community.routes.notice_routes import (
    NoticeController,
    UnsubscribeController,
    confirm_shown,
    push_key,
    renew_device,
)
from empile.community.routes.passkey_routes import PasskeyController, PasskeySignInController
from empile.community.routes.privacy_routes import privacy
from empile.community.routes.profile_routes import ProfileController, results_feed
from empile.community.routes.puzzle_routes import MemberPuzzleController
from empile.community.routes.rating_routes import (
    MemberRatingController,
    RatingController,
    ratings_at_table,
)
from empile.community.routes.report_routes import OwnActController, ReportController
from empile.community.routes.seat_routes import TokenController, keep_games, own_tables
from empile.community.routes.session_routes import RecoveryController, SessionController
from empile.community.routes.stream_routes import stream_events
from empile.community.routes.study_routes import StudyController

ROUTES: tuple[ControllerRouterHandler, ...] = (
    register,
    MeController,
    SessionController,
    RecoveryController,
    PasskeyController,
    PasskeySignInController,
    MemberController,
    AbsenceController,
    invite,
    privacy,
    own_tables,
    keep_games,
    TokenController,
    ProfileController,
    StudyController,
    results_feed,
    MemberPuzzleController,
    MemberRatingController,
    RatingController,
    ratings_at_table,
    stream_events,
    ContactController,
    PeopleController,
    ChallengeController,
    MessageController,
    NoticeController,
    UnsubscribeController,
    confirm_shown,
    push_key,
    renew_device,
    fair_play,
    ReportController,
    OwnActController,
    ModerationController,
)
"""All routes; add new ones here."""


async def _keep_private(response: Response[Any]) -> Response[Any]:
    """Forbid caches to keep an answer, unless its route says otherwise."""
    response.headers.setdefault("cache-control", "no-store")
    return response


ROUTER = Router("/", route_handlers=ROUTES, after_request=_keep_private)
