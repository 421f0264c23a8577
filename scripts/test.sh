#!/bin/sh
# All checks and tests, even if one fails. pytest runs last, so that the log ends with its summary.
# Tests run in JOBS processes; games are compiled before.
set -u
cd "$(dirname "$0")/.."
. scripts/node.sh
status=0
JOBS="${JOBS:-2}"

scripts/check.sh || status=1
web_packages && npm test --prefix web --silent || status=1
python hatch_build.py || status=1
export EMPILE_CACHE="${EMPILE_CACHE:-$PWD/.cache/empile}"
python -c 'import empile; print(*empile.game_names())' |
    xargs -n 1 -P "$JOBS" empile warm >/dev/null || status=1
[ "$status" = 0 ] || echo 'empile: a step above failed; running the tests anyway' >&2
python -m pytest --numprocesses "$JOBS" --dist loadscope "$@"
found=$?
if [ "$found" = 1 ]; then
    # Parallel tests can overload a machine; real failures fail again.
    echo 'empile: running the failed tests again, one at a time' >&2
    python -m pytest --last-failed --last-failed-no-failures none "$@"
    found=$?
fi
[ "$found" = 0 ] || status=1
exit "$status"
