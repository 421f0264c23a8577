"""The conversation of one seat: instructions, some earlier turns, and the turn.

Pictures are sent with the turn only: those of earlier turns would cost most of the tokens.
"""

from __future__ import annotations

from empile.evals.agents import Message


class Conversation:
    """Keeps at most ``history`` earlier turns and ``context`` characters of text.

    Example::

        >>> talk = Conversation(history=1, context=1000)
        >>> talk.add({"role": "user", "content": "1"}, "a")
        >>> talk.add({"role": "user", "content": "2"}, "b")
        >>> asked = talk.asked([{"role": "system", "content": ""}, {"role": "user", "content": "3"}])
        >>> [message["content"] for message in asked]
        ['', '2', 'b', '3']
    """

    def __init__(self, history: int, context: int) -> None:
        self._history, self._context = history, context
        self._turns: list[tuple[Message, Message]] = []

    def asked(self, messages: list[Message]) -> list[Message]:
        """Return the messages to send: the first is of the system, the last one the turn."""
        left = self._context - sum(map(_length, messages))
        kept: list[Message] = []
        for turn in reversed(self._turns):
            left -= sum(map(_length, turn))
            if left < 0:
                break
            kept[:0] = turn
        return [messages[0], *kept, *messages[1:]]

    def add(self, message: Message, answer: str) -> None:
        """Add a turn and its answer; drops turns that are no longer needed."""
        # Endpoints refuse messages without content.
        said = {"role": "assistant", "content": answer or "(no answer)"}
        self._turns.append(({**message, "content": _text(message)}, said))
        del self._turns[: max(0, len(self._turns) - self._history)]


def _length(message: Message) -> int:
    return len(_text(message))


def _text(message: Message) -> str:
    """Return the text of a message without its pictures."""
    content = message["content"]
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part["type"] == "text")
