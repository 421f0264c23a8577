from typing import Any

from verifiers.v1 import Message

def message_to_wire(message: Message) -> dict[str, Any]: ...
