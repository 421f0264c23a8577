"""Solo levels without the server: what is kept says the same as the server."""

from __future__ import annotations

import pytest

import empile
from empile.engine.game import Game
from empile.server.http import solo as online
from empile.server.http.offline.solo import OfflineLevel, whole
from empile.server.http.positions.answers import PositionRequest, position_after
from empile.server.http.solo import SoloHintRequest, SoloMoves
from empile.server.wire.errors import CommandError


def game_of(level: str) -> Game:
    options = online.options_of(online.level_of(level).variant)
    return empile.load(online.solo_game(), **options)


def a_way_through(kept: OfflineLevel, last: bool) -> list[str]:
    """Return the moves of the first or the last solution."""
    at, moves = 0, list[str]()
    while right := kept.positions[at].right:
        move = list(right)[-1 if last else 0]
        moves.append(move)
        at = right[move].next
    return moves


@pytest.mark.parametrize("level", ["1-01", "2-20", "4-35", "6-04"])
@pytest.mark.parametrize("last", [False, True])
def test_kept_levels_answer_as_the_server_does(level: str, last: bool) -> None:
    game = game_of(level)
    kept = whole(level, game)
    moves = a_way_through(kept, last)
    at = 0
    for done in range(len(moves) + 1):
        here, played = kept.positions[at], moves[:done]
        wanted = PositionRequest(game.name, dict(game.options), start=kept.start, moves=played)
        told = position_after(game, wanted)
        assert (told.position, told.scores, told.legal, told.result) == (
            here.position,
            here.scores,
            here.legal,
            here.result,
        )
        if done == len(moves):
            assert told.result is not None
            break
        for step, hint in enumerate(here.hints, 1):
            data = SoloHintRequest(kept.variant, kept.start, played, step)  # type: ignore[arg-type]
            assert online.hint(game, data) == hint
        for move in told.legal:
            after = SoloMoves(kept.variant, kept.start, [*played, move.text])
            is_right = online.solution(game, after).moves is not None
            assert is_right == (move.text in here.right)
        at = here.right[moves[done]].next


def test_all_solutions_are_kept() -> None:
    for level in ("1-01", "4-35"):
        kept = whole(level, game_of(level))
        ends = [position for position in kept.positions if position.result is not None]
        assert ends
        assert all(not position.right and not position.hints for position in ends)
        assert all(position.right for position in kept.positions if position.result is None)


def test_unknown_levels_are_refused() -> None:
    with pytest.raises(CommandError) as refused:
        whole("9-99", game_of("1-01"))
    assert refused.value.code == "no_table"
