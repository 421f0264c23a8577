"""Histories that a seat cannot distinguish, and everything that it is shown of them."""

from __future__ import annotations

import json
import random

from empile.checks.evidence import Variant
from empile.checks.lack import Lack, lacks
from empile.checks.random_games import random_match
from empile.engine.errors import EmpileError
from empile.engine.match import Match
from empile.engine.random import Stream, new_stream, split
from empile.engine.state import State


def another_history(match: Match, seat: int | None, stream: Stream) -> Match | None:
    """Return a match that ``seat`` sees alike and that is another; None if none was found."""
    luck = random.Random(int(stream[0]))
    for attempt in range(40):
        other = _retold(match, seat, split(stream, attempt), luck)
        if other is not None and other.state != match.state:
            return other
    return None


def _retold(match: Match, seat: int | None, stream: Stream, luck: random.Random) -> Match | None:
    """Replay a match with some hidden draws resampled; None if that is impossible."""
    game = match.game
    seen_of = game.notation.redacted_text
    other = Match(game)
    keeps = luck.choice((0.0, 0.5, 0.9))
    for index, event in enumerate(match.events):
        seen = seen_of(match.state_before(index), event, seat)
        # A hand must hold what is played from it later: changing every draw seldom works.
        if seen == event.text or luck.random() < keeps:
            try:
                other.play(event.text)
            except EmpileError:
                return None
            if seen_of(other.state_before(index), other.events[-1], seat) != seen:
                return None
            continue
        if event.seat >= 0:
            lacks("'redacted_text' hides the move {}: moves are public in every game", event.text)
        for _ in range(50):
            drawn = other.state.draw_event(stream)
            if seen_of(other.state, drawn, seat) == seen:
                break
        else:
            return None
        other.push_event(drawn)
    return other


def all_output(match: Match, seat: int | None) -> dict[str, bytes]:
    """Return all output for ``seat`` during a match, errors included, by the method that makes it.

    Drawings, and the errors of most illegal moves, are slow: only those of every fifth state and of
    the last. Matches of many lengths are compared.
    """
    game, last = match.game, len(match.events)
    told: dict[str, list[object]] = {"record_for": [match.record_for(seat).to_dict()]}

    def add(method: str, value: object) -> None:
        told.setdefault(method, []).append(value)

    for index in range(last + 1):
        state = match.state_before(index)
        in_full = index == last or index % 5 == 4
        add("current_player", state.current_player())
        add("view", state.view(seat))
        add("scores", state.scores())
        if in_full:
            add("to_svg", state.to_svg(seat))
            add("to_text", game.presenter.to_text(state, seat))
        if index < last:
            event = match.events[index]
            add("redacted_text", game.notation.redacted_text(state, event, seat))
            reason = game.presenter.event_message(state, event, seat)
            add("event_message", [reason.key, dict(reason.args)])
        if seat is not None and state.current_player() == seat:
            add("legal_texts", state.legal_texts())
            legal = set(state.legal_actions())
            for action in range(min(state.game.num_distinct_actions, 200 if in_full else 20)):
                if action not in legal:
                    add("explain_illegal", _error(state, action))
    return {method: json.dumps(values).encode() for method, values in told.items()}


def _error(state: State, action: int) -> str:
    try:
        state.apply_action(action)
    except EmpileError as error:
        return str(error)
    raise Lack(f"the illegal action {action} is taken", "rules")


def situations(variant: Variant, seeds: range, lengths: tuple[int, ...]) -> list[tuple[Match, int]]:
    """Return random matches, each with every seat that may observe."""
    found: list[tuple[Match, int]] = []
    for seed in seeds:
        match = random_match(variant.game(), seed, lengths[seed % len(lengths)])
        while match.state.is_chance_node():
            match.resolve_chance(new_stream(seed), also_external=True)
        if not match.state.is_terminal():
            found += [(match, seat) for seat in range(match.game.num_players)]
    if not found:
        lacks("all random games end within {} events: nothing hidden can be checked", max(lengths))
    return found
