"""Reasons why a move of On Top is illegal."""

from __future__ import annotations

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.on_top.rules.components import Board
from empile.games.on_top.rules.state import BARE, BLACK, TILE
from empile.games.on_top.text.notation import lay_of

_TAKEN = {TILE: "illegal.tile_there", BLACK: "illegal.black_there", BARE: "illegal.bare_there"}


def explain_illegal(state: State, action: int, board: Board) -> Reason:
    lay = lay_of(board, action, state.field("tile") - 1)
    if lay is None:
        return Reason("illegal.off_board")
    on = dict(zip(board.cells, state.field("cell"), strict=False))
    for cell in (lay.up, lay.down):
        if on[cell] in _TAKEN:
            return Reason(_TAKEN[on[cell]], {"cell": cell})
    return Reason("illegal.alone", {"up": lay.up, "down": lay.down})
