"""Worked cases of Block Out!: views of hands, draws and the end."""

from __future__ import annotations

import empile
from tests.games.block_out.situations import DEALT, Beginning, Situation

SOME = "kS kL n* y* *S ** pass"


def test_hidden_shows_number_of_cards() -> None:
    """Rule: others' cards are `?`: `~hand ? ? ? ? ? ? ?`, `~draw ?`; moves and answers are public."""
    match = empile.Match(empile.load("block-out"))
    for text in (*DEALT, "kL>kL", "~falls", "~draw kL", "~draw nS", "~draw y*", "nS>nS", "~stands"):
        match.play(text)
    hidden = "~hand ? ? ? ? ? ? ?"
    ours = [DEALT[0], hidden, "kL>kL", "~falls", "~draw kL", "~draw nS", "~draw y*", "nS>nS"]
    theirs = [hidden, DEALT[1], "kL>kL", "~falls", "~draw ?", "~draw ?", "~draw ?", "nS>nS"]
    assert match.record_for(0).events == [*ours, "~stands"]
    assert match.record_for(1).events == [*theirs, "~stands"]
    assert match.record_for(None).events == [hidden, hidden, *theirs[2:], "~stands"]


def test_view_shows_sizes_only() -> None:
    """Rule: hands `["?", ...]`, another's `drawn` is `"?"`; `stock` is its size only."""
    situation = Situation("kS kM", "yS y*", tower="yS yM yL").then("kS>kS", "~stands", "~draw **")
    own, other, nobody = (situation.state.view(seat) for seat in (1, 0, None))
    assert (own["drawn"], other["drawn"], nobody["drawn"]) == ("**", "?", "?")
    assert own["hands"] == [["?"], ["yS", "y*", "**"]]
    assert other["hands"] == [["kM"], ["?"] * 3]
    assert nobody["hands"] == [["?"], ["?"] * 3]
    assert own["stock"] == other["stock"] == nobody["stock"] == 55 - 4 - 1
    public = ("stage", "seat", "direction", "turn", "tower", "discard")
    for seen in (own, other, nobody):
        assert list(seen) == list(situation.position)
        assert {key: seen[key] for key in public} == {
            key: situation.position[key] for key in public
        }


def test_view_of_the_end_is_complete() -> None:
    """Rule (of all records): when the game is over everyone may have the full record."""
    situation = Situation("kS", SOME).then("kS>kS", "~stands")
    for seat in (None, 0, 1):
        assert situation.state.view(seat) == situation.position


def test_redacted_text_hides_drawn_card() -> None:
    """Dealt, drawn for want of a card, drawn for a fall; what the tower does all see."""
    want = Situation("kL kM", "yS y*", tower="yS yM yL kS", seat=0).then("kL>kL", "~stands")
    fall = Situation(SOME, "yL pass", tower="kS", seat=1).then("yL>yL", "~falls")
    dealing = Beginning(("~hand kS kL n* y* *S ** pass",))
    for situation in (want, fall, dealing):
        assert numbers_seen(situation.state, 0) == {0}
        assert len(numbers_seen(situation.state, 1)) == len(situation.state.chance_outcomes())
    tower = Situation("kS pass", SOME).then("kS>kS").state
    assert numbers_seen(tower, 0) == numbers_seen(tower, 1) == {0, 1, 2}


def numbers_seen(state: empile.State, seat: int) -> set[int]:
    """What a search knows of what may happen, as ``seat``."""
    template, params_array = state.game.compiled.simulation, state.game.params_array
    return {
        template.observed_action(params_array, state.array, 0, seat, action)
        for action, _ in state.chance_outcomes()
    }
