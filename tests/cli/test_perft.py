"""``empile perft``."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Empile


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["--depth", "0"], 1),
        (["--depth", "1"], 192),
        (["--depth", "2"], 26_304),
        (["--depth", "3"], 2_342_752),
        (["--depth", "3", "--option", "variant=expert"], 1_746_944),
        (["--depth", "3", "--players", "3"], 2_160_000),
    ],
)
def test_perft_prints_only_the_count(empile_cli: Empile, words: list[str], count: int) -> None:
    done = empile_cli("perft", "block-ness", *words)
    assert (done.status, done.out, done.err) == (0, f"{count}\n", "")


def test_perft_ignores_the_seed_without_chance(empile_cli: Empile) -> None:
    for seed in ("1", "2"):
        done = empile_cli("perft", "block-ness", "--depth", "2", "--seed", seed)
        assert done.out == "26304\n"


def test_perft_does_not_count_games_that_end_earlier(empile_cli: Empile) -> None:
    small = (
        '{"columns": 3, "rows": 3, "zones": {"2": ["a1","c3"], "3": ["a1","c3"], "4": ["a1","c3"]}}'
    )
    rings = '[["2.1"], ["2.1"], ["2.1"], ["2.1"]]'
    words = ["--option", f"lake={small}", "--option", f"rings={rings}"]
    two = empile_cli("perft", "block-ness", *words, "--depth", "2")
    assert (two.status, int(two.out) > 0) == (0, True)
    assert empile_cli("perft", "block-ness", *words, "--depth", "3").out == "0\n"


@pytest.mark.parametrize("game", ["cairn", "block-out"])
@pytest.mark.parametrize("more", [[], ["--players", "4", "--seed", "3"]])
def test_perft_rejects_games_with_external_outcomes(
    empile_cli: Empile, game: str, more: list[str]
) -> None:
    done = empile_cli("perft", game, "--depth", "2", *more)
    done.refused(game, "no perft: some outcomes come from outside its rules")
    assert done.out == ""


def test_perft_requires_a_depth(empile_cli: Empile) -> None:
    empile_cli("perft", "block-ness").refused("--depth")
