"""The server for load tests, which counts its function calls between two SIGUSR2.

The second one is answered with a line of JSON: the calls on the event loop, those of Python and of
C, in all and by the files of the functions. Counts do not depend on what else the machine does.
"""

from __future__ import annotations

import json
import signal
from collections import Counter
from cProfile import Profile
from pathlib import PurePath

from load.seeded_server import main

_profile = Profile()
_is_counting = False


def _count(*_: object) -> None:
    global _is_counting
    if not _is_counting:
        _is_counting = True
        _profile.enable()
        return
    _profile.disable()
    found: Counter[str] = Counter()
    for entry in _profile.getstats():
        code = entry.code
        place = "C" if isinstance(code, str) else "/".join(PurePath(code.co_filename).parts[-3:])
        found[place] += entry.callcount
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR2, _count)
    main()
