"""One game in a terminal, between people and bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from empile.bots import choose
from empile.bots.hints import advise
from empile.cli.evaluation_text import expectation
from empile.cli.i18n import FALLBACK, level_name, say
from empile.cli.move_text import Talk
from empile.cli.terminal.lines import Terminal
from empile.cli.terminal.ruling import TerminalRuling
from empile.engine.contracts.level import Level
from empile.engine.contracts.referee import referee_at
from empile.engine.errors import Reason
from empile.engine.game import EXTERNAL, Event, Game, Result
from empile.engine.match import Match
from empile.engine.random import Stream, split

_HINT = 1 << 40
"""Hints use a random stream of their own, so asking does not change the game."""


class TerminalGame:
    """A game at a terminal.

    ``people`` are the seats played by people; ``language`` is one of the command line's.
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
        self.talk = Talk(terminal, language)
        self.people = people
        self.level = level
        self.terminal = terminal
        self._stream = stream
        self._printed = 0
        self._left = False
        self._before_screen: int | None = None
        """The seat whose player has the screen, in games with hidden information."""
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
        """Play until the game is over or a player quits."""
        self.talk.say("begin", after="\n")
        referee = self.match.game.referee
        if referee is not None and referee.hand_skills():
            self.talk.say("no_hand", after="\n")
        self._settle()
        drawn_at = -1
        while not self._left and not self.match.state.is_terminal():
            seat = self.match.state.current_player()
            if seat == EXTERNAL:
                self._ask_ruling()
                continue
            if seat not in self.people:
                self._bot_moves()
                continue
            if not self._hand_over(seat):
                self.talk.say("left")
                return
            self._print_news()
            if drawn_at != len(self.match.events):
                self._draw()
                drawn_at = len(self.match.events)
            self.terminal.offered = [*self.match.state.legal_texts(), *self._commands]
            asked = "prompt.you" if len(self.people) == 1 else "prompt.player"
            line = self.terminal.ask(self.talk.text(asked, name=self.names[seat]))
            if line is None:
                self.talk.say("left")
                return
            self._obey(line)
        if not self._left:
            self._end()

    def _hand_over(self, seat: int) -> bool:
        """Wait until the player of ``seat`` has the screen. Returns False at the end of the input."""
        if (
            not self.match.game.imperfect_information
            or len(self.people) == 1
            or seat == self._before_screen
        ):
            return True
        self.terminal.clear()
        self._before_screen = seat
        return self.terminal.pause(self.talk.text("pass", name=self.names[seat]))

    # -- Output --------------------------------------------------------------------------------

    def _of_game(self, reason: Reason) -> str:
        return say(self.match.game, reason, self.talk.language)

    def _name(self, seat: int) -> str:
        if seat not in self.people:
            level = level_name(self.match.game, self.level, self.talk.language)
            return self.talk.text("name.bot", number=seat + 1, level=level)
        alone = len(self.people) == 1
        return (
            self.talk.text("name.you") if alone else self.talk.text("name.player", number=seat + 1)
        )

    def _print_news(self) -> None:
        observer = next(iter(self.people)) if len(self.people) == 1 else None
        for index in range(self._printed, len(self.match.events)):
            event = self.match.events[index]
            self.terminal.say(self._describe(index, event, observer))
        if self._printed < len(self.match.events):
            self.terminal.say()
        self._printed = len(self.match.events)

    def _describe(self, index: int, event: Event, observer: int | None) -> str:
        text = self.talk.describe(self.match.state_before(index), event, observer)
        return f"{self.names[event.seat]}: {text}" if event.seat >= 0 else text

    def _draw(self, _: str = "") -> None:
        seat = self.match.state.current_player()
        if seat == EXTERNAL and len(self.people) > 1:
            observer: int | None = None  # all players can see the screen
        else:
            observer = seat if seat in self.people else next(iter(self.people))
        self.terminal.say(self.talk.to_text(self.match.state, observer) + "\n")

    def _end(self) -> None:
        self._print_news()
        self._draw()
        result = self.match.state.result()
        assert result is not None
        self.terminal.say(self._ranking(result))

    def _ranking(self, result: Result) -> str:
        """Return a line per side, a team or a seat, with its points if the game has some."""
        reason = self._of_game(Reason(f"reason.{result.reason}")) or f"({result.reason})"
        lines = [self.talk.text("over", reason=reason)]
        teams = self.match.game.teams
        sides = [[s for s, other in enumerate(teams) if other == team] for team in set(teams)]
        for side in sorted(sides, key=lambda side: (result.ranks[side[0]], side)):
            name = " + ".join(self.names[seat] for seat in side)
            rank = result.ranks[side[0]]
            if self.match.game.has_points:
                count = sum(result.scores[seat] for seat in side)
                lines.append(self.talk.text("rank", rank=rank, name=name, count=count))
            else:
                lines.append(self.talk.text("rank.only", rank=rank, name=name))
        return "\n".join(lines)

    # -- Turns ---------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Resolve chance nodes until a player must move or rule."""
        while self.match.state.is_chance_node() and not self._is_asked():
            self.match.push_chance(self._stream)

    def _is_asked(self) -> bool:
        referee = referee_at(self.match.state)
        return referee is not None and referee.outcome_source(self.match.state) == "people"

    def _ask_ruling(self) -> None:
        """Ask what happened, unless a move was taken back or the player quit."""
        self._print_news()
        self._before_screen = None
        event = TerminalRuling(self.talk, self._obey_during_ruling).ask(self.match.state)
        if event is not None:
            self.match.push_event(event)
            self._settle()

    def _obey_during_ruling(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        self._commands[word.lower()](rest.strip())
        return not self._left and self._is_asked()

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
        self.talk.answer(self.match.state, line)

    def _play(self, text: str) -> bool:
        move = self.talk.move_meant(self.match.state, text)
        if move is None:
            return False
        self.match.play(move)
        self._settle()
        return True

    # -- Commands ------------------------------------------------------------------------------

    def _help(self, _: str) -> None:
        self.talk.say("help", move=self.match.state.legal_texts()[0])

    def _list_moves(self, start: str) -> None:
        self.talk.list_moves(self.match.state, start)

    def _hint(self, _: str) -> None:
        state = self.match.state
        advice = advise(state, stream=split(self._stream, _HINT))
        event = Event(advice.seat, (advice.best.action,), advice.best.move)
        self.talk.say("hint", move=self.talk.describe(state, event, event.seat))
        best = advice.best
        told = expectation(state.game, advice.seat, best.value, best.scores, self.talk)
        self.terminal.say(f"  {told}")

    def _undo(self, _: str) -> None:
        seats = [event.seat for event in self.match.events]
        mine = [index for index, seat in enumerate(seats) if seat in self.people]
        if not mine:
            self.talk.say("undo.none")
            return
        if any(seat < 0 for seat in seats[mine[-1] :]):
            self.talk.say("undo.revealed")
            return
        self.match.take_back(len(seats) - mine[-1])
        self._printed = mine[-1]
        self.talk.say("undo.done", after="\n")

    def _save(self, name: str) -> None:
        if not name:
            self.talk.say("save.where")
            return
        # Anyone can read the file, so it must not reveal more than the screen.
        observer = next(iter(self.people)) if len(self.people) == 1 else None
        hidden = self.match.game.imperfect_information
        record = (
            self.match.record_for(observer, self.names) if hidden else self.match.record(self.names)
        )
        try:
            Path(name).write_text(record.to_json() + "\n", "utf-8")
        except (OSError, ValueError) as error:
            self.talk.say("save.failed", error=str(error))
        else:
            self.talk.say("save.done", name=name)

    def _quit(self, _: str) -> None:
        self._left = True
        self.talk.say("left")
