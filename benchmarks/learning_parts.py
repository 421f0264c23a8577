"""Parts of ``learning.py`` that need torch: a policy on planes, and batches for Stable-Baselines3."""

# mypy: disallow-subclassing-any=False
# pyright: basic, reportMissingImports=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor, nn

from empile.engine.action_planes import NOWHERE, ActionPlanes
from empile.engine.game import Game
from empile.envs.vector import SeatVectorEnv

FILTERS = 24
LAYERS = 2
REACH = 9
"""Places of a row or a column that a layer sees at once."""


class BatchVecEnv(VecEnv):
    """A vector environment with autoreset in the same step, as Stable-Baselines3 expects it."""

    def __init__(self, games: SeatVectorEnv) -> None:
        self.games = games
        space: Any = games.single_observation_space
        super().__init__(games.num_envs, space["observation"], games.single_action_space)
        self._masks: Any = None

    def reset(self) -> Any:
        """Start all games."""
        observations, infos = self.games.reset(seed=self._seeds[0])
        self._masks = infos["action_mask"]
        self._reset_seeds()
        return observations["observation"]

    def step_async(self, actions: Any) -> None:
        """Keep the actions."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Make a step."""
        observations, rewards, ended, _, infos = self.games.step(self._actions)
        self._masks = infos["action_mask"]
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(ended).tolist():
            told[game]["terminal_observation"] = infos["final_obs"][game]["observation"]
        return observations["observation"], rewards.astype(np.float32), ended, told

    def env_method(self, name: str, *_: Any, **__: Any) -> list[Any]:
        """Return the legal actions of each game."""
        assert name == "action_masks"
        return list(self._masks.astype(np.bool_))

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


class Trunk(BaseFeaturesExtractor):
    """Convolutions over the boards, mostly along lines; other numbers are added to each place."""

    def __init__(self, space: gymnasium.spaces.Dict, anchors: list[int]) -> None:
        channels, rows, columns = space["boards"].shape or (0, 0, 0)
        places = rows * columns
        super().__init__(space, (FILTERS + len(anchors)) * places)
        self.anchors = anchors
        self.numbers = nn.Linear((space["numbers"].shape or (0,))[0], FILTERS)
        self.first = nn.Conv2d(channels + 1, FILTERS, 3, padding=1)
        self.along, self.across = (
            nn.ModuleList(
                nn.Conv2d(FILTERS, FILTERS, size, padding=(size[0] // 2, size[1] // 2))
                for _ in range(LAYERS)
            )
            for size in ((1, REACH), (REACH, 1))
        )

    def forward(self, seen: dict[str, Tensor]) -> Tensor:
        """Return the features of all places, and the boards of the anchors."""
        boards = seen["boards"]
        inside = torch.ones_like(boards[:, :1])  # the padding of convolutions is 0
        x = self.first(torch.cat([boards, inside], 1))
        x = torch.relu(x + self.numbers(seen["numbers"])[:, :, None, None])
        for along, across in zip(self.along, self.across, strict=True):
            x = torch.relu(along(x) + across(x)) + x
        return torch.cat([x.flatten(1), boards[:, self.anchors].flatten(1)], 1)


class PlaneHead(nn.Module):
    """A linear layer at each place, whose outputs ``ActionPlanes`` assigns to actions."""

    def __init__(self, planes: ActionPlanes, anchors: list[int]) -> None:
        super().__init__()
        channels, rows, columns = planes.shape
        self.shape = FILTERS, rows * columns
        self.linear = nn.Linear(FILTERS, channels)
        place = np.where(planes.place == NOWHERE, rows * columns, planes.place).astype(np.int64)
        self.fixed_channels = int(planes.channel.max()) + 1
        self.fixed = torch.as_tensor(place * self.fixed_channels + planes.channel)
        number = np.array([anchors.index(a) if a != NOWHERE else 0 for a in planes.anchor.tolist()])
        self.anchored = torch.as_tensor(number * channels + planes.anchored)
        self.number = torch.as_tensor(number)
        self.has_anchor = torch.as_tensor(planes.anchor != NOWHERE)

    def forward(self, latent: Tensor) -> Tensor:
        """Return a logit for each action."""
        filters, places = self.shape
        x = latent[:, : filters * places].view(-1, filters, places)
        boards = latent[:, filters * places :].view(len(latent), -1, places)
        everywhere = torch.cat([x, x.mean(2, keepdim=True)], 2).transpose(1, 2)
        weight, bias = self.linear.weight, self.linear.bias
        used = self.fixed_channels
        logits = nn.functional.linear(everywhere, weight[:used], bias[:used]).flatten(1)
        logits = logits[:, self.fixed]
        if boards.shape[1]:
            at_anchors = self.linear(torch.einsum("bap,bfp->baf", boards, x)).flatten(1)
            is_there = (boards.sum(2) > 0)[:, self.number] & self.has_anchor
            logits = torch.where(is_there, at_anchors[:, self.anchored], logits)
        return logits


class ValueHead(nn.Module):
    """The value of the position."""

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = places
        self.hidden = nn.Linear(2 * FILTERS, 64)
        self.value = nn.Linear(64, 1)

    def forward(self, latent: Tensor) -> Tensor:
        """Return a value for each position."""
        x = latent[:, : FILTERS * self.places].view(-1, FILTERS, self.places)
        pooled = torch.cat([x.mean(2), x.amax(2)], 1)
        value: Tensor = self.value(torch.relu(self.hidden(pooled)))
        return value


class PlanePolicy(MaskableActorCriticPolicy):
    """A policy for ``planes="stacked"``."""

    def __init__(
        self, observation_space: Any, action_space: Any, lr_schedule: Any, *, game: Game, **_: Any
    ) -> None:
        planes = game.action_planes
        assert planes is not None
        self.planes = planes
        self.anchors = sorted(set(planes.anchor.tolist()) - {NOWHERE})
        super().__init__(
            observation_space,
            action_space,
            lr_schedule,
            net_arch=[],
            features_extractor_class=Trunk,
            features_extractor_kwargs={"anchors": self.anchors},
            ortho_init=False,
            normalize_images=False,
        )

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        places = self.planes.shape[1] * self.planes.shape[2]
        self.action_net = PlaneHead(self.planes, self.anchors)
        self.value_net = ValueHead(places)
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )
