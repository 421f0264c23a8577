"""Several people at one terminal, with hidden information."""

from __future__ import annotations

import codecs
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import empile
from empile.engine.discovery import game_class
from empile.engine.random import new_stream
from tests.cli.conftest import Empile
from tests.support.patience import PATIENCE

HIDING = [name for name in empile.game_names() if game_class(name).imperfect_information]
TWO = ["--players", "2", "--seat", "1", "--seat", "2", "--seed", "1", "--language", "en"]
PASS = "Hand over to"


def begun(game: str) -> empile.Match:
    """Return the game that ``--seed 1`` starts."""
    match = empile.Match(empile.load(game, players=2))
    match.resolve_chance(new_stream(1), also_external=True)
    return match


def test_fixtures_include_games_with_hidden_hands() -> None:
    assert "cairn" in HIDING


@pytest.mark.parametrize("game", HIDING)
def test_play_shows_a_hand_only_after_passing_the_screen(empile_cli: Empile, game: str) -> None:
    match = begun(game)
    state = match.state
    first = state.current_player()
    move = state.legal_texts()[0]
    hands = [state.game.presenter.to_text(state, seat, language="en") for seat in (0, 1)]
    assert hands[0] != hands[1]
    done = empile_cli("play", game, *TWO, stdin=f"\n{move}\n\nquit\n")
    nobodys, firsts, seconds = done.out.split(PASS)
    assert not any(hand in done.out for hand in (hands[1 - first],))
    assert hands[first] not in nobodys
    assert firsts.startswith(f" Player {first + 1};")
    assert hands[first] in firsts
    assert seconds.startswith(f" Player {2 - first};")
    assert f"Player {first + 1}: " in seconds, "what the other did is told"


@pytest.mark.parametrize("game", HIDING)
def test_play_against_bots_does_not_pass_the_screen(empile_cli: Empile, game: str) -> None:
    done = empile_cli("play", game, "--seed", "1", "--language", "en", stdin="quit\n")
    assert PASS not in done.out


def test_play_without_hidden_information_does_not_pass_the_screen(empile_cli: Empile) -> None:
    done = empile_cli("play", "block-ness", *TWO, stdin="d5-d7\nquit\n")
    assert PASS not in done.out
    assert "Player 2’s move: " in done.out


def test_play_ends_if_the_screen_is_not_taken(empile_cli: Empile) -> None:
    done = empile_cli("play", HIDING[0], *TWO, stdin="")
    assert done.status == 0
    assert done.out.endswith("You left the game. It stays as it is.\n")


@pytest.mark.parametrize("game", HIDING)
def test_undo_is_refused_after_a_draw(empile_cli: Empile, game: str) -> None:
    """Undo is refused after a move that revealed a draw, and changes nothing."""
    state = begun(game).state
    for move in state.legal_texts():
        after = state.clone()
        after.apply_text(move)
        if after.is_chance_node():
            break
    else:
        pytest.fail("no first move draws")
    done = empile_cli("play", game, *TWO, stdin=f"\n{move}\n\nundo\nquit\n")
    assert "This move can’t be taken back" in done.out
    assert "Taken back." not in done.out


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_play_clears_the_screen_between_hands() -> None:
    import pty

    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "empile", "play", HIDING[0], *TWO]
    with subprocess.Popen(
        words,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1"},
        start_new_session=True,
    ) as process:
        os.close(theirs)
        shown = ""
        decoder = codecs.getincrementaldecoder("utf-8")()  # a read may end within a character

        def wait_for(text: str) -> str:
            nonlocal shown
            while text not in shown:
                shown += decoder.decode(os.read(ours, 4096))
            before, _, shown = shown.partition(text)
            return before

        try:
            wait_for("\x1b[3J")
            wait_for("nobody else is looking. ")
            os.write(ours, b"\n")
            told = wait_for("’s move: ")
            player = re.findall(r"Player \d", told)[-1]
            move = begun(HIDING[0]).state.legal_texts()[0]
            os.write(ours, f"{move}\n".encode())
            wait_for("\x1b[3J")
            assert player not in wait_for("nobody else is looking. ")
            os.write(ours, b"\n")
            wait_for("’s move: ")
            os.write(ours, b"quit\n")
            wait_for("It stays as it is")
            os.close(ours)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


@pytest.mark.parametrize("game", HIDING)
def test_save_during_a_game_hides_what_the_screen_hides(
    empile_cli: Empile, game: str, tmp_path: Path
) -> None:
    match = begun(game)
    for people, seat in ((TWO, None), (["--players", "2", "--seed", "1", "--seat", "1"], 0)):
        saved = tmp_path / "saved.json"
        empile_cli("play", game, *people, stdin=f"\nsave {saved}\nquit\n")
        record = empile.Record.from_json(saved.read_text("utf-8"))
        assert record.view == seat
        assert record.events == match.record_for(seat).events
