"""Finished games, read from logs alone."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.community.projections.results import TableResults
from empile.community.projections.teams import teams_of
from empile.engine.discovery import game_names
from empile.server.store.interface import Row
from empile.server.wire import events
from empile.server.wire.parts import GameResult

KEYS = ["a" * 64, "b" * 64, "c" * 64]
WON = GameResult([0], [7, 3], [1, 2], "full")


def read(*entries: events.LogEntry) -> TableResults:
    rows = [Row(seq, 1000 * seq, events.encode(entry)) for seq, entry in enumerate(entries, 1)]
    return TableResults.read(rows)


def created(count: int = 2, game: str = "blox") -> events.Created[events.StoredPlace]:
    places = [
        events.StoredPlace("person", name, key=key, member=member)
        for name, key, member in zip(("Anne", "Bea", "Cleo"), KEYS, (1, 2, None), strict=True)
    ]
    return events.Created(game=game, rules=1, options={}, places=places[:count])


def test_results_of_a_finished_game() -> None:
    results = read(
        created(),
        events.Started(game_number=1, seats=[1, 0]),
        events.Moved(seat=0, text="a1"),
        events.ChanceResolved(text="x"),
        events.Moved(seat=1, text="a2"),
        events.Over(result=WON),
    )
    (game,) = results.games
    assert not results.running
    assert (game.number, game.started, game.ended, game.events) == (1, 2000, 6000, 3)
    assert [player.name for player in game.players] == ["Bea", "Anne"]
    assert [player.member for player in game.players] == [2, 1]
    assert game.ranks() == [1, 2]
    assert game.outcomes([0, 1]) == ["won", "lost"]
    assert [game.score(seat) for seat in (0, 1)] == [7, 3]
    assert game.reason == "full"


def test_results_do_not_count_events_that_were_taken_back() -> None:
    results = read(
        created(),
        events.Started(game_number=1, seats=[0, 1]),
        *(events.Moved(seat=n % 2, text="a1") for n in range(4)),
        events.TakenBack(to=1, place=1),
        events.Moved(seat=1, text="a1"),
        events.Over(result=WON),
    )
    assert results.games[0].events == 2


def test_resignation_of_two_has_ranks_and_no_scores() -> None:
    results = read(
        created(),
        events.Started(game_number=1, seats=[0, 1]),
        events.Resigned(place=0),
        events.Over(result=None),
    )
    (game,) = results.games
    assert game.reason == "resignation"
    assert game.ranks() == [2, 1]
    assert game.outcomes([0, 1]) == ["lost", "won"]
    assert game.score(1) is None


def test_who_resigns_among_three_is_last_whatever_the_bot_does() -> None:
    results = read(
        created(3),
        events.Started(game_number=1, seats=[0, 1, 2]),
        events.Resigned(place=1),
        events.TakenOver(place=1, level=4),
        events.Over(result=GameResult([1], [1, 9, 2], [3, 1, 2], "full")),
    )
    (game,) = results.games
    assert game.ranks() == [2, 3, 1]
    assert game.outcomes([0, 1, 2]) == ["lost", "lost", "won"]
    assert (game.players[1].level, game.players[1].member) == (4, 2)
    assert game.players[1].left == "resignation"


def test_shared_first_rank_is_no_win_unless_it_is_one_team() -> None:
    both = GameResult([0, 1], [5, 5], [1, 1], "full")
    results = read(created(), events.Started(game_number=1, seats=[0, 1]), events.Over(result=both))
    (game,) = results.games
    assert game.outcomes([0, 1]) == ["shared", "shared"]
    assert game.outcomes([0, 0]) == ["won", "won"]


def test_games_that_a_bot_played_alone_do_not_count_for_the_owner() -> None:
    results = read(
        created(3),
        events.Started(game_number=1, seats=[0, 1, 2]),
        events.TakenOver(place=1, level=4),
        events.Over(result=GameResult([0], [3, 2, 1], [1, 2, 3], "full")),
        events.Started(game_number=2, seats=[1, 2, 0]),
        events.Over(result=GameResult([0], [3, 2, 1], [1, 2, 3], "full")),
        events.Started(game_number=3, seats=[1, 2, 0]),
        events.Retaken(place=1),
        events.Over(result=GameResult([0], [3, 2, 1], [1, 2, 3], "full")),
    )
    first, second, third = results.games
    assert (first.players[1].member, first.players[1].level) == (2, 4)
    assert second.players[0]._asdict() == {
        "place": 1, "name": "", "member": None, "is_owned": False, "program": False, "level": 4,
        "hand_skill": None, "left": None,
    }  # fmt: skip
    assert (third.players[0].member, third.players[0].level) == (2, None)


def test_names_are_those_at_the_end_of_each_game() -> None:
    results = read(
        created(),
        events.Started(game_number=1, seats=[0, 1]),
        events.Over(result=WON),
        events.Renamed(place=0, name="Anna"),
        events.Started(game_number=2, seats=[1, 0]),
        events.Over(result=WON),
    )
    assert [game.players[game.number - 1].name for game in results.games] == ["Anne", "Anna"]


def test_a_rematch_runs_again() -> None:
    entries: list[events.LogEntry] = [
        created(),
        events.Started(game_number=1, seats=[0, 1]),
        events.Over(result=WON),
        events.Started(game_number=2, seats=[1, 0]),
    ]
    assert not read(*entries[:3]).running
    assert read(*entries).running


def test_read_refuses_a_log_with_a_gap() -> None:
    rows = [Row(1, 1, events.encode(created())), Row(3, 2, b"{}")]
    with pytest.raises(ValueError, match="gap"):
        TableResults.read(rows)


@pytest.mark.parametrize("name", game_names())
def test_teams_are_those_of_the_rules(name: str) -> None:
    """No game has teams without the option that :func:`teams_of` looks at."""
    found = 0
    for players in range(2, 7):
        for teams in (False, True):
            try:
                options: dict[str, Any] = {"players": players, **({"teams": True} if teams else {})}
                game = empile.load(name, **options)
            except empile.OptionError:
                continue
            assert teams_of(name, game.rules_version, game.options, players) == list(game.teams)
            found += 1
    assert found


def test_teams_of_a_game_that_is_gone_are_none() -> None:
    assert teams_of("no-game", 1, {"teams": True}, 4) == [0, 1, 2, 3]
