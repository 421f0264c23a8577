"""Options and positions that Python reads or refuses, and what it shows of them, for WebAssembly to repeat.

``web/test/engine/read.ts`` reads the same.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import empile
from empile.checks.steps.positions import begins_here, damage
from empile.engine.random import below, new_stream
from empile.engine.state import Event
from tests.long.engine.wasm.trace import messages, option_sets
from tests.support.games import random_match

POSITIONS = 24
"""For each set of options."""
BOARDS = 300
_REFUSED = 3
"""Damaged positions for each position."""
_EVENTS = 12
"""Of a game with drawn options."""
_INEXACT = re.compile(r"\d{17}")
"""JavaScript does not have all such integers."""


def positions_read(name: str) -> Iterator[dict[str, Any]]:
    """Yield positions of games with each set of options, whole and damaged, with their outcome."""
    referee = empile.load(name).referee
    headless = {} if referee is None else referee.headless_options
    for number, chosen in enumerate(option_sets(name)):
        options = {**headless, **chosen}
        game = empile.load(name, **options)
        luck = random.Random(number)
        match = random_match(game, number, 80)
        states = [match.state_before(index) for index in range(len(match.events))]
        states = [state for state in states if begins_here(state)]
        for state in luck.sample(states, min(POSITIONS, len(states))):
            yield _read(game, options, state.position())
            for _ in range(_REFUSED):
                yield _read(game, options, _damaged(state.position(), luck))


def options_read(name: str) -> Iterator[dict[str, Any]]:
    """Yield options with boards drawn at random, some of them damaged, with their outcome."""
    luck, stream = random.Random(1), new_stream(1)
    sets = option_sets(name)
    for number in range(BOARDS):
        options = {**sets[number % len(sets)], **empile.game_class(name).draw_board(stream)}
        if number % 2:
            options = _damaged(options, luck)
        yield _loaded(name, options)


def _read(game: empile.Game, options: dict[str, Any], position: dict[str, Any]) -> dict[str, Any]:
    line: dict[str, Any] = {"options": options, "position": position}
    try:
        state = game.state_from_position(position)
    except empile.PositionError as error:
        reason = None if error.reason is None else vars(error.reason)
        return {**line, "error": str(error), "reasons": [reason]}
    setup = game.presenter.start_setup(position)
    return {**line, "state": _digest(state.tobytes()), "setup": setup}


def _loaded(name: str, options: dict[str, Any]) -> dict[str, Any]:
    try:
        game = empile.load(name, **options)
    except empile.OptionError as error:
        reasons = [vars(reason) for reason in error.reasons]
        return {"options": options, "error": str(error), "reasons": reasons}
    lists = {option.name for option in game.options_offered if option.kind == "list"}
    left_out = lists - options.keys()
    return {
        "options": options,
        "kept": {key: value for key, value in game.options.items() if key not in left_out},
        "params": _digest(game.params_array.tobytes()),
        "teams": game.teams,
        "state": None if game.needs_start else _digest(game.new_state().tobytes()),
        "setup": game.presenter.board_setup(),
        "seen": [] if game.needs_start else list(_seen(game)),
    }


def _seen(game: empile.Game) -> Iterator[list[str]]:
    """Yield what is written before each of the first events of a random game."""
    stream, state = new_stream(0), game.new_state()
    for _ in range(_EVENTS):
        if state.is_terminal():
            return
        views = game.presenter.json
        seen = [_digest(views.view(state, None)), _digest(views.moves(state))]
        if state.is_chance_node():
            event, after = state.after_chance(stream)
        else:
            legal = state.legal_actions()
            action = legal[below(stream, len(legal))]
            event, after = Event(state.current_player(), (action,), ""), state.clone()
            after.apply_action(action)
        yield [*seen, *messages(state, event)]
        state = after


def _damaged(value: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """Return a value with something changed, removed or exchanged."""
    while True:
        changed: dict[str, Any] = json.loads(json.dumps(value))
        kind = luck.randrange(8)
        if kind == 0:
            del changed[luck.choice([*changed])]
        elif kind == 1:
            changed[luck.choice(["surplus", "né\n"])] = luck.choice([None, 1.5, ["ß"]])
        elif kind == 2:
            one, other = luck.sample([*changed], 2) if len(changed) > 1 else [*changed] * 2
            changed[one], changed[other] = changed[other], changed[one]
        else:
            for _ in range(luck.randint(1, 3)):
                damage(changed, luck)
        if not _INEXACT.search(json.dumps(changed)):
            return changed


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
