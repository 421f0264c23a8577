"""Step 1: the game is found, and has what every game declares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from empile.checks.check import Step, itself
from empile.checks.evidence import (
    VARIANTS,
    evidence_of,
    example_variants,
    seat_counts,
    shown,
    variants_of,
)
from empile.checks.lack import Lack, expect, lacks, short
from empile.engine.compiled.completion import lacking
from empile.engine.discovery import game_class
from empile.engine.errors import EmpileError

GAME = Step("game", "the class of the game, its options and variants", "__init__.py")

_DECLARED = (
    ("name", 'name = "tic-tac-toe"'),
    ("options_offered", 'options_offered = (choice("players", (2,), 2),)'),
    ("rules", "rules: ClassVar[ModuleType] = rules"),
)
"""Class variables without a default, each with an example."""

_DEFINED = {
    "STATE": 'STATE = struct_dtype([("seat", "i1"), ("cell", "i1", (9,))])',
    "ACTIONS": "ACTIONS = 9",
    "OBSERVATION_PLANES": 'OBSERVATION_PLANES = (Plane("cell", (2, 3, 3), board=True),)',
    "current": "def current(params, s): return int(s.seat)",
    "legal": "def legal(params, s, out): out[0] = 0; return 1",
    "apply": "def apply(params, s, action): s.seat = 1 - int(s.seat)",
    "ranks": "def ranks(params, s, out): out[0] = 1; out[1] = 2",
    "reason": "def reason(params, s): return 0",
    "resample": "def resample(params, s, seat, stream): ...",
    "observed_action": "def observed_action(params, s, seat, action): return action",
}
"""Names that rules must define if no default suits, each with an example."""


@GAME.check(itself, gate=True)
def declares_what_it_is(name: str) -> None:
    """The class declares its name, options and rules, and has reasons, a version and a folder."""
    game = game_class(name)
    for variable, example in _DECLARED:
        if not hasattr(game, variable):
            raise Lack(f"{game.__name__} does not declare '{variable}'", example=example)
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game.name):
        raise Lack(
            f"the name '{game.name}' is not made of lower-case words with hyphens",
            example='name = "tic-tac-toe"',
        )
    expect(game.rules_version >= 1, "rules_version is {}, but begins with 1", game.rules_version)
    expect(game.reasons, "no reason for the end of a game is declared in 'reasons'")
    expect(len(set(game.reasons)) == len(game.reasons), "a reason is declared twice in 'reasons'")
    if not Path(game.folder).is_dir():
        raise Lack(f"folder is no folder: {game.folder}", example="folder = Path(__file__).parent")


@GAME.check(itself, gate=True)
def offers_seats_first(name: str) -> None:
    """The first option is ``players``, a choice of numbers of seats."""
    offered = game_class(name).options_offered
    if not offered or offered[0].name != "players" or offered[0].kind != "choice":
        raise Lack(
            "the first option is not the choice 'players'", example='choice("players", (2, 3), 2)'
        )


@GAME.check(itself, file="rules", gate=True)
def rules_define_what_has_no_default(name: str) -> None:
    """The rules define the names that no default can replace."""
    game = game_class(name)
    hides = game.imperfect_information
    for missing in lacking(game.rules, game.reasons, imperfect_information=hides):
        example = _DEFINED.get(missing, "")
        is_function = example.startswith("def ")
        raise Lack(
            f"the rules do not define '{missing}'",
            example=f"@inline {example}" if is_function else example,
        )


@GAME.check(itself, gate=True)
def begins_with_its_defaults(name: str) -> None:
    """A game can be made with the default of each option."""
    try:
        game_class(name)()
    except EmpileError as error:
        lacks(f"a game with the default options cannot be made: {error}")


@GAME.check(itself, file=VARIANTS, gate=True)
def variants_cover_all_seat_counts(name: str) -> None:
    """``variants.json`` has each number of seats at least once."""
    game = game_class(name)
    missing = _without(seat_counts(game), [one.game().num_players for one in variants_of(name)])
    if missing:
        raise Lack(
            f"no variant has {' or '.join(map(str, missing))} players",
            shown(evidence_of(game) / VARIANTS),
            short(
                {label: v for label, v in example_variants(game).items() if int(label) in missing}
            ),
        )


def _without(wanted: Sequence[int], covered: Sequence[int]) -> list[int]:
    return [number for number in wanted if number not in covered]
