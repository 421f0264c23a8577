"""Which page an address shows, and what its head says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final, Literal, NamedTuple

from empile.server.http.origin import host_name
from empile.server.http.previews.catalogue import Catalogue
from empile.server.tables.tokens import CODE_LETTERS

PICTURE_SIZE: Final = (1200, 630)
SITE_PICTURE: Final = "/share/empile.png"
_LOCALES: Final = {"de": "de_DE", "en": "en_GB", "es": "es_ES", "fr": "fr_FR"}

TableState = Literal["open", "playing", "over"]


class TableSeen(NamedTuple):
    """What the public may know of a table that admits spectators."""

    game: str
    state: TableState
    language: str
    picture: str
    """The path of its picture; empty before its first game."""


class AccountsOffered(NamedTuple):
    """What the page may offer of accounts."""

    registration: str
    """How accounts are made."""
    mail: bool
    """Whether an account can be recovered by mail."""
    messages: bool
    """Whether members may write to each other."""


class Page(NamedTuple):
    """A page with its texts."""

    path: str
    """The canonical path, without the language; empty if the page has no fixed address."""
    key: str
    """Its messages are ``preview.<key>.title`` and ``preview.<key>.text``."""
    game: str = ""
    picture: str = SITE_PICTURE
    is_indexed: bool = True


OTHER: Final = Page("", "home", is_indexed=False)
"""Any other address, unknown tables and tables without spectators included."""


_ADDRESS: Final = re.compile(
    r"/(start|games|offline|transfer|family|leaderboard|privacy|news|solo(/[^/]+)?|learn)?"
    rf"|/[{CODE_LETTERS}]{{6,12}}"
    r"|/account(/(invitation|recover|email))?|/m/[^/]+|/(t|r|embed)/[A-Za-z0-9_-]{1,64}|/r|/embed"
    r"|/puzzles(/(rush|history|daily|missed/[^/]+))?|/study"
    r"|/(rules|scorepad|study|learn)/(?P<game>[^/]+)|/(learn|puzzles)/(?P<part>[^/]+)/[^/]+"
    r"|/(editor|make)/(?P<made>[^/]+)/[^/]+|/box/(?P<box>[^/]+)"
)
"""What the page's router knows, earlier addresses included."""
_OF_ACCOUNTS: Final = re.compile(
    r"/(friends|notices|decisions)|/messages(/[^/]+)?"
    r"|/moderate(/log|/(fair-play|member|report)/[^/]+)?"
)


def is_page(
    catalogue: Catalogue, path: str, accounts: AccountsOffered | None, *, lobby: bool
) -> bool:
    """Return whether the page shows something at ``path``, as far as that needs no table."""
    path = path.rstrip("/") or "/"
    if found := _ADDRESS.fullmatch(path):
        return all(game is None or game in catalogue.games for game in found.groupdict().values())
    if path in ("/lobby", "/watch"):
        return lobby
    return accounts is not None and _OF_ACCOUNTS.fullmatch(path) is not None


def page_of(catalogue: Catalogue, path: str, game_asked: str = "") -> Page:
    """Return the page at ``path``. For tables, see :func:`table_page`."""
    if path == "/":
        if game_asked in catalogue.games:
            return Page(f"/?game={game_asked}", "game", game_asked, _picture(catalogue, game_asked))
        return Page("/", "home")
    first, _, game = path.removeprefix("/").partition("/")
    if path == "/solo":
        return Page("/solo", "solo")
    if path == "/puzzles":
        return Page("/puzzles", "puzzles")
    if path == "/study":
        return Page("/study", "studies")
    if path == "/r":
        return Page("", "replays", is_indexed=False)
    about = catalogue.games.get(game)
    offered = about is not None and {
        "rules": about.has_rules,
        "learn": about.has_lessons,
        "scorepad": about.has_scorepad,
        "study": True,
    }.get(first, False)
    return Page(path, first, game, _picture(catalogue, game)) if offered else OTHER


def table_page(catalogue: Catalogue, path: str, seen: TableSeen, *, is_replay: bool) -> Page:
    """Return the page of a table that admits spectators, or of its replay."""
    key = "replay" if is_replay else f"table.{seen.state}"
    picture = seen.picture or _picture(catalogue, seen.game)
    return Page(path, key, seen.game, picture, is_indexed=False)


def indexed_pages(catalogue: Catalogue) -> Iterator[Page]:
    """Yield all pages for search engines."""
    yield Page("/", "home")
    yield Page("/puzzles", "puzzles")
    yield Page("/study", "studies")
    if any(about.has_solo for about in catalogue.games.values()):
        yield Page("/solo", "solo")
    for game in sorted(catalogue.games):
        yield page_of(catalogue, "/", game)
        for first in ("rules", "learn", "scorepad", "study"):
            page = page_of(catalogue, f"/{first}/{game}")
            if page.is_indexed:
                yield page


def _picture(catalogue: Catalogue, game: str) -> str:
    """Return the path of a game's picture."""
    return f"/share/{game}.png" if catalogue.games[game].has_picture else SITE_PICTURE


def address(origin: str, path: str, language: str = "") -> str:
    """Return the absolute address of a page, optionally in a fixed language."""
    if not language:
        return origin + path
    return f"{origin}{path}{'&' if '?' in path else '?'}lang={language}"


def head(catalogue: Catalogue, page: Page, language: str, fixed: bool, origin: str) -> str:
    """Return the part of ``<head>`` that describes a page.

    ``fixed``: whether the address names the language.
    """
    title = catalogue.text(language, f"preview.{page.key}.title", page.game)
    text = catalogue.text(language, f"preview.{page.key}.text", page.game)
    here = address(origin, page.path, language if fixed and page.is_indexed else "")
    wide, high = PICTURE_SIZE
    lines = [f"<title>{escape(title)}</title>", _named("description", text)]
    if page.is_indexed:
        lines.append(_link("canonical", here))
        lines += [
            _link("alternate", address(origin, page.path, code), code)
            for code in catalogue.languages
        ]
        lines.append(_link("alternate", address(origin, page.path), "x-default"))
    else:
        lines.append(_named("robots", "noindex"))
    lines += [
        _property("og:site_name", "Empile"),
        _property("og:type", "website"),
        _property("og:title", title),
        _property("og:description", text),
        *([_property("og:url", here)] if page.path else []),
        _property("og:image", origin + page.picture),
        _property("og:image:type", "image/png"),
        _property("og:image:width", str(wide)),
        _property("og:image:height", str(high)),
        _property("og:image:alt", catalogue.text(language, "preview.picture", page.game)),
        _property("og:locale", _LOCALES.get(language, language)),
        _named("twitter:card", "summary_large_image"),
    ]
    return "\n    ".join(lines)


LOBBY_META: Final = '<meta name="empile-lobby" content="on" />'
"""Informs the page that the server has a lobby."""


FEED_LINK: Final = (
    '<link rel="alternate" type="application/atom+xml" title="Empile" href="/api/games.atom" />'
)
"""The link to the public results of the server, for feed readers."""


def accounts_meta(offered: AccountsOffered, origin: str) -> str:
    """Return the elements with what a server with accounts offers at an address.

    Browsers have passkeys only for pages from a secure origin.
    """
    scheme, _, host = origin.partition("://")
    name = host_name(host)
    passkeys = scheme == "https" or name == "localhost" or (name or "").endswith(".localhost")
    more = [" data-mail"] if offered.mail else []
    more += [" data-messages"] if offered.messages else []
    more += [" data-passkeys"] if passkeys else []
    meta = f'<meta name="empile-accounts" content="{offered.registration}"{"".join(more)} />'
    return f"{meta}\n    {FEED_LINK}"


def _named(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{escape(content)}" />'


def _property(name: str, content: str) -> str:
    return f'<meta property="{name}" content="{escape(content)}" />'


def _link(kind: str, href: str, language: str = "") -> str:
    spoken = f' hreflang="{language}"' if language else ""
    return f'<link rel="{kind}"{spoken} href="{escape(href)}" />'


def sitemap(catalogue: Catalogue, origin: str) -> str:
    """Return ``sitemap.xml``: all indexed pages in all languages."""
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
    ]
    for page in indexed_pages(catalogue):
        alternates = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code or "x-default"}"'
            f' href="{escape(address(origin, page.path, code))}"/>'
            for code in (*catalogue.languages, "")
        )
        for code in ("", *catalogue.languages):
            here = escape(address(origin, page.path, code))
            parts.append(f"<url><loc>{here}</loc>{alternates}</url>\n")
    return "".join([*parts, "</urlset>\n"])


def robots(origin: str) -> str:
    """Return ``robots.txt``. Tables may be fetched for link previews; their heads say noindex."""
    return f"User-agent: *\nDisallow: /api/\n\nSitemap: {origin}/sitemap.xml\n"
