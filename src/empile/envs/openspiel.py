"""OpenSpiel games; importing this module registers them with ``pyspiel``.

Example::

    >>> import pyspiel
    >>> import empile.envs.openspiel
    >>> pyspiel.load_game("python_empile_block_ness(players=3)").num_players()
    3

Options are parameters; lists and data are percent-encoded JSON or ``"house"``. Chance nodes
are explicit; ``EXTERNAL`` outcomes have the rules' odds. Information states have perfect recall.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

from empile.engine.discovery import game_class, game_names
from empile.engine.game import TERMINAL, Event, Game, State
from empile.engine.optional_import import missing_extra
from empile.engine.random import new_stream
from empile.engine.search.search import resampled
from empile.envs.names import spiel_name, title
from empile.envs.spiel_observer import EmpileObserver, json_text
from empile.envs.spiel_parameters import class_of, default_parameters, options_of, written

try:
    import pyspiel
except ImportError as error:
    raise missing_extra("OpenSpiel", "open-spiel") from error

NO_BOUND = 2**30 - 1
"""The most that is reported as the length of a game, and for games without a known bound."""

_SAMPLER_BITS = 53


class EmpileGame(pyspiel.Game):
    """An OpenSpiel game; has a subclass per game."""

    rules: ClassVar[type[Game]]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        cls = self.rules
        game_type = _type_of(cls)
        played = class_of(cls, parameters)
        self.game = played(**options_of(played, parameters))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions,
            max_chance_outcomes=self.game.compiled.max_outcomes if cls.has_chance else 0,
            num_players=self.game.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_at_most(self.game.max_game_length),
        )
        defaults = game_type.parameter_specification
        chosen = {key: written(value) for key, value in parameters.items()}
        super().__init__(
            game_type, info, {k: value for k, value in chosen.items() if value != defaults[k]}
        )

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        return _load, (str(self),)

    def new_initial_state(self) -> EmpileState:
        """Return the initial state."""
        return EmpileState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound, 0 without chance."""
        return _at_most(self.game.max_chance_nodes) if self.rules.has_chance else 0

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> EmpileObserver:
        """Return an observer, by default of observations; raises ``ValueError`` for parameters."""
        if params:
            raise ValueError(f"observers of {self.game.name} take no parameters, not {params}")
        return EmpileObserver(
            self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class EmpileState(pyspiel.State):
    """An OpenSpiel state, whose attributes can be copied and pickled."""

    def __init__(self, game: EmpileGame) -> None:
        super().__init__(game)
        self._bytes = game.game.new_state().tobytes()
        self._observed = ("",) * (game.game.num_players + 1)
        """By seat, then of spectators: the observed texts of all events."""
        self._event_began = b""
        """Before an incomplete chance event."""
        self._drawn: tuple[int, ...] = ()

    @property
    def empile_game(self) -> Game:
        """The engine's game."""
        return cast(EmpileGame, self.get_game()).game

    @property
    def empile_state(self) -> State:
        """A copy of the engine's state."""
        return State.from_bytes(self.empile_game, self._bytes)

    def current_player(self) -> int:
        """Return the seat or player ID to act."""
        player = self.empile_state.current_player()
        if player >= 0:
            return player
        return int(pyspiel.PlayerId.TERMINAL if player == TERMINAL else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.empile_state.is_terminal()

    def returns(self) -> list[float]:
        """Return each seat's return."""
        return self.empile_state.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the sorted outcomes with their probabilities."""
        return sorted(each for each in self.empile_state.chance_outcomes() if each[1] > 0)

    def _legal_actions(self, player: int) -> list[int]:
        state = self.empile_state
        return state.legal_actions() if state.current_player() == player else []

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.empile_state
        if player >= 0:
            legal = state.current_player() == player and action in state.legal_actions()
            return state.action_to_text(action) if legal else f"action {action}"
        if not self._drawn and state.is_chance_node() and state.chance_actions_left() == 1:
            return state.game.notation.event_text(state, (action,))
        return f"outcome {action}"  # a part of an event has no text

    def _apply_action(self, action: int) -> None:
        state = self.empile_state
        player, before = state.current_player(), state.clone()
        state.apply_action(action)
        if player >= 0:
            self._append_event(before, Event(player, (action,), before.action_to_text(action)))
        else:
            if not self._drawn:
                self._event_began = self._bytes
            drawn = (*self._drawn, action)
            whole = before.chance_actions_left() == 1
            if whole:
                began = State.from_bytes(before.game, self._event_began)
                self._append_event(
                    began, Event(player, drawn, began.game.notation.event_text(began, drawn))
                )
            self._drawn = () if whole else drawn
        self._bytes = state.tobytes()

    def _append_event(self, before: State, event: Event) -> None:
        game = before.game
        seen = [event.text] * len(self._observed)
        if game.notation.redacts_text:
            seats = (*range(game.num_players), None)
            seen = [game.notation.redacted_text(before, event, seat) for seat in seats]
        self._observed = tuple(
            f"{known}\n{new}" for known, new in zip(self._observed, seen, strict=True)
        )

    def events_seen_by(self, seat: int | None) -> list[str]:
        """Return the texts of all events as ``seat`` (None: a spectator) sees them.

        Example: ``state.events_seen_by(None)[-1]``.
        """
        return self._observed[-1 if seat is None else seat].split("\n")[1:]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> EmpileState:
        """Sample a state with the same information state; raises :class:`ValueError` at chance nodes.

        The others' past becomes that of ``player_id``.
        """
        bits = int(probability_sampler() * (1 << _SAMPLER_BITS))
        world = resampled(self.empile_state, player_id, new_stream(bits))
        found = cast(EmpileState, self.clone())
        found._bytes = world.tobytes()
        if not world.game.imperfect_information:
            return found
        *observed, public = self._observed
        found._observed = (
            *(
                known if seat == player_id else f"{observed[player_id]}\n{_seen(world, seat)}"
                for seat, known in enumerate(observed)
            ),
            public,
        )
        return found

    def __str__(self) -> str:
        position = self.empile_state.position()
        lines = [f"{key}: {json_text(value)}" for key, value in position.items()]
        return "\n".join(
            [*lines, f"drawn: {json_text(list(self._drawn))}"] if self._drawn else lines
        )


def _seen(state: State, seat: int) -> str:
    return f"seat {seat}: {json_text(state.view(seat))}"


def _at_most(bound: int | None) -> int:
    return NO_BOUND if bound is None else min(bound, NO_BOUND)


def _type_of(cls: type[Game]) -> pyspiel.GameType:
    seats = cls.options_offered[0].values
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=spiel_name(cls.name),
        long_name=title(cls.name),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if cls.has_chance else chance.DETERMINISTIC,
        information=(
            information.IMPERFECT_INFORMATION
            if cls.imperfect_information
            else information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=default_parameters(cls),
        default_loadable=True,
        provides_factored_observation_string=cls.imperfect_information,
    )


def _load(name: str) -> pyspiel.Game:
    return pyspiel.load_game(name)


def register_class(cls: type[Game]) -> None:
    """Register a game that is not discovered. Example: ``register_class(TinyBlockNess)``."""
    if spiel_name(cls.name) not in pyspiel.registered_names():
        # Not a closure: pyspiel frees it after the interpreter's end, and crashes.
        pyspiel.register_game(_type_of(cls), type(cls.__name__, (EmpileGame,), {"rules": cls}))


def register() -> None:
    """Register every game that is not registered yet. Example: ``register()``."""
    for name in game_names():
        register_class(game_class(name))


register()
