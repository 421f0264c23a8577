"""Distribution of parallel tests over processes."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

_BROWSER = "tests/browser/"


class FileScheduling(LoadScopeScheduling):
    """Distributes tests by file, and all browser tests to one process.

    So only one page at a time renders on the CPU.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::", 1)[0]
        return _BROWSER if file.startswith(_BROWSER) else file

    def remove_node(self, node: WorkerController) -> str | None:
        """Remove a process; return the test that it was running, or None.

        That test is not rescheduled, or a hanging test would block one process after the other.
        """
        for unit in self.assigned_work[node].values():
            for test, is_done in unit.items():
                if not is_done:
                    unit[test] = True
                    super().remove_node(node)
                    return test
        return super().remove_node(node)
