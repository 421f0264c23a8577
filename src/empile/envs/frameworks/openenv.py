"""An environment of OpenEnv: a server with games of a language model against bots, and its client.

A server begins a game when a client asks for it, with the game, the bots and all settings of the client's choice::

    uvicorn --factory empile.envs.frameworks.openenv:application --port 8000

Each connection of :class:`GameClient` has a game of its own. OpenEnv's HTTP routes ``/reset`` and ``/step``
have no memory between requests, so games are played over its WebSocket, as :class:`GameClient` does.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal
from uuid import uuid4

from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.optional_import import missing_extra
from empile.envs.frameworks.play import BotGame, Player
from empile.envs.text.pictures import Images, picture_part

try:
    from fastapi import FastAPI
    from openenv.core import EnvClient
    from openenv.core.client_types import StepResult
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field
except ImportError as error:
    raise missing_extra("OpenEnv", "openenv") from error

SESSIONS = 64
"""Connections that a server takes at a time."""


class GameAction(Action):
    """An answer of the model. Example: ``GameAction(answer="<move>d4-f4</move>")``."""

    answer: str = Field(description="The model's answer, with one move")


class GameObservation(Observation):
    """What the model's seat sees; the reward is 0 before the end, then the seat's return, -1 to 1."""

    seat: int = Field(description="The model's seat, from 0")
    instructions: str = Field(description="The rules and how to answer, the same during a game")
    turn: str = Field(description="Events, the position and the legal moves, or the result")
    picture: str | None = Field(default=None, description="The position as a data URL")
    tries_left: int = Field(description="Answers that the model may still give in this turn")
    kind: Literal["legal", "illegal", "unreadable"] | None = Field(
        default=None, description="What the last answer was; None after a reset"
    )
    reason: str = Field(default="", description="Why the last answer was not accepted")
    move: str | None = Field(
        default=None, description="The move that was played for the last answer"
    )

    @property
    def messages(self) -> list[dict[str, Any]]:
        """Both texts and the picture as chat messages. Example: ``result.observation.messages``."""
        content: Any = self.turn
        if self.picture is not None:
            address = {"url": self.picture}
            content = [
                {"type": "text", "text": self.turn},
                {"type": "image_url", "image_url": address},
            ]
        return [
            {"role": "system", "content": self.instructions},
            {"role": "user", "content": content},
        ]


class GameState(State):
    """A game as the model may know it; steps are its answers."""

    game: str = Field(default="", description="The name of the game; empty before a reset")
    options: dict[str, Any] = Field(default_factory=dict[str, Any], description="Its options")
    seat: int = Field(default=0, description="The model's seat, from 0")
    numbers: dict[str, float] = Field(
        default_factory=dict[str, float],
        description="Win, score, rank, rate of bad answers, and counts; of a lost game before the end",
    )
    ranks: list[int] | None = Field(default=None, description="By seat; None before the end")
    record: dict[str, Any] | None = Field(default=None, description="The game, after its end")


class GameEnvironment(Environment[GameAction, GameObservation, GameState]):
    """A game against bots on the side of the server.

    Example::

        >>> env = GameEnvironment("block-ness")
        >>> observation = env.reset(seed=1, opponents="random")
        >>> env.step(GameAction(answer="d4-f4")).kind
        'legal'

    :param game: for resets that name none; a name, a game or a match
    :param settings: defaults of :meth:`reset`
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str | Game | Match = "block-ness", **settings: Any) -> None:
        super().__init__()
        self._settings: dict[str, Any] = {"game": game, **settings}
        self._game: BotGame | None = None
        self._state = GameState()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        game: str | None = None,
        seat: int | None = None,
        opponents: Player | Sequence[Player] | None = None,
        **settings: Any,
    ) -> GameObservation:
        """Begin a game.

        :param seed: by default a random one, which nobody is told
        :param seat: the model's; by default that of the server, else one drawn by the seed
        :param opponents: see :class:`~empile.envs.frameworks.play.BotGame`
        :param settings: of :class:`~empile.envs.text.TextEnv`, with the game's options

        :raises ValueError: for a seat, bot or setting that does not exist

        Example: ``env.reset(seed=1, game="blox", players=3)``.
        """
        given = {"game": game, "seat": seat, "opponents": opponents}
        chosen: dict[str, Any] = {"seat": None, **self._settings, **settings}
        chosen |= {name: value for name, value in given.items() if value is not None}
        begun = BotGame(**chosen, seed=secrets.randbits(63) if seed is None else seed)
        self._game = begun
        self._state = GameState(
            episode_id=episode_id or str(uuid4()),
            game=begun.env.game.name,
            options=dict(begun.env.game.options),
            seat=begun.seat,
        )
        return self._observation(begun)

    def step(self, action: GameAction, timeout_s: float | None = None, **_: Any) -> GameObservation:
        """Take an answer; if that ends the model's turn, the bots play.

        :raises ValueError: before a reset, or if the game is over

        Example: ``env.step(GameAction(answer="d4-f4")).reward``.
        """
        if self._game is None:
            raise ValueError("there is no game: call reset() first, in the same connection")
        step = self._game.answer(action.answer)
        self._state.step_count += 1
        found = self._observation(self._game)
        found.kind, found.reason, found.move = step.kind, step.reason, step.move
        return found

    @property
    def state(self) -> GameState:
        """The state of the game. Example: ``env.state.numbers["score"]``."""
        if self._game is not None:
            outcome = self._game.outcome_if_cut_off()
            self._state.numbers, self._state.ranks = outcome.numbers, outcome.ranks
            if self._game.done:
                self._state.record = self._game.env.record().to_dict()
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Return the name and a description. Example: ``env.get_metadata().name``."""
        about = "Board games of Empile against bots, with positions and moves as text"
        return EnvironmentMetadata(name="empile", description=about)

    def _observation(self, game: BotGame) -> GameObservation:
        images: Images | None = game.env.images
        picture = None
        if images is not None:
            part = picture_part(game.env.picture(game.seat, images), images)
            picture = part["image_url"]["url"]
        return GameObservation(
            done=game.done,
            reward=game.env.returns[game.seat],
            seat=game.seat,
            instructions=game.instructions(),
            turn=game.turn(),
            picture=picture,
            tries_left=game.env.tries_left,
        )


class GameClient(EnvClient[GameAction, GameObservation, GameState]):
    """Plays at a server.

    Example::

        with GameClient(base_url="http://localhost:8000").sync() as client:
            result = client.reset(game="blox", players=3, opponents=[1, "random"], seed=1)
            while not result.done:
                answer = model(result.observation.messages)
                result = client.step(GameAction(answer=answer))
            print(result.reward, client.state().numbers)
    """

    def _step_payload(self, action: GameAction) -> dict[str, Any]:
        return action.model_dump(exclude={"metadata"})

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[GameObservation]:
        reward, done = payload.get("reward"), payload.get("done", False)
        observation = GameObservation(**payload["observation"], reward=reward, done=done)
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> GameState:
        return GameState(**payload)


def application(game: str = "block-ness", sessions: int = SESSIONS, **settings: Any) -> FastAPI:
    """Return a server of games as an ASGI application.

    Example: ``uvicorn.run(application("blox", players=3, opponents=2))``.

    :param game: for resets that name none
    :param sessions: how many connections it takes at a time
    :param settings: defaults of :meth:`GameEnvironment.reset`
    """
    return create_app(
        lambda: GameEnvironment(game, **settings),
        GameAction,
        GameObservation,
        env_name="empile",
        max_concurrent_envs=sessions,
        state_cls=GameState,
    )
