"""``empile play`` with real blocks: the terminal asks for rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

import empile
from empile.engine.random import new_stream
from tests.cli.conftest import Empile

PEOPLE = ["block-out", "--option", "referee=people", "--seed", "1", "--language", "en"]
TWO = ["--seat", "1", "--seat", "2"]


def first_moves() -> tuple[str, str]:
    """Return the first card for a block and the first legal move of ``--seed 1``."""
    match = empile.Match(empile.load("block-out", referee="people"))
    match.resolve_chance(new_stream(1))
    texts = match.state.legal_texts()
    return next(text for text in texts if ">" in text), texts[0]


def saved_events(empile_cli: Empile, path: Path, *lines: str, two: bool = True) -> list[str]:
    """Enter lines, save, and return the events of the record except dealt and drawn cards."""
    typed = "\n".join([*lines, f"save {path}", "quit"]) + "\n"
    done = empile_cli("play", *PEOPLE, *(TWO if two else []), stdin=typed)
    assert done.status == 0, done.err
    events = empile.Record.from_json(path.read_text("utf-8")).events
    return [text for text in events if not text.startswith(("~hand", "~draw"))]


def test_ruling_counts_when_the_next_turn_begins(empile_cli: Empile, tmp_path: Path) -> None:
    block, _ = first_moves()
    path = tmp_path / "game.json"
    assert saved_events(empile_cli, path, "", block, "1") == [block]
    assert saved_events(empile_cli, path, "", block, "1", "yes", "") == [block, "~stands"]
    # The ruling was premature: the tower fell before the next turn.
    assert saved_events(empile_cli, path, "", block, "1", "no", "3", "") == [block, "~falls-later"]


def test_ruling_of_a_fall_is_stored_at_once(empile_cli: Empile, tmp_path: Path) -> None:
    block, _ = first_moves()
    events = saved_events(empile_cli, tmp_path / "game.json", "", block, "~falls", "")
    assert events == [block, "~falls"]


def test_ruling_is_asked_again_after_invalid_input(empile_cli: Empile) -> None:
    block, _ = first_moves()
    done = empile_cli("play", *PEOPLE, *TWO, stdin=f"\n{block}\nperhaps\n0\n1\nwell\nY\n\nquit\n")
    assert done.out.count("Type a number from 1 to 3") == 2
    assert "Type yes or no." in done.out
    assert "Player 2’s move: " in done.out


def test_undo_takes_back_a_card_before_the_ruling(empile_cli: Empile) -> None:
    block, _ = first_moves()
    done = empile_cli("play", *PEOPLE, *TWO, stdin=f"\n{block}\nundo\n\nquit\n")
    assert "Taken back." in done.out
    assert done.out.count("What happened?") == 1
    assert "Player 1’s move: " in done.out.rpartition("Taken back.")[2]


def test_play_shows_no_hand_during_a_ruling(empile_cli: Empile) -> None:
    block, _ = first_moves()
    done = empile_cli("play", *PEOPLE, *TWO, stdin=f"\n{block}\nboard\nquit\n")
    drawn = done.out.rpartition("What happened?")[0].rpartition("board")[2]
    assert "6 cards  ? ? ? ? ? ?\n" in drawn
    assert "7 cards  ? ? ? ? ? ? ?\n" in drawn


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_ruling_that_ends_the_game_is_confirmed(empile_cli: Empile, answer: str) -> None:
    block, _ = first_moves()
    last = ["--option", "turn_limit=1"]
    done = empile_cli("play", *PEOPLE, *last, stdin=f"{block}\n1\n{answer}\n")
    assert "This ends the game. Are you sure?" in done.out
    assert ("The game is over." in done.out) == (answer == "yes")


def test_play_without_people_uses_probabilities(empile_cli: Empile) -> None:
    _, move = first_moves()
    done = empile_cli(
        "play", "block-out", "--seed", "1", "--language", "en", stdin=f"{move}\nquit\n"
    )
    assert done.status == 0
    assert "What happened?" not in done.out
