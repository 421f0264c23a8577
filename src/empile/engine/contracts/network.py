"""Shapes of networks that a game chooses."""

from __future__ import annotations

import msgspec


class CentredView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Windows of a board plane, centred on pieces: the same shapes look the same everywhere.

    Example: ``CentredView(("heads", "tails"), "top", ("heads", "tails"), radius=5)``.
    """

    around: tuple[str, ...]
    """Board planes of one piece each; a window for each of their channels, of zeros without piece."""
    of: str
    """The board plane with one channel that windows show."""
    obstacles: tuple[str, ...] = ()
    """Board planes with pieces that are added to it with the weight ``closed``."""
    closed: float = 1.2
    """The value of cells outside of the board, and the weight of obstacles."""
    radius: int = 5
    """Windows have 2 * ``radius`` + 1 rows and columns."""

    def __post_init__(self) -> None:
        if not self.around:
            raise ValueError("a view needs planes around whose pieces it is")
        if not 1 <= self.radius <= 64:
            raise ValueError("the radius of a view must be from 1 to 64")


class NetworkShape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A residual multilayer perceptron (He et al. 2016) with heads for moves and values.

    Example: ``NetworkShape(width=128, blocks=2)``.
    """

    width: int = 128
    """Units of a layer."""
    blocks: int = 2
    """Residual blocks of two layers."""
    value_width: int = 32
    """Hidden units of the values."""
    rank: int = 0
    """Above 0: logits are products of ``rank`` numbers of the position and of each move, which
    depend on the channel and place of the move in ``game.action_planes``. For many moves."""
    memory: bool = False
    """Whether inputs are information states instead of observations."""
    own_view: bool = False
    """Whether values are those of what the searching seat sees, see ``EvaluatorInputs``."""
    legal: bool = False
    """Whether inputs also tell which moves are legal; not with thousands of moves."""
    view: CentredView | None = None
    """Windows in addition to the observation."""

    def __post_init__(self) -> None:
        if not (1 <= self.width <= 4096 and 1 <= self.value_width <= 4096):
            raise ValueError("a network needs 1 to 4096 units in each layer")
        if not 0 <= self.blocks <= 64:
            raise ValueError("a network needs 0 to 64 blocks")
        if not 0 <= self.rank <= 1024:
            raise ValueError("the rank of a network must be from 0 to 1024")
