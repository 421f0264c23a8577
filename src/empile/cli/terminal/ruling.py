"""Asks for rulings at a terminal: what happened on the real table."""

from __future__ import annotations

from collections.abc import Callable

from empile.cli.move_text import Talk
from empile.engine.chance.rulings import Ruling, possible_rulings
from empile.engine.game import Event, State


class TerminalRuling:
    """Asks what happened until it is clear.

    ``obey`` runs a command and returns whether to continue: not after a takeback or a quit.
    """

    def __init__(self, talk: Talk, obey: Callable[[str], bool]) -> None:
        self._talk = talk
        self._obey = obey

    def ask(self, state: State) -> Event | None:
        """Return the ruling on ``state``, an ``EXTERNAL`` node, or None at the end of the input.

        Asks for confirmation of rulings that may be revised later or that end the game.
        """
        answers = possible_rulings(state)
        while True:
            found = self._which(state, answers)
            if found is None:
                return None
            description = self._talk.describe(state, found.event, None)
            if found.ends:
                sure = self._yes("judge.sure", description)
            elif found.is_revisable:
                sure = self._yes("judge.begin", description)
            else:
                return found.event
            if sure is None:
                return None
            if sure:
                return found.event

    def _which(self, state: State, answers: list[Ruling]) -> Ruling | None:
        numbered = {str(number): answer for number, answer in enumerate(answers, 1)}
        for number, answer in numbered.items():
            self._talk.terminal.say(f"  {number}  {self._talk.describe(state, answer.event, None)}")
        texts = {answer.event.text: answer for answer in answers}
        self._talk.terminal.offered = [*texts]
        while True:
            line = self._line("judge.which", count=len(answers))
            if line is None:
                return None
            meant = numbered.get(line) or texts.get(line)
            if meant is not None:
                return meant
            self._talk.say("judge.which.help", count=len(answers))

    def _yes(self, key: str, description: str) -> bool | None:
        """Ask a yes/no question. Returns None at the end of the input."""
        yes, no = (self._talk.text(f"{word}.words").split() for word in ("yes", "no"))
        while True:
            line = self._line(key, answer=description)
            if line is None:
                return None
            if line.casefold() in yes:
                return True
            if line.casefold() in no:
                return False
            self._talk.say("judge.yes_or_no", yes=yes[0], no=no[0])

    def _line(self, key: str, **args: str | int) -> str | None:
        """Return the next line that is not a command, or None at the end of the input."""
        while True:
            line = self._talk.terminal.ask(self._talk.text(key, **args))
            if line is None:
                self._obey("quit")
                return None
            if line.partition(" ")[0].lower() not in _COMMANDS:
                return line
            if not self._obey(line):
                return None


_COMMANDS = ("board", "undo", "save", "quit")
