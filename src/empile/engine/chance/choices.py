"""Choices of a person who decides what chance does, as in a study.

An event of few outcomes is chosen at once. Larger ones, such as a deal, are built action by action:
``partial`` lists the texts of the actions chosen so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from empile.engine.errors import IllegalActionError, Reason
from empile.engine.game import Event, State
from empile.engine.random import Stream

MOST_EVENTS = 200
"""Whole events offered at most; if there are more, single actions are offered."""


class ChanceChoice(NamedTuple):
    """A whole chance event, or one action of it."""

    text: str
    """Of the event, with the actions in ``partial``; or of the action, to be appended to
    ``partial``.
    """
    is_event: bool
    """Whether ``text`` is that of the whole event."""
    probability: float
    """Given the actions in ``partial``; an estimate at an ``EXTERNAL`` node."""
    message: Reason
    """The log message of the event or action, with everything in sight."""


def chance_choices(
    state: State, partial: Sequence[str] = (), *, most: int = MOST_EVENTS
) -> list[ChanceChoice]:
    """Return the possible whole events if there are at most ``most``, else the next actions.

    They are in the order of their actions, and their probabilities sum to 1. Other nodes than
    chance nodes have none. Raises ``IllegalActionError`` for an action in ``partial`` that is not
    possible.

    Example::

        >>> state = empile.load("blox", players=3).new_state()
        >>> [(one.text, one.probability) for one in chance_choices(state)[:2]]
        [('e9=W', 0.25), ('e9=G', 0.25)]
        >>> [one.text for one in chance_choices(state, ["e9=W"])]
        ['h9=W', 'h9=G', 'h9=B', 'h9=M']
    """
    if not state.is_chance_node():
        return []
    actions, after, nodes = _follow(state, partial)
    events = _whole_events(after, nodes, most)
    if events is None:
        return [
            ChanceChoice(
                state.game.notation.chance_text(after, action),
                False,
                probability,
                _message(after, (action,)),
            )
            for action, probability in after.chance_outcomes()
        ]
    return [
        ChanceChoice(text, True, probability, _message(state, ordered))
        for ordered, text, probability in _merged(state, actions, events)
    ]


def draw_rest(state: State, partial: Sequence[str], stream: Stream) -> Event:
    """Sample the rest of the chance event that begins with ``partial``; return it, not applied.

    Raises ``IllegalActionError`` as ``chance_choices``. Example:
    ``draw_rest(state, ["kS"], empile.new_stream(1)).text``.
    """
    actions, after, left = _follow(state, partial)
    if left:
        actions += after.draw_event(stream).actions
    notation = state.game.notation
    ordered = notation.event_order(state, actions)
    return Event(state.current_player(), ordered, notation.event_text(state, ordered))


def _follow(state: State, partial: Sequence[str]) -> tuple[tuple[int, ...], State, int]:
    """Return the actions of ``partial``, the state after them and how many remain."""
    after, actions = state.clone(), list[int]()
    left = state.chance_actions_left() if state.is_chance_node() else 0
    for text in partial:
        possible = [action for action, _ in after.chance_outcomes()] if left else []
        chance_text = state.game.notation.chance_text
        action = next((one for one in possible if chance_text(after, one) == text), None)
        if action is None:
            raise IllegalActionError(f"'{text}' is not possible here")
        actions.append(action)
        left -= 1
        after.apply_action(action)
    return tuple(actions), after, left


@dataclass
class _Branch:
    actions: tuple[int, ...]
    state: State
    probability: float


def _whole_events(state: State, left: int, most: int) -> list[_Branch] | None:
    """Return the possible rests of an event, or None if there are more than ``most``.

    Orders of the same actions that lead to the same state are merged.
    """
    branches = [_Branch((), state, 1.0)]
    for _ in range(left):
        following: dict[tuple[bytes, tuple[int, ...]], _Branch] = {}
        for branch in branches:
            for action, probability in branch.state.chance_outcomes():
                after = branch.state.clone()
                after.apply_action(action)
                actions = (*branch.actions, action)
                share = branch.probability * probability
                first = following.setdefault(
                    (after.tobytes(), tuple(sorted(actions))), _Branch(actions, after, 0.0)
                )
                first.probability += share
            if len(following) > most:
                return None
        branches = list(following.values())
    return branches


def _merged(
    state: State, actions: tuple[int, ...], rests: Sequence[_Branch]
) -> list[tuple[tuple[int, ...], str, float]]:
    """Return the actions, text and probability of each event."""
    notation = state.game.notation
    found: dict[str, tuple[tuple[int, ...], float]] = {}
    for rest in rests:
        ordered = notation.event_order(state, (*actions, *rest.actions))
        text = notation.event_text(state, ordered)
        _, before = found.get(text, (ordered, 0.0))
        found[text] = ordered, before + rest.probability
    return sorted((ordered, text, share) for text, (ordered, share) in found.items())


def _message(state: State, actions: tuple[int, ...]) -> Reason:
    game = state.game
    event = Event(state.current_player(), actions, game.notation.event_text(state, actions))
    viewer = game.notation.informed_viewer(state, event)
    return game.presenter.event_message(state, event, viewer)
