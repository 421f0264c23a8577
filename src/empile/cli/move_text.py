"""Text about moves at a terminal, in the user's language."""

from __future__ import annotations

from empile.cli.i18n import WORDS, say
from empile.cli.terminal.lines import Terminal
from empile.engine.errors import IllegalActionError, NotationError, Reason
from empile.engine.game import Event, State

_MOST_LISTED = 120


class Talk:
    """Prints moves, positions and messages in ``language``, one of the command line's languages."""

    def __init__(self, terminal: Terminal, language: str) -> None:
        self.terminal = terminal
        self.language = language

    def text(self, key: str, **args: str | int) -> str:
        return WORDS.format(self.language, Reason(key, args))

    def say(self, key: str, *, after: str = "", **args: str | int) -> None:
        self.terminal.say(self.text(key, **args) + after)

    def describe(self, before: State, event: Event, observer: int | None) -> str:
        """Return the notation and description of an event, as seen by ``observer``."""
        text = before.game.notation.redacted_text(before, event, observer)
        return self._with_words(text, before, event, observer)

    def describe_all(self, before: State, event: Event) -> str:
        """Return like ``describe``, with the whole notation of a hidden event."""
        return self._with_words(event.text, before, event, None)

    def _with_words(self, text: str, before: State, event: Event, observer: int | None) -> str:
        game = before.game
        words = say(game, game.presenter.event_message(before, event, observer), self.language)
        return f"{text} ({words})" if words else text

    def to_text(self, state: State, observer: int | None) -> str:
        """Return a position as text, as seen by ``observer``."""
        languages = state.game.presenter.catalogue.languages
        language = self.language if self.language in languages else "en"
        return state.game.presenter.to_text(
            state, observer, colour=self.terminal.colour, language=language
        )

    # -- Moves ---------------------------------------------------------------------------------

    def move_meant(self, state: State, line: str) -> str | None:
        """Return the legal move that ``line`` means, ignoring case, or None."""
        moves = state.legal_texts()
        if line in moves:
            return line
        return next((move for move in moves if move.casefold() == line.casefold()), None)

    def list_moves(self, state: State, start: str) -> None:
        """Print the legal moves that begin with ``start``."""
        moves = moves_that_begin(state, start)
        if moves:
            self._show(moves, self.text("legal", count=len(moves)))
        else:
            self.say("legal.none", start=start)

    def answer(self, state: State, line: str) -> None:
        """Print the legal continuations of ``line``, or why it is illegal."""
        begun = moves_that_begin(state, line)
        if begun:
            self._show(begun, self.text("begun", start=line))
        else:
            self.say("refused", why=self._why_not(state, line))

    def _show(self, moves: list[str], heading: str) -> None:
        self.terminal.say(heading)
        self.terminal.say(self.terminal.columns(moves[:_MOST_LISTED]))
        if len(moves) > _MOST_LISTED:
            self.say("legal.more", count=len(moves) - _MOST_LISTED)

    def _why_not(self, state: State, text: str) -> str:
        game = state.game
        try:
            state.read_text(text)
        except (IllegalActionError, NotationError) as error:
            reason = error.reason if isinstance(error, IllegalActionError) else None
            if reason is not None and (text := say(game, reason, self.language)):
                return text
            name = say(game, Reason("name"), self.language) or game.name
            return self.text("unreadable", text=text, game=name, move=state.legal_texts()[0])
        raise AssertionError(f"'{text}' is legal")


def moves_that_begin(state: State, start: str) -> list[str]:
    """Return the legal moves that begin with ``start``, ignoring case."""
    return [move for move in state.legal_texts() if move.casefold().startswith(start.casefold())]
