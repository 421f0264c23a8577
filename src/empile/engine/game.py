"""The contract of a game: what every game of Empile is, to everybody who uses it.

Words
-----
A :class:`Game` is a set of rules with its options chosen: so many seats, this variant, that board.
It never changes. A :class:`State` is one situation in a game: who is to act, where everything
lies. States change by :meth:`State.apply_action` and are copied by :meth:`State.clone`.

**Seats** are numbered from 0, clockwise. The seat to act chooses a *move*. Where a shuffle, a draw
or a referee decides, the state is at a *chance node* and an *outcome* is applied. Both are
*actions*: small integers from 0 to ``game.num_distinct_actions - 1``. Nothing random happens
anywhere else, and the rules draw no random numbers: whoever drives a game picks the outcomes.

**Texts.** Each move has exactly one text in each state, and so has each chance *event*. An event is
what people would call one (five cards are dealt): one or more chance actions. Event texts begin
with ``~``. Texts are read back exactly: only the one form is accepted.

**Eyes.** :meth:`State.position` shows everything and is for records, analysis and bots that play
fair by construction. :meth:`State.view` shows what one seat (or, for ``None``, a spectator) may
know, and is built by naming what is shown. Two states that differ only in what a seat cannot see
give that seat identical bytes.

**Tensors.** :meth:`State.observation` is what one seat sees as a flat tensor of ``float32``,
:meth:`State.information` what it knows: that and what it remembers. Their parts, named *planes*, are
``game.observation_planes`` and ``game.information_planes``;
:func:`empile.engine.planes.split` takes a tensor apart.

**Returns** come from ranks alone: for a seat, (opponents ranked worse - opponents ranked better) /
opponents, between -1 and 1. A partner is no opponent. Points are shown, and may guide a search, but
are not the return.

A game on disk
--------------
A game is one folder in ``empile/games`` whose package defines ``GAME``, a subclass of
:class:`Game`. It is found by being there. Its parts and who may know what are told in
``docs/add-a-game.md``; the compiled side is told in :mod:`empile.engine.drivers.rules`.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from empile.engine.compiled import CompiledRules
from empile.engine.drivers.rules import CHANCE, OUTSIDE, OVER
from empile.engine.errors import NotationError, Reason
from empile.engine.layout import RecordArray
from empile.engine.level import STANDARD_LEVELS, Level
from empile.engine.options import Option, read_options
from empile.engine.planes import Plane
from empile.engine.random import Stream
from empile.engine.referee import Dexterity, Judge, Trial
from empile.engine.state import Event, Result, State
from empile.engine.words import Words

__all__ = ["CHANCE", "OUTSIDE", "OVER", "Event", "Game", "Result", "State"]


class Game(ABC):
    """Rules with their options chosen. See the module's text for the words used here.

    A subclass sets the class variables, keeps its compiled rules in a module of its own and
    implements the abstract methods. Raises :class:`empile.engine.errors.OptionError` where an
    option is unknown or its data does not hold together.
    """

    name: ClassVar[str]
    """The name in records, addresses and on the command line: ``"block-ness"``."""

    rules_version: ClassVar[int]
    """Goes up when a ruling changes; a record tells the version that it was played by."""

    options_offered: ClassVar[Sequence[Option]]
    """The options in the order in which they are checked; the first is always ``players``."""

    reasons: ClassVar[Sequence[str]]
    """How a game can end; the compiled ``reason`` is an index into it."""

    has_referee: ClassVar[bool] = False
    """Whether some outcomes come from outside the rules: the game then has ``OUTSIDE`` nodes."""

    unattended: ClassVar[Mapping[str, Any]] = {}
    """Options to play with where nobody's hand is there to play: in searches, in random games."""

    provisional: ClassVar[Mapping[str, str]] = {}
    """Of the answers that people give at ``OUTSIDE`` nodes those that are not final until the next
    seat begins, each with the one that it may still become: what stands may fall later."""

    hides: ClassVar[bool] = False
    """Whether seats do not see the whole state. Searches then see no more than the seat to act."""

    reads_exactly: ClassVar[bool] = False
    """Whether :meth:`read_action` reads a legal move from its one text alone, and from no other.

    A text that was read need then not be printed again to be compared.
    """

    rules: ClassVar[ModuleType]
    """The compiled rules: see :mod:`empile.engine.drivers.rules`."""

    folder: ClassVar[Path]
    """The game's folder: data files, words, scene, README."""

    def __init__(self, /, **options: object) -> None:
        self.options: dict[str, Any] = read_options(self.name, self.options_offered, options)
        self.num_players: int = self.options["players"]
        self.boxes: RecordArray = np.zeros(1, dtype=self.rules.BOX)
        self.fill_box(self.boxes[0])
        self.boxes.setflags(write=False)

    # -- What a game's folder provides ---------------------------------------------------------

    @abstractmethod
    def fill_box(self, box: Any) -> None:
        """Compute the read-only tables of the rules from ``self.options``; ``box`` is zero."""

    @abstractmethod
    def action_text(self, state: State, action: int) -> str:
        """Return the one text of a legal move of the seat to act."""

    @abstractmethod
    def read_action(self, state: State, text: str) -> int:
        """Return the action that ``text`` names, legal or not.

        Raises :class:`NotationError` where no move of this game is written so, and
        :class:`IllegalActionError`, with the reason, where no action of this state is meant.
        """

    @abstractmethod
    def why_illegal(self, state: State, action: int) -> Reason:
        """Return why an action that is not legal in ``state`` is not, as exactly as can be."""

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """Return the position object with everything in it: plain data, ready for JSON."""

    @abstractmethod
    def picture(self, state: State, seat: int | None = None) -> str:
        """Return the position as an SVG document, as ``seat`` (``None``: a spectator) sees it."""

    @abstractmethod
    def parts(self, state: State, action: int) -> dict[str, str]:
        """Return what a person chooses to make a legal move: names of choices and what is chosen.

        Any two legal moves differ in a part. A page lets people point at parts in any order and
        narrows the legal moves down, so that it needs to know no rules.
        """

    @abstractmethod
    def words_for(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the message that tells an event in words to ``seat`` (``None``: a spectator)."""

    def text_picture(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        """Return the position as lines of text for a terminal, as ``seat`` sees it.

        With ``colour`` it may hold ANSI sequences, yet says nothing by colour alone. What it says
        in words it says in ``language``, one of the game's catalogue. This one shows the view as it
        is; a game draws something better.
        """
        seen = self.view(state, seat)
        return "\n".join(
            f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in seen.items()
        )

    def brings(self, state: State, action: int) -> dict[str, Any]:
        """Return what a legal move would do at once beyond its parts, as the seat to act may know it.

        Plain data of the game's own that a page shows with the move before it is made: what it
        would score, what would fall. Empty where there is nothing to tell. Every legal move is
        asked for at once, so it is to be quick.
        """
        return {}

    def setting(self) -> dict[str, Any]:
        """Return what a page must know to draw the board and never changes during a game."""
        return {}

    def bot_levels(self) -> Sequence[Level]:
        """Return the levels of this game's bots under its options, the weakest first."""
        return STANDARD_LEVELS

    # -- What games with chance or hidden things provide ---------------------------------------

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        """Return the text of the chance event ``actions``, without attachment, before it happens.

        ``actions`` may come in any order in which they were drawn; the text has the page's order.
        """
        raise NotImplementedError(f"{self.name} has no chance events")

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        """Return the chance actions that ``text`` names, as they can happen, and its attachment.

        Where the order of the text is not one in which chance can bring the actions, as with a
        sorted hand drawn across a refill, :meth:`State.possible_order` finds one. The attachment
        is the tail of the text that the rules never read (resting poses); ``""`` where there is
        none. Raises :class:`NotationError`. Whether the actions are possible is checked by the
        caller.
        """
        raise NotationError(f"{self.name} has no chance events, so '{text}' cannot be one")

    def text_seen(self, before: State, event: Event, seat: int | None) -> str:
        """Return the text of ``event`` as ``seat`` (``None``: a spectator) sees it, ``?`` for hidden."""
        return event.text

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return the position object as ``seat`` (``None``: a spectator) sees it.

        Games with hidden things override this and build it by naming what is shown.
        """
        return self.position(state)

    def state_from_view(self, seen: dict[str, Any]) -> State:
        """Return a state that shows the seat to act ``seen``, its own :meth:`view`.

        Asked of games that hide things: a program that is only ever told views can search such a
        state. What is hidden is filled in somehow that fits; to have it drawn by chance see
        :func:`empile.engine.search.resampled`, as a search does of its own accord. ``seen`` comes
        from :meth:`view`: one in which no seat is to act, or of another game, is undefined.
        """
        raise NotImplementedError(f"{self.name} hides nothing: follow its events")

    # -- What games with a referee provide -----------------------------------------------------

    def judge(self, state: State) -> Judge:
        """Return who answers at ``state``, an ``OUTSIDE`` node: see :mod:`empile.engine.referee`."""
        return "odds"

    def hand_at(self, state: State) -> int:
        """Return the seat whose deed is judged at ``state``, an ``OUTSIDE`` node."""
        raise NotImplementedError(f"{self.name} has no referee")

    def grips(self, state: State) -> Sequence[str]:
        """Return the ways to hold what is to be placed at ``state``, where ``"hand"`` judges."""
        return ()

    def trial(
        self, state: State, events: Sequence[Event], stream: Stream, *, calm: bool = False
    ) -> Trial:
        """Return the world in which a hand answers at ``state``, where ``"hand"`` judges.

        ``events`` are those that led to ``state``: where things lie stands in their attachments. The
        hand's tremor is drawn from ``stream``; with ``calm`` the table has agreed on a steadier one.
        """
        raise NotImplementedError(f"no hand judges in {self.name}")

    def dexterities(self) -> Sequence[Dexterity]:
        """Return how steady bots' hands can be, the least steady first; none where no hand judges."""
        return ()

    def worth_by_hand(
        self, state: State, events: Sequence[Event], dexterity: Dexterity, *, calm: bool = False
    ) -> Mapping[int, float]:
        """Return by how much moves of ``state`` are worth more by hand than a search says.

        A search reckons with the odds of the rules; how likely a hand is to succeed may depend on
        what the move has it place. In returns (-1 to 1), for the moves that this is known of; empty
        where it changes nothing. ``events`` and ``calm`` as for :meth:`trial`. Takes some milliseconds.
        """
        return {}

    def resting(self, state: State, events: Sequence[Event]) -> dict[str, Any]:
        """Return where things lie in ``state``, to which ``events`` led, beyond what its view tells.

        Public plain data of the game's own for pages; empty where there is nothing to tell.
        """
        return {}

    # -- What the engine provides --------------------------------------------------------------

    @property
    def num_distinct_actions(self) -> int:
        """Actions are integers below this number."""
        return self.compiled.actions

    @property
    def observation_planes(self) -> Sequence[Plane]:
        """The parts of :meth:`State.observation`, in order, whatever the options."""
        planes: Sequence[Plane] = type(self).rules.OBSERVATION_PLANES
        return planes

    @property
    def information_planes(self) -> Sequence[Plane]:
        """The parts of :meth:`State.information`, in order; those of the observation come first."""
        planes: Sequence[Plane] = type(self).rules.INFORMATION_PLANES
        return planes

    @property
    def hides_texts(self) -> bool:
        """Whether the text of an event may look different to different seats."""
        return type(self).text_seen is not Game.text_seen

    @cached_property
    def compiled(self) -> CompiledRules:
        """The compiled drivers of this game's rules, made at their first use."""
        rules = type(self).rules
        found = _compiled.get(rules.__name__)
        if found is None:
            found = _compiled.setdefault(rules.__name__, CompiledRules(rules))
        return found

    @cached_property
    def box(self) -> dict[str, Any]:
        """The fields of the box as plain numbers and lists: NumPy's records are slow to read."""
        return {name: self.boxes[name][0].tolist() for name in self.boxes.dtype.names or ()}

    @cached_property
    def words(self) -> Words:
        """The game's message catalogue."""
        return Words(self.folder / "words")

    def new_state(self) -> State:
        """Return the state at the start of a game."""
        state = State(self, np.zeros(1, dtype=self.rules.STATE))
        self.compiled.step.init(self.boxes, state.array, 0)
        return state

    def check_seat(self, seat: int) -> None:
        """Raise :class:`ValueError` where there is no such seat."""
        if not 0 <= seat < self.num_players:
            raise ValueError(f"seats are 0 to {self.num_players - 1}, not {seat}")

    def state_from_bytes(self, data: bytes) -> State:
        """Return the state that :meth:`State.tobytes` gave ``data`` of.

        Raises :class:`ValueError` where ``data`` has another length than states of this game.
        """
        size = self.rules.STATE.itemsize
        if len(data) != size:
            raise ValueError(f"a state of {self.name} has {size} bytes, not {len(data)}")
        return State(self, np.ndarray(1, self.rules.STATE, bytearray(data)))

    def is_same(self, other: Game) -> bool:
        """Return whether ``other`` is this game: the same rules, the same options."""
        return self is other or (type(self) is type(other) and self.options == other.options)

    @cached_property
    def teams(self) -> list[int]:
        """For each seat the number of its team; without teams the seat itself.

        Partners stay partners when all move on by one seat, as tables do from game to game.
        """
        return [int(self.compiled.step.team(self.boxes, s)) for s in range(self.num_players)]

    @property
    def possible_reasons(self) -> Sequence[str]:
        """Those of :attr:`reasons` by which a game with these options can end."""
        return self.reasons

    def __repr__(self) -> str:
        chosen = ", ".join(f"{key}={value!r}" for key, value in self.options.items())
        return f"<{type(self).__name__} {chosen}>"


_compiled: dict[str, CompiledRules] = {}
