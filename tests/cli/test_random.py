"""``empile random``: records of random games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import empile
from empile import Record
from empile.engine.compiled.cache import cache_root
from tests.cli.conftest import Empile


def test_random_prints_one_record_on_one_line(empile_cli: Empile) -> None:
    done = empile_cli("random", "block-ness", "--seed", "1")
    assert (done.status, done.err) == (0, "")
    assert done.out.count("\n") == 1
    assert done.out.endswith("\n")
    record = Record.from_json(done.out)
    assert record.result == record.final_state().result()
    assert list(json.loads(done.out)) == [
        "format", "game", "rules", "options", "seats", "events", "result",
    ]  # fmt: skip


@pytest.mark.parametrize("game", empile.game_names())
@pytest.mark.parametrize("eager", [[], ["--eager"]])
def test_random_repeats_with_the_same_seed(empile_cli: Empile, game: str, eager: list[str]) -> None:
    words = ["random", game, "--seed", "7", *eager]
    first, second = empile_cli(*words), empile_cli(*words)
    assert first.status == 0
    assert first.out == second.out
    assert empile_cli("random", game, "--seed", "8", *eager).out != first.out


def test_random_seeds_keep_their_bytes(empile_cli: Empile) -> None:
    """Users store seeds instead of games, so this game must not change."""
    golden = Path(__file__).with_name("random-block-ness-1.json").read_bytes()
    words = ["random", "block-ness", "--seed", "1"]
    assert empile_cli(*words).out.encode() == golden
    elsewhere = subprocess.run(
        [sys.executable, "-m", "empile", *words],
        capture_output=True,
        env={"LC_ALL": "C", "EMPILE_CACHE": str(cache_root())},
        check=True,
    )
    assert elsewhere.stdout == golden


@pytest.mark.parametrize(
    "chosen",
    [["block-ness"], ["block-out"], ["block-out", "--option", "advanced=true"],
     ["block-out", "--option", "turn_limit=9"]],
)  # fmt: skip
def test_eager_has_no_effect_if_every_move_scores(empile_cli: Empile, chosen: list[str]) -> None:
    for seed in ("3", "4", "5"):
        words = ["random", *chosen, "--seed", seed, "--players", "4"]
        assert empile_cli(*words, "--eager").out == empile_cli(*words).out


def test_eager_scores_if_possible(empile_cli: Empile) -> None:
    record = Record.from_json(empile_cli("random", "cairn", "--seed", "5", "--eager").out)
    for state, event in record.replay():
        if event.seat >= 0 and any(state.gain(move) > 0 for move in state.legal_actions()):
            assert state.gain(event.actions[0]) > 0


def test_random_draws_external_outcomes(empile_cli: Empile) -> None:
    records = [
        Record.from_json(empile_cli("random", "cairn", "--seed", str(seed)).out)
        for seed in range(8)
    ]
    assert all(record.result is not None for record in records)
    answers = {event for record in records for event in record.events if event.startswith("~")}
    assert {"~stands", "~falls"} <= answers


def test_random_uses_probabilities_by_default(empile_cli: Empile) -> None:
    """Probabilities decide even if the record names another referee."""
    words = ["random", "block-out", "--seed", "2"]
    plain = json.loads(empile_cli(*words).out)
    assert plain["options"]["referee"] == "odds"
    for referee in ("odds", "people", "physics"):
        named = json.loads(empile_cli(*words, "--option", f"referee={referee}").out)
        assert named["options"]["referee"] == referee
        assert named["events"] == plain["events"]
        assert named["result"] == plain["result"]
    empile_cli(*words, "--option", "referee=cat").refused("referee", "physics", "odds", "people")


def test_random_towers_fall_as_often_as_expected(empile_cli: Empile) -> None:
    """Never with the first block, but in most games."""
    falls, first = 0, 0
    for seed in range(12):
        out = empile_cli("random", "block-out", "--seed", str(seed), "--players", "4").out
        for state, event in Record.from_json(out).replay():
            if event.text.startswith("~falls"):
                falls += 1
                first += len(state.position()["tower"]) == 1
    assert falls > 6
    assert first == 0


def test_random_records_players_and_options(empile_cli: Empile) -> None:
    words = ["--players", "3", "--option", "variant=expert", "--option", "colours=[3, 0, 1]"]
    record = json.loads(empile_cli("random", "block-ness", "--seed", "1", *words).out)
    assert record["options"] == {
        "players": 3,
        "variant": "expert",
        "colours": [3, 0, 1],
        "lake": "house",
        "rings": "house",
    }
    assert len(record["seats"]) == 3


def test_option_accepts_quoted_json(empile_cli: Empile) -> None:
    plain = empile_cli("random", "block-ness", "--seed", "1", "--option", "variant=expert")
    quoted = empile_cli("random", "block-ness", "--seed", "1", "--option", 'variant="expert"')
    assert plain.out == quoted.out


def test_option_reads_data_from_a_file(empile_cli: Empile, tmp_path: Path) -> None:
    lake = {"columns": 8, "rows": 9, "zones": {n: ["a1", "h9"] for n in "234"}}
    path = tmp_path / "lake.json"
    path.write_text(json.dumps(lake), "utf-8")
    from_file = empile_cli("random", "block-ness", "--seed", "1", "--option", f"lake={path}")
    inline = empile_cli(
        "random", "block-ness", "--seed", "1", "--option", f"lake={json.dumps(lake)}"
    )
    assert from_file.status == 0
    assert json.loads(from_file.out)["options"]["lake"] == lake
    assert from_file.out == inline.out


def test_option_house_is_not_a_file(empile_cli: Empile, tmp_path: Path) -> None:
    given = empile_cli("random", "block-ness", "--seed", "1", "--option", "lake=house")
    assert given.out == empile_cli("random", "block-ness", "--seed", "1").out


def test_option_accepts_preset_names(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("random", "on-top", "--seed", "1", "--option")
    named = empile_cli(*words, "board=large", "--option", "start=star")
    options = json.loads(named.out)["options"]
    assert len(options["board"]["cells"]) == 73, "the record holds the board, not its name"
    assert len(options["start"]) == 6
    # A file takes precedence over a preset of the same name.
    own = {**options["board"], "start": ["D52"]}
    (tmp_path / "large").write_text(json.dumps(own), "utf-8")
    assert json.loads(empile_cli(*words, "board=large").out)["options"]["board"] == own
    empile_cli(*words, "board=wide").refused("no file wide", "house, large")


def test_seed_accepts_any_whole_number(empile_cli: Empile) -> None:
    for seed in ("-1", "0", str(2**70)):
        assert empile_cli("random", "block-ness", "--seed", seed).status == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such-game"], ["no-such-game", "block-ness"]),
        (["block-ness", "--players", "5"], ["players", "2, 3, 4"]),
        (["block-ness", "--option", "colour=red"], ["no option 'colour'", "colours"]),
        (["block-ness", "--option", "variant"], ["K=V"]),
        (["block-ness", "--option", "variant=3"], ["variant", "3"]),
        (["block-ness", "--option", "variant=base", "--option", "variant=base"], ["twice"]),
        (["block-ness", "--players", "3", "--option", "players=3"], ["twice"]),
        (["block-ness", "--option", 'lake={"columns": 8'], ["not", "JSON"]),
        (["block-ness", "--option", 'lake={"rows": 8, "rows": 8}'], ["duplicate key 'rows'"]),
        (["block-ness", "--option", "colours=[0, NaN]"], ["NaN"]),
        (["block-ness", "--option", "lake=no-such-file.json"], ["no file no-such-file.json"]),
        (["on-top", "--option", "teams=true"], ["'teams' needs 'players' to be 4, not 2"]),
        (["block-ness", "--option", "lake=."], ["."]),
    ],
)
def test_random_rejects_invalid_arguments(
    empile_cli: Empile, words: list[str], said: list[str]
) -> None:
    refused = empile_cli("random", *words, "--seed", "1")
    refused.refused(*said)
    assert refused.out == ""


def test_option_names_an_invalid_data_file(empile_cli: Empile, tmp_path: Path) -> None:
    path = tmp_path / "lake.json"
    path.write_bytes(b"\xff\xfe\x00not json")
    words = ["random", "block-ness", "--seed", "1", "--option", f"lake={path}"]
    empile_cli(*words).refused("lake.json", "JSON")
