"""What all routes of accounts need: the session of a request, and its transactions."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from litestar import Response
from litestar.datastructures import Cookie
from sqlalchemy import Connection

from empile.community import sessions
from empile.community.clock import now_ms
from empile.community.limits import Counted, count, give_back, of_hash
from empile.community.moderation import guests
from empile.community.passwords.hasher import Asker, Place
from empile.community.service import Community
from empile.community.sessions import COOKIE, KEPT_MS, Session
from empile.server.http.errors import Asked, host_of
from empile.server.http.origin import is_allowed
from empile.server.http.play.line_stream import LineStream
from empile.server.http.rest import limit
from empile.server.wire.connection import Connection as WebConnection
from empile.server.wire.errors import CommandError

Found = TypeVar("Found")
Content = TypeVar("Content")
ForSession = Callable[[Connection, Session], Found]

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def community_of(request: Asked) -> Community:
    found = request.app.state.community
    assert isinstance(found, Community)
    return found


def feed_of(request: Asked, follow: Callable[[WebConnection], Callable[[], None]]) -> LineStream:
    """Answer with what ``follow`` sends to a connection; it returns a function to call at the end."""

    async def open_(connection: WebConnection) -> Callable[[], None]:
        return follow(connection)

    return LineStream(open_, community_of(request).settings.limits.backlog_bytes)


def check_origin(request: Asked) -> None:
    """Raise ``CommandError`` unless a request comes from a page of this server.

    Cookies are sent with the requests of all pages, so the page must identify itself. Sites that
    may use the interface otherwise (``--allow-origin``) may not act for the user that is signed in
    here.
    """
    if "origin" not in request.headers:
        raise CommandError("forbidden", "a request with a cookie needs the header 'Origin'")
    if not is_allowed(request.scope, community_of(request).settings.origins):
        raise CommandError("forbidden", "pages of another site may not act for you")


def check_other_sites(request: Asked) -> None:
    """Raise ``CommandError`` if a page of another site would sign its visitor in here."""
    if "origin" in request.headers:
        check_origin(request)


def token_of_cookie(request: Asked) -> str | None:
    """Return the token of the session. Raises ``CommandError`` if another site may have sent it."""
    token: str | None = request.cookies.get(COOKIE)
    if token is not None and request.method not in _SAFE:
        check_origin(request)
    return token


async def read_as(request: Asked, work: ForSession[Found]) -> Found:
    """Return what ``work`` reads for the session of a request.

    Raises ``CommandError`` with the code ``signed_out`` without one.
    """
    limit(request)
    token, now = token_of_cookie(request), now_ms()

    def read(connection: Connection) -> tuple[Session, Found]:
        session = sessions.find(connection, token, now)
        return session, work(connection, session)

    database = community_of(request).database
    session, found = await database.read(read)
    if sessions.is_due(session, now):
        await database.write(lambda connection: sessions.touch(connection, session, now))
    return found


async def write_as(request: Asked, work: ForSession[Found], *, confirmed: bool = False) -> Found:
    """Return what ``work`` writes for the session of a request, once it is stored.

    With ``confirmed``, the password or a passkey must have been confirmed in the last minutes.
    """
    limit(request)
    token, now = token_of_cookie(request), now_ms()

    def write(connection: Connection) -> Found:
        session = sessions.find(connection, token, now)
        if confirmed:
            session.require_confirmed(now)
        return work(connection, session)

    return await community_of(request).write(write)


async def session_of(request: Asked) -> Session:
    """Return the session of a request. Raises ``CommandError``."""
    return await read_as(request, lambda _, session: session)


async def count_attempts(request: Asked, counted: Iterable[Counted]) -> None:
    """Count an attempt. Raises ``CommandError`` if there were too many."""
    counted, now = list(counted), now_ms()
    await community_of(request).database.write(lambda connection: count(connection, counted, now))


async def forget_attempts(request: Asked, counted: Iterable[Counted]) -> None:
    """Forget attempts of which one was right."""
    counted = list(counted)
    await community_of(request).database.write(lambda connection: give_back(connection, counted))


@asynccontextmanager
async def hashing(
    request: Asked, account: str, *, known: bool, counted: Iterable[Counted] = ()
) -> AsyncGenerator[Place]:
    """Give a place in the queue for a hash, and count the attempt.

    ``account`` is the key of a login. Raises ``CommandError`` if the queue is full, or after too many
    attempts.
    """
    host = host_of(request)
    with community_of(request).passwords.place(Asker(account, host, known)) as place:
        await count_attempts(request, [*counted, of_hash(account, host, known)])
        yield place


def signed_in(request: Asked, content: Content, token: str, status: int = 200) -> Response[Content]:
    """Return a response that lets the browser keep a session."""
    return Response(content, status_code=status, cookies=[_cookie(request, token, KEPT_MS // 1000)])


def signed_out(request: Asked, token: str = "") -> Response[None]:
    """Return a response that lets the browser forget its session, but not the ``token`` it had."""
    kept = _cookie(request, token, KEPT_MS // 1000 if token else 0, guests.COOKIE)
    return Response(None, status_code=204, cookies=[_cookie(request, "", 0), kept])


def _cookie(request: Asked, token: str, seconds: int, name: str = COOKIE) -> Cookie:
    # Behind a proxy, the page knows better than this server whether it was loaded securely.
    secure = request.headers.get("origin", "").startswith("https://") or (
        request.scope["scheme"] == "https"
    )
    return Cookie(
        key=name,
        value=token,
        max_age=seconds,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def agent_of(request: Asked) -> str:
    """Return what a browser calls itself."""
    return str(request.headers.get("user-agent", ""))[:500]


def origin_of(request: Asked) -> str:
    """Return the origin of the page that asks. Raises ``CommandError``."""
    check_origin(request)
    return str(request.headers["origin"])
