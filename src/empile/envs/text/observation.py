"""What one seat sees of a match, as text and as JSON data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from empile.engine.errors import Reason
from empile.engine.game import Event, Game, State
from empile.engine.match import Match
from empile.engine.strict_json import is_list
from empile.envs.text.legal import MovesShown, examples_of, lists_all
from empile.envs.text.places import final_ranks
from empile.envs.text.rules import Rules, notation_text, rules_text
from empile.envs.text.words import game_title, of_game, say, seat_name

Consequence: TypeAlias = Literal["random", "resign"]
"""What follows from too many bad answers: a random legal move, or the seat loses."""

Position: TypeAlias = Literal["both", "text", "json"]
"""How the position is written."""

Log: TypeAlias = Literal["turn", "all", "none"]
"""The events since the seat's last move, all, or none."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What texts contain; see :class:`~empile.envs.text.TextEnv`."""

    rules: Rules = "short"
    moves: MovesShown = "auto"
    most_moves: int = 200
    position: Position = "both"
    log: Log = "turn"
    language: str = "en"
    strict: bool = False
    retries: int = 2
    consequence: Consequence = "random"


class Refusal(NamedTuple):
    """Why the last answer of the seat to act was not accepted."""

    reason: str
    left: int
    """Tries left."""


class Observer:
    """Writes what seats see of matches of one game.

    Everything comes from what the engine shows a seat: ``State.view``, ``Notation.redacted_text``,
    ``Presenter.to_text`` and ``event_message``, and at its turn its legal moves.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game, self.settings = game, settings
        self._instructions: dict[int, str] = {}

    # -- Text ----------------------------------------------------------------------------------

    def instructions(self, seat: int) -> str:
        """Return what stays the same during a game: who the seat is, the rules, how to answer."""
        found = self._instructions.get(seat)
        if found is None:
            found = self._instructions[seat] = "\n\n".join(self._instruction_parts(seat))
        return found

    def turn(
        self, match: Match, seat: int, resigned: Mapping[int, int], refusal: Refusal | None
    ) -> str:
        """Return what changes: events, the position, the legal moves."""
        state = match.state
        parts = [
            *self._log_part(match, seat, resigned),
            self._heading("position", self._position(state, seat)),
        ]
        private = self.private(state, seat)
        if private:
            parts.append(self._heading("private", _lines(private)))
        ranks = final_ranks(state, resigned)
        if ranks is not None:
            parts.append(self._end(state, ranks))
        elif state.current_player() != seat:
            name = self.names[state.current_player()]
            parts.append(self.say("turn.other", name=name))
        else:
            parts.append(self._legal(state.legal_texts()))
            if refusal is not None:
                left = self.say("left", count=refusal.left)
                parts.append(self._heading("refused", f"{refusal.reason} {left}"))
        return "\n\n".join(parts)

    def say(self, key: str, **args: str | int) -> str:
        """Return a message of the environment."""
        return say(Reason(key, args), self.settings.language)

    @cached_property
    def names(self) -> list[str]:
        """The names of the seats."""
        language = self.settings.language
        return [seat_name(self.game, seat, language) for seat in range(self.game.num_players)]

    def introduction(self, seat: int) -> str:
        """Return who the seat is, its partners and the game's options."""
        game, settings = self.game, self.settings
        title = game_title(game, settings.language)
        alone = game.num_players == 1
        lines = [
            self.say("you.alone", game=title)
            if alone
            else self.say("you", game=title, name=self.names[seat], count=game.num_players)
        ]
        partners = [other for other, team in enumerate(game.teams) if team == game.teams[seat]]
        if len(partners) > 1:
            lines.append(
                self.say("partners", names=" + ".join(self.names[one] for one in partners))
            )
        if settings.position != "text" and not alone:
            lines.append(self.say("seats", seat=seat))
        chosen = ", ".join(f"{name} = {_json(value)}" for name, value in game.options.items())
        lines.append(self.say("options", options=chosen))
        return " ".join(lines)

    def _instruction_parts(self, seat: int) -> list[str]:
        parts = [self.introduction(seat)]
        rules = rules_text(self.game, self.settings.rules, self.settings.language)
        if rules:
            parts.append(self._heading("rules", rules.replace("\n## ", "\n### ")))
        parts.append(self._heading("answer", self._how_to_answer()))
        return parts

    def _how_to_answer(self) -> str:
        settings = self.settings
        lines = [self.say("answer.how")]
        if settings.strict:
            lines.append(self.say("answer.strict"))
        if settings.retries:
            lines.append(self.say("answer.retries", count=settings.retries))
        else:
            lines.append(self.say("answer.no_retries"))
        lines.append(self.say(f"consequence.{settings.consequence}"))
        return " ".join(lines)

    def _heading(self, key: str, text: str, **args: int) -> str:
        return f"## {self.say(f'heading.{key}', **args)}\n\n{text}"

    def _log_part(self, match: Match, seat: int, resigned: Mapping[int, int]) -> list[str]:
        lines = [f"- {self._entry_text(entry)}" for entry in self.log(match, seat, resigned)]
        key = "log.all" if self.settings.log == "all" else "log"
        return [self._heading(key, "\n".join(lines))] if lines else []

    def _entry_text(self, entry: Mapping[str, Any]) -> str:
        if entry["event"] is None:
            return str(entry["words"])
        words = f" ({entry['words']})" if entry["words"] else ""
        who = "" if entry["seat"] is None else f"{self.names[entry['seat']]}: "
        return f"{who}`{entry['event']}`{words}"

    def _position(self, state: State, seat: int) -> str:
        parts: list[str] = []
        if self.settings.position != "json":
            parts.append(f"```text\n{self.board(state, seat)}\n```")
        if self.settings.position != "text":
            parts.append(self.say("json", json=_json(state.view(seat))))
        return "\n\n".join(parts)

    def _legal(self, moves: Sequence[str]) -> str:
        settings = self.settings
        if lists_all(len(moves), settings.moves, settings.most_moves):
            separator = ", " if any(" " in move for move in moves) else " "
            return self._heading("legal", separator.join(moves), count=len(moves))
        kinds = [
            f"- {', '.join(some)}{', …' if count > len(some) else ''} ({count})"
            for some, count in examples_of(moves)
        ]
        told = self.say("kinds" if settings.moves == "auto" else "examples")
        lines = [told, *kinds]
        if settings.rules == "none":
            notation = notation_text(self.game, settings.language)
            lines += ["", notation] if notation else []
        return self._heading("legal", "\n".join(lines), count=len(moves))

    def _end(self, state: State, ranks: Sequence[int]) -> str:
        result = state.result()
        reason = (
            self.say("over.resigned")
            if result is None
            else of_game(self.game, Reason(f"reason.{result.reason}"), self.settings.language)
            or result.reason
        )
        order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
        lines = [self.say("rank", rank=ranks[seat], name=self.names[seat]) for seat in order]
        return "\n".join([self.say("over", reason=reason), *lines])

    # -- Data ----------------------------------------------------------------------------------

    def board(self, state: State, seat: int | None) -> str:
        """Return the position as text for people."""
        presenter, language = self.game.presenter, self.settings.language
        known = language if language in presenter.catalogue.languages else "en"
        return presenter.to_text(state, seat, language=known)

    def private(self, state: State, seat: int) -> dict[str, Any]:
        """Return the fields of the view that only ``seat`` sees, such as its hand."""
        if not self.game.imperfect_information:
            return {}
        mine, public = state.view(seat), state.view(None)
        found = {name: value for name, value in mine.items() if value != public.get(name)}
        for name, value in found.items():
            if is_list(value) and len(value) == self.game.num_players:
                found[name] = value[seat]
        return found

    def log(self, match: Match, seat: int, resigned: Mapping[int, int]) -> list[dict[str, Any]]:
        """Return the events as ``seat`` sees them: since its last move, that one included, or all.

        Entries have ``seat`` (None: chance), ``event`` (its notation; None: a resignation) and
        ``words``.
        """
        if self.settings.log == "none":
            return []
        events = match.events
        first = 0
        if self.settings.log == "turn":
            mine = (index for index in range(len(events) - 1, -1, -1) if events[index].seat == seat)
            first = next(mine, 0)
        found: list[dict[str, Any]] = []
        for index in range(first, len(events) + 1):
            found += [
                {
                    "seat": one,
                    "event": None,
                    "words": self.say("log.resigned", name=self.names[one]),
                }
                for one, at in resigned.items()
                if at == index
            ]
            if index < len(events):
                found.append(self._entry(match.state_before(index), events[index], seat))
        return found

    def _entry(self, before: State, event: Event, seat: int) -> dict[str, Any]:
        message = self.game.presenter.event_message(before, event, seat)
        return {
            "seat": event.seat if event.seat >= 0 else None,
            "event": self.game.notation.redacted_text(before, event, seat),
            "words": of_game(self.game, message, self.settings.language),
        }

    def view(
        self, match: Match, seat: int, resigned: Mapping[int, int], refusal: Refusal | None
    ) -> dict[str, Any]:
        """Return everything as JSON data; see :meth:`~empile.envs.text.TextEnv.view`."""
        state = match.state
        ranks = final_ranks(state, resigned)
        player = state.current_player()
        acts = ranks is None and player == seat
        moves = state.legal_texts() if acts else []
        listed = lists_all(len(moves), self.settings.moves, self.settings.most_moves)
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "seat": seat,
            "names": self.names,
            "teams": list(self.game.teams),
            "to_act": player if ranks is None and player >= 0 else None,
            "position": state.view(seat),
            "board": self.board(state, seat),
            "private": self.private(state, seat),
            "scores": state.scores() if self.game.has_points else None,
            "log": self.log(match, seat, resigned),
            "legal_moves": moves if acts and listed else None,
            "legal_count": len(moves),
            "examples": [some for some, _ in examples_of(moves)] if acts and not listed else None,
            "refusal": None if refusal is None or not acts else refusal._asdict(),
            "resigned": sorted(resigned),
            "over": ranks is not None,
            "ranks": ranks,
        }


def _lines(fields: Mapping[str, Any]) -> str:
    return "\n".join(f"{name}: {_json(value)}" for name, value in fields.items())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
