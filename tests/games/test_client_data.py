"""The READMEs list exactly the keys and types that games send to clients."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import empile
from empile.engine.discovery import game_with_solo
from empile.engine.strict_json import is_list, is_object
from tests.support.games import pool, variants
from tests.support.readme import Readme, quoted

SECTION = "Data for clients"
READMES = {name: Readme(name) for name in empile.game_names()}
NAMES = [name for name, readme in READMES.items() if SECTION in readme.sections]
TYPES = {
    bool: "boolean", int: "integer", float: "number", str: "string",
    dict: "object", list: "array", type(None): "null",
}  # fmt: skip
GAMES, EVERY, SOLO = 3, 3, 20
"""Random games of a variant; one of so many of their positions, and of the puzzles, is looked at."""

Types = dict[tuple[str, str], set[str]]
"""The types of each key, such as ``("position", "rings[].seat")``."""


def documented(name: str) -> dict[tuple[str, str], str]:
    readme = READMES[name]
    rows = [["`position`", *row] for row in readme.rows("Position object")]
    return {
        (quoted(thing)[0], quoted(key)[0]): kind
        for thing, key, kind, _ in [*rows, *readme.rows(SECTION)]
    }


def is_map(kind: str) -> bool:
    """Return whether the keys of an object are data, as in "object by space"."""
    return kind.startswith("object by ")


def alternatives(kind: str) -> set[str]:
    """Return the types of a cell: "array of strings or null" is an array or null."""
    return {one.split(" ")[0] for one in kind.split(" or ")}


def collect(found: Types, told: dict[tuple[str, str], str], thing: str, value: Any) -> None:
    def walk(value: dict[str, Any], path: str) -> None:
        for key, one in value.items():
            place = (thing, path + key)
            found.setdefault(place, set()).add(TYPES[type(one)])
            if is_object(one) and not is_map(told.get(place, "")):
                walk(one, f"{path}{key}.")
            for item in one if is_list(one) else ():
                if is_object(item):
                    walk(item, f"{path}{key}[].")

    walk(value, "")


def games_of(name: str) -> Iterator[empile.Match]:
    """Yield random games of all variants, and games that begin from puzzles."""
    for variant in variants(name):
        for _, match in islice(pool(variant), GAMES):
            yield match
    game = game_with_solo()
    if game is not None and game.name == name and game.solo is not None:
        for puzzle in game.solo.levels()[::SOLO]:
            solo = empile.load(name, players=1, variant=puzzle.variant)
            yield empile.Match.from_position(solo, puzzle.position)


def sent(name: str, told: dict[tuple[str, str], str]) -> Types:
    found: Types = {}
    for match in games_of(name):
        presenter, referee = match.game.presenter, match.game.referee
        start = match.start
        setup = presenter.board_setup() if start is None else presenter.start_setup(start)
        collect(found, told, "board_setup", setup)
        for index in [*range(0, len(match.events), EVERY), len(match.events)]:
            state = match.state_before(index)
            for seat in (None, 0, 1):
                collect(found, told, "position", presenter.view(state, seat))
            collect(found, told, "position", presenter.position(state))
            if referee is not None:
                poses = referee.poses(state, match.events[:index], start=start)
                written = referee.poses_json(state, match.events[:index], start=start)
                assert json.loads(written) == poses
                collect(found, told, "poses", poses)
            for action in state.legal_actions() if state.current_player() >= 0 else ():
                collect(found, told, "parts", presenter.move_parts(state, action))
                collect(found, told, "effects", presenter.move_effects(state, action))
    return found


def test_games_that_people_play_document_their_data() -> None:
    assert {"block-ness", "blox", "on-top", "block-out"} <= {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_keys_and_types_are_those_that_games_send(name: str) -> None:
    told = documented(name)
    found = sent(name, told)
    assert {*told} == {*found}
    for place, kind in told.items():
        seen = {"number" if one == "integer" and kind == "number" else one for one in found[place]}
        assert seen == alternatives(kind), place
