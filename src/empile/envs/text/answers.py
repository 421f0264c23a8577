"""Moves in the answers of language models."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

from empile.engine.errors import EmpileError, IllegalActionError, Reason
from empile.engine.game import State
from empile.envs.text.words import of_game, say

Kind: TypeAlias = Literal["legal", "illegal", "unreadable"]
"""Whether an answer names a legal move, an illegal one, or none (or several)."""

LONGEST_LINE: Final = 400
"""Words of a line that are searched for a move: the last ones."""

_LONGEST_MOVE = 120
_SHOWN = 60
_MOST_NAMED = 4
_TAG = re.compile(r"<\s*(/?)\s*move\s*>", re.IGNORECASE)
_BLOCK = re.compile(r"```(?:[\w+.-]*[ \t]*\r?\n)?(.*?)(?:```|\Z)", re.DOTALL)
_WRAPPERS = (
    ("\\boxed{", "}"), ("\\text{", "}"), ("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"), ("~~", "~~"),
    ("`", "`"), ('"', '"'), ("'", "'"), ("“", "”"), ("„", "“"), ("‘", "’"), ("«", "»"), ("$", "$"),
    ("(", ")"), ("[", "]"), ("{", "}"),
)  # fmt: skip
_PUNCTUATION = ".,;:!?…"
_ALIKE = str.maketrans({**dict.fromkeys("‐‑‒–—−", "-"), "×": "x", "’": "'"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What an answer says.

    Example::

        >>> state = empile.load("block-ness").new_state()
        >>> find_move("The centre is best. <move>D4-F4</move>", state)
        Answer(kind='legal', move='d4-f4', action=..., reason='')
    """

    kind: Kind
    move: str | None = None
    """The exact notation of a legal move, else None."""
    action: int | None = None
    """The action of a legal move, else None."""
    reason: str = ""
    """Why the answer is not accepted: one sentence; empty for a legal move."""

    @property
    def accepted(self) -> bool:
        """Whether it names a legal move."""
        return self.kind == "legal"


def find_move(answer: str, state: State, strict: bool = False, *, language: str = "en") -> Answer:
    """Return the move that an answer names; an answer that is not clear is refused, never guessed.

    The move is looked for in the last ``<move>`` tag, else in the last code block, else in the last line
    that is not empty. Case, spaces, punctuation at the end and Markdown emphasis do not matter, and
    other words may surround the move. An answer that names several moves is ``"unreadable"``.

    :param strict: accept only the exact notation, as the whole answer or in its only tag
    :param language: of the reason

    Whatever the answer is, no exception is raised. The result depends only on what the seat to act
    may know.

    Example::

        >>> state = empile.load("block-ness").new_state()
        >>> find_move("I play **d4-f4**.", state).move
        'd4-f4'
        >>> find_move("d4-f4 or d4-d6", state).reason
        'The answer names several moves: d4-f4, d4-d6. Give exactly one.'
    """
    if state.current_player() < 0:
        key = "illegal.over" if state.is_terminal() else "illegal.chance"
        return Answer("illegal", reason=_sentence(say(Reason(key), language)))
    reader = _Reader(state, language)
    tagged = _tagged(answer)
    if strict:
        if len(tagged) > 1:
            return reader.refused("answer.tags", count=len(tagged))
        return reader.exact(tagged[0].strip() if tagged else answer.strip())
    if tagged:
        return reader.read(tagged[-1])
    blocks: list[str] = _BLOCK.findall(answer)
    if blocks:
        found = reader.read(_last_line(blocks[-1]))
        # A code block may also show something else than the move.
        if found.kind != "unreadable" or found.reason == reader.several:
            return found
        answer = _BLOCK.sub("\n", answer) if _last_line(_BLOCK.sub("\n", answer)) else answer
    return reader.read(_last_line(answer))


def _tagged(answer: str) -> list[str]:
    """Return what the tags contain; the last one may lack its end, as stop sequences are cut."""
    found: list[str] = []
    begun: int | None = None
    for tag in _TAG.finditer(answer):
        if not tag[1]:
            begun = tag.end()
        elif begun is not None:
            found.append(answer[begun : tag.start()])
            begun = None
    if begun is not None and answer[begun:].strip():
        found.append(answer[begun:])
    return found


def _last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip(" \t`")), "")


class _Hit(NamedTuple):
    """A move among the words of a line."""

    begin: int
    end: int
    moves: tuple[str, ...]
    """Several if they differ in case only."""

    def within(self, other: _Hit) -> bool:
        """Return whether another hit has all its words and more."""
        mine, others = self.end - self.begin, other.end - other.begin
        return other.begin <= self.begin and self.end <= other.end and mine < others

    def meets(self, other: _Hit) -> bool:
        return self.begin < other.end and other.begin < self.end


class _Reader:
    """Reads texts as moves of one state, in which a seat is to act."""

    def __init__(self, state: State, language: str) -> None:
        self.state, self.language = state, language
        self.several = ""
        """The reason of an answer with several moves, if there was one."""

    @cached_property
    def legal(self) -> list[str]:
        return self.state.legal_texts()

    @cached_property
    def by_key(self) -> dict[str, tuple[str, ...]]:
        """The legal moves by what is left of them without case and spaces."""
        found: dict[str, tuple[str, ...]] = {}
        for text in self.legal:
            key = _key(text)
            found[key] = (*found.get(key, ()), text)
        return found

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the legal moves."""
        return frozenset(word for text in self.legal for word in text.split())

    @cached_property
    def most_words(self) -> int:
        """Words of a move, if a space too many is written."""
        return max((text.count(" ") for text in self.legal), default=0) + 2

    # -- Results -------------------------------------------------------------------------------

    def refused(self, key: str, **args: str | int) -> Answer:
        return Answer("unreadable", reason=say(Reason(key, args), self.language))

    def unreadable(self, text: str) -> Answer:
        example = self.legal[0] if self.legal else ""
        if not text.strip():
            return self.refused("answer.empty", move=example)
        return self.refused("answer.unreadable", text=_shown(text), move=example)

    def ambiguous(self, moves: Sequence[str]) -> Answer:
        named = ", ".join(moves[:_MOST_NAMED]) + (", …" if len(moves) > _MOST_NAMED else "")
        found = self.refused("answer.several", moves=named)
        self.several = found.reason
        return found

    def legal_move(self, text: str) -> Answer:
        return Answer("legal", text, self.state.read_text(text).actions[0])

    def illegal(self, text: str, error: IllegalActionError) -> Answer:
        why = "" if error.reason is None else of_game(self.state.game, error.reason, self.language)
        args = {"move": _shown(text), "why": (why or str(error)).rstrip(".")}
        return Answer("illegal", reason=say(Reason("answer.illegal", args), self.language))

    # -- Reading -------------------------------------------------------------------------------

    def exact(self, text: str) -> Answer:
        """Read exact notation."""
        found = self.attempt(text)
        if isinstance(found, IllegalActionError):
            return self.illegal(text, found)
        return found or self.unreadable(text)

    def attempt(self, text: str) -> Answer | IllegalActionError | None:
        """Return a legal move, why it is illegal, or None for a text that is not notation."""
        if not text or len(text) > _LONGEST_MOVE or not text.isprintable():
            return None
        try:
            event = self.state.read_text(text)
        except IllegalActionError as error:
            return error
        # The notation of a game may not expect every text that a model writes.
        except (EmpileError, ArithmeticError, LookupError, ValueError):
            return None
        return Answer("legal", text, event.actions[0])

    def read(self, text: str) -> Answer:
        """Read a text that should be a move, with tolerance."""
        text = text.strip()
        whole = self.attempt(text)
        if isinstance(whole, Answer):
            return whole
        if len(text) <= _LONGEST_MOVE:
            for form in _forms(text):
                moves = self.by_key.get(_key(form), ())
                if len(moves) == 1:
                    return self.legal_move(moves[0])
                if moves:
                    return self.legal_move(form) if form in moves else self.ambiguous(moves)
        found = self.unreadable(text)
        for form in _forms(text):  # emphasis may surround a whole sentence
            found = self.search(form)
            if found.kind != "unreadable" or self.several:
                break
        return found

    def search(self, text: str) -> Answer:
        """Find the one move among the words of a text."""
        if not any(":" in move for move in self.legal):
            text = text.replace(":", ": ")
        words = text.split()[-LONGEST_LINE:]
        hits = _longest(self.hits(words))
        others = [one for one in self.illegal_hits(words) if not any(map(one[0].meets, hits))]
        moves = list(dict.fromkeys(move for hit in hits for move in hit.moves))
        named = list(dict.fromkeys([*moves, *(hit.moves[0] for hit, _ in others)]))
        if len(named) > 1:
            return self.ambiguous(named)
        if others:
            return self.illegal(named[0], others[0][1])
        if not moves or self.goes_on(words, hits):
            return self.unreadable(text)
        return self.legal_move(moves[0])

    def hits(self, words: Sequence[str]) -> Iterator[_Hit]:
        for begin, end in _windows(len(words), self.most_words):
            for form in _forms(" ".join(words[begin:end])):
                moves = self.by_key.get(_key(form), ())
                if moves:
                    yield _Hit(begin, end, (form,) if form in moves else moves)
                    break

    def illegal_hits(self, words: Sequence[str]) -> list[tuple[_Hit, IllegalActionError]]:
        """Return the words that are notation of moves that are illegal here."""
        found: dict[_Hit, IllegalActionError] = {}
        for begin, end in _windows(len(words), self.most_words):
            joined = " ".join(words[begin:end])
            # Plain words cost most of the time, and few games have moves that look like them.
            if end - begin == 1 and joined.isalpha() and joined not in self.words:
                continue
            for form in self.notations(joined):
                error = self.attempt(form)
                if isinstance(error, IllegalActionError):
                    found.setdefault(_Hit(begin, end, (form,)), error)
                    break
        return [(hit, found[hit]) for hit in _longest(found)]

    def notations(self, text: str) -> Iterator[str]:
        """Yield the forms of a text, and how they are written with the case of a legal move."""
        for form in _forms(text):
            yield form
            for shape, upper in self.shapes:
                match = shape.fullmatch(form)
                if match is not None:
                    pieces = zip(match.groups(), upper, strict=True)
                    yield "".join(
                        part.upper() if is_upper else part.lower() for part, is_upper in pieces
                    )

    @cached_property
    def shapes(self) -> list[tuple[re.Pattern[str], list[bool]]]:
        """Patterns of the legal moves without case, with which of their groups are capitals."""
        found: dict[str, list[bool]] = {}
        for text in self.legal:
            parts = re.findall(r"[A-Z]+|[a-z]+|[0-9]+|[^A-Za-z0-9]+", text)
            pattern = "".join(
                f"([A-Za-z]{{{len(part)}}})"
                if part.isalpha()
                else "([0-9]+)"
                if part.isdigit()
                else f"({re.escape(part)})"
                for part in parts
            )
            found.setdefault(pattern, [part.isupper() for part in parts])
        return [(re.compile(pattern), upper) for pattern, upper in found.items()]

    def goes_on(self, words: Sequence[str], hits: Sequence[_Hit]) -> bool:
        """Return whether words beside a hit could belong to its move: ``c5= WW`` in ``c5= WW B``."""
        inside = {index for hit in hits for index in range(hit.begin, hit.end)}
        beside = {index for hit in hits for index in (hit.begin - 1, hit.end)} - inside
        return any(
            0 <= index < len(words) and words[index].rstrip(_PUNCTUATION) in self.words
            for index in beside
        )


def _windows(words: int, most: int) -> Iterator[tuple[int, int]]:
    for begin in range(words):
        for end in range(begin + 1, min(begin + most, words) + 1):
            yield begin, end


def _longest(hits: Iterator[_Hit] | dict[_Hit, IllegalActionError]) -> list[_Hit]:
    """Return the hits that are not a part of another one."""
    found = list(hits)
    reach = max((hit.end - hit.begin for hit in found), default=0)
    return [
        hit
        for index, hit in enumerate(found)
        # Sorted by their begin: those that may contain this one are near.
        if not any(
            hit.within(other) for other in found[max(0, index - reach**2) : index + reach**2]
        )
    ]


def _forms(text: str) -> Iterator[str]:
    """Yield a text, then with less and less around it: emphasis, quotation marks, punctuation."""
    text = text.strip()
    while text:
        yield text
        for left, right in _WRAPPERS:
            bare = len(left) + len(right)
            if len(text) > bare and text.startswith(left) and text.endswith(right):
                text = text[len(left) : -len(right)].strip()
                break
        else:
            if text[-1] not in _PUNCTUATION:
                return
            text = text[:-1].rstrip()


def _key(text: str) -> str:
    """Return what is left of a text without case, spaces and signs that look alike."""
    plain = unicodedata.normalize("NFKC", text.translate(_ALIKE))
    return "".join(plain.split()).casefold()


def _shown(text: str) -> str:
    text = " ".join(text.split())
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return "".join(one if one.isprintable() else "?" for one in text)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."
