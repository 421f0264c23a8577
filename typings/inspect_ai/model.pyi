from collections.abc import Callable, Sequence
from typing import Literal

class ContentText:
    type: Literal["text"]
    text: str
    def __init__(self, *, text: str) -> None: ...

class ContentImage:
    type: Literal["image"]
    image: str
    def __init__(self, *, image: str) -> None: ...

Content = ContentText | ContentImage

class _Message:
    content: str | list[Content]
    def __init__(self, *, content: str | Sequence[Content]) -> None: ...
    @property
    def text(self) -> str: ...

class ChatMessageSystem(_Message):
    role: Literal["system"]

class ChatMessageUser(_Message):
    role: Literal["user"]

class ChatMessageAssistant(_Message):
    role: Literal["assistant"]

ChatMessage = ChatMessageSystem | ChatMessageUser | ChatMessageAssistant

class Model: ...

class ModelName:
    def __init__(self, model: str) -> None: ...

class ModelUsage:
    def __init__(self) -> None: ...

class ModelOutput:
    usage: ModelUsage | None
    @property
    def completion(self) -> str: ...
    @property
    def message(self) -> ChatMessageAssistant: ...
    @staticmethod
    def from_content(model: str, content: str) -> ModelOutput: ...

def get_model(
    model: str, *, custom_outputs: Callable[..., ModelOutput], memoize: bool = True
) -> Model: ...
