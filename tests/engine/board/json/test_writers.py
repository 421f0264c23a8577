"""Views, moves and messages of whole games on cells: compiled, as Python, and by the presenter."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.board import Moves
from empile.engine.board.json.moves import chance_writer, hiding
from empile.engine.board.json.patterns import patterns_of
from empile.engine.board.json.texts import new_texts
from empile.engine.compiled.jit import inline, interpreted
from empile.engine.compiled.json_writer import SEES_ALL, SPECTATOR, text_of
from empile.engine.compiled.layout import StructRef
from empile.engine.contracts.json_views import encode, without_picture
from empile.engine.contracts.writers import Fields, Writers
from tests.support.advance import Advance
from tests.support.cards import Cards
from tests.support.climb import Climb
from tests.support.dominoes import Dominoes
from tests.support.games import random_match
from tests.support.race import Race

GAMES: tuple[type[empile.Game], ...] = (Climb, Race, Dominoes, Advance, Cards)


def game_of(kind: type[empile.Game]) -> empile.Game:
    """Return the game with up to three players."""
    return kind(players=min(3, max(kind.options_offered[0].values)))


def as_python(state: empile.State, function: str, which: int) -> bytes:
    """Return what a default function of the rules writes, without the compiler."""
    rules, tokens = type(state.game).rules, [0] * 500
    write = interpreted(getattr(rules, function))
    count = write(Fields(state.game.params_array), Fields(state.array), which, tokens)
    return text_of(tokens[:count], state.game.presenter.message_texts()).encode()


@pytest.mark.parametrize("kind", GAMES)
def test_views_and_moves_are_the_presenters(kind: type[empile.Game]) -> None:
    game = game_of(kind)
    presenter, match = game.presenter, random_match(game, 2)
    for index in range(0, len(match.events) + 1, 5):
        state = match.state_before(index)
        for seat in range(game.num_players):
            assert as_python(state, "write_view", seat) == encode(presenter.view(state, seat))
        assert as_python(state, "write_view", -1) == encode(presenter.view(state, None))
        for action in state.legal_actions():
            move = {
                "text": state.action_to_text(action),
                "parts": presenter.move_parts(state, action),
            }
            assert as_python(state, "write_move", action) == encode(move)


def test_compiled_code_writes_the_same() -> None:
    game = Race(players=2)
    match, views = random_match(game, 3), game.presenter.json
    views.compile(match.state_before(1))
    compiled, python = Writers(game), Writers(game, compiles=False)
    compiled.compile(match.state_before(1))
    for index, event in enumerate(match.events):
        state = match.state_before(index)
        assert compiled.event_json(state, event, 0) == python.event_json(state, event, 0)
        view = encode(without_picture(views.page_view(state, 1)))
        assert views.view(state, 1).startswith(view[:-1])
        if event.seat >= 0:
            for action in {*range(game.num_distinct_actions)} - {*state.legal_actions()}:
                assert compiled.refusal_json(state, action) == python.refusal_json(state, action)


@pytest.mark.parametrize("kind", GAMES)
def test_refusals_name_the_first_part_without_a_legal_move(kind: type[empile.Game]) -> None:
    """As a search over the legal moves by their names finds it."""
    game = game_of(kind)
    match, luck = random_match(game, 4), random.Random(1)
    moves: Moves = type(game).rules.MOVES
    for index, event in enumerate(match.events[:40]):
        state = match.state_before(index)
        legal = state.legal_actions()
        for action in luck.choices(range(moves.actions), k=5 if event.seat >= 0 else 0):
            move = moves.decode(action)
            if action in legal:
                continue
            reason = game.presenter.explain_illegal(state, action)
            if move is None:
                assert reason.key == "illegal.no_move"
                continue
            alike = [other.parts for other in map(moves.decode, legal) if other is not None
                     and other.verb == move.verb]  # fmt: skip
            prefixes = [dict([*move.parts.items()][: k + 1]) for k in range(len(move.parts))]
            fault = next(
                (
                    one
                    for one in prefixes
                    if not any(one.items() <= other.items() for other in alike)
                ),
                None,
            )
            assert reason.args["move"] == moves.text(action)
            if fault is None or not alike or len(move.parts) < 2:
                assert reason.key == "illegal.move"
            else:
                assert reason.key == "illegal.part"
                assert reason.args["value"] == [*fault.values()][-1]


def test_events_of_moves_have_their_parts() -> None:
    state = Climb().new_state()
    message = state.game.presenter.event_message(state, state.read_text("c3"), None)
    assert message == empile.Reason("log.move", {"cell": "c3", "move": "c3"})


@inline
def observed(params: StructRef, s: StructRef, seat: int, action: int) -> int:
    """Hide the outcomes 0 and 1 from seat 1."""
    return 0 if seat == 1 and action < 2 else action


def test_outcomes_are_hidden_that_a_seat_cannot_tell_apart() -> None:
    rules: Any = SimpleNamespace(observed_action=observed)
    hides = interpreted(hiding(rules, Moves("{card}", card="abc")))
    params: Any = SimpleNamespace(seats=2)
    found = [[hides(params, None, seat, action) for action in range(3)] for seat in (0, 1, -1)]
    assert found == [[False] * 3, [True, True, False], [True, True, False]]


@pytest.mark.parametrize(
    ("viewer", "text"),
    [(SEES_ALL, "~a c b"), (0, "~a c b"), (1, "~? c ?"), (SPECTATOR, "~? c ?")],
)
def test_chance_writer_hides_these_outcomes(viewer: int, text: str) -> None:
    rules: Any = SimpleNamespace(observed_action=observed)
    events, texts = Moves("{card}", card="abc"), new_texts()
    writer = chance_writer(patterns_of(events, texts), hiding(rules, events), texts)
    params: Any = SimpleNamespace(seats=2)
    actions, tokens = np.array([0, 2, 1], np.int32), np.zeros(20, np.int32)
    count = interpreted(writer)(params, None, viewer, actions, tokens)
    assert text_of(tokens[:count].tolist(), texts.all) == text
