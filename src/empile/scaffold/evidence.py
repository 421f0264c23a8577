"""Computes what the checks of a new game need: counts, golden games, records, a lesson.

``python -m empile.scaffold.evidence NAME EVIDENCE LESSONS GOAL`` runs in a process of its own, without the
compiler: the game is too small to be worth compiling.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from empile.engine.discovery import game_class, load
from empile.engine.errors import EmpileError
from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.perft import perft
from empile.engine.random import below, new_stream
from empile.engine.record import Record
from empile.engine.state import State

_DEPTHS = (1, 2, 3)
_MOST_LEAVES = 5_000
_SEARCHED = 200
"""Random games in which a position for the lesson is looked for."""
_MANY = 3
"""Legal moves of a good question."""

Goal = Callable[[State, int], bool]
"""Whether a move reaches what the lesson asks for."""


def main(name: str, evidence: Path, lessons: Path, goal: str) -> None:
    """Write all files of the game ``name``."""
    from empile.checks.steps.golden import write_golden

    seats = game_class(name).options_offered[0].values
    variants = {str(count): {"players": count} for count in seats}
    games = {label: load(name, **options) for label, options in variants.items()}
    _write(evidence / "variants.json", variants)
    _write(
        evidence / "perft.json", [row for label in games for row in _counts(label, games[label])]
    )
    first = next(iter(games.values()))
    # Half a game has no result, which a new rule could change.
    whole = _random_match(first, 1)
    half = _begun(whole, len(whole.events) // 2).record().to_dict()
    _write(evidence / "corpus" / "good-1.json", half)
    _write(evidence / "corpus" / "bad-1.json", _broken(half))
    _write(lessons / "01-first.json", _lesson(first, GOALS[goal]))
    if goal == "win" and "line" in first.reasons:
        for label, game in games.items():
            _write(evidence / "golden" / f"{label}-line.json", _line(game).record().to_dict())
    write_golden(name)
    print(json.dumps(first.new_state().position()))


def _write(path: Path, value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write JSON with a line for each key or item."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(value, Mapping):
        lines = [f"  {json.dumps(key)}: {json.dumps(value[key])}" for key in value]
        begin, end = "{}"
    else:
        lines = [f"  {json.dumps(item)}" for item in value]
        begin, end = "[]"
    path.write_text("\n".join([begin, ",\n".join(lines), end, ""]), "utf-8")


def _counts(label: str, game: Game) -> Iterator[dict[str, Any]]:
    for depth in _DEPTHS:
        leaves = perft(game, depth)
        yield {"variant": label, "depth": depth, "leaves": leaves}
        if leaves * game.num_distinct_actions > _MOST_LEAVES:
            return


def _random_match(game: Game, seed: int) -> Match:
    match, stream = Match(game), new_stream(seed)
    match.resolve_chance(stream)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        match.play_action(moves[below(stream, len(moves))])
        match.resolve_chance(stream)
    return match


def _begun(match: Match, events: int) -> Match:
    """Return a match with the first events of another one."""
    begun = Match(match.game)
    for event in match.events[:events]:
        begun.play(event.text)
    return begun


def _line(game: Game) -> Match:
    """Return a game in which the first seat fills a line and the others place anywhere else."""
    line: list[int] = game.rules.LINES[0].tolist()
    others = [cell for cell in range(game.num_distinct_actions) if cell not in line]
    match, stream = Match(game), new_stream(0)
    while not match.state.is_terminal():
        match.resolve_chance(stream)
        first = match.state.current_player() == 0
        match.play_action(line.pop(0) if first else others.pop())
    return match


def _broken(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record whose last move is one that is no longer legal, or none at all."""
    events = list(record["events"])
    moves = [index for index, event in enumerate(events) if not event.startswith("~")]
    for text in (events[moves[0]], "-"):
        events[moves[-1]] = text
        broken = {**record, "events": events}
        try:
            Record.from_json(json.dumps(broken)).final_state()
        except EmpileError:
            return broken
    raise AssertionError("a record with '-' for a move is read")


# -- The lesson ------------------------------------------------------------------------------------


def _wins(state: State, action: int) -> bool:
    seat, after = state.current_player(), state.clone()
    after.apply_action(action)
    result = after.result()
    return result is not None and result.ranks[seat] == 1


def _ends(state: State, action: int) -> bool:
    after = state.clone()
    after.apply_action(action)
    return after.is_terminal()


def _scores(state: State, action: int) -> bool:
    return state.gain(action) > 0


def _captures(state: State, action: int) -> bool:
    cell = state.game.presenter.move_parts(state, action)["cell"]
    owner = state.position()["cell"].get(cell)
    return owner is not None and bool(owner != state.current_player())


GOALS: Mapping[str, Goal] = {
    "win": _wins,
    "end": _ends,
    "score": _scores,
    "capture": _captures,
}
"""What a lesson may ask for."""


def _lesson(game: Game, goal: Goal) -> dict[str, Any]:
    """Return a lesson: a position of a random game in which few moves reach the goal."""
    best: tuple[tuple[bool, int], Match, list[int]] | None = None
    for seed in range(_SEARCHED):
        match = _random_match(game, seed)
        for index, event in enumerate(match.events):
            state = match.state_before(index)
            if event.seat < 0:
                continue
            legal = state.legal_actions()
            right = [action for action in legal if goal(state, action)]
            rank = (len(legal) < _MANY, len(right))
            if 0 < len(right) < len(legal) and (best is None or rank < best[0]):
                best = rank, _begun(match, index), right
        if best is not None and best[0] == (False, 1):
            break
    if best is None:
        raise AssertionError("random games have no position for a lesson")
    _, begun, right = best
    state = begun.state
    return {
        "seat": state.current_player(),
        "steps": [{"right": sorted(state.action_to_text(action) for action in right)}],
        "record": begun.record().to_dict(),
    }


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
