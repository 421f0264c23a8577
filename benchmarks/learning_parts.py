"""Parts of ``learning.py`` that need torch: a policy for Block Ness, and batches for Stable-Baselines3."""

# mypy: disallow-subclassing-any=False
# pyright: basic, reportMissingImports=false

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor, nn

from empile.engine.game import Game
from empile.engine.planes import offsets
from empile.envs.vector import SeatVectorEnv
from empile.games.block_ness.rules.components import MAX_COLUMNS, MAX_DISTANCE, MAX_HEIGHT
from empile.games.block_ness.rules.state import KINDS, START

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Rows and columns by direction: east, north, west, south."""
_ENDS = 4
"""Own head and tail, then the opponent's."""
_CLOSED = 1.2
"""Level of a hole that no ring passes over; the greatest ring has level 1."""
_FEATURES, _UNITS, _VALUE_UNITS = 16, 32, 64


class BatchVecEnv(VecEnv):
    """A vector environment with autoreset in the same step, as Stable-Baselines3 expects it.

    Observations are the flat tensor, then the action mask.
    """

    def __init__(self, games: SeatVectorEnv) -> None:
        self.games = games
        space: Any = games.single_observation_space
        size = space["observation"].shape[0] + space["action_mask"].shape[0]
        seen = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32)
        super().__init__(games.num_envs, seen, games.single_action_space)
        self.masks: Any = None
        """The legal actions of each game."""

    def reset(self) -> Any:
        """Start all games."""
        observations, infos = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self._joined(observations, infos)

    def _joined(self, observations: Any, infos: Any) -> Any:
        self.masks = infos["action_mask"].astype(np.bool_)
        return np.concatenate([observations["observation"], self.masks], axis=1)

    def step_async(self, actions: Any) -> None:
        """Keep the actions."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Make a step. There are no last observations: no game is truncated."""
        observations, rewards, ended, _, infos = self.games.step(self._actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self._joined(observations, infos), rewards.astype(np.float32), ended, told

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Return the legal actions of each game."""
        assert method_name == "action_masks"
        return list(self.masks)

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        """Return an attribute for each game."""
        if name == "action_masks":  # only whether it exists
            return [self.env_method] * self.num_envs
        return [getattr(self.games, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        """Do nothing: games have no attributes of their own."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return that no game is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Do nothing."""


class Lake:
    """Holes, lines and actions of Block Ness for two as tensors of indices.

    Holes are numbered by row and column; ``holes`` is the number of a hole outside the zone.
    """

    def __init__(self, game: Game) -> None:
        planes = game.observation_planes
        self.planes = {p.name: (at, p.shape) for p, at in zip(planes, offsets(planes), strict=True)}
        self.size = game.observation_size
        self.rows, self.columns = self.planes["top"][1]
        self.holes = self.rows * self.columns
        self.reach = 2 if game.options["variant"] == "expert" else 1
        own: list[list[str]] = game.presenter.board_setup()["rings"]
        rings = [tuple(map(int, ring.split("."))) for kinds in own for ring in kinds]
        self.longest, self.tallest = (max(ring[k] for ring in rings) for k in range(2))
        reaches, outside = range(self.longest + 1), self.holes
        holes, ways = range(self.holes + 1), range(4)
        go = self._go
        self.go = torch.tensor([[[go(h, w, k) for k in reaches] for w in ways] for h in holes])
        self.lines = self.go[:outside, :, 1:].reshape(-1)
        """The holes beyond each hole in each direction."""
        self.near = torch.tensor([[go(h, w, self.reach) for w in ways] for h in holes])
        covered = torch.zeros(outside + 1, 4, self.longest + 1, outside + 1, dtype=torch.bool)
        for distance in reaches:
            covered[:, :, distance].scatter_(2, self.go[:, :, : distance + 1], True)
        covered[..., outside] = False
        self.covered = covered.reshape(-1, outside + 1)
        """Whether a ring covers a hole, by near hole, direction and distance."""
        self._read_actions(game)

    def _go(self, hole: int, way: int, distance: int) -> int:
        row, column = divmod(hole, self.columns)
        row, column = row + distance * _STEPS[way][0], column + distance * _STEPS[way][1]
        inside = hole < self.holes and 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else self.holes

    def _read_actions(self, game: Game) -> None:
        """Read the parts of all actions, of starts those of tails."""
        actions = game.possible_actions
        corner = game.params_array["zone"][0]
        way, kind = np.divmod(actions, KINDS)
        is_play = actions < START
        self.end, self.near_way, self.far_way, self.distance, self.kind = (
            torch.as_tensor(np.where(is_play, part, 0).astype(np.int64))
            for part in (
                way // 16, way // 4 % 4, way % 4,
                np.minimum(kind // MAX_HEIGHT + 1, self.longest),
                np.searchsorted(np.unique(kind[is_play]), kind),
            )
        )  # fmt: skip
        hole = (actions - START) // 4
        row, column = hole // MAX_COLUMNS - corner[1], hole % MAX_COLUMNS - corner[0]
        inside = (row >= 0) & (row < self.rows) & (column >= 0) & (column < self.columns)
        tail = np.where(inside, row * self.columns + column, self.holes)
        self.tail = torch.as_tensor(tail.astype(np.int64))
        self.tail_way = torch.as_tensor((actions % 4).astype(np.int64))

    def part(self, seen: Tensor, name: str) -> Tensor:
        """Return a plane of flat tensors."""
        at, shape = self.planes[name]
        return seen[:, at : at + prod(shape)].view(len(seen), *shape)


class Position(NamedTuple):
    """What a network computes of a position before it looks at moves."""

    features: Tensor
    """Of each hole for either seat: what could be laid from there; 0 if it is not free."""
    ends: Tensor
    """Holes of the ends."""
    near: Tensor
    """Holes near each end."""
    at_ends: Tensor
    """Features of these."""
    numbers: Tensor
    """All that is on no board."""


class RingNetwork(nn.Module):
    """Looks at the lines from holes, and at what each move gives and takes.

    A line is the heights beyond a hole. The same layer looks at the lines of all holes in all four
    directions together with a reserve; the sum over the directions tells what that seat could lay
    there. A seat's prospects are the sums over the free holes near its ends. A move is judged by
    those of its new end, and by the holes near the other ends that it covers.
    """

    def __init__(self, lake: Lake) -> None:
        super().__init__()
        self.lake = lake
        kinds = lake.planes["reserves"][1][1]
        self.first_number = lake.planes["reserves"][0]
        numbers = lake.size - self.first_number
        self.line = nn.Linear(2 * lake.longest, _FEATURES)
        self.reserve = nn.Linear(kinds, _FEATURES, bias=False)
        self.hole = nn.Linear(_FEATURES, _FEATURES)
        self.moved, self.other, self.opponent = (
            nn.Linear(_FEATURES, _UNITS, bias=False) for _ in range(3)
        )
        self.ring = nn.Embedding(2 * (int(lake.kind.max()) + 1), _UNITS)
        self.numbers = nn.Linear(numbers, _UNITS)
        self.hidden, self.logit = nn.Linear(_UNITS, _UNITS), nn.Linear(_UNITS, 1)
        self.worth = nn.Linear(_ENDS * _FEATURES + numbers, _VALUE_UNITS)
        self.value = nn.Linear(_VALUE_UNITS, 1)
        for zero in (self.ring.weight, self.logit.weight, self.value.weight):
            nn.init.zeros_(zero)

    def look(self, seen: Tensor) -> Position:
        """Return what values and policies need."""
        lake, count = self.lake, len(seen)
        heads, tails = (lake.part(seen, name).flatten(2) for name in ("heads", "tails"))
        top = lake.part(seen, "top").flatten(1)
        level = top * (MAX_HEIGHT / lake.tallest) + _CLOSED * (heads.sum(1) + tails.sum(1))
        level = nn.functional.pad(level.clamp(max=_CLOSED), (0, 1), value=_CLOSED)
        free = nn.functional.pad((top == 0).float(), (0, 1))
        lines = torch.stack([level, free], 2).index_select(1, lake.lines)
        lines = self.line(lines.view(count, 1, lake.holes * 4, -1))
        reserves = self.reserve(lake.part(seen, "reserves"))[:, :, None]
        rings = torch.relu(lines + reserves).view(count, 2, lake.holes, 4, -1).sum(3)
        features = nn.functional.pad(torch.relu(self.hole(rings)), (0, 0, 0, 1))
        features = features * free[:, None, :, None]
        boards = torch.stack([heads, tails], 2).flatten(1, 2)
        ends = torch.where(boards.sum(2) > 0, boards.argmax(2), lake.holes)
        near = lake.near[ends]
        owner = torch.arange(count)[:, None] * 2 + torch.arange(_ENDS) // 2
        rows = owner[:, :, None] * (lake.holes + 1) + near
        at_ends = features.view(-1, _FEATURES).index_select(0, rows.view(-1))
        at_ends = at_ends.view(count, _ENDS, 4, _FEATURES)
        return Position(features, ends, near, at_ends, seen[:, self.first_number : lake.size])

    def values(self, position: Position) -> Tensor:
        """Return the value of each position for the seat to act."""
        prospects = position.at_ends.sum(2).flatten(1)
        return self.value(torch.relu(self.worth(torch.cat([prospects, position.numbers], 1))))

    def logits(self, seen: Tensor, position: Position) -> Tensor:
        """Return a logit for each action, 0 for illegal ones."""
        lake = self.lake
        mask = seen[:, lake.size :]
        game, action = mask.nonzero(as_tuple=True)
        end = lake.end[action]
        near, way, distance = self._rings(seen, position, game, action)
        covered = ((near * 4 + way) * (lake.longest + 1) + distance) * (lake.holes + 1)
        is_covered = lake.covered.view(-1)
        # The new end: its near holes that the ring leaves.
        beside = lake.near[lake.go[near, way, distance]]
        beside = torch.where(is_covered[covered[:, None] + beside], lake.holes, beside)
        moved = self.moved(position.features[:, 0]).view(-1, _UNITS)
        rows = game[:, None] * (lake.holes + 1) + beside
        gained = moved.index_select(0, rows.view(-1)).view(len(game), 4, _UNITS).sum(1)
        # The ends that stay, less their near holes that the ring covers.
        own, others = position.at_ends[:, :2], position.at_ends[:, 2:]
        stays = torch.cat([self.other(own), self.opponent(others)], 1)
        by_end = stays.sum(2)
        rest = by_end[:, 2] + by_end[:, 3] + self.numbers(position.numbers)
        rest = torch.stack([rest + by_end[:, 1], rest + by_end[:, 0]], 1)
        lost = is_covered[covered[:, None, None] + position.near[game]]
        lost[torch.arange(len(game)), end] = False
        move, of_end, side = lost.nonzero(as_tuple=True)
        rows = (game[move] * _ENDS + of_end) * 4 + side
        drive = rest.view(-1, _UNITS).index_select(0, game * 2 + end) + gained
        drive = drive + self.ring(lake.kind[action] * 2 + end)
        drive = drive.index_add(0, move, -stays.view(-1, _UNITS).index_select(0, rows))
        logits = self.logit(torch.relu(self.hidden(torch.relu(drive))))[:, 0]
        return torch.zeros_like(mask).index_put((game, action), logits)

    def _rings(
        self, seen: Tensor, position: Position, game: Tensor, action: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return near hole, direction and distance of the rings of moves."""
        lake = self.lake
        starts = (position.ends[:, 0] == lake.holes)[game]
        old = position.ends[game, lake.end[action]]
        near = lake.go[old, lake.near_way[action], lake.reach]
        distance = (lake.part(seen, "start_rings")[:, 0, 0] * MAX_DISTANCE).round().long()[game]
        return (
            torch.where(starts, lake.tail[action], near),
            torch.where(starts, lake.tail_way[action], lake.far_way[action]),
            torch.where(starts, distance, lake.distance[action]),
        )


class RingPolicy(MaskableActorCriticPolicy):
    """A policy of a ``RingNetwork``."""

    def __init__(self, seen: Any, actions: Any, schedule: Any, *, game: Game, **_: Any) -> None:
        self.lake = Lake(game)
        super().__init__(seen, actions, schedule, net_arch=[], ortho_init=False)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        del self.action_net, self.value_net
        self.network = RingNetwork(self.lake)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1))

    def _look(self, obs: Any, action_masks: Any) -> tuple[Any, Tensor]:
        position = self.network.look(obs)
        chances = self.action_dist.proba_distribution(self.network.logits(obs, position))
        if action_masks is not None:
            chances.apply_masking(action_masks)
        return chances, self.network.values(position)

    def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> Any:
        """Return actions, values and log probabilities."""
        chances, values = self._look(obs, action_masks)
        actions = chances.get_actions(deterministic=deterministic)
        return actions, values, chances.log_prob(actions)

    def evaluate_actions(self, obs: Any, actions: Any, action_masks: Any = None) -> Any:
        """Return values, log probabilities and entropies."""
        chances, values = self._look(obs, action_masks)
        return values, chances.log_prob(actions), chances.entropy()

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """Return the chances of the actions."""
        return self._look(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> Tensor:
        """Return values."""
        return self.network.values(self.network.look(obs))
