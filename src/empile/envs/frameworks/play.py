"""A game in which a language model has one seat and bots have the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.random import below, new_stream, split
from empile.envs.opponents import Opponent, opponents_of, play_at_random
from empile.envs.text import Counts, TextEnv, TextStep

Player: TypeAlias = Opponent | str
"""A bot: the number of a level, ``"level:2"``, ``"random"``, or a function of a state and a stream."""

_BOTS, _SEAT = 2**31, 2**31 + 1
"""Children of the stream of the seed; the environment has those from 0."""


class Outcome(NamedTuple):
    """How the model did in a game."""

    seat: int
    ranks: list[int] | None
    """By seat; 1 is best. None for a game without an end."""
    rank: int
    """Of the model's seat."""
    won: bool
    """Whether its side is first, and no other one."""
    score: float
    """The share of opposing seats that it beat, 0 to 1; ties count half."""
    counts: Counts
    """Its answers."""

    @property
    def bad_rate(self) -> float:
        """The share of its answers that were illegal or unreadable, 0 to 1."""
        bad = self.counts.illegal + self.counts.unreadable
        return bad / max(1, bad + self.counts.moves)

    @property
    def numbers(self) -> dict[str, float]:
        """What frameworks report: ``won``, ``score``, ``rank``, ``bad_rate``, and the counts."""
        return {
            "won": float(self.won),
            "score": self.score,
            "rank": float(self.rank),
            "bad_rate": self.bad_rate,
            **{name: float(count) for name, count in self.counts._asdict().items()},
        }


class BotGame:
    """A game of :class:`~empile.envs.text.TextEnv` in which bots answer for all seats but one.

    Example::

        >>> game = BotGame("block-ness", players=3, opponents="random", seat=1, seed=1)
        >>> while not game.done:
        ...     step = game.answer(game.env.state.legal_texts()[0])
        >>> game.outcome().counts.illegal
        0

    :param game: a name, a game or a match, as in :class:`~empile.envs.text.TextEnv`
    :param seat: the model's, from 0; None draws one by the seed
    :param opponents: a bot for all other seats, or one for each, clockwise from the model
    :param settings: of :class:`~empile.envs.text.TextEnv`, with the game's options

    The bots play until it is the model's turn or the game is over, also at the beginning. Equal seeds
    and answers give equal games.

    :raises ValueError: for a seat, bot or setting that does not exist
    """

    def __init__(
        self,
        game: str | Game | Match,
        *,
        seat: int | None = 0,
        opponents: Player | Sequence[Player] = 1,
        seed: int = 0,
        **settings: Any,
    ) -> None:
        self.env = TextEnv(game, seed=seed, **settings)
        """The game as a text environment."""
        seats = self.env.game.num_players
        stream = new_stream(seed)
        if seat is None:
            seat = below(split(stream, _SEAT), seats)
        if not 0 <= seat < seats:
            raise ValueError(f"seats are 0 to {seats - 1}, not {seat}")
        self.seat: int = seat
        """The model's seat."""
        self._choosers = opponents_of(self.env.game, _bots(opponents))
        self._stream = split(stream, _BOTS)
        self._play_bots()

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return self.env.done

    def instructions(self) -> str:
        """Return the rules and how to answer. Example: ``game.instructions()``."""
        return self.env.instructions(self.seat)

    def turn(self) -> str:
        """Return what the model's seat sees now. Example: ``game.turn()``."""
        return self.env.turn(self.seat)

    def messages(self) -> list[dict[str, Any]]:
        """Return both as chat messages. Example: ``game.messages()``."""
        return self.env.messages(self.seat)

    def answer(self, text: str) -> TextStep:
        """Take an answer of the model; if that ends its turn, the bots play.

        :raises ValueError: if the game is over

        Example: ``game.answer("<move>d4-f4</move>").accepted``.
        """
        step = self.env.step(text)
        self._play_bots()
        return step

    def outcome(self) -> Outcome:
        """Return how the model did; raises ``ValueError`` before the end.

        Example: ``game.outcome().score``.
        """
        if not self.done:
            raise ValueError("the game is not over")
        return self.outcome_if_cut_off()

    def outcome_if_cut_off(self) -> Outcome:
        """Return the same, or before the end that of a lost game: limits of a framework may cut it off.

        Example: ``game.outcome_if_cut_off().won``.
        """
        ranks, seat = self.env.ranks, self.seat
        teams, counts = self.env.game.teams, self.env.counts[seat]
        if ranks is None:
            return Outcome(seat, None, len(teams), False, 0.0, counts)
        opposing = [rank for rank, team in zip(ranks, teams, strict=True) if team != teams[seat]]
        won = ranks[seat] == 1 and 1 not in opposing
        return Outcome(seat, ranks, ranks[seat], won, (self.env.returns[seat] + 1) / 2, counts)

    def _play_bots(self) -> None:
        env = self.env
        while env.current_seat not in (None, self.seat):
            acting = self.env.state.current_player()
            chooser = self._choosers[(acting - self.seat - 1) % env.game.num_players]
            stream = split(self._stream, len(env.match.events))
            action = chooser(env.state.clone(), stream)
            env.step(f"<move>{env.state.action_to_text(action)}</move>")


def _bots(given: Player | Sequence[Player]) -> Opponent | list[Opponent]:
    if isinstance(given, (str, int)) or callable(given):
        return _bot(given)
    return [_bot(one) for one in given]


def _bot(given: Player) -> Opponent:
    if not isinstance(given, str):
        return given
    if given == "random":
        return play_at_random
    number = given.removeprefix("level:")
    if not number.isdecimal():
        raise ValueError(f"opponents are 'random', 'level:1' or a level's number, not {given!r}")
    return int(number)
