"""Which game and shape a network is for."""

from __future__ import annotations

from math import prod
from typing import Any

import msgspec

from empile.engine.contracts.network import CentredView, NetworkShape
from empile.engine.game import Game
from empile.networks.errors import NetworkError


class NetworkSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shape for a game with options."""

    game: str
    options: dict[str, Any]
    shape: NetworkShape
    inputs: int
    actions: int
    seats: int

    def check(self, game: Game) -> None:
        """Raise :class:`NetworkError` if the network does not fit ``game``."""
        if (self.game, self.seats) != (game.name, game.num_players):
            raise NetworkError(
                f"the network is for {self.game} with {self.seats} seats, not for {game.name}"
                f" with {game.num_players}"
            )
        if (self.inputs, self.actions) != (inputs_of(game, self.shape), game.possible_actions.size):
            raise NetworkError(
                f"the network is for {self.game} with the options {self.options}, which have other"
                " observations or moves"
            )


def spec_of(game: Game, shape: NetworkShape) -> NetworkSpec:
    """Return the specification of a network for ``game``.

    Raises :class:`NetworkError` if the shape does not fit the game.
    """
    if shape.view is not None:
        _check_view(game, shape.view)
    if shape.own_view and not game.imperfect_information:
        raise NetworkError(f"{game.name} has no hidden information: own_view must be false")
    if shape.rank and game.action_planes is None:
        raise NetworkError(f"{game.name} has no action planes: the rank must be 0")
    options: dict[str, Any] = msgspec.to_builtins(game.options)
    return NetworkSpec(
        game.name,
        options,
        shape,
        inputs_of(game, shape),
        game.possible_actions.size,
        game.num_players,
    )


def _check_view(game: Game, view: CentredView) -> None:
    boards = {plane.name: plane.shape for plane in game.observation_planes if plane.board}
    wanted = {*view.around, view.of, *view.obstacles}
    if not wanted <= boards.keys():
        missing = ", ".join(sorted(wanted - boards.keys()))
        raise NetworkError(f"{game.name} has no board planes {missing}")
    if prod(boards[view.of][:-2]) != 1:
        raise NetworkError(f"the plane {view.of} of {game.name} has several channels")
    if len({boards[name][-2:] for name in wanted}) != 1:
        raise NetworkError(f"the planes of a view of {game.name} have several sizes")


def inputs_of(game: Game, shape: NetworkShape) -> int:
    """Return the length of what a network sees."""
    return game.information_size if shape.memory else game.observation_size
