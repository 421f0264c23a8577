"""Cache of compiled games.

Compiling takes seconds, so games are created only here, in threads, and everything that a table
calls runs once before.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from empile.bots import levels_of
from empile.engine.compiled.warm import PLAYABLE, SEARCHABLE, STEPS
from empile.engine.discovery import game_class, game_names
from empile.engine.game import Game
from empile.engine.lessons import lesson_files
from empile.engine.match import Match
from empile.engine.options import player_counts, read_options
from empile.engine.presets import option_presets
from empile.engine.random import new_stream
from empile.server.background.preparation import Preparation
from empile.server.tables.talk.phrases import phrases_of
from empile.server.wire.bot_settings import check_bot, hand_skill_infos
from empile.server.wire.parts import Talk
from empile.server.wire.schemas import GameInfo, GamePrepared, LevelInfo, OptionInfo

_MOST_GAMES = 500

log = logging.getLogger("empile.games")


class GameCache:
    """An LRU cache of games by name, rules version and options."""

    def __init__(self, talk: Talk = "phrases") -> None:
        self._talk: Talk = talk
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._warm: set[tuple[str, int]] = set()
        self._warming = threading.Lock()
        self._infos: dict[str, GameInfo | None] = {}
        self._preparation = Preparation([], _default)

    async def game(
        self, name: str, options: Mapping[str, Any], rules_version: int | None = None
    ) -> Game:
        """Return a compiled game. Raises ``UnknownGameError`` and ``OptionError``."""
        key = json.dumps([name, rules_version, options], sort_keys=True)
        found = self._games.get(key)
        if found is None:
            found = await asyncio.to_thread(self._make, name, dict(options), rules_version)
            self._games[key] = found
            while len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)
        else:
            self._games.move_to_end(key)
        return found

    async def infos(self) -> list[GameInfo]:
        """Return what is known of each game; a game that cannot be used is left out, and logged."""
        found = await asyncio.to_thread(lambda: [self._info(name) for name in game_names()])
        return [info for info in found if info is not None]

    def prepare(self) -> None:
        """Compile all games in the background."""
        self._preparation = Preparation(game_names(), _default)
        self._preparation.start()

    def stop(self) -> None:
        self._preparation.stop()

    def prepared(self) -> list[GamePrepared]:
        """Return how far each game is compiled."""
        return [
            GamePrepared(
                name,
                finished := self._preparation.finished(name),
                len(STEPS),
                finished >= PLAYABLE,
                finished >= SEARCHABLE,
            )
            for name in game_names()
        ]

    def can_search(self, game: Game) -> bool:
        """Return whether a search of ``game`` starts at once."""
        return self._preparation.finished(game.name) >= SEARCHABLE

    def wait_for_search(self, game: Game) -> None:
        """Wait until a search of ``game`` starts at once."""
        self._preparation.wait(game.name, SEARCHABLE)

    def wait_until_compiled(self, name: str) -> None:
        """Wait until nothing more of a game is compiled in advance."""
        self._preparation.wait(name, len(STEPS))

    def _make(self, name: str, options: dict[str, Any], rules_version: int | None) -> Game:
        game = game_class(name, rules_version)(**options)
        key = (game.name, game.rules_version)
        if key not in self._warm:
            self._preparation.wait(game.name, PLAYABLE)
            with self._warming:
                if key not in self._warm:
                    # A game that needs a start is compiled like any other of its rules.
                    _use_once(type(game)() if game.needs_start else game)
                    self._warm.add(key)
        return game

    def _info(self, name: str) -> GameInfo | None:
        if name not in self._infos:
            try:
                self._infos[name] = _info_of(name, self._talk)
            except Exception:  # whatever its author has not finished
                log.exception("the game '%s' is left out", name)
                self._infos[name] = None
        return self._infos[name]


def _default(name: str) -> Game:
    return game_class(name)()


def _info_of(name: str, talk: Talk) -> GameInfo:
    found = game_class(name)
    chosen = read_options(name, found.options_offered, {})
    game = found(**chosen)
    return GameInfo(
        name=name,
        rules=found.rules_version,
        options=[
            OptionInfo(
                option.name,
                option.kind,
                chosen[option.name],
                list(option.values),
                option.rare,
                {name: list(values) for name, values in option.needs.items()},
                list(option.depends),
                option_presets(found, option.name),
            )
            for option in found.options_offered
        ],
        players=player_counts(found.options_offered),
        levels=[
            LevelInfo(level.number, level.key, check_bot(game, level.number).hand_skill)
            for level in levels_of(game)
        ],
        has_points=found.has_points,
        lessons=len(lesson_files(game.folder / "lessons")),
        solo=0 if game.solo is None else len(game.solo.levels()),
        hand_skills=hand_skill_infos(game),
        phrases=[] if talk == "off" else list(phrases_of(game.folder)),
    )


def _use_once(game: Game) -> None:
    """Call what a table calls, so that it is compiled and loaded."""
    match = Match(game)
    stream = new_stream(1)
    for _ in range(3):
        match.resolve_chance(stream, also_external=True)
        state = match.state
        if state.is_terminal():
            break
        game.presenter.json.view(state, None)
        game.presenter.json.moves(state)
        state.scores()
        state.ranks()
        state.result()
        match.play_action(state.legal_actions()[0])
    match.record()
