"""Solo levels in a terminal, one after the other, with moves as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from empile.cli.errors import CommandError
from empile.cli.i18n import FALLBACK, say
from empile.cli.move_text import Talk
from empile.cli.solo_progress import SoloProgress
from empile.cli.terminal.lines import Terminal
from empile.engine.contracts.solo import Solo, SoloPosition
from empile.engine.errors import Reason
from empile.engine.game import Game
from empile.engine.match import Match


class TerminalSolo:
    """The solo levels of a game, in ``language``, one of the command line's."""

    def __init__(
        self, game: Game, terminal: Terminal, progress: SoloProgress, language: str = FALLBACK
    ) -> None:
        assert game.solo is not None
        self.game = game
        self.terminal = terminal
        self.progress = progress
        self.talk = Talk(terminal, language)
        self._source: Solo = game.solo
        self._levels: Sequence[SoloPosition] = self._source.levels()
        self._is_left = False
        self._hints = 0

    def list_levels(self) -> None:
        """Print all levels by grade; a star marks those solved."""
        for grade in sorted({level.grade for level in self._levels}):
            levels = [level for level in self._levels if level.grade == grade]
            done = sum(level.id in self.progress.solved for level in levels)
            self.talk.say("solo.grade", name=self._name(grade), done=done, of=len(levels))
            marks = [f"{'*' if one.id in self.progress.solved else ' '}{one.id}" for one in levels]
            self.terminal.say(self.terminal.columns(marks) + "\n")

    def play_from(self, level: str | None) -> None:
        """Play a level, by default the first one not solved, and go on until the user quits."""
        at = self._index(level)
        self.terminal.say(say(self.game, Reason("solo.task"), self.talk.language))
        self.talk.say("solo.begin", after="\n")
        while True:
            solved = self._play(self._levels[at])
            if self._is_left:
                return
            if solved and at + 1 == len(self._levels):
                self.talk.say("solo.over")
                return
            at = min(at + 1, len(self._levels) - 1)

    def _index(self, level: str | None) -> int:
        ids = [level.id for level in self._levels]
        if level is None:
            return next((k for k, one in enumerate(ids) if one not in self.progress.solved), 0)
        if level not in ids:
            raise CommandError(
                f"there is no level '{level}': they are {ids[0]} to {ids[-1]}, see `empile solo --list`"
            )
        return ids.index(level)

    def _name(self, grade: int) -> str:
        return say(self.game, self._source.grade_name(grade), self.talk.language)

    # -- A level -------------------------------------------------------------------------------

    def _play(self, level: SoloPosition) -> bool:
        """Play a level until it is solved or the user leaves it; return whether it is solved."""
        name = self._name(level.grade)
        variant = say(self.game, Reason(f"option.variant.{level.variant}"), self.talk.language)
        self.talk.say("solo.at", level=level.id, name=name, variant=variant, after="\n")
        moves: list[str] = []
        self._is_skipped = False
        match = self._match(level, moves)
        self._show(match)
        while not self._is_solved(match):
            self._ask(level, match, moves)
            if self._is_left or self._is_skipped:
                return False
            match = self._match(level, moves)
        self.talk.say("solo.solved", after="\n")
        self._store(level)
        return True

    def _match(self, level: SoloPosition, moves: Sequence[str]) -> Match:
        start = level.state()
        match = Match(start.game, start)
        for move in moves:
            match.play(move)
        return match

    def _is_solved(self, match: Match) -> bool:
        result = match.state.result()
        return result is not None and bool(result.winners)

    def _show(self, match: Match) -> None:
        self.terminal.say(self.talk.to_text(match.state, None) + "\n")

    def _store(self, level: SoloPosition) -> None:
        try:
            self.progress.add(level.id)
        except OSError as error:
            self.talk.say("solo.not_saved", error=str(error))

    def _ask(self, level: SoloPosition, match: Match, moves: list[str]) -> None:
        if match.state.is_terminal():
            self.talk.say("solo.stuck")
        commands = self._commands(level, match, moves)
        self.terminal.offered = [*match.state.legal_texts(), *commands]
        line = self.terminal.ask(self.talk.text("prompt.you"))
        if line is None:
            self._is_left = True
            return
        move = self.talk.move_meant(match.state, line)
        word, _, rest = line.partition(" ")
        if move is not None:
            moves.append(move)
            self._hints = 0
            self._show(self._match(level, moves))
        elif word.lower() in commands:
            commands[word.lower()](rest.strip())
        elif match.state.is_terminal():
            self.talk.say("solo.only_back")
        else:
            self.talk.answer(match.state, line)

    def _commands(
        self, level: SoloPosition, match: Match, moves: list[str]
    ) -> dict[str, Callable[[str], None]]:
        def change(kept: int) -> None:
            if not moves:
                self.talk.say("undo.none")
                return
            del moves[kept:]
            self._hints = 0
            self._show(self._match(level, moves))

        return {
            "help": lambda _: self.talk.say("solo.help", move=level.state().legal_texts()[0]),
            "moves": lambda start: self.talk.list_moves(match.state, start),
            "board": lambda _: self._show(match),
            "undo": lambda _: change(-1),
            "reset": lambda _: change(0),
            "hint": lambda _: self._hint(match),
            "solution": lambda _: self._solution(match),
            "next": lambda _: self._skip(),
            "quit": lambda _: self._quit(),
        }

    def _hint(self, match: Match) -> None:
        before = [match.state_before(index) for index in range(len(match.events))]
        clue = self._source.clue(match.state, before, self._hints)
        self.terminal.say(say(self.game, clue.message, self.talk.language))
        self._hints += 1

    def _solution(self, match: Match) -> None:
        moves = self._source.solution(match.state)
        if moves is None:
            self._hint(match)
        else:
            self.terminal.say(" ".join(moves))

    def _skip(self) -> None:
        self._is_skipped = True

    def _quit(self) -> None:
        self._is_left = True
