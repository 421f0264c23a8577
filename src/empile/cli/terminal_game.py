"""One game in a terminal: people and bots take turns, people may ask and undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from empile.bots import choose, levels_of
from empile.cli.terminal import Terminal
from empile.cli.wording import FALLBACK, WORDS, level_name, say
from empile.engine.errors import IllegalActionError, NotationError, Reason
from empile.engine.game import Event, Game, Result
from empile.engine.level import Level
from empile.engine.match import Match
from empile.engine.random import Stream, split

_MOST_LISTED = 120
_HINT = 1 << 40
"""Hints draw from a stream of their own, far from those of the moves: asking changes nothing."""


class TerminalGame:
    """A game under way at a terminal. ``people`` are the seats that are asked for their moves.

    ``language`` is one of those that the command line has words in.
    """

    def __init__(
        self,
        game: Game,
        people: set[int],
        level: Level,
        stream: Stream,
        terminal: Terminal,
        language: str = FALLBACK,
    ) -> None:
        self.match = Match(game)
        self.language = language
        self.people = people
        self.level = level
        self.terminal = terminal
        self._stream = stream
        self._told = 0
        self._left = False
        self._before_screen: int | None = None
        """The seat whose person has the screen, where each person has something to hide."""
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._list_moves,
            "board": self._draw,
            "hint": self._hint,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
        }
        self.names = [self._name(seat) for seat in range(game.num_players)]

    def play(self) -> None:
        """Play until the game is over or left."""
        self._say("begin", after="\n")
        self._settle()
        drawn_at = -1
        while not self._left and not self.match.state.is_terminal():
            seat = self.match.state.current_player()
            if seat not in self.people:
                self._bot_moves()
                continue
            if not self._hand_over(seat):
                self._say("left")
                return
            self._tell_news()
            if drawn_at != len(self.match.events):
                self._draw()
                drawn_at = len(self.match.events)
            self.terminal.offered = [*self.match.state.legal_texts(), *self._commands]
            asked = "prompt.you" if len(self.people) == 1 else "prompt.player"
            line = self.terminal.ask(self._text(asked, name=self.names[seat]))
            if line is None:
                self._say("left")
                return
            self._obey(line)
        if not self._left:
            self._end()

    def _hand_over(self, seat: int) -> bool:
        """Wait until the person of ``seat`` has the screen; return whether there is anybody."""
        if not self.match.game.hides or len(self.people) == 1 or seat == self._before_screen:
            return True
        self.terminal.clear()
        self._before_screen = seat
        return self.terminal.pause(self._text("pass", name=self.names[seat]))

    # -- What is said --------------------------------------------------------------------------

    def _text(self, key: str, **args: str | int) -> str:
        return WORDS.say(self.language, Reason(key, args))

    def _say(self, key: str, *, after: str = "", **args: str | int) -> None:
        self.terminal.say(self._text(key, **args) + after)

    def _of_game(self, reason: Reason) -> str:
        return say(self.match.game, reason, self.language)

    def _name(self, seat: int) -> str:
        if seat not in self.people:
            level = level_name(self.match.game, self.level, self.language)
            return self._text("name.bot", number=seat + 1, level=level)
        alone = len(self.people) == 1
        return self._text("name.you") if alone else self._text("name.player", number=seat + 1)

    def _tell_news(self) -> None:
        eyes = next(iter(self.people)) if len(self.people) == 1 else None
        for index in range(self._told, len(self.match.events)):
            event = self.match.events[index]
            self.terminal.say(self._in_words(index, event, eyes))
        if self._told < len(self.match.events):
            self.terminal.say()
        self._told = len(self.match.events)

    def _in_words(self, index: int, event: Event, eyes: int | None) -> str:
        game, before = self.match.game, self.match.state_before(index)
        words = self._of_game(game.words_for(before, event, eyes))
        told = f"{game.text_seen(before, event, eyes)}{f' ({words})' if words else ''}"
        return f"{self.names[event.seat]}: {told}" if event.seat >= 0 else told

    def _draw(self, _: str = "") -> None:
        seat = self.match.state.current_player()
        eyes = seat if seat in self.people else next(iter(self.people))
        game = self.match.game
        language = self.language if self.language in game.words.languages else FALLBACK
        picture = game.text_picture(
            self.match.state, eyes, colour=self.terminal.colour, language=language
        )
        self.terminal.say(picture + "\n")

    def _end(self) -> None:
        self._tell_news()
        self._draw()
        result = self.match.state.result()
        assert result is not None
        self.terminal.say(self._ranking(result))

    def _ranking(self, result: Result) -> str:
        reason = self._of_game(Reason(f"reason.{result.reason}")) or f"({result.reason})"
        lines = [self._text("over", reason=reason)]
        for seat in sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat]):
            rank, count = result.ranks[seat], result.scores[seat]
            lines.append(self._text("rank", rank=rank, name=self.names[seat], count=count))
        return "\n".join(lines)

    # -- What happens --------------------------------------------------------------------------

    def _settle(self) -> None:
        self.match.settle(self._stream, also_outside=True)

    def _bot_moves(self) -> None:
        self.match.play_action(choose(self.match.state, self.level, self._stream))
        self._settle()

    def _obey(self, line: str) -> None:
        if self._play(line):
            return
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        if command is not None:
            command(rest.strip())
            return
        begun = self._moves_that_begin(line)
        if begun:
            self._show(begun, self._text("begun", start=line))
        else:
            self._say("refused", why=self._why_not(line))

    def _play(self, text: str) -> bool:
        same = [
            move
            for move in self.match.state.legal_texts()
            if move == text or move.casefold() == text.casefold()
        ]
        if not same:
            return False
        self.match.play(text if text in same else same[0])
        self._settle()
        return True

    def _why_not(self, text: str) -> str:
        try:
            self.match.state.read_text(text)
        except (IllegalActionError, NotationError) as error:
            reason = error.reason if isinstance(error, IllegalActionError) else None
            if reason is not None and (told := self._of_game(reason)):
                return told
            game = self._of_game(Reason("name")) or self.match.game.name
            move = self.match.state.legal_texts()[0]
            return self._text("unreadable", text=text, game=game, move=move)
        raise AssertionError("a legal move is played before anyone asks why it is not")

    # -- What people may ask -------------------------------------------------------------------

    def _help(self, _: str) -> None:
        self._say("help", move=self.match.state.legal_texts()[0])

    def _list_moves(self, start: str) -> None:
        moves = self._moves_that_begin(start)
        if moves:
            self._show(moves, self._text("legal", count=len(moves)))
        else:
            self._say("legal.none", start=start)

    def _moves_that_begin(self, start: str) -> list[str]:
        moves = self.match.state.legal_texts()
        return [move for move in moves if move.casefold().startswith(start.casefold())]

    def _show(self, moves: list[str], heading: str) -> None:
        self.terminal.say(heading)
        self.terminal.say(self.terminal.columns(moves[:_MOST_LISTED]))
        if len(moves) > _MOST_LISTED:
            self._say("legal.more", count=len(moves) - _MOST_LISTED)

    def _hint(self, _: str) -> None:
        state = self.match.state
        stream = split(self._stream, _HINT)
        action = choose(state, levels_of(self.match.game)[-1], stream)
        event = Event(state.current_player(), (action,), state.action_to_text(action))
        words = self._of_game(self.match.game.words_for(state, event, event.seat))
        self._say("hint", move=f"{event.text}{f' ({words})' if words else ''}")

    def _undo(self, _: str) -> None:
        seats = [event.seat for event in self.match.events]
        mine = [index for index, seat in enumerate(seats) if seat in self.people]
        if not mine:
            self._say("undo.none")
            return
        if any(seat < 0 for seat in seats[mine[-1] :]):
            self._say("undo.revealed")
            return
        self.match.take_back(len(seats) - mine[-1])
        self._told = mine[-1]
        self._say("undo.done", after="\n")

    def _save(self, name: str) -> None:
        if not name:
            self._say("save.where")
            return
        try:
            Path(name).write_text(self.match.record(self.names).to_json() + "\n", "utf-8")
        except (OSError, ValueError) as error:
            self._say("save.failed", error=str(error))
        else:
            self._say("save.done", name=name)

    def _quit(self, _: str) -> None:
        self._left = True
        self._say("left")
