"""The page at its addresses, with a head for each; robots.txt, sitemap.xml, pictures of tables."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs

import msgspec

from empile.server.http.origin import headers_of
from empile.server.http.packages.paths import is_of_packages
from empile.server.http.previews import pages
from empile.server.http.previews.catalogue import read_catalogue
from empile.server.http.previews.preloads import Preloads
from empile.server.http.static import File, Send, StaticFiles, answer_file
from empile.server.wire.errors import CommandError

if TYPE_CHECKING:
    from empile.server.http.packages.files import GamePackages
    from empile.server.http.previews.tables import TablePreviews

_TITLE: Final = b"<title>Empile</title>"
_SPOKEN: Final = b'<html lang="fr">'
_TABLE: Final = re.compile(r"/([tr]|embed)/([A-Za-z0-9_-]{1,64})")
_PICTURE: Final = re.compile(r"/pictures/([A-Za-z0-9_-]{1,64})\.png")
_LIVE: Final = re.compile(r"/pictures/([A-Za-z0-9_-]{1,64})\.svg")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_MOST_HEADS: Final = 500
_TOUCH_ICON: Final = "/icons/apple-touch-icon.png"
_ICONS: Final = {
    "/favicon.ico": "/icons/app-192.png",
    "/apple-touch-icon.png": _TOUCH_ICON,
    "/apple-touch-icon-precomposed.png": _TOUCH_ICON,
}
"""Where browsers look without having read the page."""
_ASK_AGAIN: Final = b"no-cache"
_FIXED: Final = b"public, max-age=3600"
_VARY: Final = b"accept-encoding, accept-language"


class Site:
    """An ASGI application for everything but the REST interface and the documentation."""

    def __init__(
        self,
        folder: Path,
        origins: AbstractSet[str],
        previews: Callable[[], TablePreviews | None],
        accounts: pages.AccountsOffered | None = None,
        *,
        lobby: bool = False,
    ) -> None:
        self._accounts = accounts
        self._lobby = lobby
        self.files = StaticFiles(folder)
        self._catalogue = read_catalogue(folder)
        self._preloads = Preloads(folder)
        self._origins = origins
        self._previews = previews
        self._heads: OrderedDict[tuple[Any, ...], File] = OrderedDict()
        self._packages: GamePackages | None = None

    @property
    def built_games(self) -> AbstractSet[str]:
        """The games that are part of the page."""
        return self._catalogue.games.keys()

    def add_packages(self, packages: GamePackages) -> None:
        """Show more games."""
        self._packages = packages
        games = {**packages.texts, **self._catalogue.games}
        self._catalogue = msgspec.structs.replace(self._catalogue, games=games)

    async def __call__(self, scope: dict[str, Any], receive: object, send: Send) -> None:
        path = scope["path"]
        if self._packages is not None and is_of_packages(path):
            await answer_file(self._packages.get(path), scope, send)
        elif not self._catalogue.languages:
            await self.files(scope, receive, send)
        elif path == "/robots.txt":
            text = pages.robots(self._origin(scope))
            await answer_file(_text(text, b"text/plain"), scope, send)
        elif path == "/sitemap.xml":
            text = pages.sitemap(self._catalogue, self._origin(scope))
            await answer_file(_text(text, b"application/xml"), scope, send)
        elif found := _PICTURE.fullmatch(path):
            await answer_file(await self._picture(found[1], scope), scope, send)
        elif found := _LIVE.fullmatch(path):
            await answer_file(await self._live(found[1], scope), scope, send)
        elif icon := _ICONS.get(path):
            await answer_file(self.files.get(icon), scope, send)
        elif "." in path.rpartition("/")[2] or path.startswith("/."):
            await answer_file(self.files.get(path), scope, send)
        elif self.files.is_page(path) and scope["method"] in ("GET", "HEAD"):
            file, is_known = await self._page(scope)
            await answer_file(file, scope, send, status=200 if is_known else 404)
        else:
            await self.files(scope, receive, send)

    def _origin(self, scope: dict[str, Any]) -> str:
        """Return the address under which the client knows this server."""
        host = headers_of(scope).get("host", "localhost")
        for origin in sorted(self._origins):
            if origin.partition("://")[2] == host:
                return origin
        return f"{scope.get('scheme', 'http')}://{host}"

    async def _page(self, scope: dict[str, Any]) -> tuple[File, bool]:
        """Return the page, and whether there is something at its address."""
        path: str = scope["path"]
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1"), max_num_fields=20)
        language = next(iter(asked.get("lang", ())), "")
        fixed = language in self._catalogue.messages
        if not fixed:
            accepted = headers_of(scope).get("accept-language", "")
            language = self._catalogue.language_for(accepted)
        page = pages.page_of(self._catalogue, path, next(iter(asked.get("game", ())), ""))
        is_known = pages.is_page(self._catalogue, path, self._accounts, lobby=self._lobby)
        is_table = False
        if found := _TABLE.fullmatch(path):
            is_table = found[1] == "t"
            previews, seen = self._previews(), None
            if previews is not None:
                try:
                    seen = await previews.seen(found[2], _host(scope))
                except CommandError:
                    is_known = False
            if seen is not None and seen.game in self._catalogue.games:
                page = pages.table_page(self._catalogue, path, seen, is_replay=found[1] != "t")
                if not fixed and seen.language in self._catalogue.messages:
                    language = seen.language
        file = self._with_head(page, language, fixed, self._origin(scope), is_table)
        return file, is_known

    def _with_head(
        self, page: pages.Page, language: str, fixed: bool, origin: str, is_table: bool
    ) -> File:
        key = (page, language, fixed, origin, is_table)
        file = self._heads.get(key)
        if file is None:
            head = pages.head(self._catalogue, page, language, fixed, origin)
            if self._accounts is not None:
                head += f"\n    {pages.accounts_meta(self._accounts, origin)}"
            if self._lobby:
                head += f"\n    {pages.LOBBY_META}"
            if is_table:
                more = [] if self._packages is None else self._packages.preloads(page.game)
                head = "\n    ".join((head, *self._preloads.of_table(page.game), *more))
            body = self.files.index.body.replace(_TITLE, head.encode(), 1)
            body = body.replace(_SPOKEN, f'<html lang="{language}">'.encode(), 1)
            file = self._heads[key] = _file(body, b"text/html; charset=utf-8", vary=_VARY)
            if len(self._heads) > _MOST_HEADS:
                self._heads.popitem(last=False)
        else:
            self._heads.move_to_end(key)
        return file

    async def _picture(self, table: str, scope: dict[str, Any]) -> File | None:
        previews = self._previews()
        picture = None if previews is None else await previews.picture(table, _host(scope))
        if picture is None:
            return self.files.get(pages.SITE_PICTURE)
        return File(picture, b"image/png", _ASK_AGAIN, _tag(picture), {})

    async def _live(self, table: str, scope: dict[str, Any]) -> File | None:
        """Return an SVG of the position that is asked for by its number, or of the last one."""
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1"), max_num_fields=20)
        given = next(iter(asked.get("at", ())), "")
        position = int(given) if _NUMBER.fullmatch(given) else 0
        previews = self._previews()
        if previews is None:
            return None
        found = await previews.thumbnails.get(table, position, _host(scope))
        if found is None:
            return None
        cache = _FIXED if 0 < position <= found.position else _ASK_AGAIN
        packed = {"gzip": found.packed}
        return File(found.body, b"image/svg+xml", cache, _tag(found.body), packed)


def _host(scope: dict[str, Any]) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _text(text: str, kind: bytes) -> File:
    return _file(text.encode(), kind + b"; charset=utf-8")


def _file(body: bytes, kind: bytes, vary: bytes = b"accept-encoding") -> File:
    packed = {"gzip": gzip.compress(body, 6, mtime=0)}
    return File(body, kind, _ASK_AGAIN, _tag(body), packed, vary)


def _tag(body: bytes) -> bytes:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'.encode()
