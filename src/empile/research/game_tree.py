"""Whole game trees: exhaustive values, and the extensive form as text for game solvers.

Only for tiny games: the time is proportional to the number of histories.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from empile.engine.game import Event, Game, State


def value(game: Game) -> float:
    """Return the return of seat 0 in perfect play of two seats with perfect information.

    Expectiminimax with a transposition table. Raises ``ValueError`` for other games.

    Example: ``value(TinyBlockNess())``.
    """
    if game.num_players != 2 or game.imperfect_information:
        raise ValueError(f"{game.name} is not a game of two seats with perfect information")
    return _value(game.new_state(), {})


def _value(state: State, known: dict[bytes, float]) -> float:
    if state.is_terminal():
        return state.returns()[0]
    key = state.tobytes()
    if key in known:
        return known[key]
    if state.is_chance_node():
        found = sum(p * _value(after, known) for _, p, after in _outcomes(state))
    else:
        best = max if state.current_player() == 0 else min
        found = best(_value(after, known) for _, after in _moves(state))
    known[key] = found
    return found


def extensive_form(game: Game) -> str:
    """Return the game tree in Gambit's EFG format, for ``pyspiel.load_efg_game``.

    A chance event is one node, its outcomes are the states that it leads to. Information sets are
    the texts of all events that the seat was sent: perfect recall.

    Example: ``pyspiel.load_efg_game(extensive_form(TinyBlockOut()))``.
    """
    players = " ".join(f'"{seat}"' for seat in range(game.num_players))
    writer = _Writer(game)
    nodes = writer.nodes(game.new_state(), ("",) * game.num_players)
    return "\n".join([f'EFG 2 R "{game.name}" {{ {players} }}', *nodes, ""])


class _Writer:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._sets: list[dict[str, int]] = [{} for _ in range(game.num_players)]
        self._count = 0

    def nodes(self, state: State, observed: Sequence[str]) -> Iterator[str]:
        self._count += 1
        if state.is_terminal():
            returns = " ".join(str(each) for each in state.returns())
            yield f't "" {self._count} "" {{ {returns} }}'
            return
        if state.is_chance_node():
            outcomes = list(_outcomes(state))
            texts = " ".join(
                f'"{n} {o.event.text}" {o.probability!r}' for n, o in enumerate(outcomes)
            )
            yield f'c "" {self._count} "" {{ {texts} }} 0'
            children = [(event, after) for event, _, after in outcomes]
        else:
            seat = state.current_player()
            number = self._sets[seat].setdefault(observed[seat], len(self._sets[seat]) + 1)
            children = list(_moves(state))
            texts = " ".join(f'"{event.text}"' for event, _ in children)
            yield f'p "" {seat + 1} {number} "" {{ {texts} }} 0'
        for event, after in children:
            yield from self.nodes(after, self._after(state, event, observed))

    def _after(self, state: State, event: Event, observed: Sequence[str]) -> tuple[str, ...]:
        redact = self._game.notation.redacted_text
        return tuple(
            f"{known}\n{redact(state, event, seat)}" for seat, known in enumerate(observed)
        )


class _Outcome(NamedTuple):
    event: Event
    probability: float
    after: State


def _moves(state: State) -> Iterator[tuple[Event, State]]:
    seat = state.current_player()
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        yield Event(seat, (action,), state.action_to_text(action)), after


def _outcomes(state: State) -> Iterator[_Outcome]:
    """Yield each outcome of the whole chance event, with the sum of the probabilities of its orders."""
    notation, player = state.game.notation, state.current_player()
    found: dict[str, _Outcome] = {}
    for actions, probability, after in _orders(state, state.chance_actions_left()):
        ordered = notation.event_order(state, actions)
        event = Event(player, ordered, notation.event_text(state, ordered))
        known = found.get(event.text)
        if known is not None:
            probability += known.probability
        found[event.text] = _Outcome(event, probability, after)
    yield from found.values()


def _orders(state: State, left: int) -> Iterator[tuple[tuple[int, ...], float, State]]:
    if left == 0:
        yield (), 1.0, state
        return
    for action, probability in state.chance_outcomes():
        if probability > 0:
            after = state.clone()
            after.apply_action(action)
            for rest, others, end in _orders(after, left - 1):
                yield (action, *rest), probability * others, end
