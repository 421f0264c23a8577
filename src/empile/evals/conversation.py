"""The conversation of one seat: instructions, some earlier turns, and the turn."""

from __future__ import annotations

from empile.evals.agents import Message


class Conversation:
    """Keeps at most ``history`` earlier turns and ``context`` characters.

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
        self._turns.append((message, said))
        del self._turns[: max(0, len(self._turns) - self._history)]


def _length(message: Message) -> int:
    content = message["content"]
    return len(content) if isinstance(content, str) else sum(len(str(part)) for part in content)
