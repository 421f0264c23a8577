"""Differential tests of the compiled rules against the reference on random games."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import empile
from empile.engine.perft import perft
from tests.games.block_ness.reference import DEFAULT_LAKE, DEFAULT_RINGS, Reference
from tests.games.block_ness.solo.starts import random_start
from tests.support.games import Variant

BASE_AND_EXPERT = [
    {"players": players, "variant": variant}
    for players in (2, 3, 4)
    for variant in ("base", "expert")
]


def play_both(game: empile.Game, luck: random.Random) -> int:
    """Play a random game under both rules and compare all outputs; return its length."""
    return play_on(game.new_state(), Reference.of_options(game.options), luck)


def play_on(state: empile.State, reference: Reference, luck: random.Random) -> int:
    moves = 0
    while True:
        assert state.position() == reference.position()
        legal = reference.legal_texts()
        assert state.legal_texts() == legal
        result = state.result()
        assert (None if result is None else result._asdict()) == reference.result()
        if state.is_terminal():
            return moves
        text = luck.choice(legal)
        state.apply_text(text)
        reference.play(text)
        moves += 1


def random_lake(luck: random.Random) -> dict[str, Any]:
    columns, rows = luck.randint(6, 26), luck.randint(6, 26)
    corners = [0, 0, columns - 1, rows - 1]
    zones = {}
    for players in ("4", "3", "2"):
        low = f"{chr(97 + corners[0])}{corners[1] + 1}"
        high = f"{chr(97 + corners[2])}{corners[3] + 1}"
        zones[players] = [low, high]
        if corners[2] - corners[0] > 5:
            corners[0] += luck.randint(0, 1)
            corners[2] -= luck.randint(0, 1)
        if corners[3] - corners[1] > 5:
            corners[1] += luck.randint(0, 1)
            corners[3] -= luck.randint(0, 1)
    return {"columns": columns, "rows": rows, "zones": dict(sorted(zones.items()))}


def random_rings(luck: random.Random) -> list[list[str]]:
    size = luck.randint(1, 14)
    longest = luck.choice((3, 6, 11))
    return [
        [f"{luck.randint(1, 3)}.{luck.randint(1, 2)}"]
        + [f"{luck.randint(1, longest)}.{luck.randint(1, 9)}" for _ in range(size - 1)]
        for _ in range(4)
    ]


@pytest.mark.parametrize("options", BASE_AND_EXPERT, ids=lambda o: f"{o['players']}-{o['variant']}")
@pytest.mark.parametrize("seed", range(3))
def test_rules_match_reference_in_default_games(options: dict[str, Any], seed: int) -> None:
    assert play_both(empile.load("block-ness", **options), random.Random(seed)) >= 4


@pytest.mark.parametrize("seed", range(20))
def test_rules_match_reference_on_custom_lakes_and_rings(seed: int) -> None:
    luck = random.Random(seed)
    while True:
        options: dict[str, Any] = dict(luck.choice(BASE_AND_EXPERT))
        options["colours"] = luck.sample(range(4), options["players"])
        options["lake"] = random_lake(luck)
        options["rings"] = random_rings(luck)
        try:
            game = empile.load("block-ness", **options)
        except empile.OptionError as error:
            assert "no room" in str(error)
            continue
        break
    play_both(game, luck)


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("seed", range(5))
def test_solo_rules_match_reference(variant: str, seed: int) -> None:
    luck = random.Random(f"{seed} {variant}")
    game = empile.load("block-ness", players=1, variant=variant)
    moves = sum(play_solo(game, luck, 12, 12) for _ in range(40))
    assert moves > 20


@pytest.mark.parametrize("seed", range(20))
def test_solo_rules_match_reference_on_custom_lakes(seed: int) -> None:
    luck = random.Random(seed)
    lake = random_lake(luck)
    options: dict[str, Any] = {
        "players": 1,
        "variant": luck.choice(["base", "expert"]),
        "lake": lake,
    }
    game = empile.load("block-ness", **options)
    for _ in range(5):
        play_solo(game, luck, lake["columns"], lake["rows"])


def play_solo(game: empile.Game, luck: random.Random, columns: int, rows: int) -> int:
    """Play from a random start, of up to twelve rings in hand, under both rules."""
    start = random_start(luck, columns, rows, most_rings=12, most_in_hand=12)
    return play_on(game.state_from_position(start), Reference.of_solo(game.options, start), luck)


def test_perft_matches_reference() -> None:
    """The reference counts the same sequences as the perft table."""
    game = Variant("block-ness", "pond").game()
    counts = [1, 0, 0, 0]

    def count(reference: Reference, depth: int) -> None:
        for text in reference.legal_texts():
            counts[depth] += 1
            if depth < 2:
                after = copy.deepcopy(reference)
                after.play(text)
                count(after, depth + 1)

    count(Reference.of_options(game.options), 1)
    assert counts[1:3] == [perft(game, 1), perft(game, 2)] == [44, 2040]


def test_reference_data_match_default() -> None:
    """Both writings read the same numbers, each from its own place."""
    setting = empile.load("block-ness", players=4).presenter.board_setup()
    assert setting["rings"] == DEFAULT_RINGS
    assert setting["zone"] == ["a1", "l12"]
    assert setting["deep"] == ["c3", "j10"]
    assert (setting["columns"], setting["rows"]) == (DEFAULT_LAKE["columns"], DEFAULT_LAKE["rows"])
