"""Finds puzzles in games.

For endings, a game is walked backwards from its end, as long as positions can be solved. For
middlegames, quick searches say which positions are worth a proof. Of each game and kind only the
position with the longest line or the greatest margin is kept, so that puzzles do not resemble each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from empile.bots import choose, levels_of
from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.game import Event, Game, State
from empile.engine.match import Match
from empile.engine.random import Stream, below, split
from empile.engine.record import Record
from empile.engine.search.exhaustive import Budget, TooLargeError
from empile.puzzles.lines import line_of
from empile.puzzles.puzzle import Puzzle, older_rules, short_options
from empile.puzzles.rating import rating_by_size, rating_of, shares_of_levels
from empile.puzzles.searching import short_margin
from empile.puzzles.solving import Solved, is_puzzle, solve

_PLAYERS: Final = (2, 3, 4)
"""Levels that play the games: weaker ones blunder and leave nothing to be found."""
_FAST_PLAYERS: Final = (2, 3)
"""Levels that play for middlegames: the master would take longer than all proofs."""
_TOO_LARGE: Final = 2
"""Positions in turn that cannot be solved, after which earlier ones are not tried."""
_LINE_NODES: Final = 10
"""Nodes for a line, in proofs of a position."""
_WORTH_A_PROOF: Final = 0.7
"""Share of the margin in short searches, from which a middlegame is proven."""
_MOST_PROOFS: Final = 4
"""Of a game."""


@dataclass
class Tally:
    """What a miner has looked at."""

    positions: int = 0
    candidates: int = 0
    """Positions that became puzzles, or whose proof was tried."""


def mine(
    game: Game,
    kind: PuzzleKind,
    games: int,
    stream: Stream,
    progress: Callable[[int], None] | None = None,
    tally: Tally | None = None,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a kind in ``games`` games of bots; the same stream gives the same ones.

    :param progress: called with the number of games done.
    :param tally: counts what is looked at.

    Example: ``next(mine(game, game.puzzles.kinds[0], 100, empile.new_stream(1)))``.
    """
    for number in range(games):
        if progress is not None:
            progress(number)
        own = split(stream, number)
        players = _PLAYERS if kind.proof == "exact" else _FAST_PLAYERS
        states = _play(game, players, split(own, 0))
        yield from mine_states(states, kind, split(own, 1), tally)


def mine_record(record: Record, kind: PuzzleKind, stream: Stream) -> Iterator[Puzzle]:
    """Yield the best puzzle of a kind in a recorded game, if there is one."""
    states = [state for state, _ in record.steps() if state.current_player() >= 0]
    yield from mine_states(states, kind, stream)


def mine_states(
    states: Sequence[State], kind: PuzzleKind, stream: Stream, tally: Tally | None = None
) -> Iterator[Puzzle]:
    """Yield the best puzzle among the positions of a game, if there is one."""
    if kind.proof == "search":
        found = [one for _, one in middlegames_in(states, kind, split(stream, 0), tally)]
    else:
        found = [one for _, one in found_in(states, kind, tally)]
    if found:
        # Of equal ones, the earliest has most pieces left.
        yield puzzle_of(max(reversed(found), key=lambda one: one.worth), kind, stream)


def found_in(
    states: Sequence[State], kind: PuzzleKind, tally: Tally | None = None
) -> Iterator[tuple[int, Found]]:
    """Yield the puzzles among the positions of a game, the last ones first, with their index.

    Ends when positions become too large to be solved.
    """
    tally = Tally() if tally is None else tally
    too_large = 0
    for number, state in reversed(list(enumerate(states))):
        starts = list(state.game.puzzles.starts(state, kind))
        found: list[Found] = []
        solvable = [start for start in starts if _look_at(start, kind, found)]
        tally.positions += len(starts)
        tally.candidates += len(found)
        yield from ((number, one) for one in found)
        too_large = 0 if solvable or not starts else too_large + 1
        if too_large == _TOO_LARGE:
            return


def middlegames_in(
    states: Sequence[State], kind: PuzzleKind, stream: Stream, tally: Tally | None = None
) -> Iterator[tuple[int, Found]]:
    """Yield the puzzles among the positions of a game that searches prove, with their index.

    Up to four are proven, those with the largest margin in short searches first.
    """
    tally = Tally() if tally is None else tally
    promising: list[tuple[float, int, State]] = []
    for number, state in enumerate(states):
        if len(state.legal_actions()) < kind.least_moves:
            continue
        for start in state.game.puzzles.starts(state, kind):
            tally.positions += 1
            margin = short_margin(start, _WORTH_A_PROOF * kind.margin, split(stream, number))
            if margin is not None and not _scores_most(start):
                promising.append((margin, number, start))
    promising.sort(key=lambda one: (-one[0], one[1]))
    for _, number, start in promising[:_MOST_PROOFS]:
        tally.candidates += 1
        found: list[Found] = []
        _look_at(start, kind, found)
        yield from ((number, one) for one in found)


def _scores_most(state: State) -> bool:
    """Return whether one move scores clearly most: that is a task of its own, and easier."""
    kinds = [kind for kind in state.game.puzzles.kinds if kind.goal == "points"]
    return any(len(solve(state, kind, Budget()).good) == 1 for kind in kinds)


def _look_at(start: State, kind: PuzzleKind, found: list[Found]) -> bool:
    """Add a position to ``found`` if it is a puzzle; return whether it could be solved."""
    try:
        solved = solve(start, kind, Budget(kind.nodes))
        if is_puzzle(start, solved, kind):
            line = line_of(start, solved, kind, Budget(_LINE_NODES * kind.nodes))
            found.append(Found(start, solved, line))
    except TooLargeError:
        return False
    return True


class Found(NamedTuple):
    """A position with one good move, and the line that begins with it."""

    start: State
    solved: Solved
    line: Sequence[Event]

    @property
    def worth(self) -> tuple[int, float]:
        """The solver's moves in the line, and how much better the first one is than all others."""
        assert self.solved.next is not None
        moves = sum(event.seat == self.start.current_player() for event in self.line)
        return moves, self.solved.best - self.solved.next


def puzzle_of(puzzle: Found, kind: PuzzleKind, stream: Stream) -> Puzzle:
    """Return a position as a puzzle, rated by bots that draw from ``stream``."""
    start, found, line = puzzle
    assert found.next is not None
    line_texts = [event.text for event in line]
    return Puzzle(
        game=start.game.name,
        options=short_options(start.game),
        kind=kind.name,
        start=start.position(),
        line=line_texts,
        best=round(found.best, 4),
        next=round(found.next, 4),
        themes=themes_of(start, line_texts),
        rating=_rating(puzzle, kind, stream),
        rules=older_rules(start.game),
    )


def _rating(puzzle: Found, kind: PuzzleKind, stream: Stream) -> int:
    if kind.every_block_stands:
        moves, _ = puzzle.worth
        return rating_by_size(len(puzzle.start.legal_actions()), moves)
    return rating_of(shares_of_levels(puzzle.start, puzzle.solved.good[0], stream))


def themes_of(start: State, line: Sequence[str]) -> list[str]:
    """Return the names of the themes of a line, those of earlier moves first.

    Example: ``themes_of(puzzle.state(), puzzle.line)``.
    """
    found: list[str] = []
    state, profile = start.clone(), start.game.puzzles
    for text in line:
        before = state.clone()
        event = state.apply_text(text)
        if event.seat == start.current_player():
            names = [theme.name for theme in profile.themes(before, event, state)]
            found += [name for name in names if name not in found]
    return found


def _play(game: Game, players: Sequence[int], stream: Stream) -> list[State]:
    """Play a game of bots of the levels ``players``, and return the positions of its moves."""
    levels = levels_of(game)
    seats = [levels[players[below(stream, len(players))]] for _ in range(game.num_players)]
    match, states = Match(game), list[State]()
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        states.append(match.state.clone())
        match.play_action(choose(match.state, seats[match.state.current_player()], stream))
        match.resolve_chance(stream, also_external=True)
    return states
