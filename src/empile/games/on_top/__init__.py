"""On Top: rhombic tiles close circles of colours; towers of pawns stand on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.game import Contracts, Game
from empile.engine.options import Option, choice, data, flag
from empile.games.on_top import checking, pieces, rules, tables
from empile.games.on_top.bot import OnTopBots
from empile.games.on_top.notation import OnTopNotation
from empile.games.on_top.presenter import OnTopPresenter


class OnTop(Game):
    """On Top (Kosmos 2008, Günter Burkhardt) for 2 to 4 seats, four also in teams."""

    name = "on-top"
    rules_version = 1
    reasons = ("last-pawn", "neutral-out", "board-full")
    rules: ClassVar[ModuleType] = rules
    contracts = Contracts(OnTopNotation, OnTopPresenter, OnTopBots)
    folder = Path(__file__).parent
    options_offered = (
        choice("players", (2, 3, 4), 2),
        data("board", checking.check_board, rare=True),
        flag("teams", default=False, needs={"players": (rules.MAX_SEATS,)}),
        Option(
            "start",
            "list",
            checking.check_start,
            lambda so_far: list(pieces.data_of(so_far["board"])["start"]),
            rare=True,
            depends=("board",),
        ),
    )

    def fill_box(self, box: Any) -> None:
        """Compute the tables of the board, and how it is set up."""
        board = pieces.board_of(self.options["board"])
        box.seats = self.num_players
        box.teams = self.options["teams"]
        box.side = [seat % 2 if box.teams else seat for seat in range(rules.MAX_SEATS)]
        tables.fill(box, board, self.options["start"])

    @property
    def end_reasons(self) -> Sequence[str]:
        """Without ``neutral-out`` if every colour has a seat."""
        neutral = self.num_players < rules.MAX_SEATS
        return tuple(reason for reason in self.reasons if neutral or reason != "neutral-out")


GAME = OnTop
