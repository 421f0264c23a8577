"""Invariants of whole On Top games: pawns, triangles, tiles, circles, scores."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import empile
from tests.games.on_top.reference import COLOURS, Reference, corners, point
from tests.support.games import Variant, random_match, variants

every_variant = pytest.mark.parametrize("variant", variants("on-top"), ids=str)
seeds = st.integers(0, 2**32)


def states(variant: Variant, seed: int) -> list[empile.State]:
    """Every state of a game; half of its moves score if possible."""
    match = random_match(variant.game(), seed, eager=0.5)
    return [match.state_before(index) for index in range(len(match.events) + 1)]


@every_variant
@given(seed=seeds)
def test_apply_conserves_pieces(variant: Variant, seed: int) -> None:
    """20 pawns a seat and 21 a neutral colour, ten triangles, and all tiles: somewhere each."""
    game = variant.game()
    setting = game.presenter.board_setup()
    for state in states(variant, seed):
        position = state.position()
        towers = "".join(position["towers"].values())
        for seat, colour in enumerate(COLOURS):
            all_pawns = 20 if seat < game.num_players else 21
            assert position["pawns"][colour] + towers.count(colour) == all_pawns
            assert position["pawns"][colour] >= 0
        assert len(position["black"]) + position["reserve"] == 10
        assert not position["bare"] or position["reserve"] == 0
        drawn = [text.split(" ")[1] for text in position["laid"]]
        names = [min(colours, colours[2:] + colours[:2]) for colours in drawn]
        if position["tile"]:
            names.append(position["tile"])
        for name, number in setting["tiles"].items():
            assert position["bag"].get(name, 0) + names.count(name) == number
        cells = [cell for text in position["laid"] for cell in (text[:3], text[3:6])]
        filled = [*cells, *position["black"], *position["bare"]]
        assert len(filled) == len(set(filled))
        assert set(filled) <= set(setting["cells"])


@every_variant
@given(seed=seeds)
def test_legal_moves_exist_while_tiles_are_drawn(variant: Variant, seed: int) -> None:
    """A seat with a tile can place it, and tiles are drawn only if there is room."""
    cells = len(variant.game().presenter.board_setup()["cells"])

    def empty_cells(position: dict[str, Any]) -> int:
        return cells - 2 * len(position["laid"]) - len(position["black"]) - len(position["bare"])

    game = [*states(variant, seed)]
    for state in game:
        position = state.position()
        empty = empty_cells(position)
        if state.current_player() >= 0:
            assert empty >= 2
            assert state.legal_actions()
        elif state.is_chance_node():
            assert empty >= 2
            assert position["bag"]
    result = game[-1].result()
    assert result is not None
    if result.reason == "board-full":
        position = game[-1].position()
        assert empty_cells(position) == 0 or not position["bag"]


@every_variant
@given(seed=seeds)
def test_circles_are_scored_once(variant: Variant, seed: int) -> None:
    """When its last cell is filled, and never again; those not judged are the ones after the end."""
    game = variant.game()
    match = random_match(game, seed, eager=0.5)
    judged: list[str] = []
    for index, event in enumerate(match.events):
        if event.seat < 0:
            continue
        before = match.state_before(index)
        told = game.presenter.move_effects(before, event.actions[0])
        here = [circle["at"] for circle in told.get("circles", [])]
        assert here == sorted(here, key=lambda at: (-point(at)[1], point(at)[0]))
        judged += here
        towers = match.state_before(index + 1).position()["towers"]
        assert {circle["at"]: circle["tower"] for circle in told.get("circles", [])} == {
            at: towers.get(at, "") for at in here
        }
    assert len(judged) == len(set(judged))
    setting = game.presenter.board_setup()
    if match.state.position()["bag"] and match.state.result().reason == "board-full":  # type: ignore[union-attr]
        empty_at_first = [cell for cell in setting["cells"] if cell not in setting["filled"]]
        assert set(judged) == {f"{x},{y}" for cell in empty_at_first for x, y in corners(cell)}


@every_variant
@given(seed=seeds)
def test_scores_match_towers(variant: Variant, seed: int) -> None:
    """The heights of a colour's towers, golden ones twice; at the end less the unused pawns."""
    game = variant.game()
    golden = game.presenter.board_setup()["golden"]
    for state in states(variant, seed):
        position = state.position()
        for seat in range(game.num_players):
            points = sum(
                len(tower) * (2 if at in golden else 1)
                for at, tower in position["towers"].items()
                if tower[-1] == COLOURS[seat]
            )
            unused = position["pawns"][COLOURS[seat]] if state.is_terminal() else 0
            assert position["scores"][seat] == points - unused


@every_variant
def test_towers_have_each_colour_once(variant: Variant) -> None:
    """Seconds in the order of the seats, then the top."""
    for seed in range(5):
        for tower in random_match(variant.game(), seed).state.position()["towers"].values():
            seconds = [COLOURS.index(colour) for colour in tower[:-1]]
            assert seconds == sorted(set(seconds))
            assert tower[-1] not in tower[:-1]


@every_variant
def test_board_of_ignores_order_of_cells(variant: Variant) -> None:
    """A board with its cells in another order is the same board."""
    game = variant.game()
    board = game.options["board"]
    if board == "house":
        setting = game.presenter.board_setup()
        board = {key: setting[key] for key in ("cells", "golden", "start", "tiles")}
    turned = {key: value[::-1] for key, value in board.items() if isinstance(value, list)}
    options: dict[str, Any] = {**variant.options, "board": {**board, **turned}}
    other = empile.load("on-top", **options)
    match = random_match(game, 4)
    reference = Reference(other.options)
    state = other.new_state()
    for event in match.events:
        state.apply_text(event.text)
        reference.play(event.text)
    if "start" in variant.options:
        assert state.position() == match.state.position() == reference.position()
    assert state.result() == match.state.result()
