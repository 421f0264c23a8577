"""Rules that leave out what has a default."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.batches.batch import Batch
from empile.engine.compiled.completion import completed, defines, lacking
from empile.engine.game import Game
from empile.engine.options import choice, number
from empile.engine.perft import perft
from empile.engine.playouts import random_games
from empile.engine.random import new_stream
from empile.engine.search.search import resampled, search
from tests.conftest import ROOT
from tests.support.nim import Nim
from tests.support.nim import rules as nim_rules
from tests.support.patience import PATIENCE


@pytest.fixture
def game() -> Nim:
    return Nim(players=3)


def a_game(rules: ModuleType, **attributes: Any) -> type[Game]:
    offered = (choice("players", (2,), 2), number("most", 1, 3, 3))
    facts = {"name": "other", "rules": rules, "options_offered": offered, **attributes}
    return type("Other", (Game,), facts)


def nim_without(*names: str) -> ModuleType:
    """Return the rules of Nim without some definitions; not to be compiled."""
    rules = ModuleType("tests.support.nim.less")
    rules.__dict__.update(vars(nim_rules))
    for name in names:
        delattr(rules, name)
    return rules


MORE = """
import numpy as np
from empile.engine.compiled.jit import inline
from empile.engine.planes import Plane
from tests.support.nim import rules as nim
from tests.support.nim.rules import *

EXTENDS = (nim,)
{}
"""


@pytest.fixture
def nim_with(tmp_path: Path) -> Callable[[str], ModuleType]:
    """Return the rules of Nim with further definitions, in a file of their own."""

    def write(source: str) -> ModuleType:
        name = f"nim_{sha256(source.encode()).hexdigest()[:8]}"
        path = tmp_path / name / f"{name}.py"
        path.parent.mkdir()
        path.write_text(MORE.format(source))
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        rules = module_from_spec(spec)
        spec.loader.exec_module(rules)
        return rules

    return write


SCORES = """
@inline
def scores(params, s, out):
    for seat in range(int(params.seats)):
        out[seat] = 10 * int(s.taken) if seat == int(s.seat) else 0
"""

BOARD = """
class Heap:
    def tensor(self, rules):
        return self.planes(rules.MAX_SEATS), observe_heap

    def planes(self, seats):
        return (Plane("taken", (1,)), Plane("rest", (seats - 1,)))


@inline
def observe_heap(params, s, seat, out):
    out[0] = int(s.taken) / 7
    for k in range(1, len(out)):
        out[k] = 0.5


BOARD = Heap()
"""


# -- A whole game ----------------------------------------------------------------------------------


def test_completed_rules_play_to_the_end(game: Nim) -> None:
    state = game.new_state()
    for action in (2, 2):
        state.apply_action(action)
    assert (state.current_player(), state.legal_actions()) == (2, [0])
    assert state.gain(0) == 0
    state.apply_action(0)
    assert state.result() == ([2], [0, 0, 0], [2, 2, 1], "end")
    assert state.returns() == [-0.5, -0.5, 1.0]


def test_completed_rules_hide_nothing_and_evaluate_nothing(game: Nim) -> None:
    state = game.new_state()
    state.apply_action(1)
    assert resampled(state, 0, new_stream(1)) == state
    out = np.ones(3)
    game.compiled.simulation.estimate(game.params_array, state.array, 0, out)
    assert out.tolist() == [0, 0, 0]
    observed = game.compiled.simulation.observed_action
    assert [observed(game.params_array, state.array, 0, seat, 2) for seat in range(3)] == [2] * 3
    assert state.chance_outcomes() == []


def test_completed_rules_are_searched_in_batches_and_counted(game: Nim) -> None:
    two = Nim()
    start = two.new_state()
    found = search(start, stream=new_stream(3), simulations=2000)
    assert found.best == 2, "four are left, from which the other seat cannot win"
    assert perft(two, 3) == 23, "6 x 3 + 2 x 2 + 1"
    assert random_games(two, 50, stream=new_stream(1)).games == 50
    batch = Batch(game, 8, seed=1)
    for _ in range(20):
        batch.step(batch.random_actions())
    assert batch.legal_mask.any(axis=1).all()


def test_completed_observation_is_the_seat_to_act(game: Nim) -> None:
    state = game.new_state()
    assert [plane.name for plane in game.observation_planes] == ["to_act"]
    assert state.observation(0).tolist() == [1, 0, 0]
    assert state.observation(2).tolist() == [0, 1, 0]
    assert state.information_state(2).tolist() == [0, 1, 0]


PLAYED = """
import json
import empile
from tests.support.nim import Nim
from empile.engine.batches.batch import Batch
batch = Batch(Nim(players=3), 4, seed=5)
for _ in range(9):
    batch.step(batch.random_actions())
states = [batch.state(i) for i in range(4)]
print(json.dumps([[s.tobytes().hex(), s.scores(), s.observation(1).tolist()] for s in states]))
"""


def test_completed_rules_are_the_same_without_the_compiler() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", PLAYED],
            cwd=ROOT,
            env={**os.environ, "NUMBA_DISABLE_JIT": is_off},
            capture_output=True,
            check=True,
            timeout=PATIENCE,
        ).stdout
        for is_off in ("0", "1")
    ]
    assert json.loads(told[0]) == json.loads(told[1])


# -- What is taken from where ----------------------------------------------------------------------


def test_completed_constants() -> None:
    rules: Any = completed(nim_rules, 3)
    assert (rules.MAX_SEATS, rules.MAX_LEGAL, rules.MAX_OUTCOMES) == (3, 3, 1)
    assert rules.legal is nim_rules.legal
    assert not hasattr(nim_rules, "MAX_SEATS"), "the module of the game is left as it is"


def test_completed_rules_are_completed_again_for_more_seats() -> None:
    again: Any = completed(completed(nim_rules, 2), 5)
    assert again.MAX_SEATS == 5
    assert not defines(again, "MAX_SEATS")
    assert completed(nim_rules, 2).__key__ != again.__key__


class ForTwo(Nim):
    options_offered = (choice("players", (2,), 2), number("most", 1, 3, 3))


def test_completed_rules_are_compiled_for_each_number_of_seats() -> None:
    assert ForTwo().compiled is not Nim().compiled
    assert ForTwo().compiled.key != Nim().compiled.key
    assert Nim(players=3).compiled is Nim(players=2).compiled


def test_completed_tensors_follow_from_the_board(nim_with: Callable[[str], ModuleType]) -> None:
    kind = a_game(nim_with(BOARD), options_offered=Nim.options_offered)
    state = kind(players=2).new_state()
    state.apply_action(1)
    assert state.observation(0).tolist() == pytest.approx([2 / 7, 0.5])
    assert state.information_state(0).tolist() == pytest.approx([2 / 7, 0.5])
    assert kind(players=3).new_state().observation(1).tolist() == [0, 0.5, 0.5]
    assert kind(players=2).compiled is kind(players=3).compiled


def test_completed_actions_follow_from_the_moves() -> None:
    class Moves:
        actions = 3

    given = nim_without("ACTIONS")
    given.__dict__["MOVES"] = Moves()
    rules: Any = a_game(given).rules
    assert (rules.ACTIONS, rules.MAX_LEGAL) == (3, 3)


def test_gain_is_the_difference_of_scores(nim_with: Callable[[str], ModuleType]) -> None:
    state = a_game(nim_with(SCORES))(most=3).new_state()
    state.apply_action(2)
    state.apply_action(1)
    assert state.scores() == [50, 0]
    assert [state.gain(action) for action in state.legal_actions()] == [-50, 20]
    assert state.field("taken") == 5


# -- What the game must define ---------------------------------------------------------------------


def test_lacking_names_what_has_no_default() -> None:
    def missing(rules: ModuleType, *reasons: str, is_hidden: bool = False) -> list[str]:
        return lacking(rules, reasons, imperfect_information=is_hidden)

    assert missing(nim_rules, "end") == []
    assert missing(nim_rules, "line", "full") == ["reason"]
    assert missing(nim_rules, "end", is_hidden=True) == ["resample", "observed_action"]
    assert missing(nim_without("ranks", "ACTIONS"), "end") == ["ACTIONS", "ranks"]


def test_game_with_incomplete_rules_says_what_is_missing() -> None:
    kind = a_game(nim_without("current", "apply"))
    with pytest.raises(TypeError, match="the rules of other must define current, apply"):
        kind()


# -- What follows from the definitions -------------------------------------------------------------


def test_flags_follow_from_the_rules(nim_with: Callable[[str], ModuleType]) -> None:
    assert not Nim.has_points
    assert not Nim.has_chance
    assert Nim().max_chance_nodes == 0
    assert a_game(nim_with(SCORES)).has_points
    assert not a_game(nim_with(SCORES + "#"), has_points=False).has_points
    assert {
        name: (kind.has_points, kind.has_chance)
        for name in empile.game_names()
        for kind in [type(empile.load(name))]
    } == {
        "block-ness": (True, False),
        "block-out": (True, True),
        "blox": (True, True),
        "cairn": (True, True),
        "on-top": (True, True),
    }


def test_game_defaults() -> None:
    assert (Nim.rules_version, list(Nim.reasons)) == (1, ["end"])
    assert Nim.folder == Path(nim_rules.__file__ or "").parent


def test_fill_params_writes_seats_and_options_of_the_same_name() -> None:
    game = Nim(players=3, most=2)
    assert game.params == {"seats": 3, "most": 2}
    assert game.new_state().legal_actions() == [0, 1]


def test_params_are_the_seats_by_default() -> None:
    rules: Any = a_game(nim_without("PARAMS")).rules
    assert rules.PARAMS.names == ("seats",)
