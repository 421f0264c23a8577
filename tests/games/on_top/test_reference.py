"""Differential tests of the compiled rules against the reference over whole games.

Compares positions, legal moves and their effects, accepted chance texts and results. The reference
draws chance events.
"""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.errors import EmpileError
from empile.engine.random import Stream, new_stream, pick, split
from tests.games.on_top.boards import random_board, random_start
from tests.games.on_top.reference import (
    COLOURS,
    Move,
    Reference,
    counter_clockwise,
    default_board,
    lies,
    point,
    tile_name,
    written,
)
from tests.support.games import Variant, evidence_folder, variants


def compare(state: empile.State, reference: Reference) -> None:
    """Compare all outputs of one situation."""
    assert state.position() == reference.position()
    assert state.scores() == reference.scores()
    assert state.legal_texts() == reference.legal_texts()
    result = state.result()
    assert (None if result is None else result._asdict()) == reference.result()


def compare_moves(state: empile.State, reference: Reference, texts: list[str]) -> None:
    """Ask both what each of these moves would do."""
    assert reference.seat is not None
    for text in texts:
        after = reference.after(text)
        action = state.read_text(text).actions[0]
        assert (
            state.gain(action)
            == after.scores()[reference.seat] - (reference.scores()[reference.seat])
        )
        assert state.game.presenter.move_effects(state, action) == after.move_effects()


def near_texts(text: str, luck: random.Random) -> list[str]:
    """Texts near one that is right: other letters and figures, more of them, fewer, exchanged."""
    found: list[str] = []
    for _ in range(4):
        letters = list(text)
        at = luck.randrange(len(letters))
        change = luck.randrange(4)
        if change == 0:
            letters[at] = luck.choice("BYRWUD0123456 ~")
        elif change == 1:
            letters.insert(at, luck.choice("BYRWUD0123456 ~"))
        elif change == 2:
            del letters[at]
        else:
            other = luck.randrange(len(letters))
            letters[at], letters[other] = letters[other], letters[at]
        found.append("".join(letters))
    return found


def is_possible(state: empile.State, text: str) -> bool:
    """Whether the compiled rules read the text and take what they read."""
    try:
        state.clone().apply_text(text)
    except EmpileError:
        return False
    return True


def worth(reference: Reference, text: str, wanted: str) -> float:
    """How much a move does of what is wanted: ``points`` or a colour's ``pawns``."""
    assert reference.seat is not None
    after = reference.after(text)
    if wanted == "points":
        return after.scores()[reference.seat] - reference.scores()[reference.seat]
    if wanted == "pawns":
        return -min(after.pawns.values()) - sum(after.pawns.values()) / 100
    return -after.pawns[wanted]


def play_both(
    game: empile.Game, luck: random.Random, *, wanted: str = "", asked: int = 0
) -> tuple[Reference, int]:
    """Play a game under both rules and compare; return how it ended, and its moves.

    With ``wanted``, seats examine a dozen moves and take the best by it; ``asked`` is the number of
    further moves compared in every situation.
    """
    state = game.new_state()
    reference = Reference(game.options, game.rules_version)
    moves = 0
    while True:
        compare(state, reference)
        if reference.seat is None:
            assert state.is_terminal()
            return reference, moves
        if reference.tile is None:
            assert state.is_chance_node()
            text = reference.drawn(luck)
            for other in near_texts(text, luck):
                assert is_possible(state, other) == reference.accepts_event(other), other
        else:
            assert state.current_player() == reference.seat
            legal = reference.legal_texts()
            text = luck.choice(legal)
            if wanted:
                some = luck.sample(legal, min(12, len(legal)))
                text = max(some, key=lambda move: worth(reference, move, wanted))
            for other in near_texts(text, luck):
                assert is_possible(state, other) == (other in legal), other
            compare_moves(state, reference, [text, *luck.sample(legal, min(asked, len(legal)))])
            moves += 1
        state.apply_text(text)
        reference.play(text)


def any_options(luck: random.Random) -> dict[str, Any]:
    """Options as far from the house's as they can be."""
    players = luck.choice((2, 3, 4))
    options: dict[str, Any] = {"players": players}
    if players == 4:
        options["teams"] = luck.random() < 0.6
    cells = default_board()["cells"]
    if luck.random() < 0.8:
        options["board"] = random_board(luck)
        cells = options["board"]["cells"]
    if luck.random() < 0.5:
        options["start"] = random_start(luck, cells)
    return options


@pytest.mark.parametrize("variant", variants("on-top"), ids=str)
@pytest.mark.parametrize("wanted", ["", "points", "pawns"])
def test_rules_match_reference_in_every_variant(variant: Variant, wanted: str) -> None:
    play_both(variant.game(), random.Random(f"{variant} {wanted}"), wanted=wanted, asked=2)


@pytest.mark.parametrize("seed", range(30))
def test_rules_match_reference_on_custom_boards(seed: int) -> None:
    luck = random.Random(seed)
    wanted = luck.choice(("", "", "points", "pawns", *COLOURS))
    play_both(empile.load("on-top", **any_options(luck)), luck, wanted=wanted)


@pytest.mark.parametrize("seed", range(3))
def test_rules_match_reference_for_every_move(seed: int) -> None:
    """What each legal move would score and close, not only the one that is played."""
    luck = random.Random(seed)
    reference, moves = play_both(empile.load("on-top", players=2 + seed), luck, asked=200)
    assert reference.reason == "board-full"
    assert moves > 20


def count(reference: Reference, depth: int, seeds: Stream, drawn: int) -> int:
    """Count lines as perft does: the d-th tile of a line is drawn by the d-th stream."""
    if depth == 0:
        return 1
    if reference.seat is None:
        return 0
    names = sorted(reference.bag)
    weights = np.array([reference.bag[name] for name in names], np.int64)
    reference = reference.after("~" + names[pick(split(seeds, drawn), weights, len(names))])
    legal = reference.legal_texts()
    if depth == 1:
        return len(legal)
    return sum(count(reference.after(text), depth - 1, seeds, drawn + 1) for text in legal)


@pytest.mark.parametrize("variant", variants("on-top"), ids=str)
def test_perft_matches_reference(variant: Variant) -> None:
    """The tables of ``perft.json``: the deeper rows were counted so too, which takes minutes."""
    rows = json.loads((evidence_folder("on-top") / "perft.json").read_text("utf-8"))
    rows = [row for row in rows if row["variant"] == variant.label and row["depth"] <= 2]
    assert len(rows) == 2
    for row in rows:
        reference = Reference(variant.game().options)
        assert count(reference, row["depth"], new_stream(row["seed"]), 0) == row["leaves"]


def test_reference_has_the_default_board() -> None:
    """Both read the same board, one from a file and one from the formulas: 66, 44, 20, 34."""
    setting = empile.load("on-top").presenter.board_setup()
    board = default_board()
    assert sorted(setting["cells"]) == sorted(board["cells"])
    assert len(board["cells"]) == 66
    reference = Reference(empile.load("on-top").options)
    assert setting["points"] == [written(at) for at in reference.points]
    assert len(reference.points) == 44
    cells_round = [len(cells) for cells in reference.round_it.values()]
    assert [cells_round.count(number) for number in (6, 3, 2)] == [24, 14, 6]
    assert sorted(setting["golden"]) == sorted(board["golden"])
    assert len(board["golden"]) == 20
    assert setting["start"] == board["start"]
    assert setting["tiles"] == board["tiles"]
    assert sum(board["tiles"].values()) == 34
    for colour in COLOURS:
        acute = sum(n for name, n in board["tiles"].items() if colour in (name[0], name[2]))
        assert acute == 17
    places = [(u, d) for u in reference.cells if u[0] == "U" for d in reference.neighbours[u]]
    assert len(places) == 89


@pytest.mark.parametrize(
    ("down", "around"),
    [
        ("D33", ["3,3", "4,3", "4,4", "3,4"]),
        ("D32", ["3,4", "3,3", "4,2", "4,3"]),
        ("D23", ["4,3", "3,4", "2,4", "3,3"]),
    ],
)
def test_reference_tile_order_matches_tables(down: str, around: list[str]) -> None:
    """The order found from corner coordinates equals the tabulated one."""
    on = lies("U33", down, "BRWY")
    assert [written(at) for at in on] == around
    assert [on[point(text)] for text in around] == list("BRWY")
    assert counter_clockwise(on, point(around[2]))[0] == point(around[2])
    assert tile_name("WYBR") == "BRWY"
    assert Move.of_text("U33D33 BRWY").text == "U33D33 BRWY"
