"""Step 11: the README: rules, options, files, position object, data for clients."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from empile.checks.check import Step, itself
from empile.checks.evidence import variants_of
from empile.checks.lack import Lack, equal, expect, lacks
from empile.checks.random_games import pool, sample
from empile.checks.readme_file import Readme, quoted
from empile.checks.steps.messages import is_of_the_house
from empile.checks.steps.pictures import OUTSIDE
from empile.engine.discovery import game_class, load
from empile.engine.match import Match
from empile.engine.strict_json import is_list, is_object

README = Step(
    "readme", "the rules for players, and what else the README says", "README.md",
    needs=("rules", "notation", "positions"),
)  # fmt: skip

RULES = ("The rules", "Règles du jeu", "Spielregeln", "Reglas del juego")
OPTIONS, POSITION, FILES, CLIENTS = (
    "Options", "Position object", "Where things are", "Data for clients",
)  # fmt: skip
SECTIONS = {
    RULES[0]: "1. Each player in turn marks an empty cell.",
    OPTIONS: "a table: | option | values | default |",
    POSITION: 'a JSON example, and a table: | key | type | meaning | with `"seat"` and others',
    FILES: "a table that names each Python file, like `rules.py`",
    CLIENTS: "a table: | thing | key | type | meaning |",
}
"""Headings with what stands below. Games of Empile have all; in others each is checked if it exists."""


def having(section: str) -> Callable[[str], list[str]]:
    """Return a function that returns the game's name if its README has a section."""

    def found(name: str) -> list[str]:
        return [name] if section in Readme(name).sections else []

    return found


@README.check(itself, gate=True)
def readme_exists(name: str) -> None:
    """There is a README; those of Empile's own games have all sections."""
    sections = Readme(name).sections
    for section, example in SECTIONS.items():
        if section not in sections and is_of_the_house(game_class(name)):
            raise Lack(f"the section '{section}' is missing", "README.md", example)


@README.check(having(RULES[0]))
def rule_numbers_match_in_all_languages(name: str) -> None:
    """Rules are numbered from 1, and the same in each language."""
    sections = Readme(name).sections
    numbers = {
        title: re.findall(r"^(\d+)\. ", sections[title], re.MULTILINE)
        for title in RULES
        if title in sections
    }
    first = numbers[RULES[0]]
    if not first:
        raise Lack("the rules are not numbered", "README.md", SECTIONS[RULES[0]])
    for title, found in numbers.items():
        wanted = [str(number) for number in range(1, len(first) + 1)]
        equal(found, wanted, f"the list of rules under '{title}'")


@README.check(having(OPTIONS))
def options_are_documented(name: str) -> None:
    """The table of options has each one, in order, with its values and its default."""
    told = {quoted(option)[0]: more for option, *more in Readme(name).rows(OPTIONS)}
    options = game_class(name).options_offered
    equal([*told], [option.name for option in options], f"the list of options under '{OPTIONS}'")
    so_far: dict[str, Any] = {}
    for option in options:
        values, default = told[option.name][:2]
        so_far[option.name] = option.default(so_far)
        written = json.dumps(so_far[option.name])
        if not re.match(rf"`?{re.escape(written)}`?(,|$)", default):
            lacks("the default of {} is documented as {}, but is {}", option.name, default, written)
        for value in option.values if option.kind == "choice" else ():
            if json.dumps(value) not in values:
                lacks("the value {} of the option {} is not documented", value, option.name)


@README.check(having(FILES))
def files_are_documented(name: str) -> None:
    """Each Python file is listed, and each listed file exists."""
    readme = Readme(name)
    part = readme.sections[FILES]
    for path in readme.folder.rglob("*.py"):
        file = path.relative_to(readme.folder).as_posix()
        if path.name != "__init__.py" and f"`{file}`" not in part:
            raise Lack(f"`{file}` is missing under '{FILES}'")
    for listed in re.findall(r"`((?:\w+/)*\w+\.\w+|(?:\w+/)+)`", part):
        if not (readme.folder / listed).exists():
            raise Lack(f"`{listed}` is listed under '{FILES}', but does not exist")


@README.check(having(POSITION))
def position_keys_and_reasons_are_documented(name: str) -> None:
    """The position object has an example, a row for each key, and the reasons for an end."""
    readme = Readme(name)
    part, position = readme.sections[POSITION], load(name).new_state().position()
    equal([*readme.example(POSITION)], [*position], "the list of keys in the example of a position")
    told = {key for keys, *_ in readme.rows(POSITION) for key in quoted(keys)}
    plain = sorted(key for key in told if not re.search(r"[.\[]", key))
    equal(plain, sorted(position), f"the list of keys under '{POSITION}'")
    for reason in game_class(name).reasons:
        expect(f"`{reason}`" in part, f"the reason `{reason}` is not named under '{POSITION}'")


# -- Data for clients ------------------------------------------------------------------------------

TYPES = {
    bool: "boolean", int: "integer", float: "number", str: "string",
    dict: "object", list: "array", type(None): "null",
}  # fmt: skip
GAMES, EVERY, SOLO = 3, 3, 20
"""Random games of a variant; one of so many of their positions, and of the puzzles, is looked at."""

Types = dict[tuple[str, str], set[str]]
"""The types of each key, such as ``("position", "pieces[].seat")``."""


@README.check(having(CLIENTS), slow=True)
def keys_and_types_are_those_that_games_send(name: str) -> None:
    """The tables of keys and types list exactly what is sent to clients."""
    told = _documented(name)
    found = _sent(name, told)
    surplus, missing = sorted({*told} - {*found}), sorted({*found} - {*told})
    expect(not surplus, "documented, but never sent to clients: {}", surplus)
    expect(not missing, "sent to clients, but not documented: {}", missing)
    for place, kind in told.items():
        seen = {"number" if one == "integer" and kind == "number" else one for one in found[place]}
        equal(sorted(seen), sorted(_alternatives(kind)), "the list of types of {}", place)


def _documented(name: str) -> dict[tuple[str, str], str]:
    readme = Readme(name)
    rows = [["`position`", *row] for row in readme.rows(POSITION)]
    return {
        (quoted(thing)[0], quoted(key)[0]): kind
        for thing, key, kind, _ in [*rows, *readme.rows(CLIENTS)]
    }


def _is_map(kind: str) -> bool:
    """Return whether the keys of an object are data, as in "object by space"."""
    return kind.startswith("object by ")


def _alternatives(kind: str) -> set[str]:
    """Return the types of a cell: "array of strings or null" is an array or null."""
    return {one.split(" ")[0] for one in kind.split(" or ")}


def _collect(found: Types, told: dict[tuple[str, str], str], thing: str, value: Any) -> None:
    def walk(value: dict[str, Any], path: str) -> None:
        for key, one in value.items():
            place = (thing, path + key)
            found.setdefault(place, set()).add(TYPES[type(one)])
            if is_object(one) and not _is_map(told.get(place, "")):
                walk(one, f"{path}{key}.")
            for item in one if is_list(one) else ():
                if is_object(item):
                    walk(item, f"{path}{key}[].")

    walk(value, "")


def _games_of(name: str) -> Iterator[Match]:
    """Yield random games of all variants, and games that begin from puzzles."""
    for variant in variants_of(name):
        for _, match in islice(pool(variant), sample(GAMES).stop):
            yield match
    solo = load(name).solo
    if solo is not None:
        for puzzle in solo.levels()[::SOLO]:
            alone = load(name, players=1, variant=puzzle.variant)
            yield Match.from_position(alone, puzzle.position)


def _sent(name: str, told: dict[tuple[str, str], str]) -> Types:
    found: Types = {}
    for match in _games_of(name):
        presenter, referee = match.game.presenter, match.game.referee
        start = match.start
        setup = presenter.board_setup() if start is None else presenter.start_setup(start)
        _collect(found, told, "board_setup", setup)
        for index in [*range(0, len(match.events), EVERY), len(match.events)]:
            state = match.state_before(index)
            for seat in (None, 0, 1):
                _collect(found, told, "position", presenter.view(state, seat))
            _collect(found, told, "position", presenter.position(state))
            if referee is not None:
                poses = referee.poses(state, match.events[:index], start=start)
                written = referee.poses_json(state, match.events[:index], start=start)
                equal(json.loads(written), poses, "'poses_json'")
                _collect(found, told, "poses", poses)
            for action in state.legal_actions() if state.current_player() >= 0 else ():
                _collect(found, told, "parts", presenter.move_parts(state, action))
                _collect(found, told, "effects", presenter.move_effects(state, action))
    return found


# -- Pictures of the rules -------------------------------------------------------------------------


def _with_pictures(name: str) -> list[str]:
    return [name] if (game_class(name).folder / "web" / "pictures").exists() else []


@README.check(_with_pictures, file="web/pictures/rules-1.svg")
def rule_pictures_are_small_and_self_contained(name: str) -> None:
    """The pictures of the rules belong to a chapter, are small and load nothing."""
    known = load(name).presenter.catalogue.messages("en")
    pictures = list((game_class(name).folder / "web" / "pictures").glob("rules-*.svg"))
    expect(pictures, "the folder web/pictures has no rules-*.svg")
    for path in pictures:
        svg = path.read_text("utf-8")
        key = f"rules.{path.stem.removeprefix('rules-')}.title"
        expect(re.fullmatch(r"rules\.\d+\.title", key) and key in known,
               f"{path.name} belongs to no chapter: there is no message '{key}'")  # fmt: skip
        expect(
            len(svg) < 20_000,
            f"{path.name} has {{}} characters, at most 20,000 load fast",
            len(svg),
        )
        outside = OUTSIDE.search(svg)
        expect(outside is None, f"{path.name} loads or runs something")
        for reference in re.findall(r"url\(#([^)]+)\)", svg):
            expect(
                f'id="{reference}"' in svg, f"{path.name} refers to #{reference}, which it lacks"
            )
