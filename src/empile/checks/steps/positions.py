"""Step 4: positions as data, views of seats, and games that begin from a position."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from empile.checks.check import Step
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import equal, expect, lacks, refused
from empile.checks.random_games import (
    is_fast,
    looked_through,
    pool,
    random_match,
    single_steps,
)
from empile.engine.contracts.json_views import encode, without_picture
from empile.engine.errors import PositionError
from empile.engine.match import Match
from empile.engine.random import below, new_stream
from empile.engine.record import Record
from empile.engine.state import State
from empile.engine.strict_json import is_list, is_object

POSITIONS = Step(
    "positions", "positions and views as data, and back", "view", needs=("rules", "notation")
)

STATES = 3
"""Positions of each random game."""


@POSITIONS.check(variants_of, gate=True)
def position_is_json(variant: Variant) -> None:
    """Positions, views, parts and the static data of the board are JSON data."""
    game = variant.game()
    setup = game.presenter.board_setup()
    equal(json.loads(json.dumps(setup)), setup, "'board_setup' as JSON")
    for state in looked_through(random_match(game, 4)):
        for seen in (state.position(), *(state.view(s) for s in (None, *range(game.num_players)))):
            equal(json.loads(json.dumps(seen)), seen, "a position or view as JSON")
        for action in state.legal_actions():
            for part, value in game.presenter.move_parts(state, action).items():
                if type(part) is not str or type(value) is not str:
                    lacks("a part of a move is {}: {}, not two strings", part, value)


def playable_states(variant: Variant) -> Iterator[tuple[State, dict[str, Any]]]:
    """Yield some states of the variant's pool from which a game can begin, with their positions."""
    for seed, match in pool(variant):
        luck = random.Random(seed)
        indices = range(len(match.events) + 1)
        good = [index for index in indices if begins_here(match.state_before(index))]
        for index in luck.sample(good, min(STATES, len(good))):
            yield match.state_before(index), match.position_before(index)


def begins_here(state: State) -> bool:
    """Return whether a game can begin from the position of ``state``."""
    return state.current_player() >= 0 and state.position().get("stage") != "start"


def same_for_all(found: State, wanted: State) -> None:
    """Check that two states are equal to everyone, tensors of memories aside."""
    equal(found.position(), wanted.position(), "the position of the state of a position")
    equal(found.current_player(), wanted.current_player(), "the seat to act")
    equal(found.legal_texts(), wanted.legal_texts(), "the list of legal moves")
    equal(found.scores(), wanted.scores(), "the score")
    equal(found.chance_outcomes(), wanted.chance_outcomes(), "the list of outcomes")
    equal(found.result(), wanted.result(), "the result")
    for seat in (None, *range(wanted.game.num_players)):
        equal(found.view(seat), wanted.view(seat), "the view of seat {}", seat)


@POSITIONS.check(variants_of)
def state_from_position_inverts_position(variant: Variant) -> None:
    """The state of a position object is the one it was made of."""
    for state, whole in playable_states(variant):
        position = json.loads(json.dumps(whole))
        kept = copy.deepcopy(position)
        same_for_all(variant.game().state_from_position(position), state)
        expect(position == kept, "'state_from_position' changed the object it was given")


@POSITIONS.check(variants_of)
def games_go_on_alike(variant: Variant) -> None:
    """Play on from a state and from its position, with the same moves and chance events."""
    for number, (state, position) in enumerate(playable_states(variant)):
        if number % 10:
            continue
        stream = new_stream(number)
        wanted, found = state.clone(), variant.game().state_from_position(position)
        while not wanted.is_terminal():
            same_for_all(found, wanted)
            if wanted.is_chance_node():
                event = wanted.draw_event(stream).text
            else:
                legal = wanted.legal_texts()
                event = legal[below(stream, len(legal))]
            wanted.apply_text(event)
            found.apply_text(event)
        same_for_all(found, wanted)


@POSITIONS.check(variants_of)
def record_from_position_round_trips(variant: Variant) -> None:
    """Records of games that begin from a position read back, also as a seat sees them."""
    for number, (_, position) in enumerate(playable_states(variant)):
        if number % 10:
            continue
        match = Match.from_position(variant.game(), position)
        match.play_action(match.state.legal_actions()[0])
        match.resolve_chance(new_stream(number), also_external=True)
        record = Record.from_json(match.record().to_json())
        expect(record == match.record(), "a record that begins from a position reads otherwise")
        equal(record.start, position, "'start' of the record")
        expect(record.final_state() == match.state, "the record leads to another state")
        for seat in (None, *range(variant.game().num_players)):
            seen = match.record_for(seat)
            whole = match.state.is_terminal()
            view = match.state_before(0).view(seat)
            wanted = position if whole else {**position, **view}
            equal(seen.start, wanted, "'start' of the record as seat {} sees it", seat)
            expect(Record.from_json(seen.to_json()) == seen, "a seat's record reads otherwise")


@POSITIONS.check(variants_of)
def positions_without_a_move_are_refused(variant: Variant) -> None:
    """No game begins if no seat is to act."""
    for _, match in pool(variant):
        for index in (0, len(match.events) // 2, len(match.events)):
            state = match.state_before(index)
            if begins_here(state):
                continue
            position = state.position()
            try:
                found = variant.game().state_from_position(position)
            except PositionError:
                continue
            # A position does not say that a referee's outcome is due: its seat seems to be to act.
            is_due = variant.game().referee is not None and not state.is_terminal()
            if not is_due or not begins_here(found) or found.position() != position:
                lacks("'state_from_position' takes a position in which no seat is to act")


@POSITIONS.check(variants_of)
def keys_are_exact(variant: Variant) -> None:
    """A position with a missing or another key is refused, with the key in the message."""
    _, position = next(playable_states(variant))
    game = variant.game()
    for key in position:
        without = {name: value for name, value in position.items() if name != key}
        _refuses(variant, without, key)
    _refuses(variant, {**position, "surplus": 1}, "surplus")
    no_objects: tuple[object, ...] = (None, [], "house", 3)
    for no_object in no_objects:
        error = refused(
            game.state_from_position,
            no_object,
            PositionError,
            "{} is taken",
            no_object,
        )
        expect("object" in str(error), "the error of {} does not say 'object'", no_object)


def _refuses(variant: Variant, position: dict[str, Any], key: str) -> None:
    game = variant.game()
    said = "'state_from_position' takes an object that has no {}, or one too many"
    try:
        game.state_from_position(position)
    except PositionError as error:
        expect(key in str(error), "the error about the key {} does not name it", key)
    else:
        lacks(said, key)


@POSITIONS.check(variants_of)
def damaged_positions_are_refused_or_hold_together(variant: Variant) -> None:
    """Damage positions at random: either refused in words, or a game that can be played out."""
    luck = random.Random(7)
    refusals = 0
    for state, whole in playable_states(variant):
        for _ in range(4):
            position = json.loads(json.dumps(whole))
            damage(position, luck)
            try:
                found = variant.game().state_from_position(position)
            except PositionError as error:
                expect(str(error).isprintable(), "the error of {} is not one line", position)
                refusals += 1
                continue
            _plays_out(variant, found, state, luck)
    expect(refusals > (1 if is_fast() else 20), "damaged positions are hardly ever refused")


def _plays_out(variant: Variant, found: State, state: State, luck: random.Random) -> None:
    """Check that a game can be played to its end from the state of a damaged position."""
    match = Match(variant.game(), found)
    again = match.position_before(0)
    equal([*found.position()], [*state.position()], "the list of keys of a damaged position")
    if found.current_player() >= 0:
        same_for_all(variant.game().state_from_position(again), found)
    stream = new_stream(luck.randrange(1000))
    while not match.state.is_terminal():
        match.resolve_chance(stream, also_external=True)
        legal = match.state.legal_actions()
        if legal:
            match.play_action(legal[below(stream, len(legal))])
    expect(match.state.result() is not None, "a game from a damaged position has no result")


def damage(value: Any, luck: random.Random) -> None:
    """Change one thing somewhere in JSON data."""
    places = list(_places(value))
    holder, key = luck.choice(places)
    item = holder[key]
    other_holder, other_key = luck.choice(places)
    choices: list[Any] = [None, -1, 0, 1, 2, 3, 99, 2**70, "", "?", "a1", [], {}, True, 1.5]
    change = luck.randrange(6)
    if change == 0:
        holder[key] = luck.choice(choices)
    elif change == 1:
        holder[key] = copy.deepcopy(other_holder[other_key])
    elif change == 2 and type(item) is int:
        holder[key] = item + luck.choice((-1, 1))
    elif change == 3 and is_list(item) and item:
        item.pop(luck.randrange(len(item)))
    elif change == 4 and is_list(item) and item:
        item.append(copy.deepcopy(luck.choice(item)))
    elif isinstance(item, str) and item:
        at = luck.randrange(len(item))
        holder[key] = item[:at] + luck.choice("abc123KS?BRWY.^-") + item[at + 1 :]
    else:
        holder[key] = luck.choice(choices)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys: list[Any] = [*value] if is_object(value) else [*range(len(value))]
    for key in keys:
        item: Any = value[key]
        yield value, key
        if is_object(item) or is_list(item):
            yield from _places(item)


# -- Views and moves as JSON -----------------------------------------------------------------------


def _looked_at(variant: Variant) -> Iterator[State]:
    for seed, match in pool(variant):
        if seed % 6 == 0:
            yield from looked_through(match)
    for step in single_steps(variant.game(), 3):
        yield step.state


@POSITIONS.check(variants_of)
def compiled_json_equals_the_presenter(variant: Variant) -> None:
    """``write_view`` and ``write_move`` of the rules, if there are any, write the presenter's JSON."""
    game = variant.game()
    presenter, looked = game.presenter, 0
    if presenter.json_texts() is None:
        return
    presenter.json.compile(_first_turn(Match(game)))
    for state in _looked_at(variant):
        for seat in (None, *range(game.num_players)):
            written = presenter.json.view(state, seat)
            if written != encode(presenter.json.page_view(state, seat)):
                lacks("'write_view' writes {} for seat {}", written.decode(), seat)
        if state.current_player() >= 0:
            _moves_are_equal(state)
            looked += 1
    expect(looked > 10, "too few states were found to say anything")


def _moves_are_equal(state: State) -> None:
    presenter, moves = state.game.presenter, _moves(state)
    if presenter.json.moves(state) != moves:
        lacks("'write_move' writes {}, the presenter {}", presenter.json.moves(state), moves)
    written = [presenter.json.move(state, action) for action in state.legal_actions()]
    equal(sorted(written), sorted(map(encode, json.loads(moves))), "the list of single moves")


@POSITIONS.check(variants_of)
def json_of_a_presenter_alone(variant: Variant) -> None:
    """Without compiled code the presenter's own JSON is used."""
    game = type(variant.game())(**variant.game().options)
    state = _first_turn(Match(game))
    view, moves = json.loads(game.presenter.json.view(state, None)), _moves(state)
    equal(without_picture(view), state.view(None), "the view as JSON")
    equal(game.presenter.json.moves(state), moves, "the list of moves as JSON")
    action = state.text_to_action(json.loads(moves)[0]["text"])
    equal(game.presenter.json.move(state, action), encode(json.loads(moves)[0]), "a move as JSON")


@POSITIONS.check(variants_of)
def picture_is_sent_if_there_is_no_model(variant: Variant) -> None:
    """Pages get the SVG of a game without ``web/model`` with the view, and nobody else gets it."""
    game = variant.game()
    state, views = _first_turn(Match(game)), game.presenter.json
    sends = views.sends_picture
    for seat in (None, *range(game.num_players)):
        view = views.page_view(state, seat)
        equal(view.get("picture"), state.to_svg(seat) if sends else None, "the picture in a view")
        equal(json.loads(views.view(state, seat)), view, "the view that pages get")
        expect("picture" not in state.view(seat) | state.position(), "'picture' is a reserved key")


def _first_turn(match: Match) -> State:
    match.resolve_chance(new_stream(0), also_external=True)
    return match.state


def _moves(state: State) -> bytes:
    presenter = state.game.presenter
    moves: list[dict[str, object]] = []
    for action in state.legal_actions():
        effects = presenter.move_effects(state, action)
        moves.append(
            {
                "text": state.action_to_text(action),
                "parts": presenter.move_parts(state, action),
                **({"effects": effects} if effects else {}),
            }
        )
    return encode(sorted(moves, key=lambda move: str(move["text"])))
