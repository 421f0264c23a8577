"""A game's lessons at a terminal: shows positions and checks typed moves."""

from __future__ import annotations

from collections.abc import Callable

from empile.cli.i18n import FALLBACK, say
from empile.cli.move_text import Talk
from empile.cli.terminal.lines import Terminal
from empile.engine.errors import Reason
from empile.engine.game import Game
from empile.engine.lessons import Lesson, Run, lessons_of


class TerminalLessons:
    """The lessons of a game, in ``language``, one of the command line's."""

    def __init__(self, game: Game, terminal: Terminal, language: str = FALLBACK) -> None:
        self.game = game
        self.terminal = terminal
        self.talk = Talk(terminal, language)
        self._left = False
        self._skipped = False

    def go_through(self, first: int = 1) -> None:
        """Teach from lesson number ``first`` on, until the last one or until the user quits."""
        self.talk.say("learn.begin", after="\n")
        lessons = lessons_of(self.game)
        for number, lesson in enumerate(lessons[first - 1 :], first):
            place = self.talk.text("learn.at", at=number, of=len(lessons))
            self.terminal.say(f"{place}: {self._of_game(lesson.title)}\n")
            self._teach(lesson)
            if self._left:
                return
        self.talk.say("learn.over", game=self.game.name)

    def _teach(self, lesson: Lesson) -> None:
        run = lesson.begin()
        self._skipped = False
        while not run.is_done:
            step = run.step
            self.terminal.say(self.talk.to_text(run.match.state, lesson.seat) + "\n")
            self.terminal.say(self._of_game(lesson.said("task", step)))
            while run.step == step:
                self._ask(run)
                if self._left or self._skipped:
                    return

    def _ask(self, run: Run) -> None:
        commands = self._commands(run)
        self.terminal.offered = [*run.match.state.legal_texts(), *commands]
        line = self.terminal.ask(self.talk.text("prompt.you"))
        if line is None:
            self._left = True
            return
        move = self.talk.move_meant(run.match.state, line)
        word, _, rest = line.partition(" ")
        if move is not None:
            self._answer(run, move)
        elif word.lower() in commands:
            commands[word.lower()](rest.strip())
        else:
            self.talk.answer(run.match.state, line)

    def _answer(self, run: Run, move: str) -> None:
        step, done = run.step, len(run.match.events)
        if not run.answer(move):
            self.talk.say("learn.again")
            self._hint(run)
            return
        self.terminal.say(
            f"\n{self.talk.text('learn.right')} {self._of_game(run.lesson.said('why', step))}"
        )
        for index in range(done + 1, len(run.match.events)):
            self.terminal.say(f"  {self._described(run, index)}")
        self.terminal.say()

    def _described(self, run: Run, index: int) -> str:
        event, seat = run.match.events[index], run.lesson.seat
        text = self.talk.describe(run.match.state_before(index), event, seat)
        return text if event.seat < 0 else f"{run.lesson.record.seats[event.seat]}: {text}"

    def _of_game(self, reason: Reason) -> str:
        return say(self.game, reason, self.talk.language)

    # -- Commands ------------------------------------------------------------------------------

    def _commands(self, run: Run) -> dict[str, Callable[[str], None]]:
        state, seat = run.match.state, run.lesson.seat
        return {
            "help": lambda _: self.talk.say("learn.help", move=state.legal_texts()[0]),
            "moves": lambda start: self.talk.list_moves(state, start),
            "board": lambda _: self.terminal.say(self.talk.to_text(state, seat) + "\n"),
            "hint": lambda _: self._hint(run),
            "next": lambda _: self._skip(),
            "quit": lambda _: self._quit(),
        }

    def _hint(self, run: Run) -> None:
        self.terminal.say(self._of_game(run.lesson.said("hint", run.step)))

    def _skip(self) -> None:
        self._skipped = True

    def _quit(self) -> None:
        self._left = True
