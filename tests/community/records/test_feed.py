"""Finished games as a feed."""

from __future__ import annotations

from xml.etree import ElementTree

from msgspec.structs import replace

from empile.community.records.feed import GameTitle, atom
from empile.server.wire.people.profiles import HistoryGame, HistoryPlayer
from tests.community.people import Browser
from tests.community.playing import (
    eventually,
    games_of,
    member_of,
    new_table,
    person,
    resign,
    take_place,
)
from tests.server.serving import Serving

ATOM = "{http://www.w3.org/2005/Atom}"


def player(seat: int, name: str, rank: int, score: int | None) -> HistoryPlayer:
    return HistoryPlayer(seat, name, None, None, False, rank, score, False)


def game(
    number: int, *players: HistoryPlayer, replay: bool = True, reason: str = "full"
) -> HistoryGame:
    return HistoryGame(
        "T1", number, "blox", 1, 1000 * number, reason, 9, "won", 0, list(players), [], replay
    )


def test_entries_say_who_won_with_which_score() -> None:
    found = [
        game(2, player(0, "Anne & Co", 2, 3), player(1, "Ben", 1, 12)),
        game(1, player(0, "Anne & Co", 1, None), player(1, "", 2, None), replay=False),
    ]
    feed = ElementTree.fromstring(
        atom("Anne & Co", "abc", found, {"blox": GameTitle("Blox", True)}, "https://x.org")
    )
    entries = feed.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
        "Blox: 1. Ben 12, 2. Anne & Co 3",
        "Blox: 1. Anne & Co, 2. ?",
    ]
    links = [[link.get("href") for link in entry.findall(f"{ATOM}link")] for entry in entries]
    assert links == [["https://x.org/r/T1?game=2"], []]
    assert feed.findtext(f"{ATOM}updated") == "1970-01-01T00:00:02+00:00"


def test_entries_of_games_without_points_say_the_ranks_only() -> None:
    found = [game(1, player(0, "Anne", 2, 0), player(1, "Ben", 1, 0))]
    feed = atom("Anne", "abc", found, {"blox": GameTitle("Line", False)}, "https://x.org")
    assert b"<title>Line: 1. Ben, 2. Anne</title>" in feed


def test_entries_say_why_games_ended() -> None:
    players = player(0, "Anne", 1, None), player(1, "Ben", 2, None)
    found = [
        game(number, *players, reason=reason) for number, reason in enumerate(("full", "time"))
    ]
    feed = ElementTree.fromstring(atom("Anne", "abc", found, {}, "https://x.org"))
    categories = [one.get("term") for one in feed.iter(f"{ATOM}category")]
    assert categories == ["full", "time"]
    assert [one.text for one in feed.iter(f"{ATOM}summary")] == ["Lost on time."]


def test_entries_say_why_players_left() -> None:
    ben = replace(player(2, "Ben", 3, 9), left="time")
    hidden = replace(player(1, "", 3, 9), left="resignation")
    games = [game(1, player(0, "Anne", 1, 4), hidden, ben)]
    feed = ElementTree.fromstring(atom("Anne", "abc", games, {}, "https://x.org"))
    assert [summary.text for summary in feed.iter(f"{ATOM}summary")] == [
        "A player resigned. Ben ran out of time."
    ]


def test_feed_shows_what_strangers_may_see(server: Serving) -> None:
    anne = Browser(server)
    anne.sign_up("Anne")
    member = member_of(anne)
    for spectators in (True, False):
        made = new_table(anne, [person("", member), {"kind": "open"}], allow_spectators=spectators)
        take_place(Browser(server), made["table"], "Ben")
        resign(server, made["table"], made["token"])
    eventually(lambda: len(games_of(anne, member)) == 2)
    address = f"/api/members/{member}/games.atom"
    assert anne.get(address).status_code == 404  # the profile is hidden, even to its member
    assert anne.patch(f"/api/members/{member}", json={"listed": True}).status_code < 300
    answer = Browser(server).get(address)
    assert answer.headers["content-type"].startswith("application/atom+xml")
    (entry,) = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Block Ness: 1. Ben, 2. Anne"
