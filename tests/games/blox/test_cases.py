"""Worked cases of Blox: setup, the six actions, the joker.

Rule numbers are those of the game's README; "Book" marks the examples of the printed rules. The
compiled rules and the reference play every case (``situations.py``).
"""

from __future__ import annotations

import pytest

import empile
from empile.engine.errors import IllegalActionError, NotationError
from tests.games.blox.reference import DEFAULT_LAYOUT, Reference, counted
from tests.games.blox.situations import after, situation


def moves_of(state: empile.State, head: str) -> list[str]:
    """The legal moves that begin so, the head cut off."""
    return [text.removeprefix(head) for text in state.legal_texts() if text.startswith(head)]


def refusal(state: empile.State, text: str) -> str:
    """Return the sentence by which a move is refused."""
    with pytest.raises(IllegalActionError) as refused:
        state.apply_text(text)
    assert refused.value.reason is not None
    return str(refused.value)


def towers_text(players: int, **changed: str) -> str:
    """A set-up with blocks in the order W G B M, dealt in turn; some towers as given."""
    reference = Reference(empile.load("blox", players=players).options)
    blocks = "WGBM" * (9 if players == 2 else 10)
    piles: list[str] = []
    for cell, height in reference.heights().items():
        name = "abcdefghi"[cell[0]] + str(cell[1] + 1)
        pile, blocks = blocks[:height], blocks[height:]
        piles.append(f"{name}={changed.get(name, ''.join(sorted(pile, key='WGBM'.index)))}")
    return "~towers " + ",".join(piles)


def begun(players: int, *hands: str) -> empile.State:
    state = empile.load("blox", players=players).new_state()
    state.apply_text(towers_text(players))
    for hand in hands or ("WGBMM",) * players:
        state.apply_text(f"~hand {hand}")
    return state


# -- Setting up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_towers_stand_as_high_as_their_cells_have_squares(players: int) -> None:
    """Setting up, three or four seats: a tower on every cell with squares; phase 1."""
    position = begun(players).position()
    squares = {
        "abcdefghi"[column] + str(9 - row): int(mark)
        for row, line in enumerate(DEFAULT_LAYOUT["squares"])
        for column, mark in enumerate(line)
        if mark != "."
    }
    assert {at: len(pile) for at, pile in position["towers"].items()} == squares
    assert counted("".join(position["towers"].values())) == dict.fromkeys("WGBM", 10)
    assert position["figures"] == {}
    assert position["phase"] == 1
    assert position["jokers"] == [True] * players
    assert position["reserve"] == [4] * players
    assert sum(position["deck"].values()) == 60 - 5 * players


def test_two_seats_have_neutral_figures_and_no_towers_of_one() -> None:
    """Rule 12: 36 blocks, towers of 2 on the grey and white one-square cells."""
    position = begun(2).position()
    assert len(position["towers"]) == 14
    assert {at for at in ("a8", "i2", "h9", "b1") if len(position["towers"][at]) == 2} == {
        "a8", "i2", "h9", "b1"
    }  # fmt: skip
    assert counted("".join(position["towers"].values())) == dict.fromkeys("WGBM", 9)
    assert position["figures"] == dict.fromkeys(
        ("e9", "c8", "h7", "a5", "i5", "b3", "g2", "e1"), "neutral"
    )
    assert position["phase"] == 2
    assert position["seat"] == 0


def test_a_set_up_is_written_in_one_form() -> None:
    """Setting up: every tower, from row 9 to row 1 and from a to i, its blocks in the order W G B M."""
    good = towers_text(3)
    assert good.startswith("~towers e9=W,h9=G,a8=B,c8=M,f8=WG,")
    state = empile.load("blox", players=3).new_state()
    for bad in (
        good.replace("e9=W,h9=G", "h9=G,e9=W"),
        good.replace("f8=WG", "f8=GW"),
        good.replace("e9=W", "e9=G"),  # eleven grey blocks
        good.replace("e9=W", "e9=WG"),
        good.replace("e9=W,", ""),
        good.replace("e9=W", "e8=W"),
        good + ",a1=W",
        good.replace("~towers ", "~towers  "),
        towers_text(2),
    ):
        with pytest.raises((NotationError, IllegalActionError)):
            state.apply_text(bad)
    state.apply_text(good)
    for bad in ("~hand WGBM", "~hand WGBMMM", "~hand GWBMM", "~WGBMM", "~hand ?????", "/ W"):
        with pytest.raises((NotationError, IllegalActionError)):
            state.apply_text(bad)


# -- Entering --------------------------------------------------------------------------------------


def test_a_figure_enters_to_the_first_cell_of_the_card() -> None:
    """Rule 2; example 1 (book): row 8 from the east; from the north g9 comes first."""
    state = begun(3)
    assert {">g8 G", ">g8 G*", ">g9 G"} <= set(state.legal_texts())
    # From the south the tower on g2 stands in the way, from the west that on a8 does.
    blocked = situation("g2=M a8=W", "h8=1", ["GGGGG", "WWWWW"])
    assert ">g8 G" not in blocked.legal_texts()
    assert ">g9 G" in blocked.legal_texts()


def test_the_edge_cell_itself_counts() -> None:
    """Rule 2: counted from the edge cell inclusive, and it must be empty too."""
    assert ">a9 B" in begun(3).legal_texts()
    state = situation("", "a9=1", ["BBBBB", "WWWWW"])
    entered = moves_of(state, ">")
    assert "a9 B" not in entered
    assert "d9 B" not in entered, "nothing is jumped: the figure on a9 closes row 9 from the west"
    assert "f9 B" not in entered, "from the east the last cell, i9, is black"
    assert "i9 B" in entered


def test_entrances_to_one_cell_are_one_move() -> None:
    """Rule 2: a corner is reached from two sides."""
    state = situation("", "", ["BGGGG", "WWWWW"])
    assert state.legal_texts().count(">a9 B") == 1


def test_entering_needs_a_figure_in_reserve() -> None:
    """Rule 2."""
    state = situation("", "a1=0 b1=0 c1=0 d1=0", ["BGGGG", "WWWWW"])
    assert moves_of(state, ">") == []
    assert "reserve" in refusal(state, ">a9 B")


def test_an_entering_figure_neither_demolishes_nor_strikes() -> None:
    """Rule 2: every cell up to the target and the target itself must be empty."""
    state = situation("a9=W", "i9=1", ["WGBMM", "WWWWW"])
    assert not any("a9" in text or "i9" in text for text in state.legal_texts())


# -- Moving ----------------------------------------------------------------------------------------


def test_a_figure_moves_to_the_first_cell_of_the_card() -> None:
    """Rule 3; example 2 (book): right and left are open, upwards a figure is in the way."""
    state = situation("", "e7=0 e8=1", ["BBBBB", "WWWWW"])
    assert moves_of(state, "e7-") == ["b7 B", "e5 B", "f7 B"]
    assert refusal(state, "e7-e9 B")


def test_its_own_cell_does_not_count() -> None:
    """Rule 3: beyond its own cell; a black figure's cell is black here."""
    assert moves_of(situation("", "e5=0", ["BBBBB", "WWWWW"]), "e5-") == [
        "b5 B", "e1 B", "e9 B", "h5 B"
    ]  # fmt: skip


def test_a_target_must_be_empty() -> None:
    """Rule 3: a cell holds one thing, and nothing is jumped to reach the next."""
    state = situation("h5=W", "e5=0 b5=0 e3=1", ["BBBBB", "WWWWW"])
    assert moves_of(state, "e5-") == ["e9 B"]


# -- Demolishing -----------------------------------------------------------------------------------


def test_a_tower_falls_to_cards_of_its_blocks() -> None:
    """Rule 4; example 3 (book): WWM, and nothing white or mauve lies between."""
    # From c5 (white) east: d5 is grey, e5 black; the tower stands on f5, which is grey.
    state = situation("f5=WWM", "c5=0", ["WWGBM", "WWWWW"], phase=3)
    assert moves_of(state, "c5x") == ["f5 WWM"]
    state = after(state, "c5xf5 WWM")
    position = state.position()
    assert position["points"] == [3, 0]
    assert position["blocks"] == ["WWM", ""]
    assert position["figures"] == {"f5": 0}
    assert position["towers"] == {}
    assert position["discard"] == {"W": 2, "G": 0, "B": 0, "M": 1}
    assert state.chance_actions_left() == 3


def test_a_colour_of_the_tower_between_protects_it() -> None:
    """Rule 4; example 3 (book): GB stands behind a black cell."""
    # South of c5: c4 black, c3 white.
    state = situation("c3=GB", "c5=0", ["WWGBM", "WWWWW"], phase=3)
    assert moves_of(state, "c5x") == []
    assert "c4" in refusal(state, "c5xc3 GB")


def test_only_what_is_strictly_between_protects() -> None:
    """Rules 4 and 9: the figure's own cell and the tower's never matter."""
    # c5 is white, d5 grey: a tower WG falls at once, next door and of its own colour.
    assert moves_of(situation("d5=WG", "c5=0", ["WWGBM", "WWWWW"], phase=2), "c5x") == ["d5 WG"]
    # One cell further, d5 lies between.
    assert moves_of(situation("e5=WG", "c5=0", ["WWGBM", "WWWWW"], phase=2), "c5x") == []
    assert moves_of(situation("e5=WB", "c5=0", ["WWGBM", "WWWWW"], phase=2), "c5x") == ["e5 WB"]


def test_figures_and_towers_in_the_way_protect() -> None:
    """Rule 1; one's own figures neither."""
    for between in ("d5=0", "d5=1"):
        state = situation("e5=B", f"c5=0 {between}", ["WWGBM", "WWWWW"], phase=2)
        assert moves_of(state, "c5x") == []
    state = situation("d5=WWWW e5=B", "c5=0", ["WWGBM", "WWWWW"], phase=2)
    assert moves_of(state, "c5x") == []


@pytest.mark.parametrize("demolish", ["up-to", "exact"])
@pytest.mark.parametrize("phase", [1, 2, 3, 4])
def test_a_phase_tells_which_towers_may_fall(demolish: str, phase: int) -> None:
    """Rule 10: up to the phase's height; by the other translation exactly that height."""
    allowed: list[int] = []
    for height in (1, 2, 3, 4, 5):
        state = situation(
            f"d5={'W' * height}", "c5=0", ["WWWWW", "GGGGG"], phase=phase, demolish=demolish
        )
        if moves_of(state, "c5x"):
            allowed.append(height)
    assert allowed == ([phase] if demolish == "exact" else list(range(1, phase + 1)))


def test_six_blocks_are_few_enough_and_seven_are_not() -> None:
    """Rule 4; example A (book): with 6 a tower of 3 is taken, then 9 forbid more."""
    towers = "d5=GGG a1=WWW a9=WWW i9=W"
    six = situation(towers, "c5=0 i8=0", ["GGGBW", "WWWWW"], phase=3, blocks=["WWWGGG", ""])
    assert moves_of(six, "c5x") == ["d5 GGG"]
    nine = after(six, "c5xd5 GGG", "~GGG", "/ W", "~W")
    assert nine.position()["blocks"][0] == "WWWGGGGGG"
    assert "i8xi9 W" not in nine.legal_texts()
    assert "7" in refusal(nine, "i8xi9 W")
    seven = situation(towers, "i8=0", ["GGGBW", "WWWWW"], phase=3, blocks=["WWWGGGM", ""])
    assert moves_of(seven, "i8x") == []
    # The other actions are as free as ever.
    assert moves_of(seven, "i8-")
    assert moves_of(seven, "/")


def test_below_seven_again_by_building() -> None:
    """Rule 4: a seat with 9 builds one of 4 and may demolish again."""
    state = situation(
        "i9=W a1=WWW a9=WWW a5=GGG", "i8=0 e5=0", ["WWWWG", "WWWWW"],
        phase=3, blocks=["WWWWGGGGG", ""],
    )  # fmt: skip
    state = after(state, "e5= WWWW", "~WWWG", "/ W", "~W")
    assert state.position()["blocks"][0] == "GGGGG"
    assert "i8xi9 W" in state.legal_texts()


# -- Building --------------------------------------------------------------------------------------


def test_a_tower_is_built_of_own_blocks_in_place_of_a_figure() -> None:
    """Rule 5; example 4 (book): WWGM in phase 3: a tower of 4, 4 points, the figure back."""
    state = situation(
        "a1=WWW a9=WWW", "e5=0", ["WWGBM", "WWWWW"], phase=3, blocks=["WWGBBM", ""]
    )  # fmt: skip
    state = after(state, "e5= WWGM")
    position = state.position()
    assert position["towers"]["e5"] == "WWGM"
    assert position["figures"] == {}
    assert position["reserve"] == [4, 4]
    assert position["points"] == [4, 0]
    assert position["blocks"] == ["BB", ""]
    assert position["hands"][0] == "B"
    assert state.chance_actions_left() == 4


@pytest.mark.parametrize("phase", [1, 2, 3, 4])
def test_a_tower_is_one_higher_than_the_phase(phase: int) -> None:
    """Rule 5: exactly phase + 1; each choice of blocks that the hand pays for."""
    state = situation("", "e5=0", ["WWWGG", "WWWWW"], phase=phase, blocks=["WWWGG", ""])
    assert (
        moves_of(state, "e5= ")
        == {
            1: ["GG", "WG", "WW"],
            2: ["WGG", "WWG", "WWW"],
            3: ["WWGG", "WWWG"],
            4: ["WWWGG"],
        }[phase]
    )


def test_blocks_and_cards_are_both_needed() -> None:
    """Rule 5: the seat owns the blocks; one card of its colour for each."""
    state = situation("", "e5=0", ["WWWWW", "GGGGG"], blocks=["WGGGG", ""])
    assert moves_of(state, "e5=") == []
    assert refusal(state, "e5= WW")
    assert refusal(state, "e5= WG")
    assert refusal(situation("", "e4=1", ["WWWWW", "GGGGG"], blocks=["WWW", ""]), "e4= WW")


def test_towers_of_five_score_and_never_fall() -> None:
    """Rules 5 and 10: 5 points; an obstacle for the rest of the game (book)."""
    state = situation(
        "a1=WWWW a9=WWWW", "e5=0", ["WWGBM", "WWWWW"], phase=4, blocks=["WWGBM", ""]
    )  # fmt: skip
    state = after(state, "e5= WWGBM")
    assert state.position()["points"] == [5, 0]
    assert state.position()["towers"]["e5"] == "WWGBM"
    five = situation("e5=WWGBM", "e4=0", ["WWGBM", "WWWWW"], phase=4, jokers=[True, True])
    assert not any("e5" in text for text in five.legal_texts())
    assert "5" in refusal(five, "e4xe5 WWGBM")


CORNER = "a2=WWW b2=WWW c1=WWW"
"""With these a tower on b1 leaves a1 no way out; b1 itself would be cut off too."""


def test_a_new_tower_must_be_accessible() -> None:
    """Rule 5: some neighbour without a tower is linked to such an edge cell."""
    # a1 next to b1 stays free and is an edge cell without a tower: that is enough.
    free = situation(CORNER, "b1=0", ["WWWGG", "WWWWW"], blocks=["WWW", ""])
    assert moves_of(free, "b1=") == [" WW"]
    for access, allowed in (("all", []), ("new", []), ("off", [" WW"])):
        shut = situation(
            f"a1=W {CORNER}", "b1=0", ["WWWGG", "WWWWW"], blocks=["WWW", ""], access=access
        )
        assert moves_of(shut, "b1=") == allowed, access


def test_every_other_tower_must_stay_accessible() -> None:
    """Rule 5: by the other translation only the new one is asked."""
    for access, allowed in (("all", []), ("new", [" WW"]), ("off", [" WW"])):
        state = situation(
            "a1=W a2=WWW", "b1=0", ["WWWGG", "WWWWW"], blocks=["WWW", ""], access=access
        )
        assert moves_of(state, "b1=") == allowed, access


def test_towers_of_five_must_stay_accessible_too() -> None:
    """Rule 5: although nothing can be done with them."""
    state = situation("a1=WWWWW a2=WWW", "b1=0", ["WWWGG", "WWWWW"], blocks=["WWW", ""])
    assert moves_of(state, "b1=") == []
    assert "a1" in refusal(state, "b1= WW")


def test_a_tower_on_the_edge_gains_nothing_from_standing_there() -> None:
    """Rule 5: it is a neighbour that must be linked to the edge."""
    # i9 is a corner; h9 and i8 are its neighbours.
    state = situation("i9=W h9=W", "i8=0", ["WWWGG", "WWWWW"], blocks=["WWW", ""])
    assert moves_of(state, "i8=") == []


def test_figures_are_no_walls() -> None:
    """Rule 5: paths lead over cells without towers, whether or not figures stand there."""
    ring = "d5=W d4=W f5=W f4=W d6=W f6=W e6=W"  # e5, e4 and then e3 lead out
    state = situation(ring, "e4=0 e3=1", ["WWWGG", "WWWWW"], blocks=["WWW", ""])
    assert moves_of(state, "e4=") == [" WW"]
    # Once e3 is a tower the way from e5 ends at e4: no tower's, but e6's and the ring's neighbours
    # outside are all open, and so is e3 from below.
    closed = situation(f"{ring} e3=W", "e4=0", ["WWWGG", "WWWWW"], blocks=["WWW", ""])
    assert moves_of(closed, "e4=") == [], "the new tower itself would have e5 only"


def test_a_tower_enclosed_in_the_middle() -> None:
    """Rule 5: linked by steps to the edge, not only next to a free cell."""
    # e5 lies between four cells; d5, f5, e6 hold towers, e4 is free within a closed ring.
    ring = "d5=W f5=W e6=W d4=W f4=W e5=GG"
    for end, allowed in (("e3", []), ("e2", [" WW"])):
        state = situation(ring, f"{end}=0", ["WWWGG", "WWWWW"], blocks=["WWW", ""])
        assert moves_of(state, f"{end}=") == allowed, end


# -- Striking --------------------------------------------------------------------------------------


def test_a_strike_costs_three_cards_of_the_cells_colour_or_more() -> None:
    """Rule 6; example 5 (book): four mauve cards, 4 points; none past a tower."""
    # c6 is mauve; from b6 (grey) it is next door. d5 is grey behind the tower on c5.
    state = situation(
        "a1=W a9=W c5=W", "b6=0 c6=1 b5=0 d5=1", ["GMMMM", "WWWWW"]
    )  # fmt: skip
    assert moves_of(state, "b6!") == ["c6 MMM", "c6 MMMM"]
    assert moves_of(state, "b5!") == []
    state = after(state, "b6!c6 MMMM")
    position = state.position()
    assert position["points"] == [4, 0]
    assert position["figures"] == {"c6": 0, "b5": 0, "d5": 1}
    assert position["reserve"] == [2, 3]
    assert state.chance_actions_left() == 4


def test_a_strike_with_the_joker() -> None:
    """Rules 6 and 8; example B (book): two grey cards and the joker, 3 points, 2 drawn."""
    state = situation(
        "a1=W a9=W", "c5=0 d5=1", ["WGGBM", "WWWWW"], jokers=[True, True]
    )  # fmt: skip
    assert moves_of(state, "c5!") == ["d5 GGG*"]
    state = after(state, "c5!d5 GGG*")
    assert state.position()["points"] == [3, 0]
    assert state.position()["jokers"] == [False, True]
    assert state.position()["discard"] == {"W": 0, "G": 2, "B": 0, "M": 0}
    assert state.chance_actions_left() == 2


@pytest.mark.parametrize("cap", [5, 6])
def test_five_cards_and_the_joker_strike_for_six(cap: int) -> None:
    """Rule 6: 3 to 6 with the joker; the option caps it at 5."""
    state = situation(
        "", "c5=0 d5=1", ["GGGGG", "WWWWW"], jokers=[True, True], strike_cap=cap
    )  # fmt: skip
    ways = ["GGG", "GGG*", "GGGG", "GGGG*", "GGGGG", "GGGGG*"]
    if cap == 6:
        ways.append("GGGGGG*")
    assert moves_of(state, "c5!d5 ") == ways


def test_a_cell_of_the_colour_between_protects_a_figure() -> None:
    """Rule 6: no cell strictly between has the colour of the struck one's cell."""
    # Row 5: c5 white, d5 grey, e5 black, f5 grey, g5 white.
    assert moves_of(situation("", "c5=0 f5=1", ["GGGBB", "WWWWW"]), "c5!") == []
    assert moves_of(situation("", "c5=0 e5=1", ["GGBBB", "WWWWW"]), "c5!") == ["e5 BBB"]
    # c2 is grey like c1, right before it.
    assert moves_of(situation("", "c3=0 c1=1", ["GGGBB", "WWWWW"]), "c3!") == []
    # The striker's own cell is white like g5: it does not matter.
    assert moves_of(situation("", "c5=0 g5=1", ["WWWBB", "GGGGG"]), "c5!") == ["g5 WWW"]


def test_nobody_strikes_his_own() -> None:
    """Rule 6: an opponent's or a neutral figure."""
    state = situation("", "c5=0 d5=0", ["GGGGG", "WWWWW"])
    assert moves_of(state, "c5!") == []
    assert refusal(state, "c5!d5 GGG")


def test_a_neutral_figure_scores_the_same_and_is_gone() -> None:
    """Rule 12 (book): it is removed for good."""
    state = situation("a1=WW a9=WW", "c5=0 d5=neutral", ["GGGBB", "WWWWW"], phase=2)
    state = after(state, "c5!d5 GGG")
    assert state.position()["points"] == [3, 0]
    assert state.position()["figures"] == {"d5": 0}
    assert state.position()["reserve"] == [3, 4]


# -- The joker -------------------------------------------------------------------------------------


def test_the_joker_alone_pays_for_a_move() -> None:
    """Rule 8; example C (book): no card is drawn, the next seat acts."""
    state = situation(
        "a1=W a9=W", "d5=0", ["GGBBM", "WWWWW"], jokers=[True, True]
    )  # fmt: skip
    assert moves_of(state, "d5-c5 ") == ["W*"]
    state = after(state, "d5-c5 W*")
    assert state.current_player() == 1
    assert state.position()["hands"][0] == "GGBBM"
    assert state.position()["jokers"] == [False, True]


def test_the_joker_is_free_to_stand_for_a_colour_in_hand() -> None:
    """Rule 8: each way to pay is a move of its own."""
    state = situation("d5=WWM", "c5=0", ["WWGGM", "WWWWW"], phase=3, jokers=[True, True])
    assert moves_of(state, "c5x") == ["d5 WW*M", "d5 WWM", "d5 WWM*"]
    face_down = situation("d5=WWM", "c5=0", ["WWGGM", "WWWWW"], phase=3)
    assert moves_of(face_down, "c5x") == ["d5 WWM"]


def test_the_joker_stands_for_what_is_missing() -> None:
    """Rule 8: one of the colours of the cards, if the hand holds all but at most one."""
    jokers = [True, True]
    one_short = situation("d5=WWM", "c5=0", ["WGGGM", "GGGGG"], phase=3, jokers=jokers)
    assert moves_of(one_short, "c5x") == ["d5 WW*M"]
    two_short = situation("d5=WWM", "c5=0", ["GGGGM", "GGGGG"], phase=3, jokers=jokers)
    assert moves_of(two_short, "c5x") == []


@pytest.mark.parametrize(
    "text", ["c5xd5 W*WM", "c5xd5 WM*W", "c5xd5 MWW", "c5xd5 WW*M*", "c5xd5 *WWM"]
)
def test_the_star_follows_the_last_letter_of_its_colour(text: str) -> None:
    """Rule 8, notation: never W*WM; cards in the order W G B M; one star."""
    state = situation("d5=WWM", "c5=0", ["WWGGM", "WWWWW"], phase=3, jokers=[True, True])
    with pytest.raises((NotationError, IllegalActionError)):
        state.apply_text(text)


def test_a_joker_used_lies_face_down_whatever_it_paid_for() -> None:
    """Rule 8: after each of the five actions; and no card is drawn for it."""
    jokers = [True, True]
    state = situation(
        "d5=WWM a1=WWW a9=WWW", "c5=0 e3=0 c6=1", ["WWGGM", "WWWWW"], phase=3, jokers=jokers,
        blocks=["WGGM", ""],
    )  # fmt: skip
    for text, cards in (
        (">a2 M*", 0), ("c5-b5 B*", 0), ("c5xd5 WW*M", 2), ("e3= WGG*M", 3), ("e3= WGGM*", 3)
    ):  # fmt: skip
        then = after(state, text)
        assert then.position()["jokers"] == [False, True], text
        assert (then.chance_actions_left() if cards else 0) == cards
        assert not any("*" in move for move in then.legal_texts() if then.current_player() == 0)


def test_the_joker_builds() -> None:
    """Rules 5 and 8: once for each colour among the blocks."""
    state = situation("", "e5=0", ["WGGGG", "WWWWW"], blocks=["WWB", ""], jokers=[True, True])
    assert moves_of(state, "e5= ") == ["WB*", "WW*"]


# -- Exchanging ------------------------------------------------------------------------------------


def test_one_to_five_cards_are_exchanged_for_as_many() -> None:
    """Rule 7: any part of the hand, always possible; no joker in it."""
    state = situation("", "", ["WWWGG", "WWWWW"], jokers=[True, True])
    assert moves_of(state, "/ ") == [
        "G", "GG", "W", "WG", "WGG", "WW", "WWG", "WWGG", "WWW", "WWWG", "WWWGG"
    ]  # fmt: skip
    state = after(state, "/ WGG")
    assert state.chance_actions_left() == 3
    assert state.position()["discard"] == {"W": 1, "G": 2, "B": 0, "M": 0}
    assert refusal(situation("", "", ["WWWGG", "WWWWW"]), "/ WWWW")


@pytest.mark.parametrize("recharge", ["any", "five"])
def test_an_exchange_turns_the_joker_up(recharge: str) -> None:
    """Rule 7: always, not by choice; by the other reading only with all five cards."""
    state = situation("", "", ["WWWGG", "WWWWW"], recharge=recharge)
    assert after(state, "/ W").position()["jokers"] == [recharge == "any", False]
    assert after(state, "/ WWWG").position()["jokers"] == [recharge == "any", False]
    assert after(state, "/ WWWGG").position()["jokers"] == [True, False]
    face_up = situation("", "", ["WWWGG", "WWWWW"], jokers=[True, False], recharge=recharge)
    assert after(face_up, "/ W").position()["jokers"] == [True, False]


# -- What is written -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "c5", "c5-d5", "c5-d5 X", "c5-d5  G", "c5-d5 G ", "C5-d5 G", "c5–d5 G", ">d5", "> d5 G",
     "c5xd5", "c5= ", "c5=WW", "/", "/W", "/ ", "/ W*", "~", "~?", "~hand WGBMM", "?", "j5-j6 G",
     "c0-c1 G", "c5!d5 G G G", "c5-d5 G\n", "c5-d5 G**"],
)  # fmt: skip
def test_texts_that_are_no_move(text: str) -> None:
    """Notation: moves not written in exactly this form are illegal."""
    state = situation("", "c5=0", ["GGGGG", "WWWWW"], jokers=[True, True])
    with pytest.raises((NotationError, IllegalActionError)):
        state.apply_text(text)
