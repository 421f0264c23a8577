"""Games of TextArena; importing this module registers them with ``textarena``.

Example::

    >>> import textarena as ta
    >>> import empile.envs.frameworks.textarena
    >>> env = ta.make("Empile-BlockNess-v0", retries=1)
    >>> env.reset(num_players=3, seed=1)
    >>> seat, text = env.get_observation()
    >>> done, info = env.step("<move>d4-f4</move>")
    >>> info["accepted"]
    True

Every seat is an agent. What agents get is text of :class:`empile.envs.text.TextEnv`: as
``PROMPT`` its instructions, as ``GAME_BOARD`` its turns. An answer is in the observations of the seat
that gave it only, since it may tell what that seat holds; the others get its move. ``-train`` after the
name of a game keeps the last turn only, ``-raw`` gives lists of messages.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

from empile.engine.discovery import game_names
from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.optional_import import missing_extra
from empile.envs.names import textarena_id
from empile.envs.text import TextEnv
from empile.envs.text.words import seat_name

try:
    import textarena as ta
    from textarena.wrappers import (
        GameMessagesAndCurrentBoardObservationWrapper,
        LLMObservationWrapper,
    )
except ImportError as error:
    raise missing_extra("TextArena", "textarena") from error


class EmpileEnv(ta.Env):
    """A game for TextArena.

    Example::

        >>> env = EmpileEnv("blox", consequence="resign")
        >>> env.reset(num_players=4)

    :param game: a name, a game or a match, as in :class:`~empile.envs.text.TextEnv`
    :param settings: of :class:`~empile.envs.text.TextEnv`, with the game's options

    :raises ValueError: for pictures, which TextArena cannot pass on
    """

    env_id: ClassVar[str]

    def __init__(self, game: str | Game | Match, **settings: Any) -> None:
        if settings.get("images") is not None:
            raise ValueError("TextArena passes text only: leave out images")
        self._game, self._settings = game, settings
        self.text_env: TextEnv
        """The game in progress, with all that is hidden."""
        self.state: ta.MinimalMultiPlayerState

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game; without a seed, one of Python's ``random`` is drawn.

        :raises OptionError: for a number of players that the game does not have
        :raises ValueError: if ``players`` was another number

        Example: ``env.reset(num_players=2, seed=1)``.
        """
        if seed is None:
            seed = random.getrandbits(32)
        settings: dict[str, Any] = dict(self._settings)
        if isinstance(self._game, str):
            settings.setdefault("players", num_players)
        env = self.text_env = TextEnv(self._game, seed=seed, **settings)
        if env.game.num_players != num_players:
            raise ValueError(f"the game is for {env.game.num_players} players, not {num_players}")
        language = env.settings.language
        # Without the seed, which the state would set for all of Python.
        self.state = ta.MinimalMultiPlayerState(num_players=num_players)
        self.state.reset(
            game_state={},
            player_prompt_function=self._prompt,
            role_mapping={seat: seat_name(env.game, seat, language) for seat in range(num_players)},
        )
        self._tell()

    def step(self, action: str) -> tuple[bool, ta.Info]:
        """Take an answer of the seat to act.

        Returns whether the game is over, and a dictionary of :class:`empile.envs.text.TextStep`.

        :raises ValueError: if the game is over

        Example: ``done, info = env.step("<move>d4-f4</move>")``.
        """
        env, state = self.text_env, self.state
        step = env.step(action)
        state.add_observation(
            message=action,
            observation_type=ta.ObservationType.PLAYER_ACTION,
            from_id=step.seat,
            to_id=step.seat,
        )
        state.made_invalid_move = step.tries_left > 0  # the turn goes on
        state.step_info = step._asdict()
        if env.done:
            self._end()
        found = state.step()
        self._tell()
        return found

    def get_board_str(self) -> str:
        """Return the position as spectators see it, for ``SimpleRenderWrapper``.

        Example: ``print(env.get_board_str())``.
        """
        env = self.text_env
        return env.game.presenter.to_text(env.state, None)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return self.text_env.instructions(player_id)

    def _tell(self) -> None:
        """Show the turn to the seat to act, or the end to all."""
        env, state = self.text_env, self.state
        seat = env.current_seat
        if seat is not None:
            state.manually_set_current_player_id(seat, force=True)
        for one in range(state.num_players) if seat is None else (seat,):
            state.add_observation(
                message=env.turn(one), observation_type=ta.ObservationType.GAME_BOARD, to_id=one
            )

    def _end(self) -> None:
        env, state = self.text_env, self.state
        result, ranks = env.state.result(), env.ranks
        assert ranks is not None
        state.set_game_outcome(
            dict(enumerate(env.returns)), "resignation" if result is None else result.reason
        )
        for seat, counts in enumerate(env.counts):
            told = {
                "invalid_move": counts.consequences > 0,
                "rank": ranks[seat],
                "resigned": seat in env.resigned,
            }
            state.game_info[seat].update(told, **counts._asdict())


def register() -> None:
    """Register all games that are not registered, in three variants each. Example: ``register()``."""
    variants: dict[str, list[type[ta.Wrapper]] | None] = {
        "": [LLMObservationWrapper],
        "-train": [GameMessagesAndCurrentBoardObservationWrapper],
        "-raw": None,
    }
    known = ta.envs.registration.ENV_REGISTRY
    for game in game_names():
        for suffix, wrappers in variants.items():
            name = f"{textarena_id(game)}{suffix}"
            if name not in known:
                ta.register(name, EmpileEnv, default_wrappers=wrappers, game=game)


register()
