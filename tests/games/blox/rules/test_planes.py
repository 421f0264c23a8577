"""Tests of the tensors, recomputed from views."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import empile
from empile.games.blox import GAME
from tests.support.games import Step, Variant, single_steps, variants
from tests.support.planes import assert_planes, clockwise, marked, on_board, ones, seat_marked

LETTERS = "WGBM"
CITY = (9, 9)
STAGES = ("~towers", "~hand", "", "~", "over")


def place(name: str) -> tuple[int, int]:
    return int(name[1]) - 1, "abcdefghi".index(name[0])


def layout(option: Any) -> dict[str, Any]:
    found: dict[str, Any] = option
    if option == "house":
        found = json.loads((GAME.folder / "data" / "components.json").read_text("utf-8"))
    return found


def stage_of(step: Step) -> int:
    """Return 0 to 4: towers, hands, a move, cards drawn, over."""
    if step.event is None:
        return 4
    if step.event.seat >= 0:
        return 2
    first = step.event.text.split(" ")[0]
    return {"~towers": 0, "~hand": 1}.get(first, 3)


class Memory:
    """What one seat can remember of cards, from its views alone."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.held = Counter[str]()

    def note(self, before: Step, after: Step) -> None:
        """Note an action: cards paid by others, and reshuffles."""
        old, new = before.state.view(self.seat), after.state.view(self.seat)
        assert before.event is not None
        if before.event.seat >= 0 and before.event.seat != self.seat:
            for letter in LETTERS:
                self.held[letter] -= new["discard"][letter] - old["discard"][letter]
        if stage_of(before) in (1, 3) and old["deck"] == 0:
            hand = Counter(old["hands"][self.seat])
            for letter in LETTERS:
                self.held[letter] = 15 - hand[letter] - old["discard"][letter]

    def known(self) -> list[float]:
        return [max(0, self.held[letter]) / 15 for letter in LETTERS]


def expected(step: Step, seat: int, known: list[float]) -> dict[str, Any]:
    game, view = step.state.game, step.state.view(seat)
    seats, options = game.num_players, game.options
    stage = stage_of(step)
    hands = [len(hand) for hand in view["hands"]]
    acting = {0: 0, 1: next((i for i, n in enumerate(hands) if n < 5), 0)}.get(stage, view["seat"])
    colours = layout(options["layout"])["colours"]
    deck = view["deck"] if isinstance(view["deck"], int) else sum(view["deck"].values())
    return {
        "colours": [
            [[sign == letter for sign in row] for row in reversed(colours)] for letter in LETTERS
        ],
        "blocks": [
            on_board(CITY, {place(n): t.count(letter) / 5 for n, t in view["towers"].items()})
            for letter in LETTERS
        ],
        "figures": clockwise(
            [
                on_board(CITY, ones([place(n) for n, who in view["figures"].items() if who == one]))
                for one in range(seats)
            ],
            seat,
            seats,
        ),
        **(
            {
                "neutral": on_board(
                    CITY, ones([place(n) for n, who in view["figures"].items() if who == "neutral"])
                )
            }
            if seats == 2
            else {}
        ),
        "hand": [view["hands"][seat].count(letter) / 5 for letter in LETTERS],
        "hands": clockwise([n / 5 for n in hands], seat, seats),
        "jokers": clockwise(view["jokers"], seat, seats),
        "reserves": clockwise([left / 4 for left in view["reserve"]], seat, seats),
        "taken": clockwise(
            [[blocks.count(letter) / 10 for letter in LETTERS] for blocks in view["blocks"]],
            seat,
            seats,
        ),
        "points": clockwise([points / 40 for points in view["points"]], seat, seats),
        "deck": deck / 60,
        "discard": [view["discard"][letter] / 15 for letter in LETTERS],
        "to_draw": (step.left if stage in (0, 1, 3) else 0) / (40 if stage == 0 else 5),
        "phase": marked(4, view["phase"] - 1),
        "last_round": view["last_round"],
        "round": view["round"] / options["round_limit"],
        "to_act": seat_marked(acting, seat, seats, seats),
        "begins": seat_marked(0, seat, seats, seats),
        "stage": marked(5, stage),
        "known": known,
    }


def look_at(game: empile.Game, seed: int) -> int:
    """Compare all states of a game from all seats; return how often a seat knows a hidden card."""
    steps = list(single_steps(game, seed, eager=0.9))
    knowing = 0
    for seat in range(game.num_players):
        memory, before = Memory(seat), steps[0]
        for number, step in enumerate(steps):
            if number:
                memory.note(before, step)
            before = step
            known = memory.known()
            knowing += any(known)
            wanted = expected(step, seat, known)
            assert_planes(game.information_planes, step.state.information_state(seat), wanted)
    return knowing


@pytest.mark.parametrize("variant", variants("blox"), ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_observe_matches_view(variant: Variant, seed: int) -> None:
    look_at(variant.game(), seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_information_state_remembers_hands_at_reshuffle(players: int) -> None:
    assert look_at(empile.load("blox", players=players, round_limit=40), 1) > 20
