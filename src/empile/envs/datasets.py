"""Data sets of games: Parquet files with a row for each move, and Minari data sets of episodes.

Example::

    >>> import empile
    >>> from empile.envs.datasets import self_play, write_parquet
    >>> records = self_play(empile.load("block-ness"), 3, seed=1)
    >>> write_parquet(records, "/tmp/games.parquet") > 20
    True
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.arguments import new_stream, whole_number
from empile.engine.game import Game, State
from empile.engine.match import Match
from empile.engine.optional_import import missing_extra
from empile.engine.random import split
from empile.engine.record import Record
from empile.envs.episode import Episode, Planes
from empile.envs.names import environment_id
from empile.envs.opponents import Opponent, players_of

try:
    import gymnasium

    # Without types.
    minari: Any = import_module("minari")
    pa: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    buffers: Any = import_module("minari.data_collector")
except ImportError as error:
    raise missing_extra("Minari or PyArrow", "data") from error

__all__ = ["self_play", "write_minari", "write_parquet"]

_GAMES_TOGETHER = 100
"""In a row group."""


def self_play(
    game: Game, games: int, *, seed: int, by: Opponent | Sequence[Opponent] = 1
) -> Iterator[Record]:
    """Yield records of ``games`` games; outcomes that a hand would decide are drawn.

    :param by: a bot's level or a function, for all seats or one for each.
    :raises ArgumentError: ``games`` or ``seed`` is no such number.
    :raises ValueError: ``by`` does not fit.

    Example: ``self_play(empile.load("on-top"), 100, seed=1, by=[1, play_at_random])``.
    """
    games = whole_number("games", games, 0)
    choose = players_of(game, by)
    for number in range(games):
        chance, bots = (split(new_stream(seed), 2 * number + which) for which in range(2))
        match = Match(game)
        match.resolve_chance(chance, also_external=True)
        while not match.state.is_terminal():
            state = match.state
            match.play_action(choose[state.current_player()](state, bots))
            match.resolve_chance(chance, also_external=True)
        yield match.record()


def write_parquet(records: Iterable[Record], path: str | Path, *, memory: bool = False) -> int:
    """Write finished games to a Parquet file, a row for each move; return the number of rows.

    Columns: ``game`` and ``move`` (numbers from 0), ``seat``, ``action`` (the engine's), ``text``,
    ``legal`` (actions), ``observation`` of the seat before the move, and its ``return`` at the end.
    The key ``empile`` of the file's metadata has the game, its options and its planes as JSON.

    :param memory: write information states as observations.
    :raises ValueError: there are no games, one is not finished, or they differ in their options.
    :raises RecordError: a record is invalid.

    Example: ``write_parquet(self_play(game, 1000, seed=1), "games.parquet")``.
    """
    writer: Any = None
    rows, waiting, game = 0, list[Any](), None
    try:
        for number, record in enumerate(records):
            moves, game = _moves(record, number, game, memory)
            if writer is None:
                schema = _schema(game, memory)
                writer = parquet.ParquetWriter(path, schema, compression="zstd")
            waiting.append(_batch(moves, number, writer.schema))
            rows += len(moves)
            if len(waiting) == _GAMES_TOGETHER:
                writer.write_table(pa.Table.from_batches(waiting))
                waiting = []
        if writer is None:
            raise ValueError("there are no games to write")
        if waiting:
            writer.write_table(pa.Table.from_batches(waiting))
    finally:
        if writer is not None:
            writer.close()
    return rows


def write_minari(
    records: Iterable[Record],
    dataset_id: str,
    *,
    seats: Sequence[int] | None = None,
    planes: Planes = False,
    memory: bool = False,
    **metadata: Any,
) -> Any:
    """Write finished games to a new Minari data set, an episode for each game and seat; return it.

    Observations, actions and rewards are those of :class:`empile.envs.gymnasium.SeatEnv`;
    ``recover_environment()`` returns this environment.

    :param seats: by default all.
    :param planes: as for ``SeatEnv``.
    :param memory: as for ``SeatEnv``.
    :param metadata: further arguments of ``minari.create_dataset_from_buffers``.
    :raises ValueError: there are no games, one is not finished, they differ in their options, or
        there is such a data set.
    :raises RecordError: a record is invalid.

    Example: ``write_minari(self_play(game, 100, seed=1), "block-ness/level-1-v0")``.
    """
    if dataset_id in minari.list_local_datasets():
        raise ValueError(f"there is a data set '{dataset_id}' already")
    episodes: list[Any] = []
    game: Game | None = None
    for number, record in enumerate(records):
        moves, game = _moves(record, number, game, memory)
        episode = Episode(game, planes=planes, memory=memory)
        for seat in range(game.num_players) if seats is None else seats:
            episodes.append(_episode(episode, moves, seat, len(episodes), memory))
    if game is None:
        raise ValueError("there are no games to write")
    import_module("empile.envs.gymnasium")  # registers the environments

    env = gymnasium.make(
        environment_id(game.name), seat=None, planes=planes, memory=memory, **game.options
    )
    arguments = {
        "data_format": "arrow",
        "eval_env": env,
        "description": f"Games of {game.name}, an episode for each seat.",
        **metadata,
    }
    return minari.create_dataset_from_buffers(dataset_id, episodes, env=env, **arguments)


class _Move(NamedTuple):
    state: State
    """Before the move."""
    action: int
    text: str


class _Moves(NamedTuple):
    """The moves of a game, with its end."""

    moves: Sequence[_Move]
    end: State

    def __len__(self) -> int:
        return len(self.moves)


def _moves(record: Record, number: int, game: Game | None, memory: bool) -> tuple[Any, Game]:
    moves: list[_Move] = []
    end: State | None = None
    for state, event in record.steps():
        end = state
        if event is not None and event.seat >= 0:
            moves.append(_Move(state, event.actions[0], event.text))
    if end is None or not end.is_terminal():
        raise ValueError(f"game {number} is not finished")
    if game is not None and end.game != game:
        raise ValueError(f"game {number} has other options than the games before it")
    return _Moves(moves, end), end.game


def _seen(state: State, seat: int, memory: bool) -> NDArray[np.float32]:
    return state.information_state(seat) if memory else state.observation(seat)


def _schema(game: Game, memory: bool) -> Any:
    planes = game.information_planes if memory else game.observation_planes
    size = game.information_size if memory else game.observation_size
    about: Mapping[str, Any] = {
        "game": game.name,
        "rules_version": game.rules_version,
        "options": game.options,
        "planes": [[plane.name, list(plane.shape)] for plane in planes],
    }
    columns = {
        "game": pa.int32(),
        "move": pa.int32(),
        "seat": pa.int8(),
        "action": pa.int32(),
        "text": pa.string(),
        "legal": pa.list_(pa.int32()),
        "observation": pa.list_(pa.float32(), size),
        "return": pa.float32(),
    }
    return pa.schema(columns.items(), metadata={"empile": json.dumps(about)})


def _batch(moves: _Moves, number: int, schema: Any) -> Any:
    returns = moves.end.returns()
    memory = schema.field("observation").type.list_size != moves.end.game.observation_size
    seats = [move.state.current_player() for move in moves.moves]
    seen = [_seen(m.state, seat, memory) for m, seat in zip(moves.moves, seats, strict=True)]
    columns = [
        [number] * len(moves),
        range(len(moves)),
        seats,
        [move.action for move in moves.moves],
        [move.text for move in moves.moves],
        [move.state.legal_actions() for move in moves.moves],
        seen,
        [returns[seat] for seat in seats],
    ]
    arrays = [pa.array(c, type=f.type) for c, f in zip(columns, schema, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _episode(episode: Episode, moves: _Moves, seat: int, number: int, memory: bool) -> Any:
    own = [move for move in moves.moves if move.state.current_player() == seat]
    states = [*(move.state for move in own), moves.end]
    seen = np.stack([_seen(state, seat, memory) for state in states])
    masks = np.zeros((len(states), len(episode.actions)), np.int8)
    for row, move in enumerate(own):
        masks[row] = move.state.legal_mask()[episode.actions]
    played = np.array([move.action for move in own], np.int64)
    rewards = np.zeros(len(own))
    rewards[-1:] = moves.end.returns()[seat]
    ends = np.arange(len(own)) == len(own) - 1
    return buffers.EpisodeBuffer(
        id=number,
        observations={"observation": episode.arrange(seen), "action_mask": masks},
        actions=np.searchsorted(episode.actions, played),
        rewards=rewards,
        terminations=ends,
        truncations=np.zeros_like(ends),
    )
