"""Which games are shown and featured: the best ones, without flickering."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from empile.community.watching.choosing import (
    MOST_SHOWN,
    Running,
    choose_featured,
    choose_shown,
    score,
)

NOW = 10_000.0


def game(table: str, *strengths: int, idle: float = 0.0, rated: bool = False) -> Running:
    """Return a running game."""
    return Running(table, strengths or (1500, 1500), rated, NOW - idle)


def by_table(*games: Running) -> dict[str, Running]:
    """Return games by table."""
    return {one.table: one for one in games}


def test_score_prefers_strong_lively_rated_games_of_people() -> None:
    usual = score(game("a"), NOW)
    assert score(game("a", 1700, 1600), NOW) > usual
    assert score(game("a", 1500, 1500, rated=True), NOW) > usual
    assert score(game("a", 1500), NOW) < usual  # against a bot
    assert score(Running("a", (), False, NOW), NOW) < score(game("a", 1000), NOW)
    assert usual > score(game("a", idle=120), NOW) > score(game("a", idle=1000), NOW)
    assert score(game("a", 1900, 1900, idle=1000), NOW) < usual


def test_choose_featured_takes_the_best() -> None:
    games = [game("a"), game("b", 1900, 1800), game("c", 2000, 2000, idle=900)]
    assert choose_featured(None, 0.0, games, NOW) == "b"
    assert choose_featured("gone", NOW, games, NOW) == "b"
    assert choose_featured("a", NOW, [], NOW) is None


def test_choose_featured_stays_unless_another_is_clearly_better_for_a_while() -> None:
    games = [game("a", 1500, 1500), game("b", 1600, 1600)]
    assert choose_featured("a", 0.0, games, NOW) == "a"
    better = [game("a", 1500, 1500), game("b", 1700, 1700)]
    assert choose_featured("a", NOW - 30, better, NOW) == "a"
    assert choose_featured("a", NOW - 61, better, NOW) == "b"
    asleep = [game("a", 1900, 1900, idle=900), game("b")]
    assert choose_featured("a", 0.0, asleep, NOW) == "b"


def test_choose_shown_keeps_what_is_shown() -> None:
    weak = [game(f"w{n:02}", 1000, 1000) for n in range(MOST_SHOWN)]
    shown = [one.table for one in weak]
    strong = [game(f"s{n}", 2000, 2000) for n in range(3)]
    running = by_table(*weak, *strong)
    assert choose_shown(shown, running, (), NOW) == shown
    assert choose_shown([], running, (), NOW)[:3] == ["s2", "s1", "s0"][::-1]
    ended = by_table(*weak[1:], *strong)
    assert choose_shown(shown[1:], ended, (), NOW) == [*shown[1:], "s0"]


def test_choose_shown_replaces_games_that_sleep() -> None:
    asleep = [game(f"a{n:02}", 2000, 2000, idle=1000) for n in range(MOST_SHOWN)]
    shown = [one.table for one in asleep]
    assert choose_shown(shown, by_table(*asleep), (), NOW) == shown
    found = choose_shown(shown, by_table(*asleep, game("new")), (), NOW)
    assert "new" in found
    assert len(found) == MOST_SHOWN


def test_choose_shown_keeps_the_featured_game_and_those_that_ended() -> None:
    many = [game(f"m{n:02}") for n in range(MOST_SHOWN)]
    shown = [one.table for one in many]
    running = by_table(*many, game("featured", 900, 900))
    found = choose_shown([*shown[1:], "ended"], running, ["featured", "ended"], NOW)
    assert {"featured", "ended"} <= set(found)
    assert len(found) == MOST_SHOWN


@given(
    st.lists(st.tuples(st.integers(500, 2500), st.floats(0, 2000)), max_size=40),
    st.integers(0, 40),
)
def test_choose_shown_is_stable(given_games: list[tuple[int, float]], first: int) -> None:
    games = [game(f"{n:02}", rating, idle=idle) for n, (rating, idle) in enumerate(given_games)]
    running = by_table(*games)
    shown = choose_shown([one.table for one in games[:first]], running, (), NOW)
    assert len(shown) == min(MOST_SHOWN, len(games)) == len(set(shown))
    assert set(choose_shown(shown, running, (), NOW)) == set(shown)
