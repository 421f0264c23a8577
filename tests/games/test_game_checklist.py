"""Every game has worked cases, perft, golden games, properties and a fuzz corpus.

Property tests are generic (``test_properties.py``, ``test_redaction.py``) and need only
``variants.json``. This module requires the other files in ``tests/games/<folder>``.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest

import empile
from empile import games
from empile.engine.discovery import game_class
from tests.support.games import golden_records, variants, witness_folder

every_game = pytest.mark.parametrize("name", empile.game_names())


@every_game
def test_variants_cover_all_seat_counts(name: str) -> None:
    players = next(o for o in game_class(name).options_offered if o.name == "players")
    covered = {variant.game().num_players for variant in variants(name)}
    assert covered == set(players.values), (
        f"tests/games/{witness_folder(name).name}/variants.json has no variant for some number of seats"
    )


@every_game
def test_worked_cases_cite_the_rules(name: str) -> None:
    path = witness_folder(name) / "test_cases.py"
    assert path.exists(), f"{name} lacks worked cases: write {path}, one test a rule, citing it"
    text = path.read_text("utf-8")
    assert text.count("def test_") >= 8, f"{path} has fewer than eight worked cases"
    assert "Rule" in text, f"{path} must say which rule each case is about"


@every_game
def test_perft_table_exists(name: str) -> None:
    path = witness_folder(name) / "perft.json"
    if game_class(name).contracts.referee is not None:
        assert not path.exists(), "perft is not offered where outcomes come from outside"
        return
    assert path.exists(), f"{name} lacks a perft table: write {path}, rows of variant and leaves"
    table = json.loads(path.read_text("utf-8"))
    assert table
    of_variants = {row["variant"] for row in table if "start" not in row}
    assert of_variants <= {variant.label for variant in variants(name)}


@every_game
def test_golden_games_exist(name: str) -> None:
    for variant in variants(name):
        path = witness_folder(name) / "golden" / f"{variant.label.replace(' ', '-')}.txt"
        assert path.exists(), (
            f"{name} lacks a golden game of its variant '{variant.label}': run"
            " pytest tests/games/test_golden.py --write-golden and read what it wrote"
        )


@every_game
def test_golden_games_end_in_every_way(name: str) -> None:
    """With every reason by which a game of so many seats can end, for every number of seats."""
    ends = set[tuple[int, str]]()
    for variant in variants(name):
        path = witness_folder(name) / "golden" / f"{variant.label.replace(' ', '-')}.txt"
        (told,) = re.findall(r"^result (.*)$", path.read_text("utf-8"), re.MULTILINE)
        ends.add((variant.game().num_players, json.loads(told)["reason"]))
    for path in golden_records(name):
        record = json.loads(path.read_text("utf-8"))
        ends.add((record["options"]["players"], record["result"]["reason"]))
    game = game_class(name)
    players = next(o for o in game.options_offered if o.name == "players")
    missing = {
        (seats, reason)
        for seats in players.values
        for chosen in _flags(game, seats)
        for reason in chosen.end_reasons
    } - ends
    assert not missing, (
        f"no golden game of {name} ends so: {sorted(missing)}; add a record to"
        f" tests/games/{witness_folder(name).name}/golden"
    )


def _flags(game: type[empile.Game], seats: int) -> list[empile.Game]:
    """Return the game with so many seats, plain and with each flag that it offers set the other way."""
    flags = [option for option in game.options_offered if option.kind == "flag"]
    found = [game(players=seats)]
    for flag in flags:
        with suppress(empile.OptionError):  # a flag may need another number of seats
            found.append(game(players=seats, **{flag.name: not flag.default({})}))
    return found


@every_game
def test_fuzz_corpus_exists(name: str) -> None:
    folder = witness_folder(name) / "corpus"
    kept = sorted(path.name for path in folder.glob("*.json"))
    assert any(file.startswith("good-") for file in kept), f"{folder} has no good-*.json record"
    assert any(file.startswith("bad-") for file in kept), f"{folder} has no bad-*.json record"


@every_game
def test_game_folder_is_complete(name: str) -> None:
    game = game_class(name)
    assert (game.folder / "README.md").stat().st_size > 500, f"{name} lacks rules in README.md"
    words = empile.load(name).presenter.catalogue
    belongs_to_the_house = game.folder.parent == Path(str(games.__file__)).parent
    needed = {"en", "fr", "de", "es"} if belongs_to_the_house else {"en", "fr"}
    lacking = sorted(needed - set(words.languages))
    assert not lacking, f"{name} lacks {', '.join(f'words/{one}.json' for one in lacking)}"
    for language in words.languages:
        assert set(words.messages(language)) == set(words.messages("en")), (
            f"locales/{language}.json of {name} has other keys than locales/en.json"
        )
