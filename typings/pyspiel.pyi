"""What Empile and its tests use of OpenSpiel's extension module, which brings no types along."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

class SpielError(RuntimeError): ...

class PlayerId(IntEnum):
    CHANCE = ...
    TERMINAL = ...

class PrivateInfoType:
    name: str
    NONE: PrivateInfoType
    SINGLE_PLAYER: PrivateInfoType
    ALL_PLAYERS: PrivateInfoType

class IIGObservationType:
    public_info: bool
    perfect_recall: bool
    private_info: PrivateInfoType
    def __init__(
        self,
        public_info: bool = True,
        *,
        perfect_recall: bool,
        private_info: PrivateInfoType = ...,
    ) -> None: ...

class GameType:
    class Dynamics:
        SEQUENTIAL: GameType.Dynamics

    class ChanceMode:
        DETERMINISTIC: GameType.ChanceMode
        EXPLICIT_STOCHASTIC: GameType.ChanceMode

    class Information:
        PERFECT_INFORMATION: GameType.Information
        IMPERFECT_INFORMATION: GameType.Information

    class Utility:
        ZERO_SUM: GameType.Utility

    class RewardModel:
        TERMINAL: GameType.RewardModel

    short_name: str
    max_num_players: int
    min_num_players: int
    information: GameType.Information
    chance_mode: GameType.ChanceMode
    parameter_specification: Mapping[str, Any]
    def __init__(
        self,
        *,
        short_name: str,
        long_name: str,
        dynamics: GameType.Dynamics,
        chance_mode: GameType.ChanceMode,
        information: GameType.Information,
        utility: GameType.Utility,
        reward_model: GameType.RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        parameter_specification: Mapping[str, Any],
        default_loadable: bool,
        provides_factored_observation_string: bool,
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        utility_sum: float,
        max_game_length: int,
    ) -> None: ...

class Game:
    def __init__(
        self, game_type: GameType, info: GameInfo, parameters: Mapping[str, Any]
    ) -> None: ...
    def get_type(self) -> GameType: ...
    def get_parameters(self) -> dict[str, Any]: ...
    def new_initial_state(self) -> State: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def max_chance_outcomes(self) -> int: ...
    def observation_tensor_size(self) -> int: ...
    def information_state_tensor_size(self) -> int: ...

class State:
    def __init__(self, game: Game) -> None: ...
    def get_game(self) -> Game: ...
    def clone(self) -> State: ...
    def current_player(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def legal_actions(self, player: int = ...) -> list[int]: ...
    def legal_actions_mask(self, player: int = ...) -> list[int]: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def apply_action(self, action: int) -> None: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def history(self) -> list[int]: ...
    def returns(self) -> list[float]: ...
    def information_state_string(self, player: int = ...) -> str: ...
    def information_state_tensor(self, player: int = ...) -> list[float]: ...
    def observation_string(self, player: int = ...) -> str: ...
    def observation_tensor(self, player: int = ...) -> list[float]: ...
    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> State: ...

class UniformProbabilitySampler:
    def __init__(self, seed: int, least: float, most: float) -> None: ...
    def __call__(self) -> float: ...

class Evaluator: ...

class RandomRolloutEvaluator(Evaluator):
    def __init__(self, n_rollouts: int, seed: int) -> None: ...

class Bot:
    def step(self, state: State) -> int: ...

class SearchNode:
    action: int
    explore_count: int
    def best_child(self) -> SearchNode: ...

class MCTSBot(Bot):
    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        uct_c: float,
        max_simulations: int,
        max_memory_mb: int,
        solve: bool,
        seed: int,
        verbose: bool,
    ) -> None: ...
    def mcts_search(self, state: State) -> SearchNode: ...

def make_uniform_random_bot(player_id: int, seed: int) -> Bot: ...
def evaluate_bots(state: State, bots: Sequence[Bot], seed: int) -> np.ndarray[Any, Any]: ...
def load_game(name: str, parameters: Mapping[str, Any] = ...) -> Game: ...
def load_efg_game(text: str) -> Game: ...
def register_game(game_type: GameType, creator: Callable[[Mapping[str, Any]], Game]) -> None: ...
def registered_names() -> list[str]: ...
def random_sim_test(
    game: Game, num_sims: int, serialize: bool, verbose: bool, mask_test: bool = True
) -> None: ...
def serialize_game_and_state(game: Game, state: State) -> str: ...
def deserialize_game_and_state(text: str) -> tuple[Game, State]: ...
