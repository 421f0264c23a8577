"""Pictures of tables: hidden information is in none."""

from __future__ import annotations

import pytest

import empile
from empile.server.http.previews.tables import picture_of
from empile.server.http.previews.thumbnails import _draw
from empile.server.tables.game_redaction import GameSnapshot
from tests.server.tables.test_hidden_information import HIDING, headless, twins


def snapshot(match: empile.Match) -> GameSnapshot:
    """Return a running game as spectators may see it."""
    game, events = match.state.game, match.record().events
    return GameSnapshot(
        game.name, game.rules_version, game.options, None, ["A", "B"], events, None, False, None
    )


@pytest.mark.parametrize("name", [name for name in HIDING if name != "cairn"])
def test_picture_of_is_the_same_for_games_that_spectators_cannot_distinguish(name: str) -> None:
    one, other = twins(headless(name, 2), 0, seed=3)
    assert one.state != other.state
    assert picture_of(snapshot(one)) == picture_of(snapshot(other))
    later = empile.Match.from_position(one.state.game, one.state.position())
    later.play(later.state.legal_texts()[0])
    assert later.state.to_svg(None) != one.state.to_svg(None), "pictures show public moves"


@pytest.mark.parametrize("name", HIDING)
def test_thumbnails_are_the_same_for_games_that_spectators_cannot_distinguish(name: str) -> None:
    one, other = twins(headless(name, 2), 0, seed=3)
    assert one.state != other.state
    assert _draw(one.state, 1) == _draw(other.state, 1)
