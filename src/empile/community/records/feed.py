"""Finished games as an Atom feed (RFC 4287), for a club's website or a feed reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element, SubElement, tostring

from empile.server.wire.people.profiles import HistoryGame, HistoryPlayer, PublicResult

KIND: Final = "application/atom+xml"
_ATOM: Final = "http://www.w3.org/2005/Atom"

_ENDED: Final = {
    "resignation": "Ended by resignation.",
    "time": "Lost on time.",
    "absence": "Lost by absence.",
}
"""What is said of games that the rules did not end."""
_LEFT: Final = {"resignation": "resigned", "time": "ran out of time", "absence": "was absent"}
"""What is said of players that left a game, after which bots played on."""

FeedGame: TypeAlias = HistoryGame | PublicResult


class GameTitle(NamedTuple):
    """How entries speak of a game."""

    name: str
    """Its name for people."""
    has_points: bool
    """Whether entries say the score."""


def atom(
    name: str, public: str, games: Sequence[FeedGame], titles: Mapping[str, GameTitle], origin: str
) -> bytes:
    """Return a feed of a member's ``games``, the last first.

    ``titles`` are those of the games, and ``origin`` the server's address.

    Example::

        >>> atom("Anne", "abc", [], {}, "https://example.org")[:38]
        b"<?xml version='1.0' encoding='utf-8'?>"
    """
    feed = _feed(name, f"{origin}/m/{public}", f"{origin}/api/members/{public}/games.atom", games)
    return _document(feed, games, titles, origin)


def atom_of_server(
    games: Sequence[FeedGame], titles: Mapping[str, GameTitle], origin: str
) -> bytes:
    """Return a feed of the public ``games`` of a server, the last first.

    Example::

        >>> b"<title>example.org" in atom_of_server([], {}, "https://example.org")
        True
    """
    name = origin.partition("://")[2]
    feed = _feed(name, f"{origin}/", f"{origin}/api/games.atom", games)
    return _document(feed, games, titles, origin)


def _feed(name: str, page: str, address: str, games: Sequence[FeedGame]) -> Element:
    feed = Element("feed", xmlns=_ATOM)
    _text(feed, "title", f"{name} · Empile")
    _text(feed, "id", page)
    _link(feed, page, "alternate")
    _link(feed, address, "self")
    _text(feed, "updated", _time(games[0].ended if games else 0))
    _text(SubElement(feed, "author"), "name", name)
    return feed


def _document(
    feed: Element, games: Sequence[FeedGame], titles: Mapping[str, GameTitle], origin: str
) -> bytes:
    for game in games:
        _entry(feed, game, titles, origin)
    return bytes(tostring(feed, "utf-8", xml_declaration=True))


def _entry(feed: Element, game: FeedGame, titles: Mapping[str, GameTitle], origin: str) -> None:
    address = f"{origin}/r/{game.table}?game={game.number}"
    entry = SubElement(feed, "entry")
    ranked = sorted(game.players, key=lambda player: (player.rank, player.seat))
    title = titles.get(game.game, GameTitle(game.game, True))
    standing = ", ".join(_standing(player, title.has_points) for player in ranked)
    _text(entry, "title", f"{title.name}: {standing}")
    _text(entry, "id", address)
    _text(entry, "updated", _time(game.ended))
    SubElement(entry, "category", term=game.reason)
    left = [f"{seat.name or 'A player'} {_LEFT[seat.left]}." for seat in ranked if seat.left]
    if summary := _ENDED.get(game.reason, " ".join(left)):
        _text(entry, "summary", summary)
    if game.replay:
        _link(entry, address, "alternate")


def _standing(player: HistoryPlayer, has_points: bool) -> str:
    """Return the rank, the name and, if there is one, the score: ``1. Anne 12``."""
    bot = "?" if player.level is None else f"Bot {player.level}"
    name = player.name or bot
    score = "" if player.score is None or not has_points else f" {player.score}"
    return f"{player.rank}. {name}{score}"


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def _link(parent: Element, address: str, relation: str) -> None:
    SubElement(parent, "link", href=address, rel=relation)


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
