"""Gymnasium: one seat of a game as an environment, bots at the others.

Importing this module registers every game, as ``empile/SomeGame-v0``; so does the name of the module
before the name of the game::

    import gymnasium

    env = gymnasium.make("empile.envs.gymnasium:empile/BlockNess-v0", players=3, opponents=2)
    observation, info = env.reset(seed=1)

Rewards are 0 until the game is over and the seat's return then, -1 to 1. Chance, a referee's answers by
their odds, and the opponents' own chance are drawn by the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import Any, Literal, TypeAlias

from empile.bots.choosing import choose, levels_of
from empile.engine.discovery import game_names
from empile.engine.errors import IllegalActionError
from empile.engine.game import Game, State
from empile.engine.random import Stream, below, new_stream, split
from empile.envs.episode import (
    RENDER_FPS,
    RENDER_MODES,
    Action,
    Episode,
    Observation,
    Picture,
    check_render_mode,
    load_unattended,
)
from empile.envs.extras import missing
from empile.envs.names import environment_id

try:
    import gymnasium as gym
except ImportError as error:
    raise missing("Gymnasium", "envs") from error

__all__ = ["Opponent", "SeatEnv", "play_at_random"]

Chooser: TypeAlias = Callable[[State, Stream], int]
"""A player: the move in a state, drawing random numbers from a stream."""

Opponent: TypeAlias = int | Chooser
"""A level of the game's bots by its number, or a player of one's own."""

_CHANCE, _BOTS, _SEAT = 0, 1, 2
"""The streams that one episode's is split into."""


def play_at_random(state: State, stream: Stream) -> int:
    """Return any legal move, each as likely: the quickest opponent."""
    moves = state.legal_actions()
    return moves[below(stream, len(moves))]


class SeatEnv(gym.Env[Observation, Action]):
    """A game of ours as Gymnasium sees it.

    ``seat`` is the learner's; ``None`` draws one for each game. ``opponents`` sit at the others: one for
    all, or one for each, clockwise from the learner. Observations are dicts, ``"observation"`` (a flat
    tensor, or with ``planes`` a dict of named ones; with ``memory`` what the seat remembers as well) and
    ``"action_mask"``; ``info`` tells the mask and the ``"seat"`` too.

    Gymnasium lets any action of its space be tried. An ``illegal`` one loses the game, reward -1, and
    ``info["illegal"]`` tells the reason in words; with ``illegal="raise"`` it raises
    :class:`empile.IllegalActionError` and nothing has changed. ``render_mode`` is as in
    :class:`empile.envs.pettingzoo.EmpileAEC`; ``options`` are the game's. Raises
    :class:`empile.engine.errors.UnknownGameError`, :class:`empile.OptionError` and, for other arguments
    that cannot be, :class:`ValueError`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - so it is declared by Gymnasium
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        game: str,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = 1,
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: str | None = None,
        planes: bool = False,
        memory: bool = False,
        **options: object,
    ) -> None:
        self.game = load_unattended(game, options)
        if seat is not None and not 0 <= seat < self.game.num_players:
            raise ValueError(f"seats are 0 to {self.game.num_players - 1} or None, not {seat}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal is 'lose' or 'raise', not '{illegal}'")
        self.render_mode = check_render_mode(render_mode)
        self._fixed_seat, self.seat = seat, seat or 0
        self._illegal = illegal
        self._opponents = _players(self.game, opponents)
        self._episode = Episode(self.game, planes=planes, memory=memory)
        self._is_over = True
        self.observation_space = self._episode.observation_space()
        self.action_space = self._episode.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and let it go on to the seat's first move. No ``options``."""
        super().reset(seed=seed, options=options)
        stream = new_stream(int(self.np_random.integers(2**63)))
        if self._fixed_seat is None:
            self.seat = below(split(stream, _SEAT), self.game.num_players)
        self._bots = split(stream, _BOTS)
        self._episode.begin(split(stream, _CHANCE))
        self._let_others_play()
        self._is_over = self._episode.state.is_terminal()
        return self._episode.observe(self.seat), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Let the seat move and the others after it, until it is to act again or the game is over.

        Raises :class:`gymnasium.error.ResetNeeded` where the game is over.
        """
        if self._is_over:
            raise gym.error.ResetNeeded("the game is over: begin another with reset()")
        try:
            self._episode.play(index(action))
        except IllegalActionError as refused:
            if self._illegal == "raise":
                raise
            self._is_over = True
            info = {**self._info(), "illegal": str(refused)}
            return self._episode.observe(self.seat), -1.0, True, False, info
        self._let_others_play()
        self._is_over = self._episode.state.is_terminal()
        reward = self._episode.state.returns()[self.seat]
        return self._episode.observe(self.seat), reward, self._is_over, False, self._info()

    def _let_others_play(self) -> None:
        state = self._episode.state
        while (player := state.current_player()) >= 0 and player != self.seat:
            place = (player - self.seat) % self.game.num_players - 1
            self._episode.play(self._opponents[place](state, self._bots))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._episode.mask(self.seat), "seat": self.seat}

    @property
    def empile_state(self) -> State:
        """The state of the game as the engine has it, with all that is hidden in it."""
        return self._episode.state

    def action_meanings(self) -> dict[int, str]:
        """Return the legal actions, each as the game writes its moves; none when the game is over."""
        return self._episode.action_meanings()

    def render(self) -> Picture:
        """Return (or print) the position as the seat sees it."""
        return self._episode.render(self.render_mode, self.seat)


def _players(game: Game, opponents: Opponent | Sequence[Opponent]) -> list[Chooser]:
    others = game.num_players - 1
    each = [opponents] * others if isinstance(opponents, int) or callable(opponents) else opponents
    if len(each) != others:
        raise ValueError(f"{len(each)} opponents for {others} other seats")
    return [_player(game, opponent) for opponent in each]


def _player(game: Game, opponent: Opponent) -> Chooser:
    if callable(opponent):
        return opponent
    levels = {level.number: level for level in levels_of(game)}
    if opponent not in levels:
        raise ValueError(f"levels of {game.name} are {', '.join(map(str, levels))}, not {opponent}")
    level = levels[opponent]
    return lambda state, stream: choose(state, level, stream)


def register() -> None:
    """Register every game that is found, as ``empile/SomeGame-v0``."""
    for name in game_names():
        if environment_id(name) not in gym.registry:
            gym.register(  # pyright: ignore[reportUnknownMemberType] - a bare dict among its types
                environment_id(name), f"{__name__}:SeatEnv", kwargs={"game": name}
            )


register()
