"""One game in a terminal: people and bots take turns, people may ask and undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from empile.bots import choose, levels_of
from empile.cli.terminal import Terminal
from empile.cli.wording import level_name, say
from empile.engine.errors import IllegalActionError, NotationError, Reason
from empile.engine.game import Event, Game, Result
from empile.engine.level import Level
from empile.engine.match import Match
from empile.engine.random import Stream, split

_MOST_LISTED = 120
_HINT = 1 << 40
"""Hints draw from a stream of their own, far from those of the moves: asking changes nothing."""

_HELP = """\
Type a move, or the beginning of one to see how it can go on (or to complete it with Tab). Besides:
  moves [START]   list the legal moves, all or those that begin with START
  board           draw the position again
  hint            what the strongest bot would do
  undo            take back your last move and what followed it
  save FILE       write the record of the game so far
  quit            leave the game"""


class TerminalGame:
    """A game under way at a terminal. ``people`` are the seats that are asked for their moves."""

    def __init__(
        self, game: Game, people: set[int], level: Level, stream: Stream, terminal: Terminal
    ) -> None:
        self.match = Match(game)
        self.people = people
        self.level = level
        self.terminal = terminal
        self._stream = stream
        self._told = 0
        self._left = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._list_moves,
            "board": self._draw,
            "hint": self._hint,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
        }
        name = level_name(game, level)
        alone = len(people) == 1
        self.names = [
            ("You" if alone else f"Player {seat + 1}")
            if seat in people
            else f"Bot {seat + 1} ({name})"
            for seat in range(game.num_players)
        ]

    def play(self) -> None:
        """Play until the game is over or left."""
        self.terminal.say("Type help at any time, quit to leave.\n")
        self._settle()
        drawn_at = -1
        while not self._left and not self.match.state.is_terminal():
            seat = self.match.state.current_player()
            if seat not in self.people:
                self._bot_moves()
                continue
            self._tell_news()
            if drawn_at != len(self.match.events):
                self._draw()
                drawn_at = len(self.match.events)
            self.terminal.offered = [*self.match.state.legal_texts(), *self._commands]
            line = self.terminal.ask(f"{self._whose(seat)} move: ")
            if line is None:
                self.terminal.say("The game is left as it stands.")
                return
            self._obey(line)
        if not self._left:
            self._end()

    # -- What is said --------------------------------------------------------------------------

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
        words = say(game, game.words_for(before, event, eyes))
        told = f"{game.text_seen(before, event, eyes)}{f' ({words})' if words else ''}"
        return f"{self.names[event.seat]}: {told}" if event.seat >= 0 else told

    def _whose(self, seat: int) -> str:
        return "Your" if self.names[seat] == "You" else f"{self.names[seat]}'s"

    def _draw(self, _: str = "") -> None:
        seat = self.match.state.current_player()
        eyes = seat if seat in self.people else next(iter(self.people))
        picture = self.match.game.text_picture(self.match.state, eyes, colour=self.terminal.colour)
        self.terminal.say(picture + "\n")

    def _end(self) -> None:
        self._tell_news()
        self._draw()
        result = self.match.state.result()
        assert result is not None
        self.terminal.say(self._ranking(result))

    def _ranking(self, result: Result) -> str:
        reason = say(self.match.game, Reason(f"reason.{result.reason}")) or f"({result.reason})"
        lines = [f"The game is over. {reason}"]
        for seat in sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat]):
            points = f"{result.scores[seat]} point{'' if result.scores[seat] == 1 else 's'}"
            lines.append(f"  {result.ranks[seat]}. {self.names[seat]}, {points}")
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
            self._show(begun, f"Moves that begin with {line}:")
        else:
            self.terminal.say(f"No: {self._why_not(line)} (help tells what you can type).")

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
            return str(error)
        raise AssertionError("a legal move is played before anyone asks why it is not")

    # -- What people may ask -------------------------------------------------------------------

    def _help(self, _: str) -> None:
        example = self.match.state.legal_texts()[0]
        self.terminal.say(f"A move is written like {example}.\n{_HELP}")

    def _list_moves(self, start: str) -> None:
        moves = self._moves_that_begin(start)
        if moves:
            self._show(moves, f"{len(moves)} legal move{'' if len(moves) == 1 else 's'}:")
        else:
            self.terminal.say(f"No legal move begins with {start}.")

    def _moves_that_begin(self, start: str) -> list[str]:
        moves = self.match.state.legal_texts()
        return [move for move in moves if move.casefold().startswith(start.casefold())]

    def _show(self, moves: list[str], heading: str) -> None:
        self.terminal.say(heading)
        self.terminal.say(self.terminal.columns(moves[:_MOST_LISTED]))
        if len(moves) > _MOST_LISTED:
            self.terminal.say(f"  and {len(moves) - _MOST_LISTED} more")

    def _hint(self, _: str) -> None:
        state = self.match.state
        stream = split(self._stream, _HINT)
        action = choose(state, levels_of(self.match.game)[-1], stream)
        event = Event(state.current_player(), (action,), state.action_to_text(action))
        words = say(self.match.game, self.match.game.words_for(state, event, event.seat))
        self.terminal.say(f"Try {event.text}{f' ({words})' if words else ''}.")

    def _undo(self, _: str) -> None:
        seats = [event.seat for event in self.match.events]
        mine = [index for index, seat in enumerate(seats) if seat in self.people]
        if not mine:
            self.terminal.say("There is no move of yours to take back.")
            return
        self.match.take_back(len(seats) - mine[-1])
        self._told = mine[-1]
        self.terminal.say("Taken back.\n")

    def _save(self, name: str) -> None:
        if not name:
            self.terminal.say("Where to? Type save and a file's name.")
            return
        try:
            Path(name).write_text(self.match.record(self.names).to_json() + "\n", "utf-8")
        except (OSError, ValueError) as error:
            self.terminal.say(f"This cannot be written: {error}")
        else:
            self.terminal.say(f"Saved in {name}; `empile trace {name}` tells it move by move.")

    def _quit(self, _: str) -> None:
        self._left = True
        self.terminal.say("The game is left as it stands.")
