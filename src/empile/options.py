"""Types of the games' options, and :func:`empile.load` typed by them.

Type checkers complete and check ``empile.load("block-ness", variant="expert")``. A dict of options
can be declared::

    from empile.options import BlockNessOptions

    options: BlockNessOptions = {"players": 3, "variant": "expert"}
    game = empile.load("block-ness", **options)

Games of your own are loaded by the last form, whose options have no types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing import overload

    from typing_extensions import Unpack, deprecated

    from empile.engine.game import Game

__all__ = ["BlockNessOptions", "BlockOutOptions", "BloxOptions", "OnTopOptions", "load"]

House: TypeAlias = Literal["house"]
"""The data of the game itself."""


class BlockNessOptions(TypedDict, total=False):
    """Options of Block Ness."""

    players: int
    variant: Literal["base", "expert"]
    colours: Sequence[int]
    lake: House | Mapping[str, Any]
    rings: House | Sequence[Sequence[str]]


class BlockOutOptions(TypedDict, total=False):
    """Options of Block Out!."""

    players: int
    advanced: bool
    referee: Literal["physics", "odds", "people"]
    turn_limit: int


class BloxOptions(TypedDict, total=False):
    """Options of Blox."""

    players: int
    demolish: Literal["up-to", "exact"]
    strike_cap: int
    access: Literal["all", "new", "off"]
    recharge: Literal["any", "five"]
    round_limit: int
    layout: House | Mapping[str, Sequence[str]]


class OnTopOptions(TypedDict, total=False):
    """Options of On Top."""

    players: int
    board: House | Mapping[str, Any]
    teams: bool
    start: Sequence[str]
    neutral_out: Literal["points", "deduct"]


if TYPE_CHECKING:

    @overload
    def load(
        name: Literal["block-ness"],
        /,
        *,
        rules_version: int | None = None,
        **options: Unpack[BlockNessOptions],
    ) -> Game: ...
    @overload
    def load(
        name: Literal["block-out"],
        /,
        *,
        rules_version: int | None = None,
        **options: Unpack[BlockOutOptions],
    ) -> Game: ...
    @overload
    def load(
        name: Literal["blox"],
        /,
        *,
        rules_version: int | None = None,
        **options: Unpack[BloxOptions],
    ) -> Game: ...
    @overload
    def load(
        name: Literal["on-top"],
        /,
        *,
        rules_version: int | None = None,
        **options: Unpack[OnTopOptions],
    ) -> Game: ...
    @overload
    @deprecated("this game has no such option, or the option has another type")
    def load(
        name: Literal["block-ness"],
        /,
        *,
        rules_version: int | None = None,
        **options: object,
    ) -> Game: ...
    @overload
    @deprecated("this game has no such option, or the option has another type")
    def load(
        name: Literal["block-out"],
        /,
        *,
        rules_version: int | None = None,
        **options: object,
    ) -> Game: ...
    @overload
    @deprecated("this game has no such option, or the option has another type")
    def load(
        name: Literal["blox"],
        /,
        *,
        rules_version: int | None = None,
        **options: object,
    ) -> Game: ...
    @overload
    @deprecated("this game has no such option, or the option has another type")
    def load(
        name: Literal["on-top"],
        /,
        *,
        rules_version: int | None = None,
        **options: object,
    ) -> Game: ...
    @overload
    def load(name: str, /, *, rules_version: int | None = None, **options: object) -> Game: ...
    def load(name: str, /, *, rules_version: int | None = None, **options: object) -> Game:
        """Return a game with its options chosen; see :func:`empile.load`."""
        raise NotImplementedError  # never executed
else:
    from empile.engine.discovery import load
