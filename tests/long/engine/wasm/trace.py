"""Games played natively, as lines of JSON that WebAssembly must repeat.

Byte strings are given as the first 16 digits of their SHA-256. ``web/test/engine/repeat.ts`` plays the
same games with the same streams.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np

import empile
from empile.bots.hints import advise
from empile.engine.contracts.level import NO_ROLLOUT, SearchParams
from empile.engine.playouts import random_games
from empile.engine.random import Stream, below, new_stream
from empile.engine.search.forest import MAX_BYTES
from empile.engine.search.search import resampled, search
from empile.engine.state import Event
from empile.server.tables.redaction import game as redaction

SEARCHED = (1, 14, 33)
"""Moves, from 0, before which each kind of search is made."""
MOST_SIMULATIONS = 600
TWO_STREAMS = 2_001
"""Random games of which the last has a stream of its own."""
ADVISED = 200
"""Simulations of a hint."""
REFUSED = 3
"""Illegal moves of a position that are explained, at least."""
MISWRITTEN = 8
"""Other texts that are read at each chance event."""
BITS = 1 << 31


def option_sets(name: str, version: int | None = None) -> list[dict[str, Any]]:
    """Return option sets: each number of seats from 2, and each value of each other option."""
    players, *others = empile.game_class(name, version).options_offered
    sets = [{"players": count} for count in players.values if count > 1]
    for option in others:
        if option.kind in ("choice", "flag"):
            for value in option.values:
                # Some values, such as teams, need many seats.
                chosen = {"players": max(players.values), option.name: value}
                if _game(name, version, chosen) is not None:
                    sets.append(chosen)
    games = [_game(name, version, chosen) for chosen in sets]
    unique = {str(game.options): chosen for game, chosen in zip(games, sets, strict=True) if game}
    return list(unique.values())


def _game(name: str, version: int | None, options: dict[str, Any]) -> empile.Game | None:
    try:
        game = empile.load(name, rules_version=version, **options)
    except empile.OptionError:
        return None
    return None if game.needs_start else game


def played(game: empile.Game, seed: int) -> dict[str, Any]:
    """Return a random game as steps, and its end."""
    stream, other = new_stream(seed), new_stream(seed + 1000)
    luck = random.Random(seed)
    state = game.new_state()
    game.presenter.json.compile(state)
    are_messages_compiled = False
    steps: list[dict[str, Any]] = []
    moves = 0
    while not state.is_terminal():
        step = _seen(state)
        if state.is_chance_node():
            event, after = state.after_chance(stream)
            step["messages"], step["seen"] = messages(state, event), _redacted(state, event)
            step["chance"] = _chance(state, event, luck)
            state = after
        else:
            if not are_messages_compiled:
                game.writers.compile(state)
                are_messages_compiled = True
            legal = state.legal_actions()
            action = legal[below(stream, len(legal))]
            step["move"] = _move(state, legal, action, other)
            event = Event(state.current_player(), (action,), step["move"]["text"])
            step["messages"], step["seen"] = messages(state, event), _redacted(state, event)
            step["refusals"] = _refusals(state)
            if moves in SEARCHED:
                step["searches"] = list(_searches(state, seed))
                step["chosen"] = list(_chosen(state, seed, moves))
                step["playouts"] = _playouts(state, seed, moves)
                step["advice"] = _advice(state, seed)
            state.apply_action(action)
            moves += 1
        steps.append(step)
    end = {**_seen(state), "result": _plain(redaction.result_of(state))}
    return {"seed": seed, "setup": game.presenter.board_setup(), "steps": steps, "end": end}


def _seen(state: empile.State) -> dict[str, Any]:
    """Return what can be seen in a state."""
    views = state.game.presenter.json
    seats = [*range(state.game.num_players), None]
    return {
        "state": _digest(state.tobytes()),
        "player": state.current_player(),
        "legal": state.legal_actions(),
        "outcomes": state.chance_outcomes(),
        "views": [_digest(views.view(state, seat)) for seat in seats],
        "moves": _digest(views.moves(state)),
        "scores": state.scores(),
    }


def messages(state: empile.State, event: Event) -> list[str]:
    """Return the message of an event for each seat, and for a spectator."""
    seats = [*range(state.game.num_players), None]
    return [_digest(state.game.writers.event_json(state, event, seat)) for seat in seats]


def _redacted(state: empile.State, event: Event) -> list[str]:
    """Return the text of an event as each seat sees it, and a spectator."""
    seats = [*range(state.game.num_players), None]
    return [state.game.notation.redacted_text(state, event, seat) for seat in seats]


def _chance(state: empile.State, event: Event, luck: random.Random) -> dict[str, Any]:
    """Return the text of a chance event, its outcomes, and what is read from texts like it."""
    texts = [_miswritten(event.text, luck) for _ in range(MISWRITTEN)]
    if state.game.notation.has_attachments and state.current_player() == empile.EXTERNAL:
        # Python checks attachments, which the rules never read: none is wrong.
        poses = [f" {block}@0,0,9/1,0,0,0" for block in state.position()["tower"]]
        texts = [*(text for text in texts if " " not in text), event.text + "".join(poses)]
    others = [(text, _read(state, text)) for text in texts]
    return {"text": event.text, "actions": event.actions, "others": others}


def _miswritten(text: str, luck: random.Random) -> str:
    """Return a text with one or two letters left out, written twice, moved or replaced."""
    letters = list(text)
    for _ in range(luck.randint(1, 2)):
        at = luck.randrange(len(letters))
        letter, other = letters[at], luck.choice([*text, *"?*=, é"])
        letters[at] = luck.choice(("", other, letter + letter, letter + other))
    return "".join(letters)


def _read(state: empile.State, text: str) -> list[int] | list[str]:
    """Return the outcomes of a text, or the error."""
    try:
        return list(state.read_text(text).actions)
    except empile.EmpileError as error:
        return [type(error).__name__, str(error)]


def _refusals(state: empile.State) -> list[tuple[int, str]]:
    """Return some illegal moves, and why they are."""
    illegal = np.flatnonzero(~state.legal_mask())
    chosen: list[int] = illegal[:: max(1, len(illegal) // REFUSED)].tolist()
    return [(action, _digest(state.game.writers.refusal_json(state, action))) for action in chosen]


def _move(state: empile.State, legal: list[int], action: int, other: Stream) -> dict[str, Any]:
    sampled = resampled(state, state.current_player(), other)
    policy = state.game.compiled.simulation.rollout_move
    bits = below(other, BITS - 1)
    moves = np.array(legal, np.int32)
    rollout = policy(state.game.params_array, state.array, moves, len(legal), bits)
    return {
        "action": action,
        "text": state.action_to_text(action),
        "gain": state.gain(action),
        "resampled": _digest(sampled.tobytes()),
        "rollout": int(rollout),
    }


def _searches(state: empile.State, seed: int) -> Iterator[dict[str, Any]]:
    """Yield a search of each kind; the last fills the memory of its tree."""
    first = state.legal_actions()[-1]
    full = 1 << (14 if state.game.imperfect_information else 18)
    settings = [(params, None, MAX_BYTES) for params in _params(state.game)]
    for params, only, limit in [*settings, (_PLAIN, first, MAX_BYTES), (_PLAIN, None, full)]:
        stream = new_stream(seed)
        simulations = MOST_SIMULATIONS if only is None else 100
        result = search(
            state,
            stream=stream,
            simulations=simulations,
            params=params,
            first=only,
            max_bytes=limit,
        )
        yield {
            "maxBytes": None if limit == MAX_BYTES else limit,
            "simulations": simulations,
            "params": vars(params),
            "first": only,
            "total": result.simulations,
            "moves": [
                [move.action, move.visits, move.values, move.scores, move.solved]
                for move in result.moves
            ],
            "line": result.principal_variation,
            "next": below(stream, BITS - 1),
        }


def _chosen(state: empile.State, seed: int, moves: int) -> Iterator[tuple[int, int, int]]:
    """Yield the move of each level, and the next number of its stream; of strong levels seldom."""
    is_first = seed == 0 and moves == SEARCHED[0]
    for level in state.game.bots.levels:
        if is_first or level.simulations <= MOST_SIMULATIONS:
            stream = new_stream(seed + moves)
            action = empile.choose(state, level, stream)
            yield level.number, action, below(stream, BITS - 1)


def _playouts(state: empile.State, seed: int, moves: int) -> dict[str, Any]:
    """Return some random games; of two streams once, in games that are short."""
    is_short = not state.game.imperfect_information
    games = TWO_STREAMS if is_short and seed == 0 and moves == SEARCHED[1] else 20
    found = random_games(state.game, games, stream=new_stream(seed), start=state)
    return {"games": found.games, "actions": found.actions, "wins": found.wins}


def _advice(state: empile.State, seed: int) -> dict[str, Any]:
    """Return the message that answers a hint, and the next number of its stream."""
    stream = new_stream(seed)
    found = advise(state, stream=stream, simulations=ADVISED)
    table: Any = SimpleNamespace(state=state, game=state.game, seq=seed)
    message = _plain(redaction.advice(table, found, full=True))
    return {"simulations": ADVISED, "message": message, "next": below(stream, BITS - 1)}


def _plain(message: Any) -> Any:
    """Return a message of the protocol as clients get it."""
    return json.loads(msgspec.json.encode(message))


_PLAIN = SearchParams()


def _params(game: empile.Game) -> Iterator[SearchParams]:
    yield game.bots.levels[0].search_params
    yield game.bots.levels[-1].search_params
    yield SearchParams(amaf_weight=0.0, fpu_reduction=0.25, solver=False)
    yield SearchParams(
        progressive_widening=1.5,
        rollout_depth=3 if game.imperfect_information else NO_ROLLOUT,
        prior_weight=0.0 if game.imperfect_information else 0.5,
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
