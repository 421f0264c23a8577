import pytest

from .remote import Producer
from .workermanage import WorkerController

class LoadScopeScheduling:
    assigned_work: dict[WorkerController, dict[str, dict[str, bool]]]
    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None: ...
    def _split_scope(self, nodeid: str) -> str: ...
    def remove_node(self, node: WorkerController) -> str | None: ...
