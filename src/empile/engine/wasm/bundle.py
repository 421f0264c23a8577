"""What a page needs beside the module of a game, for some of its options.

Offsets in structs, sizes and codes come from here, so that the page repeats no fact of the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled import json_reader, json_writer
from empile.engine.compiled.json_writer import text_rows
from empile.engine.compiled.templates.rules import CHANCE, EXTERNAL, TERMINAL
from empile.engine.contracts.grades import GRADES
from empile.engine.contracts.level import Level
from empile.engine.contracts.referee import headless_options
from empile.engine.game import Game
from empile.engine.i18n import FALLBACK, Message
from empile.engine.options import Option, player_counts
from empile.engine.search.exhaustive import DEPTH, MOST_NODES
from empile.engine.search.trees import BYTES_OF_SLOTS, MAX_EDGES, MAX_NODES, SHARE_OF_NODES

_ALIGNMENT: Final = 8
_OF_POSITIONS: Final = "fault.position."
_RUNS: Final = re.compile(r"\{\w+:(\w+)\}")


class Bundle(NamedTuple):
    """The parts of a bundle."""

    facts: dict[str, Any]
    """For a JSON file; ``facts["binary"]`` has the offset and length in bytes of each part of ``data``."""
    data: bytes
    """For a binary file."""

    def write(self, folder: Path, name: str) -> None:
        """Write ``name.json`` and ``name.bin``; raises ``OSError``.

        Example: ``bundle(game).write(Path("build"), "blox-2")``.
        """
        (folder / f"{name}.json").write_bytes(self.json)
        (folder / f"{name}.bin").write_bytes(self.data)

    @property
    def json(self) -> bytes:
        """The content of the JSON file."""
        return json.dumps(self.facts, ensure_ascii=False, separators=(",", ":")).encode()


def bundle(game: Game) -> Bundle:
    """Return the bundle of a game with its options: some kB to 130 kB.

    It has the parameters and the first state, unless the rules compute both from the options.

    Example::

        >>> facts, data = bundle(empile.load("blox", players=3))
        >>> facts["seats"], facts["binary"]["constants"][0]
        (3, 0)
    """
    compiled = game.compiled
    parts: dict[str, NDArray[Any]] = (
        {"constants": compiled.constants}
        if game.setup.defines("fill_params")
        else {"params": game.params_array, "start": _start(game)}
    )
    presenter = game.presenter
    texts = presenter.json_texts()
    if texts is not None:
        parts["texts"] = texts
    if not (presenter.lack("write_event") or presenter.lack("write_refusal")):
        parts["messages"] = text_rows(presenter.message_texts())
    places, data = _joined(parts)
    facts: dict[str, Any] = {
        "game": game.name,
        "rules_version": game.rules_version,
        "options": game.options,
        "seats": game.num_players,
        "teams": game.teams,
        "needs_start": game.needs_start,
        "hidden": game.imperfect_information,
        "points": game.has_points,
        "attachments": game.notation.has_attachments,
        "headless": dict(headless_options(game)),
        "reasons": list(game.reasons),
        "codes": {"chance": CHANCE, "external": EXTERNAL, "terminal": TERMINAL},
        "sizes": {
            "state": compiled.state_dtype.itemsize,
            "legal": compiled.max_legal,
            "outcomes": compiled.max_outcomes,
            "seats": compiled.max_seats,
            "actions": compiled.actions,
            "nodes": MAX_NODES,
            "edges": MAX_EDGES,
            "share_of_nodes": SHARE_OF_NODES,
            "bytes_of_slots": BYTES_OF_SLOTS,
            "depth": DEPTH,
            "exact": MOST_NODES,
        },
        "structs": _structs(game),
        "levels": [_level(level) for level in game.bots.levels],
        "grades": {"names": list(GRADES), **vars(game.bots.grade_thresholds)},
        "solo": _solo(game),
        "texts": _shape(parts.get("texts")),
        "messages": _shape(parts.get("messages")),
        "board_setup": None if game.setup.defines("write_setup") else presenter.board_setup(),
        "setup": _setup(game),
        "picture": presenter.sheet.drawing if presenter.json.sends_picture else None,
        "server_reason": presenter.server_reason,
        "picture_reason": presenter.picture_reason,
        "binary": places,
    }
    return Bundle(facts, data)


def standard_bundles(game: type[Game]) -> dict[int, Bundle]:
    """Return the bundles of a game by the number of players, with the defaults of other options.

    Numbers for which games begin from a position only are left out.

    Example::

        >>> list(standard_bundles(empile.game_class("blox")))
        [2, 3, 4]
    """
    games = [game(players=count) for count in player_counts(game.options_offered)]
    return {game.num_players: bundle(game) for game in games if not game.needs_start}


def _start(game: Game) -> NDArray[Any]:
    start = np.zeros(1, game.compiled.state_dtype)
    game.compiled.step.init(game.params_array, start, 0)
    return start


def _setup(game: Game) -> dict[str, Any] | None:
    """Return what the rules read of options and positions, None if they read nothing."""
    functions = "check_option", "fill_params", "read_position", "write_setup"
    reads = [function for function in functions if game.setup.defines(function)]
    if not reads:
        return None
    texts: list[str] = type(game).rules.SETUP_TEXTS.all
    kinds = "null", "false", "true", "other", "int", "string", "list", "object"
    return {
        "reads": reads,
        "texts": texts,
        "offered": [_offered(option) for option in game.options_offered],
        "kinds": {kind: getattr(json_reader, kind.upper()) for kind in kinds},
        "codes": {
            "message": json_writer.MESSAGE,
            "end": json_writer.END,
            "zero": json_writer.ZERO,
            "said": json_reader.SAID,
            "shown": json_reader.SHOWN,
        },
        "english": _english(game, texts),
    }


def _offered(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "values": list(option.values),
        "with_start": list(option.with_start),
        "default": None if option.kind == "list" else option.default({}),
        "needs": option.needs,
        "house": None if option.house is None else option.house(),
    }


def _english(game: Game, texts: Sequence[str]) -> dict[str, Message]:
    """Return the messages about options in English, and those of the runs that they name."""
    messages = game.presenter.catalogue.messages(FALLBACK)
    said = {text for text in texts if text in messages and not text.startswith(_OF_POSITIONS)}
    named = set(_RUNS.findall(json.dumps([messages[key] for key in said])))
    return {
        key: message
        for key, message in messages.items()
        if key in said or key.partition(".")[0] in named
    }


def _structs(game: Game) -> dict[str, dict[str, int]]:
    """Return the layouts of the structs of a search."""
    compiled = game.compiled
    tree = compiled.ismcts if game.imperfect_information else compiled.uct
    structs = {
        "edge": tree.EDGE,
        "history": compiled.simulation.HISTORY,
        "ends": compiled.simulation.ENDS,
        "level": compiled.exhaustive.LEVEL,
    }
    if game.solo is not None:
        structs["solved"] = game.solo.solver.SOLVED
    if not game.imperfect_information:
        structs["node"] = tree.NODE
    return {name: _layout(dtype) for name, dtype in structs.items()}


def _layout(dtype: np.dtype[Any]) -> dict[str, int]:
    """Return the size of a struct and the offsets of its fields, in bytes."""
    assert dtype.fields is not None
    return {"size": dtype.itemsize, **{name: at for name, (_, at, *_) in dtype.fields.items()}}


def _shape(rows: NDArray[Any] | None) -> list[int] | None:
    """Return rows and bytes of a row of texts, if there are any."""
    return None if rows is None else list(rows.shape)


def _solo(game: Game) -> dict[str, Any] | None:
    """Return what a solver of levels for one person needs, if the game has one."""
    if game.solo is None:
        return None
    solver = game.solo.solver
    return {
        "nodes": solver.NODES,
        "most": solver.MOST,
        "search": solver.SEARCH.itemsize,
        "memory": solver.memory_of(solver.NODES, solver.MOST),
        "clue_parts": list(game.solo.clue_parts),
    }


def _level(level: Level) -> dict[str, Any]:
    return {
        "number": level.number,
        "key": level.key,
        "simulations": level.simulations,
        "random_move_probability": level.random_move_probability,
        "params": vars(level.search_params),
    }


def _joined(parts: dict[str, NDArray[Any]]) -> tuple[dict[str, list[int]], bytes]:
    """Return the offset and length of each part, and all bytes."""
    places: dict[str, list[int]] = {}
    data = bytearray()
    for name, array in parts.items():
        content = array.tobytes()
        places[name] = [len(data), len(content)]
        data += content
        data += bytes(-len(data) % _ALIGNMENT)
    return places, bytes(data)
