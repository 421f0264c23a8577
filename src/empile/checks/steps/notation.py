"""Step 3: moves and chance events as text, and the parts that a user selects."""

from __future__ import annotations

import random
from collections.abc import Sequence

from empile.checks.check import Step
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import equal, expect, lacks, refused
from empile.checks.random_games import looked_through, one_of, pool, random_match, states_of
from empile.engine.errors import EmpileError, IllegalActionError, NotationError
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.engine.record import Record
from empile.engine.state import Event, State

NOTATION = Step("notation", "texts of moves and events, both ways", "notation", needs=("rules",))

_UNREADABLE = (NotationError, IllegalActionError)


@NOTATION.check(variants_of, gate=True)
def action_text_and_parts_are_unique(variant: Variant) -> None:
    """Each legal move has one text, which reads back, and parts that no other move has."""
    for seed, match in pool(variant):
        state = one_of(match, random.Random(seed))
        legal = state.legal_actions()
        texts = [state.action_to_text(action) for action in legal]
        for action, text in zip(legal, texts, strict=True):
            if not text or text.startswith("~") or "?" in text:
                lacks("the text {} of action {} is empty, has a ? or begins with ~", text, action)
            if texts.count(text) > 1:
                lacks("two legal moves have the same text {}", text)
            equal(state.text_to_action(text), action, "the action read from {}", text)
        equal(state.legal_texts(), sorted(texts), "the list of legal texts")
        _parts_are_unique(state, dict(zip(legal, texts, strict=True)))


def _parts_are_unique(state: State, texts: dict[int, str]) -> None:
    found: dict[tuple[tuple[str, str], ...], str] = {}
    for action, text in texts.items():
        parts = tuple(sorted(state.game.presenter.move_parts(state, action).items()))
        if found.setdefault(parts, text) != text:
            lacks("'move_parts' of {} and {} are the same: {}", text, found[parts], dict(parts))


@NOTATION.check(variants_of)
def event_parts_are_the_parts_of_the_move(variant: Variant) -> None:
    """``event_parts`` of a played move are its ``move_parts``."""
    for seed, match in pool(variant):
        state = one_of(match, random.Random(seed), to_act=True)
        presenter = state.game.presenter
        for action in state.legal_actions():
            event = Event(state.current_player(), (action,), state.action_to_text(action))
            parts = presenter.move_parts(state, action)
            equal(
                presenter.event_parts(state, event), parts, "the parts of the event {}", event.text
            )


@NOTATION.check(variants_of)
def read_action_accepts_canonical_text_only(variant: Variant) -> None:
    """A text with one changed letter is another move or invalid."""
    for seed, match in pool(variant):
        luck = random.Random(seed)
        state = one_of(match, luck, to_act=True)
        legal = state.legal_actions()
        text = state.action_to_text(luck.choice(legal))
        for _ in range(20):
            at = luck.randint(0, len(text))
            letter = luck.choice(luck.choice((text, "0 1 -+,.aAzZ٣²\n\0", ("",))))
            changed = text[:at] + letter + text[at + luck.randint(0, 1) :]
            try:
                event = state.clone().read_text(changed)
            except _UNREADABLE:
                continue
            if event.text != changed or changed != state.action_to_text(event.actions[0]):
                lacks("'read_action' takes {} for the move {}", changed, event.text)
            expect(event.actions[0] in legal, "{} is read as an illegal move", changed)


@NOTATION.check(variants_of)
def read_event_accepts_canonical_text_only(variant: Variant) -> None:
    """A space before or after the text of an event makes it invalid."""
    match = random_match(variant.game(), 5)
    for state, event in zip(looked_through(match), match.events, strict=False):
        for wrong in (f" {event.text}", f"{event.text} ", f"{event.text}\n", "", "?"):
            refused(state.read_text, wrong, _UNREADABLE, "{} is read", wrong)


@NOTATION.check(variants_of)
def chance_events_read_back(variant: Variant) -> None:
    """Each chance event has one text, in whichever order its actions are drawn."""
    for seed, match in pool(variant):
        luck = random.Random(seed)
        for state in looked_through(match):
            if state.is_chance_node():
                _reads_back(state, luck)


def _reads_back(state: State, luck: random.Random) -> None:
    notation, odds = state.game.notation, dict(state.chance_outcomes())
    event = state.draw_event(new_stream(luck.getrandbits(64)))
    expect(event.text.startswith("~"), "the text {} of a chance event has no ~", event.text)
    expect(odds[event.actions[0]] > 0, "an event without a weight is drawn: {}", event.text)
    equal(state.read_text(event.text), event, "what is read from {}", event.text)
    equal(notation.event_text(state, event.actions), event.text, "'event_text'")
    after, other = state.clone(), state.clone()
    after.apply_event(event)
    if _happens(other, event.actions[::-1]):
        # The event is the same only if the order of draws changes nothing.
        same = notation.event_text(state, event.actions[::-1]) == event.text
        if same != (other == after):
            lacks("{}: equal texts of another order of draws must lead to equal states", event.text)
        order = notation.event_order(state, event.actions[::-1])
        if same != (order == event.actions):
            lacks("{}: 'event_order' must give the order that 'read_event' gives", event.text)


def _happens(state: State, actions: Sequence[int]) -> bool:
    """Apply chance actions one by one; return whether each was possible."""
    for action in actions:
        if action not in [outcome for outcome, _ in state.chance_outcomes()]:
            return False
        state.apply_action(action)
    return True


@NOTATION.check(variants_of)
def record_replays_to_same_bytes(variant: Variant) -> None:
    """Replayed from text, with every unused slot and padding byte, a game is the same state."""
    for _, match in pool(variant):
        _replays(match)


def _replays(match: Match) -> None:
    record = Record.from_json(match.record().to_json())
    expect(record == match.record(), "a record read from its JSON is another one")
    steps = list(record.steps())
    for number, (here, there) in enumerate(zip(steps, states_of(match), strict=True)):
        if here[0].tobytes() != there.tobytes():
            lacks(
                "replayed from its record, the game is in another state after {} events: set unused"
                " slots to zero",
                number,
            )
    equal([event for _, event in steps], [*match.events, None], "the list of replayed events")
    record.check_result(steps[-1][0])
    expect(record.final_state() == steps[-1][0], "'final_state' is not the state at the end")


@NOTATION.check(variants_of)
def mutated_moves_keep_state_intact(variant: Variant) -> None:
    """Damaged texts of moves and events are read exactly or refused in one printable line."""
    luck = random.Random(1)
    match = random_match(variant.game(), 8)
    for state, event in zip(looked_through(match), match.events, strict=False):
        before = state.tobytes()
        for _ in range(15):
            at = luck.randrange(len(event.text) + 1)
            scrap = luck.choice("abcjz019-^~HT ?AB.;\n é٣")
            text = event.text[:at] + scrap + event.text[at + luck.randrange(2) :]
            try:
                read = state.read_text(text)
            except EmpileError as error:
                expect(str(error).isprintable(), "the error of {} is not one line", text)
            else:
                equal(read.text, text, "the text of what is read from {}", text)
                equal(state.read_text(text), read, "what is read from {} again", text)
            expect(state.tobytes() == before, "reading {} changed the state", text)
