"""Steps 7 and 8: worked cases of the rules, and counts of move sequences."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from functools import cache
from typing import Any, NamedTuple

from empile.checks.check import NotChecked, Step, itself
from empile.checks.evidence import (
    CASES,
    PERFT,
    Variant,
    evidence_folder,
    read_json_file,
    shown,
    variants_of,
)
from empile.checks.lack import Lack, equal
from empile.checks.readme_file import Readme
from empile.engine.discovery import game_class, load
from empile.engine.errors import EmpileError
from empile.engine.perft import perft
from empile.engine.strict_json import is_list, is_object

CASES_STEP = Step("cases", "worked cases, each citing a rule", CASES, needs=("rules", "notation"))
PERFT_STEP = Step("perft", "counts of move sequences", PERFT, needs=("rules",))

PYTEST_MISSING = "worked cases need pytest: pip install pytest"
_EXAMPLE = (
    "def test_three_in_a_row_wins() -> None: with the docstring 'Rule 3.', which plays the moves"
    " and asserts the result"
)


@CASES_STEP.check(itself)
def worked_cases_cite_the_rules(name: str) -> None:
    """There is at least one worked case for each numbered rule, and cases say which rule it is."""
    path = evidence_folder(name) / CASES
    if not path.exists():
        raise Lack("no worked cases", shown(path), _EXAMPLE)
    text = path.read_text("utf-8")
    cases, rules = text.count("def test_"), len(rule_numbers(name))
    if cases < max(1, rules):
        raise Lack(
            f"fewer worked cases ({cases}) than numbered rules ({rules})", shown(path), _EXAMPLE
        )
    if "Rule" not in text:
        raise Lack("no worked case says which rule it is about", shown(path), _EXAMPLE)


def rule_numbers(name: str) -> list[str]:
    """Return the numbers of the rules in the README, in the section "The rules"."""
    section = Readme(name).sections.get("The rules", "")
    return re.findall(r"^(\d+)\. ", section, re.MULTILINE)


@CASES_STEP.check(itself)
def worked_cases_hold(name: str) -> None:
    """Pytest runs the worked cases, in another process."""
    path = evidence_folder(name) / CASES
    if not path.exists():
        return
    if importlib.util.find_spec("pytest") is None:
        raise NotChecked(PYTEST_MISSING)
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "--tb=line", str(path)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "200"},
    )
    if done.returncode:
        said = re.findall(r"^(?:E  +|FAILED |ERROR )(.*)$", done.stdout, re.MULTILINE)
        last = [line for line in (done.stdout + done.stderr).split("\n") if line.strip()][-1:]
        raise Lack(
            f"worked cases fail: {(said or last or ['pytest says nothing'])[0]}", shown(path)
        )


class PerftRow(NamedTuple):
    """A row of ``perft.json``."""

    name: str
    row: str
    """The row as JSON: a ``variant`` or ``options`` with ``start``, ``depth``, ``leaves``."""

    def __str__(self) -> str:
        row = json.loads(self.row)
        options = row.get("options")
        label = row["variant"] if options is None else "-".join(map(str, options.values()))
        return f"{self.name}-{label}-depth-{row['depth']}".replace(" ", "-")


def has_perft(name: str) -> bool:
    """Return whether the game has no referee: perft is not offered if outcomes come from outside."""
    return game_class(name).contracts.referee is None


def perft_variants(name: str) -> list[Variant]:
    """Return the variants of a game that has perft."""
    return variants_of(name) if has_perft(name) else []


@PERFT_STEP.check(perft_variants)
def depth_1_counts_legal_moves(variant: Variant) -> None:
    """The compiled count agrees with the moves that the state offers."""
    game = variant.game()
    equal(perft(game, 0), 1, "perft of depth 0")
    state = game.new_state()
    if not state.is_chance_node():
        equal(perft(game, 1), len(state.legal_actions()), "perft of depth 1")


@PERFT_STEP.check(itself)
def perft_table_exists(name: str) -> None:
    """``perft.json`` has rows of variants, counted by hand or by other code."""
    path = evidence_folder(name) / PERFT
    if not has_perft(name):
        if path.exists():
            raise Lack("perft is not offered if outcomes come from a referee: remove perft.json")
        return
    first = variants_of(name)[0]
    example = json.dumps([{"variant": first.label, "depth": 1, "leaves": _count(first)}])
    if not path.exists():
        raise Lack("no perft table, counted by hand or by other code", shown(path), example)
    rows: object = read_json_file(path)
    if not is_list(rows) or not rows:
        raise Lack("the perft table has no rows", shown(path), example)
    labels = {variant.label for variant in variants_of(name)}
    for row in rows:
        good = is_object(row) and {"depth", "leaves"} <= row.keys()
        if not good or ("start" not in row and row.get("variant") not in labels):
            raise Lack(f"a row of the perft table is {json.dumps(row)}", shown(path), example)


@cache
def _count(variant: Variant) -> int:
    return perft(variant.game(), 1)


def perft_rows(name: str) -> list[PerftRow]:
    """Return the rows of a game's perft table, if it has one."""
    path = evidence_folder(name) / PERFT
    rows: list[Any] = read_json_file(path) if path.exists() else []
    return [PerftRow(name, json.dumps(row)) for row in rows]


@PERFT_STEP.check(perft_rows, slow=True)
def perft_matches_table(row: PerftRow) -> None:
    """A row has a ``variant``, or ``options`` and the position object ``start``."""
    _counts_as_told(row.name, json.loads(row.row))


def _counts_as_told(name: str, row: dict[str, Any]) -> None:
    try:
        if "start" in row:
            game = load(name, **row["options"])
            start = game.state_from_position(row["start"])
        else:
            game, start = Variant(name, row["variant"]).game(), None
        found = perft(game, row["depth"], row.get("seed", 0), start=start)
    except (KeyError, EmpileError) as error:
        raise Lack(f"the row {json.dumps(row)} cannot be counted: {error}", PERFT) from None
    equal(found, row["leaves"], f"perft {json.dumps(row)}: the number of leaves")
