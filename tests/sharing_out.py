"""How tests are shared out where they run side by side in several processes."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

_BROWSER = "tests/browser/"


class Together(LoadScopeScheduling):
    """Shares tests out by file, and all with a browser to one process.

    So one page at a time is drawn by the processor, however many processes there are.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::", 1)[0]
        return _BROWSER if file.startswith(_BROWSER) else file

    def remove_node(self, node: WorkerController) -> str | None:
        """Forget a process; return the test in the middle of which it ended, if there is one.

        That is not given to another: what hung once would take one process after the other.
        """
        for unit in self.assigned_work[node].values():
            for test, is_done in unit.items():
                if not is_done:
                    unit[test] = True
                    super().remove_node(node)
                    return test
        return super().remove_node(node)
