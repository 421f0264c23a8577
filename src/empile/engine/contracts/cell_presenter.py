"""The presenter of games on cells, from the layout of their board and the patterns of their moves."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from empile.engine.board.board import Board
from empile.engine.board.layout import Layout
from empile.engine.board.moves import Moves
from empile.engine.compiled.completion import cell_writers, defines
from empile.engine.compiled.json_writer import Texts, text_rows
from empile.engine.contracts.cell_notation import CellNotation
from empile.engine.contracts.cell_picture import CellPicture, PositionReadError
from empile.engine.contracts.cell_text import CellText
from empile.engine.contracts.position_reader import (
    check_keys,
    read_int,
    read_list,
    read_object,
    read_seat,
    shown,
)
from empile.engine.contracts.presenter import Presenter, own_method
from empile.engine.errors import PositionError, Reason
from empile.engine.i18n import SHARED, Catalog
from empile.engine.pictures.drawing import Sheet, data_of, drawn, facts_of

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.engine.state import Event, State


class CellPresenter(Presenter):
    """Position objects, pictures, terminal text and messages of a game on cells.

    Everything follows from ``BOARD`` and ``MOVES`` of the rules, and everything may be overridden:
    the classes that draw, or a single method of theirs; ``view``, if something is hidden;
    ``complete``, if fields follow from others.

    Example::

        class KnightPicture(CellPicture):
            def token(self, field, value, cell):
                return '<path d="..."/>'

        class KnightPresenter(CellPresenter):
            picture = KnightPicture
    """

    picture: ClassVar[type[CellPicture]] = CellPicture
    """Draws the SVG."""

    text_picture: ClassVar[type[CellText]] = CellText
    """Writes the text for terminals."""

    derived: ClassVar[Sequence[str]] = ()
    """Fields of the state that position objects leave out, as ``complete`` computes them."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        rules: Any = type(game).rules
        self.board: Board = rules.BOARD
        self.cells = self.board.cells
        self.moves: Moves | None = getattr(rules, "MOVES", None)
        self.fields = self.board.shown_fields(rules.STATE, self.derived)
        """Fields in position objects; None for those that ``BOARD`` does not lay out."""

    @property
    def shows_points(self) -> bool:
        """Whether pictures and texts show points."""
        return self.game.has_points

    @cached_property
    def catalogue(self) -> Catalog:
        """The game's messages, and the default ones for what it does not say itself."""
        return Catalog(self.game.folder / "locales", SHARED)

    # -- Positions -------------------------------------------------------------------------------

    def position(self, state: State) -> dict[str, Any]:
        """Return the seat to act and each field: per cell an object without the empty cells."""
        player = state.current_player()
        found: dict[str, Any] = {"seat": player if player >= 0 else None}
        for name, layout in self.fields.items():
            value: Any = state.array[name][0].tolist()
            found[name] = value if layout is None else self._data(layout, value)
        return found

    def _data(self, layout: Layout, value: Any) -> Any:
        cells = self.cells
        if layout.per_cell:
            return {
                name: layout.to_data(one, cells)
                for name, one in zip(cells.names, value, strict=True)
                if one
            }
        length = layout.shown(self.game.num_players)
        if length is None:
            return layout.to_data(value, cells)
        return [layout.to_data(one, cells) for one in value[:length]]

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return the position with what each seat may see of ``private`` fields."""
        found = self.position(state)
        for name, layout in self.fields.items():
            if layout is not None and layout.private:
                found[name] = [
                    data if owner == seat else layout.hidden(data)
                    for owner, data in enumerate(found[name])
                ]
        return found

    def state_from_position(self, position: dict[str, Any]) -> State:
        """Return the state of a position object; see ``Presenter``."""
        from empile.engine.state import State

        check_keys(position, ("seat", *self.fields))
        array: Any = np.zeros(1, type(self.game).rules.STATE)
        array["seat"] = read_seat(position, "seat", self.game.num_players)
        for name, layout in self.fields.items():
            if layout is None:
                array[name][0] = _read_plain(position, name, array.dtype.fields[name][0])
            else:
                self._read(position, name, layout, array[name])
        state = State(self.game, array)
        self.complete(state)
        return self._checked(State(self.game, array), position["seat"])

    def complete(self, state: State) -> None:
        """Compute the ``derived`` fields of ``state.array``, or refuse what cannot be.

        Called before the state is used. Raises ``PositionError``. Example:
        ``state.array["empty"] = (state.array["cell"] == 0).sum()``.
        """

    def _checked(self, state: State, seat: int) -> State:
        player = state.current_player()
        if state.is_terminal():
            return state
        if player != seat:
            raise PositionError(f"a game begins at a move, and it is not the move of seat {seat}")
        if not state.legal_actions():
            raise PositionError(f"seat {seat} has no legal move in this position")
        return state

    def _read(self, position: dict[str, Any], name: str, layout: Layout, out: Any) -> None:
        seats, cells = self.game.num_players, self.cells
        length = layout.shown(seats)
        if layout.per_cell:
            for cell, data in read_object(position, name).items():
                if cell not in cells:
                    raise PositionError(
                        f"'{name}' has {shown(cell)}, which is no cell of the board"
                    )
                out[0, cells.index(cell)] = self._value(layout, data, f"'{name}' at {cell}")
        elif length is None:
            out[0] = self._value(layout, position[name], f"'{name}'")
        else:
            for index, data in enumerate(read_list(position, name, length)):
                out[0, index] = self._value(layout, data, f"'{name}'")

    def _value(self, layout: Layout, data: Any, at: str) -> Any:
        value = layout.from_data(data, self.cells, self.game.num_players)
        if value is None:
            expected = layout.expected(self.cells, self.game.num_players)
            raise PositionError(f"{at} must be {expected}, not {shown(data)}")
        return value

    # -- Pictures --------------------------------------------------------------------------------

    def to_svg(self, state: State, seat: int | None = None) -> str:
        """Return the picture of the view by ``picture``."""
        drawing = self.sheet.drawing
        if drawing is None:
            drawing = self.picture(self, state, seat).document()
        return drawn(drawing, facts_of(state, self.view(state, seat)))

    @cached_property
    def sheet(self) -> Sheet:
        """The drawing of ``picture``, unless it is another one for each state."""
        lack = own_method(self, CellPresenter, ("to_svg",))
        if lack:
            return Sheet(None, lack)
        try:
            return Sheet(data_of(self.picture(self).document()), "")
        except PositionReadError as error:
            return Sheet(None, f"{_own_frame(error, self.picture)} reads the position")
        except Exception as error:  # its author has not thought of pieces that are on no board
            return Sheet(None, f"{_own_frame(error, self.picture)} raises {error!r}")

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        """Return the text of the view by ``text_picture``."""
        return self.text_picture(self, state, seat, colour=colour, language=language).text()

    def board_setup(self) -> dict[str, Any]:
        """Return the cells with their places, x to the right and y upwards, and their shape.

        If the rules define ``write_setup``, return what it writes.
        """
        places = self.cells.xy.round(4).tolist()
        return super().board_setup() or {
            "cells": dict(zip(self.cells.names, places, strict=True)),
            "shape": self.cells.shape,
        }

    # -- Messages --------------------------------------------------------------------------------

    def event_message(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return ``log.<verb>`` if there is such a message, else ``log.move``, with the parts of the move.

        Chance events have ``log.chance``. The arguments ``move`` and ``event`` are the texts.
        """
        if not self._lack_of_rules("write_event"):
            return super().event_message(before, event, seat)
        text = self.game.notation.redacted_text(before, event, seat)
        if event.seat < 0:
            return Reason("log.chance", {"event": text.removeprefix("~")})
        return Reason("log.move", {"move": text})

    def explain_illegal(self, state: State, action: int) -> Reason:
        """Return which part of the move is at fault: the first that no legal move with the parts before it has."""
        if not self._lack_of_rules("write_refusal"):
            return super().explain_illegal(state, action)
        return Reason("illegal.no_move")

    def json_texts(self) -> Texts | None:
        """Return the texts of the default writers; None if these do not write what is shown here."""
        pair = ("write_view", "write_move")
        if any(defines(type(self.game).rules, writer) or self.lack(writer) for writer in pair):
            return None
        return text_rows(self._texts)

    def message_texts(self) -> Sequence[str]:
        """Return the texts of the default writers."""
        return self._texts

    def lack(self, writer: str) -> str:
        """Return why ``writer`` does not write what is shown here; empty if it does."""
        lack = self._lack_of_rules(writer)
        if not lack and not defines(type(self.game).rules, writer):
            lack = own_method(self, CellPresenter, _SHOWN_BY[writer])
        return lack

    def _lack_of_rules(self, writer: str) -> str:
        """Return why there is no ``writer``, or none that names moves as the notation does."""
        rules = type(self.game).rules
        if defines(rules, writer) or (writer == "write_chance" and not self.game.has_chance):
            return super().lack(writer)
        writers = cell_writers(rules)
        if writers is None:
            return "the rules have no MOVES"
        if not hasattr(rules, writer):
            return writers.lacks.get(writer, f"the rules do not define '{writer}'")
        return own_method(self.game.notation, CellNotation, _NAMED_BY.get(writer, ()))

    @cached_property
    def _texts(self) -> Sequence[str]:
        """The texts of the default writers, by token; verbs without a message have ``log.move``."""
        writers = cell_writers(type(self.game).rules)
        if writers is None:
            return ()
        texts, known = list(writers.texts), self.catalogue.messages("en")
        for token in writers.log_keys:
            if texts[token] not in known:
                texts[token] = "log.move"
        return texts

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        """Return the values of the pattern, with the ``verb`` if there are several."""
        move = None if self.moves is None else self.moves.decode(action)
        if self.moves is None or move is None:
            return {"move": state.action_to_text(action)}
        return {"verb": move.verb, **move.parts} if len(self.moves.verbs) > 1 else {**move.parts}


_SHOWN_BY = {
    "write_view": ("position", "view"),
    "write_move": ("move_parts", "move_effects"),
    "write_event": ("event_message",),
    "write_refusal": ("explain_illegal",),
    "write_chance": (),
}
"""Methods of the presenter that say the same as a default writer."""

_NAMED_BY = {
    "write_move": ("action_text",),
    "write_event": ("action_text", "chance_text", "event_text", "redacted_text"),
    "write_chance": ("chance_text", "event_text", "event_order", "read_event", "redacted_text"),
}
"""Methods of the notation on which a default writer depends."""


def _own_frame(error: Exception, picture: type[CellPicture]) -> str:
    """Return the method of a game's picture in which an error was raised, as the subject of a clause."""
    own = {name for kind in picture.__mro__ if kind is not CellPicture for name in vars(kind)}
    frames = traceback.extract_tb(error.__traceback__)
    method = next((frame.name for frame in reversed(frames) if frame.name in own), "document")
    return f"'{method}' of {picture.__name__}"


def _read_plain(position: dict[str, Any], name: str, dtype: np.dtype[Any]) -> Any:
    """Return a number or (nested) lists of numbers that fit ``dtype``."""
    kind, shape = dtype.base, dtype.shape
    least, most = (0, 1) if kind.kind == "b" else (np.iinfo(kind).min, np.iinfo(kind).max)

    def read(holder: dict[str, Any], rest: tuple[int, ...]) -> Any:
        if not rest:
            return read_int(holder, name, int(least), int(most))
        return [read({name: one}, rest[1:]) for one in read_list(holder, name, rest[0])]

    return read({name: position[name]}, shape)
