"""Lists of puzzles, whole puzzles and answers to moves. All of it blocks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from empile.engine.discovery import game_names
from empile.engine.errors import IllegalActionError, NotationError, PositionError
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.engine.record import Record
from empile.puzzles.library import load_puzzles
from empile.puzzles.missed import missed
from empile.puzzles.puzzle import Puzzle, PuzzleError, kind_of
from empile.puzzles.refuting import try_move
from empile.server.http.positions import answers as positions
from empile.server.http.puzzles.schemas import (
    OwnPuzzleMoves,
    PuzzleBoard,
    PuzzleInfo,
    PuzzleList,
    PuzzleMoves,
    PuzzleOfDay,
    PuzzlesMissed,
    PuzzleStep,
    PuzzleTried,
    WholePuzzle,
)
from empile.server.tables import game_redaction, redaction
from empile.server.tables.replays import record_faults, short_enough
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError

_MOST_LISTS: Final = 16
_MOST_BOARDS: Final = 1024
"""Some kilobytes each."""
_RATINGS_OF_DAY: Final = (800, 1700)
"""So that many can solve the puzzle of the day, and few at once."""


Ratings = tuple[tuple[str, int], ...]
"""IDs of puzzles with their current ratings. The others have those of the game's file."""


@lru_cache(_MOST_LISTS)
def listed(game: str, ratings: Ratings = ()) -> tuple[bytes, str]:
    """Return the list of a game's puzzles as JSON, and its entity tag."""
    known = dict(ratings)
    found = [info_of(puzzle, known.get(puzzle.id)) for puzzle in load_puzzles(game)]
    found.sort(key=lambda info: (info.rating, info.id))
    return _tagged(PuzzleList(found))


def info_of(puzzle: Puzzle, rating: int | None = None) -> PuzzleInfo:
    """Return the entry of a puzzle in a list, with its current rating if it has one."""
    game = puzzle.load_game()
    return PuzzleInfo(
        id=puzzle.id,
        game=puzzle.game,
        kind=puzzle.kind,
        players=puzzle.options["players"],
        variant=game.options.get("variant"),
        themes=list(puzzle.themes),
        moves=len(puzzle.own_moves),
        rating=puzzle.rating if rating is None else rating,
    )


def find_puzzle(game: str, puzzle: str) -> Puzzle:
    """Return a puzzle. Raises ``CommandError`` with the code ``no_table``."""
    found = _by_id(game).get(puzzle)
    if found is None:
        raise CommandError("no_table", "there is no such puzzle")
    return found


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    known = load_puzzles(game) if game in game_names() else ()
    return {puzzle.id: puzzle for puzzle in known}


def of_day(day: str) -> PuzzleOfDay:
    """Return the puzzle of a day, such as ``"2026-11-26"``. Raises ``CommandError``.

    Games take turns, and no puzzle comes twice before all others of its game. Its rating is that of the
    file: current ones would change the order of days.
    """
    try:
        number = date.fromisoformat(day).toordinal()
    except ValueError:
        raise CommandError("bad_request", "a day is written like 2026-11-26") from None
    games = _orders_of_days()
    turn, game = divmod(number, len(games))
    order = games[game]
    return PuzzleOfDay(day, info_of(order[turn % len(order)]))


@cache
def _orders_of_days() -> Sequence[Sequence[Puzzle]]:
    """Return the puzzles of each game in the order of its days."""
    low, high = _RATINGS_OF_DAY
    by_game = [
        sorted(
            (puzzle for puzzle in load_puzzles(name) if low <= puzzle.rating <= high),
            key=lambda puzzle: puzzle.id,  # which is as good as shuffled
        )
        for name in game_names()
    ]
    return [puzzles for puzzles in by_game if puzzles]


def encoded_puzzle(game: str, puzzle: str, rating: int | None = None) -> bytes:
    """Return a whole puzzle as JSON, with its current rating if it has one."""
    return msgspec.json.encode(whole(find_puzzle(game, puzzle), rating))


@lru_cache(_MOST_BOARDS)
def board(game: str, puzzle: str) -> tuple[bytes, str]:
    """Return the position from which a puzzle begins as JSON, and its entity tag.

    Raises ``CommandError`` if there is no such puzzle.
    """
    solved = find_puzzle(game, puzzle)
    start, state = dict(solved.start), solved.state()
    return _tagged(
        PuzzleBoard(
            board_setup=redaction.setup_of(state.game, start),
            position=game_redaction.position_shown(state, [], None, start=start, everything=True),
            poses=redaction.poses_of(state, [], start),
            to_act=state.current_player(),
        )
    )


def _tagged(answer: Struct) -> tuple[bytes, str]:
    body = msgspec.json.encode(answer)
    return body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def whole(puzzle: Puzzle, rating: int | None = None) -> WholePuzzle:
    """Return a puzzle with its solution, and with its current rating if it has one."""
    kind = kind_of(puzzle)
    match = Match.from_position(puzzle.load_game(), dict(puzzle.start))
    solver = match.state.current_player()
    facts = match.game.puzzles.facts(match.state, kind)
    ends = [*puzzle.own_moves[1:], len(puzzle.line)]
    steps = [_step(match, puzzle.line[len(match.events) : end]) for end in ends]
    if kind.proof == "search":
        steps[0].why.append(_odds(puzzle, match.game.num_players))
    return WholePuzzle(
        info=info_of(puzzle, rating),
        options=match.game.options,
        rules=match.game.rules_version,
        start=dict(puzzle.start),
        board_setup=positions.shown(match).board_setup,
        seat=solver,
        goal=kind.goal,
        proof=kind.proof,
        open_hands=kind.open_hands,
        every_block_stands=kind.every_block_stands,
        facts=[wire.Message(fact.key, dict(fact.args)) for fact in facts],
        best=puzzle.best,
        next=puzzle.next,
        steps=steps,
    )


def _odds(puzzle: Puzzle, seats: int) -> wire.Message:
    """Return how much better the right move of a middlegame is, in games or opponents of 100."""
    best, other = (round(50 * (1 + value)) for value in (puzzle.best, puzzle.next))
    key = "puzzle.why.chances" if seats == 2 else "puzzle.why.places"
    return wire.Message(key, {"best": best, "next": other})


def _step(match: Match, line: Sequence[str]) -> PuzzleStep:
    """Return the position of ``match``, and play the line until the next step."""
    first, shown = len(match.events), positions.shown(match)
    before = match.state.clone()
    for text in line:
        match.play(text)
    event, after = match.events[first], match.state_before(first + 1)
    themes = match.game.puzzles.themes(before, event, after)
    return PuzzleStep(
        position=shown.position,
        scores=shown.scores,
        legal=shown.legal,
        poses=shown.poses,
        right=line[0],
        why=[wire.Message(f"puzzle.why.{theme.name}", dict(theme.args)) for theme in themes],
        frames=positions.frames(match, first),
    )


def encoded_try(game: str, puzzle: str, tried: PuzzleMoves) -> bytes:
    """Return what a move reaches, as JSON."""
    return msgspec.json.encode(answer(find_puzzle(game, puzzle), tried.moves))


def encoded_own_try(options: dict[str, Any], tried: OwnPuzzleMoves) -> bytes:
    """Return what a move of a puzzle in the request reaches, as JSON.

    ``options`` are all those of the game. The search is bounded by what a proof may cost, because
    nothing about the puzzle is known to be true.
    """
    puzzle = Puzzle(
        game=tried.game,
        options=options,
        rules=tried.rules,
        kind=tried.kind,
        start=tried.start,
        line=tried.line,
        best=0.0,
        next=0.0,
    )
    try:
        nodes = kind_of(puzzle).nodes
        puzzle.state()
    except PuzzleError as error:
        raise CommandError("bad_request", str(error)) from None
    except PositionError as error:
        raise CommandError.of_position(error) from None
    return msgspec.json.encode(answer(puzzle, tried.moves, nodes=nodes))


def answer(puzzle: Puzzle, moves: Sequence[str], *, nodes: int | None = None) -> PuzzleTried:
    """Return what a move reaches, by visiting ``nodes`` states at most. Raises ``CommandError``."""
    try:
        found = try_move(puzzle, moves, nodes=nodes)
    except PuzzleError as error:
        raise CommandError("bad_request", str(error)) from None
    except (IllegalActionError, NotationError) as error:
        raise CommandError.of_move(error) from None
    match = Match.from_position(puzzle.load_game(), dict(puzzle.start))
    for text in [*moves, *(event.text for event in found.replies)]:
        match.play(text)
    return PuzzleTried(found.is_right, found.value, positions.frames(match, len(moves) - 1))


def encoded_missed(body: bytes, seat: int) -> bytes:
    """Return the moments that a seat missed in the record ``body``, as JSON."""
    with record_faults():
        record = short_enough(Record.from_json(body))
        try:
            found = missed(record, seat, new_stream(0))
        except ValueError as error:
            raise CommandError("bad_request", str(error)) from None
    return msgspec.json.encode(PuzzlesMissed([whole(puzzle) for puzzle in found]))
