"""Texts of lists of moves, hints and analyses."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from empile.bots.analysis_results import Analysis, MoveAnalysed, TurningPoint, summarise
from empile.bots.hints import Advice
from empile.engine.contracts.grades import Grade

_MOST_OTHERS: Final = 4
_MOST_GROUPS: Final = 40
_GRADES: Final[tuple[Grade, ...]] = ("inaccuracy", "mistake", "blunder")
_SCALE: Final = "(lost and luck: expected return, from -1 for last to 1 for first)"


def moves_text(moves: Sequence[str], prefix: str, limit: int) -> str:
    """Return the moves with a prefix, up to a limit; of the others how many begin alike.

    Example: ``moves_text(state.legal_texts(), "d4", 20)``.
    """
    found = [move for move in moves if move.startswith(prefix)]
    if not found:
        found = [move for move in moves if move.casefold().startswith(prefix.casefold())]
    begin = f" begin with {prefix}" if prefix else ""
    if not found:
        return f"None of the {len(moves)} legal moves begins with {prefix}."
    told = (
        f"{len(found)} of {len(moves)} legal moves{begin}"
        if prefix
        else f"{len(moves)} legal moves"
    )
    if len(found) <= limit:
        return f"{told}:\n{_joined(found)}"
    lines = [f"{told}; the first {limit}:", _joined(found[:limit])] if limit else [f"{told}."]
    groups = ", ".join(f"{begin} ({count})" for begin, count in _groups(found, len(prefix)))
    return "\n".join([*lines, f"Their prefixes: {groups}"])


def hint_text(advice: Advice, sides: int) -> str:
    """Return a hint: the best moves with their values and the line that is expected.

    Example: ``hint_text(advise(state, stream=new_stream(1)), 2)``.
    """
    best = advice.best
    points = "" if best.scores is None else f", expected points {_numbers(best.scores)}"
    lines = [f"Best move: {best.move} ({value_text(best.value, sides)}{points})"]
    others = [move for move in advice.moves if move.action != best.action and move.visits > 0]
    if others:
        texts = (f"{move.move} ({value_text(move.value, sides)})" for move in others[:_MOST_OTHERS])
        lines.append(f"Others: {', '.join(texts)}")
    if len(advice.line) > 1:
        lines.append(f"Expected line: {_joined(advice.line)}")
    return "\n".join(lines)


def value_text(value: float, sides: int) -> str:
    """Return an expected return in words. Example: ``value_text(0.5, 2)`` returns ``75 % to win``."""
    if sides == 2:
        return f"{round(50 * (1 + value))} % to win"
    return f"expected return {value:+.2f}"


def analysis_text(analysis: Analysis, names: Sequence[str], moves: Iterable[int] = ()) -> str:
    """Return the accuracy of each seat, the turning points and the moves that lost something.

    :param moves: numbers of the events that are moves, to tell move numbers

    Example: ``analysis_text(analysis, ["Ann", "Bob"])``.
    """
    sides = len(set(analysis.teams))
    numbers = {event: number for number, event in enumerate(moves, 1)}
    lines = [
        f"{name}: accuracy {_number(seat.accuracy)}{_grades(seat.grades)}, lost {seat.lost:.2f}"
        + (f", luck {seat.luck + seat.referee:+.2f}" if analysis.has_chance else "")
        for name, seat in zip(names, analysis.seats, strict=True)
    ]
    lines.append(_SCALE)
    if analysis.turning_points:
        lines += ["", "Turning points:"]
        lines += [_point(point, names, numbers, sides) for point in analysis.turning_points]
    return "\n".join([*lines, *_losses(analysis.moves, names, numbers, sides)])


def own_moves_text(
    found: Sequence[MoveAnalysed],
    seat: int,
    names: Sequence[str],
    teams: Sequence[int],
    moves: Iterable[int],
) -> str:
    """Return the analysis of a seat's own moves in a game with hidden information that goes on.

    Example: ``own_moves_text(found, 0, ["Ann", "Bob"], [0, 1], [2, 3])``.
    """
    numbers = {event: number for number, event in enumerate(moves, 1)}
    summary = summarise(len(names), found, [])[seat]
    lines = [
        "The game goes on and has hidden information: this judges your own moves only, by what you"
        " knew.",
        f"{names[seat]}: accuracy {_number(summary.accuracy)}{_grades(summary.grades)}, "
        f"lost {summary.lost:.2f}",
        _SCALE,
    ]
    return "\n".join([*lines, *_losses(found, names, numbers, len(set(teams)))])


def _losses(
    moves: Sequence[MoveAnalysed], names: Sequence[str], numbers: dict[int, int], sides: int
) -> list[str]:
    """Return lines about the moves that were not good."""
    bad = [move for move in moves if move.grade in _GRADES]
    if not bad:
        return ["", "No inaccuracies."]
    return ["", "Moves that lost something:"] + [
        f"- {_at(move.event, numbers)}{names[move.seat]} {move.move}: {move.grade}, "
        f"{value_text(move.expected_best[move.seat], sides)} -> "
        f"{value_text(move.expected[move.seat], sides)}; better {move.best}"
        for move in bad
    ]


def _point(point: TurningPoint, names: Sequence[str], numbers: dict[int, int], sides: int) -> str:
    change = f"{value_text(point.before, sides)} -> {value_text(point.after, sides)}"
    better = f"; better {_joined(point.line or [point.better])}" if point.better else ""
    return f"- {_at(point.event, numbers)}{point.kind}, {names[point.seat]}: {change}{better}"


def _at(event: int, numbers: dict[int, int]) -> str:
    number = numbers.get(event)
    return f"event {event + 1}, " if number is None else f"move {number}, "


def _grades(grades: dict[Grade, int]) -> str:
    texts = [f"{grades[name]} {name}" for name in _GRADES if grades.get(name)]
    return f" ({', '.join(texts)})" if texts else ""


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.0f} %"


def _numbers(values: Sequence[float]) -> str:
    return " - ".join("?" if math.isnan(value) else f"{value:.1f}" for value in values)


def _joined(moves: Sequence[str]) -> str:
    return (", " if any(" " in move for move in moves) else " ").join(moves)


def _groups(moves: Sequence[str], length: int) -> list[tuple[str, int]]:
    """Return the shortest prefixes that tell several groups apart, with their sizes."""
    groups = Counter(moves)
    for longer in range(length + 1, max(map(len, moves)) + 1):
        groups = Counter(move[:longer] for move in moves)
        if len(groups) > 1:
            break
    found = list(groups.items())
    rest = sum(count for _, count in found[_MOST_GROUPS:])
    return [*found[:_MOST_GROUPS], *([("others", rest)] if rest else [])]
