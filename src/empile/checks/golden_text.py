"""Golden games: whole games as reviewable text.

For each event: the player, changes of the position, the legal moves, the event in notation and in
words, and as other seats see it if different.
"""

from __future__ import annotations

import json
import textwrap
from typing import Any

from empile.checks.evidence import Variant
from empile.checks.lack import Lack
from empile.checks.random_games import random_match
from empile.engine.game import CHANCE, EXTERNAL, State
from empile.engine.strict_json import is_list

_FEW = 24


def golden_text(variant: Variant, seed: int) -> str:
    """Return the golden text of the game that moves of ``seed`` make, half of them eager."""
    game = variant.game()
    match = random_match(game, seed, eager=0.5)
    lines = [
        f"{game.name}, {variant.label}; random moves of seed {seed}, half of them eager",
        f"rules version {game.rules_version}",
        f"options {_json(game.options)}",
    ]
    shown: dict[str, Any] = {}
    for index, event in enumerate(match.events):
        before = match.state_before(index)
        lines += ["", f"[{index}] {_who(before)}", *_changes(shown, before.position())]
        lines += _choices(before)
        shown = before.position()
        lines.append(f"> {event.text}")
        told = game.presenter.event_message(before, event, None)
        lines.append(f"  told as {told.key} {_json(dict(told.args))}")
        for seat in (None, *range(game.num_players)):
            seen = game.notation.redacted_text(before, event, seat)
            if seen != event.text:
                whom = "a spectator" if seat is None else f"seat {seat}"
                lines.append(f"  {whom} sees: {seen}")
    lines += ["", "[end]", *_changes(shown, match.state.position())]
    result = match.state.result()
    if result is None:
        raise Lack("a finished game has no result", "rules")
    lines += [f"result {_json(result._asdict())}", f"returns {_json(match.state.returns())}", ""]
    return "\n".join(lines)


def _who(state: State) -> str:
    player = state.current_player()
    names = {CHANCE: "chance", EXTERNAL: "the referee"}
    scores = " ".join(str(score) for score in state.scores())
    return f"{names.get(player, f'seat {player}')} acts; scores {scores}"


def _choices(state: State) -> list[str]:
    if state.is_chance_node():
        odds = ", ".join(f"{action}: {odds:.4f}" for action, odds in state.chance_outcomes())
        return [f"  outcomes, {state.chance_actions_left()} to come: {odds}"]
    legal = state.legal_texts()
    more = f" and {len(legal) - _FEW} more" if len(legal) > _FEW else ""
    text = f"{len(legal)} legal: {' '.join(legal[:_FEW])}{more}"
    return textwrap.wrap(text, 110, initial_indent="  ", subsequent_indent="    ")


def _changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return the changes of a position; for a list that only grew, the new items."""
    lines: list[str] = []
    for key, value in after.items():
        old = before.get(key)
        if old == value:
            continue
        if is_list(old) and old and is_list(value) and value[: len(old)] == old:
            lines += [f"  {key} + {_json(item)}" for item in value[len(old) :]]
        else:
            lines.append(f"  {key} = {_json(value)}")
    return lines


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
