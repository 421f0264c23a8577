"""A game as a text environment."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from empile.engine.arguments import new_stream
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.errors import Reason
from empile.engine.game import Event, Game, State
from empile.engine.match import Match
from empile.engine.random import Stream, below, split
from empile.engine.record import Ended, LeftBy, Record
from empile.envs.text.answers import Answer, Kind, find_move
from empile.envs.text.legal import MovesShown
from empile.envs.text.observation import Consequence, Log, Observer, Position, Refusal, Settings
from empile.envs.text.pictures import Images, check_images, picture, picture_part
from empile.envs.text.places import final_ranks, final_returns, losers
from empile.envs.text.rules import Rules
from empile.envs.text.words import LANGUAGES, say

_CHANCE, _OWN = 0, 1
"""Children of the stream of a game: draws of the game, and moves that the environment plays."""

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "rules": ("short", "full", "none"),
    "moves": ("all", "pattern", "auto"),
    "position": ("both", "text", "json"),
    "log": ("turn", "all", "none"),
    "consequence": ("random", "resign"),
    "language": LANGUAGES,
}


class Counts(NamedTuple):
    """What a seat answered in a game."""

    moves: int = 0
    """Legal moves that it gave."""
    illegal: int = 0
    """Answers with an illegal move."""
    unreadable: int = 0
    """Answers with no move, or several."""
    retries: int = 0
    """Times that it was asked again."""
    consequences: int = 0
    """Turns in which all tries were used up."""


class TextStep(NamedTuple):
    """What became of an answer."""

    seat: int
    """Who answered."""
    accepted: bool
    """Whether the answer's move was played."""
    kind: Kind
    reason: str
    """Why it was not accepted, one sentence; else empty."""
    move: str | None
    """The move that was played for the seat: its own, or a random one as a consequence."""
    consequence: Consequence | None
    """What followed, if that was its last try."""
    tries_left: int
    """Tries left in this turn; 0 if the turn is over."""
    done: bool
    """Whether the game is over."""


class TextEnv:
    """A game in which each seat gets text and answers with text.

    Example::

        >>> env = TextEnv("block-ness", players=3, seed=1)
        >>> env.current_seat, env.step("My start ring: <move>d4-f4</move>").move
        (0, 'd4-f4')
        >>> env.step("Mine too: d4-f4").reason
        'd4-f4 is illegal: the feet of this start ring must be 3 holes apart in a row or a column.'
        >>> "you have 2 tries left" in env.observation().lower()
        True

    :param game: a name, with the game's options as further arguments; a game; or a match, with
        whose last position every game begins
    :param seed: of chance and of the moves that the environment plays
    :param rules: ``"short"`` (below 350 words, and the options), ``"full"`` or ``"none"``
    :param moves: list ``"all"`` legal moves, show the ``"pattern"`` (examples of each kind), or
        ``"auto"``: all up to ``most_moves``, else the pattern
    :param position: write it as ``"text"``, as ``"json"`` (exact) or ``"both"``
    :param log: events since the seat's last move (``"turn"``), ``"all"`` or ``"none"``
    :param images: add a picture to :meth:`messages`, ``"svg"`` or ``"png"`` (extra ``envs``)
    :param strict: accept exact notation only, see :func:`find_move`
    :param retries: how often in a turn a seat is asked again after a bad answer
    :param consequence: after that, play a ``"random"`` legal move, or ``"resign"``: the seat and
        its partners share the last place. With one side left the game is over; else random moves
        are played for them to the end.
    :param language: ``"en"``, ``"fr"``, ``"de"`` or ``"es"``

    A game with a referee uses the odds, unless its options say otherwise. Nothing that a seat may
    not see is in its texts, data, messages and pictures. Equal seeds and answers give equal games.

    :raises ValueError: for a setting that is none of these
    :raises OptionError: for options of the game
    :raises UnknownGameError: for the name of a game
    """

    def __init__(
        self,
        game: str | Game | Match,
        *,
        seed: int = 0,
        rules: Rules = "short",
        moves: MovesShown = "auto",
        most_moves: int = 200,
        position: Position = "both",
        log: Log = "turn",
        images: Images | None = None,
        strict: bool = False,
        retries: int = 2,
        consequence: Consequence = "random",
        language: str = "en",
        **options: Any,
    ) -> None:
        given = {
            "rules": rules, "moves": moves, "position": position, "log": log,
            "consequence": consequence, "language": language,
        }  # fmt: skip
        for name, value in given.items():
            if value not in _CHOICES[name]:
                raise ValueError(
                    f"{name} must be one of {', '.join(_CHOICES[name])}, not {value!r}"
                )
        for name, number in (("retries", retries), ("most_moves", most_moves)):
            if number < 0:
                raise ValueError(f"{name} must not be negative, but is {number}")
        check_images(images)
        self._match, self._begin = _begun(game, options)
        self.settings = Settings(
            rules, moves, most_moves, position, log, language, strict, retries, consequence
        )
        """What texts contain."""
        self.images: Images | None = images
        """The format of pictures in messages."""
        self._observer = Observer(self._match.game, self.settings)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin a new game: the first of ``seed``, by default the next one of the last seed.

        ``TextEnv(..., seed=3)`` has called ``reset(3)``. Example: ``env.reset(7)``.
        """
        if seed is not None:
            self._games, self._number = new_stream(seed), 0
        stream = split(self._games, self._number)
        self._number += 1
        self._chance: Stream = split(stream, _CHANCE)
        self._own: Stream = split(stream, _OWN)
        self._match = Match(self.game) if self._begin is None else copy.copy(self._begin)
        self._counts = [Counts()] * self.game.num_players
        self._resigned: dict[int, int] = {}
        self._refusal: Refusal | None = None
        self._ranks: list[int] | None = None
        self._settle()

    # -- State ---------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game."""
        return self._match.game

    @property
    def match(self) -> Match:
        """The game in progress with all that is hidden, not to be changed."""
        return self._match

    @property
    def state(self) -> State:
        """The engine's state with all that is hidden, not to be changed."""
        return self._match.state

    @property
    def current_seat(self) -> int | None:
        """The seat to answer; None at the end."""
        return None if self.done else self.state.current_player()

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return self._ranks is not None

    @property
    def ranks(self) -> list[int] | None:
        """By seat at the end: 1 is best, ties share a rank; None before."""
        return None if self._ranks is None else list(self._ranks)

    @property
    def returns(self) -> list[float]:
        """By seat, -1 (last) to 1 (first), as ``State.returns``; zeros before the end."""
        return final_returns(self.game, self._ranks)

    @property
    def counts(self) -> list[Counts]:
        """What each seat answered in this game."""
        return list(self._counts)

    @property
    def resigned(self) -> list[int]:
        """The seats that resigned, in this order."""
        return list(self._resigned)

    @property
    def tries_left(self) -> int:
        """How many answers the seat to act may still give in this turn."""
        if self.done:
            return 0
        return self.settings.retries + 1 if self._refusal is None else self._refusal.left

    # -- What seats get ------------------------------------------------------------------------

    def introduction(self, seat: int | None = None) -> str:
        """Return who the seat is, its partners and the game's options: how instructions begin.

        Example: ``env.introduction(0)``.
        """
        return self._observer.introduction(self._seat(seat))

    def instructions(self, seat: int | None = None) -> str:
        """Return what stays the same during a game: the rules and how to answer.

        Example: ``env.instructions(0)``.
        """
        return self._observer.instructions(self._seat(seat))

    def turn(self, seat: int | None = None) -> str:
        """Return what changes: events, the position, the legal moves, why an answer was refused.

        Example: ``env.turn()``.
        """
        return self._observer.turn(self._match, *self._seen_by(self._seat(seat)))

    def observation(self, seat: int | None = None) -> str:
        """Return all text for a seat: :meth:`instructions` and :meth:`turn`.

        :param seat: by default the one to act
        :raises ValueError: for an unknown seat, or none at the end

        Example: ``print(env.observation())``.
        """
        return f"{self.instructions(seat)}\n\n{self.turn(seat)}"

    def messages(self, seat: int | None = None) -> list[dict[str, Any]]:
        """Return the same as chat messages: one of the system, one of the user.

        With ``images``, the content of the user's is a list of a text and a picture.

        Example: ``[message["role"] for message in env.messages()]`` returns ``["system", "user"]``.
        """
        content: Any = self.turn(seat)
        if self.images is not None:
            part = picture_part(self.picture(seat, self.images), self.images)
            content = [{"type": "text", "text": content}, part]
        return [
            {"role": "system", "content": self.instructions(seat)},
            {"role": "user", "content": content},
        ]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return the same as JSON data, without the rules.

        Keys: ``game``, ``options``, ``seat``, ``names`` and ``teams`` by seat, ``to_act`` (a seat
        or None), ``position`` (``State.view``), ``board`` (the position as text), ``private`` (what
        only this seat sees of it), ``scores`` by seat or None, ``log`` (entries of ``seat``,
        ``event`` and ``words``), ``legal_moves`` (None if they are not listed, or at another's
        turn), ``legal_count``, ``examples`` (lists by kind instead of ``legal_moves``), ``refusal``
        (``reason`` and tries ``left``, or None), ``resigned``, ``over`` and ``ranks``.

        Example: ``json.dumps(env.view(0))``.
        """
        return self._observer.view(self._match, *self._seen_by(self._seat(seat)))

    def picture(self, seat: int | None = None, images: Images = "svg") -> bytes:
        """Return the position as a seat sees it, as an SVG or PNG file.

        :raises ImportError: for ``"png"`` without the extra ``envs``

        Example: ``Path("board.svg").write_bytes(env.picture(0))``.
        """
        check_images(images)
        return picture(self.state, self._seat(seat), images)

    # -- Answers -------------------------------------------------------------------------------

    def read(self, answer: str) -> Answer:
        """Return what an answer of the seat to act says, without playing it.

        Example: ``env.read("<move>d4-f4</move>").kind``.
        """
        settings = self.settings
        return find_move(answer, self.state, settings.strict, language=settings.language)

    def step(self, answer: str) -> TextStep:
        """Take an answer of the seat to act: play its move, or ask again, or let it bear the consequence.

        :raises ValueError: if the game is over

        Example: ``env.step("<move>d4-f4</move>").accepted``.
        """
        if self.done:
            raise ValueError("the game is over: call reset() to begin another one")
        seat, found = self.state.current_player(), self.read(answer)
        if found.move is not None and found.action is not None:
            self._count(seat, "moves")
            self._play(found.action, found.move)
            return TextStep(seat, True, found.kind, "", found.move, None, 0, self.done)
        self._count(seat, "illegal" if found.kind == "illegal" else "unreadable")
        left = self.tries_left - 1
        if left:
            self._count(seat, "retries")
            self._refusal = Refusal(found.reason, left)
            return TextStep(seat, False, found.kind, found.reason, None, None, left, False)
        self._count(seat, "consequences")
        consequence, move = self.settings.consequence, None
        if consequence == "random":
            action = self._random_action()
            move = self.state.action_to_text(action)
            self._play(action, move)
        else:
            self.resign()
        return TextStep(seat, False, found.kind, found.reason, move, consequence, 0, self.done)

    def resign(self) -> None:
        """Let the seat to act resign, as the consequence of bad answers does.

        :raises ValueError: if the game is over

        Example: ``env.resign(); env.ranks``.
        """
        if self.done:
            raise ValueError("the game is over")
        self._resigned[self.state.current_player()] = len(self._match.events)
        self._settle()

    # -- Records -------------------------------------------------------------------------------

    def record(self, names: list[str] | None = None) -> Record:
        """Return the record of the game so far with all that is hidden; names are by seat.

        Files of it can be opened in the browser. A game that resignations ended has no result, but
        ``ended``; one that went on after them has ``left``.

        Example: ``Path("game.json").write_text(env.record().to_json())``.
        """
        record = self._match.record(names)
        if not self.done or not self._resigned:
            return record
        if not self.state.is_terminal():
            return replace(record, ended=Ended("resignation", sorted(self._resigned)))
        left: list[LeftBy | None] = [None] * len(record.seats)
        for seat in self._resigned:
            left[seat] = "resignation"
        return replace(record, left=tuple(left))

    def record_for(self, seat: int, names: list[str] | None = None) -> Record:
        """Return the record as a seat may see it: in full after the end.

        Example: ``env.record_for(0).events``.
        """
        return self.record(names) if self.done else self._match.record_for(self._seat(seat), names)

    # -- Parts ---------------------------------------------------------------------------------

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            if self.done:
                raise ValueError("the game is over, so no seat is to act: name a seat")
            return self.state.current_player()
        if not 0 <= seat < self.game.num_players:
            raise ValueError(f"seats are 0 to {self.game.num_players - 1}, not {seat}")
        return seat

    def _seen_by(self, seat: int) -> tuple[int, Mapping[int, int], Refusal | None]:
        return seat, self._resigned, self._refusal if self.current_seat == seat else None

    def _count(
        self, seat: int, what: Literal["moves", "illegal", "unreadable", "retries", "consequences"]
    ) -> None:
        counts = self._counts[seat]
        self._counts[seat] = counts._replace(**{what: getattr(counts, what) + 1})

    def _random_action(self) -> int:
        legal = self.state.legal_actions()
        return legal[below(self._own, len(legal))]

    def _play(self, action: int, move: str) -> None:
        self._match.push_event(Event(self.state.current_player(), (action,), move))
        self._settle()

    def _settle(self) -> None:
        """Draw chance and play for seats that have lost, until another seat is to act or the game is over."""
        self._refusal = None
        lost = losers(self.game, self._resigned)
        while True:
            self._match.resolve_chance(self._chance, also_external=True)
            self._ranks = final_ranks(self.state, self._resigned)
            if self._ranks is not None or self.state.current_player() not in lost:
                return
            action = self._random_action()
            move = self.state.action_to_text(action)
            self._match.push_event(Event(self.state.current_player(), (action,), move))

    def __repr__(self) -> str:
        place = (
            say(Reason("illegal.over"), "en") if self.done else f"seat {self.current_seat} to act"
        )
        return f"<TextEnv of {self.game.name}, {place}>"


def _begun(game: str | Game | Match, options: Mapping[str, Any]) -> tuple[Match, Match | None]:
    """Return a match, and the one with which games begin, None for the initial state."""
    if isinstance(game, str):
        cls = game_class(game)
        return Match(cls(**{**headless_options(cls), **options})), None
    if options:
        raise ValueError(f"options ({', '.join(options)}) need the name of a game")
    if isinstance(game, Match):
        return game, copy.copy(game)
    return Match(game), None
